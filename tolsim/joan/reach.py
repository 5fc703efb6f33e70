"""Who can be attacked from where, hand to hand and by shots."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import enemy_in, first_in, giant_area, linked, next_in, steps_between
from tolsim.joan.hooks import may_attack_from, may_be_attacked, terrain_of
from tolsim.joan.state import (
    MELEE,
    NOBODY,
    area_of,
    owner_of,
    profile,
    same_team,
)
from tolsim.joan.terrain import HILL
from tolsim.joan.traits import ARCING, DIRECT, NO_SHOT

LEAST_ARC = 2


@kernel
def defender_of(s, p, owner, area):
    """Owner whose units an attack on an area meets, NOBODY if there are none."""
    unit = first_in(s, area)
    while unit >= 0:
        if not same_team(p, owner, owner_of(s, unit)):
            return owner_of(s, unit)
        unit = next_in(s, unit)
    return np.int64(NOBODY)


@kernel
def touches(s, p, area, target):
    """Tell whether a melee reaches from an area to another."""
    if linked(s, p, area, target):
        return True
    if p.giants != 0 and giant_area(s, p, target) == target:
        for letter in range(3):
            part = p.hex_areas[p.hex_of[target], letter]
            if part >= 0 and linked(s, p, area, part):
                return True
    return False


@kernel
def shot_steps(s, p, area, target, direct):
    """Range of a shot; direct ones count only ways that nothing blocks."""
    steps = np.int64(p.direct_distance[area, target]) if direct else steps_between(p, area, target)
    if p.giants != 0 and giant_area(s, p, target) == target:
        for letter in range(3):
            part = p.hex_areas[p.hex_of[target], letter]
            if part >= 0:
                other = p.direct_distance[area, part] if direct else p.distance[area, part]
                steps = min(steps, np.int64(other))
    return steps


@kernel
def may_target(s, p, owner, area):
    """Tell whether an owner finds enemies in an area that it may attack."""
    return enemy_in(s, p, owner, area) and may_be_attacked(s, p, owner, area)


@kernel
def can_melee(s, p, unit, target):
    """Tell whether a unit can attack an area hand to hand."""
    here = area_of(s, unit)
    return (
        here >= 0
        and p.profile_has_melee[profile(s, unit)] != 0
        and touches(s, p, here, target)
        and may_attack_from(s, p, unit, here)
        and may_target(s, p, owner_of(s, unit), target)
    )


@kernel
def can_shoot(s, p, unit, target):
    """Tell whether a unit can shoot at an area."""
    row = profile(s, unit)
    kind = p.profile_shot_kind[row]
    here = area_of(s, unit)
    if kind == NO_SHOT or here < 0 or here == target or p.is_interior[here] != 0:
        return False
    steps = shot_steps(s, p, here, target, kind == DIRECT)
    reach = p.profile_shot_range[row]
    if terrain_of(s, p, here) == HILL:
        reach += p.terrain_hill_range
    if steps > reach or (kind == ARCING and steps < LEAST_ARC):
        return False
    if p.is_interior[target] != 0 and (kind != DIRECT or p.outside_of[target] != here):
        return False
    return may_attack_from(s, p, unit, here) and may_target(s, p, owner_of(s, unit), target)


@kernel
def can_attack(s, p, unit, target, kind):
    """Tell whether a unit can take part in an attack."""
    return can_melee(s, p, unit, target) if kind == MELEE else can_shoot(s, p, unit, target)
