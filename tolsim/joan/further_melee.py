"""Melee: the areas to attack, and attacks beyond the first."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import ATTACK, DONE, area_action, area_named, verb_of
from tolsim.joan.attack import declare
from tolsim.joan.reach import can_melee, giant_area
from tolsim.joan.state import (
    MELEE,
    area_of,
    argument,
    ask,
    offer,
    on_board,
    owner_of,
    pop,
    set_argument,
)

MORE_AREAS = 2


@kernel
def offer_melee(s, p, unit):
    """Offer the areas that a unit can attack hand to hand."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        giant = giant_area(s, p, area)
        if giant >= 0:
            area = giant
        if can_melee(s, p, unit, area):
            offer_once(s, area_action(p, ATTACK, area))


@kernel
def offer_once(s, action):
    """Offer an option that may be there already."""
    for place in range(s.option_count):
        if s.options[place] == action:
            return
    offer(s, action)


@kernel
def can_melee_again(s, p, unit):
    """Tell whether a unit finds anybody to attack hand to hand."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        giant = giant_area(s, p, area)
        if can_melee(s, p, unit, giant if giant >= 0 else area):
            return True
    return False


@kernel
def pose_extra_melee(s, p):
    """Ask which area the further melee attacks."""
    unit = argument(s, 1)
    if not on_board(s, unit):
        pop(s)
        return
    ask(s, owner_of(s, unit))
    offer_melee(s, p, unit)
    if s.option_count == 0:
        pop(s)
    else:
        offer(s, DONE)


@kernel
def answer_extra_melee(s, p, action):
    """Attack it, or not."""
    unit = argument(s, 1)
    follows = argument(s, 2)
    pop(s)
    if verb_of(p, action) == ATTACK:
        declare(s, p, unit, area_named(p, action), MELEE, 0, follows)


@kernel
def pose_three_areas(s, p):
    """Which further area does the melee strike? Each area once."""
    unit = argument(s, 1)
    if not on_board(s, unit) or argument(s, 4) >= MORE_AREAS:
        pop(s)
        return
    ask(s, owner_of(s, unit))
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if area != argument(s, 2) and area != argument(s, 3) and can_melee(s, p, unit, area):
            offer(s, area_action(p, ATTACK, area))
    if s.option_count == 0:
        pop(s)
    else:
        offer(s, DONE)


@kernel
def answer_three_areas(s, p, action):
    """Attack it, or be done."""
    if verb_of(p, action) != ATTACK:
        pop(s)
        return
    set_argument(s, 3, area_named(p, action))
    set_argument(s, 4, argument(s, 4) + 1)
    declare(s, p, argument(s, 1), area_named(p, action), MELEE, 0, 1)
