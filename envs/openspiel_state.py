"""A state as OpenSpiel's algorithms ask it: Python's ask here directly, C++'s through pyspiel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
import pyspiel

from tolsim.core.errors import TolsimError
from tolsim.envs.openspiel_play import CHANCE, DIGIT, TERMINAL, Play

OUTCOMES = [(digit, 1 / DIGIT) for digit in range(DIGIT)]
WORD = 2**32


class TolsimState(pyspiel.State):  # type: ignore[misc]
    """A position, or the deal that leads to the first; made by ``game.new_initial_state()``.

    pyspiel copies and saves all that lies in a state's ``__dict__``, attribute by attribute, so
    there is but one, which knows how to be copied fast.

    What overrides a method of ``pyspiel.State`` here without being called from C++ is there for
    speed alone: it answers the same without the way through C++ and back.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._play = Play(game.rules, game.seed, game.deal_digits)

    # Who decides, and what.

    def current_player(self) -> int:
        """Seat that decides; OpenSpiel's number for chance or the end."""
        return self._play.player

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._play.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Tell whether the deal is still being drawn."""
        return self._play.player == CHANCE

    def is_player_node(self) -> bool:
        """Tell whether somebody has to decide."""
        return self._play.player >= 0

    def is_simultaneous_node(self) -> bool:
        """Tell that nobody ever decides at the same time: hidden choices follow one another."""
        return False

    def is_mean_field_node(self) -> bool:
        """Tell that no game is a mean field game."""
        return False

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Digits that may come next in the deal's number, equally likely."""
        return OUTCOMES.copy() if self._play.player == CHANCE else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal actions, ascending, of the player to move or a named one; none for the others."""
        play = self._play
        if player is not None and player != play.player:
            return []
        if play.player >= 0:
            return play.legal().copy()
        return list(range(DIGIT)) if play.player == CHANCE else []

    def _legal_actions(self, player: int) -> list[int]:
        return self._play.legal()

    def _apply_action(self, action: int) -> None:
        self._play.apply(action)

    # The end.

    def returns(self) -> list[float]:
        """Return of each player, 0 before the end."""
        return self._play.returns()

    # What is known.

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player has last been shown, ``[observation_size]``: see :meth:`Play.observation`."""
        observed: list[float] = self._play.observation(self._seat(player)).tolist()
        return observed

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The observation: it holds what the game says a player should keep in mind.

        The order of past actions is told by :meth:`information_state_string` alone.
        """
        return self.observation_tensor(player)

    def observation_string(self, player: int | None = None) -> str:
        """What a player has last been shown, drawn for a person."""
        return self._play.drawn(self._seat(player))

    def information_state_string(self, player: int | None = None) -> str:
        """What a player remembers and observes: see :class:`~tolsim.envs.openspiel_memory.Memory`."""
        return self._play.known(self._seat(player))

    def _seat(self, player: int | None) -> int:
        seats = self._play.rules.game.num_players
        seat = self._play.player if player is None else int(player)
        if not 0 <= seat < seats:
            raise TolsimError(f"a player is 0 to {seats - 1}, not {seat}")
        return seat

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> TolsimState:
        """Draw a state that agrees with all that a player knows, coming chance included.

        Its history begins here, since what came before tells of what is hidden.

        Parameters
        ----------
        player_id
            Seat whose knowledge is kept.
        sampler
            Gives numbers of 0 to 1, below 1; two of them choose what is drawn.
        """
        seed = int(sampler() * WORD) * WORD + int(sampler() * WORD)
        state = self.get_game().new_initial_state()
        state._play = self._play.resampled(self._seat(player_id), seed)
        return state  # type: ignore[no-any-return]

    # Texts and copies.

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action:x}" if player == CHANCE else self._play.told(action)

    def __str__(self) -> str:
        return self._play.drawn(None)

    def tolsim_states(self) -> np.ndarray:
        """Copy of the position, ``[1]`` of the game's state, for all that ``tolsim.Game`` can do.

        Raises
        ------
        TolsimError
            While the deal is drawn.
        """
        return self._play.states()

    def __copy__(self) -> Self:
        return self.clone()  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()  # type: ignore[no-any-return]
