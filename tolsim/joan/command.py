"""Command: a bonus action that lets other units act at once."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.acting import ON_COMMAND, begin_unit
from tolsim.joan.actions import DONE, names_unit, unit_named
from tolsim.joan.areas import steps_between
from tolsim.joan.attack import offer_unlike
from tolsim.joan.hooks import activation_ended, may_act
from tolsim.joan.state import (
    AT_COMMAND,
    COMMANDED_OTHERS,
    NOWHERE,
    UNDER_FIRST_COMMAND,
    UNDER_LAST_COMMAND,
    area_of,
    argument,
    ask,
    has_ability,
    mark,
    marked,
    offer,
    on_board,
    owner_of,
    pop,
    profile,
    set_argument,
    type_of,
    unmark,
)
from tolsim.joan.traits import CAVALRY, COMMANDS_CAVALRY


@kernel
def can_command(s, p, unit):
    """Tell whether a unit has its Command left, and somebody to command."""
    if p.profile_command_number[profile(s, unit)] == 0 or marked(s, unit, COMMANDED_OTHERS):
        return False
    for other in range(p.units):
        if is_commandable(s, p, unit, other, 0):
            return True
    return False


@kernel
def chosen_mark(s):
    """Mark of the units chosen by the Command on top, for one can come within another."""
    bit = np.int64(UNDER_FIRST_COMMAND)
    for place in range(s.depth - 1):
        if s.stack[place, 0] == AT_COMMAND:
            bit = min(2 * bit, np.int64(UNDER_LAST_COMMAND))
    return bit


@kernel
def is_commandable(s, p, unit, other, chosen):
    """Tell whether a unit's Command reaches another that has not been chosen."""
    here = area_of(s, unit)
    there = area_of(s, other)
    return (
        there >= 0
        and here >= 0
        and other != unit
        and owner_of(s, other) == owner_of(s, unit)
        and not marked(s, other, chosen)
        and (not has_ability(s, p, unit, COMMANDS_CAVALRY) or type_of(s, p, other) == CAVALRY)
        and steps_between(p, here, there) <= p.profile_command_range[profile(s, unit)]
        and may_act(s, p, other)
    )


@kernel
def pose_command(s, p):
    """Ask whom the commander lets act."""
    unit = argument(s, 1)
    ask(s, owner_of(s, unit))
    if argument(s, 2) > 0 and on_board(s, unit):
        for other in range(p.units):
            if is_commandable(s, p, unit, other, chosen_mark(s)):
                offer_unlike(s, p, other)
    if s.option_count == 0:
        end_command(s, p)
    else:
        offer(s, DONE)


@kernel
def answer_command(s, p, action):
    """Let it act at once, or end the Command."""
    if not names_unit(p, action):
        end_command(s, p)
        return
    set_argument(s, 2, argument(s, 2) - 1)
    other = unit_named(p, action)
    mark(s, other, chosen_mark(s))
    begin_unit(s, p, other, ON_COMMAND)


@kernel
def end_command(s, p):
    """The Command is over."""
    chosen = chosen_mark(s)
    pop(s)
    for other in range(p.units):
        unmark(s, other, chosen)
    activation_ended(s, p, NOWHERE)
