"""Pushing units back: clockwise around a hex or an area, from the North-East.

Around each hex or area a pointer goes on from unit to unit: the first one goes to the first area
that takes it, the next one to the next area clockwise.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import only
from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import is_free_for
from tolsim.joan.casualties import be_stuck, fall, shove
from tolsim.joan.hooks import BY_PUSH, DESTROYS
from tolsim.joan.scenarios.jumieges.names import AT_BESIDE_LAVA, LEVIATHAN
from tolsim.joan.scenarios.jumieges.ranks import first_by_chart, holy_in
from tolsim.joan.state import (
    ATTACK_MARKS,
    BY_ATTACK,
    area_of,
    has_trait,
    on_board,
    push,
    unmark_all,
)
from tolsim.joan.traits import GIGANTIC_UNIT

# What a ring is around.
AROUND_AREA, AROUND_HEX = 0, 1
# Choices of the rules named like them.
WHOLE_HEX = 0
OWN_AREA = 0
BOOK = 1


@kernel
def leviathan_hex(s, p):
    """Hex where the Leviathan is."""
    return p.hex_of[area_of(s, p.leviathan)]


@kernel
def ring_length(p, around, place):
    """Areas of a ring."""
    return p.hex_ring_count[place] if around == AROUND_HEX else p.ring_count[place]


@kernel
def ring_area(p, around, place, number):
    """Area of a ring, clockwise from the North-East."""
    return p.hex_ring[place, number] if around == AROUND_HEX else p.near[place, number]


@kernel
def leviathan_ring(s, p):
    """What the Leviathan's ring is around: its hex, or, where it fills only an area, that."""
    return AROUND_HEX if p.leviathan_occupies == WHOLE_HEX else AROUND_AREA


@kernel
def leviathan_place(s, p):
    """Hex or area that the Leviathan fills."""
    if p.leviathan_occupies == WHOLE_HEX:
        return leviathan_hex(s, p)
    return area_of(s, p.leviathan)


@kernel
def holy_in_ring(s, p, around, place):
    """Holy units in a ring, as bits."""
    units = np.int64(0)
    for number in range(ring_length(p, around, place)):
        units |= holy_in(s, ring_area(p, around, place, number))
    return units


@kernel
def forget_pointers(s):
    """The next push begins at the North-East again."""
    s.hex_pointer = 0
    s.ring_pointer[:] = 0


@kernel
def pointer_of(s, around, place):
    """Where the next push around a hex or area begins."""
    return s.hex_pointer if around == AROUND_HEX else np.int64(s.ring_pointer[place])


@kernel
def set_pointer(s, around, place, number):
    """The next push begins after this one."""
    if around == AROUND_HEX:
        s.hex_pointer = number
    else:
        s.ring_pointer[place] = number


@kernel
def push_around(s, p, unit, around, place):
    """Move a unit to the next area of a ring that takes it; tell whether there is one."""
    length = ring_length(p, around, place)
    pointer = pointer_of(s, around, place)
    origin = area_of(s, unit)
    for step in range(length):
        number = (pointer + step) % length
        area = ring_area(p, around, place, number)
        if area != origin and is_free_for(s, p, unit, area, BY_PUSH):
            set_pointer(s, around, place, (number + 1) % length)
            shove(s, unit, area)
            land_on_lava(s, p, unit, origin, area)
            return True
    return False


@kernel
def land_on_lava(s, p, unit, origin, area):
    """A unit that is pushed into Lava is wounded and gets out."""
    if (
        p.lava_entry == BOOK
        and (s.lava >> area) & 1 != 0
        and not has_trait(s, p, unit, GIGANTIC_UNIT)
    ):
        push(s, AT_BESIDE_LAVA, unit, origin, 0)


@kernel
def take_in_hand(s, p):
    """What follows is the Leviathan's doing, as if it attacked."""
    unmark_all(s, p, ATTACK_MARKS)
    s.attacker = LEVIATHAN
    s.cause = BY_ATTACK
    s.by_leviathan = 1


@kernel
def clear_hex(s, p, units, around, place):
    """Push units off ground that they cannot stay on, around a hex or an area."""
    forget_pointers(s)
    while units != 0 and s.over == 0:
        unit = first_by_chart(s, p, LEVIATHAN, units)
        units &= ~only(unit)
        if not push_around(s, p, unit, around, place) and on_board(s, unit):
            fall(s, p, unit, p.combat_push_stuck == DESTROYS)


@kernel
def push_by_roar(s, p):
    """Push back every Holy unit next to the Leviathan."""
    take_in_hand(s, p)
    forget_pointers(s)
    units = holy_in_ring(s, p, leviathan_ring(s, p), leviathan_place(s, p))
    while units != 0 and s.over == 0:
        unit = first_by_chart(s, p, LEVIATHAN, units)
        units &= ~only(unit)
        if p.push_roar_ring == OWN_AREA:
            pushed = push_around(s, p, unit, AROUND_AREA, area_of(s, unit))
        else:
            pushed = push_around(s, p, unit, leviathan_ring(s, p), leviathan_place(s, p))
        if not pushed:
            be_stuck(s, p, unit)
