"""What a match found: its table of games, and the summary of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from tolsim.core.errors import TolsimError
from tolsim.core.game import DRAW, LOSS, WIN, Game
from tolsim.core.registry import make
from tolsim.experiments.run import agents_text, games_per_deal
from tolsim.experiments.statistics import Rate, Shares, Tally
from tolsim.experiments.storage import (
    GAMES,
    Part,
    common_schema,
    find_parts,
    read_games,
    read_manifest,
)
from tolsim.experiments.verdict import Verdict, check_delta, judge

if TYPE_CHECKING:
    import pandas as pd

DELTA = 0.05


def tally_columns(game: Game) -> list[str]:
    """Columns from which :func:`tally_table` counts."""
    per_seat = [f"{name}_{seat}" for seat in game.seats for name in ("outcome", "agent_index")]
    return [*per_seat, "reason", "seconds"]


def tally_table(game: Game, table: pa.Table) -> Tally:
    """Count a table of whole deals."""
    tally = Tally.empty(game.num_players, games_per_deal(game))
    points = np.stack([_points(table[f"outcome_{seat}"]) for seat in game.seats], axis=1)
    seating = np.stack([table[f"agent_index_{seat}"].to_numpy() for seat in game.seats], axis=1)
    tally.add(points, seating)
    for counted in table["reason"].value_counts():
        tally.outcomes[counted["values"].as_py()] += counted["counts"].as_py()
    tally.seconds = float(table["seconds"].to_numpy().sum(dtype=np.float64))
    return tally


def _points(outcomes: pa.ChunkedArray) -> np.ndarray:
    import pyarrow.compute as pc

    places = pc.index_in(outcomes, value_set=pa.array([LOSS, DRAW, WIN]))
    points: np.ndarray = places.to_numpy()
    return points


def tally_games(game: Game, tables: Iterable[pa.Table]) -> Tally:
    """Count tables that follow each other, deals cut in two by their borders included."""
    size = games_per_deal(game)
    tally = Tally.empty(game.num_players, size)
    left_over: list[pa.Table] = []
    for table in tables:
        joined = pa.concat_tables([*left_over, table])
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
        verdict = self.verdict()
        games = f"{self.tally.games:,} games of {self.game.name}"
        return verdict.sentence if verdict and verdict.sentence else games

    def __repr__(self) -> str:
        return f"<MatchResult of {self.tally.games:,} games of {self.game.name}: {self}>"

    def verdict(self) -> Verdict | None:
        """Judge the balance; None for games that have no two sides."""
        strongest = max(shares.rate().rate for shares in self.tally.agents)
        return judge(self.game, self.tally.seats[0], self.delta, self.tally.deal_size, strongest)

    def summary(self) -> dict[str, Any]:
        """Sum the match up in plain values, as ``tolsim match --json`` prints it.

        Rates are shares of 0 to 1, a draw counting half, with 95 % intervals ``low`` to ``high``;
        ``seconds`` is time spent playing, summed over cores.
        """
        agents: list[str] = self.parameters["agents"]
        verdict = self.verdict()
        return {
            "game": self.game.name,
            "variant": self.game.variant,
            "overrides": dict(self.game.overrides),
            "ruleset": self.game.ruleset_id,
            "seed": self.parameters["seed"],
            "games": self.tally.games,
            "seconds": round(self.tally.seconds, 3),
            "seats": [
                {
                    "seat": name,
                    "agent": agents_text(agents),
                    "wins": int(wins),
                    "draws": int(draws),
                    "losses": int(losses),
                    **_rate_fields(shares),
                }
                for name, (losses, draws, wins), shares in zip(
                    self.game.seats, self.tally.results, self.tally.seats, strict=True
                )
            ],
            "agents": [
                {"agent": agent, **_rate_fields(shares)}
                for agent, shares in zip(agents, self.tally.agents, strict=True)
            ],
            "outcomes": dict(sorted(self.tally.outcomes.items())),
            "verdict": verdict and verdict.verdict,
            "more_games": verdict and verdict.more_games,
            "sentence": verdict and verdict.sentence,
        }


def _rate_fields(shares: Shares) -> dict[str, float]:
    rate: Rate = shares.rate()
    return {"win_rate": rate.rate, "low": rate.low, "high": rate.high}


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
