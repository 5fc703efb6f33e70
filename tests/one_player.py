"""The mine: the smallest game for one player that is graded, for tests of what all games share.

The player digs as often as it likes: each dig rolls a six-sided die and brings as much gold as it
shows, unless it is the face, drawn in secret before, at which the mine comes down. Then all is
lost. Whoever leaves in time has a major victory from 12 gold on and a minor one from 6 on.
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

LEAVE, DIG = 0, 1
LEFT, BURIED, FULL = 1, 2, 3
FACES = 6
MOST_GOLD = 20
MAJOR, MINOR, DEFEAT = 1.0, 0.5, -1.0
STATE = state_dtype(1, [("gold", np.int64), ("deadly", np.int64), ("seen", np.int64, (FACES,))])


@kernel
def start(s, p, seed):
    start_stream(s.rng, seed, 0)
    s.returns[:] = 0
    s.moves = 0
    s.outcome = 0
    s.to_move = 0
    s.over = 0
    s.gold = 0
    s.seen[:] = 0
    s.deadly = below(s.rng, FACES)


@kernel
def carry_on(s, p):
    """Every position of this game is a choice."""


@kernel
def legal_actions(s, p, actions):
    actions[0] = LEAVE
    actions[1] = DIG
    return 2


@kernel
def take(s, p, action):
    s.moves += 1
    if action == LEAVE:
        end(s, p, LEFT)
        return
    face = below(s.rng, FACES)
    if face == s.deadly:
        end(s, p, BURIED)
        return
    s.seen[face] = 1
    s.gold += face + 1
    if s.gold >= MOST_GOLD:
        end(s, p, FULL)


@kernel
def end(s, p, reason):
    s.over = 1
    s.outcome = reason
    if reason == BURIED or s.gold < p.gold_minor:
        s.returns[0] = DEFEAT
    elif s.gold < p.gold_major:
        s.returns[0] = MINOR
    else:
        s.returns[0] = MAJOR


@kernel
def look(s, p, player, out):
    out[0] = s.gold
    for face in range(FACES):
        out[face + 1] = s.seen[face]


@kernel
def draw_again(s, p, player, seed):
    start_stream(s.rng, seed, 1)
    while True:
        s.deadly = below(s.rng, FACES)
        if s.seen[s.deadly] == 0:
            return


@kernel
def seen_by(s, p, action, player):
    return np.int64(action)


@kernel
def dig_for_a_minor_victory(s, p, actions, count, rng):
    """Dig until the gold is worth something."""
    return np.int64(DIG if s.gold < p.gold_minor else LEAVE)


@kernel
def rate(s, p, out):
    out[0] = min(1.0, s.gold / p.gold_major)


@entry
def reset(states, p, seed, deals):
    reset_rows(states, p, seed, deals, start)


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
        start, legal_actions, take, dig_for_a_minor_victory, look,
    )  # fmt: skip


@entry
def collect(states, p, rows, record, agents, networks):
    collect_rows(
        states, p, rows, record, agents, networks,
        start, legal_actions, take, dig_for_a_minor_victory, look,
    )  # fmt: skip


@entry
def teach(states, p, rows, record, agents, networks, tree):
    teach_rows(
        states, p, rows, record, agents, networks, tree,
        start, legal_actions, take, draw_again, seen_by, dig_for_a_minor_victory, rate, look,
    )  # fmt: skip


@entry
def redeal(states, p, players, seeds):
    redeal_rows(states, p, players, seeds, draw_again)


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
        legal_actions, take, draw_again, seen_by, dig_for_a_minor_victory, rate, look,
    )  # fmt: skip


@entry
def advance(states, p, agents, networks, seating, streams, log, tree):
    advance_rows(
        states, p, agents, networks, seating, streams, log, tree,
        legal_actions, take, draw_again, seen_by, dig_for_a_minor_victory, rate, look,
    )  # fmt: skip


@entry
def start_agents(streams, seed, games):
    start_agent_streams(streams, seed, games)


def render(state, parameters, seat):
    deadly = state.deadly + 1 if seat is None else "?"
    seen = [face + 1 for face in range(FACES) if state.seen[face]]
    return f"gold {state.gold}, faces rolled {seen}, deadly face {deadly}"


DEFINITION = Definition(
    name="mine",
    title="The Mine",
    kind="one player, general-sum, hidden information",
    seats=("miner",),
    teams=(0,),
    state=STATE,
    actions=("leave", "dig"),
    observation_size=FACES + 1,
    longest=MOST_GOLD,
    returns=(DEFEAT, MAJOR),
    outcomes={LEFT: "left", BURIED: "buried", FULL: "full"},
    telemetry=(
        Column("faces", lambda states: states["seen"].sum(axis=1), "different faces rolled"),
        Column("deadly", lambda states: states["deadly"] + 1, "the deadly face"),
        Column("rich", lambda states: states["gold"] >= MOST_GOLD, "whether all gold was found"),
        Column("seen", lambda states: states["seen"], "per face: 1 if it was rolled"),
        Column(
            "end",
            lambda states: ["down" if o == BURIED else "up" for o in states["outcome"]],
            "where the miner is",
        ),
    ),
    entries=sys.modules[__name__],
    sources=("core",),
    folder=Path(__file__).with_name("one_player_rules"),
    parameters=lambda ruleset: compile_parameters(ruleset, {}),
    render=render,
    describe=lambda state, parameters, action: ("leave the mine", "dig once more")[action],
    asked=lambda state: "leave or dig?",
    scores=lambda states: states["gold"][:, None],
    grades={MAJOR: "major victory", MINOR: "minor victory", DEFEAT: "defeat"},
)
