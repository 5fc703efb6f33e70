"""Loops over batches of games, written once; a game's entries call them with its own kernels.

B games, A actions, P players. Arrays are written in place. ``p`` is the game's parameter record in
an array of length 1, the cheapest thing to hand over from Python.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.agent_settings import EXTERNAL, GREEDY, POLICY, UNIFORM
from tolsim.core.compile_cache import generic_kernel, kernel
from tolsim.core.network import policy_choice
from tolsim.core.random_streams import below, derive, start_stream
from tolsim.core.search import clear, most_visited, note_seen_by, root_of, search

RESET_CHILD = 0
"""Child of a game's seed that its chance stream is made from."""
AGENT_CHILD = 1
"""First child of a game's seed that an agent's stream is made from; seat 0's."""

ILLEGAL = -2
"""Status of a row whose action was not legal; its state is unchanged."""
PLAYED = 0


@generic_kernel
def reset_rows(states, p, seed, deals, reset):
    """Start game ``deals[i]`` of the run with this seed in each row."""
    for i in range(states.shape[0]):
        reset(states[i], p[0], derive(derive(seed, deals[i]), RESET_CHILD))


@generic_kernel
def resume_rows(states, p, run_on):
    """Run each row on to its next choice, from a position that was put together by hand."""
    for i in range(states.shape[0]):
        run_on(states[i], p[0])


@kernel
def start_agent_streams(streams, seed, games):
    """Give every seat of every game a stream of its own, ``[B, P, 2]``."""
    for i in range(streams.shape[0]):
        game_seed = derive(seed, games[i])
        for seat in range(streams.shape[1]):
            start_stream(streams[i, seat], derive(game_seed, AGENT_CHILD + seat), seat)


@generic_kernel
def is_legal(s, p, action, actions, legal):
    """Tell whether an action may be taken now."""
    if s.over != 0:
        return False
    for i in range(legal(s, p, actions)):
        if actions[i] == action:
            return True
    return False


@generic_kernel
def step_rows(states, p, chosen, status, actions, legal, step):
    """Take one action in each row, or none at all if one is illegal, marked in ``status``."""
    all_legal = True
    for i in range(states.shape[0]):
        if is_legal(states[i], p[0], chosen[i], actions, legal):
            status[i] = PLAYED
        else:
            status[i] = ILLEGAL
            all_legal = False
    if all_legal:
        for i in range(states.shape[0]):
            step(states[i], p[0], np.int64(chosen[i]))


@generic_kernel
def mask_row(s, p, mask, actions, legal):
    """Write the legal actions of one state as a mask ``[A]``, all zero when it is over."""
    mask[:] = 0
    if s.over == 0:
        for i in range(legal(s, p, actions)):
            mask[actions[i]] = 1


@generic_kernel
def mask_rows(states, p, masks, actions, legal):
    """Write the legal actions of each row, ``[B, A]``."""
    for i in range(states.shape[0]):
        mask_row(states[i], p[0], masks[i], actions, legal)


@generic_kernel
def observe_rows(states, p, players, out, observe):
    """Write what ``players[i]`` may know of row ``i``, ``[B, observation_size]``."""
    for i in range(states.shape[0]):
        observe(states[i], p[0], np.int64(players[i]), out[i])


@generic_kernel
def redeal_rows(states, p, players, seeds, redeal):
    """Redraw in each row what ``players[i]`` cannot know."""
    for i in range(states.shape[0]):
        redeal(states[i], p[0], np.int64(players[i]), seeds[i])


@generic_kernel
def evaluate_rows(states, p, out, evaluate):
    """Write the heuristic value per player of each row, ``[B, P]``."""
    for i in range(states.shape[0]):
        evaluate(states[i], p[0], out[i])


@generic_kernel
def step_mask_observe_rows(
    states, p, chosen, status, masks, observations, actions, legal, step, observe
):
    """Step each row, then write its mask and the observation of the player to move."""
    for i in range(states.shape[0]):
        s = states[i]
        if is_legal(s, p[0], chosen[i], actions, legal):
            step(s, p[0], np.int64(chosen[i]))
            status[i] = PLAYED
        else:
            status[i] = ILLEGAL
        mask_row(s, p[0], masks[i], actions, legal)
        observe(s, p[0], np.int64(s.to_move), observations[i])


@generic_kernel
def step_and_list_row(states, p, action, actions, legal, step):
    """Step the first row and list what is legal then, in ``actions``.

    Returns how many that is, or ``ILLEGAL`` where the action was not legal and nothing is changed.
    """
    s = states[0]
    if not is_legal(s, p[0], action, actions, legal):
        return ILLEGAL
    step(s, p[0], action)
    return legal(s, p[0], actions) if s.over == 0 else 0


@generic_kernel
def search_move(
    s, p, agent, networks, iterations, nodes, slots, work, clone, rng,
    legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Search for the player to move and choose."""
    search(
        s, p, agent, networks, iterations, nodes, slots, work, clone, rng,
        legal, step, redeal, seen, greedy, evaluate, observe,
    )  # fmt: skip
    root = nodes[root_of(nodes, slots, work, np.int64(s.to_move))]
    return most_visited(root, work.actions, legal(s, p, work.actions))


@generic_kernel
def search_row(
    states, p, agents, networks, iterations, tree, rng,
    legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Search the first row with the first agent, on from what the tree holds, and choose."""
    return search_move(
        states[0], p[0], agents[0], networks, iterations,
        tree.nodes[0], tree.slots[0], tree.work[0], tree.clone, rng,
        legal, step, redeal, seen, greedy, evaluate, observe,
    )  # fmt: skip


@generic_kernel
def choose_at_once(s, p, agent, networks, actions, rng, legal, greedy, observe):
    """Let an agent that does not search choose for the player to move."""
    count = legal(s, p, actions)
    if agent.kind == UNIFORM:
        return np.int64(actions[below(rng, count)])
    if agent.kind == POLICY:
        return policy_choice(s, p, agent, networks, actions, count, rng, observe)
    return np.int64(greedy(s, p, actions, count, rng))


@generic_kernel
def decide(
    s, p, agent, networks, nodes, slots, work, clone, rng,
    legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Let an agent choose for the player to move."""
    if agent.kind == UNIFORM or agent.kind == GREEDY or agent.kind == POLICY:
        return choose_at_once(s, p, agent, networks, work.actions, rng, legal, greedy, observe)
    if agent.reuse == 0 or work.used + agent.iterations > nodes.shape[0]:
        clear(slots, work)
    return search_move(
        s, p, agent, networks, agent.iterations, nodes, slots, work, clone, rng,
        legal, step, redeal, seen, greedy, evaluate, observe,
    )  # fmt: skip


@generic_kernel
def advance_rows(
    states, p, agents, networks, seating, streams, log, tree,
    legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Play each row on until it is over or an agent outside has to decide.

    Parameters
    ----------
    states
        [B] of the game's state.
    agents
        [number of agents] of ``AGENT_DTYPE``.
    networks
        What the agents' networks are computed with.
    seating
        int8 [B, P], which agent plays which seat.
    streams
        uint64 [B, P, 2], the agents' random streams.
    log
        int16 [B, longest], filled with the actions taken, in order.
    tree
        Memory for searches: one tree, or one a seat where an agent keeps its own. A kept tree
        lasts until the row stops.
    """
    trees = tree.work.shape[0]
    for i in range(states.shape[0]):
        s = states[i]
        for t in range(trees):
            clear(tree.slots[t], tree.work[t])
        while s.over == 0 and s.moves < log.shape[1]:
            seat = np.int64(s.to_move)
            agent = agents[seating[i, seat]]
            if agent.kind == EXTERNAL:
                break
            t = seat % trees
            action = decide(
                s, p[0], agent, networks,
                tree.nodes[t], tree.slots[t], tree.work[t], tree.clone, streams[i, seat],
                legal, step, redeal, seen, greedy, evaluate, observe,
            )  # fmt: skip
            log[i, s.moves] = action
            if trees > 1:
                for owner in range(trees):
                    note_seen_by(tree.work[owner].root_history, s, p[0], action, owner, seen)
            step(s, p[0], action)
