"""Study files: what a study plays, as TOML.

.. code:: toml

    title = "Is Legions: Abyss fair?"
    game = "abyss"
    seed = 1
    games = 2000                     # of each cell; or a table [stop]
    variants = ["default", "six_per_guild"]

    [agents]                         # a name for each matchup
    beginners = "uniform"            # in every seat
    unequal = ["mcts:iterations=100", "greedy"]

    [grid]                           # every value with every other
    "stratagem.unused_points" = [1, 2, 3]

    [[cases]]                        # changes that belong together
    name = "dig deeper"
    set = { "stratagem.dig_looked" = 7 }

    [sample]                         # drawn, evenly spread
    count = 20
    values = { "stratagem.unused_points" = { low = 0, high = 5 } }
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import default_rules, make
from tolsim.experiments.run import games_per_deal_under
from tolsim.experiments.schema import column_docs
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.sample import spread_evenly
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.verdict import check_delta

KEYS = (
    "title", "game", "games", "seed", "delta", "variants", "agents", "grid", "cases", "sample",
    "stop", "split",
)  # fmt: skip
BASE = "as they are"
"""Name of the case without changes."""


@dataclass(frozen=True)
class StudyCell:
    """A cell with its place in a study.

    Attributes
    ----------
    cell
        What is played.
    factors
        What makes it differ from the study's other cells: column to value.
    """

    cell: Cell
    factors: Mapping[str, Any]


@dataclass(frozen=True)
class Study:
    """What a study plays.

    Attributes
    ----------
    title
        For people.
    cells
        In order; no two are the same games.
    games
        Of each cell; None where ``stop`` says when it has enough.
    stop
        Rule that says so, else None.
    delta
        Half the width of what counts as balanced around 50 %.
    split
        Columns of games by whose values results are told apart within a cell.
    """

    title: str
    cells: tuple[StudyCell, ...]
    games: int | None
    stop: Stop | None = None
    delta: float = 0.05
    split: tuple[str, ...] = ()
    keys: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", frozenset(each.cell.key for each in self.cells))

    def looks(self, cell: Cell) -> list[int]:
        """Games of a cell at which it may have enough, the last for certain."""
        deal_size = _deal_size(cell)
        if self.stop is not None:
            return self.stop.looks(deal_size)
        assert self.games is not None
        return [self.games]

    @property
    def plain(self) -> dict[str, Any]:
        """What decides the games, as plain JSON values."""
        return {
            "title": self.title,
            "games": self.games,
            "stop": None if self.stop is None else vars(self.stop),
            "delta": self.delta,
            "split": list(self.split),
            "cells": [{**each.cell.plain, "factors": dict(each.factors)} for each in self.cells],
        }


def read_study(path: str | Path) -> Study:
    """Read a study file.

    Raises
    ------
    TolsimError
        If it is no TOML, or says something that cannot be played; it names the file and what is
        wrong, with the nearest valid name.
    """
    path = Path(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TolsimError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TolsimError(f"{path} is no TOML: {error}") from None
    try:
        return study_of(data)
    except TolsimError as error:
        raise TolsimError(f"{path.name}: {error}") from None


def study_of(data: Mapping[str, Any]) -> Study:
    """Make a study of what a study file says.

    Raises
    ------
    TolsimError
        If it cannot be played.

    Examples
    --------
    >>> study = study_of({"game": "abyss", "games": 20, "agents": {"beginners": "uniform"},
    ...     "grid": {"stratagem.unused_points": [1, 2]}})
    >>> [dict(each.factors) for each in study.cells]
    [{'stratagem.unused_points': 1}, {'stratagem.unused_points': 2}]
    """
    for key in data:
        if key not in KEYS:
            raise unknown("key of a study", key, KEYS)
    for key in ("game", "agents"):
        if key not in data:
            raise TolsimError(f"a study needs {key}")
    if ("games" in data) == ("stop" in data):
        raise TolsimError("a study needs either games or a table stop, to know when to end")
    seed = data.get("seed", 0)
    check_seed(seed)
    names = _texts("game", data["game"])
    cells = [cell for name in names for cell in _cells(name, data, seed)]
    study = Study(
        title=_text("title", data.get("title", "Study")),
        cells=_without_constants(cells),
        games=data.get("games"),
        stop=_stop(data["stop"]) if "stop" in data else None,
        delta=_number("delta", data.get("delta", data.get("stop", {}).get("delta", 0.05))),
        split=tuple(_texts("split", data.get("split", []))),
    )
    _check(study)
    return study


# Cells.


def _cells(game: str, data: Mapping[str, Any], seed: int) -> list[StudyCell]:
    default_rules(game)  # refuses a name that is none
    found = []
    for variant in _texts("variants", data.get("variants", ["default"])):
        for case, changes in _changes(game, data):
            for matchup, agents in _matchups(data["agents"]).items():
                cell = Cell.of(game, agents, variant=variant, overrides=changes, seed=seed)
                factors = {"game": game, "variant": variant, **case, "agents": matchup}
                found.append(StudyCell(cell, factors))
    return found


def _matchups(agents: Any) -> dict[str, Sequence[str]]:
    if isinstance(agents, str | list):
        return {" against ".join(_texts("agents", agents)): _texts("agents", agents)}
    if not isinstance(agents, dict) or not agents:
        raise TolsimError("agents is an agent, a list of one a seat, or a table of named matchups")
    return {name: _texts(f"agents.{name}", value) for name, value in agents.items()}


def _changes(game: str, data: Mapping[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every set of changes, as its factors and its overrides: grid x cases, and the sample."""
    grid = _flat("grid", data.get("grid", {}))
    for name, values in grid.items():
        if not isinstance(values, list) or not values:
            raise TolsimError(f"grid.{name} is a list of values, and not an empty one")
    crossed = [dict(zip(grid, each, strict=True)) for each in itertools.product(*grid.values())]
    cases = [({}, {})] if "cases" not in data else [_case(case) for case in data["cases"]]
    found = [
        ({**changes, **factor}, {**changes, **more})
        for changes in crossed
        for factor, more in cases
    ]
    if "sample" in data:
        drawn = _sample(game, data["sample"])
        alone = "grid" not in data and "cases" not in data
        found = ([] if alone else found) + [(changes, changes) for changes in drawn]
    return found


def _case(case: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    if not isinstance(case, dict):
        raise TolsimError("cases is a list of tables, [[cases]], each with a name and set")
    for key in case:
        if key not in ("name", "set"):
            raise unknown("key of a case", key, ("name", "set"))
    changes = _flat("set", case.get("set", {}))
    usual = ", ".join(f"{name}={value}" for name, value in changes.items()) or BASE
    return {"case": _text("name", case.get("name", usual))}, changes


def _sample(game: str, sample: Any) -> list[dict[str, Any]]:
    if not isinstance(sample, dict):
        raise TolsimError("sample is a table with count and values")
    for key in sample:
        if key not in ("count", "seed", "values"):
            raise unknown("key of sample", key, ("count", "seed", "values"))
    count, seed = sample.get("count"), sample.get("seed", 0)
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise TolsimError(f"sample.count is a whole number of at least 1, not {count!r}")
    check_seed(seed)
    values = _flat("sample.values", sample.get("values", {}), leaves=("low", "high"))
    if not values:
        raise TolsimError("sample.values names no rule to draw")
    return spread_evenly(default_rules(game), values, count, seed)


def _without_constants(cells: Sequence[StudyCell]) -> tuple[StudyCell, ...]:
    """Leave out factors that are the same in every cell, and cells that are there already."""
    names = dict.fromkeys(name for each in cells for name in each.factors)
    usual = {name: {repr(each.factors.get(name)) for each in cells} for name in names}
    differing = [name for name in names if len(usual[name]) > 1]
    found: dict[str, StudyCell] = {}
    for each in cells:
        factors = {name: each.factors[name] for name in differing if name in each.factors}
        found.setdefault(each.cell.key, StudyCell(each.cell, factors))
    return tuple(found.values())


# Checks.


def _deal_size(cell: Cell) -> int:
    return games_per_deal_under(make(cell.game).definition, cell.rules())


def _check(study: Study) -> None:
    if study.stop is None:
        check_delta(study.delta)
    sizes = [(each.cell.game, _deal_size(each.cell)) for each in study.cells]
    for name, deal_size in dict.fromkeys(sizes):
        if study.stop is not None:
            study.stop.checked(deal_size)
            if len(make(name).seats) != 2:
                raise TolsimError(f"stop looks at the balance of two seats, which {name} has not")
        else:
            count = study.games
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                raise TolsimError(f"games is a whole number of at least 1, not {count!r}")
            if count % deal_size:
                raise TolsimError(f"games is a multiple of {deal_size} for {name}; {count} is not")
        columns = column_docs(make(name))
        for column in study.split:
            if column not in columns:
                raise unknown(f"column of {name}", column, columns)
    checked = {(each.cell.game, each.cell.agents): each.cell for each in study.cells}
    for cell in checked.values():
        check_agents(cell)


def _stop(table: Any) -> Stop:
    if not isinstance(table, dict):
        raise TolsimError("stop is a table: delta, error, at_least, at_most")
    kinds = {each.name: each.type for each in fields(Stop)}
    for key, value in table.items():
        if key not in kinds:
            raise unknown("key of stop", key, kinds)
        _number(f"stop.{key}", value)
        if kinds[key] == "int" and not isinstance(value, int):
            raise TolsimError(f"stop.{key} is a whole number, not {value!r}")
    return Stop(**table)


def _flat(name: str, table: Any, leaves: Sequence[str] = ()) -> dict[str, Any]:
    """Dotted names to values, whether a name was quoted or not.

    >>> _flat("grid", {"hand": {"size": [1]}, "hand.limit": [2]})
    {'hand.size': [1], 'hand.limit': [2]}
    """
    if not isinstance(table, dict):
        raise TolsimError(f"{name} is a table of rules and values")
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) <= set(leaves):
            below = _flat(f"{name}.{key}", value, leaves)
            found.update({f"{key}.{inner}": each for inner, each in below.items()})
        else:
            found[key] = value
    return found


def _texts(name: str, value: Any) -> list[str]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list | tuple) or not all(isinstance(each, str) for each in values):
        raise TolsimError(f"{name} is a text or a list of texts, not {value!r}")
    if not values and name != "split":
        raise TolsimError(f"{name} is empty")
    return list(values)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise TolsimError(f"{name} is a text, not {value!r}")
    return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TolsimError(f"{name} is a number, not {value!r}")
    return float(value)
