"""The games that a folder holds, of a match or of a study, cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments import storage
from tolsim.experiments.result import MatchResult, load
from tolsim.experiments.run import games_per_deal, parameters, run_id
from tolsim.experiments.schema import SCHEMA_VERSION
from tolsim.experiments.statistics import Tally
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.store import Store
from tolsim.experiments.studies.study_file import Study, StudyCell

Source: TypeAlias = str | Path | MatchResult | StudyResult
"""Games: the folder of a match or a study, or what playing one gave."""


@dataclass(frozen=True)
class RecordedCell:
    """Games under one set of rules between one set of agents.

    Attributes
    ----------
    name
        Its factors in a line, or its agents where it has none; no two cells have the same.
    factors
        What tells it from the other cells; nothing in a match.
    game
        Under its rules.
    agents
        Texts of the agents, one a seat.
    seed
        Of all chance; cells of one seed share their deals.
    run
        Digest of all that decides its games.
    tally
        Counts of its games.
    tables
        Reads some columns of its games in order, a part of them at a time.
    """

    name: str
    factors: Mapping[str, Any]
    game: Game
    agents: tuple[str, ...]
    seed: int
    run: str
    tally: Tally
    tables: Callable[[Sequence[str]], Iterator[pa.Table]]

    def first_games(self, games: int, columns: Sequence[str]) -> pa.Table:
        """Read its first games, whole deals, at most ``games`` of them but at least one deal."""
        size = games_per_deal(self.game)
        wanted = max(games // size, 1) * size
        found: list[pa.Table] = []
        for table in self.tables(columns):
            found.append(table.slice(0, wanted - sum(map(len, found))))
            if sum(map(len, found)) == wanted:
                break
        if not found:
            raise TolsimError(f"{self.name}: there are no finished games yet")
        joined = pa.concat_tables(found, promote_options="permissive")
        return joined.slice(0, len(joined) - len(joined) % size)


def _name(factors: Mapping[str, Any], agents: Sequence[str]) -> str:
    told = [_factor(name, value) for name, value in factors.items()]
    return ", ".join(told) or " against ".join(dict.fromkeys(agents))


def _factor(name: str, value: Any) -> str:
    """Write a factor; names of agents, cases and variants speak for themselves.

    >>> _factor("agents", "experts"), _factor("hand.size", 4)
    ('experts', 'hand.size=4')
    """
    return str(value) if name in ("agents", "case", "variant", "game") else f"{name}={value}"


def opened(source: Source) -> MatchResult | StudyResult:
    """Open a folder of a match or a study; what is open already is given back.

    Raises
    ------
    TolsimError
        If it holds neither, is damaged, or its rules have changed since.
    """
    if isinstance(source, MatchResult | StudyResult):
        return source
    if (Path(source) / storage.MANIFEST).is_file():
        return load(source)
    store = Store(source)
    manifest = store.manifest()
    if manifest is None:
        raise TolsimError(
            f"{source} holds neither a match nor a study: it has no {storage.MANIFEST} and no "
            "study.json"
        )
    return StudyResult(study_of_manifest(manifest, store.address), store)


def study_of_manifest(manifest: Mapping[str, Any], address: str = "the folder") -> Study:
    """Make the study that a folder's ``study.json`` tells of, without its study file.

    Raises
    ------
    TolsimError
        If it was written by another version, or does not hold a study.
    """
    if manifest.get("schema") != SCHEMA_VERSION:
        raise TolsimError(f"{address} was written by another version of tolsim")
    try:
        stop = manifest["stop"]
        return Study(
            title=manifest["title"],
            cells=tuple(_study_cell(cell) for cell in manifest["cells"]),
            games=manifest["games"],
            stop=None if stop is None else Stop(**stop),
            delta=manifest["delta"],
            split=tuple(manifest["split"]),
        )
    except (KeyError, TypeError, AttributeError):
        raise TolsimError(f"{address} holds a damaged study.json") from None


def _study_cell(plain: Mapping[str, Any]) -> StudyCell:
    cell = Cell(
        game=plain["game"],
        agents=tuple(plain["agents"]),
        variant=plain["variant"],
        overrides=tuple(sorted(plain["overrides"].items())),
        seed=plain["seed"],
    )
    return StudyCell(cell, plain["factors"])


def cells_of(result: MatchResult | StudyResult) -> list[RecordedCell]:
    """Cells of a study in its order, those without games left out; a match is one cell."""
    if isinstance(result, MatchResult):
        found = [_match_cell(result)]
    else:
        found = [_cell(result, each) for each in result.study.cells]
    held = [cell for cell in found if cell.tally.games]
    if not held:
        raise TolsimError("there are no finished games yet")
    return _told_apart(held)


def _told_apart(cells: Sequence[RecordedCell]) -> list[RecordedCell]:
    """Number cells of one name."""
    seen: Counter[str] = Counter()
    found = []
    for cell in cells:
        seen[cell.name] += 1
        number = seen[cell.name]
        found.append(cell if number == 1 else replace(cell, name=f"{cell.name} ({number})"))
    return found


def _match_cell(result: MatchResult) -> RecordedCell:
    def tables(columns: Sequence[str]) -> Iterator[pa.Table]:
        if result._parts:
            yield from storage.read_games(result._parts, columns)
        else:
            yield from (table.select(columns) for table in result._tables)

    told = result.parameters
    agents = tuple(told["agents"])
    return RecordedCell(
        name=_name({}, agents),
        factors={},
        game=result.game,
        agents=agents,
        seed=told["seed"],
        run=run_id(told),
        tally=result.tally,
        tables=tables,
    )


def _cell(result: StudyResult, place: StudyCell) -> RecordedCell:
    cell = place.cell
    game = cell.make_game()
    told = parameters(cell.run(games_per_deal(game)), game)
    agents = tuple(told["agents"])
    return RecordedCell(
        name=_name(place.factors, agents),
        factors=place.factors,
        game=game,
        agents=agents,
        seed=cell.seed,
        run=run_id(told),
        tally=result.tally(cell),
        tables=lambda columns: result.tables(cell, columns),
    )
