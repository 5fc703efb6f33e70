"""What a match found: its table of games, and the summary of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.registry import make
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.schema import outcome_classes
from tolsim.experiments.statistics import Tally
from tolsim.experiments.storage import (
    GAMES,
    Part,
    common_schema,
    find_parts,
    read_games,
    read_manifest,
)
from tolsim.experiments.summary import sentence, summarise
from tolsim.experiments.verdict import Verdict, check_delta, judge

if TYPE_CHECKING:
    import pandas as pd

DELTA = 0.05


def tally_columns(game: Game) -> list[str]:
    """Columns from which :func:`tally_table` counts."""
    per_seat = ("outcome", "return", "score", "agent_index")
    return [
        *(f"{name}_{seat}" for seat in game.seats for name in per_seat),
        *(column.name for column in game.definition.telemetry),
        *("decisions", "reason", "seconds"),
    ]


def empty_tally(game: Game, deal_size: int | None = None) -> Tally:
    """Tally of no games of a game, or of that game under rules that make deals of another size."""
    size = games_per_deal(game) if deal_size is None else deal_size
    return Tally.empty(game.num_players, size, outcome_classes(game))


def tally_table(game: Game, table: pa.Table) -> Tally:
    """Count a table of whole deals."""
    tally = empty_tally(game)
    returns = np.stack([table[f"return_{seat}"].to_numpy() for seat in game.seats], axis=1)
    seating = np.stack([table[f"agent_index_{seat}"].to_numpy() for seat in game.seats], axis=1)
    tally.add(np.sign(returns).astype(np.int64) + 1, seating)
    classes = pa.array(outcome_classes(game))
    for seat, name in enumerate(game.seats):
        places = pc.index_in(table[f"outcome_{name}"], value_set=classes)
        tally.add_classes(seat, places.to_numpy())
    scores = [f"score_{seat}" for seat in game.seats]
    for column in ("decisions", *scores, *(each.name for each in game.definition.telemetry)):
        if _is_number(table[column].type):
            values = table[column].drop_null().cast(pa.float64(), safe=False)
            tally.add_numbers(column, values.to_numpy())
    for counted in table["reason"].value_counts():
        tally.outcomes[counted["values"].as_py()] += counted["counts"].as_py()
    tally.seconds = float(table["seconds"].to_numpy().sum(dtype=np.float64))
    return tally


def _is_number(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    )


def tally_games(game: Game, tables: Iterable[pa.Table]) -> Tally:
    """Count tables that follow each other, deals cut in two by their borders included."""
    size = games_per_deal(game)
    tally = empty_tally(game)
    left_over: list[pa.Table] = []
    for table in tables:
        # A column may be empty throughout one table, and so lack a type there.
        joined = pa.concat_tables([*left_over, table], promote_options="permissive")
        whole = len(joined) - len(joined) % size
        tally.merge(tally_table(game, joined.slice(0, whole)))
        left_over = [joined.slice(whole)]
    return tally


class MatchResult:
    """A finished match, or what there is so far of one that was stopped.

    Attributes
    ----------
    game
        The game under the match's rules.
    parameters
        What was played: ``game``, ``variant``, ``overrides``, ``ruleset``, ``agents``, ``seed``,
        ``seating``.
    tally
        Counts of all games.
    path
        Parquet file of the games, None where no folder was given or the match is unfinished.
    """

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        tally: Tally,
        delta: float,
        tables: Sequence[pa.Table] = (),
        parts: Sequence[Part] = (),
    ) -> None:
        self.game = game
        self.parameters = parameters
        self.tally = tally
        self.delta = delta
        self._tables = tables
        self._parts = parts
        whole = [part.path for part in parts if part.path.name == GAMES]
        self.path: Path | None = whole[0] if len(parts) == 1 and whole else None

    @property
    def table(self) -> pa.Table:
        """One row per game, by game number; :mod:`tolsim.experiments.schema` tells the columns."""
        tables = list(self._tables) or list(read_games(self._parts))
        if not tables:
            raise TolsimError("this match has no finished games yet")
        schema = common_schema([table.schema for table in tables])
        return pa.concat_tables([table.cast(schema) for table in tables])

    def frame(self) -> pd.DataFrame:
        """Give the table as a pandas data frame.

        Raises
        ------
        TolsimError
            If pandas is not installed.
        """
        try:
            importlib.import_module("pandas")
        except ImportError:
            raise TolsimError("a data frame needs pandas: pip install 'tolsim[analysis]'") from None
        frame: pd.DataFrame = self.table.to_pandas()
        return frame

    def __str__(self) -> str:
        found = sentence(self.game, self.tally, self.verdict())
        return found or f"{self.tally.games:,} games of {self.game.name}"

    def __repr__(self) -> str:
        return f"<MatchResult of {self.tally.games:,} games of {self.game.name}: {self}>"

    def verdict(self) -> Verdict | None:
        """Judge the balance; None for games that have no two sides."""
        strongest = max(shares.rate().rate for shares in self.tally.agents)
        return judge(self.game, self.tally.seats[0], self.delta, self.tally.deal_size, strongest)

    def summary(self) -> dict[str, Any]:
        """Sum the match up in plain values: see :func:`tolsim.experiments.summary.summarise`."""
        return summarise(self.game, self.parameters, self.tally, self.verdict())


def load(folder: str | Path, delta: float = DELTA) -> MatchResult:
    """Read a match from its folder, as far as it got.

    Parameters
    ----------
    folder
        What ``out`` was.
    delta
        For the verdict.

    Raises
    ------
    TolsimError
        If it holds no run or a damaged file, or the rules have changed since.
    """
    check_delta(delta)
    folder = Path(folder)
    manifest = read_manifest(folder)
    game = game_of(manifest["parameters"], folder)
    parts = find_parts(folder, manifest["run"])
    tally = tally_games(game, read_games(parts, tally_columns(game)))
    return MatchResult(game, manifest["parameters"], tally, delta, parts=parts)


def game_of(parameters: Mapping[str, Any], folder: Path) -> Game:
    """Make the game of a run's parameters, refusing rules that have changed since.

    Raises
    ------
    TolsimError
        If the installed rules are not those of the run.
    """
    game = make(
        parameters["game"], variant=parameters["variant"], overrides=parameters["overrides"]
    )
    if game.ruleset_id != parameters["ruleset"]:
        raise TolsimError(
            f"{folder} was played under ruleset {parameters['ruleset']}, but the installed "
            f"{game.name} is {game.ruleset_id}: its rules' code or values have changed"
        )
    return game
