"""Moves: how far, where to, and what entering an area brings about."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import MOVE_TO, STOP_HERE, area_action, area_named, verb_of
from tolsim.joan.areas import (
    lift,
    linked_at,
    may_pass,
    may_stand,
    put,
    room_for,
    size_of,
)
from tolsim.joan.events import tell
from tolsim.joan.hooks import BY_JUMP, came_to_rest, entered
from tolsim.joan.state import (
    AT_MOVE_ON,
    NOWHERE,
    area_of,
    argument,
    ask,
    has_ability,
    offer,
    owner_of,
    pop,
    profile,
    push,
    set_argument,
    type_of,
)
from tolsim.joan.traits import ANY_AREA_OF_A_HEX, CAVALRY, FLYER, MACHINE

CHARGE_STEPS = 2
# Choices of move.cavalry_haste.
HASTE_ADDS = 0


@kernel
def steps_of(s, p, unit):
    """Areas that a unit's Move goes up to."""
    kind = type_of(s, p, unit)
    haste = max(np.int64(1), p.profile_haste[profile(s, unit)])
    if kind == MACHINE:
        return np.int64(1)
    if kind == CAVALRY:
        if p.move_cavalry_haste == HASTE_ADDS:
            return p.move_cavalry + haste - 1
        return max(p.move_cavalry, haste)
    return haste


@kernel
def jump_of(s, p, unit):
    """Areas that a unit can jump, 0 if it cannot."""
    return p.profile_jump[profile(s, unit)]


@kernel
def walks_over(s, p, unit, area, place):
    """Tell whether a step to a neighbour needs no link, or has one."""
    return type_of(s, p, unit) == FLYER or linked_at(s, p, area, place)


@kernel
def can_go_on(s, p, unit, area, how):
    """Tell whether a unit that passes an area finds one behind it where it may stay."""
    here = area_of(s, unit)
    for place in range(p.near_count[area]):
        other = p.near[area, place]
        if (
            other != here
            and walks_over(s, p, unit, area, place)
            and may_stand(s, p, unit, other, how)
        ):
            return True
    return False


@kernel
def offer_step(s, p, unit, area, steps, how):
    """Offer one area of a walk: to stay there, or with steps left to pass it."""
    if not may_pass(s, p, unit, area, how):
        return
    if room_for(s, p, unit, area) or (steps > 1 and can_go_on(s, p, unit, area, how)):
        offer(s, area_action(p, MOVE_TO, area))


@kernel
def is_offered(s, action):
    """Tell whether an option is among those offered."""
    for place in range(s.option_count):
        if s.options[place] == action:
            return True
    return False


@kernel
def offer_walk(s, p, unit, steps, how):
    """Offer the areas that a unit can walk to with its next step."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        if walks_over(s, p, unit, here, place):
            offer_step(s, p, unit, p.near[here, place], steps, how)
    if has_ability(s, p, unit, ANY_AREA_OF_A_HEX):
        offer_areas_of_hexes(s, p, unit, steps, how)


@kernel
def offer_areas_of_hexes(s, p, unit, steps, how):
    """Offer the other areas of the hexes that its next step can enter."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        neighbour = p.near[here, place]
        hex_entered = p.hex_of[neighbour]
        if (
            hex_entered == p.hex_of[here]
            or not walks_over(s, p, unit, here, place)
            or not may_pass(s, p, unit, neighbour, how)
        ):
            continue
        for letter in range(3):
            area = p.hex_areas[hex_entered, letter]
            if area >= 0 and not is_offered(s, area_action(p, MOVE_TO, area)):
                offer_step(s, p, unit, area, steps, how)


@kernel
def offer_moves(s, p, unit, steps, how):
    """Offer a unit's first step, or where it can land."""
    offer_walk(s, p, unit, steps, how)
    reach = jump_of(s, p, unit)
    if reach > 0:
        here = area_of(s, unit)
        for area in range(p.areas):
            far = p.distance[here, area]
            if (
                far > 0
                and far <= reach
                and may_stand(s, p, unit, area, BY_JUMP)
                and not is_offered(s, area_action(p, MOVE_TO, area))
            ):
                offer(s, area_action(p, MOVE_TO, area))


@kernel
def is_walk(s, p, unit, area):
    """Tell whether a unit comes to an area by a single step."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        neighbour = p.near[here, place]
        if walks_over(s, p, unit, here, place) and (
            neighbour == area
            or (
                has_ability(s, p, unit, ANY_AREA_OF_A_HEX)
                and p.hex_of[neighbour] == p.hex_of[area]
                and p.hex_of[area] != p.hex_of[here]
            )
        ):
            return True
    return False


@kernel
def come_to(s, p, unit, area):
    """Move a unit into an area, which enters it."""
    tell(s, events.MOVES, unit, area_of(s, unit), area)
    lift(s, unit, NOWHERE)
    put(s, unit, area)
    entered(s, p, unit, area)


@kernel
def begin_move(s, p, unit, area, steps, how):
    """Take a move's first step; a frame asks for the others."""
    walk = is_walk(s, p, unit, area)
    come_to(s, p, unit, area)
    if s.over != 0:
        return
    if walk and steps > 1:
        push(s, AT_MOVE_ON, unit, steps - 1, how)
    else:
        came_to_rest(s, p, unit, area)


@kernel
def pose_move_on(s, p):
    """With steps left, go on or stay; one must go on where there is no room to stay."""
    unit = argument(s, 1)
    steps = argument(s, 2)
    ask(s, owner_of(s, unit))
    if fits_where_it_is(s, p, unit):
        offer(s, STOP_HERE)
    offer_walk(s, p, unit, steps, argument(s, 3))
    if s.option_count == 0:
        pop(s)
        came_to_rest(s, p, unit, area_of(s, unit))


@kernel
def fits_where_it_is(s, p, unit):
    """Tell whether an area is not overfull with a unit that has come to pass it."""
    room = p.capacity[area_of(s, unit)]
    other = np.int64(s.area_first[area_of(s, unit)])
    while other >= 0:
        room -= size_of(s, p, other)
        other = np.int64(s.unit_next[other])
    return room >= 0


@kernel
def answer_move_on(s, p, action):
    """Stay, or take the next step."""
    unit = argument(s, 1)
    if verb_of(p, action) != MOVE_TO:
        pop(s)
        came_to_rest(s, p, unit, area_of(s, unit))
        return
    steps = argument(s, 2)
    set_argument(s, 2, steps - 1)
    if steps == 1:
        pop(s)
    come_to(s, p, unit, area_named(p, action))
    if steps == 1 and s.over == 0:
        came_to_rest(s, p, unit, area_of(s, unit))
