"""What faces of single games share: making the game, copies and pickles, refusals of actions."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from gymnasium import spaces

import tolsim
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.envs.drawing import check_render_mode

BOUND = 1000.0
"""Bound of the spaces of observations, whose numbers are of the size of 1 under any rules."""


def observation_box(numbers: int) -> spaces.Box:
    """Space of float32 ``[numbers]`` observations."""
    return spaces.Box(-BOUND, BOUND, (numbers,), np.float32)


def new_seed(generator: np.random.Generator) -> int:
    """Draw a seed for the games of an environment that was not given one."""
    return int(generator.integers(2**63))


class IllegalActionError(TolsimError):
    """An action that is not legal now; it has changed nothing."""


class Face:
    """One game in play, for another library.

    It can be copied and pickled at any point, although a game holds compiled code: copies share the
    game, and a pickle names it.

    Attributes
    ----------
    game
        Rules and methods, which never change.
    states
        The state in play, ``[1]`` of ``game.state_dtype``; there is none before the first ``reset``.
    seed, deal
        ``game.reset(seed, [deal])`` starts the game in play; ``seed`` is None before the first.
    """

    game: Game
    states: np.ndarray

    def _make_game(
        self,
        name: str,
        variant: str,
        overrides: Mapping[str, object] | None,
        render_mode: str | None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.game = tolsim.make(name, variant=variant, overrides=overrides)
        self.seed: int | None = None
        self.deal = 0
        self._next_deal = 0
        self._chosen = np.zeros(1, np.int32)
        self._status = np.zeros(1, np.int8)
        self._scratch = np.zeros(self.game.num_actions, np.int32)

    def _deal(self, options: Mapping[str, Any] | None) -> np.ndarray:
        """Start the deal that is asked for, or the next one of the seed."""
        deal = (options or {}).get("deal", self._next_deal)
        assert self.seed is not None
        states = self.game.reset(self.seed, [deal])
        self.deal, self._next_deal = int(deal), int(deal) + 1
        return states

    def _check_begun(self) -> None:
        if not hasattr(self, "states"):
            raise TolsimError("no game is in play: call reset() first")

    def _take(self, action: object) -> tuple[np.ndarray, np.ndarray]:
        """Take an action of the player to move.

        Returns
        -------
        tuple of numpy.ndarray
            Mask uint8 ``[1, A]``, and float32 ``[1, observation_size]`` of who moves next: new arrays.
        """
        game = self.game
        try:
            self._chosen[0] = operator.index(action)  # type: ignore[arg-type]
        except (TypeError, OverflowError):
            raise self._illegal(action) from None
        mask = np.empty((1, game.num_actions), np.uint8)
        observation = np.empty((1, game.observation_size), np.float32)
        game.definition.entries.step_mask_observe(
            self.states, game.parameters, self._chosen, self._status,
            mask, observation, self._scratch,
        )  # fmt: skip
        if self._status[0]:
            raise self._illegal(action)
        # A field of the array is read faster than a field of its record.
        if self.states["moves"][0] >= game.longest:
            self._check_in_time()
        return mask, observation

    def _check_in_time(self) -> None:
        if self.states["moves"][0] >= self.game.longest and not self.states["over"][0]:
            raise TolsimError(
                f"deal {self.deal} of seed {self.seed} did not end within {self.game.longest} "
                f"decisions; this is a defect of {self.game.name}"
            )

    def _illegal(self, action: object) -> IllegalActionError:
        """Say that an action is not legal, and which ones are."""
        game = self.game
        known = isinstance(action, int | np.integer) and 0 <= action < game.num_actions
        named = f" ({game.action_text(int(action))})" if known else ""  # type: ignore[call-overload]
        legal = ", ".join(
            f"{a} ({game.action_text(a)})" for a in game.legal_actions(self.states)[0]
        )
        mover = game.seats[int(self.states["to_move"][0])]
        return IllegalActionError(
            f"action {action}{named} is not legal for {mover}; legal: {legal}"
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo[id(self.game)] = self.game
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    def __getstate__(self) -> dict[str, Any]:
        game = self.game
        named = (game.name, game.variant, dict(game.overrides), game.ruleset_id)
        return {**self.__dict__, "game": named}

    def __setstate__(self, held: dict[str, Any]) -> None:
        name, variant, overrides, ruleset = held["game"]
        game = tolsim.make(name, variant=variant, overrides=overrides)
        if game.ruleset_id != ruleset:
            raise TolsimError(
                f"pickled under ruleset {ruleset} of {name}, which is {game.ruleset_id} here: "
                "its rules or code have changed"
            )
        self.__dict__.update({**held, "game": game})
