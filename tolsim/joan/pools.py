"""Dice pools of an attack: which dice are thrown, and what their faces count as."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.dice import BLACK, DISRUPTED, SHIELD, WHITE, YELLOW, throw, throws_shield
from tolsim.joan.events import tell, tell_more
from tolsim.joan.state import (
    ATTACK_DICE,
    ATTACKING,
    DEFENCE_DICE,
    EMBOLDENED,
    LEGEND_SPENT,
    MELEE,
    MOST_DICE,
    NO_OWNER,
    SHAKEN,
    has_ability,
    has_trait,
    kind_of,
    mark,
    marked,
    owner_of,
    profile,
    same_team,
    type_of,
)
from tolsim.joan.traits import (
    AGAINST_CAVALRY,
    AGAINST_INFANTRY,
    AGAINST_UNHOLY,
    ARMS_PEASANTS,
    BIG,
    CAVALRY,
    COHESION,
    GIGANTIC_UNIT,
    IMMORTAL,
    INFANTRY,
    REROLLS_SHIELDS,
    SUPPORT,
    TERROR_IMMUNE,
    WITH_ITS_LIKE,
    WITH_PENITENTS,
)

LIKE_THREE = 3
"""Units of one name in an area that Support and Cohesion need."""
# Choices of trait.terror_test.
EACH_ATTACKER = 0


@kernel
def add_die(s, p, side, colour, unit):
    """Throw one die into a pool."""
    number = s.dice_count[side]
    if number == MOST_DICE:
        return
    face = throw(p, colour, s.rng)
    s.die_colour[side, number] = colour
    s.die_face[side, number] = face
    s.die_unit[side, number] = unit
    s.dice_count[side] = number + 1
    tell(s, events.THROWS if side == ATTACK_DICE else events.DEFENDS, unit, colour, face)


@kernel
def add_dice(s, p, side, counts, unit):
    """Throw dice by the number of each colour."""
    for colour in range(4):
        for _ in range(counts[colour]):
            add_die(s, p, side, colour, unit)


@kernel
def has_type_in(s, p, area, kind):
    """Tell whether a unit of a type stands in an area."""
    unit = first_in(s, area)
    while unit >= 0:
        if type_of(s, p, unit) == kind:
            return True
        unit = next_in(s, unit)
    return False


@kernel
def count_of_kind(s, p, area, kind):
    """Units of one name in an area."""
    number = 0
    unit = first_in(s, area)
    while unit >= 0:
        if kind_of(s, p, unit) == kind:
            number += 1
        unit = next_in(s, unit)
    return number


@kernel
def has_ability_in(s, p, area, owner, ability):
    """Tell whether an owner has a unit with an ability in an area."""
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == owner and has_ability(s, p, unit, ability):
            return True
        unit = next_in(s, unit)
    return False


@kernel
def has_extra_dice(s, p, unit):
    """Tell whether the case has come that a unit's further attack dice are for."""
    against = p.profile_extra_against[profile(s, unit)]
    if against == AGAINST_CAVALRY:
        return has_type_in(s, p, s.target, CAVALRY)
    if against == AGAINST_INFANTRY:
        return has_type_in(s, p, s.target, INFANTRY)
    if against == AGAINST_UNHOLY:
        return s.defender >= 0 and p.is_unholy[s.defender] != 0
    if against == WITH_ITS_LIKE:
        return count_of_kind(s, p, s.attack_from, kind_of(s, p, unit)) > 1
    if against == WITH_PENITENTS:
        return count_of_kind(s, p, s.attack_from, p.kind_penitents) > 0
    return False


@kernel
def is_armed_peasants(s, p, unit):
    """Tell whether a unit is Peasants beside a Blacksmith."""
    return kind_of(s, p, unit) == p.kind_peasants and has_ability_in(
        s, p, s.unit_area[unit], owner_of(s, unit), ARMS_PEASANTS
    )


@kernel
def terror_of(s, p, area, owner):
    """Greatest Terror of an owner's enemies in an area."""
    terror = np.int64(0)
    unit = first_in(s, area)
    while unit >= 0:
        if not same_team(p, owner, owner_of(s, unit)):
            terror = max(terror, p.profile_terror[profile(s, unit)])
        unit = next_in(s, unit)
    return terror


@kernel
def passes_terror(s, p, terror):
    """Throw a Terror test: a Shield on each of so many black dice."""
    for _ in range(terror):
        if not throws_shield(s, p):
            return False
    return True


@kernel
def fears(s, p, unit, terror):
    """Tell whether a unit has to test against Terror."""
    return (
        not has_trait(s, p, unit, BIG | GIGANTIC_UNIT | IMMORTAL | TERROR_IMMUNE)
        and p.profile_terror[profile(s, unit)] < terror
    )


@kernel
def test_terror(s, p):
    """Let the attackers of a melee test against the Terror of the target area."""
    terror = terror_of(s, p, s.target, s.attacker)
    if terror == 0 or s.attack_kind != MELEE:
        return
    each = p.trait_terror_test == EACH_ATTACKER
    passed = True if each else passes_terror(s, p, terror)
    for unit in range(p.units):
        if marked(s, unit, ATTACKING) and fears(s, p, unit, terror):
            if each:
                passed = passes_terror(s, p, terror)
            tell(s, events.TERROR_TEST, unit, 1 if passed else 0, terror)
            if not passed:
                mark(s, unit, SHAKEN)


@kernel
def throw_best(s, p, unit, melee):
    """Throw the single die that a shaken unit attacks with: red, else black, white, yellow."""
    extra = has_extra_dice(s, p, unit)
    row = profile(s, unit)
    for colour in range(4):
        number = p.profile_melee[row, colour] if melee else p.profile_shot[row, colour]
        if number > 0 or (extra and p.profile_extra[row, colour] > 0):
            add_die(s, p, ATTACK_DICE, colour, unit)
            return


@kernel
def throw_unit_attack(s, p, unit):
    """Throw one attacker's dice."""
    melee = s.attack_kind == MELEE
    if marked(s, unit, SHAKEN):
        throw_best(s, p, unit, melee)
        return
    row = profile(s, unit)
    add_dice(s, p, ATTACK_DICE, p.profile_melee[row] if melee else p.profile_shot[row], unit)
    if has_extra_dice(s, p, unit):
        add_dice(s, p, ATTACK_DICE, p.profile_extra[row], unit)
    if melee and is_armed_peasants(s, p, unit):
        add_die(s, p, ATTACK_DICE, YELLOW, unit)


@kernel
def throw_attack(s, p):
    """Throw the pool of all attackers, Terror tests first."""
    s.dice_count[ATTACK_DICE] = 0
    test_terror(s, p)
    supported = False
    for unit in range(p.units):
        if marked(s, unit, ATTACKING):
            throw_unit_attack(s, p, unit)
            if has_trait(s, p, unit, SUPPORT):
                like = count_of_kind(s, p, s.attack_from, kind_of(s, p, unit))
                supported = supported or like >= LIKE_THREE
    if supported:
        add_die(s, p, ATTACK_DICE, WHITE, NO_OWNER)
    reroll_shields(s, p)


@kernel
def reroll_shields(s, p):
    """Throw the attack dice that show Shield once more, of units that may."""
    for number in range(s.dice_count[ATTACK_DICE]):
        unit = np.int64(s.die_unit[ATTACK_DICE, number])
        if (
            unit >= 0
            and s.die_face[ATTACK_DICE, number] == SHIELD
            and has_ability(s, p, unit, REROLLS_SHIELDS)
        ):
            reroll(s, p, ATTACK_DICE, number)


@kernel
def reroll(s, p, side, number):
    """Throw a die once more."""
    colour = np.int64(s.die_colour[side, number])
    before = np.int64(s.die_face[side, number])
    after = throw(p, colour, s.rng)
    s.die_face[side, number] = after
    tell_more(s, events.REROLLS, colour, before, after, np.int64(s.die_unit[side, number]))


@kernel
def throw_defence(s, p):
    """Throw the pool of the units in the target area."""
    s.dice_count[DEFENCE_DICE] = 0
    cohesion = False
    unit = first_in(s, s.target)
    while unit >= 0:
        if not same_team(p, s.attacker, owner_of(s, unit)):
            add_dice(s, p, DEFENCE_DICE, p.profile_defence[profile(s, unit)], unit)
            if marked(s, unit, EMBOLDENED):
                add_die(s, p, DEFENCE_DICE, BLACK, unit)
            if has_trait(s, p, unit, COHESION):
                like = count_of_kind(s, p, s.target, kind_of(s, p, unit))
                cohesion = cohesion or like >= LIKE_THREE
        unit = next_in(s, unit)
    if cohesion:
        add_die(s, p, DEFENCE_DICE, WHITE, NO_OWNER)


@kernel
def attack_face(s, p, number):
    """What an attack die counts as, its unit's changes made."""
    face = np.int64(s.die_face[ATTACK_DICE, number])
    unit = np.int64(s.die_unit[ATTACK_DICE, number])
    if unit < 0:
        return face
    if marked(s, unit, LEGEND_SPENT) and face == SHIELD:
        return np.int64(DISRUPTED)
    row = profile(s, unit)
    if s.attack_kind == MELEE:
        return p.profile_melee_change[row, face]
    return p.profile_shot_change[row, face]


@kernel
def defence_face(s, p, number):
    """What a defence die counts as, its unit's changes made."""
    face = np.int64(s.die_face[DEFENCE_DICE, number])
    unit = np.int64(s.die_unit[DEFENCE_DICE, number])
    if unit < 0:
        return face
    return p.profile_defence_change[profile(s, unit), face]
