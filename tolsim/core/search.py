"""Information-set Monte Carlo tree search, written once for every game.

Each simulation starts from a clone of the root that has been redealt for the searching player, so
neither hidden cards nor coming chance can be read. It walks down by actions legal in that clone,
adds one node, plays out, and credits every node on the way with the result of the player who
decided there.

A node is what the deciding player has seen since the root: all players search one table, each
under a hash of the actions as that player saw them (the game's ``seen`` kernel). So a player who
chooses second without seeing the first choice has one node for it, not one per hidden choice.
Chance is open-loop: the same node serves every deal and roll that leads to it, and the number of
times an action was available stands in for the parent's visits (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tolsim.core.agent_settings import UNIFORM
from tolsim.core.compile_cache import generic_kernel, kernel
from tolsim.core.network import highest, rate
from tolsim.core.random_streams import below, derive, next_uint64

MOST_UNLIKELY = -20.0
"""Logit, below the likeliest action's, of the least weight that a policy's prior gives."""
NOTHING_SEEN = -1
"""What a game's ``seen`` kernel returns for an action that a player does not notice at all."""


def node_dtype(actions: int) -> np.dtype[Any]:
    """Record of one node: its key, and per action A what is known of it."""
    return np.dtype(
        (
            np.record,
            np.dtype(
                [
                    ("key", np.uint64),
                    ("favoured", np.int64),  # the heuristic's choice, where it is asked
                    ("visits", np.int32, (actions,)),
                    ("available", np.int32, (actions,)),
                    ("value", np.float64, (actions,)),  # results in [0, 1] of the one who decides
                    ("weight", np.float32, (actions,)),  # of a policy's prior, where it is asked
                ],
                align=True,
            ),
        )
    )


def work_dtype(actions: int, players: int, longest: int) -> np.dtype[Any]:
    """Record of what a search writes down while it runs."""
    return np.dtype(
        (
            np.record,
            np.dtype(
                [
                    ("used", np.int64),  # nodes in use
                    ("depth", np.int64),  # decisions on the path of this simulation
                    ("rated", np.int64),  # 1: a network has rated the leaf
                    ("root_history", np.uint64, (players,)),  # what each player has seen so far
                    ("history", np.uint64, (players,)),  # the same in the clone
                    ("path_node", np.int32, (longest + 1,)),
                    ("path_action", np.int32, (longest + 1,)),
                    ("path_player", np.int32, (longest + 1,)),
                    ("actions", np.int32, (actions,)),
                    ("priors", np.float64, (actions,)),  # of the first actions of ``actions``
                    ("values", np.float32, (players,)),
                ],
                align=True,
            ),
        )
    )


class Tree(NamedTuple):
    """Memory of searches, used again by the next: T trees of N nodes.

    One tree serves agents that forget it after every decision. Agents that keep theirs need one
    each, or they would read in it what the others know.
    """

    nodes: np.ndarray  # [T, N] of node_dtype
    slots: np.ndarray  # int32 [T, H], hash tables of node numbers, -1: empty; H a power of two
    work: np.ndarray  # [T] of work_dtype
    clone: np.ndarray  # [1] of the game's state


def new_tree(
    nodes: int, actions: int, players: int, longest: int, state: np.dtype[Any], trees: int = 1
) -> Tree:
    """Make the memory of searches of up to ``nodes`` nodes in each tree."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    return Tree(
        nodes=np.zeros((trees, nodes), node_dtype(actions)),
        slots=np.full((trees, slots), -1, np.int32),
        work=np.zeros(trees, work_dtype(actions, players, longest)),
        clone=np.zeros(1, state),
    )


@kernel
def clear(slots, work):
    """Forget every node, and what the players have seen."""
    slots[:] = -1
    work.used = 0
    work.root_history[:] = 0


@kernel
def find_slot(nodes, slots, key):
    """Slot that holds the node with this key, or the empty one where it belongs."""
    mask = slots.shape[0] - 1
    slot = np.int64(key) & mask
    while slots[slot] >= 0 and nodes[slots[slot]].key != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def add_node(nodes, slots, work, slot, key):
    """Put a new node without statistics into an empty slot."""
    number = work.used
    work.used = number + 1
    slots[slot] = number
    node = nodes[number]
    node.key = key
    node.favoured = -1
    node.visits[:] = 0
    node.available[:] = 0
    node.value[:] = 0.0
    return number


@kernel
def node_key(history, player):
    """Key of the node where ``player`` decides, after what it has seen."""
    return derive(history[player], player)


@generic_kernel
def note_seen(history, s, p, action, seen):
    """Extend every player's history by what it sees of an action about to be taken."""
    for player in range(history.shape[0]):
        label = seen(s, p, action, player)
        if label != NOTHING_SEEN:
            history[player] = derive(history[player], label)


@kernel
def select(node, actions, count, exploration, rng):
    """Choose among the first ``count`` actions: an untried one, else the highest upper bound."""
    untried = 0
    best = -1.0
    chosen = np.int64(actions[0])
    for i in range(count):
        action = np.int64(actions[i])
        node.available[action] += 1
        visits = node.visits[action]
        if visits == 0:
            untried += 1
            if untried == 1 or below(rng, untried) == 0:
                chosen = action
        elif untried == 0:
            bonus = np.sqrt(np.log(np.float64(node.available[action])) / visits)
            bound = node.value[action] / visits + exploration * bonus
            if bound > best:
                best = bound
                chosen = action
    return chosen


@kernel
def favour_heuristic(node, actions, count, prior, priors):
    """Give the heuristic's choice the weight ``prior``, and share the rest evenly."""
    for i in range(count):
        priors[i] = (1.0 - prior) / count
        if actions[i] == node.favoured:
            priors[i] += prior


@kernel
def favour_policy(node, actions, count, priors):
    """Share the prior as the policy does, among the actions that are legal here."""
    total = 0.0
    for i in range(count):
        total += node.weight[actions[i]]
    for i in range(count):
        priors[i] = node.weight[actions[i]] / total


@kernel
def select_by_prior(node, actions, count, exploration, priors):
    """Choose among the first ``count`` actions by value and prior: PUCT.

    An untried action is taken to be worth what the others were on average.
    """
    visits = 0
    value = 0.0
    for i in range(count):
        action = np.int64(actions[i])
        visits += node.visits[action]
        value += node.value[action]
    mean = value / visits if visits > 0 else 0.5
    spread = exploration * np.sqrt(np.float64(visits + 1))
    best = -np.inf
    chosen = np.int64(actions[0])
    for i in range(count):
        action = np.int64(actions[i])
        tried = node.visits[action]
        bound = node.value[action] / tried if tried > 0 else mean
        bound += spread * priors[i] / (1 + tried)
        if bound > best:
            best = bound
            chosen = action
    return chosen


@kernel
def keep_weights(node, logits, actions, count):
    """Keep a policy's weights of all actions, since others may be legal in other deals.

    The likeliest action that is legal here weighs 1, and no other one more.
    """
    top = logits[highest(logits, actions, count)]
    for action in range(logits.shape[0]):
        node.weight[action] = np.exp(min(max(logits[action] - top, MOST_UNLIKELY), 0.0))


@generic_kernel
def note_seen_by(history, s, p, action, owner, seen):
    """Extend every player's history by what the owner of a kept tree sees of an action.

    The tree may learn nothing else of the game: what the others saw of their own hidden choices
    would tell its owner which of their nodes to find again.
    """
    label = seen(s, p, action, owner)
    if label != NOTHING_SEEN:
        for player in range(history.shape[0]):
            history[player] = derive(history[player], label)


@generic_kernel
def open_node(s, p, agent, networks, node, work, count, rng, greedy, observe):
    """Ask for the prior of a new node, and for the value of its state where a network can tell."""
    if agent.hidden > 0:
        rate(s, p, agent, networks, work.values, observe)
        keep_weights(node, networks.logits, work.actions, count)
        work.rated = 1
    elif agent.prior > 0.0:
        node.favoured = greedy(s, p, work.actions, count, rng)


@kernel
def select_action(agent, node, work, count, rng):
    """Choose among the first ``count`` legal actions of a node."""
    if agent.hidden > 0:
        favour_policy(node, work.actions, count, work.priors)
    elif agent.prior > 0.0:
        favour_heuristic(node, work.actions, count, agent.prior, work.priors)
    else:
        return select(node, work.actions, count, agent.exploration, rng)
    return select_by_prior(node, work.actions, count, agent.exploration, work.priors)


@generic_kernel
def walk_down(s, p, agent, networks, nodes, slots, work, rng, legal, step, seen, greedy, observe):
    """Follow the tree from the root, add one node, and stop at the end or behind the new node.

    A network rates the new node's own state, so with one the walk stops there.
    """
    work.depth = 0
    work.rated = 0
    added = False
    while s.over == 0:
        player = np.int64(s.to_move)
        key = node_key(work.history, player)
        slot = find_slot(nodes, slots, key)
        number = np.int64(slots[slot])
        if number < 0 and (added or work.used == nodes.shape[0]):
            break
        count = legal(s, p, work.actions)
        if number < 0:
            number = add_node(nodes, slots, work, slot, key)
            added = True
            open_node(s, p, agent, networks, nodes[number], work, count, rng, greedy, observe)
            if work.rated == 1:
                break
        action = select_action(agent, nodes[number], work, count, rng)
        work.path_node[work.depth] = number
        work.path_action[work.depth] = action
        work.path_player[work.depth] = player
        work.depth += 1
        note_seen(work.history, s, p, action, seen)
        step(s, p, action)


@generic_kernel
def play_out(s, p, agent, networks, work, rng, legal, step, greedy, evaluate, observe):
    """Leave a value per player: a network's, else of play to the end or to the cut-off."""
    if s.over == 0 and agent.hidden > 0:
        if work.rated == 0:  # the tree is full
            rate(s, p, agent, networks, work.values, observe)
        return
    left = np.int64(agent.cutoff)
    while s.over == 0 and left != 0:
        left -= 1
        count = legal(s, p, work.actions)
        if agent.playout == UNIFORM:
            action = np.int64(work.actions[below(rng, count)])
        else:
            action = greedy(s, p, work.actions, count, rng)
        step(s, p, action)
    if s.over != 0:
        work.values[:] = s.returns
    else:
        evaluate(s, p, work.values)


@kernel
def credit(nodes, work, low, high):
    """Add the result to every action on the path, as seen by the player who took it."""
    for i in range(work.depth):
        node = nodes[work.path_node[i]]
        action = work.path_action[i]
        value = np.float64(work.values[work.path_player[i]])
        node.visits[action] += 1
        node.value[action] += (value - low) / (high - low)


@generic_kernel
def search(
    root, p, agent, networks, iterations, nodes, slots, work, clone, rng,
    legal, step, redeal, seen, greedy, evaluate, observe,
):  # fmt: skip
    """Run simulations from a state for the player to move there.

    The statistics stay in the tree, whose root :func:`root_of` finds; a tree that was not cleared
    goes on from what it holds.
    """
    player = np.int64(root.to_move)
    for _ in range(iterations):
        clone[0] = root
        s = clone[0]
        redeal(s, p, player, next_uint64(rng))
        work.history[:] = work.root_history
        walk_down(
            s, p, agent, networks, nodes, slots, work, rng, legal, step, seen, greedy, observe
        )
        play_out(s, p, agent, networks, work, rng, legal, step, greedy, evaluate, observe)
        credit(nodes, work, agent.low, agent.high)


@kernel
def root_of(nodes, slots, work, player):
    """Node number of the root, -1 before the first simulation."""
    return np.int64(slots[find_slot(nodes, slots, node_key(work.root_history, player))])


@kernel
def most_visited(node, actions, count):
    """Choose the action tried most often, the better one of two tried equally often."""
    chosen = np.int64(actions[0])
    for i in range(1, count):
        action = np.int64(actions[i])
        more = node.visits[action] - node.visits[chosen]
        if more > 0 or (more == 0 and node.value[action] > node.value[chosen]):
            chosen = action
    return chosen
