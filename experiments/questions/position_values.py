"""What positions are worth to each seat: by a trained policy's network, or by the game's heuristic.

Letters for shapes: B positions, P seats.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tolsim.agents.policy import SHIPPED, Policy, is_shipped, load_policy
from tolsim.core.game import Game
from tolsim.core.network import layer_shapes
from tolsim.experiments.questions.luck import points

HEURISTIC = "heuristic"

PositionValues = Callable[[np.ndarray], np.ndarray]
"""Takes states [B], gives what they are worth to each seat, float64 ``[B, P]``, about -1 to 1."""


def position_values(game: Game, judge: str | None = None) -> PositionValues:
    """Make what judges positions; finished games are worth their results.

    Parameters
    ----------
    game
        Whose.
    judge
        Folder of a policy, ``"shipped"``, or ``"heuristic"``; None: the shipped policy where there is
        one, else the heuristic.

    Raises
    ------
    TolsimError
        If there is no such policy, or it is of another game.

    Examples
    --------
    >>> import tolsim
    >>> game = tolsim.make("abyss")
    >>> position_values(game, "heuristic")(game.reset(1, [0])).shape
    (1, 2)
    """
    if judge is None:
        judge = SHIPPED if is_shipped(game.name) else HEURISTIC
    if judge == HEURISTIC:
        return _with_results(game, lambda states: game.evaluate(states).astype(np.float64))
    # Other rules than the policy's do no harm: a worse judge explains less, and no more.
    policy = load_policy(judge, game, any_rules=True)
    return _with_results(game, lambda states: network_values(game, policy, states))


def _with_results(game: Game, judged: PositionValues) -> PositionValues:
    def values(states: np.ndarray) -> np.ndarray:
        found = judged(states)
        over = states["over"] == 1
        found[over] = 2 * points(game, states[over]) - 1
        return found

    return values


def network_values(game: Game, policy: Policy, states: np.ndarray) -> np.ndarray:
    """Returns that a policy's network expects for each seat, ``[B, P]``: the mean over all seats' views.

    What a seat draws in secret shows in its own view alone.
    """
    seats = game.num_players
    layers = _arrays(game, policy)
    found = np.zeros((len(states), seats))
    for observer in range(seats):
        hidden = game.observe(states, np.full(len(states), observer, np.int8))
        for name in ("first", "second"):
            hidden = np.maximum(hidden @ layers[f"{name}_weights"] + layers[f"{name}_biases"], 0)
        seen = hidden @ layers["value_weights"] + layers["value_biases"]
        # Values begin with the seat that observes.
        found += np.roll(seen, observer, axis=1) / seats
    return found


def _arrays(game: Game, policy: Policy) -> dict[str, np.ndarray]:
    """Arrays of a network by name, views of its weights."""
    shapes = layer_shapes(game.observation_size, policy.hidden, game.num_actions, game.num_players)
    found, place = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        found[name] = policy.weights[place : place + size].reshape(shape)
        place += size
    return found
