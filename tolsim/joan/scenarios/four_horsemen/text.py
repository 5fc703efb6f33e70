"""The scenario's own state in words."""

from __future__ import annotations

import numpy as np

from tolsim.joan.scenarios.four_horsemen.names import HORSEMEN, PENTACLES, UNHOLY


def about(state: np.record, p: np.record, seat: int | None) -> list[str]:
    """Lines near the head of a drawing."""
    points = int(state.vp_civilians + state.vp_final)
    said = [
        f"Last round: {p.scenario_rounds}",
        f"Victory Points of unholy: {points} of {p.victory_points}",
    ]
    if state.prayers:
        said.append(f"Prayers in the church: {int(state.prayers - state.prayers_spent)}")
    if state.patrick_used:
        said.append("Saint Patrick has been called")
    if came := _horsemen(state):
        said.append(f"came up: {came}")
    return ["; ".join(said)]


def _horsemen(state: np.record) -> str:
    """Which Horseman came up at which pentacle."""
    return ", ".join(
        f"{name} at {PENTACLES[state.entry_pentacle[group]]}"
        for group, name in enumerate(HORSEMEN)
        if state.entry_pentacle[group] >= 0
    )


def breakdown(state: np.record, p: np.record) -> list[tuple[int, str, int]]:
    """What the Unholy side's points are made of."""
    return [
        (UNHOLY, "Civilians destroyed", int(state.vp_civilians)),
        (UNHOLY, "Holy units Disrupted or destroyed at the end", int(state.vp_final)),
    ]
