"""Who can be in play, where the map puts them, and what the set-up rules change about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tolsim.core.rules import Ruleset
from tolsim.joan.board import Board
from tolsim.joan.map_file import load_map
from tolsim.joan.profiles import profile_arrays, rules_by_unit
from tolsim.joan.scenario import Scenario, Slot, Start, slots
from tolsim.joan.scenarios.jumieges import charts
from tolsim.joan.scenarios.jumieges.names import (
    HOLY,
    LEVIATHAN,
    OWNERS,
    RELICS,
    RELICS_NEEDED,
    SEATS,
    SITES,
    STAGE_QUESTIONS,
    UNHOLY,
    WORDS,
)
from tolsim.joan.state import NOBODY
from tolsim.joan.traits import TARGETING

FOLDER = Path(__file__).parent
NEEDS = (
    "church area", "church", *(f"number site {site}" for site in SITES), "Leviathan start",
    "Unholy Rally",
)  # fmt: skip
THE_LEVIATHAN, AMBROISE, HERO, PRIEST = "The Leviathan", "Ambroise de Loré", "Hero", "Priest"

MAP = load_map(FOLDER / "map.json", needs=NEEDS, units=rules_by_unit())
HOLY_UNITS = tuple(MAP.armies["holy"].units)
UNHOLY_UNITS = tuple(unit for unit in MAP.armies["unholy"].units if unit != THE_LEVIATHAN)
CHARTS = charts.load_charts(
    FOLDER / "charts.toml",
    {
        "leviathan": HOLY_UNITS,
        "unholy": HOLY_UNITS,
        "unholy_turns": UNHOLY_UNITS,
        "unholy_losses": UNHOLY_UNITS,
    },
)
"""Lines of each chart of the file, checked."""


def _armies() -> Iterator[tuple[int, str, int]]:
    for unit, count in MAP.armies["holy"].units.items():
        yield HOLY, unit, count
    yield LEVIATHAN, THE_LEVIATHAN, 1
    for unit in UNHOLY_UNITS:
        yield UNHOLY, unit, MAP.armies["unholy"].units[unit]
    yield NOBODY, PRIEST, 1


SCENARIO = Scenario(
    folder=FOLDER,
    seats=SEATS,
    owners=OWNERS,
    teams=(0, 1, 1),
    unholy=("leviathan", "unholy"),
    map_file=MAP,
    board=Board(MAP),
    slots=slots(_armies()),
    words=WORDS,
    stages=STAGE_QUESTIONS,
)


def site_areas(ruleset: Ruleset) -> list[str]:
    """Areas of the number tokens, in the order of the sites' names."""
    return [
        MAP.places["number site NW"][0],
        str(ruleset.value("setup.site_north_east")),
        str(ruleset.value("setup.site_central")),
    ]


def starts(ruleset: Ruleset) -> list[Start]:
    """Where each slot begins under a ruleset; the Priest is placed when the game is set up."""
    areas: dict[str, list[str]] = {}
    for side in ("holy", "unholy"):
        for area, units in MAP.deployment[side].items():
            for unit, count in units.items():
                areas.setdefault(unit, []).extend([area] * count)
    board = SCENARIO.board
    start = str(ruleset.value("setup.leviathan_start"))
    number = [one.id for one in board.hexes].index(start)
    areas[THE_LEVIATHAN] = [board.areas[board.arrays()["hex_areas"][number, 0]]]
    return [_start(slot, areas) for slot in SCENARIO.slots]


def _start(slot: Slot, areas: Mapping[str, list[str]]) -> Start:
    if slot.owner == NOBODY:
        return Start()
    numbers = SCENARIO.numbers(slot.unit)
    return Start(area=areas[slot.unit][numbers.index(SCENARIO.number(slot.name))])


def parameters(ruleset: Ruleset) -> np.ndarray:
    """Parameter record of a ruleset."""
    rally = ruleset.value("setup.holy_rally")
    holy_rally = [area for area in MAP.rally_points["holy"] if rally in (area, "12Ba and 13A.1a")]
    unholy_rally = MAP.places["Unholy Rally"]
    tokens = [int(ruleset.value(f"tokens.{token}")) for token in ("xp", "legend")]
    reroll = int(ruleset.value("tokens.reroll"))
    return SCENARIO.parameters(
        ruleset,
        starts(ruleset),
        [[*tokens, 0, reroll], [0, 0, 0, 0], [0, 0, 0, 0]],
        turn_order=(HOLY,),
        camp_order=(HOLY, LEVIATHAN, UNHOLY),
        rally_points={HOLY: holy_rally, LEVIATHAN: unholy_rally, UNHOLY: unholy_rally},
        derived={
            **_place_arrays(ruleset),
            **_hex_arrays(),
            **_chart_arrays(ruleset),
            **_profile_changes(ruleset),
            **_victory_arrays(ruleset),
        },
    )


def _place_arrays(ruleset: Ruleset) -> dict[str, np.ndarray]:
    board = SCENARIO.board
    arrays = board.arrays()
    church_area = board.number(MAP.places["church area"][0])
    return {
        "church": np.array(board.number(MAP.places["church"][0]), np.int64),
        "church_area": np.array(church_area, np.int64),
        "church_hex": arrays["hex_of"][church_area],
        "site_area": np.array([board.number(area) for area in site_areas(ruleset)], np.int64),
        "unholy_rally": np.array(board.number(MAP.places["Unholy Rally"][0]), np.int64),
        "leviathan": np.array(SCENARIO.number(THE_LEVIATHAN), np.int64),
        "priest": np.array(SCENARIO.number(PRIEST), np.int64),
        "heroes": np.array([SCENARIO.number(AMBROISE), SCENARIO.number(HERO)], np.int64),
        "near_areas": np.array([_bits(others) for others in board.near], np.int64),
        "interiors": _bits(np.flatnonzero(arrays["is_interior"])),
    }


def _hex_arrays() -> dict[str, np.ndarray]:
    arrays = SCENARIO.board.arrays()
    near = [_bits(row[row >= 0]) for row in arrays["hex_near"]]
    church_hex = int(arrays["hex_of"][SCENARIO.board.number(MAP.places["church area"][0])])
    # The church's hex is one area, so each of its neighbours has an edge in common with it.
    areas = [
        _bits(np.flatnonzero((arrays["hex_of"] == number) & (arrays["is_interior"] == 0)))
        for number in range(len(near))
    ]
    return {
        "hexes": np.array(len(near), np.int64),
        "near_hexes": np.array(near, np.int64),
        "areas_of_hex": np.array(areas, np.int64),
        "goal_hexes": np.array(near[church_hex], np.int64),
        "hex_steps": _hex_steps(arrays["hex_near"]),
    }


def _hex_steps(near: np.ndarray) -> np.ndarray:
    """Fewest steps from hex to hex: int64 [H, H]."""
    steps = np.full((len(near), len(near)), 99, np.int64)
    for start in range(len(near)):
        steps[start, start] = 0
        reached = [start]
        for one in reached:  # it grows while it is read
            for other in near[one][near[one] >= 0]:
                if steps[start, other] == 99:
                    steps[start, other] = steps[start, one] + 1
                    reached.append(int(other))
    return steps


def _bits(members: Iterable[Any]) -> np.int64:
    return np.int64(sum(1 << int(member) for member in members))


def _chart_arrays(ruleset: Ruleset) -> dict[str, np.ndarray]:
    units = [slot.unit for slot in SCENARIO.slots]
    target = np.stack(
        [
            np.full(len(units), charts.NOT_RANKED, np.int64),
            charts.ranks(ruleset, "charts.leviathan", units, HOLY_UNITS),
            charts.ranks(ruleset, "charts.unholy", units, HOLY_UNITS),
        ]
    )
    if ruleset.value("unholy.crossbowmen") == "never":
        target[UNHOLY, SCENARIO.numbers("Crossbowmen")] = charts.NOT_RANKED
    return {
        "target_rank": target,
        "rank_of_carrier": charts.rank_of_line(
            ruleset, "charts.leviathan", charts.CARRIER, HOLY_UNITS
        ),
        "rank_in_church": charts.rank_of_line(
            ruleset, "charts.leviathan", charts.IN_CHURCH, HOLY_UNITS
        ),
        "turn_rank": charts.ranks(ruleset, "charts.unholy_turns", units, UNHOLY_UNITS),
        "loss_rank": charts.ranks(ruleset, "charts.unholy_losses", units, UNHOLY_UNITS),
        "turn_ranks": np.array(len(UNHOLY_UNITS), np.int64),
    }


def _profile_changes(ruleset: Ruleset) -> dict[str, np.ndarray]:
    """Profile arrays where a switch of the scenario changes them."""
    rows = list(ruleset.tables["units"])
    arrays = profile_arrays(ruleset, tuple(rows))
    size, traits = arrays["profile_size"].copy(), arrays["profile_traits"].copy()
    size[rows.index(PRIEST)] = int(ruleset.value("priest.size"))
    if ruleset.value("leviathan.melee_allocation") == "chart":
        # The attacker allocates, and the Leviathan goes by its chart.
        traits[rows.index(THE_LEVIATHAN)] |= TARGETING
    found = {"profile_size": size, "profile_traits": traits}
    if ruleset.value("leviathan.occupies") == "area":
        found["giants"] = np.array(0, np.int64)  # none that fills a hex
    return found


def _victory_arrays(ruleset: Ruleset) -> dict[str, np.ndarray]:
    needed = [
        [int(ruleset.value(f"relics_needed.{row}.{column}")) for column in RELICS_NEEDED]
        for row in ruleset.tables["relics_needed"]
    ]
    costs = [int(ruleset.value(f"relic.{relic}.cost")) for relic in RELICS]
    heals = [int(ruleset.value(f"relic.{relic}.heals")) for relic in RELICS]
    return {
        "relics_needed": np.array(needed, np.int64),
        "relic_cost": np.array(costs, np.int64),
        "relic_heals": np.array(heals, np.int64),
    }
