"""Deployment of the Holy army, and of one Horseman with its troops a round; their return."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below
from tolsim.joan import events
from tolsim.joan.actions import CHOOSE, area_action, area_named, unit_action, unit_named
from tolsim.joan.areas import (
    enemy_in,
    first_in,
    is_free_for,
    lift,
    next_in,
    put,
    room_in,
    size_of,
)
from tolsim.joan.attack import offer_unlike
from tolsim.joan.events import tell
from tolsim.joan.hooks import BY_PLACEMENT
from tolsim.joan.scenarios.four_horsemen.names import (
    AT_FIT,
    AT_HORSEMAN,
    AT_PENTACLE,
    HOLY,
    HORSEMEN,
    UNHOLY,
)
from tolsim.joan.state import (
    NOBODY,
    RESERVE,
    RETURNING,
    argument,
    ask,
    has_trait,
    offer,
    owner_of,
    pop,
    push,
    set_argument,
)
from tolsim.joan.traits import CIVILIAN

ALL_HORSEMEN = (1 << len(HORSEMEN)) - 1
# Choices of the rules named like them.
WAIT = 0
CHOSEN = 0


# The Holy army.


@kernel
def is_angel(p, unit):
    """Tell whether a slot is an Angel's."""
    return unit >= p.first_angel and unit < p.first_angel + p.angels


@kernel
def is_to_deploy(s, p, unit):
    """Tell whether a unit of the Holy army has not been placed yet."""
    return (
        owner_of(s, unit) == HOLY
        and s.unit_area[unit] == RESERVE
        and not is_angel(p, unit)
        and unit != p.patrick
    )


@kernel
def deployed_in(s, p, area):
    """Units that count in the limit of deployment in an area."""
    number = 0
    unit = first_in(s, area)
    while unit >= 0:
        if p.deployment_limit_counts_civilians != 0 or not has_trait(s, p, unit, CIVILIAN):
            number += 1
        unit = next_in(s, unit)
    return number


@kernel
def pose_deploy(s, p):
    """Where does the next unit of the Holy army stand? Not in a pentacle, not inside a building."""
    unit = argument(s, 1)
    while unit < p.units and not is_to_deploy(s, p, unit):
        unit += 1
    set_argument(s, 1, unit)
    if unit == p.units:
        pop(s)
        return
    ask(s, HOLY)
    counts = p.deployment_limit_counts_civilians != 0 or not has_trait(s, p, unit, CIVILIAN)
    for area in range(p.areas):
        if (
            p.is_interior[area] == 0
            and p.is_church[area] == 0
            and p.pentacle_of[area] < 0
            and room_in(s, p, area) >= size_of(s, p, unit)
            and (not counts or deployed_in(s, p, area) < p.deployment_units_in_an_area)
        ):
            offer(s, area_action(p, CHOOSE, area))


@kernel
def answer_deploy(s, p, action):
    """Place it."""
    place_unit(s, argument(s, 1), area_named(p, action))


@kernel
def place_unit(s, unit, area):
    """Place a unit that comes from off the board."""
    lift(s, unit, NOBODY)
    put(s, unit, area)
    tell(s, events.PLACED, unit, area, 0)


# A Horseman and its troops.


@kernel
def brings_horseman(s):
    """Tell whether a Horseman is left to come."""
    return s.horsemen_used != ALL_HORSEMEN


@kernel
def begin_horseman(s, p):
    """Let the Unholy side bring its next Horseman."""
    if p.deployment_arrival == CHOSEN:
        push(s, AT_HORSEMAN, 0, 0, 0)
        return
    group = lowest(~s.horsemen_used)
    s.horsemen_used |= only(group)
    come_up(s, p, group, group)


@kernel
def pose_horseman(s, p):
    """Ask which Horseman comes this round."""
    ask(s, UNHOLY)
    for group in range(len(HORSEMEN)):
        if not has(s.horsemen_used, group):
            offer(s, unit_action(p, p.horseman[group]))


@kernel
def answer_horseman(s, p, action):
    """It comes; the pentacle is asked next."""
    group = p.group[unit_named(p, action)]
    s.horsemen_used |= only(group)
    pop(s)
    push(s, AT_PENTACLE, group, p.horseman[group], 0)


@kernel
def is_barred(s, p, pentacle):
    """Tell whether a pentacle is used already, or opposite the one of the round before."""
    return has(s.pentacles_used, pentacle) or (
        s.last_pentacle >= 0 and p.opposite[s.last_pentacle] == pentacle
    )


@kernel
def group_fits(s, p, group, pentacle):
    """Tell whether a Horseman finds room for all its troops in a pentacle."""
    room = room_in(s, p, p.pentacle_area[pentacle])
    for unit in range(p.units):
        if p.group[unit] == group and owner_of(s, unit) == UNHOLY:
            room -= size_of(s, p, unit)
    return room >= 0


@kernel
def pose_pentacle(s, p):
    """Ask in which pentacle they appear."""
    ask(s, UNHOLY)
    group = argument(s, 1)
    for pentacle in range(4):
        if not is_barred(s, p, pentacle) and (
            p.deployment_overflow == WAIT or group_fits(s, p, group, pentacle)
        ):
            offer(s, area_action(p, CHOOSE, p.pentacle_area[pentacle]))
    if s.option_count == 0:
        for pentacle in range(4):
            if not is_barred(s, p, pentacle):
                offer(s, area_action(p, CHOOSE, p.pentacle_area[pentacle]))


@kernel
def answer_pentacle(s, p, action):
    """They appear."""
    group = argument(s, 1)
    pop(s)
    come_up(s, p, group, p.pentacle_of[area_named(p, action)])


@kernel
def come_up(s, p, group, pentacle):
    """Place a Horseman and its troops in a pentacle, which is their home from now on."""
    s.pentacles_used |= only(pentacle)
    s.last_pentacle = pentacle
    s.entry_round[group] = s.turn
    s.entry_pentacle[group] = pentacle
    for unit in range(p.units):
        if p.group[unit] == group and owner_of(s, unit) == UNHOLY:
            s.unit_home[unit] = pentacle
            s.unit_area[unit] = RETURNING
    if is_free_for(s, p, p.horseman[group], p.pentacle_area[pentacle], BY_PLACEMENT):
        place_unit(s, p.horseman[group], p.pentacle_area[pentacle])
    push(s, AT_FIT, pentacle, 0, 0)


# Coming back, and coming with a Horseman, into a pentacle's room.


@kernel
def waits_for(s, unit, pentacle):
    """Tell whether a unit waits to come up in a pentacle."""
    return (
        s.unit_area[unit] == RETURNING
        and s.unit_home[unit] == pentacle
        and owner_of(s, unit) == UNHOLY
    )


@kernel
def room_needed(s, p, pentacle):
    """Spaces that all units take which wait to come up in a pentacle."""
    need = np.int64(0)
    for unit in range(p.units):
        if waits_for(s, unit, pentacle):
            need += size_of(s, p, unit)
    return need


@kernel
def pose_fit(s, p):
    """Units come up while there is room; where not all fit, their owner says who goes first."""
    pentacle = argument(s, 1)
    area = p.pentacle_area[pentacle]
    if enemy_in(s, p, UNHOLY, area):
        pop(s)
        return
    room = room_in(s, p, area)
    all_fit = room_needed(s, p, pentacle) <= room
    ask(s, UNHOLY)
    for unit in range(p.units):
        if waits_for(s, unit, pentacle):
            if all_fit:
                come_back(s, p, unit, area, argument(s, 2) != 0)
            elif size_of(s, p, unit) <= room:
                offer_unlike(s, p, unit)
    if s.option_count == 0:
        returns = argument(s, 2) != 0
        pop(s)
        if returns and not all_fit and comes_up_beside(p):
            come_up_beside(s, p, pentacle)


@kernel
def comes_up_beside(p):
    """Tell whether who finds its pentacle full comes up beside it."""
    return p.return_full != WAIT


@kernel
def come_up_beside(s, p, pentacle):
    """Bring the units that found no room to the first areas around that have some."""
    area = p.pentacle_area[pentacle]
    for unit in range(p.units):
        if waits_for(s, unit, pentacle):
            for place in range(p.ring_count[area]):
                other = p.near[area, place]
                if waits_for(s, unit, pentacle) and is_free_for(s, p, unit, other, BY_PLACEMENT):
                    come_back(s, p, unit, other, True)


@kernel
def come_back(s, p, unit, area, returns):
    """Put a unit into its pentacle."""
    if returns:
        s.returns_to[s.unit_home[unit]] += 1
        if p.return_level != 0 and unit == p.horseman[p.group[unit]]:
            s.unit_profile[unit] = p.level_one[p.group[unit]]
            s.unit_hp[unit] = p.profile_hp[p.level_one[p.group[unit]]]
    place_unit(s, unit, area)


@kernel
def answer_fit(s, p, action):
    """It comes up."""
    pentacle = argument(s, 1)
    come_back(s, p, unit_named(p, action), p.pentacle_area[pentacle], argument(s, 2) != 0)


@kernel
def begin_returns(s, p):
    """At the beginning of Camp, bring the fallen Unholy units back, pentacle by pentacle."""
    for pentacle in range(3, -1, -1):
        if room_needed(s, p, pentacle) > 0:
            push(s, AT_FIT, pentacle, 1, 0)


# Turn order.

UNHOLY_FIRST, HOLY_FIRST, ALTERNATE = range(3)


@kernel
def set_turn_order(s, p):
    """Settle who moves first this round."""
    first = np.int64(UNHOLY)
    if p.turn_order_rule == HOLY_FIRST or (p.turn_order_rule == ALTERNATE and s.turn % 2 == 0):
        first = np.int64(HOLY)
    elif p.turn_order_rule > ALTERNATE:
        first = below(s.rng, 2)
    s.turn_order[0] = first
    s.turn_order[1] = 1 - first
