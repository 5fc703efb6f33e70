"""The Leviathan's board: units that it Disrupted lie there until Camp, and most of them die."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.camp import apply_doom, can_change_doom
from tolsim.joan.dice import DEATH, DELAYED_RALLY, RALLY, STAYS, throw_doom
from tolsim.joan.events import tell
from tolsim.joan.scenarios.jumieges.names import AT_BOARD
from tolsim.joan.scenarios.jumieges.undying import return_undying
from tolsim.joan.state import (
    AT_CHANGE_DOOM,
    HELD,
    NOBODY,
    argument,
    owner_of,
    pop,
    push,
    set_argument,
)


@kernel
def begin_board(s, p):
    """Throw for the units on the board, after the infirmary's; then the undying come back."""
    s.by_leviathan = 1
    push(s, AT_BOARD, NOBODY, 0, 0)


@kernel
def next_held(s, p):
    """Lowest unit on the board, NOBODY if it is empty."""
    for unit in range(p.units):
        if s.unit_area[unit] == HELD:
            return np.int64(unit)
    return np.int64(NOBODY)


@kernel
def pose_board(s, p):
    """Throw for the next unit; who has been offered a change of the die and kept it dies."""
    offered = argument(s, 1)
    set_argument(s, 1, NOBODY)
    if offered >= 0 and s.unit_area[offered] == HELD:
        apply_doom(s, p, offered, np.int64(DEATH))
        return
    unit = next_held(s, p)
    if unit < 0:
        pop(s)
        s.by_leviathan = 0
        return_undying(s, p)
        return
    face = throw_doom(p, s.rng)
    tell(s, events.DOOM, unit, face, 0)
    if face == STAYS and can_change_doom(s, p, owner_of(s, unit)):
        set_argument(s, 1, unit)
        push(s, AT_CHANGE_DOOM, unit, 0, 0)
    elif face == RALLY or face == DELAYED_RALLY:
        apply_doom(s, p, unit, face)
    else:
        apply_doom(s, p, unit, np.int64(DEATH))
