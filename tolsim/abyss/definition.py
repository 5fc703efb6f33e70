"""Legions: Abyss as the rest of tolsim sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tolsim.abyss import entries
from tolsim.abyss.actions import ACTION_TEXTS
from tolsim.abyss.observation import OBSERVATION_SIZE
from tolsim.abyss.parameters import parameters
from tolsim.abyss.state import COLOURS, LOCATIONS, OUTCOMES, SEATS, STATE, STRATAGEMS
from tolsim.abyss.text import LEGEND, asked, breakdown, describe, render, sight
from tolsim.core.definition import Column, Definition, field_of


def _stratagem_name(seat: int) -> Any:
    def read(states: np.ndarray) -> list[str]:
        return [STRATAGEMS[seat][code] for code in states["stratagem"][:, seat]]

    return read


def _telemetry() -> list[Column]:
    columns = [Column("turns", field_of("turn"), "turns played")]
    for seat, name in enumerate(SEATS):
        columns += [
            Column(f"stratagem_{name}", _stratagem_name(seat), "Stratagem held"),
            Column(
                f"stratagem_used_{name}", field_of("stratagem_used", seat), "turn of use, 0: kept"
            ),
            Column(f"turns_led_{name}", field_of("turns_led", seat), "turns played first"),
            Column(f"banners_{name}", field_of("banners", seat), "Banners controlled at the end"),
        ]
        columns += [
            Column(
                f"majority_{COLOURS[location]}_{name}",
                field_of("majority_turns", seat, location),
                "turn ends with this Majority",
            )
            for location in range(LOCATIONS)
        ]
    columns.append(
        Column(
            "hero_recruited_by",
            field_of("recruited_by"),
            "per Hero: seat that took it last, -1: nobody",
        )
    )
    columns.append(
        Column("hero_recruited_turn", field_of("recruited_turn"), "per Hero: turn, 0: never")
    )
    return columns


DEFINITION = Definition(
    name="abyss",
    title="Legions: Abyss",
    kind="two-player, zero-sum, hidden information",
    seats=SEATS,
    teams=(0, 1),
    state=STATE,
    actions=ACTION_TEXTS,
    observation_size=OBSERVATION_SIZE,
    longest=640,
    returns=(-1.0, 1.0),
    outcomes=OUTCOMES,
    telemetry=_telemetry(),
    entries=entries,
    sources=("core", "abyss"),
    folder=Path(__file__).parent,
    parameters=parameters,
    render=render,
    describe=describe,
    asked=asked,
    scores=field_of("scores"),
    seating=lambda ruleset: str(ruleset.value("setup.sides")),
    legend=LEGEND,
    sight=sight,
    breakdown=breakdown,
)
