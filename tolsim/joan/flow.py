"""From one decision to the next: the top frame asks, or goes on."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import (
    allocation,
    attack,
    camp,
    casualties,
    command,
    council,
    further_melee,
    healing,
    leading,
    movement,
    orders,
    rerolls,
    unit_action,
)
from tolsim.joan import state as st
from tolsim.joan.hooks import answer_stage, behave, next_phase, pose_stage
from tolsim.joan.state import EVENTS, stage_of


@kernel
def pose(s, p):
    """Let the top frame put its question, or go on."""
    stage = stage_of(s)
    s.option_count = 0
    if stage >= st.SCENARIO_STAGE:
        pose_stage(s, p)
    elif stage >= st.AT_JOIN:
        pose_after_join(s, p, stage)
    elif stage == st.AT_UNIT:
        unit_action.pose_unit(s, p)
    elif stage == st.AT_ACTIVATION:
        orders.pose_activation(s, p)
    elif stage == st.AT_ORDER:
        orders.pose_order(s, p)
    elif stage == st.AT_TURN:
        orders.pose_turn(s, p)
    elif stage == st.AT_ROUND:
        next_phase(s, p)
    elif stage < st.AT_TURN:
        pose_council(s, p, stage)
    else:
        pose_unit_detail(s, p, stage)


@kernel
def pose_council(s, p, stage):
    """Stages of the Council."""
    if stage == st.AT_COUNCIL:
        council.pose_council(s, p)
    elif stage == st.AT_UPKEEP:
        council.pose_upkeep(s, p)
    elif stage == st.AT_UPGRADE:
        council.pose_upgrade(s, p)
    elif stage == st.AT_WAR_COUNCIL:
        council.pose_war_council(s, p)
    else:
        council.pose_convert(s, p)


@kernel
def pose_unit_detail(s, p, stage):
    """Stages between an order and an attack."""
    if stage == st.AT_MOVE_ON:
        movement.pose_move_on(s, p)
    elif stage == st.AT_COMMAND:
        command.pose_command(s, p)
    elif stage == st.AT_CHARGE_MOVE:
        unit_action.pose_charge_move(s, p)
    elif stage == st.AT_CHARGE_AREA:
        orders.pose_order_area(s, p, st.CHARGE_ORDER)
    elif stage == st.AT_REACTIVATION_AREA:
        orders.pose_order_area(s, p, st.REACTIVATION)
    elif stage == st.AT_HEAL:
        healing.pose_heal(s, p, False)
    elif stage == st.AT_WOUND_TO_HEAL:
        healing.pose_heal(s, p, True)
    else:
        leading.pose_lead_area(s, p)


@kernel
def pose_after_join(s, p, stage):
    """Stages of an attack and of the Camp."""
    if stage == st.AT_JOIN:
        attack.pose_join(s, p)
    elif stage == st.AT_EMBOLDEN:
        attack.pose_embolden(s, p)
    elif stage == st.AT_SPEND_LEGEND:
        attack.pose_spend_legend(s, p)
    elif stage == st.AT_REROLL_ATTACK:
        rerolls.pose_reroll_attack(s, p)
    elif stage == st.AT_REROLL_DEFENCE:
        rerolls.pose_reroll_defence(s, p)
    elif stage == st.AT_STRIKE_BACK:
        allocation.pose_strike_back(s, p)
    elif stage == st.AT_RUTHLESS:
        allocation.pose_ruthless(s, p)
    elif stage == st.AT_ALLOCATE:
        allocation.pose_allocate(s, p)
    elif stage == st.AT_STAND_IN:
        allocation.pose_stand_in(s, p)
    elif stage == st.AT_PUSH:
        casualties.pose_push(s, p)
    elif stage == st.AT_FOLLOW_UP:
        allocation.pose_follow_up(s, p)
    elif stage == st.AT_ATTACK_END:
        allocation.finish_attack(s, p)
    elif stage == st.AT_EXTRA_MELEE:
        further_melee.pose_extra_melee(s, p)
    elif stage == st.AT_THREE_AREAS:
        further_melee.pose_three_areas(s, p)
    elif stage == st.AT_CAMP:
        camp.pose_camp(s, p)
    elif stage == st.AT_RALLY:
        camp.pose_rally(s, p)
    else:
        camp.pose_change_doom(s, p)


@kernel
def answer(s, p, action):
    """Apply the answer to the question of the top frame."""
    stage = stage_of(s)
    if stage >= st.SCENARIO_STAGE:
        answer_stage(s, p, action)
    elif stage >= st.AT_JOIN:
        answer_after_join(s, p, stage, action)
    elif stage == st.AT_UNIT:
        unit_action.answer_unit(s, p, action)
    elif stage == st.AT_ACTIVATION:
        orders.answer_activation(s, p, action)
    elif stage == st.AT_ORDER:
        orders.answer_order(s, p, action)
    elif stage == st.AT_TURN:
        orders.answer_turn(s, p, action)
    elif stage < st.AT_TURN:
        answer_council(s, p, stage, action)
    else:
        answer_unit_detail(s, p, stage, action)


@kernel
def answer_council(s, p, stage, action):
    """Answers of the Council."""
    if stage == st.AT_UPKEEP:
        council.answer_upkeep(s, p, action)
    elif stage == st.AT_UPGRADE:
        council.answer_upgrade(s, p, action)
    elif stage == st.AT_WAR_COUNCIL:
        council.answer_war_council(s, p, action)
    else:
        council.answer_convert(s, p, action)


@kernel
def answer_unit_detail(s, p, stage, action):
    """Answers between an order and an attack."""
    if stage == st.AT_MOVE_ON:
        movement.answer_move_on(s, p, action)
    elif stage == st.AT_COMMAND:
        command.answer_command(s, p, action)
    elif stage == st.AT_CHARGE_MOVE:
        unit_action.answer_charge_move(s, p, action)
    elif stage == st.AT_CHARGE_AREA:
        orders.answer_order_area(s, p, action, st.CHARGE_ORDER)
    elif stage == st.AT_REACTIVATION_AREA:
        orders.answer_order_area(s, p, action, st.REACTIVATION)
    elif stage == st.AT_LEAD_AREA:
        leading.answer_lead_area(s, p, action)
    else:
        healing.answer_heal(s, p, action)


@kernel
def answer_after_join(s, p, stage, action):
    """Answers of an attack and of the Camp."""
    if stage == st.AT_JOIN:
        attack.answer_join(s, p, action)
    elif stage == st.AT_EMBOLDEN:
        attack.answer_embolden(s, p, action)
    elif stage == st.AT_SPEND_LEGEND:
        attack.answer_spend_legend(s, p, action)
    elif stage == st.AT_REROLL_ATTACK:
        rerolls.answer_reroll(s, p, action, st.ATTACK_DICE, s.attacker)
    elif stage == st.AT_REROLL_DEFENCE:
        rerolls.answer_reroll(s, p, action, st.DEFENCE_DICE, s.defender)
    elif stage == st.AT_STRIKE_BACK:
        allocation.answer_strike_back(s, p, action)
    elif stage == st.AT_RUTHLESS:
        allocation.answer_ruthless(s, p, action)
    elif stage == st.AT_ALLOCATE:
        allocation.answer_allocate(s, p, action)
    elif stage == st.AT_STAND_IN:
        allocation.answer_stand_in(s, p, action)
    elif stage == st.AT_PUSH:
        casualties.answer_push(s, p, action)
    elif stage == st.AT_FOLLOW_UP:
        allocation.answer_follow_up(s, p, action)
    elif stage == st.AT_EXTRA_MELEE:
        further_melee.answer_extra_melee(s, p, action)
    elif stage == st.AT_THREE_AREAS:
        further_melee.answer_three_areas(s, p, action)
    elif stage == st.AT_RALLY:
        camp.answer_rally(s, p, action)
    else:
        camp.answer_change_doom(s, p, action)


@kernel
def run_on(s, p):
    """Run to the next real choice of a player.

    A question with one option is answered, and so is one to an owner under behaviour rules.
    """
    while s.over == 0:
        pose(s, p)
        if s.over == 0 and s.option_count > 0:
            if s.option_count == 1:
                answer(s, p, np.int64(s.options[0]))
            elif s.to_move >= p.players:
                answer(s, p, np.int64(behave(s, p)))
            else:
                break


@kernel
def clear_events(s):
    """Forget what happened before."""
    for place in range(min(s.event_count, np.int64(EVENTS))):
        s.events[place] = 0
    s.event_count = 0


@kernel
def step(s, p, action):
    """Take one legal action and run to the next choice."""
    s.moves += 1
    clear_events(s)
    answer(s, p, np.int64(action))
    run_on(s, p)


@kernel
def end_game(s, outcome):
    """The game is over; what was under way is left where it is. Returns are the scenario's to set."""
    s.over = 1
    s.outcome = outcome
    s.option_count = 0
    s.to_move = 0
