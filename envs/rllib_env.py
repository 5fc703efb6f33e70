"""Every game as an RLlib multi-agent environment whose agents, named by their seats, move in turn.

>>> import numpy as np
>>> env = SeatsEnv({"name": "abyss"})
>>> observations, infos = env.reset(seed=7)
>>> infos
{'necrocampe': {'seed': 7, 'deal': 0}}
>>> over = False
>>> while not over:
...     (agent, seen), = observations.items()
...     legal = np.flatnonzero(seen["action_mask"])
...     observations, rewards, terminateds, truncateds, infos = env.step({agent: legal[0]})
...     over = terminateds["__all__"]
>>> list(observations) == list(rewards) == ["king", "necrocampe"]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.envs.face import Face, new_seed, observation_box

OBSERVATIONS, ACTION_MASK, ALL = "observations", "action_mask", "__all__"
SETTINGS = ("name", "variant", "overrides")
DEALS_OF_A_WORKER = 2**32

Told = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class SeatsEnv(Face, MultiAgentEnv):
    """One game, a decision at a time; only the seat that decides is shown anything.

    Parameters
    ----------
    config
        RLlib's ``env_config``: ``name`` and, if need be, ``variant`` and ``overrides``, as in
        :func:`tolsim.make`.

    Attributes
    ----------
    possible_agents
        Names of the seats.

    Notes
    -----
    An observation is a dict of ``"observations"``, float32 ``[observation_size]``, and
    ``"action_mask"``, float32 ``[A]``, which is what RLlib's own modules with masks ask for too.
    Rewards are 0 until the game ends; then every seat is shown the end, with nothing to choose, and
    gets its return, whoever moved last. ``infos`` of ``reset`` and of the end hold ``seed`` and
    ``deal`` (the game is ``game.reset(seed, [deal])``), of the end also ``outcome`` and the seat's
    ``outcome_class``.

    RLlib's check of environments takes an action without looking at the mask, so it has to be left
    out: ``config.environment(SeatsEnv, disable_env_checking=True)``.

    Raises
    ------
    TolsimError
        For an unknown setting, name, variant or rule; it names the nearest.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        for setting in config:
            if setting not in SETTINGS:
                raise unknown("setting of env_config", setting, SETTINGS)
        if "name" not in config:
            raise TolsimError("env_config names no game; it is such as {'name': 'abyss'}")
        self._make_game(
            config["name"], config.get("variant", "default"), config.get("overrides"), None
        )
        game = self.game
        self.possible_agents = self.agents = list(game.seats)
        super().__init__()
        # Workers of a run get seeds that follow each other, as do the environments of one worker.
        # Deals of its own keep a worker from playing the games of the next.
        self._first_deal = DEALS_OF_A_WORKER * (getattr(config, "worker_index", 0) or 0)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    OBSERVATIONS: observation_box(game.observation_size),
                    ACTION_MASK: spaces.Box(0, 1, (game.num_actions,), np.float32),
                }
            )
            for agent in game.seats
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in game.seats
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game.

        Parameters
        ----------
        seed
            Begins at deal 0 of this seed, or at deal ``w * 2**32`` on RLlib's worker ``w``. Without
            it the next deal of the seed follows, at first of a seed of the system's.
        options
            ``{"deal": n}`` starts deal ``n``, after which ``n + 1`` is next; the rest is ignored.

        Raises
        ------
        TolsimError
            If seed or deal is no whole number of 0 to 2**64 - 1.
        """
        if seed is not None:
            self.seed, self._next_deal = int(check_seed(seed)), self._first_deal
        elif self.seed is None:
            self.seed, self._next_deal = new_seed(np.random.default_rng()), self._first_deal
        return self._begin(self._deal(options))

    def _begin(self, states: np.ndarray) -> tuple[dict[str, Any], dict[str, Any]]:
        self.states = states
        self._over = False
        mask, observation = self.game.legal_mask(states), self.game.observe(states)
        shown = self._show(mask, observation)
        return shown, {agent: self._named() for agent in shown}

    def _named(self) -> dict[str, Any]:
        return {"seed": self.seed, "deal": self.deal}

    def _show(self, mask: np.ndarray, observation: np.ndarray) -> dict[str, Any]:
        """Show a position to the seat that decides."""
        self._mover = self.possible_agents[int(self.states["to_move"][0])]
        return {
            self._mover: {OBSERVATIONS: observation[0], ACTION_MASK: mask[0].astype(np.float32)}
        }

    def step(self, action_dict: Mapping[str, Any]) -> Told:
        """Take an action of the seat that was shown the position, ``{seat: action}``.

        Raises
        ------
        TolsimError
            If no game is in play, if it is not that seat's action alone, or if the action is not
            legal: it names the legal ones, and nothing has changed.
        """
        self._check_begun()
        if self._over:
            raise TolsimError("the game is over: reset() starts the next one")
        mover = self._mover
        if set(action_dict) != {mover}:
            given = ", ".join(map(str, action_dict)) or "nobody"
            raise TolsimError(f"{mover} alone decides now, but actions are given for {given}")
        mask, observation = self._take(action_dict[mover])
        if self.states["over"][0]:
            return self._end()
        shown = self._show(mask, observation)
        return shown, {mover: 0.0}, {ALL: False}, {ALL: False}, {agent: {} for agent in shown}

    def _end(self) -> Told:
        game, state, agents = self.game, self.states[0], self.possible_agents
        self._over = True
        seats = range(game.num_players)
        seen = game.observe(np.repeat(self.states, game.num_players), seats)
        nothing = np.zeros(game.num_actions, np.float32)
        ends: dict[str, Any] = {
            agent: {OBSERVATIONS: seen[seat], ACTION_MASK: nothing.copy()}
            for seat, agent in enumerate(agents)
        }
        infos = {
            agent: {
                **self._named(),
                "outcome": game.outcome(state),
                "outcome_class": game.outcome_class(state, seat),
            }
            for seat, agent in enumerate(agents)
        }
        rewards = {agent: float(state["returns"][seat]) for seat, agent in enumerate(agents)}
        return ends, rewards, dict.fromkeys((*agents, ALL), True), {ALL: False}, infos

    def close(self) -> None:
        """Nothing is held open."""
