"""The Four Horsemen as the rest of tolsim sees it."""

from __future__ import annotations

import numpy as np

from tolsim.core.definition import Column, Definition, field_of
from tolsim.joan.contents import JoanContents
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


def _points(states: np.ndarray) -> np.ndarray:
    """Victory Points: the Unholy side's own; the Holy side has none."""
    points = np.zeros((len(states), len(SEATS)), np.int64)
    points[:, UNHOLY] = states["vp_civilians"] + states["vp_final"]
    return points


def _telemetry() -> list[Column]:
    columns = [
        Column("rounds", field_of("turn"), "rounds begun"),
        Column("vp_civilians", field_of("vp_civilians"), "Victory Points for destroyed Civilians"),
        Column("vp_final", field_of("vp_final"), "Victory Points of the final scoring"),
        Column("prayers", field_of("prayers_said"), "Prayers of Civilians in the church"),
        Column("angels_summoned", field_of("angels_summoned"), "Angels summoned"),
        Column("patrick_used", field_of("patrick_used"), "1: Saint Patrick's coming is used up"),
    ]
    columns += [
        Column(f"civilians_{cause}", field_of("civilians_lost", place), "Civilians destroyed so")
        for place, cause in enumerate(LOSSES)
    ]
    columns += [
        Column(f"returns_{name}", field_of("returns_to", place), "units come back in this pentacle")
        for place, name in enumerate(PENTACLES)
    ]
    for place, name in enumerate(HORSEMEN):
        columns.append(
            Column(f"round_{name}", field_of("entry_round", place), "round of its coming")
        )
        columns.append(
            Column(
                f"pentacle_{name}", field_of("entry_pentacle", place), "pentacle, -1: did not come"
            )
        )
    for seat, name in enumerate(SEATS):
        for column, token in enumerate(("xp", "legend", "intrigue")):
            columns.append(
                Column(f"{token}_{name}", field_of("tokens", seat, column), "at the end")
            )
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
    # Uniform play to the end tells the options of a small choice apart by next to nothing; these beat
    # greedy in trial matches, see docs/calibration_four_horsemen.md.
    search={"playout": "greedy", "cutoff": 20, "prior": 0.5, "exploration": 0.3},
    rules=SCENARIO.ruleset,
    map_file=MAP.path,
    contents=JoanContents(SCENARIO),
)
