"""What units, areas and options are worth here: the compass of heuristic play.

Worth is counted in Victory Points. Most of the numbers were found by letting each side play
thousands of games against the other. Slots of the Holy army come before the first Horseman's.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.actions import (
    ACTIVATE,
    CHOOSE,
    PRAY_FOR_LEGEND,
    PRAY_FOR_XP,
    area_named,
    unit_named,
    verb_of,
)
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.movement import jump_of, steps_of
from tolsim.joan.scenarios.four_horsemen.arrival import is_angel
from tolsim.joan.scenarios.four_horsemen.names import (
    AT_HORSEMAN,
    AT_PENTACLE,
    HOLY,
    NO_EFFECT,
    SAINTLY_PUSH,
    SUMMON_ANGEL,
    SUMMON_PATRICK,
    UNHOLY,
)
from tolsim.joan.scenarios.four_horsemen.prayers import angels_deployed, next_angel
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.state import (
    AT_REACTIVATION_AREA,
    area_of,
    argument,
    has_trait,
    owner_of,
    profile,
    stage_of,
)
from tolsim.joan.traits import CIVILIAN

# Units.
UNHOLY_WORTH = 0.1
UNHOLY_STRENGTH = 0.2
"""Worth of an Unholy unit, and of each face that its dice show: it will be back."""
SUMMONED_WORTH = 0.7
"""An Angel or Saint Patrick scores for nobody, but fights."""
HOLY_STRENGTH = 0.1
MIRACLE_WORTH = 0.2
"""What a Civilian is worth beyond its point: it can pray."""

# Areas, for the Unholy side.
STEP = 0.4
"""What a prey loses in worth with each area of distance."""
OVERRUN = 8.0
"""Worth of entering an area of lone Civilians."""
LONE_CIVILIAN = 3.0
GUARDED_CIVILIAN = 0.9
OTHER_PREY = 0.9
BAR_THE_CHURCH = 0.2
UNHOLY_COMPANY = 0.02

# Areas, for the Holy side.
TOWARDS_THE_CHURCH = 0.6
ESCORT = 0.3
IN_REACH = 0.55
"""What a Civilian without a guard loses for each enemy that can come to it."""
SHELTER = 0.5
NEAR_THE_CHURCH = 0.05
GUARD = 1.1
SECOND_GUARD = 0.25
CHURCH_GUARD = 0.7
HOLY_COMPANY = 0.12
HUNT_STEP = 0.15
HUNT = 0.3
ANGEL_HUNT = 0.4

# Options.
HORSEMAN_WORTH = (2.0, 4.0, 1.0, 3.0)
"""Who comes first: War, then Death, Conquest, Famine."""
MIRACLE = 1000.0
PRAY = 100.0
SUMMON = 1.0
"""Worth of an order on the church, and of a Prayer there; an Angel is as good as an attack."""


# Units.


@kernel
def is_summoned(s, p, unit):
    """Tell whether a unit is an Angel or Saint Patrick."""
    return is_angel(p, unit) or unit == p.patrick


@fills(hooks.worth_of_unit, STATE)
def worth_of_unit(s, p, unit):
    """Victory Points that a Holy unit costs; what an Unholy unit can do until it is back."""
    row = profile(s, unit)
    strength = p.profile_attack_strength[row] + p.profile_defence_strength[row]
    if owner_of(s, unit) == UNHOLY:
        return UNHOLY_WORTH + UNHOLY_STRENGTH * strength
    if is_summoned(s, p, unit):
        return SUMMONED_WORTH
    if has_trait(s, p, unit, CIVILIAN):
        return 1.0 + MIRACLE_WORTH
    return 1.0 + HOLY_STRENGTH * strength


# Areas.


@kernel
def guards_in(s, p, area, but):
    """Holy units of an area that are no Civilians, one not counted."""
    number = np.int64(0)
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY and unit != but and not has_trait(s, p, unit, CIVILIAN):
            number += 1
        unit = next_in(s, unit)
    return number


@kernel
def civilians_in(s, p, area):
    """Civilians of an area."""
    number = np.int64(0)
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY and has_trait(s, p, unit, CIVILIAN):
            number += 1
        unit = next_in(s, unit)
    return number


@kernel
def reach_of(s, p, unit):
    """Areas that a unit comes with one order."""
    return max(steps_of(s, p, unit), jump_of(s, p, unit))


@kernel
def enemies_in_reach(s, p, area):
    """Unholy units that can come to an area with one order."""
    number = np.int64(0)
    for unit in range(p.horseman[0], p.units):
        there = area_of(s, unit)
        if there >= 0 and p.distance[there, area] <= reach_of(s, p, unit):
            number += 1
    return number


@kernel
def company_in(s, p, owner, area, but, attack):
    """Strength of an owner's units in an area, one not counted, in attack or in defence."""
    strength = 0.0
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == owner and unit != but:
            row = profile(s, unit)
            if attack:
                strength += p.profile_attack_strength[row]
            else:
                strength += p.profile_defence_strength[row]
        unit = next_in(s, unit)
    return strength


@kernel
def worth_for_unholy(s, p, unit, area):
    """Near prey: lone Civilians first; best of all on the way into the church."""
    best = 0.0
    for prey in range(p.horseman[0]):
        there = area_of(s, prey)
        if there >= 0 and p.is_church[there] == 0:
            if there == area:
                # Only an area of lone Civilians can be entered, and they die.
                worth = OVERRUN
            elif has_trait(s, p, prey, CIVILIAN):
                guarded = guards_in(s, p, there, prey) > 0
                worth = GUARDED_CIVILIAN if guarded else LONE_CIVILIAN
            else:
                worth = OTHER_PREY
            best = max(best, worth - STEP * p.distance[area, there])
    if p.steps_to_church[area] == 1:
        best += BAR_THE_CHURCH
    return best + UNHOLY_COMPANY * company_in(s, p, UNHOLY, area, unit, True)


@kernel
def worth_for_civilian(s, p, unit, area):
    """Towards the church, in company, out of the enemies' reach."""
    if area == p.church:
        return SHELTER + TOWARDS_THE_CHURCH
    worth = -TOWARDS_THE_CHURCH * (p.steps_to_church[area] - 1)
    if guards_in(s, p, area, unit) > 0:
        return worth + ESCORT
    return worth - IN_REACH * min(np.int64(2), enemies_in_reach(s, p, area))


@kernel
def hunt_worth(s, p, area):
    """Worth of being near Unholy units that can be struck."""
    best = 0.0
    for prey in range(p.horseman[0], p.units):
        there = area_of(s, prey)
        if there >= 0:
            best = max(best, 1.0 - HUNT_STEP * p.distance[area, there])
    return best


@kernel
def worth_for_guard(s, p, unit, area):
    """With Civilians that nobody guards, before the church, in company, near enemies."""
    worth = -NEAR_THE_CHURCH * p.steps_to_church[area]
    others = guards_in(s, p, area, unit)
    if civilians_in(s, p, area) > 0:
        worth += GUARD if others == 0 else SECOND_GUARD
    if p.is_interior[area] == 0 and p.steps_to_church[area] == 1 and others < 2:
        worth += CHURCH_GUARD
    worth += HOLY_COMPANY * company_in(s, p, HOLY, area, unit, False)
    hunt = ANGEL_HUNT if is_angel(p, unit) else HUNT
    return worth + hunt * hunt_worth(s, p, area)


@fills(hooks.worth_of_area, STATE)
def worth_of_area(s, p, unit, area):
    """Worth of an area by side: prey, the church, or whom to guard."""
    if owner_of(s, unit) == UNHOLY:
        return worth_for_unholy(s, p, unit, area)
    if has_trait(s, p, unit, CIVILIAN):
        return worth_for_civilian(s, p, unit, area)
    return worth_for_guard(s, p, unit, area)


# Options.


@kernel
def church_worth(s, p):
    """Worth of an order on the church: a Miracle, an Angel, or the engine's opinion."""
    inside = civilians_in(s, p, p.church)
    if inside >= p.prayer_for_a_miracle:
        return MIRACLE
    if (
        inside >= p.prayer_for_an_angel
        and next_angel(s, p) >= 0
        and (angels_deployed(s, p) < p.angel_limit)
    ):
        return SUMMON
    return -1.0


@kernel
def pentacle_worth(s, p, area):
    """Worth of coming up in a pentacle: the Holy units around it."""
    worth = 0.0
    for prey in range(p.horseman[0]):
        there = area_of(s, prey)
        if there >= 0:
            worth += 1.0 / (1.0 + p.distance[area, there])
    return worth


@fills(hooks.worth_of_action, STATE)
def worth_of_action(s, p, action):
    """Prayers, summoned figures, Horsemen and their pentacles; the rest is the engine's."""
    stage = stage_of(s)
    verb = verb_of(p, action)
    if action == PRAY_FOR_XP or action == PRAY_FOR_LEGEND:
        if area_of(s, argument(s, 1)) != p.church:
            return -1.0
        return PRAY + (1.0 if action == PRAY_FOR_XP else 0.0)
    if action == SUMMON_ANGEL:
        return 3.0
    if action == SUMMON_PATRICK:
        return 2.0
    if action == SAINTLY_PUSH:
        return 3.0
    if action == NO_EFFECT:
        return 0.0
    if verb == ACTIVATE or (stage == AT_REACTIVATION_AREA and verb == CHOOSE):
        return church_worth(s, p) if area_named(p, action) == p.church else -1.0
    if stage == AT_HORSEMAN:
        return HORSEMAN_WORTH[p.group[unit_named(p, action)]]
    if stage == AT_PENTACLE:
        return pentacle_worth(s, p, area_named(p, action))
    return -1.0
