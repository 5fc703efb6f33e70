"""What the heuristic player expects of an order: the best that each unit of an area can do."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import first_in, may_stand, next_in
from tolsim.joan.greedy_combat import (
    attack_strength,
    attack_worth,
    best_melee_target,
    best_shot_worth,
    hit_worth,
    pooled_worth,
)
from tolsim.joan.hooks import BY_MOVE, worth_of_area
from tolsim.joan.movement import CHARGE_STEPS, jump_of, steps_of, walks_over
from tolsim.joan.orders import has_reached, reached
from tolsim.joan.reach import can_melee, may_target
from tolsim.joan.state import (
    CHARGE_ORDER,
    MELEE,
    area_of,
    has_trait,
    owner_of,
    profile,
)
from tolsim.joan.traits import CHARGE

FURTHER_STEP = 0.5
"""Worth of each further area of a move, against its first."""
AFTER_A_STEP = 0.8
"""Worth of an attack that a Charge has to walk up for first: it may find its way barred."""
TO_USE = 0.3
"""Worth from which an order on an area is worth keeping for it."""


@kernel
def move_gain(s, p, unit):
    """Worth that a unit gains by its best move."""
    here = area_of(s, unit)
    now = worth_of_area(s, p, unit, here)
    best = 0.0
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if walks_over(s, p, unit, here, place) and may_stand(s, p, unit, area, BY_MOVE):
            best = max(best, worth_of_area(s, p, unit, area) - now)
    return best * (1.0 + FURTHER_STEP * (max(steps_of(s, p, unit), jump_of(s, p, unit)) - 1))


@kernel
def unit_gain(s, p, unit):
    """Worth of the best that a unit can do alone, hand-to-hand attacks apart."""
    return max(move_gain(s, p, unit), best_shot_worth(s, p, unit))


@kernel
def acting_worth(s, p, unit):
    """Worth of letting a unit act alone, as a Command does."""
    here = area_of(s, unit)
    target = best_melee_target(s, p, owner_of(s, unit), here)
    worth = unit_gain(s, p, unit)
    if target >= 0 and can_melee(s, p, unit, target):
        attack = attack_strength(p, profile(s, unit))
        risk = hit_worth(s, p, unit)
        worth = max(worth, attack_worth(s, p, owner_of(s, unit), target, MELEE, attack, risk))
    return worth


@kernel
def area_worth(s, p, owner, area, order):
    """Worth of an order on an area: its best attack, and what the units left out of it do."""
    if order == CHARGE_ORDER:
        return charge_worth(s, p, owner, area)
    target = best_melee_target(s, p, owner, area)
    worth = 0.0
    if target >= 0:
        worth = pooled_worth(s, p, owner, area, target, MELEE, False)
    row, gain = np.int64(-1), 0.0
    unit = first_in(s, area)
    while unit >= 0:
        if reached(s, p, owner, unit, order) and not (
            target >= 0 and can_melee(s, p, unit, target)
        ):
            # Units of one name follow each other: what one gains, the next one gains.
            if profile(s, unit) != row:
                row = profile(s, unit)
                gain = unit_gain(s, p, unit)
            worth += gain
        unit = next_in(s, unit)
    return worth


@kernel
def charge_worth(s, p, owner, area):
    """Worth of a Charge from an area: the best attack of its chargers within their reach."""
    attack = 0.0
    risk = np.inf
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == owner and has_trait(s, p, unit, CHARGE):
            attack += attack_strength(p, profile(s, unit))
            risk = min(risk, hit_worth(s, p, unit))
        unit = next_in(s, unit)
    best = 0.0
    if attack > 0.0:
        for target in range(p.areas):
            steps = p.distance[area, target]
            if (
                steps <= CHARGE_STEPS + 1
                and s.area_first[target] >= 0
                and may_target(s, p, owner, target)
            ):
                worth = attack_worth(s, p, owner, target, MELEE, attack, risk)
                best = max(best, worth if steps == 1 else AFTER_A_STEP * worth)
    return best


@kernel
def approach_worth(s, p, unit, area, steps):
    """Worth of standing in an area for the attack that ends a Charge, with steps left."""
    owner = owner_of(s, unit)
    attack = attack_strength(p, profile(s, unit))
    risk = hit_worth(s, p, unit)
    best = 0.0
    for target in range(p.areas):
        far = p.distance[area, target]
        if (
            far > 0
            and far <= 1 + steps
            and s.area_first[target] >= 0
            and may_target(s, p, owner, target)
        ):
            worth = attack_worth(s, p, owner, target, MELEE, attack, risk)
            best = max(best, worth if far == 1 else AFTER_A_STEP * worth)
    return best


@kernel
def best_order_worth(s, p, owner, order):
    """Worth of the best area for an order, Activations this round or not."""
    best = 0.0
    for area in range(p.areas):
        if s.area_first[area] >= 0 and has_reached(s, p, owner, area, order):
            best = max(best, area_worth(s, p, owner, area, order))
    return best


@kernel
def areas_to_use(s, p, owner, order):
    """Areas where an order is worth its while."""
    number = 0
    for area in range(p.areas):
        if (
            s.area_first[area] >= 0
            and has_reached(s, p, owner, area, order)
            and area_worth(s, p, owner, area, order) > TO_USE
        ):
            number += 1
    return number
