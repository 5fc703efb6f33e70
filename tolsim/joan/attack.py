"""An attack from its declaration to the attackers' throw."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import DECLINE, SPEND_LEGEND, THROW, names_unit, unit_action, unit_named
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.dice import SHIELD
from tolsim.joan.events import tell_more
from tolsim.joan.hooks import attack_declared
from tolsim.joan.pools import throw_attack
from tolsim.joan.reach import can_attack, defender_of
from tolsim.joan.state import (
    AT_EMBOLDEN,
    AT_JOIN,
    AT_REROLL_ATTACK,
    AT_SPEND_LEGEND,
    ATTACK_DICE,
    ATTACK_MARKS,
    ATTACKING,
    BY_ATTACK,
    EMBOLDENED,
    LEGEND,
    LEGEND_SPENT,
    MAIN_DONE,
    MELEE,
    MELEED,
    SHOT,
    TO_ACT,
    area_of,
    argument,
    ask,
    go,
    has_ability,
    mark,
    marked,
    offer,
    on_board,
    owner_of,
    push,
    set_argument,
    twins,
    unmark_all,
)
from tolsim.joan.tokens import holds, spend
from tolsim.joan.traits import DEFENCE_FOR_LEGEND, SHIELDS_STRIKE_FOR_LEGEND


@kernel
def declare(s, p, unit, target, kind, joinable, follows):
    """Begin an attack of one unit, which others of its area may join."""
    unmark_all(s, p, ATTACK_MARKS)
    mark(s, unit, ATTACKING)
    begin_attack(s, p, area_of(s, unit), target, kind, owner_of(s, unit), joinable, follows)


@kernel
def begin_attack(s, p, origin, target, kind, owner, joinable, follows):
    """Begin an attack of the units that carry the mark."""
    s.attack_from = origin
    s.target = target
    s.attack_kind = kind
    s.attacker = owner
    s.defender = defender_of(s, p, owner, target)
    s.attack_follows = follows
    s.cause = BY_ATTACK
    s.killed_in_attack = 0
    s.killed_mark = 0
    s.reroll_used = 0
    s.boosted = 0
    s.results[:] = 0
    s.strikes[:] = 0
    s.dice_count[:] = 0
    tell_more(s, events.ATTACKS, owner, origin, target, kind)
    push(s, AT_JOIN, joinable, 0, 0)


@kernel
def offer_unlike(s, p, unit):
    """Offer a unit, unless one that is alike in everything is offered already."""
    for place in range(s.option_count):
        action = np.int64(s.options[place])
        if names_unit(p, action) and twins(s, unit, unit_named(p, action)):
            return
    offer(s, unit_action(p, unit))


@kernel
def pose_join(s, p):
    """Units of the activated area that attack the same area pool their dice."""
    ask(s, s.attacker)
    if argument(s, 1) != 0:
        unit = first_in(s, s.attack_from)
        while unit >= 0:
            if (
                marked(s, unit, TO_ACT)
                and not marked(s, unit, ATTACKING | MAIN_DONE)
                and owner_of(s, unit) == s.attacker
                and can_attack(s, p, unit, s.target, s.attack_kind)
            ):
                offer_unlike(s, p, unit)
            unit = next_in(s, unit)
    if s.option_count == 0:
        attack_declared(s, p)
        go(s, AT_EMBOLDEN)
    else:
        offer(s, THROW)


@kernel
def answer_join(s, p, action):
    """Join, or throw."""
    if names_unit(p, action):
        bits = MAIN_DONE | ATTACKING
        mark(s, unit_named(p, action), bits | (MELEED if s.attack_kind == MELEE else 0))
    else:
        set_argument(s, 1, 0)


@kernel
def pose_embolden(s, p):
    """A unit under attack may get a black die more for Legend."""
    if s.boosted == 0 and s.defender >= 0 and holds(s, s.defender, LEGEND, 1):
        for other in range(p.units):
            if (
                on_board(s, other)
                and owner_of(s, other) == s.defender
                and has_ability(s, p, other, DEFENCE_FOR_LEGEND)
            ):
                offer_emboldening(s, p)
                return
    begin_throw(s, p)


@kernel
def offer_emboldening(s, p):
    """Ask which unit of the target area gets the die."""
    ask(s, s.defender)
    unit = first_in(s, s.target)
    while unit >= 0:
        if owner_of(s, unit) == s.defender:
            offer_unlike(s, p, unit)
        unit = next_in(s, unit)
    offer(s, DECLINE)


@kernel
def answer_embolden(s, p, action):
    """Pay for the die, or not."""
    s.boosted = 1
    if names_unit(p, action):
        spend(s, s.defender, LEGEND, 1)
        mark(s, unit_named(p, action), EMBOLDENED)


@kernel
def begin_throw(s, p):
    """Throw the attackers' dice."""
    throw_attack(s, p)
    go(s, AT_SPEND_LEGEND)


@kernel
def pose_spend_legend(s, p):
    """Shields of some units' shots strike for Legend."""
    if s.attack_kind == SHOT and holds(s, s.attacker, LEGEND, 1):
        for number in range(s.dice_count[ATTACK_DICE]):
            unit = np.int64(s.die_unit[ATTACK_DICE, number])
            if (
                unit >= 0
                and s.die_face[ATTACK_DICE, number] == SHIELD
                and not marked(s, unit, LEGEND_SPENT)
                and has_ability(s, p, unit, SHIELDS_STRIKE_FOR_LEGEND)
            ):
                s.unit_in_hand = unit
                ask(s, s.attacker)
                offer(s, DECLINE)
                offer(s, SPEND_LEGEND)
                return
    go(s, AT_REROLL_ATTACK)


@kernel
def answer_spend_legend(s, p, action):
    """Pay, or go on; who declines once is asked no more."""
    if action == SPEND_LEGEND:
        spend(s, s.attacker, LEGEND, 1)
        mark(s, s.unit_in_hand, LEGEND_SPENT)
    else:
        go(s, AT_REROLL_ATTACK)
