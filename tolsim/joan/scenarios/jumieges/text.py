"""The scenario's own state in words."""

from __future__ import annotations

import numpy as np

from tolsim.joan.scenarios.jumieges.names import (
    CHURCH_DAMAGED,
    ERUPTS,
    FACE_DOWN,
    FACE_UP,
    GONE,
    HOLY,
    LOST,
    NUMBER_RELICS,
    NUMBER_SITES,
    ON_GROUND,
    PRIEST_GONE,
    RELIC_LOST,
    RELIC_TAKEN,
    RELICS,
    ROARS,
    TOKEN_STATUS,
    TOKEN_TURNED_UP,
)
from tolsim.joan.scenarios.jumieges.roster import SCENARIO


def about(state: np.record, p: np.record, seat: int | None) -> list[str]:
    """Lines at the head of a drawing; what lies face down only without a seat."""
    health, full = int(state.unit_hp[p.leviathan]), int(p.profile_hp[p.start_profile[p.leviathan]])
    church = f"the church {state.church_damage} of {p.church_resistance} damage"
    return [
        f"Last round: {p.scenario_rounds}; the Leviathan has {health} of {full} health, {church}",
        "Tokens: " + ", ".join(_token(state, p, site, seat) for site in range(NUMBER_SITES)),
        "Relics: " + ", ".join(_relic(state, relic) for relic in range(NUMBER_RELICS)),
    ]


def in_area(state: np.record, p: np.record, area: int, seat: int | None) -> str:
    """Say what lies in an area beside units: a token, Lava."""
    things = ["Lava"] if int(state.lava) >> area & 1 else []
    for site in range(NUMBER_SITES):
        status = int(state.token_status[site])
        if p.site_area[site] == area and status != GONE:
            things.append(f"token {TOKEN_STATUS[status]}{_under(state, site, seat)}")
    return ", ".join(things)


def _under(state: np.record, site: int, seat: int | None) -> str:
    """Name the Relic under a token, as far as this seat may know it."""
    status = int(state.token_status[site])
    if status == FACE_UP or (status == FACE_DOWN and seat is None):
        return f" ({RELICS[state.token_relic[site]]})"
    return ""


def _token(state: np.record, p: np.record, site: int, seat: int | None) -> str:
    status = int(state.token_status[site])
    text = f"{SCENARIO.board.areas[p.site_area[site]]} {TOKEN_STATUS[status]}"
    text += _under(state, site, seat)
    if state.unit_area[p.priest] == p.site_area[site]:
        text += " with the Priest"
    return text


def _relic(state: np.record, relic: int) -> str:
    holder = int(state.relic_holder[relic])
    if holder == ON_GROUND:
        return f"{RELICS[relic]} not found"
    if holder == LOST:
        return f"{RELICS[relic]} destroyed"
    return f"{RELICS[relic]} with {SCENARIO.slots[holder].name}"


def breakdown(state: np.record, p: np.record) -> list[tuple[int, str, int]]:
    """Relics that Characters carry, one each."""
    return [(HOLY, f"{RELICS[r]} reclaimed", int(state.relic_holder[r] >= 0)) for r in range(3)]


def own_event(
    state: np.record, p: np.record, number: int, first: int, second: int, third: int
) -> str:
    """Words of an event of the scenario's own."""
    if number == TOKEN_TURNED_UP:
        area = SCENARIO.board.areas[p.site_area[first]]
        return f"The token in {area} is turned up: {RELICS[second]}"
    if number == RELIC_TAKEN:
        return f"{SCENARIO.slots[second].name} takes the {RELICS[first]}"
    if number == RELIC_LOST:
        return f"The {RELICS[first]} is destroyed"
    if number == PRIEST_GONE:
        return "The Priest leaves the game"
    if number == CHURCH_DAMAGED:
        return f"The church is damaged: {first} of {p.church_resistance}"
    if number == ROARS:
        return "The Leviathan roars"
    if number == ERUPTS:
        return "The Leviathan commands the fire of the earth"
    return f"{SCENARIO.board.areas[first]} turns to Lava"
