"""The Leviathan's ways: one hex towards the church, by shortest paths."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, only
from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import CHOOSE, area_action, area_named
from tolsim.joan.areas import lift, put
from tolsim.joan.events import tell
from tolsim.joan.scenarios.jumieges.names import HOLY, LEVIATHAN, UNHOLY
from tolsim.joan.scenarios.jumieges.priest import remove_priest
from tolsim.joan.scenarios.jumieges.push_back import (
    AROUND_AREA,
    AROUND_HEX,
    WHOLE_HEX,
    clear_hex,
    holy_in_ring,
    leviathan_hex,
    take_in_hand,
)
from tolsim.joan.scenarios.jumieges.ranks import holy_in, rank_list
from tolsim.joan.state import (
    NOWHERE,
    area_of,
    argument,
    ask,
    offer,
    on_board,
    owner_of,
    pop,
)

# What a step looks for, first argument of its frame.
ANY_STEP, WITH_CONTACT, USEFUL_STEP = range(3)
# Choices of the rules named like them.
STAY = 0


@kernel
def at_church(s, p):
    """Tell whether the Leviathan is adjacent to the church."""
    return has(p.goal_hexes, leviathan_hex(s, p))


@kernel
def hexes_with_unholy(s, p):
    """Hexes that hold Unholy units, as bits."""
    found = np.int64(0)
    for unit in range(p.units):
        if owner_of(s, unit) == UNHOLY and on_board(s, unit):
            found |= only(p.hex_of[area_of(s, unit)])
    return found


@kernel
def neighbours_of(p, hexes):
    """Hexes with an edge in common with one of a set."""
    found = np.int64(0)
    for number in range(p.hexes):
        if has(hexes, number):
            found |= p.near_hexes[number]
    return found


@kernel
def steps_nearer(s, p, barred):
    """Neighbours of the Leviathan's hex that are one step nearer to the church, by free hexes."""
    here = leviathan_hex(s, p)
    layer = p.goal_hexes & ~barred
    reached = layer
    while layer != 0:
        beyond = neighbours_of(p, layer)
        if has(beyond, here):
            return layer & p.near_hexes[here]
        layer = beyond & ~reached & ~barred
        reached |= layer
    return np.int64(0)


@kernel
def steps_to_church(s, p):
    """Hexes of the next step on a shortest path, as bits; none where every way is barred."""
    church = only(p.church_hex)
    unholy = hexes_with_unholy(s, p)
    found = steps_nearer(s, p, church | unholy)
    if found == 0:
        found = steps_nearer(s, p, church) & ~unholy
    if found == 0 and p.leviathan_no_path != STAY:
        found = steps_nearer(s, p, church)
    return found


@kernel
def area_entered(s, p, goal):
    """Area of a neighbouring hex that lies at the edge to the Leviathan's."""
    here = leviathan_hex(s, p)
    for edge in range(6):
        if p.hex_near[here, edge] == goal:
            return p.hex_edge_area[goal, (edge + 3) % 6]
    return p.hex_areas[goal, 0]


@kernel
def holy_on(s, p, number):
    """Holy units on a hex, as bits."""
    units = np.int64(0)
    for letter in range(3):
        area = p.hex_areas[number, letter]
        if area >= 0:
            units |= holy_in(s, area)
    return units


@kernel
def holy_around(s, p, number):
    """Holy units that would be next to the Leviathan on a hex, as bits."""
    if p.leviathan_occupies == WHOLE_HEX:
        return holy_in_ring(s, p, AROUND_HEX, number)
    return holy_in_ring(s, p, AROUND_AREA, area_entered(s, p, number))


@kernel
def prefer(s, p, steps, on_hex_too):
    """Keep the steps that bring the Leviathan next to Holy units, of these the best rank list."""
    best = np.int64(0)
    kept = np.int64(0)
    for number in range(p.hexes):
        if has(steps, number):
            units = holy_around(s, p, number)
            if on_hex_too:
                units |= holy_on(s, p, number)
            ranks = rank_list(s, p, LEVIATHAN, units)
            if ranks > best:
                best = ranks
                kept = only(number)
            elif ranks == best and ranks != 0:
                kept |= only(number)
    return kept


@kernel
def useful_steps(s, p):
    """Steps that bring the Leviathan next to Holy units, the best of them."""
    return prefer(s, p, steps_to_church(s, p), True)


@kernel
def open_steps(s, p, looks_for):
    """Steps between which the player chooses."""
    if looks_for == USEFUL_STEP:
        return useful_steps(s, p)
    steps = steps_to_church(s, p)
    if looks_for == WITH_CONTACT:
        kept = prefer(s, p, steps, False)
        if kept != 0:
            return kept
    return steps


@kernel
def pose_path(s, p):
    """Ask which way the Leviathan goes."""
    ask(s, HOLY)
    steps = open_steps(s, p, argument(s, 1))
    for number in range(p.hexes):
        if has(steps, number):
            offer(s, area_action(p, CHOOSE, p.hex_areas[number, 0]))
    if s.option_count == 0:
        pop(s)


@kernel
def answer_path(s, p, action):
    """Move it."""
    pop(s)
    move_leviathan(s, p, p.hex_of[area_named(p, action)])


@kernel
def move_leviathan(s, p, goal):
    """Move the Leviathan into a hex; who is there is pushed back, the Priest leaves the game."""
    take_in_hand(s, p)
    origin = area_of(s, p.leviathan)
    whole = p.leviathan_occupies == WHOLE_HEX
    area = p.hex_areas[goal, 0] if whole else area_entered(s, p, goal)
    if p.push_old_hex_free != 0:
        lift(s, p.leviathan, NOWHERE)
    units = standing_in_the_way(s, p, goal, area, whole)
    if whole:
        clear_hex(s, p, units, AROUND_HEX, goal)
    else:
        clear_hex(s, p, units, AROUND_AREA, area)
    if on_board(s, p.priest) and p.hex_of[area_of(s, p.priest)] == goal:
        remove_priest(s, p)
    tell(s, events.MOVES, p.leviathan, origin, area)
    lift(s, p.leviathan, NOWHERE)
    put(s, p.leviathan, area)


@kernel
def standing_in_the_way(s, p, goal, area, whole):
    """Units where the Leviathan goes, its own among them, as bits."""
    units = np.int64(0)
    for unit in range(p.units):
        there = area_of(s, unit)
        if (
            there >= 0
            and unit != p.leviathan
            and unit != p.priest
            and (there == area or (whole and p.hex_of[there] == goal))
        ):
            units |= only(unit)
    return units


@kernel
def has_tie(s, p):
    """Tell whether contact breaks a tie between shortest paths."""
    steps = steps_to_church(s, p)
    return steps & (steps - 1) != 0
