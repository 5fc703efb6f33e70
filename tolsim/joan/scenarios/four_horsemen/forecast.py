"""How a position is likely to end: points to come, and a Miracle. The value for searches."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.areas import enemy_in, first_in, next_in
from tolsim.joan.scenarios.four_horsemen.arrival import is_angel
from tolsim.joan.scenarios.four_horsemen.names import HOLY, TO_END_ROUND, UNHOLY
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.state import DESTROYED, INFIRMARY, area_of, has_trait, owner_of
from tolsim.joan.traits import CIVILIAN

LOST_A_ROUND = 0.1
"""Chance that a Holy unit on the board is lost in a round, as greedy players lose them."""
LOST_IN_THE_INFIRMARY = 0.45
"""Chance that a unit of the infirmary does not come back."""
SPREAD_NOW = 1.0
SPREAD_A_ROUND = 0.5
"""Standard deviation of the points to come: at once, and more for each round that is left."""
SLOPE = 0.8
"""Makes the hyperbolic tangent follow the normal distribution."""
SAFE_STEP = 0.8
"""Chance that a step of a Civilian towards the church is not in vain."""
BARRED = 0.5
"""What a Miracle's chance is multiplied by while the church's area is held by the Unholy."""
FAR = 99
CALM = 0.5
NEAR = 1.5
CALM_A_STEP = 0.2
"""Danger of a unit far from the Unholy, what it gains beside one, and loses with each area."""
LONE = 1.6
"""What the danger of a Civilian without a guard is multiplied by."""


@kernel
def rounds_left(s, p):
    """Rounds left, what is left of this one a fraction."""
    return np.float64(p.scenario_rounds - s.turn) + 1.0 - s.phase / TO_END_ROUND


@kernel
def nearest_unholy(s, p, area):
    """Areas between an area and the nearest Unholy unit."""
    nearest = np.int64(FAR)
    for unit in range(p.horseman[0], p.units):
        there = area_of(s, unit)
        if there >= 0:
            nearest = min(nearest, np.int64(p.distance[there, area]))
    return nearest


@kernel
def is_guarded(s, p, area):
    """Tell whether Holy units that are no Civilians keep the Unholy out of an area."""
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY and not has_trait(s, p, unit, CIVILIAN):
            return True
        unit = next_in(s, unit)
    return False


@kernel
def danger_of(s, p, unit, area):
    """How much likelier than another a unit is to be lost, by the Unholy units near it."""
    near = max(0.0, 1.0 - CALM_A_STEP * nearest_unholy(s, p, area))
    danger = CALM + NEAR * near
    if has_trait(s, p, unit, CIVILIAN) and not is_guarded(s, p, area):
        danger *= LONE
    return danger


@kernel
def points_expected(s, p):
    """Victory Points that the game is likely to end with."""
    rounds = max(0.0, rounds_left(s, p))
    lost = 1.0 - (1.0 - LOST_A_ROUND) ** rounds
    from_infirmary = LOST_IN_THE_INFIRMARY + (1.0 - LOST_IN_THE_INFIRMARY) * lost
    points = np.float64(s.vp_civilians + s.vp_final)
    for unit in range(p.units):
        if owner_of(s, unit) != HOLY or is_angel(p, unit) or unit == p.patrick:
            continue
        place = area_of(s, unit)
        worth = p.victory_points_of_a_unit
        if has_trait(s, p, unit, CIVILIAN):
            worth = p.victory_points_of_a_civilian
            if place == DESTROYED:
                continue
        if place == DESTROYED:
            points += worth
        elif place == INFIRMARY:
            points += from_infirmary * worth
        elif place != p.church:
            risk = LOST_A_ROUND * danger_of(s, p, unit, place)
            points += (1.0 - (1.0 - min(0.9, risk)) ** rounds) * worth
    return points


@kernel
def miracle_chance(s, p):
    """Chance of a Miracle: steps that the Civilians nearest to the church have to go."""
    if rounds_left(s, p) <= 0.0:
        return 0.0
    needed = p.prayer_for_a_miracle
    steps, found, reach = 0, np.int64(0), 0
    while found < needed and reach < FAR:
        for unit in range(p.units):
            place = area_of(s, unit)
            if (
                found < needed
                and place >= 0
                and has_trait(s, p, unit, CIVILIAN)
                and owner_of(s, unit) == HOLY
                and p.steps_to_church[place] == reach
            ):
                found += 1
                steps += reach
        reach += 1
    if found < needed:
        return 0.0
    chance = SAFE_STEP ** (steps + 1)
    if steps > 0 and enemy_in(s, p, HOLY, p.outside_of[p.church]):
        chance *= BARRED
    return chance


@fills(hooks.value_of_state, STATE)
def value_of_state(s, p, out):
    """Expected Victory Points against those needed, and the chance of a Miracle."""
    spread = SPREAD_NOW + SPREAD_A_ROUND * max(0.0, rounds_left(s, p))
    lead = (p.victory_points - 0.5 - points_expected(s, p)) / spread
    value = np.tanh(SLOPE * lead)
    value += (1.0 - value) * miracle_chance(s, p)
    out[HOLY] = value
    out[UNHOLY] = -value
