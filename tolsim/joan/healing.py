"""Taking wounds off units."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import unit_action, unit_named
from tolsim.joan.areas import linked
from tolsim.joan.events import tell
from tolsim.joan.state import area_of, argument, ask, offer, owner_of, pop, profile, same_team


@kernel
def is_wounded(s, p, unit):
    """Tell whether a unit has wounds to heal."""
    return np.int64(s.unit_hp[unit]) < p.profile_hp[profile(s, unit)]


@kernel
def is_healable(s, p, unit, other, also_adjacent):
    """Tell whether a unit can take a wound off another: a wounded ally here, or one area away."""
    here = area_of(s, unit)
    there = area_of(s, other)
    return (
        there >= 0
        and owner_of(s, other) >= 0
        and is_wounded(s, p, other)
        and same_team(p, owner_of(s, unit), owner_of(s, other))
        and (there == here or (also_adjacent and linked(s, p, here, there)))
    )


@kernel
def has_wounded(s, p, unit, also_adjacent):
    """Tell whether there is anybody to heal."""
    for other in range(p.units):
        if is_healable(s, p, unit, other, also_adjacent):
            return True
    return False


@kernel
def pose_heal(s, p, also_adjacent):
    """Ask whose wound is healed."""
    unit = argument(s, 1)
    ask(s, owner_of(s, unit))
    for other in range(p.units):
        if is_healable(s, p, unit, other, also_adjacent):
            offer(s, unit_action(p, other))
    if s.option_count == 0:
        pop(s)


@kernel
def answer_heal(s, p, action):
    """Take a wound off."""
    pop(s)
    heal(s, p, unit_named(p, action))


@kernel
def heal(s, p, unit):
    """Take one wound off a unit."""
    if is_wounded(s, p, unit):
        s.unit_hp[unit] = np.int64(s.unit_hp[unit]) + 1
        tell(s, events.HEALS, unit, np.int64(s.unit_hp[unit]), 0)
