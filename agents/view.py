"""What an agent in Python is shown when it has to decide."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from tolsim.core.game import Game


class View:
    """One decision, as the seat that decides may see it.

    Attributes
    ----------
    game
        The game and its rules, not its state.
    seat
        Seat that decides, 0 to P - 1.
    """

    def __init__(self, game: Game, states: np.ndarray, stream: np.ndarray) -> None:
        self.game = game
        self.seat = int(states["to_move"][0])
        self._states = states
        self._stream = stream

    @cached_property
    def legal(self) -> np.ndarray:
        """Legal action ids, ascending, int64."""
        return self.game.legal_actions(self._states)[0]

    @cached_property
    def observation(self) -> np.ndarray:
        """What this seat may know, float32 ``[observation_size]``."""
        observed: np.ndarray = self.game.observe(self._states, [self.seat])[0]
        return observed

    @cached_property
    def rng(self) -> np.random.Generator:
        """Random numbers of this decision, from the agent's own stream.

        They depend only on the run's seed, the game, the seat and the number of decisions so far,
        so one decision can be repeated alone.
        """
        return np.random.default_rng([*map(int, self._stream), int(self._states["moves"][0])])

    def redeal(self, seed: int) -> np.ndarray:
        """Draw a state [1] that agrees with all this seat knows, coming chance included.

        Parameters
        ----------
        seed
            Of the draw, 0 to 2**64 - 1, such as ``view.rng.integers(2**63)``.
        """
        return self.game.redeal(self._states, [self.seat], [seed])

    def text(self) -> str:
        """Draw the state as this seat may see it."""
        return self.game.render(self._states[0], self.seat)
