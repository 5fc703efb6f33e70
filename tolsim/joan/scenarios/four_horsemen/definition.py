"""The Four Horsemen as the rest of tolsim sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tolsim.core.game import Column, Definition
from tolsim.joan.observation import observation_size
from tolsim.joan.scenarios.four_horsemen import entries
from tolsim.joan.scenarios.four_horsemen.names import (
    HOLY,
    HORSEMEN,
    LOSSES,
    OUTCOMES,
    PENTACLES,
    SEATS,
    UNHOLY,
)
from tolsim.joan.scenarios.four_horsemen.observation import SCENARIO_NUMBERS
from tolsim.joan.scenarios.four_horsemen.roster import MAP, SCENARIO, parameters
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.scenarios.four_horsemen.text import about, breakdown
from tolsim.joan.text import ScenarioText

TEXT = ScenarioText(SCENARIO, about)


def _of(field: str, *place: int) -> Any:
    def read(states: np.ndarray) -> np.ndarray:
        found: np.ndarray = states[field]
        for index in place:
            found = found[:, index]
        return found

    return read


def _points(states: np.ndarray) -> np.ndarray:
    """Victory Points: the Unholy side's own; the Holy side has none."""
    points = np.zeros((len(states), len(SEATS)), np.int64)
    points[:, UNHOLY] = states["vp_civilians"] + states["vp_final"]
    return points


def _telemetry() -> list[Column]:
    columns = [
        Column("rounds", _of("turn"), "rounds begun"),
        Column("vp_civilians", _of("vp_civilians"), "Victory Points for destroyed Civilians"),
        Column("vp_final", _of("vp_final"), "Victory Points of the final scoring"),
        Column("prayers", _of("prayers_said"), "Prayers of Civilians in the church"),
        Column("angels_summoned", _of("angels_summoned"), "Angels summoned"),
        Column("patrick_used", _of("patrick_used"), "1: Saint Patrick's coming is used up"),
    ]
    columns += [
        Column(f"civilians_{cause}", _of("civilians_lost", place), "Civilians destroyed so")
        for place, cause in enumerate(LOSSES)
    ]
    columns += [
        Column(f"returns_{name}", _of("returns_to", place), "units come back in this pentacle")
        for place, name in enumerate(PENTACLES)
    ]
    for place, name in enumerate(HORSEMEN):
        columns.append(Column(f"round_{name}", _of("entry_round", place), "round of its coming"))
        columns.append(
            Column(f"pentacle_{name}", _of("entry_pentacle", place), "pentacle, -1: did not come")
        )
    for seat, name in enumerate(SEATS):
        for column, token in enumerate(("xp", "legend", "intrigue")):
            columns.append(Column(f"{token}_{name}", _of("tokens", seat, column), "at the end"))
    return columns


DEFINITION = Definition(
    name="four_horsemen",
    title="The Four Horsemen of the Apocalypse",
    kind="two-player, zero-sum, open information with chance",
    seats=SEATS,
    teams=(HOLY, UNHOLY),
    state=STATE,
    actions=SCENARIO.action_texts(),
    observation_size=observation_size(
        len(SCENARIO.slots), len(SCENARIO.board.areas), 2, SCENARIO_NUMBERS
    ),
    longest=2500,
    returns=(-1.0, 1.0),
    outcomes=OUTCOMES,
    telemetry=_telemetry(),
    entries=entries,
    sources=("core", "joan"),
    folder=SCENARIO.folder,
    parameters=parameters,
    render=TEXT.render,
    describe=TEXT.describe,
    asked=TEXT.asked,
    legend=TEXT.legend,
    scores=_points,
    breakdown=breakdown,
    happened=TEXT.happened,
    search={"playout": "greedy", "cutoff": 20, "prior": 0.5, "exploration": 0.3},
    rules=SCENARIO.ruleset,
    map_file=MAP.path,
)
