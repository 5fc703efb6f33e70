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
from tolsim.core.game import Column, Definition


def _stratagem_name(seat: int) -> Any:
    def read(states: np.ndarray) -> list[str]:
        return [STRATAGEMS[seat][code] for code in states["stratagem"][:, seat]]

    return read


def _of(field: str, *place: int) -> Any:
    def read(states: np.ndarray) -> np.ndarray:
        found: np.ndarray = states[field]
        for index in place:
            found = found[:, index]
        return found

    return read


def _telemetry() -> list[Column]:
    columns = [Column("turns", _of("turn"), "turns played")]
    for seat, name in enumerate(SEATS):
        columns += [
            Column(f"stratagem_{name}", _stratagem_name(seat), "Stratagem held"),
            Column(f"stratagem_used_{name}", _of("stratagem_used", seat), "turn of use, 0: kept"),
            Column(f"turns_led_{name}", _of("turns_led", seat), "turns played first"),
            Column(f"banners_{name}", _of("banners", seat), "Banners controlled at the end"),
        ]
        columns += [
            Column(
                f"majority_{COLOURS[location]}_{name}",
                _of("majority_turns", seat, location),
                "turn ends with this Majority",
            )
            for location in range(LOCATIONS)
        ]
    columns.append(
        Column(
            "hero_recruited_by", _of("recruited_by"), "per Hero: seat that took it last, -1: nobody"
        )
    )
    columns.append(Column("hero_recruited_turn", _of("recruited_turn"), "per Hero: turn, 0: never"))
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
    scores=_of("scores"),
    seating=lambda ruleset: str(ruleset.value("setup.sides")),
    legend=LEGEND,
    sight=sight,
    breakdown=breakdown,
)
