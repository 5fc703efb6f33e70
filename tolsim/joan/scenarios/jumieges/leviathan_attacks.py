"""The Leviathan's attacks: Gigantic on a hex or the church, melee on an area."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import count, has
from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import CHOOSE, area_action, area_named
from tolsim.joan.attack import begin_attack
from tolsim.joan.casualties import be_stuck
from tolsim.joan.dice import PUSH
from tolsim.joan.gigantic import (
    ALL_AREAS,
    begin_gigantic,
    count_gigantic,
    hand_out_gigantic,
    next_struck,
    throw_gigantic_die,
)
from tolsim.joan.scenarios.jumieges.leviathan_path import area_entered, holy_on
from tolsim.joan.scenarios.jumieges.names import HOLY, LEVIATHAN
from tolsim.joan.scenarios.jumieges.push_back import (
    AROUND_AREA,
    OWN_AREA,
    forget_pointers,
    leviathan_hex,
    leviathan_place,
    leviathan_ring,
    push_around,
    ring_area,
    ring_length,
    take_in_hand,
)
from tolsim.joan.scenarios.jumieges.ranks import PLAYER, holy_in, rank_list, ties
from tolsim.joan.scenarios.jumieges.victory import damage_church
from tolsim.joan.state import (
    ATTACKING,
    HIT,
    KILLS,
    MELEE,
    area_of,
    argument,
    ask,
    mark,
    offer,
    pop,
    set_argument,
    unmark_all,
)

CLOCKWISE = (1, 2, 3, 4, 5, 0)
"""Edges of a hex, clockwise from the North-East."""
MOST_THROWS = 50
"""Throws of all dice, where all are thrown again for a Push."""
MOST_PUSHES = 10
"""Pushes of one die, where each comes before its reroll."""
# Choices of the rules named like them.
UNITS_FIRST, BOTH, BY_KILL = range(3)
REROLL, PUSH_THEN_REROLL, WHOLE = range(3)
SCOPE_HEX = 0


# The Gigantic attack.


@kernel
def throw_gigantic(s, p, struck_hex, area):
    """Throw all dice and count them; those that show Push are dealt with."""
    begin_gigantic(s, p, p.leviathan)
    take_in_hand(s, p)
    forget_pointers(s)
    if p.gigantic_push == WHOLE:
        throw_until_no_push(s, p)
        return
    for _ in range(p.combat_gigantic_dice):
        face = throw_gigantic_die(s, p)
        pushes = 0
        while face == PUSH:
            if p.gigantic_push == PUSH_THEN_REROLL and pushes < MOST_PUSHES:
                push_next(s, p, struck_hex, area)
                pushes += 1
            face = throw_gigantic_die(s, p)
        count_gigantic(s, face)
    unmark_all(s, p, HIT)


@kernel
def throw_until_no_push(s, p):
    """Throw all dice again as long as one shows Push."""
    for _ in range(MOST_THROWS):
        pushes = 0
        s.results[:] = 0
        for _ in range(p.combat_gigantic_dice):
            face = throw_gigantic_die(s, p)
            if face == PUSH:
                pushes += 1
            count_gigantic(s, face)
        if pushes == 0:
            return


@kernel
def push_next(s, p, struck_hex, area):
    """Push the next unit that has not been hit."""
    unit = next_struck(s, p, struck_hex, area)
    if unit < 0:
        return
    mark(s, unit, HIT)
    if p.push_roar_ring == OWN_AREA:
        pushed = push_around(s, p, unit, AROUND_AREA, area_of(s, unit))
    else:
        pushed = push_around(s, p, unit, leviathan_ring(s, p), leviathan_place(s, p))
    if not pushed:
        be_stuck(s, p, unit)


@kernel
def church_group(s, p):
    """Holy units in the church and its area, as bits."""
    return holy_in(s, p.church) | holy_in(s, p.church_area)


@kernel
def strike_church(s, p):
    """Strike the church: the units in it and its area, or the building."""
    garrison = church_group(s, p)
    if p.church_attack == UNITS_FIRST and garrison == 0:
        damage_church(s, p)
        return
    throw_gigantic(s, p, p.church_hex, ALL_AREAS)
    damages = p.church_attack == BOTH or (p.church_attack == BY_KILL and s.results[KILLS] > 0)
    hand_out_gigantic(s, p, p.church_hex, ALL_AREAS)
    if damages and s.over == 0:
        damage_church(s, p)


@kernel
def targets_on(s, p, number):
    """Holy units that a Gigantic attack on a neighbouring hex strikes, as bits."""
    if p.gigantic_scope == SCOPE_HEX:
        return holy_on(s, p, number)
    return holy_in(s, area_entered(s, p, number))


@kernel
def has_target_hex(s, p):
    """Tell whether a neighbouring hex holds Holy units to strike."""
    near = p.near_hexes[leviathan_hex(s, p)]
    for number in range(p.hexes):
        if has(near, number) and targets_on(s, p, number) != 0:
            return True
    return False


@kernel
def pose_strike_hex(s, p):
    """Choose the hex with most units, then with the best targets, then clockwise; the player may."""
    ask(s, HOLY)
    here = leviathan_hex(s, p)
    most = np.int64(0)
    best = np.int64(0)
    for edge in CLOCKWISE:
        number = p.hex_near[here, edge]
        if number >= 0:
            units = targets_on(s, p, number)
            ranks = rank_list(s, p, LEVIATHAN, units)
            if count(units) > most or (count(units) == most and ranks > best):
                most = count(units)
                best = ranks
    for edge in CLOCKWISE:
        number = p.hex_near[here, edge]
        if number >= 0 and most > 0 and (s.option_count == 0 or p.behaviour_ties == PLAYER):
            units = targets_on(s, p, number)
            if count(units) == most and ties(p, rank_list(s, p, LEVIATHAN, units), best):
                offer(s, area_action(p, CHOOSE, p.hex_areas[number, 0]))
    if s.option_count == 0:
        pop(s)


@kernel
def answer_strike_hex(s, p, action):
    """Strike it."""
    pop(s)
    number = p.hex_of[area_named(p, action)]
    area = np.int64(ALL_AREAS)
    if p.gigantic_scope != SCOPE_HEX:
        area = area_entered(s, p, number)
    throw_gigantic(s, p, number, area)
    hand_out_gigantic(s, p, number, area)


# Melee.


@kernel
def ranks_in_ring(s, p, number, barred):
    """Rank list of an area of the Leviathan's ring, 0 without Holy units or where it is barred."""
    area = ring_area(p, leviathan_ring(s, p), leviathan_place(s, p), number)
    if area == barred:
        return np.int64(0)
    return rank_list(s, p, LEVIATHAN, holy_in(s, area))


@kernel
def has_melee_target(s, p):
    """Tell whether Holy units are next to the Leviathan."""
    for number in range(ring_length(p, leviathan_ring(s, p), leviathan_place(s, p))):
        if ranks_in_ring(s, p, number, -1) != 0:
            return True
    return False


@kernel
def pose_leviathan_melee(s, p):
    """Choose the area with the best targets; argument 2: an area attacked before, plus 1."""
    ask(s, HOLY)
    barred = argument(s, 2) - 1
    length = ring_length(p, leviathan_ring(s, p), leviathan_place(s, p))
    best = np.int64(0)
    for number in range(length):
        best = max(best, ranks_in_ring(s, p, number, barred))
    for number in range(length):
        ranks = ranks_in_ring(s, p, number, barred)
        if (
            ranks != 0
            and ties(p, ranks, best)
            and (s.option_count == 0 or p.behaviour_ties == PLAYER)
        ):
            area = ring_area(p, leviathan_ring(s, p), leviathan_place(s, p), number)
            offer(s, area_action(p, CHOOSE, area))
    if s.option_count == 0:
        pop(s)


@kernel
def answer_leviathan_melee(s, p, action):
    """Attack it; the frame of the Leviathan's turn notes where."""
    pop(s)
    area = area_named(p, action)
    set_argument(s, 3, area + 1)
    begin_gigantic(s, p, p.leviathan)
    mark(s, p.leviathan, ATTACKING)
    begin_attack(s, p, area_of(s, p.leviathan), area, MELEE, LEVIATHAN, 0, 0)
