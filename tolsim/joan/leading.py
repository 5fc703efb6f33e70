"""A unit that leads all its owner's units of an area to another."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import CHOOSE, area_action, area_named
from tolsim.joan.areas import enemy_in, first_in, linked_at, may_pass, next_in, room_in, size_of
from tolsim.joan.hooks import BY_MOVE
from tolsim.joan.movement import come_to
from tolsim.joan.state import area_of, argument, ask, offer, owner_of, pop


@kernel
def can_lead_to(s, p, unit, area):
    """Tell whether all units of a leader's owner in its area can move to another together."""
    owner = owner_of(s, unit)
    room = room_in(s, p, area)
    if enemy_in(s, p, owner, area):
        return False
    other = first_in(s, area_of(s, unit))
    while other >= 0:
        if owner_of(s, other) == owner:
            room -= size_of(s, p, other)
            if not may_pass(s, p, other, area, BY_MOVE):
                return False
        other = next_in(s, other)
    return room >= 0


@kernel
def leads_somewhere(s, p, unit):
    """Tell whether a leader finds an area for all."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        if linked_at(s, p, here, place) and can_lead_to(s, p, unit, p.near[here, place]):
            return True
    return False


@kernel
def pose_lead_area(s, p):
    """Ask where they all go."""
    unit = argument(s, 1)
    here = area_of(s, unit)
    ask(s, owner_of(s, unit))
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if linked_at(s, p, here, place) and can_lead_to(s, p, unit, area):
            offer(s, area_action(p, CHOOSE, area))


@kernel
def answer_lead_area(s, p, action):
    """Move every unit of the leader's owner."""
    unit = argument(s, 1)
    pop(s)
    owner = owner_of(s, unit)
    here = area_of(s, unit)
    other = first_in(s, here)
    while other >= 0:
        following = next_in(s, other)
        if owner_of(s, other) == owner:
            come_to(s, p, other, area_named(p, action))
        other = following
