"""Every game as a PettingZoo environment whose agents, named by their seats, move in turn.

>>> from tolsim.envs import aec
>>> env = aec.env("abyss")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     if terminated:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.envs.drawing import RENDER_MODES, draw
from tolsim.envs.face import Face, new_seed, observation_box

Observation = dict[str, np.ndarray]


def env(
    name: str,
    *,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Make a :class:`raw_env` that also refuses loops over ``agent_iter`` without ``step``.

    PettingZoo's other wrappers add nothing: ``raw_env`` itself refuses actions that are not legal.
    """
    raw = raw_env(name, variant=variant, overrides=overrides, render_mode=render_mode)
    return OrderEnforcingWrapper(raw)


# The name is PettingZoo's, which ships no types.
class raw_env(Face, AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One game, a decision at a time.

    Parameters
    ----------
    name, variant, overrides
        As in :func:`tolsim.make`.
    render_mode
        ``"ansi"``: :meth:`render` gives text; ``"rgb_array"``: a picture of it, uint8
        ``[height, width, 3]``; ``"human"``: prints the text.

    Attributes
    ----------
    possible_agents
        Names of the seats.

    Notes
    -----
    An observation is a dict of ``"observation"``, float32 ``[observation_size]``, and
    ``"action_mask"``, int8 ``[A]``. Rewards are 0 until the game ends; then every agent's is its
    return, whoever moved last.

    Raises
    ------
    TolsimError
        For an unknown name, variant, rule or mode; it names the nearest.
    """

    def __init__(
        self,
        name: str,
        *,
        variant: str = "default",
        overrides: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._make_game(name, variant, overrides, render_mode)
        game = self.game
        self.metadata = {
            "name": f"tolsim_{name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = list(game.seats)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_box(game.observation_size),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
                }
            )
            for agent in game.seats
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in game.seats
        }
        self.state_space = observation_box(game.num_players * game.observation_size)
        self._seat_of = {agent: seat for seat, agent in enumerate(game.seats)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's actions; ``sample`` takes an observation's ``"action_mask"``."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        if agent not in self._seat_of:
            raise unknown("agent", agent, self._seat_of)
        return self._seat_of[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Parameters
        ----------
        seed
            Begins at deal 0 of this seed, 0 to 2**64 - 1. Without it the next deal of the seed
            follows, at first of a seed of the system's.
        options
            ``{"deal": n}`` starts deal ``n``, after which ``n + 1`` is next; the rest is ignored.

        Raises
        ------
        TolsimError
            If seed or deal is no whole number of 0 to 2**64 - 1.
        """
        if seed is not None:
            self.seed, self._next_deal = int(check_seed(seed)), 0
        elif self.seed is None:
            self.seed = new_seed(np.random.default_rng())
        self._begin(self._deal(options))

    def _begin(self, states: np.ndarray) -> None:
        game, agents = self.game, self.possible_agents
        self.states = states
        self.agents = list(agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._over = False
        self._mask = game.legal_mask(states)
        # What each seat has been shown last, rows that are never written again.
        self._shown = [self._look(seat) for seat in range(game.num_players)]
        self._mover = int(states["to_move"][0])
        self.agent_selection = agents[self._mover]

    def _look(self, seat: int) -> np.ndarray:
        return self.game.observe(self.states, [seat])

    def step(self, action: int | None) -> None:
        """Take an action of ``agent_selection``; None where that one's game is over.

        Raises
        ------
        TolsimError
            If the action is not legal; it names the legal ones, and nothing has changed.
        """
        if not self.agents:
            raise TolsimError("no game is in play: reset() starts the next one")
        if self._over:
            self._leave(action)
            return
        mask, observation = self._take(action)
        if self.states["over"][0]:
            self._end()
            return
        self._mover = mover = int(self.states["to_move"][0])
        self._mask, self._shown[mover] = mask, observation
        self.agent_selection = self.possible_agents[mover]

    def _end(self) -> None:
        game, state = self.game, self.states[0]
        self._over = True
        self._mask = np.zeros((1, game.num_actions), np.uint8)
        for seat, agent in enumerate(self.possible_agents):
            self._shown[seat] = self._look(seat)
            self.rewards[agent] = self._cumulative_rewards[agent] = float(state["returns"][seat])
            self.terminations[agent] = True
            self.infos[agent] = {
                "seed": self.seed,
                "deal": self.deal,
                "outcome": game.outcome(state),
                "outcome_class": game.outcome_class(state, seat),
            }
        self.agent_selection = self.agents[0]

    def _leave(self, action: int | None) -> None:
        if action is not None:
            raise TolsimError(
                f"the game is over for {self.agent_selection}: its only action is None, "
                f"not {action!r}"
            )
        self._was_dead_step(None)

    def observe(self, agent: str) -> Observation:
        """What an agent may know, in arrays of its own.

        The one to move sees the position, and all of them see its end. The others keep what they
        were shown at their own last decision (or at the start), with nothing to choose: anything
        newer would tell them that somebody is being asked in secret.

        Raises
        ------
        TolsimError
            For an unknown agent, or before the first ``reset``.
        """
        seat = self._seat(agent)
        self._check_begun()
        shown = self._shown[seat][0].copy()
        if seat == self._mover and not self._over:
            return {"observation": shown, "action_mask": self._mask[0].view(np.int8).copy()}
        return {"observation": shown, "action_mask": np.zeros(self.game.num_actions, np.int8)}

    def state(self) -> np.ndarray:
        """What all seats together know, for training in the centre: float32 ``[P * observation_size]``.

        Everything of the game, hidden cards included, is in :attr:`states`.
        """
        self._check_begun()
        seats = range(self.game.num_players)
        return np.concatenate([self._look(seat)[0] for seat in seats])

    def render(self) -> str | np.ndarray | None:
        """Draw the whole position, hidden cards included, as ``render_mode`` says.

        Raises
        ------
        TolsimError
            Without a mode, or before the first ``reset``.
        """
        self._check_begun()
        return draw(self.game, self.states, None, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
