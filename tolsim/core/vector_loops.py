"""The loop over batches whose games start anew as they end, for whoever trains agents.

Written once; a game's entry calls it with its own kernels. Seats of an ``EXTERNAL`` agent are
played by the caller, the others by agents inside the loop.

B rows, A actions, P players, O observation size, S seatings.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tolsim.core.agent_settings import EXTERNAL
from tolsim.core.compile_cache import generic_kernel, kernel
from tolsim.core.loops import (
    AGENT_CHILD,
    ILLEGAL,
    PLAYED,
    RESET_CHILD,
    choose_at_once,
    mask_row,
)
from tolsim.core.random_streams import derive, start_stream

SAME_STEP = 0  # the next game is dealt in the step that ended the one before
DISABLED = 1  # a row that is over waits until it is started

START = -1
"""Action that starts a new game in a row."""
WAIT = -2
"""Action that leaves a row as it is."""

SEATING_CHILD = 1 << 32
"""Child of a game's seed that its seating is drawn from, behind those of all agents."""


class Rows(NamedTuple):
    """What lies beside the states of a batch, written in place."""

    masks: np.ndarray  # uint8 [B, A], of the player to move
    observations: np.ndarray  # float32 [B, O], of the player to move
    final_observations: np.ndarray  # float32 [B, O] of rows that ended, or [0, O]: not wanted
    rewards: np.ndarray  # float32 [B, P]
    ended: np.ndarray  # uint8 [B], 1: a game ended in this step
    outcomes: np.ndarray  # int64 [B], why the last game ended
    lengths: np.ndarray  # int64 [B], its decisions
    seeds: np.ndarray  # uint64 [B], of each row's games
    deals: np.ndarray  # uint64 [B], the deal in play
    strides: np.ndarray  # uint64 [B], from one deal of a row to its next
    seatings: np.ndarray  # int8 [S, P], agent in each seat, one drawn for each game
    seating: np.ndarray  # int8 [B, P], the one in play
    streams: np.ndarray  # uint64 [B, P, 2], the agents' random streams
    actions: np.ndarray  # int32 [A], scratch


@kernel
def is_outside(agents, seating, seat):
    """Tell whether a seat is played from outside the loop."""
    return agents[seating[seat]].kind == EXTERNAL


@generic_kernel
def play_others(
    s, p, agents, networks, seating, streams, actions, mine, legal, step, greedy, observe
):
    """Play on until a seat of agent ``mine``, or one outside the loop, has to decide, or the end.

    Returns how many decisions that took.
    """
    played = 0
    while s.over == 0:
        seat = np.int64(s.to_move)
        if seating[seat] == mine or is_outside(agents, seating, seat):
            break
        agent = agents[seating[seat]]
        action = choose_at_once(
            s, p, agent, networks, actions, streams[seat], legal, greedy, observe
        )
        step(s, p, action)
        played += 1
    return played


@generic_kernel
def start_row(s, p, i, rows, agents, networks, mine, reset, legal, step, greedy, observe):
    """Deal the row's next games until one asks for a decision.

    Returns how many decisions of others that took.
    """
    played = 0
    while True:
        rows.deals[i] += rows.strides[i]
        game_seed = derive(rows.seeds[i], rows.deals[i])
        reset(s, p, derive(game_seed, RESET_CHILD))
        for seat in range(rows.streams.shape[1]):
            start_stream(rows.streams[i, seat], derive(game_seed, AGENT_CHILD + seat), seat)
        drawn = derive(game_seed, SEATING_CHILD) % np.uint64(rows.seatings.shape[0])
        rows.seating[i] = rows.seatings[np.int64(drawn)]
        played += play_others(
            s, p, agents, networks, rows.seating[i], rows.streams[i], rows.actions, mine,
            legal, step, greedy, observe,
        )  # fmt: skip
        if s.over == 0:
            return played


@generic_kernel
def turn_rows(
    states, p, chosen, status, rows, agents, networks, reset_mode,
    reset, legal, step, greedy, observe,
):  # fmt: skip
    """Take one action in each row, play the seats inside the loop, and deal what comes next.

    Parameters
    ----------
    states
        [B] of the game's state.
    chosen
        int64 [B]: an action, ``START`` or ``WAIT``. If one is not legal, no row is changed.
    status
        int8 [B], ``ILLEGAL`` or ``PLAYED``.
    rows
        What lies beside the states; its masks are the legal actions.
    reset_mode
        ``SAME_STEP`` or ``DISABLED``.
    """
    all_legal = True
    for i in range(states.shape[0]):
        status[i] = PLAYED
        action = np.int64(chosen[i])
        if action == START or action == WAIT:
            continue
        if action < 0 or action >= rows.masks.shape[1] or rows.masks[i, action] == 0:
            status[i] = ILLEGAL
            all_legal = False
    if not all_legal:
        return
    for i in range(states.shape[0]):
        action = np.int64(chosen[i])
        if action != WAIT:
            turn_row(
                states[i], p[0], i, action, rows, agents, networks, reset_mode,
                reset, legal, step, greedy, observe,
            )  # fmt: skip


@generic_kernel
def turn_row(
    s, p, i, action, rows, agents, networks, reset_mode, reset, legal, step, greedy, observe
):
    """Take a legal action in one row, or start it."""
    rows.ended[i] = 0
    rows.rewards[i] = 0.0
    nobody = -1  # the caller's seats are those of EXTERNAL agents
    shown = np.int64(s.to_move)
    start = action == START
    if not start:
        step(s, p, action)
        play_others(
            s, p, agents, networks, rows.seating[i], rows.streams[i], rows.actions, nobody,
            legal, step, greedy, observe,
        )  # fmt: skip
        if s.over != 0:
            rows.ended[i] = 1
            rows.rewards[i] = s.returns
            rows.outcomes[i] = s.outcome
            rows.lengths[i] = s.moves
            start = reset_mode == SAME_STEP
            if start and rows.final_observations.shape[0] > 0:
                observe(s, p, shown, rows.final_observations[i])
    if start:
        start_row(s, p, i, rows, agents, networks, nobody, reset, legal, step, greedy, observe)
    if s.over == 0:
        shown = np.int64(s.to_move)
    mask_row(s, p, rows.masks[i], rows.actions, legal)
    observe(s, p, shown, rows.observations[i])


def new_rows(
    rows: int, actions: int, players: int, observation_size: int, seatings: Any, *, final: bool
) -> Rows:
    """Make what lies beside the states of a batch of B rows, none of them started."""
    seatings = np.asarray(seatings, np.int8)
    return Rows(
        masks=np.zeros((rows, actions), np.uint8),
        observations=np.zeros((rows, observation_size), np.float32),
        final_observations=np.zeros((rows if final else 0, observation_size), np.float32),
        rewards=np.zeros((rows, players), np.float32),
        ended=np.zeros(rows, np.uint8),
        outcomes=np.zeros(rows, np.int64),
        lengths=np.zeros(rows, np.int64),
        seeds=np.zeros(rows, np.uint64),
        deals=np.zeros(rows, np.uint64),
        strides=np.zeros(rows, np.uint64),
        seatings=seatings,
        seating=np.zeros((rows, players), np.int8),
        streams=np.zeros((rows, players, 2), np.uint64),
        actions=np.zeros(actions, np.int32),
    )


def part(rows: Rows, first: int, behind: int) -> Rows:
    """Rows ``first`` to ``behind - 1`` of a batch, sharing its memory, to be played in a thread."""
    shared = {"seatings": rows.seatings, "actions": np.zeros_like(rows.actions)}
    each = {name: array[first:behind] for name, array in rows._asdict().items()}
    return Rows(**(each | shared))
