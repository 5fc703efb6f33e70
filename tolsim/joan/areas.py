"""Who stands where: occupation of areas, room, links."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.hooks import may_enter, overruns
from tolsim.joan.state import (
    NOWHERE,
    area_of,
    has_trait,
    in_set,
    on_board,
    owner_of,
    profile,
    same_team,
    type_of,
)
from tolsim.joan.traits import BIG, GIGANTIC_UNIT, INFANTRY


@kernel
def size_of(s, p, unit):
    """Spaces that a unit takes."""
    return p.profile_size[profile(s, unit)]


@kernel
def put(s, unit, area):
    """Put a unit that is off the board into an area."""
    s.unit_area[unit] = area
    before = np.int64(-1)
    after = np.int64(s.area_first[area])
    while after >= 0 and after < unit:
        before = after
        after = np.int64(s.unit_next[after])
    s.unit_next[unit] = after
    if before < 0:
        s.area_first[area] = unit
    else:
        s.unit_next[before] = unit


@kernel
def lift(s, unit, place):
    """Take a unit out of its area, to a place off the board."""
    area = np.int64(s.unit_area[unit])
    if area >= 0:
        after = np.int64(s.unit_next[unit])
        if s.area_first[area] == unit:
            s.area_first[area] = after
        else:
            before = np.int64(s.area_first[area])
            while s.unit_next[before] != unit:
                before = np.int64(s.unit_next[before])
            s.unit_next[before] = after
    s.unit_next[unit] = -1
    s.unit_area[unit] = place


@kernel
def first_in(s, area):
    """Lowest unit in an area, -1 if nobody stands there."""
    return np.int64(s.area_first[area])


@kernel
def next_in(s, unit):
    """Unit after this one in its area, -1 after the last."""
    return np.int64(s.unit_next[unit])


@kernel
def room_in(s, p, area):
    """Spaces left in an area."""
    room = p.capacity[area]
    unit = first_in(s, area)
    while unit >= 0:
        room -= size_of(s, p, unit)
        unit = next_in(s, unit)
    return room


@kernel
def enemy_in(s, p, owner, area):
    """Tell whether an enemy of an owner stands in an area."""
    unit = first_in(s, area)
    while unit >= 0:
        if not same_team(p, owner, owner_of(s, unit)):
            return True
        unit = next_in(s, unit)
    return False


@kernel
def own_in(s, owner, area):
    """Tell whether an owner has a unit in an area."""
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == owner:
            return True
        unit = next_in(s, unit)
    return False


@kernel
def room_for(s, p, unit, area):
    """Tell whether a unit fits into an area, enemies that its entry removes not counted."""
    room = room_in(s, p, area)
    need = size_of(s, p, unit)
    if room >= need:
        return True
    if p.move_room_after_overrun == 0 or not overruns(s, p, unit, area):
        return False
    owner = owner_of(s, unit)
    other = first_in(s, area)
    while other >= 0:
        if not same_team(p, owner, owner_of(s, other)):
            room += size_of(s, p, other)
        other = next_in(s, other)
    return room >= need


@kernel
def area_of_giant(s, p, number):
    """Area where a unit that fills its hex is kept, by its place among those that can; or NOWHERE."""
    unit = p.giant_units[number]
    if on_board(s, unit) and has_trait(s, p, unit, GIGANTIC_UNIT):
        return area_of(s, unit)
    return np.int64(NOWHERE)


@kernel
def giant_area(s, p, area):
    """Area where a Gigantic unit that fills this area's hex is kept, NOWHERE without one."""
    if p.giants != 0 and p.is_interior[area] == 0:
        for number in range(p.giants):
            there = area_of_giant(s, p, number)
            if there >= 0 and p.hex_of[there] == p.hex_of[area]:
                return there
    return np.int64(NOWHERE)


@kernel
def may_pass(s, p, unit, area, how):
    """Tell whether a unit may be in an area, if only to pass; room apart."""
    if giant_area(s, p, area) != NOWHERE and not has_trait(s, p, unit, GIGANTIC_UNIT):
        return False
    if p.is_interior[area] != 0 and (
        type_of(s, p, unit) != INFANTRY or has_trait(s, p, unit, BIG | GIGANTIC_UNIT)
    ):
        return False
    if not may_enter(s, p, unit, area, how):
        return False
    return not enemy_in(s, p, owner_of(s, unit), area) or overruns(s, p, unit, area)


@kernel
def may_stand(s, p, unit, area, how):
    """Tell whether a unit may come to an area and stay there."""
    return may_pass(s, p, unit, area, how) and room_for(s, p, unit, area)


@kernel
def is_free_for(s, p, unit, area, how):
    """Tell whether an area without enemies lets a unit in that does not come by a move of its own."""
    return (
        not enemy_in(s, p, owner_of(s, unit), area)
        and may_pass(s, p, unit, area, how)
        and room_in(s, p, area) >= size_of(s, p, unit)
    )


@kernel
def neighbour(p, area, place):
    """Area that touches this one, by its place in the ring."""
    return p.near[area, place]


@kernel
def linked_at(s, p, area, place):
    """Tell whether one can walk to the neighbour at this place of the ring."""
    return in_set(s.links, p.near_link[area, place])


@kernel
def linked(s, p, area, other):
    """Tell whether two areas are linked: adjacent for moving, fighting, Command and Heal."""
    if area < 0 or other < 0:
        return False
    for place in range(p.near_count[area]):
        if p.near[area, place] == other:
            return linked_at(s, p, area, place)
    return False


@kernel
def steps_between(p, area, other):
    """Areas between two areas by touch, the way ranges are counted."""
    return np.int64(p.distance[area, other])


@kernel
def unit_distance(s, p, unit, other):
    """Areas between two units; far where one is off the board."""
    if area_of(s, unit) <= NOWHERE or area_of(s, other) <= NOWHERE:
        return np.int64(99)
    return steps_between(p, area_of(s, unit), area_of(s, other))
