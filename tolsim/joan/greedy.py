"""A documented heuristic player: it takes what looks best now, without looking ahead.

Worth is counted in what the scenario says a unit is worth, Victory Points or the like. An order
goes where the best attack and the best moves are worth most together; an attack is taken when the
units it can be expected to take are worth more than those it costs; moves follow the scenario's
compass. Every bonus action is used, every unit that can joins an attack, dice that do nothing are
thrown again, and results go where they hurt least, or most.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below
from tolsim.joan import state as st
from tolsim.joan.actions import (
    ATTACK,
    CHARGE_ORDER_WORD,
    COMMAND_WORD,
    CONVERT,
    DO_NOTHING,
    GAIN_INTRIGUE,
    GAIN_LEGEND,
    GAIN_XP,
    HEAL_FOR_XP,
    HEAL_WORD,
    LEAD_THE_AREA,
    MELEE_AGAIN,
    MELEE_AGAINST_MORE,
    MOVE_TO,
    PASS,
    PAY,
    PRAY_FOR_LEGEND,
    PRAY_FOR_XP,
    REACTIVATION_WORD,
    SPEND_LEGEND,
    STOP_HERE,
    TAKE_CARD,
    TAKE_REROLL_BACK,
    area_named,
    names_unit,
    unit_named,
    verb_of,
)
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.council import (
    CARD_LEGEND,
    CARD_XP,
    TO_CHARGE_ORDERS,
    TO_INTERRUPT,
    TO_REACTIVATION,
)
from tolsim.joan.greedy_combat import (
    alone_worth,
    attack_strength,
    best_melee_target,
    hit_worth,
    pooled_worth,
)
from tolsim.joan.greedy_dice import reroll_worth
from tolsim.joan.greedy_orders import (
    acting_worth,
    approach_worth,
    area_worth,
    areas_to_use,
    best_order_worth,
)
from tolsim.joan.hooks import BY_CHARGE, worth_of_action, worth_of_area, worth_of_unit
from tolsim.joan.leading import can_lead_to
from tolsim.joan.movement import CHARGE_STEPS
from tolsim.joan.reach import can_melee
from tolsim.joan.state import (
    AT_REROLL_ATTACK,
    AT_REROLL_DEFENCE,
    CHARGE_ORDER,
    INTERRUPT,
    MELEE,
    NOBODY,
    REACTIVATION,
    SHOT,
    area_of,
    argument,
    has_ability,
    owner_of,
    profile,
    same_team,
    stage_of,
)
from tolsim.joan.traits import MELEE_ON_FOLLOW_UP

NEVER = -1e6
ALWAYS = 50.0
XP_WORTH = 0.15
LEGEND_WORTH = 0.12
INTRIGUE_WORTH = 0.05
LEAST_INTERRUPT = 0.5
"""Worth that an Interrupt must have; else a better moment is waited for."""
LEAST_LEAD = 0.3
HEAL_WORTH = 0.25
"""Part of a unit's worth that a wound less is."""


# Orders.


@kernel
def order_option_worth(s, p, stage, action):
    """Worth of an order, or of the area it is placed on."""
    owner = s.to_move
    if action == PASS:
        return LEAST_INTERRUPT if stage == st.AT_ORDER else 0.0
    if action == CHARGE_ORDER_WORD:
        return best_order_worth(s, p, owner, CHARGE_ORDER)
    if action == REACTIVATION_WORD:
        return best_order_worth(s, p, owner, REACTIVATION)
    order = np.int64(0)
    if stage == st.AT_CHARGE_AREA:
        order = np.int64(CHARGE_ORDER)
    elif stage == st.AT_REACTIVATION_AREA:
        order = np.int64(REACTIVATION)
    elif stage == st.AT_ORDER:
        order = np.int64(INTERRUPT)
    return area_worth(s, p, owner, area_named(p, action), order)


@kernel
def turn_of_unit_worth(s, p, unit, target):
    """Worth of letting a unit of the area act before others: attackers, then the weakest."""
    attack = attack_strength(p, profile(s, unit))
    if target >= 0 and can_melee(s, p, unit, target):
        return ALWAYS + attack
    return -attack


# What a unit does.


@kernel
def lead_worth(s, p, unit, area):
    """Worth of leading all units of an area to another."""
    worth = 0.0
    owner = owner_of(s, unit)
    here = area_of(s, unit)
    other = first_in(s, here)
    while other >= 0:
        if owner_of(s, other) == owner:
            worth += worth_of_area(s, p, other, area) - worth_of_area(s, p, other, here)
        other = next_in(s, other)
    return worth


@kernel
def best_lead_worth(s, p, unit):
    """Worth of leading an area where it does most, beyond what the XP are worth."""
    here = area_of(s, unit)
    best = 0.0
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if can_lead_to(s, p, unit, area):
            best = max(best, lead_worth(s, p, unit, area))
    return best - LEAST_LEAD


@kernel
def word_worth(s, p, unit, action):
    """Worth of a unit's action or bonus action that is a word."""
    if action == DO_NOTHING:
        return 0.0
    if action == COMMAND_WORD or action == GAIN_XP or action == TAKE_REROLL_BACK:
        return ALWAYS
    if action == GAIN_LEGEND or action == GAIN_INTRIGUE:
        return ALWAYS + (LEGEND_WORTH if action == GAIN_LEGEND else INTRIGUE_WORTH)
    if action == MELEE_AGAIN or action == MELEE_AGAINST_MORE:
        return ALWAYS
    if action == PRAY_FOR_XP:
        return XP_WORTH
    if action == PRAY_FOR_LEGEND:
        return LEGEND_WORTH
    if action == HEAL_WORD or action == HEAL_FOR_XP:
        return HEAL_WORTH
    if action == LEAD_THE_AREA:
        return best_lead_worth(s, p, unit)
    return 0.0


@kernel
def unit_option_worth(s, p, action):
    """Worth of what a unit can do when it acts."""
    unit = argument(s, 1)
    verb = verb_of(p, action)
    if verb < 0:
        return word_worth(s, p, unit, action)
    area = area_named(p, action)
    here = area_of(s, unit)
    if verb == MOVE_TO:
        return worth_of_area(s, p, unit, area) - worth_of_area(s, p, unit, here)
    kind = MELEE if verb == ATTACK else SHOT
    return pooled_worth(s, p, owner_of(s, unit), here, area, kind, True)


@kernel
def step_worth(s, p, stage, action):
    """Worth of a step of a move, or of staying."""
    unit = argument(s, 1)
    here = area_of(s, unit)
    charges = stage == st.AT_CHARGE_MOVE or argument(s, 3) == BY_CHARGE
    area = here if action == STOP_HERE else area_named(p, action)
    worth = worth_of_area(s, p, unit, area)
    if not charges:
        return worth
    steps = np.int64(0)
    if action != STOP_HERE:
        steps = (np.int64(CHARGE_STEPS) if stage == st.AT_CHARGE_MOVE else argument(s, 2)) - 1
    return 0.1 * worth + approach_worth(s, p, unit, area, steps)


# Attacks.


@kernel
def allocation_worth(s, p, unit):
    """Worth of giving a unit a result: the enemy's is to hurt, one's own is not."""
    worth = hit_worth(s, p, unit)
    return -worth if same_team(p, s.to_move, owner_of(s, unit)) else worth


@kernel
def follow_up_worth(s, p, unit):
    """Worth of following up."""
    worth = worth_of_area(s, p, unit, s.target) - worth_of_area(s, p, unit, area_of(s, unit))
    if has_ability(s, p, unit, MELEE_ON_FOLLOW_UP):
        target = best_melee_target(s, p, s.attacker, s.target)
        worth += 0.0 if target < 0 else alone_worth(s, p, unit, target, MELEE)
    return worth


@kernel
def named_unit_worth(s, p, stage, unit, target):
    """Worth of naming a unit in answer to a question."""
    if stage == st.AT_ACTIVATION:
        return turn_of_unit_worth(s, p, unit, target)
    if stage == st.AT_JOIN:
        return attack_strength(p, profile(s, unit))
    if stage == st.AT_ALLOCATE or stage == st.AT_STRIKE_BACK:
        return allocation_worth(s, p, unit)
    if stage == st.AT_STAND_IN:
        return hit_worth(s, p, s.unit_in_hand) - hit_worth(s, p, unit)
    if stage == st.AT_FOLLOW_UP:
        return follow_up_worth(s, p, unit)
    if stage == st.AT_COMMAND:
        return acting_worth(s, p, unit)
    return worth_of_unit(s, p, unit)


@kernel
def named_area_worth(s, p, stage, action):
    """Worth of naming an area in answer to a question."""
    unit = argument(s, 1)
    area = area_named(p, action)
    if stage == st.AT_PUSH:
        worth = worth_of_area(s, p, unit, area)
        return worth if same_team(p, s.to_move, owner_of(s, unit)) else -worth
    if stage == st.AT_LEAD_AREA:
        return lead_worth(s, p, unit, area)
    if stage == st.AT_EXTRA_MELEE or stage == st.AT_THREE_AREAS:
        return alone_worth(s, p, unit, area, MELEE)
    return worth_of_area(s, p, unit, area)


# The Council.


@kernel
def card_worth(s, p, kind):
    """Worth of a War Council card."""
    if kind == TO_CHARGE_ORDERS:
        return min(2.0, 1.0 * areas_to_use(s, p, s.to_move, CHARGE_ORDER))
    if kind == TO_REACTIVATION:
        return 0.7
    if kind == TO_INTERRUPT:
        return 0.3
    if kind == CARD_XP:
        return 4.0 * XP_WORTH
    return 4.0 * (LEGEND_WORTH if kind == CARD_LEGEND else INTRIGUE_WORTH)


@kernel
def conversion_worth(s, p, number):
    """Worth of turning so many Activations over: as many as can be used better."""
    kind = argument(s, 2)
    wanted = np.int64(0)
    if kind == TO_CHARGE_ORDERS:
        wanted = np.int64(areas_to_use(s, p, s.to_move, CHARGE_ORDER))
    elif kind == TO_REACTIVATION:
        wanted = np.int64(1)
    return -1.0 * abs(number - wanted)


@kernel
def other_word_worth(s, p, stage, action):
    """Worth of a word in answer to another question: to pay, to throw again, to take a card."""
    if stage == AT_REROLL_ATTACK or stage == AT_REROLL_DEFENCE:
        return reroll_worth(s, p, stage, action)
    if stage == st.AT_WAR_COUNCIL:
        return card_worth(s, p, np.int64(action) - TAKE_CARD)
    if stage == st.AT_CONVERT:
        return conversion_worth(s, p, np.int64(action) - CONVERT)
    if action == PAY or action == SPEND_LEGEND:
        return 1.0
    return 0.0


@kernel
def worth(s, p, stage, action, target):
    """Worth of an option; ``target`` is the activated area's best target."""
    own = worth_of_action(s, p, action)
    if own >= 0.0:
        return own
    if stage == st.AT_UNIT:
        return unit_option_worth(s, p, action)
    if names_unit(p, action):
        return named_unit_worth(s, p, stage, unit_named(p, action), target)
    if (
        stage == st.AT_TURN
        or stage == st.AT_ORDER
        or stage == st.AT_CHARGE_AREA
        or stage == st.AT_REACTIVATION_AREA
    ):
        return order_option_worth(s, p, stage, action)
    if stage == st.AT_MOVE_ON or stage == st.AT_CHARGE_MOVE:
        return step_worth(s, p, stage, action)
    if verb_of(p, action) >= 0:
        return named_area_worth(s, p, stage, action)
    return other_word_worth(s, p, stage, action)


@kernel
def greedy(s, p, actions, count, rng):
    """Choose the most worthy of the first ``count`` actions; equals are drawn among."""
    stage = stage_of(s)
    target = np.int64(NOBODY)
    if stage == st.AT_ACTIVATION and argument(s, 3) >= 0:
        target = best_melee_target(s, p, s.to_move, argument(s, 3))
    best = NEVER
    chosen = np.int64(actions[0])
    equals = 0
    for place in range(count):
        action = np.int64(actions[place])
        value = worth(s, p, stage, action, target)
        if value > best:
            best = value
            chosen = action
            equals = 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen
