"""The course of a turn: who is asked what, and what follows from the answer."""

from __future__ import annotations

import numpy as np

from tolsim.abyss import battlefield, powers, recruiting, refill_and_attack
from tolsim.abyss.actions import PASS_ACTION, PLAY, RESERVE_HERO, USE_STRATAGEM
from tolsim.abyss.setup import deal
from tolsim.abyss.state import (
    AT_ANY_HERO,
    AT_ATTACK,
    AT_CHOOSE_REFILL,
    AT_COMMAND,
    AT_COMMANDED_LEGION,
    AT_DIG,
    AT_DIG_REST,
    AT_DIVERT,
    AT_HERO,
    AT_KING_CHOICE,
    AT_NECROCAMPE_CHOICE,
    AT_PLACE,
    AT_POWER,
    AT_POWER_EXCHANGE,
    AT_POWER_GIVE,
    AT_POWER_LOOK,
    AT_POWER_MOVE,
    AT_POWER_MOVE_TO,
    AT_POWER_PICK_UP,
    AT_POWER_PLAY,
    AT_POWER_RALLY,
    AT_POWER_RECEIVE,
    AT_POWER_REMOVE,
    AT_POWER_RETURN,
    AT_POWER_STEAL,
    AT_POWER_THIRD_LEGION,
    AT_RALLY,
    AT_REFILL,
    AT_RESERVE,
    AT_ROUT,
    AT_ROUT_DIVERT,
    AT_ROUT_DIVERTED,
    AT_ROUTE,
    AT_TURN_START,
    AT_WIDE_DIG,
    COMMAND,
    KING,
    NECROCAMPE,
    NOBODY,
    PASS,
    RESERVE,
    ask,
    holds_unused,
    use_stratagem,
)
from tolsim.abyss.turn_end import end_turn
from tolsim.core.bits import count, lowest, only
from tolsim.core.compile_cache import kernel

# Choice of stratagem.start_of_turn.
KING_FIRST = 0


@kernel
def start_turn(s):
    """Begin the next turn, both Legions still in hand."""
    s.turn += 1
    s.revealed = 0
    s.commanded = 0
    s.reserving = NOBODY
    s.stage = AT_RESERVE


@kernel
def pose_reserve(s, p):
    """At the start of any turn the King may reserve a Hero of the row."""
    if s.row_heroes != 0 and holds_unused(s, KING, RESERVE):
        ask(s, KING, RESERVE_HERO, s.row_heroes, 1)
    else:
        s.stage = AT_COMMAND


@kernel
def answer_reserve(s, p, choice):
    """Reserve the Hero, openly or until the Necrocampe has decided too."""
    s.reserving = choice
    if p.stratagem_start_of_turn == KING_FIRST:
        show_reservation(s)
    s.stage = AT_COMMAND


@kernel
def show_reservation(s):
    """Put the reserved Hero at an angle."""
    if s.reserving != NOBODY:
        use_stratagem(s, KING)
        s.reserved = s.reserving
        s.reserving = NOBODY


@kernel
def pose_command(s, p):
    """At the start of any turn the Necrocampe may look at the King's hand and command a Legion."""
    if holds_unused(s, NECROCAMPE, COMMAND):
        ask(s, NECROCAMPE, USE_STRATAGEM, 1, 1)
    else:
        show_reservation(s)
        s.stage = AT_KING_CHOICE


@kernel
def answer_command(s, p, choice):
    """Use the Stratagem, or not."""
    show_reservation(s)
    if choice == PASS:
        s.stage = AT_KING_CHOICE
    else:
        use_stratagem(s, NECROCAMPE)
        s.known[NECROCAMPE] = s.hand[KING]
        s.stage = AT_COMMANDED_LEGION


@kernel
def pose_commanded_legion(s, p):
    """Name the Legion that the King will play."""
    ask(s, NECROCAMPE, PLAY, s.hand[KING], 0)


@kernel
def answer_commanded_legion(s, p, choice):
    """Commit it for the King."""
    commit(s, KING, choice)
    s.commanded = 1
    s.stage = AT_NECROCAMPE_CHOICE


@kernel
def commit(s, player, legion):
    """Take a Legion out of a hand and lay it face down."""
    s.hand[player] &= ~only(legion)
    s.committed[player] = legion


@kernel
def answer_king_choice(s, p, choice):
    """Lay the King's Legion face down."""
    commit(s, KING, choice)
    s.stage = AT_NECROCAMPE_CHOICE


@kernel
def answer_necrocampe_choice(s, p, choice):
    """Lay the Necrocampe's down, reveal both: the lowest number plays first."""
    commit(s, NECROCAMPE, choice)
    s.revealed = 1
    s.known[KING] &= ~only(s.committed[NECROCAMPE])
    s.known[NECROCAMPE] &= ~only(s.committed[KING])
    s.lead = KING if s.committed[KING] < s.committed[NECROCAMPE] else NECROCAMPE
    s.turns_led[s.lead] += 1
    s.actor = s.lead
    s.stage = AT_PLACE


@kernel
def pose(s, p):
    """Carry out the stage that the turn has come to: put its question, or go on to the next."""
    stage = s.stage
    if stage == AT_TURN_START:
        start_turn(s)
    elif stage == AT_RESERVE:
        pose_reserve(s, p)
    elif stage == AT_COMMAND:
        pose_command(s, p)
    elif stage == AT_COMMANDED_LEGION:
        pose_commanded_legion(s, p)
    elif stage == AT_KING_CHOICE:
        ask(s, KING, PLAY, s.hand[KING], 0)
    elif stage == AT_NECROCAMPE_CHOICE:
        ask(s, NECROCAMPE, PLAY, s.hand[NECROCAMPE], 0)
    elif stage == AT_PLACE:
        battlefield.pose_place(s, p)
    elif stage == AT_RALLY:
        battlefield.pose_rally(s, p)
    elif stage == AT_ROUT:
        battlefield.pose_rout(s, p)
    elif stage == AT_ROUT_DIVERT:
        battlefield.pose_rout_divert(s, p)
    elif stage == AT_ROUT_DIVERTED:
        battlefield.pose_rout_diverted(s, p)
    elif stage < AT_POWER:
        pose_recruiting(s, p)
    elif stage < AT_CHOOSE_REFILL:
        pose_powers(s, p)
    elif stage == AT_CHOOSE_REFILL:
        refill_and_attack.pose_choose_refill(s, p)
    elif stage == AT_REFILL:
        refill_and_attack.pose_refill(s, p)
    elif stage == AT_ATTACK:
        refill_and_attack.pose_attack(s, p)
    elif stage == AT_DIVERT:
        refill_and_attack.pose_divert(s, p)
    else:
        end_turn(s, p)


@kernel
def pose_recruiting(s, p):
    """Stages of recruiting."""
    stage = s.stage
    if stage == AT_ROUTE:
        recruiting.pose_route(s, p)
    elif stage == AT_ANY_HERO:
        recruiting.pose_any_hero(s, p)
    elif stage == AT_HERO:
        recruiting.pose_hero(s, p)
    elif stage == AT_WIDE_DIG:
        recruiting.pose_wide_dig(s, p)
    elif stage == AT_DIG:
        recruiting.pose_dig(s, p)
    elif stage == AT_DIG_REST:
        recruiting.pose_dig_rest(s, p)
    else:
        recruiting.pose_payment(s, p)


@kernel
def pose_powers(s, p):
    """Stages of the Heroes' powers."""
    stage = s.stage
    if stage == AT_POWER:
        powers.pose_power(s, p)
    elif stage == AT_POWER_RALLY:
        powers.pose_rally(s, p)
    elif stage == AT_POWER_MOVE:
        powers.pose_move(s, p)
    elif stage == AT_POWER_MOVE_TO:
        powers.pose_move_to(s, p)
    elif stage == AT_POWER_REMOVE:
        powers.pose_remove(s, p)
    elif stage == AT_POWER_STEAL:
        powers.pose_steal(s, p)
    elif stage == AT_POWER_LOOK:
        powers.pose_look(s, p)
    elif stage == AT_POWER_RECEIVE:
        powers.pose_receive(s, p)
    elif stage == AT_POWER_GIVE:
        powers.pose_give(s, p)
    elif stage == AT_POWER_THIRD_LEGION:
        powers.pose_third_legion(s, p)
    elif stage == AT_POWER_RETURN:
        powers.pose_return(s, p)
    elif stage == AT_POWER_EXCHANGE:
        powers.pose_exchange(s, p)
    elif stage == AT_POWER_PICK_UP:
        powers.pose_pick_up(s, p)
    elif stage == AT_POWER_PLAY:
        powers.pose_play(s, p)
    else:
        powers.pose_place(s, p)


@kernel
def answer(s, p, choice):
    """Apply the answer to the question of the stage that the turn stands at."""
    stage = s.stage
    if stage == AT_KING_CHOICE:
        answer_king_choice(s, p, choice)
    elif stage == AT_NECROCAMPE_CHOICE:
        answer_necrocampe_choice(s, p, choice)
    elif stage == AT_RESERVE:
        answer_reserve(s, p, choice)
    elif stage == AT_COMMAND:
        answer_command(s, p, choice)
    elif stage == AT_COMMANDED_LEGION:
        answer_commanded_legion(s, p, choice)
    elif stage == AT_PLACE:
        battlefield.answer_place(s, p, choice)
    elif stage == AT_RALLY:
        battlefield.answer_rally(s, p, choice)
    elif stage == AT_ROUT:
        battlefield.answer_rout(s, p, choice)
    elif stage == AT_ROUT_DIVERT:
        battlefield.answer_rout_divert(s, p, choice)
    elif stage == AT_ROUT_DIVERTED:
        battlefield.answer_rout_diverted(s, p, choice)
    elif stage < AT_POWER:
        answer_recruiting(s, p, choice)
    elif stage < AT_CHOOSE_REFILL:
        answer_powers(s, p, choice)
    elif stage == AT_CHOOSE_REFILL:
        refill_and_attack.answer_choose_refill(s, p, choice)
    elif stage == AT_REFILL:
        refill_and_attack.answer_refill(s, p, choice)
    elif stage == AT_ATTACK:
        refill_and_attack.answer_attack(s, p, choice)
    else:
        refill_and_attack.answer_divert(s, p, choice)


@kernel
def answer_recruiting(s, p, choice):
    """Answers of recruiting."""
    stage = s.stage
    if stage == AT_ROUTE:
        recruiting.answer_route(s, p, choice)
    elif stage == AT_ANY_HERO:
        recruiting.answer_any_hero(s, p, choice)
    elif stage == AT_HERO:
        recruiting.answer_hero(s, p, choice)
    elif stage == AT_WIDE_DIG:
        recruiting.answer_wide_dig(s, p, choice)
    elif stage == AT_DIG:
        recruiting.answer_dig(s, p, choice)
    elif stage == AT_DIG_REST:
        recruiting.answer_dig_rest(s, p, choice)
    else:
        recruiting.answer_payment(s, p, choice)


@kernel
def answer_powers(s, p, choice):
    """Answers of the Heroes' powers."""
    stage = s.stage
    if stage == AT_POWER_RALLY:
        powers.answer_rally(s, p, choice)
    elif stage == AT_POWER_MOVE:
        powers.answer_move(s, p, choice)
    elif stage == AT_POWER_MOVE_TO:
        powers.answer_move_to(s, p, choice)
    elif stage == AT_POWER_REMOVE:
        powers.answer_remove(s, p, choice)
    elif stage == AT_POWER_STEAL:
        powers.answer_steal(s, p, choice)
    elif stage == AT_POWER_LOOK:
        powers.answer_look(s, p, choice)
    elif stage == AT_POWER_RECEIVE:
        powers.answer_receive(s, p, choice)
    elif stage == AT_POWER_GIVE:
        powers.answer_give(s, p, choice)
    elif stage == AT_POWER_THIRD_LEGION:
        powers.answer_third_legion(s, p, choice)
    elif stage == AT_POWER_RETURN:
        powers.answer_return(s, p, choice)
    elif stage == AT_POWER_EXCHANGE:
        powers.answer_exchange(s, p, choice)
    elif stage == AT_POWER_PICK_UP:
        powers.answer_pick_up(s, p, choice)
    elif stage == AT_POWER_PLAY:
        powers.answer_play(s, p, choice)
    else:
        powers.answer_place(s, p, choice)


@kernel
def run_on(s, p):
    """Run to the next real choice: a question with one possible answer is answered."""
    while s.over == 0:
        s.options = 0
        s.may_pass = 0
        pose(s, p)
        answers = count(s.options) + s.may_pass
        if answers > 1:
            break
        if answers == 1:
            answer(s, p, lowest(s.options) if s.options != 0 else np.int64(PASS))


@kernel
def reset(s, p, seed):
    """Set a game up and run to its first choice."""
    deal(s, p, seed)
    run_on(s, p)


@kernel
def step(s, p, action):
    """Take one legal action and run to the next choice."""
    s.moves += 1
    answer(s, p, np.int64(PASS) if action == PASS_ACTION else action - s.first_action)
    run_on(s, p)
