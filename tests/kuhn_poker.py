"""Kuhn poker: the smallest game with hidden cards and bluffing, for tests of what all games share.

Three cards, one each, an ante of 1. The first player passes or bets 1; a bet may be called by
betting or folded to by passing; after a pass the second player may bet too. Deals of 6 equally
likely; 5 ways to play each; worth -1/18 to the first player (H. W. Kuhn, "A simplified two-person
poker", 1950).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tolsim.core.compile_cache import entry, kernel
from tolsim.core.definition import Column, Definition
from tolsim.core.learning_loops import collect_rows, teach_rows
from tolsim.core.loops import (
    advance_rows,
    evaluate_rows,
    mask_rows,
    observe_rows,
    redeal_rows,
    reset_rows,
    resume_rows,
    search_row,
    start_agent_streams,
    step_and_list_row,
    step_mask_observe_rows,
    step_rows,
)
from tolsim.core.random_streams import below, start_stream
from tolsim.core.rules import compile_parameters
from tolsim.core.state import state_dtype
from tolsim.core.vector_loops import turn_rows

PASS, BET = 0, 1
SHOWDOWN, FOLD = 1, 2
STATE = state_dtype(2, [("cards", np.int64, (2,)), ("bets", np.int64, (2,)), ("last", np.int64)])


@kernel
def deal(s, p, seed):
    start_stream(s.rng, seed, 0)
    s.returns[:] = 0
    s.moves = 0
    s.outcome = 0
    s.to_move = 0
    s.over = 0
    s.bets[:] = 0
    s.last = PASS
    first = below(s.rng, 3)
    s.cards[0] = first
    s.cards[1] = (first + 1 + below(s.rng, 2)) % 3


@kernel
def carry_on(s, p):
    """Every position of this game is a choice."""


@kernel
def legal_actions(s, p, actions):
    actions[0] = PASS
    actions[1] = BET
    return 2 if p.betting_allowed else 1


@kernel
def take(s, p, action):
    player = s.to_move
    other = 1 - player
    s.moves += 1
    s.bets[player] += action
    s.to_move = other
    folded = action == PASS and s.bets[other] == 1
    ended = folded or (s.moves > 1 and action == s.last)
    s.last = action
    if not ended:
        return
    s.over = 1
    s.outcome = FOLD if folded else SHOWDOWN
    winner = other if folded or s.cards[other] > s.cards[player] else player
    stake = 1 + min(s.bets[0], s.bets[1])
    s.returns[winner] = stake
    s.returns[1 - winner] = -stake


@kernel
def look(s, p, player, out):
    out[:] = 0
    out[s.cards[player]] = 1
    out[3] = s.moves
    out[4] = s.bets[0]
    out[5] = s.bets[1]


@kernel
def deal_again(s, p, player, seed):
    start_stream(s.rng, seed, 1)
    s.cards[1 - player] = (s.cards[player] + 1 + below(s.rng, 2)) % 3


@kernel
def seen_by(s, p, action, player):
    return np.int64(action)


@kernel
def bet_high_cards(s, p, actions, count, rng):
    """Bet a queen or king, pass a jack."""
    return np.int64(BET if s.cards[s.to_move] > 0 and count > 1 else PASS)


@kernel
def rate(s, p, out):
    out[0] = (s.cards[0] - 1) / 2
    out[1] = (s.cards[1] - 1) / 2


@entry
def reset(states, p, seed, deals):
    reset_rows(states, p, seed, deals, deal)


@entry
def legal(states, p, masks, actions):
    mask_rows(states, p, masks, actions, legal_actions)


@entry
def step(states, p, chosen, status, actions):
    step_rows(states, p, chosen, status, actions, legal_actions, take)


@entry
def observe(states, p, players, out):
    observe_rows(states, p, players, out, look)


@entry
def resume(states, p):
    resume_rows(states, p, carry_on)


@entry
def turn(states, p, chosen, status, rows, agents, networks, reset_mode):
    turn_rows(
        states, p, chosen, status, rows, agents, networks, reset_mode,
        deal, legal_actions, take, bet_high_cards, look,
    )  # fmt: skip


@entry
def collect(states, p, rows, record, agents, networks):
    collect_rows(
        states, p, rows, record, agents, networks,
        deal, legal_actions, take, bet_high_cards, look,
    )  # fmt: skip


@entry
def teach(states, p, rows, record, agents, networks, tree):
    teach_rows(
        states, p, rows, record, agents, networks, tree,
        deal, legal_actions, take, deal_again, seen_by, bet_high_cards, rate, look,
    )  # fmt: skip


@entry
def redeal(states, p, players, seeds):
    redeal_rows(states, p, players, seeds, deal_again)


@entry
def evaluate(states, p, out):
    evaluate_rows(states, p, out, rate)


@entry
def step_mask_observe(states, p, chosen, status, masks, observations, actions):
    step_mask_observe_rows(
        states, p, chosen, status, masks, observations, actions, legal_actions, take, look
    )


@entry
def step_and_list(states, p, action, actions):
    return step_and_list_row(states, p, action, actions, legal_actions, take)


@entry
def search(states, p, agents, networks, iterations, tree, rng):
    return search_row(
        states, p, agents, networks, iterations, tree, rng,
        legal_actions, take, deal_again, seen_by, bet_high_cards, rate, look,
    )  # fmt: skip


@entry
def advance(states, p, agents, networks, seating, streams, log, tree):
    advance_rows(
        states, p, agents, networks, seating, streams, log, tree,
        legal_actions, take, deal_again, seen_by, bet_high_cards, rate, look,
    )  # fmt: skip


@entry
def start_agents(streams, seed, games):
    start_agent_streams(streams, seed, games)


def render(state, parameters, seat):
    cards = ["JQK"[card] if seat in (None, i) else "?" for i, card in enumerate(state.cards)]
    return f"cards {' '.join(cards)}, bets {state.bets[0]} {state.bets[1]}"


DEFINITION = Definition(
    name="kuhn",
    title="Kuhn poker",
    kind="zero-sum, hidden information",
    seats=("first", "second"),
    teams=(0, 1),
    state=STATE,
    actions=("pass", "bet"),
    observation_size=6,
    longest=3,
    returns=(-2.0, 2.0),
    outcomes={SHOWDOWN: "showdown", FOLD: "fold"},
    telemetry=(
        Column("bets", lambda states: states["bets"].sum(axis=1), "bets made"),
        Column("cards", lambda states: states["cards"], "card of each seat, 0 the lowest"),
        Column(
            "folded",
            lambda states: [
                None if outcome == SHOWDOWN else ("first", "second")[seat]
                for outcome, seat in zip(
                    states["outcome"], states["returns"].argmin(axis=1), strict=True
                )
            ],
            "seat that folded, if one did",
        ),
    ),
    entries=sys.modules[__name__],
    sources=("core",),
    folder=Path(__file__).with_name("kuhn_rules"),
    parameters=lambda ruleset: compile_parameters(ruleset, {}),
    render=render,
    describe=lambda state, parameters, action: ("pass", "bet")[action],
    asked=lambda state: "pass or bet?",
    scores=lambda states: states["returns"],
    seating=lambda ruleset: str(ruleset.value("table.seating")),
)
