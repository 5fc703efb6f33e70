"""The Gigantic attack: dice against a whole hex, without defence dice.

A scenario throws the dice, deals with those that show Push as its text says, counts the faces, and
has the results handed out; in what order units are struck is its :func:`gigantic_rank`.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.allocation import next_result
from tolsim.joan.casualties import suffer
from tolsim.joan.dice import DISRUPTED, GIGANTIC, KILL, TRAMPLE, throw
from tolsim.joan.events import tell
from tolsim.joan.hooks import gigantic_rank
from tolsim.joan.state import (
    ATTACK_MARKS,
    BY_ATTACK,
    DISRUPTEDS,
    HIT,
    KILL_AMONG,
    KILLS,
    NOBODY,
    TRAMPLES,
    area_of,
    mark,
    marked,
    owner_of,
    same_team,
    unmark,
    unmark_all,
)

# Choices of combat.gigantic_allocation.
SPREAD = 0

ALL_AREAS = -1
"""Area for an attack on a whole hex."""


@kernel
def begin_gigantic(s, p, giant):
    """Begin a Gigantic attack of a unit."""
    unmark_all(s, p, ATTACK_MARKS)
    s.attacker = owner_of(s, giant)
    s.cause = BY_ATTACK
    s.results[:] = 0


@kernel
def throw_gigantic_die(s, p):
    """Throw one Gigantic die."""
    face = throw(p, GIGANTIC, s.rng)
    tell(s, events.GIGANTIC_THROW, face, 0, 0)
    return face


@kernel
def count_gigantic(s, face):
    """Count what a die shows; Pushes are the scenario's affair."""
    if face == KILL:
        s.results[KILLS] += 1
    elif face == TRAMPLE:
        s.results[TRAMPLES] += 1
    elif face == DISRUPTED:
        s.results[DISRUPTEDS] += 1


@kernel
def is_struck(s, p, unit, struck_hex, area):
    """Tell whether a Gigantic attack on a hex, or on one area of it, strikes a unit."""
    there = area_of(s, unit)
    return (
        there >= 0
        and p.hex_of[there] == struck_hex
        and (area == ALL_AREAS or there == area)
        and not same_team(p, s.attacker, owner_of(s, unit))
    )


@kernel
def comes_before(s, p, unit, other):
    """Tell whether a unit is struck before another: by rank, then fewer HP left, then number."""
    rank = gigantic_rank(s, p, unit)
    of_other = gigantic_rank(s, p, other)
    if rank != of_other:
        return rank < of_other
    return s.unit_hp[unit] < s.unit_hp[other]


@kernel
def next_struck(s, p, struck_hex, area):
    """Unit that the next result strikes, of those not hit yet; NOBODY when all have been."""
    first = np.int64(NOBODY)
    for unit in range(p.units):
        if (
            not marked(s, unit, HIT)
            and is_struck(s, p, unit, struck_hex, area)
            and (first < 0 or comes_before(s, p, unit, first))
        ):
            first = np.int64(unit)
    return first


@kernel
def strike(s, p, unit, result):
    """Give a unit a result; what came before in this attack does not change what it does."""
    mark(s, unit, HIT)
    unmark(s, unit, KILL_AMONG)
    suffer(s, p, unit, result)


@kernel
def hand_out_gigantic(s, p, struck_hex, area):
    """Hand the results out: Kills, Tramples, Disrupteds."""
    if p.combat_gigantic_allocation == SPREAD:
        spread(s, p, struck_hex, area)
    else:
        strike_each(s, p, struck_hex, area)
    s.results[:] = 0
    unmark_all(s, p, HIT)


@kernel
def spread(s, p, struck_hex, area):
    """One result to a unit before a second goes to any."""
    result = next_result(s)
    while result >= 0 and s.over == 0:
        s.results[result] -= 1
        unit = next_struck(s, p, struck_hex, area)
        if unit < 0:
            unmark_all(s, p, HIT)
            unit = next_struck(s, p, struck_hex, area)
        if unit < 0:
            return
        strike(s, p, unit, result)
        result = next_result(s)


@kernel
def strike_each(s, p, struck_hex, area):
    """All results on every unit, until it falls."""
    unit = next_struck(s, p, struck_hex, area)
    while unit >= 0 and s.over == 0:
        mark(s, unit, HIT)
        for result in (KILLS, TRAMPLES, DISRUPTEDS):
            for _ in range(s.results[result]):
                if s.over == 0 and is_struck(s, p, unit, struck_hex, area):
                    strike(s, p, unit, result)
        unit = next_struck(s, p, struck_hex, area)
