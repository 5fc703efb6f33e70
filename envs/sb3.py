"""Many games at once for Stable-Baselines3, and for the maskable agents of sb3-contrib.

>>> from sb3_contrib import MaskablePPO
>>> from stable_baselines3.common.vec_env import VecMonitor
>>> envs = VecMonitor(LearnerVecEnv("abyss", 8, seat="king", opponents="uniform"))
>>> model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=128, n_epochs=1, gamma=1.0)
>>> model.learn(256).num_timesteps
256

``VecMonitor`` is what tells Stable-Baselines3 returns and lengths. A single game needs nothing of
this file: ``MaskablePPO("MlpPolicy", gymnasium.make("tolsim.envs:tolsim/abyss-v0"))``.

B environments, A actions, O observation size.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from tolsim.core.errors import TolsimError
from tolsim.envs.gym_vector import LearnerVectorEnv


class LearnerVecEnv(VecEnv):
    """B games in one compiled loop, a decision of the learner in each at a time.

    Parameters
    ----------
    name, num_envs, seat, opponents, variant, overrides
        As of :class:`tolsim.envs.gym_vector.LearnerVectorEnv`.

    Attributes
    ----------
    envs
        The vector environment that is played.

    Notes
    -----
    The step that ends a game also deals the next one: its observation is the new game's, and
    ``infos[i]["terminal_observation"]`` the old one's last, beside ``outcome``, ``outcome_class``
    and ``is_success`` (whether its return is above 0). ``seed(s)`` lets row ``i`` begin at deal 0
    of seed ``s + i`` with the next ``reset``. ``env_method("action_masks")`` gives bool ``[A]`` of
    each row. Options for ``reset`` there are none.

    Raises
    ------
    TolsimError
        As of the vector environment.
    """

    def __init__(self, name: str, num_envs: int, **settings: Any) -> None:
        if "autoreset_mode" in settings:
            raise TolsimError("Stable-Baselines3 has one autoreset_mode only: by the same step")
        self.envs = LearnerVectorEnv(
            name, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings
        )
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(
            num_envs, self.envs.single_observation_space, self.envs.single_action_space
        )

    def reset(self) -> np.ndarray:
        """Start a game in every row.

        Returns
        -------
        numpy.ndarray
            Observations, float32 ``[B, O]``.
        """
        seeds = None if None in self._seeds else self._seeds
        observations, _ = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{"seed": seed, "deal": deal} for seed, deal in self.envs.games()]
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Note the learner's actions ``[B]``, which :meth:`step_wait` takes."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take the actions that were noted.

        Returns
        -------
        tuple
            Observations float32 ``[B, O]``, rewards float32 ``[B]``, bool ``[B]`` whether a game
            ended, and an info a row.

        Raises
        ------
        TolsimError
            If an action is not legal: it names the row and the legal ones, and no row has changed.
        """
        observations, rewards, ended, _, told = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in ended]
        for row in np.flatnonzero(ended):
            infos[row].update(
                terminal_observation=told["final_obs"][row],
                outcome=told["final_info"]["outcome"][row],
                outcome_class=told["final_info"]["outcome_class"][row],
                is_success=bool(rewards[row] > 0),
            )
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Nothing is held open."""

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Call ``action_masks``, the one method that rows have: bool ``[A]`` of each.

        Raises
        ------
        AttributeError
            For any other, as of environments without it.
        """
        methods = self.get_attr(method_name, indices)
        return [method(*method_args, **method_kwargs) for method in methods]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Attribute of each row; all but ``action_masks`` belong to the vector environment.

        Raises
        ------
        AttributeError
            If there is none.
        """
        rows = self._rows(indices)
        if attr_name != "action_masks":
            return [getattr(self.envs, attr_name)] * len(rows)
        masks = self.envs.action_masks()
        return [lambda row=row: masks[row].copy() for row in rows]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: the rows of one compiled loop have no attributes of their own.

        Raises
        ------
        TolsimError
            Always.
        """
        raise TolsimError(
            f"{attr_name} cannot be set, since all games share one loop; make another LearnerVecEnv"
        )

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """No row has a wrapper of its own."""
        return [False for _ in self._rows(indices)]

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return list(self._get_indices(indices))
