"""What a scenario hands to the engine as data: units that can be in play, sides, start, words.

Letters for shapes: N areas, U units, R rows of the profile table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tolsim.core.rules import Rule, Ruleset, compile_parameters, read_rules
from tolsim.joan.actions import action_arrays, action_texts
from tolsim.joan.board import Board
from tolsim.joan.dice import DISRUPTED, KILL, SHIELD, dice_arrays, dice_rules
from tolsim.joan.map_parts import MapFile
from tolsim.joan.profiles import ability_rules, profile_arrays, unit_rules
from tolsim.joan.state import NOBODY, RESERVE
from tolsim.joan.traits import GIGANTIC_UNIT

ENGINE = Path(__file__).parent
ROUND_CARDS = {
    "3 3 4 4 4 5 5 6": (0, 0, 0, 2, 3, 2, 1, 0),
    "all 4": (0, 0, 0, 0, 1, 0, 0, 0),
    "all 5": (0, 0, 0, 0, 0, 1, 0, 0),
    "3 to 6": (0, 0, 0, 1, 1, 1, 1, 0),
}
"""Readings of council.round_cards: cards of each number of orders."""


@dataclass(frozen=True)
class Slot:
    """A unit that can be in play, one number of the state's U.

    Attributes
    ----------
    name
        Its name among the units of the scenario, such as ``"Pikemen 2"``.
    unit
        Its name in the profile table, at the level it begins with.
    owner
        Whose it is at the start.
    """

    name: str
    unit: str
    owner: int


def slots(armies: Iterable[tuple[int, str, int]]) -> tuple[Slot, ...]:
    """Number the units of ``(owner, unit, count)`` entries.

    Examples
    --------
    >>> [slot.name for slot in slots([(0, "Hero", 1), (0, "Pikemen", 2)])]
    ['Hero', 'Pikemen 1', 'Pikemen 2']
    """
    armies = list(armies)
    total: Counter[str] = Counter()
    for _, unit, count in armies:
        total[unit] += count
    used: Counter[str] = Counter()
    found = []
    for owner, unit, count in armies:
        for _ in range(count):
            used[unit] += 1
            name = unit if total[unit] == 1 else f"{unit} {used[unit]}"
            found.append(Slot(name, unit, owner))
    return tuple(found)


@dataclass(frozen=True)
class Start:
    """Where a slot begins.

    Attributes
    ----------
    area
        Name of its area, or None in reserve.
    unit
        Row of the profile table, if not the slot's own.
    home
        Number the scenario gives it, -1 for none.
    in_play
        Whether the ruleset uses the slot at all.
    """

    area: str | None = None
    unit: str | None = None
    home: int = -1
    in_play: bool = True


@dataclass(frozen=True)
class Scenario:
    """A scenario's fixed data.

    Attributes
    ----------
    folder
        Where its map and rules lie.
    seats
        Names of the players, P.
    owners
        Names of the owners: the players, then sides under behaviour rules.
    teams
        Team of each owner.
    unholy
        Owners whose units are Unholy.
    map_file, board
        The map and its board, by the default compass.
    slots
        Every unit that can be in play, U.
    words
        Texts of the scenario's own action words.
    stages
        What each of its own stages asks, by stage number.
    further_profiles
        Units of the profile table that a rule can put in a slot's place.
    """

    folder: Path
    seats: tuple[str, ...]
    owners: tuple[str, ...]
    teams: tuple[int, ...]
    unholy: tuple[str, ...]
    map_file: MapFile
    board: Board
    slots: tuple[Slot, ...]
    words: tuple[str, ...]
    stages: Mapping[int, str]
    further_profiles: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Names in the profile table, each once."""
        return tuple(dict.fromkeys([*(slot.unit for slot in self.slots), *self.further_profiles]))

    def action_texts(self) -> tuple[str, ...]:
        """Text of every action id."""
        return action_texts(self.words, [slot.name for slot in self.slots], self.board.areas)

    def links(self) -> int:
        """Number of pairs of areas that touch."""
        return int(self.board.arrays()["near_link"].max()) + 1

    def number(self, name: str) -> int:
        """Number of a slot by its name."""
        return [slot.name for slot in self.slots].index(name)

    def numbers(self, unit: str) -> list[int]:
        """Numbers of all slots of a unit."""
        return [number for number, slot in enumerate(self.slots) if slot.unit == unit]

    def ruleset(self) -> Ruleset:
        """Core rules, the scenario's own, and the rows of its units."""
        return _ruleset(self.folder, self.map_file, self.units)

    def parameters(
        self,
        ruleset: Ruleset,
        starts: Sequence[Start],
        tokens: Sequence[Sequence[int]],
        turn_order: Sequence[int],
        camp_order: Sequence[int],
        rally_points: Mapping[int, Iterable[str]],
        derived: Mapping[str, np.ndarray],
    ) -> np.ndarray:
        """Lay out the parameter record.

        Parameters
        ----------
        ruleset
            The values in force.
        starts
            Where each slot begins, U of them.
        tokens
            XP, Legend, Intrigue and Reroll of each owner at the start.
        turn_order
            Players in the order of their turns.
        camp_order
            Owners in the order of their casualties checks.
        rally_points
            Owner to the names of its Rally points.
        derived
            Fields of the scenario's own.
        """
        values = self._board_arrays(ruleset)
        rows = ruleset.tables["units"]
        values.update(profile_arrays(ruleset, rows))
        values.update(dice_arrays(ruleset))
        values.update(_further_profile_arrays(values, rows))
        values.update(action_arrays(self.words, len(self.slots), len(self.board.areas)))
        values.update(self._start_arrays(rows, starts))
        values.update(_giant_arrays(values))
        values.update(self._owner_arrays(ruleset, tokens, turn_order, camp_order))
        values["rally_points"] = np.zeros((len(self.owners), len(self.board.areas)), np.int64)
        for owner, names in rally_points.items():
            values["rally_points"][owner, [self.board.number(name) for name in names]] = 1
        values.update(derived)
        return compile_parameters(ruleset, values)

    def _board_arrays(self, ruleset: Ruleset) -> dict[str, np.ndarray]:
        board = Board(self.map_file, str(ruleset.value("board.compass")))
        forest = ruleset.value("combat.line_of_sight") == "forest"
        centres = np.array(board.centres, np.float64)
        centres = (centres - centres.mean(axis=0)) / np.abs(centres - centres.mean(axis=0)).max()
        return {
            **board.arrays(blocking=("forest",) if forest else ()),
            "area_x": centres[:, 0].copy(),
            "area_y": centres[:, 1].copy(),
        }

    def _start_arrays(self, rows: Sequence[str], starts: Sequence[Start]) -> dict[str, np.ndarray]:
        return {
            "start_area": np.array(
                [
                    self.board.number(start.area) if start.area and start.in_play else RESERVE
                    for start in starts
                ],
                np.int64,
            ),
            "start_owner": np.array(
                [
                    slot.owner if start.in_play else NOBODY
                    for slot, start in zip(self.slots, starts, strict=True)
                ],
                np.int64,
            ),
            "start_profile": np.array(
                [
                    list(rows).index(start.unit or slot.unit)
                    for slot, start in zip(self.slots, starts, strict=True)
                ],
                np.int64,
            ),
            "start_home": np.array([start.home for start in starts], np.int64),
        }

    def _owner_arrays(
        self,
        ruleset: Ruleset,
        tokens: Sequence[Sequence[int]],
        turn_order: Sequence[int],
        camp_order: Sequence[int],
    ) -> dict[str, np.ndarray]:
        unholy = [int(owner in self.unholy) for owner in self.owners]
        order = [*turn_order, *range(len(turn_order), len(self.owners))]
        return {
            "players": np.array(len(self.seats), np.int64),
            "owners": np.array(len(self.owners), np.int64),
            "team": np.array(self.teams, np.int64),
            "is_unholy": np.array(unholy, np.int64),
            "start_tokens": np.array(tokens, np.int64),
            "turn_order": np.array(order, np.int64),
            "camp_order": np.array(camp_order, np.int64),
            "round_cards": np.array(
                ROUND_CARDS[str(ruleset.value("council.round_cards"))], np.int64
            ),
        }


def _further_profile_arrays(
    values: Mapping[str, np.ndarray], rows: Sequence[str]
) -> dict[str, np.ndarray]:
    """Fields worked out from the profile table: R entries each, or one number."""
    kinds = dict(zip(rows, values["profile_kind"].tolist(), strict=True))
    from_row = np.full(len(rows), -1, np.int64)
    for row, target in enumerate(values["profile_upgrade_to"].tolist()):
        if target >= 0:
            from_row[target] = row
    dice = values["profile_melee"].sum(axis=1) + values["profile_pushes"]
    sides = values["die_side"][:4]
    hits = ((sides == KILL) | (sides == DISRUPTED)).mean(axis=1)
    shields = (sides == SHIELD).mean(axis=1)
    attack = np.maximum(values["profile_melee"] @ hits, values["profile_shot"] @ hits)
    return {
        "profile_upgraded_from": from_row,
        "profile_has_melee": (dice > 0).astype(np.int64),
        "kind_peasants": np.array(kinds.get("Peasants", -1), np.int64),
        "kind_penitents": np.array(kinds.get("Penitents", -1), np.int64),
        "profile_attack_strength": attack,
        "profile_defence_strength": values["profile_defence"] @ shields + values["profile_shields"],
    }


def _giant_arrays(values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Units that can fill a hex, at one of their levels: how many, and [U] their numbers, then -1."""
    kinds = values["profile_kind"]
    gigantic = kinds[values["profile_traits"] & GIGANTIC_UNIT != 0]
    units = np.flatnonzero(np.isin(kinds[values["start_profile"]], gigantic))
    numbers = np.full(len(values["start_profile"]), NOBODY, np.int64)
    numbers[: len(units)] = units
    return {"giants": np.array(len(units), np.int64), "giant_units": numbers}


def _ruleset(folder: Path, map_file: MapFile, units: Sequence[str]) -> Ruleset:
    own = Ruleset.load(folder)
    unit_table, rows = unit_rules(units)
    dice = dice_rules()
    rules = {
        **read_rules(ENGINE / "rules.toml"),
        **read_rules(ENGINE / "rulebook.toml"),
        **own.rules,
        **map_file.ledger(),
        **dice,
        **unit_table,
        **ability_rules(rows),
    }
    tables = {name: _rows(dice, name) for name in ("dice", "doom")}
    return replace(own, rules=rules, tables={**own.tables, **tables, "units": rows})


def _rows(rules: Mapping[str, Rule], table: str) -> tuple[str, ...]:
    rows = [name.split(".")[1] for name in rules if name.startswith(f"{table}.")]
    return tuple(dict.fromkeys(rows))
