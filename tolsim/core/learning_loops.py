"""Loops in which an agent plays and writes down what its network learns from.

Written once; a game's entries call them with its own kernels. The agent that learns is agent 0; by
its network it draws in :func:`collect_rows`, and searches in :func:`teach_rows`.

B rows, A actions, P players, O observation size, T decisions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tolsim.core.compile_cache import generic_kernel, kernel
from tolsim.core.network import draw, forward, log_share
from tolsim.core.random_streams import below
from tolsim.core.search import clear, root_of, search
from tolsim.core.vector_loops import play_others, start_row


class Record(NamedTuple):
    """Decisions of the agent that learns, T in each of B rows."""

    observations: np.ndarray  # float32 [B, T, O]
    legal: np.ndarray  # int16 [B, T, A], the first ``counts`` of them: legal actions
    counts: np.ndarray  # int64 [B, T]
    choices: np.ndarray  # int64 [B, T], which of the legal actions was taken
    log_shares: np.ndarray  # float32 [B, T], log of the chance that its network gave each
    shares: np.ndarray  # float32 [B, T, A], a teacher's for each legal action, or [0, T, A]
    values: np.ndarray  # float32 [B, T + 1, P] in order of seats; the last: behind the record
    players: np.ndarray  # int8 [B, T]
    rewards: np.ndarray  # float32 [B, T, P], before the next decision
    others: np.ndarray  # int64 [B, T], decisions of others before the next decision
    ended: np.ndarray  # uint8 [B, T], 1: the game ended before the next decision
    seatings: np.ndarray  # int8 [B, T, P], who sat where


@kernel
def note_values(values, networks, player):
    """Write down what a network expects for each seat, in order of seats, ``[P]``."""
    for k in range(values.shape[0]):
        values[(player + k) % values.shape[0]] = networks.values[k]


@generic_kernel
def note_position(s, p, i, t, rows, record, agents, networks, legal, observe):
    """Write down what the learner sees and expects, and what it may do; how many actions."""
    player = np.int64(s.to_move)
    observe(s, p, player, record.observations[i, t])
    forward(networks, agents[0], record.observations[i, t])
    note_values(record.values[i, t], networks, player)
    record.players[i, t] = player
    record.seatings[i, t] = rows.seating[i]
    count = legal(s, p, rows.actions)
    record.counts[i, t] = count
    for k in range(count):
        record.legal[i, t, k] = rows.actions[k]
    return count


@generic_kernel
def carry_on(
    s, p, i, t, action, rows, record, agents, networks, reset, legal, step, greedy, observe
):
    """Take the learner's action, play on to its next decision, and write down what it got."""
    for k in range(record.counts[i, t]):
        if record.legal[i, t, k] == action:
            record.choices[i, t] = k
    step(s, p, action)
    record.others[i, t] = play_others(
        s, p, agents, networks, rows.seating[i], rows.streams[i], rows.actions, 0,
        legal, step, greedy, observe,
    )  # fmt: skip
    record.ended[i, t] = s.over
    record.rewards[i, t] = 0.0
    if s.over != 0:
        record.rewards[i, t] = s.returns
        record.others[i, t] += start_row(
            s, p, i, rows, agents, networks, 0, reset, legal, step, greedy, observe
        )


@generic_kernel
def look_ahead(s, p, i, rows, record, agents, networks, observe):
    """Write down what the learner expects of the position behind its record."""
    player = np.int64(s.to_move)
    observe(s, p, player, rows.observations[i])
    forward(networks, agents[0], rows.observations[i])
    note_values(record.values[i, record.choices.shape[1]], networks, player)


@generic_kernel
def collect_rows(states, p, rows, record, agents, networks, reset, legal, step, greedy, observe):
    """Let agent 0 draw by its network, and write down what it learns from.

    Every row stands at a decision of agent 0, or is over and starts anew.
    """
    for i in range(states.shape[0]):
        s = states[i]
        if s.over != 0:
            start_row(s, p[0], i, rows, agents, networks, 0, reset, legal, step, greedy, observe)
        for t in range(record.choices.shape[1]):
            count = note_position(s, p[0], i, t, rows, record, agents, networks, legal, observe)
            rng = rows.streams[i, s.to_move]
            action = draw(networks.logits, rows.actions, count, 1.0, rng)
            record.log_shares[i, t] = log_share(networks.logits, rows.actions, count, action)
            carry_on(
                s, p[0], i, t, action, rows, record, agents, networks,
                reset, legal, step, greedy, observe,
            )  # fmt: skip
        look_ahead(s, p[0], i, rows, record, agents, networks, observe)


@generic_kernel
def teach_rows(
    states, p, rows, record, agents, networks, tree,
    reset, legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Let agent 0 search, and write down what its network learns from.

    It draws among the actions by how often its search tried them.
    """
    nodes, slots, work = tree.nodes[0], tree.slots[0], tree.work[0]
    for i in range(states.shape[0]):
        s = states[i]
        if s.over != 0:
            start_row(s, p[0], i, rows, agents, networks, 0, reset, legal, step, greedy, observe)
        for t in range(record.choices.shape[1]):
            note_position(s, p[0], i, t, rows, record, agents, networks, legal, observe)
            rng = rows.streams[i, s.to_move]
            clear(slots, work)
            search(
                s, p[0], agents[0], networks, agents[0].iterations, nodes, slots, work, tree.clone,
                rng, legal, step, redeal, seen, greedy, evaluate, observe,
            )  # fmt: skip
            root = nodes[root_of(nodes, slots, work, np.int64(s.to_move))]
            count = legal(s, p[0], rows.actions)
            action = draw_visited(root, rows.actions, count, record.shares[i, t], rng)
            carry_on(
                s, p[0], i, t, action, rows, record, agents, networks,
                reset, legal, step, greedy, observe,
            )  # fmt: skip
        look_ahead(s, p[0], i, rows, record, agents, networks, observe)


@kernel
def draw_visited(root, actions, count, shares, rng):
    """Draw an action by its visits, whose shares are written down, one for each legal action."""
    visits = 0
    for k in range(count):
        visits += root.visits[actions[k]]
    left = below(rng, visits)
    chosen = np.int64(-1)
    for k in range(count):
        action = np.int64(actions[k])
        shares[k] = root.visits[action] / visits
        left -= root.visits[action]
        if left < 0 and chosen < 0:
            chosen = action
    return chosen


def record_part(record: Record, first: int, behind: int) -> Record:
    """Rows ``first`` to ``behind - 1`` of a record, sharing its memory."""
    return Record(*(array[first:behind] for array in record))


def new_record(
    rows: int,
    decisions: int,
    actions: int,
    players: int,
    observation_size: int,
    *,
    taught: bool,
) -> Record:
    """Make room for ``decisions`` decisions in each row."""
    place = (rows, decisions)
    return Record(
        observations=np.zeros((*place, observation_size), np.float32),
        legal=np.zeros((*place, actions), np.int16),
        counts=np.zeros(place, np.int64),
        choices=np.zeros(place, np.int64),
        log_shares=np.zeros(place, np.float32),
        shares=np.zeros((rows if taught else 0, decisions, actions), np.float32),
        values=np.zeros((rows, decisions + 1, players), np.float32),
        players=np.zeros(place, np.int8),
        rewards=np.zeros((*place, players), np.float32),
        others=np.zeros(place, np.int64),
        ended=np.zeros(place, np.uint8),
        seatings=np.zeros((*place, players), np.int8),
    )
