"""A unit begins to act, and has acted."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import first_in, linked_at, next_in
from tolsim.joan.hooks import acted
from tolsim.joan.reach import may_target
from tolsim.joan.state import (
    AT_UNIT,
    LEGEND,
    MAIN_DONE,
    MELEED,
    TO_ACT,
    USED_THIS_ACTIVATION,
    area_of,
    has_ability,
    marked,
    owner_of,
    pop,
    push,
    same_team,
    unmark,
)
from tolsim.joan.tokens import gain, holds, spend
from tolsim.joan.traits import DRAINS_LEGEND

# How a unit comes to act, second argument of its frame.
BY_ACTIVATION, ON_CHARGE, ON_COMMAND = range(3)


@kernel
def begin_unit(s, p, unit, how):
    """Let a unit act."""
    was_done = 1 if marked(s, unit, MAIN_DONE) and how == ON_COMMAND else 0
    if how == ON_COMMAND:
        unmark(s, unit, MAIN_DONE)
    if not marked(s, unit, MAIN_DONE):
        unmark(s, unit, USED_THIS_ACTIVATION | MELEED)
        if has_ability(s, p, unit, DRAINS_LEGEND):
            drain_legend(s, p, unit)
    push(s, AT_UNIT, unit, how, was_done)


@kernel
def drain_legend(s, p, unit):
    """Beside an enemy, gain a Legend, which the enemy loses if it has one."""
    owner = owner_of(s, unit)
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if linked_at(s, p, here, place) and may_target(s, p, owner, area):
            gain(s, owner, LEGEND, 1)
            other = first_in(s, area)
            while same_team(p, owner, owner_of(s, other)):
                other = next_in(s, other)
            rival = owner_of(s, other)
            if holds(s, rival, LEGEND, 1):
                spend(s, rival, LEGEND, 1)
            return


@kernel
def finish_unit(s, p, unit, how, was_done):
    """The unit has acted."""
    pop(s)
    if how == ON_COMMAND:
        if was_done == 0:
            unmark(s, unit, MAIN_DONE)
    else:
        unmark(s, unit, TO_ACT | MAIN_DONE)
    acted(s, p, unit)
