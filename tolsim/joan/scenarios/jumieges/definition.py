"""Darkness upon Jumièges Abbey as the rest of tolsim sees it."""

from __future__ import annotations

import numpy as np

from tolsim.core.definition import Column, Definition, field_of
from tolsim.joan.actions import ACTIVATE
from tolsim.joan.contents import INTERRUPTED, JoanContents
from tolsim.joan.observation import observation_size
from tolsim.joan.scenarios.jumieges import entries
from tolsim.joan.scenarios.jumieges.names import (
    AT_INTERRUPTS,
    GRADES,
    LOSSES,
    LOST,
    MAJOR,
    MEANS,
    NUMBER_RELICS,
    OUTCOMES,
    OWNERS,
    SEATS,
)
from tolsim.joan.scenarios.jumieges.observation import SCENARIO_NUMBERS
from tolsim.joan.scenarios.jumieges.roster import MAP, SCENARIO, parameters
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.scenarios.jumieges.text import about, breakdown, in_area, own_event
from tolsim.joan.text import ScenarioText

TEXT = ScenarioText(SCENARIO, about, in_area, own_event)
LEVIATHAN_NUMBER = SCENARIO.number("The Leviathan")


def _carried(states: np.ndarray) -> np.ndarray:
    return np.asarray((states["relic_holder"][:, :NUMBER_RELICS] >= 0).sum(axis=1))


def _lost(states: np.ndarray) -> np.ndarray:
    return np.asarray((states["relic_holder"][:, :NUMBER_RELICS] == LOST).sum(axis=1))


def _relics(states: np.ndarray) -> np.ndarray:
    """Relics that Characters carry."""
    return _carried(states).reshape(-1, 1).astype(np.int64)


def _telemetry() -> list[Column]:
    columns = [
        Column("rounds", field_of("turn"), "rounds begun"),
        Column("relics_equipped", _carried, "Relics that Characters carry at the end"),
        Column("relics_taken", field_of("relics_taken"), "Relics that Characters have equipped"),
        Column("relics_destroyed", _lost, "Relics destroyed"),
        Column("tokens_revealed", field_of("tokens_revealed"), "tokens turned up"),
        Column("church_damage", field_of("church_damage"), "damage of the church"),
        Column("roars", field_of("roars"), "Roars"),
        Column("eruptions", field_of("eruptions"), "eruptions thrown for"),
        Column("lava", field_of("lava_placed"), "Lava tiles laid"),
        Column("xp_won", field_of("xp_won"), "XP gained as a Worthy Champion"),
        Column("unholy_fallen", field_of("unholy_fallen"), "falls of Unholy units to the player"),
        Column("healed", field_of("healed"), "wounds that the Leviathan healed"),
        Column("leviathan_health", field_of("unit_hp", LEVIATHAN_NUMBER), "its health at the end"),
    ]
    columns += [
        Column(f"holy_lost_{cause}", field_of("holy_lost", place), "Holy units destroyed so")
        for place, cause in enumerate(LOSSES)
    ]
    for place, name in enumerate(MEANS):
        columns.append(
            Column(
                f"unholy_killed_{name}",
                field_of("unholy_killed", place),
                "Unholy units destroyed so",
            )
        )
        columns.append(
            Column(
                f"leviathan_wounds_{name}",
                field_of("leviathan_wounds", place),
                "wounds inflicted so",
            )
        )
    for column, token in enumerate(("xp", "legend", "intrigue")):
        columns.append(Column(token, field_of("tokens", 0, column), "at the end"))
    return columns


DEFINITION = Definition(
    name="jumieges",
    title="Darkness upon Jumièges Abbey",
    kind="one player, cooperative, hidden information",
    seats=SEATS,
    teams=(0,),
    state=STATE,
    actions=SCENARIO.action_texts(),
    observation_size=observation_size(
        len(SCENARIO.slots), len(SCENARIO.board.areas), len(OWNERS), SCENARIO_NUMBERS
    ),
    longest=2500,
    returns=(-1.0, MAJOR),
    outcomes=OUTCOMES,
    grades=GRADES,
    telemetry=_telemetry(),
    entries=entries,
    sources=("core", "joan"),
    folder=SCENARIO.folder,
    parameters=parameters,
    render=TEXT.render,
    describe=TEXT.describe,
    asked=TEXT.asked,
    legend=TEXT.legend,
    scores=_relics,
    breakdown=breakdown,
    happened=TEXT.happened,
    # Uniform play to the end tells the options of a small choice apart by next to nothing; these beat
    # greedy in trial matches, see docs/calibration_four_horsemen.md.
    search={"playout": "greedy", "cutoff": 20, "prior": 0.5, "exploration": 0.3},
    rules=SCENARIO.ruleset,
    map_file=MAP.path,
    contents=JoanContents(SCENARIO, {(AT_INTERRUPTS, ACTIVATE): INTERRUPTED}),
)
