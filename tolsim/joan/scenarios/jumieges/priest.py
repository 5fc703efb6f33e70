"""The Priest: where he waits, where he goes next, and what drives him out of the game."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.areas import enemy_in, lift, put
from tolsim.joan.dice import BLACK, DEATH, RALLY, SHIELD, throw, throw_doom
from tolsim.joan.events import tell
from tolsim.joan.scenarios.jumieges.names import (
    FACE_DOWN,
    GONE,
    HOLY,
    NUMBER_SITES,
    PRIEST_GONE,
)
from tolsim.joan.state import DESTROYED, NOBODY, area_of, on_board

# Choices of the rules named like them.
STAYS_AMONG_UNHOLY = 0


@kernel
def farthest_site(s, p, face_down, east):
    """Site farthest to the North-East, or North-West, of those with a token; NOBODY without one."""
    found = np.int64(NOBODY)
    best = np.int64(-1)
    for site in range(NUMBER_SITES):
        status = s.token_status[site]
        if (status == FACE_DOWN) if face_down else (status != GONE):
            area = p.site_area[site]
            rank = p.north_east[area] if east else p.north_west[area]
            if rank > best:
                best = np.int64(rank)
                found = np.int64(site)
    return found


@kernel
def central_site(s, p):
    """Site that is neither the North-Easternmost nor the North-Westernmost at the start."""
    east = farthest_site(s, p, True, True)
    west = farthest_site(s, p, True, False)
    for site in range(NUMBER_SITES):
        if site != east and site != west:
            return np.int64(site)
    return east


@kernel
def place_priest(s, p):
    """At the start the Doom die places the Priest."""
    face = throw_doom(p, s.rng)
    tell(s, events.DOOM, p.priest, face, 0)
    if face == DEATH:
        site = farthest_site(s, p, True, True)
    elif face == RALLY:
        site = farthest_site(s, p, True, False)
    else:
        site = central_site(s, p)
    go_to_site(s, p, site)


@kernel
def go_to_site(s, p, site):
    """Put the Priest on a site."""
    area = p.site_area[site]
    lift(s, p.priest, NOBODY)
    put(s, p.priest, area)
    tell(s, events.PLACED, p.priest, area, 0)
    if p.priest_among_unholy != STAYS_AMONG_UNHOLY and enemy_in(s, p, HOLY, area):
        remove_priest(s, p)


@kernel
def remove_priest(s, p):
    """The Priest leaves the game."""
    if on_board(s, p.priest):
        lift(s, p.priest, DESTROYED)
        tell(s, events.SCENARIO_EVENT, PRIEST_GONE, 0, 0)


@kernel
def send_priest_on(s, p):
    """After a token is turned up the Priest goes to another, or fades out after the last."""
    if not on_board(s, p.priest):
        return
    if farthest_site(s, p, True, True) < 0:
        remove_priest(s, p)
        return
    east = throw(p, BLACK, s.rng) == SHIELD
    go_to_site(s, p, farthest_site(s, p, True, east))


@kernel
def drive_priest_out(s, p, area):
    """An Unholy unit has come into an area."""
    if area_of(s, p.priest) == area:
        remove_priest(s, p)
