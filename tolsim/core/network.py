"""Policy networks inside compiled loops: two hidden layers, a policy head and a value head.

Every weight of every network lies in one flat float32 array; an agent's record says where its
network begins and how wide it is. Matrices are stored input by input, so that an input of zero,
as most of an observation and about half of a hidden layer are, costs nothing.

O observation size, H hidden width, A actions, P players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tolsim.core.compile_cache import generic_kernel, kernel
from tolsim.core.random_streams import next_uint32

WIDEST = 512
"""Most units of a hidden layer."""


class Networks(NamedTuple):
    """The weights of all networks of a run, and room to compute one of them."""

    weights: np.ndarray  # float32 [W], one network behind the other
    observation: np.ndarray  # float32 [O]
    first: np.ndarray  # float32 [WIDEST], first hidden layer
    second: np.ndarray  # float32 [WIDEST]
    logits: np.ndarray  # float32 [A]
    values: np.ndarray  # float32 [P], of the seat that observes, the next one, and so on


def new_networks(
    observation_size: int, actions: int, players: int, weights: np.ndarray | None = None
) -> Networks:
    """Make the room that the networks of a game are computed in."""
    return Networks(
        np.zeros(0, np.float32) if weights is None else weights,
        *(np.zeros(n, np.float32) for n in (observation_size, WIDEST, WIDEST, actions, players)),
    )


def layer_shapes(
    observation_size: int, hidden: int, actions: int, players: int
) -> dict[str, tuple[int, ...]]:
    """Shape of each array of a network, in the order in which they lie in the weights.

    Examples
    --------
    >>> layer_shapes(6, 4, 2, 2)["policy_weights"]
    (4, 2)
    """
    return {
        "first_weights": (observation_size, hidden),
        "first_biases": (hidden,),
        "second_weights": (hidden, hidden),
        "second_biases": (hidden,),
        "policy_weights": (hidden, actions),
        "policy_biases": (actions,),
        "value_weights": (hidden, players),
        "value_biases": (players,),
    }


@kernel
def layer(weights, start, inputs, count, out, width, cut):
    """Compute one layer: ``inputs`` [count] to ``out`` [width], below zero cut off if ``cut``.

    Returns the place behind its weights.
    """
    # Slices, so that the compiler knows each index to be in range and works on many at a time.
    biases = start + count * width
    sums = out[:width]
    sums[:] = weights[biases : biases + width]
    for i in range(count):
        value = inputs[i]
        if value != 0.0:
            row = weights[start + i * width : start + (i + 1) * width]
            for j in range(width):
                sums[j] += value * row[j]
    if cut:
        for j in range(width):
            sums[j] = max(sums[j], np.float32(0.0))
    return biases + width


@kernel
def forward(networks, agent, observation):
    """Compute an agent's network: its logits [A], and its values [P] seen from the observer."""
    weights, hidden = networks.weights, np.int64(agent.hidden)
    place = layer(
        weights, np.int64(agent.network), observation, observation.shape[0],
        networks.first, hidden, True,
    )  # fmt: skip
    place = layer(weights, place, networks.first, hidden, networks.second, hidden, True)
    logits, values = networks.logits, networks.values
    place = layer(weights, place, networks.second, hidden, logits, logits.shape[0], False)
    layer(weights, place, networks.second, hidden, values, values.shape[0], False)


@kernel
def highest(logits, actions, count):
    """Choose the legal action with the highest logit."""
    chosen = np.int64(actions[0])
    for i in range(1, count):
        if logits[actions[i]] > logits[chosen]:
            chosen = np.int64(actions[i])
    return chosen


@kernel
def draw(logits, actions, count, temperature, rng):
    """Draw a legal action by its logit."""
    top = logits[highest(logits, actions, count)]
    total = 0.0
    for i in range(count):
        total += np.exp((np.float64(logits[actions[i]]) - top) / temperature)
    left = total * (np.float64(next_uint32(rng)) / 4294967296.0)
    for i in range(count - 1):
        left -= np.exp((np.float64(logits[actions[i]]) - top) / temperature)
        if left < 0.0:
            return np.int64(actions[i])
    return np.int64(actions[count - 1])


@kernel
def log_share(logits, actions, count, action):
    """Logarithm of the chance that :func:`draw` takes an action at temperature 1."""
    top = np.float64(logits[highest(logits, actions, count)])
    total = 0.0
    for i in range(count):
        total += np.exp(np.float64(logits[actions[i]]) - top)
    return np.float64(logits[action]) - top - np.log(total)


@generic_kernel
def policy_choice(s, p, agent, networks, actions, count, rng, observe):
    """Let an agent's network choose among the first ``count`` actions for the player to move."""
    observe(s, p, np.int64(s.to_move), networks.observation)
    forward(networks, agent, networks.observation)
    if agent.temperature > 0.0:
        return draw(networks.logits, actions, count, agent.temperature, rng)
    return highest(networks.logits, actions, count)


@generic_kernel
def rate(s, p, agent, networks, values, observe):
    """Let an agent's network rate a state through the eyes of the player to move, ``[P]``."""
    player = np.int64(s.to_move)
    observe(s, p, player, networks.observation)
    forward(networks, agent, networks.observation)
    players = values.shape[0]
    for k in range(players):
        value = np.float64(networks.values[k])
        values[(player + k) % players] = min(max(value, agent.low), agent.high)
