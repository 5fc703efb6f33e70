"""Units that fall: Victory Points, rewards, and where they go."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.flow import end_game
from tolsim.joan.scenarios.four_horsemen.arrival import is_angel
from tolsim.joan.scenarios.four_horsemen.names import (
    BY_POINTS,
    HOLY,
    LOST_TO_ATTACK,
    LOST_TO_DOOM,
    LOST_TO_ENTRY,
    UNHOLY,
)
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.state import (
    BY_ATTACK,
    BY_NO_ATTACK,
    DESTROYED,
    INFIRMARY,
    RETURNING,
    WAITING,
    XP,
    area_of,
    has_trait,
    owner_of,
    type_of,
)
from tolsim.joan.tokens import gain
from tolsim.joan.traits import CAVALRY, CHARACTER, CIVILIAN, INFANTRY

# Choices of the rules named like them.
IMMEDIATE = 0
ONCE = 0
FLAT = 0
FINAL = 0


@kernel
def points(s):
    """Victory Points of the Unholy side."""
    return s.vp_civilians + s.vp_final


@kernel
def test_points(s, p):
    """The Unholy side wins with enough Victory Points."""
    if s.over == 0 and points(s) >= p.victory_points:
        end_game(s, BY_POINTS)
        s.returns[HOLY] = -1.0
        s.returns[UNHOLY] = 1.0


@kernel
def lose_civilian(s, p, cause):
    """A Civilian is destroyed, by whatever cause."""
    s.vp_civilians += p.victory_points_of_a_civilian
    s.civilians_lost[cause] += 1
    if cause != LOST_TO_DOOM or p.reward_doom_death_holy != 0:
        gain(s, UNHOLY, XP, p.reward_civilian)
    if p.victory_check == IMMEDIATE:
        test_points(s, p)


@kernel
def scores_at_the_end(s, p, unit):
    """Tell whether a Holy unit is Disrupted or destroyed and counts; Angels never do."""
    place = area_of(s, unit)
    if owner_of(s, unit) != HOLY or is_angel(p, unit) or unit == p.patrick:
        return False
    if place == DESTROYED:
        return not has_trait(s, p, unit, CIVILIAN) or p.victory_civilian_scores != ONCE
    return place == INFIRMARY or place == WAITING


@kernel
def score_the_end(s, p):
    """Count the Holy units that are Disrupted or destroyed."""
    for unit in range(p.units):
        if scores_at_the_end(s, p, unit):
            s.vp_final += p.victory_points_of_a_unit


@kernel
def price_of(s, p, unit):
    """XP that the Reward names for a unit: by type, more for a Character."""
    if has_trait(s, p, unit, CHARACTER):
        return p.reward_character
    if type_of(s, p, unit) == CAVALRY:
        return p.reward_cavalry
    return p.reward_infantry if type_of(s, p, unit) == INFANTRY else 0


@kernel
def price_of_unholy(s, p, unit):
    """XP that the Holy side gets for an Unholy unit."""
    return 1 if p.reward_holy == FLAT else price_of(s, p, unit)


@kernel
def pay_for_holy(s, p, unit, cause):
    """Pay the Unholy side for a destroyed Holy unit."""
    if has_trait(s, p, unit, CIVILIAN):
        lose_civilian(s, p, cause)
    elif is_angel(p, unit):
        gain(s, UNHOLY, XP, p.reward_angel)
        s.killed_mark = 1
    elif unit != p.patrick:
        gain(s, UNHOLY, XP, price_of(s, p, unit))


@fills(hooks.unit_fell, STATE)
def unit_fell(s, p, unit, killed):
    """An Angel's victim goes to the infirmary, other Unholy units wait for their pentacle."""
    if owner_of(s, unit) == UNHOLY:
        gain(s, HOLY, XP, price_of_unholy(s, p, unit))
        return INFIRMARY if s.cause == BY_ATTACK and s.angel_attack != 0 else RETURNING
    if not killed:
        return INFIRMARY
    pay_for_holy(s, p, unit, LOST_TO_ENTRY if s.cause == BY_NO_ATTACK else LOST_TO_ATTACK)
    return DESTROYED


@fills(hooks.unit_died, STATE)
def unit_died(s, p, unit):
    """Death on the Doom die destroys; an Angel's victim may come back all the same."""
    if owner_of(s, unit) == UNHOLY:
        if p.reward_doom_death_unholy != 0:
            gain(s, HOLY, XP, price_of_unholy(s, p, unit))
        if p.angel_victim_death != FINAL:
            s.unit_area[unit] = RETURNING
    elif has_trait(s, p, unit, CIVILIAN):
        lose_civilian(s, p, LOST_TO_DOOM)
    elif p.reward_doom_death_holy != 0:
        pay_for_holy(s, p, unit, LOST_TO_DOOM)
