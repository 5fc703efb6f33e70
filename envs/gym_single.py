"""Every game as a Gymnasium environment: one learner against agents.

>>> import gymnasium, tolsim.envs
>>> env = gymnasium.make("tolsim/abyss-v0", seat="king", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, over, truncated, info = env.step(action)
>>> info["outcome_class"] in {"win", "draw", "loss"}
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import LOSS
from tolsim.envs.drawing import RENDER_MODES, draw
from tolsim.envs.face import Face, IllegalActionError, new_seed, observation_box
from tolsim.envs.opponents import Opponents

ANY_SEAT = "random"
REFUSE, LOSE = "refuse", "lose"


class LearnerEnv(Face, gymnasium.Env[np.ndarray, Any]):
    """One game, a decision of the learner at a time.

    Parameters
    ----------
    name, variant, overrides
        As in :func:`tolsim.make`.
    seat
        The learner's, by name; the first if left out; ``"random"``: drawn for each game.
    opponents
        Who plays the other seats: agents as texts such as ``"mcts:iterations=50"`` or objects with
        a method ``act(view)``. One for all, a sequence of one each, or a mapping of the names of
        seats.
    illegal
        What an action does that is not legal: ``"refuse"`` raises and leaves all as it is;
        ``"lose"`` ends the game with the lowest return, for learners and tools that do not look at
        masks.
    render_mode
        ``"ansi"``: :meth:`render` gives what the learner sees as text; ``"rgb_array"``: a picture
        of it, uint8 ``[height, width, 3]``; ``"human"``: ``reset`` and ``step`` print the text.

    Notes
    -----
    Observations are float32 ``[observation_size]``, and ``info["action_mask"]`` is int8 ``[A]``,
    all zero at the end. The reward is 0 until the game ends, then the learner's return.
    ``info`` of ``reset`` and of the last step also holds ``seed`` and ``deal`` (the game is
    ``game.reset(seed, [deal])``) and the learner's ``seat``; of the last step ``outcome`` and
    ``outcome_class``.

    Raises
    ------
    TolsimError
        For an unknown name, variant, rule, seat, agent or mode; it names the nearest.
    """

    # As Gymnasium declares it: no ClassVar.
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        *,
        seat: str | None = None,
        opponents: Any = "greedy",
        variant: str = "default",
        overrides: Mapping[str, object] | None = None,
        illegal: str = REFUSE,
        render_mode: str | None = None,
    ) -> None:
        self._make_game(name, variant, overrides, render_mode)
        game = self.game
        if seat is not None and seat not in (*game.seats, ANY_SEAT):
            raise unknown("seat", seat, (*game.seats, ANY_SEAT))
        if illegal not in (REFUSE, LOSE):
            raise unknown("value of illegal", illegal, (REFUSE, LOSE))
        self._lost_if_illegal = illegal == LOSE
        self._any_seat = seat == ANY_SEAT
        self._seat = 0 if seat is None or self._any_seat else game.seats.index(seat)
        self._opponents = Opponents(game, None if self._any_seat else self._seat, opponents)
        self.observation_space = observation_box(game.observation_size)
        self.action_space = spaces.Discrete(game.num_actions)
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game and play it on to the learner's first decision.

        Parameters
        ----------
        seed
            Begins at deal 0 of this seed. Without it the next deal of the seed follows, at first of
            a seed of the system's.
        options
            ``{"deal": n}`` starts deal ``n``, after which ``n + 1`` is next; the rest is ignored.

        Raises
        ------
        TolsimError
            If seed or deal is no whole number of 0 to 2**64 - 1.
        """
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self.seed, self._next_deal = int(seed), 0
        elif self.seed is None:
            self.seed = new_seed(self.np_random)
        states = self._deal(options)
        if self._any_seat:
            self._seat = int(self.np_random.integers(self.game.num_players))
        return self._begin(states)

    def _begin(self, states: np.ndarray) -> tuple[np.ndarray, dict[str, Any]]:
        game = self.game
        assert self.seed is not None
        self.states = states
        self._seating = self._opponents.seating(self._seat)
        self._streams = game.agent_streams(self.seed, [self.deal])
        self._log = np.full((1, game.longest), -1, np.int16)
        mask, observation = self._play_on()
        self._show(mask)
        return observation, {"action_mask": mask.copy(), **self._named()}

    def _play_on(self) -> tuple[np.ndarray, np.ndarray]:
        """Let the others play, and give the learner's mask and observation."""
        game, states = self.game, self.states
        if states["to_move"][0] != self._seat and not states["over"][0]:
            where = f"deal {self.deal} of seed {self.seed}"
            self._opponents.play_on(game, states, self._seating, self._streams, self._log, where)
            self._check_in_time()
        return game.legal_mask(states)[0].view(np.int8), game.observe(states, [self._seat])[0]

    def _show(self, mask: np.ndarray) -> None:
        self._mask = mask
        self._done = bool(self.states["over"][0])
        if self.render_mode == "human":
            self.render()

    def _named(self) -> dict[str, Any]:
        return {"seed": self.seed, "deal": self.deal, "seat": self.game.seats[self._seat]}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take an action of the learner and play on to its next decision or the end.

        Raises
        ------
        TolsimError
            If no game is in play, or the action is not legal and is to be refused: it names the
            legal ones, and nothing has changed.
        """
        self._check_begun()
        if self._done:
            raise TolsimError("the game is over: reset() starts the next one")
        states, moves = self.states, self.states["moves"][0]
        try:
            masks, observations = self._take(action)
        except IllegalActionError:
            if not self._lost_if_illegal:
                raise
            return self._forfeit()
        self._log[0, moves] = self._chosen[0]
        if states["to_move"][0] == self._seat and not states["over"][0]:
            mask, observation = masks[0].view(np.int8), observations[0]
        else:
            mask, observation = self._play_on()
        self._show(mask)
        info: dict[str, Any] = {"action_mask": mask.copy()}
        if not self._done:
            return observation, 0.0, False, False, info
        state = states[0]
        info.update(
            self._named(),
            outcome=self.game.outcome(state),
            outcome_class=self.game.outcome_class(state, self._seat),
        )
        return observation, float(state["returns"][self._seat]), True, False, info

    def _forfeit(self) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._done = True
        self._mask = np.zeros_like(self._mask)
        lowest = self.game.definition.returns[0]
        info = {
            "action_mask": self._mask.copy(),
            **self._named(),
            "outcome": "illegal action",
            "outcome_class": self.game.definition.grades.get(lowest, LOSS),
        }
        return self.game.observe(self.states)[0], lowest, True, False, info

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool ``[A]``, which is what sb3-contrib's maskable agents ask for.

        Raises
        ------
        TolsimError
            Before the first ``reset``.
        """
        self._check_begun()
        return self._mask.astype(bool)

    def actions(self) -> np.ndarray:
        """Every action of the game so far, the opponents' too, for :meth:`Game.replay`; int16."""
        self._check_begun()
        return self._log[0, : self.states["moves"][0]].copy()

    def render(self) -> Any:
        """Draw what the learner sees, as ``render_mode`` says.

        Raises
        ------
        TolsimError
            Without a mode, or before the first ``reset``.
        """
        self._check_begun()
        return draw(self.game, self.states, self._seat, self.render_mode)
