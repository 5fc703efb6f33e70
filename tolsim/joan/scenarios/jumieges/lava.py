"""Lava Eruption: the Leviathan searches for the Relics with fire."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, only
from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import CHOOSE, area_action, area_named
from tolsim.joan.areas import is_free_for
from tolsim.joan.casualties import be_stuck, shove, suffer_wound
from tolsim.joan.dice import BLACK, RALLY, SHIELD, throw, throw_doom
from tolsim.joan.events import tell
from tolsim.joan.hooks import BY_PUSH
from tolsim.joan.scenarios.jumieges.names import (
    ERUPTS,
    FACE_DOWN,
    FACE_UP,
    GONE,
    HOLY,
    LAVA_PLACED,
    LEVIATHAN,
    ON_GROUND,
)
from tolsim.joan.scenarios.jumieges.priest import farthest_site, remove_priest
from tolsim.joan.scenarios.jumieges.push_back import AROUND_AREA, AROUND_HEX, clear_hex
from tolsim.joan.scenarios.jumieges.victory import heal_leviathan, is_carrier, lose_relic
from tolsim.joan.state import (
    ATTACK_MARKS,
    BY_NO_ATTACK,
    NOBODY,
    area_of,
    argument,
    ask,
    offer,
    on_board,
    owner_of,
    pop,
    set_argument,
    unmark_all,
)

# Choices of the rules named like them.
WOUND = 0
COVERS_HEX = 0


@kernel
def senses_relics(s, p):
    """Tell whether the Leviathan has come to look for the Relics."""
    return (
        s.unit_hp[p.leviathan] < p.eruption_health
        or s.tokens_revealed >= p.eruption_revealed
        or not on_board(s, p.priest)
    )


@kernel
def erupt(s, p):
    """Throw for an eruption, if it is time."""
    if s.over != 0 or not on_board(s, p.leviathan) or not senses_relics(s, p):
        return
    s.eruptions += 1
    tell(s, events.SCENARIO_EVENT, ERUPTS, 0, 0)
    unmark_all(s, p, ATTACK_MARKS)
    s.cause = BY_NO_ATTACK
    s.by_leviathan = 1
    face = throw_doom(p, s.rng)
    tell(s, events.DOOM, p.leviathan, face, 0)
    if face == RALLY:
        if p.eruption_rally == WOUND:
            suffer_wound(s, p, p.leviathan)
        else:
            heal_leviathan(s, p, 1)
    elif farthest_site(s, p, False, True) < 0:
        wound_carrier(s, p)
    else:
        east = throw(p, BLACK, s.rng) == SHIELD
        burn(s, p, farthest_site(s, p, False, east))


@kernel
def wound_carrier(s, p):
    """Without a token left, a Character with a Relic is wounded: of two, the first in the chart."""
    first = np.int64(NOBODY)
    for unit in range(p.units):
        if (
            on_board(s, unit)
            and is_carrier(s, unit)
            and (first < 0 or p.target_rank[LEVIATHAN, unit] < p.target_rank[LEVIATHAN, first])
        ):
            first = np.int64(unit)
    if first >= 0:
        suffer_wound(s, p, first)


@kernel
def is_burnt(p, area, site):
    """Tell whether an eruption at a site covers an area."""
    if p.lava_covers != COVERS_HEX:
        return area == p.site_area[site]
    return p.hex_of[area] == p.hex_of[p.site_area[site]] and p.is_interior[area] == 0


@kernel
def burn(s, p, site):
    """Burn the hex of a token with everything on it."""
    if on_board(s, p.priest) and is_burnt(p, area_of(s, p.priest), site):
        remove_priest(s, p)
    unpaid = s.token_status[site] == FACE_DOWN or s.token_status[site] == FACE_UP
    s.token_status[site] = GONE
    relic = s.token_relic[site]
    if unpaid and s.relic_holder[relic] == ON_GROUND:
        lose_relic(s, p, relic)
    wound_burnt_units(s, p, site)
    if s.over == 0:
        place_lava(s, p, site)
        move_survivors(s, p, site)


@kernel
def wound_burnt_units(s, p, site):
    """Wound every unit there, Holy ones first."""
    for again in range(2):
        for unit in range(p.units):
            if s.over == 0 and burns(s, p, unit, site, again == 0):
                suffer_wound(s, p, unit)
    there = area_of(s, p.leviathan)
    if (
        p.lava_hurts_leviathan != 0
        and s.over == 0
        and there >= 0
        and p.hex_of[there] == p.hex_of[p.site_area[site]]
    ):
        suffer_wound(s, p, p.leviathan)


@kernel
def burns(s, p, unit, site, holy):
    """Tell whether a unit of a side stands on burnt ground; Leviathan and Priest apart."""
    there = area_of(s, unit)
    return (
        there >= 0
        and (owner_of(s, unit) == HOLY) == holy
        and unit != p.leviathan
        and unit != p.priest
        and is_burnt(p, there, site)
    )


@kernel
def place_lava(s, p, site):
    """Lay a Lava tile, while there are any."""
    if s.lava_placed >= p.lava_tiles:
        return
    s.lava_placed += 1
    for area in range(p.areas):
        if is_burnt(p, area, site):
            s.lava |= only(area)
            tell(s, events.SCENARIO_EVENT, LAVA_PLACED, area, 0)


@kernel
def move_survivors(s, p, site):
    """Put who survived around the burnt ground, from the North-East."""
    for again in range(2):
        units = np.int64(0)
        for unit in range(p.units):
            if burns(s, p, unit, site, again == 0):
                units |= only(unit)
        if p.lava_covers == COVERS_HEX:
            clear_hex(s, p, units, AROUND_HEX, p.hex_of[p.site_area[site]])
        else:
            clear_hex(s, p, units, AROUND_AREA, p.site_area[site])


# Being pushed into Lava, where the book's rule is played.


@kernel
def pose_beside_lava(s, p):
    """A unit pushed into Lava is wounded; its owner then puts it beside."""
    unit = argument(s, 1)
    if on_board(s, unit) and argument(s, 3) == 0:
        set_argument(s, 3, 1)
        suffer_wound(s, p, unit)
    if s.over != 0:
        return
    if not on_board(s, unit):
        pop(s)
        return
    here = area_of(s, unit)
    ask(s, owner_of(s, unit))
    for place in range(p.ring_count[here]):
        area = p.near[here, place]
        if (
            area != argument(s, 2)
            and not has(s.lava, area)
            and is_free_for(s, p, unit, area, BY_PUSH)
        ):
            offer(s, area_action(p, CHOOSE, area))
    if s.option_count == 0:
        pop(s)
        be_stuck(s, p, unit)


@kernel
def answer_beside_lava(s, p, action):
    """Put it there."""
    unit = argument(s, 1)
    pop(s)
    shove(s, unit, area_named(p, action))
