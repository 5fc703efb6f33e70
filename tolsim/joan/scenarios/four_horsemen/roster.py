"""Who can be in play, where the map puts them, and what the set-up rules change about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from tolsim.core.rules import Ruleset
from tolsim.joan.board import Board
from tolsim.joan.map_file import load_map
from tolsim.joan.profiles import profile_arrays, rules_by_unit
from tolsim.joan.scenario import Scenario, Slot, Start, slots
from tolsim.joan.scenarios.four_horsemen.names import (
    CIVILIANS,
    HOLY,
    HORSEMEN,
    OWNERS,
    PENTACLES,
    SEATS,
    STAGE_QUESTIONS,
    UNHOLY,
    WORDS,
)
from tolsim.joan.traits import CIVILIAN

FOLDER = Path(__file__).parent
NEEDS = ("church area", "church", "shrine", *(f"pentacle {name}" for name in PENTACLES))

# The largest army of each that the set-up rules know.
HOLY_MOST = {
    "Hero": 1,
    "Standard Bearer": 1,
    "Foot Knights": 3,
    "Sergeants-at-Arms": 3,
    "Pikemen": 4,
    "Crossbowmen": 3,
    "Provincial Militia": 3,
    "Peasants": 3,
    "Mounted Knights": 2,
}
TROOPS_MOST = {
    "Conquest": {"Mounted Spectres": 2, "Gargoyles": 3},
    "War": {"Damned": 1, "Heretic Repentants": 2, "Heretic Expiators": 1},
    "Famine": {"Devourers": 4, "Heretic Expiators": 1},
    "Death": {"Mounted Skeletons": 2, "Skeletons": 4},
}
ANGELS = 4

FEWER = {"Sergeants-at-Arms": 1, "Provincial Militia": 1, "Mounted Knights": 1}
MORE = {"Foot Knights": 1, "Pikemen": 1, "Crossbowmen": 1}
"""What the smaller and the larger Holy army have less and more of."""
MORE_AREAS = {"Foot Knights": "2B.2a", "Pikemen": "17A.2b", "Crossbowmen": "2B.2a"}
"""Where the larger army's further units stand."""
OUTSIDE_THE_CHURCH = "18A.3a"
"""Where those stand who begin in the church's area, if that is part of the church."""
LIGHT = {
    "War": {"Heretic Repentants": 1},
    "Famine": {"Devourers": 3},
    "Conquest": {"Gargoyles": 0},
    "Death": {"Mounted Skeletons": 1},
}
HEAVY = {
    "Conquest": {"Gargoyles": 3},
    "War": {"Heretic Expiators": 1},
    "Famine": {"Heretic Expiators": 1},
    "Death": {"Skeletons": 4},
}
"""Troops by the set-up rule, where they differ from the map's armies."""


def _armies() -> Iterator[tuple[int, str, int]]:
    for unit, count in HOLY_MOST.items():
        yield HOLY, unit, count
    for civilian in CIVILIANS:
        yield HOLY, civilian, 1
    yield HOLY, "Angel", ANGELS
    yield HOLY, "Saint Patrick", 1
    for horseman, troops in TROOPS_MOST.items():
        yield UNHOLY, horseman, 1
        for unit, count in troops.items():
            yield UNHOLY, unit, count


def _groups() -> list[int]:
    """Horseman with whom each slot comes, -1 for the Holy."""
    groups = []
    for owner, unit, count in _armies():
        if unit in HORSEMEN:
            group = HORSEMEN.index(unit)
        groups += [group if owner == UNHOLY else -1] * count
    return groups


GROUPS = _groups()
MAP = load_map(FOLDER / "map.json", needs=NEEDS, units=rules_by_unit())
SCENARIO = Scenario(
    folder=FOLDER,
    seats=SEATS,
    owners=OWNERS,
    teams=(HOLY, UNHOLY),
    unholy=("unholy",),
    map_file=MAP,
    board=Board(MAP),
    slots=slots(_armies()),
    words=WORDS,
    further_profiles=("Priest",),
    stages=STAGE_QUESTIONS,
)


def _holy_army(ruleset: Ruleset) -> dict[str, int]:
    units = dict(MAP.armies["holy"].units)
    size = ruleset.value("setup.holy_army")
    if size == "17":
        units = {unit: count - FEWER.get(unit, 0) for unit, count in units.items()}
    elif size == "23":
        units = {unit: count + MORE.get(unit, 0) for unit, count in units.items()}
    elif size == "no Character":
        del units["Hero"]
    return units


def _troops(ruleset: Ruleset, horseman: str) -> Mapping[str, int]:
    units = dict(MAP.armies[horseman].units)
    changed = {"light": LIGHT, "heavy": HEAVY}.get(str(ruleset.value("setup.troops")), {})
    return {**units, **changed.get(horseman, {})}


def _civilian_areas(ruleset: Ruleset) -> dict[str, str]:
    number = int(ruleset.value("setup.civilians"))
    extra = MAP.extra["civilians_extra"]
    areas = {**MAP.civilians}
    if ruleset.value("setup.civilian_spots") == "near":
        areas.update(MAP.extra["civilians_near"])
    if number == 6:
        del areas["Merchant Girl"]
    for name in list(extra)[: max(0, number - 7)]:
        areas[name] = extra[name]
    return areas


def _holy_areas(ruleset: Ruleset) -> dict[str, list[str]]:
    """Areas of each Holy unit's slots in the standard set-up; guards go where their Civilians go."""
    moved = {}
    if ruleset.value("setup.civilian_spots") == "near":
        moved = {MAP.civilians[name]: area for name, area in MAP.extra["civilians_near"].items()}
    if ruleset.value("church.means") == "interior and area":
        moved[MAP.places["church area"][0]] = OUTSIDE_THE_CHURCH
    areas: dict[str, list[str]] = {unit: [] for unit in HOLY_MOST}
    for area, units in MAP.deployment["holy"].items():
        for unit, count in units.items():
            areas[unit] += [moved.get(area, area)] * count
    for unit, area in MORE_AREAS.items():
        areas[unit].append(area)
    return areas


def starts(ruleset: Ruleset) -> list[Start]:
    """Where each slot begins under a ruleset."""
    played = ruleset.value("deployment.holy") == "played"
    holy, civilians = _holy_army(ruleset), _civilian_areas(ruleset)
    areas = _holy_areas(ruleset)
    used: dict[tuple[int, str], int] = {}
    found = []
    for number, slot in enumerate(SCENARIO.slots):
        group = GROUPS[number]
        place = used.get((group, slot.unit), 0)
        used[group, slot.unit] = place + 1
        if group >= 0:
            found.append(_unholy_start(ruleset, slot, group, place))
        elif slot.unit in CIVILIANS:
            there = slot.unit in civilians
            chosen = played and ruleset.value("deployment.civilians") == "player"
            area = civilians.get(slot.unit) if not chosen else None
            found.append(Start(area=area, in_play=there))
        elif slot.unit in HOLY_MOST:
            area = None if played or place >= len(areas[slot.unit]) else areas[slot.unit][place]
            found.append(Start(area=area, in_play=place < holy.get(slot.unit, 0)))
        elif slot.unit == "Saint Patrick":
            priest = ruleset.value("patrick.profile") == "priest"
            found.append(Start(unit="Priest" if priest else None))
        else:
            found.append(Start())
    return found


def _unholy_start(ruleset: Ruleset, slot: Slot, group: int, place: int) -> Start:
    horseman = HORSEMEN[group]
    if slot.unit == horseman:
        level = ruleset.value("setup.horseman_level")
        return Start(unit=horseman if level == 1 else f"{horseman} 2", home=group)
    return Start(home=group, in_play=place < _troops(ruleset, horseman).get(slot.unit, 0))


def parameters(ruleset: Ruleset) -> np.ndarray:
    """Parameter record of a ruleset."""
    board = SCENARIO.board
    church_area = MAP.places["church area"][0]
    rally = list(MAP.rally_points["holy"])
    if ruleset.value("church.area_rallies"):
        rally.append(church_area)
    pentacles = [MAP.places[f"pentacle {name}"][0] for name in PENTACLES]
    church = np.zeros(len(board.areas), np.int64)
    church[board.number("church")] = 1
    if ruleset.value("church.means") == "interior and area":
        church[board.number(church_area)] = 1
    capacity = board.arrays()["capacity"].copy()
    capacity[board.number("church")] = int(ruleset.value("church.capacity"))
    opposite = np.zeros(len(PENTACLES), np.int64)
    for pair in MAP.extra["pentacle_opposites"]:
        one, other = (PENTACLES.index(name) for name in pair)
        opposite[one], opposite[other] = other, one
    reroll = int(ruleset.value("tokens.reroll"))
    tokens = [
        [int(ruleset.value(f"tokens.{side}_{token}")) for token in ("xp", "legend")] + [0, reroll]
        for side in SEATS
    ]
    rows = ruleset.tables["units"]
    # With the Priest's profile, too, Saint Patrick is no Civilian.
    traits = profile_arrays(ruleset, rows)["profile_traits"]
    traits[list(rows).index("Priest")] &= ~CIVILIAN
    return SCENARIO.parameters(
        ruleset,
        starts(ruleset),
        tokens,
        turn_order=(UNHOLY, HOLY),
        camp_order=(UNHOLY, HOLY),
        rally_points={HOLY: rally, UNHOLY: pentacles},
        derived={
            "capacity": capacity,
            "is_church": church,
            "church": np.array(board.number("church"), np.int64),
            "shrine": np.array(board.number(MAP.places["shrine"][0]), np.int64),
            "pentacle_area": np.array([board.number(area) for area in pentacles], np.int64),
            "pentacle_of": np.array(
                [pentacles.index(area) if area in pentacles else -1 for area in board.areas],
                np.int64,
            ),
            "opposite": opposite,
            "horseman": np.array([SCENARIO.number(name) for name in HORSEMEN], np.int64),
            "group": np.array(GROUPS, np.int64),
            "patrick": np.array(SCENARIO.number("Saint Patrick"), np.int64),
            "first_civilian": np.array(SCENARIO.number(CIVILIANS[0]), np.int64),
            "first_angel": np.array(SCENARIO.numbers("Angel")[0], np.int64),
            "angels": np.array(ANGELS, np.int64),
            "level_one": np.array([list(rows).index(name) for name in HORSEMEN], np.int64),
            "profile_traits": traits,
            "steps_to_church": board.arrays()["distance"][board.number("church")],
        },
    )
