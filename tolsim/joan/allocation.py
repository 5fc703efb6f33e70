"""Handing the results of an attack out to units, one at a time."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import DECLINE, DONE, SPEND_LEGEND, names_unit, unit_named
from tolsim.joan.areas import enemy_in, first_in, linked, may_stand, next_in
from tolsim.joan.attack import offer_unlike
from tolsim.joan.casualties import begin_push, can_be_pushed, suffer
from tolsim.joan.counting import STRIKES_CAVALRY
from tolsim.joan.hooks import BY_FOLLOW_UP, attack_over, came_to_rest, is_target, may_follow_up_over
from tolsim.joan.movement import come_to
from tolsim.joan.state import (
    AT_ALLOCATE,
    AT_ATTACK_END,
    AT_EXTRA_MELEE,
    AT_FOLLOW_UP,
    AT_RUTHLESS,
    AT_STAND_IN,
    ATTACKING,
    BY_ATTACK,
    BY_STRIKE_BACK,
    CHARGE_ORDER,
    DISRUPTEDS,
    DODGED,
    FOLLOWED,
    HIT,
    KILLS,
    LEGEND,
    MELEE,
    NOBODY,
    PUSHES,
    TRAMPLES,
    USED_THIS_ROUND,
    area_of,
    ask,
    go,
    has_ability,
    has_trait,
    mark,
    marked,
    offer,
    owner_of,
    pop,
    push,
    same_team,
    set_argument,
    type_of,
    unmark,
)
from tolsim.joan.tokens import gain, gain_orders, holds, spend
from tolsim.joan.traits import (
    BODYGUARD,
    CAVALRY,
    CHARGE_FOR_KILL,
    LEGEND_FOR_KILL,
    LEGEND_ON_FOLLOW_UP,
    MELEE_ON_FOLLOW_UP,
    RUTHLESS,
    SHIELD_TRAIT,
    TARGETING,
)

# Choices of combat.allocation.
ONE_EACH_FIRST = 0


# Results that strike the attackers back.


@kernel
def offer_struck(s, p, only_cavalry):
    """Offer the attackers that a result can strike, those not yet hit first."""
    for again in range(2):
        for unit in range(p.units):
            if (
                marked(s, unit, ATTACKING)
                and area_of(s, unit) >= 0
                and (not only_cavalry or type_of(s, p, unit) == CAVALRY)
                and (again != 0 or not marked(s, unit, HIT))
            ):
                offer_unlike(s, p, unit)
        if s.option_count > 0:
            return


@kernel
def pose_strike_back(s, p):
    """Which attacker does the result strike? Its owner chooses."""
    for column in range(4):
        if s.strikes[column] > 0:
            ask(s, s.attacker)
            s.allocated = column
            offer_struck(s, p, column >= STRIKES_CAVALRY)
            if s.option_count > 0:
                return
            s.strikes[column] = 0
    go(s, AT_RUTHLESS)


@kernel
def answer_strike_back(s, p, action):
    """Strike it."""
    unit = unit_named(p, action)
    s.strikes[s.allocated] -= 1
    mark(s, unit, HIT)
    s.cause = BY_STRIKE_BACK
    suffer(s, p, unit, s.allocated % STRIKES_CAVALRY)
    s.cause = BY_ATTACK


# Ruthless.


@kernel
def has_attacker_with(s, p, trait):
    """Tell whether an attacker that still stands has a trait."""
    for unit in range(p.units):
        if marked(s, unit, ATTACKING) and has_trait(s, p, unit, trait):
            return True
    return False


@kernel
def pose_ruthless(s, p):
    """Ask whether one Disrupted is turned into a Kill for Legend."""
    if (
        s.results[DISRUPTEDS] > 0
        and s.attacker >= 0
        and holds(s, s.attacker, LEGEND, 1)
        and has_attacker_with(s, p, RUTHLESS)
    ):
        ask(s, s.attacker)
        offer(s, DECLINE)
        offer(s, SPEND_LEGEND)
    else:
        begin_allocation(s)


@kernel
def answer_ruthless(s, p, action):
    """Pay, or not; once an attack."""
    if action == SPEND_LEGEND:
        spend(s, s.attacker, LEGEND, 1)
        s.results[DISRUPTEDS] -= 1
        s.results[KILLS] += 1
    begin_allocation(s)


@kernel
def begin_allocation(s):
    """Go on to the results that strike the defenders."""
    set_argument(s, 3, 0)
    go(s, AT_ALLOCATE)


# Allocation.


@kernel
def can_take(s, p, unit, result):
    """Tell whether a result can be allocated to a unit of the target area."""
    return (
        not same_team(p, s.attacker, owner_of(s, unit))
        and not marked(s, unit, DODGED)
        and is_target(s, p, unit)
        and (result != PUSHES or can_be_pushed(s, p, unit))
    )


@kernel
def offer_targets(s, p, result):
    """Offer the units that a result can go to, those not yet hit first."""
    for again in range(2):
        unit = first_in(s, s.target)
        while unit >= 0:
            if can_take(s, p, unit, result) and (
                again != 0 or p.combat_allocation != ONE_EACH_FIRST or not marked(s, unit, HIT)
            ):
                offer_unlike(s, p, unit)
            unit = next_in(s, unit)
        if s.option_count > 0:
            if again != 0:
                forget_hits(s, p)
            return


@kernel
def forget_hits(s, p):
    """Every unit has had a result: begin again."""
    unit = first_in(s, s.target)
    while unit >= 0:
        unmark(s, unit, HIT)
        unit = next_in(s, unit)


@kernel
def next_result(s):
    """Kind of the next result: Kill, Trample, Disrupted, Push; NOBODY when none is left."""
    if s.results[KILLS] > 0:
        return np.int64(KILLS)
    if s.results[TRAMPLES] > 0:
        return np.int64(TRAMPLES)
    if s.results[DISRUPTEDS] > 0:
        return np.int64(DISRUPTEDS)
    if s.results[PUSHES] > 0:
        return np.int64(PUSHES)
    return np.int64(NOBODY)


@kernel
def pose_allocate(s, p):
    """Which unit takes the next result? The defender says, the attacker with Targeting."""
    result = next_result(s)
    while result >= 0:
        targeting = has_attacker_with(s, p, TARGETING)
        ask(s, s.attacker if targeting or s.defender < 0 else s.defender)
        s.allocated = result
        offer_targets(s, p, result)
        if s.option_count > 0:
            return
        s.results[result] = 0
        result = next_result(s)
    go(s, AT_FOLLOW_UP)


@kernel
def answer_allocate(s, p, action):
    """Give it the result, if no other unit takes its place."""
    s.unit_in_hand = unit_named(p, action)
    if s.allocated != PUSHES and s.to_move == s.attacker and has_stand_in(s, p, s.unit_in_hand):
        go(s, AT_STAND_IN)
    else:
        give(s, p, s.unit_in_hand)


@kernel
def stands_in(s, p, unit, struck):
    """Tell whether a unit may take a result that is meant for another."""
    return (
        unit != struck
        and has_trait(s, p, unit, BODYGUARD | SHIELD_TRAIT)
        and can_take(s, p, unit, s.allocated)
    )


@kernel
def has_stand_in(s, p, struck):
    """Tell whether another unit may take the result."""
    unit = first_in(s, s.target)
    while unit >= 0:
        if stands_in(s, p, unit, struck):
            return True
        unit = next_in(s, unit)
    return False


@kernel
def pose_stand_in(s, p):
    """Ask whether a bodyguard takes the result."""
    ask(s, s.defender)
    offer(s, DECLINE)
    unit = first_in(s, s.target)
    while unit >= 0:
        if stands_in(s, p, unit, s.unit_in_hand):
            offer_unlike(s, p, unit)
        unit = next_in(s, unit)


@kernel
def answer_stand_in(s, p, action):
    """Give the result to the one or the other."""
    go(s, AT_ALLOCATE)
    give(s, p, unit_named(p, action) if names_unit(p, action) else s.unit_in_hand)


@kernel
def give(s, p, unit):
    """Let a unit have the result in hand."""
    s.results[s.allocated] -= 1
    mark(s, unit, HIT)
    if s.allocated == PUSHES:
        begin_push(s, p, unit, s.attacker, s.attack_from)
    else:
        suffer(s, p, unit, s.allocated)


# Follow-up.


@kernel
def is_emptied(s, p):
    """Tell whether nobody is left in the target area who bars following up."""
    return not enemy_in(s, p, s.attacker, s.target) or may_follow_up_over(s, p, s.target)


@kernel
def pose_follow_up(s, p):
    """Ask, after melee, who moves into the area that is empty now."""
    if s.attack_kind == MELEE and s.attack_from >= 0 and is_emptied(s, p):
        ask(s, s.attacker)
        unit = first_in(s, s.attack_from)
        while unit >= 0:
            if (
                marked(s, unit, ATTACKING)
                and not marked(s, unit, FOLLOWED)
                and linked(s, p, s.attack_from, s.target)
                and may_stand(s, p, unit, s.target, BY_FOLLOW_UP)
            ):
                offer_unlike(s, p, unit)
            unit = next_in(s, unit)
        if s.option_count > 0:
            offer(s, DONE)
            return
    go(s, AT_ATTACK_END)


@kernel
def answer_follow_up(s, p, action):
    """Move it in, or let it be."""
    if not names_unit(p, action):
        go(s, AT_ATTACK_END)
        return
    unit = unit_named(p, action)
    mark(s, unit, FOLLOWED)
    come_to(s, p, unit, s.target)
    if s.over == 0:
        came_to_rest(s, p, unit, s.target)


# The end of an attack.


@kernel
def charge_for_kill(s, p, unit):
    """The first Kill of the round on an Unholy unit brings a Charge order."""
    if s.defender >= 0 and p.is_unholy[s.defender] != 0 and not marked(s, unit, USED_THIS_ROUND):
        mark(s, unit, USED_THIS_ROUND)
        gain_orders(s, s.attacker, CHARGE_ORDER, 1)


@kernel
def finish_attack(s, p):
    """Pay what abilities give for the attack, and let those who followed up strike once more."""
    first = s.attack_follows == 0
    legend = np.int64(0)
    followed = False
    for unit in range(p.units):
        if marked(s, unit, FOLLOWED):
            followed = True
    for unit in range(p.units):
        if marked(s, unit, ATTACKING):
            if s.killed_in_attack > 0 and has_ability(s, p, unit, LEGEND_FOR_KILL):
                legend += 2 if s.killed_mark != 0 else 1
            if followed and has_ability(s, p, unit, LEGEND_ON_FOLLOW_UP):
                legend += 1
            if s.killed_in_attack > 0 and has_ability(s, p, unit, CHARGE_FOR_KILL):
                charge_for_kill(s, p, unit)
    pop(s)
    if legend > 0:
        gain(s, s.attacker, LEGEND, legend)
    attack_over(s, p)
    if s.over == 0 and first:
        for unit in range(p.units):
            if marked(s, unit, FOLLOWED) and has_ability(s, p, unit, MELEE_ON_FOLLOW_UP):
                push(s, AT_EXTRA_MELEE, unit, 1, 0)
