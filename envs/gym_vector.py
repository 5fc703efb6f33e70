"""Many games at once as a Gymnasium vector environment, native: one compiled loop plays them all.

>>> import gymnasium
>>> envs = gymnasium.make_vec(
...     "tolsim.envs:tolsim/abyss-v0", num_envs=8, vectorization_mode="vector_entry_point",
...     seat="king", opponents="greedy",
... )
>>> observations, infos = envs.reset(seed=7)
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> observations.shape, infos["action_mask"].shape
((8, 872), (8, 264))

B environments, A actions, P players, O observation size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import tolsim
from tolsim.core.batch import Batch
from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.vector_loops import WAIT
from tolsim.envs.batch_opponents import BatchOpponents
from tolsim.envs.face import new_seed, observation_box
from tolsim.envs.gym_single import ANY_SEAT

MODES = {mode.value: mode for mode in AutoresetMode}


class LearnerVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """B games, a decision of the learner in each at a time.

    Parameters
    ----------
    name, seat, opponents, variant, overrides
        As of :class:`tolsim.envs.gym_single.LearnerEnv`. Opponents ``uniform``, ``greedy`` and
        ``policy`` play inside the compiled loop, all others outside it, one decision at a time.
    num_envs
        B.
    autoreset_mode
        When the next game of a row is dealt, one of Gymnasium's modes or its name. ``SameStep``,
        the default: by the step that ends one, whose observation and mask are those of the new
        game; ``infos["final_obs"]`` holds the old one's. ``NextStep``: by the next step, whatever
        its action, with a reward of 0. ``Disabled``: by ``reset`` with ``options["reset_mask"]``;
        until then the row's action is ignored.
    copy
        Give new observations and masks in every step; without it they are the same arrays, written
        anew by the next step, which saves a third of the time.

    Notes
    -----
    ``infos["action_mask"]`` is int8 ``[B, A]``, all zero in rows that are over. Rewards are each
    learner's return in the step that ends a game, else 0. Row ``i`` after ``reset(seed=s)`` is the
    single environment after ``reset(seed=s + i)``, and goes on with that seed's next deals, but for
    the draw of a random seat. ``infos["final_info"]`` holds ``outcome`` and ``outcome_class``.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        *,
        seat: str | None = None,
        opponents: Any = "greedy",
        variant: str = "default",
        overrides: Mapping[str, object] | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
    ) -> None:
        self.game = game = tolsim.make(name, variant=variant, overrides=overrides)
        if seat is not None and seat not in (*game.seats, ANY_SEAT):
            raise unknown("seat", seat, (*game.seats, ANY_SEAT))
        if not isinstance(autoreset_mode, AutoresetMode):
            if autoreset_mode not in MODES:
                raise unknown("autoreset_mode", autoreset_mode, MODES)
            autoreset_mode = MODES[autoreset_mode]
        self.mode = autoreset_mode
        learner = None if seat == ANY_SEAT else game.seats.index(seat) if seat else 0
        self._opponents = BatchOpponents(game, learner, opponents)
        self._batch = Batch(
            game, num_envs, self._opponents.records, self._opponents.seatings,
            self._opponents.networks, "disabled",
        )  # fmt: skip
        self._copy = copy
        self._ignored = np.zeros(num_envs, bool)
        self._begun = False
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_box(game.observation_size)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start games and play them on to the learner's first decisions.

        Parameters
        ----------
        seed
            Row ``i`` begins at deal 0 of seed ``seed + i``, or of ``seed[i]``. Without it the next
            deals follow, at first of a seed of the system's.
        options
            ``{"reset_mask": rows}``, bool ``[B]``: only these rows.
        """
        rows = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            rows = np.asarray(options["reset_mask"])
            if rows.shape != (self.num_envs,) or rows.dtype != bool:
                raise TolsimError(
                    f"reset_mask is bool [{self.num_envs}], not {rows.dtype} {rows.shape}"
                )
            if not self._begun and not rows.all():
                raise TolsimError("the first reset starts every row")
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self._begun:
            seed = new_seed(self.np_random)
        if seed is None:
            self._batch.deal_next(rows)
        else:
            self._batch.reset(_seeds(seed, self.num_envs), rows)
        self._begun = True
        self._ignored[rows] = False
        self._opponents.play_on(self._batch)
        return self._observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action of the learner in each row.

        Raises
        ------
        TolsimError
            If one is not legal: it names the row and the legal ones, and no row has changed.
        """
        if not self._begun:
            raise TolsimError("no game is in play: call reset() first")
        batch, waiting = self._batch, self._ignored.copy()
        chosen = np.where(waiting, WAIT, np.asarray(actions))
        batch.step(chosen)
        self._opponents.play_on(batch)
        ended = (batch.states["over"] != 0) & ~waiting
        rewards = np.zeros(self.num_envs, np.float64)
        infos: dict[str, Any] = {}
        if ended.any():
            seats = self._opponents.learners(batch)
            rewards[ended] = batch.states["returns"][ended, seats[ended]]
            infos = self._final(ended, seats)
        if self.mode is AutoresetMode.SAME_STEP:
            self._deal(ended)
        elif self.mode is AutoresetMode.NEXT_STEP:
            self._deal(waiting)
            self._ignored = ended
        else:
            self._ignored |= ended
        observations = self._observations()
        truncated = np.zeros(self.num_envs, bool)
        return observations, rewards, ended, truncated, infos | self._infos()

    def _deal(self, rows: np.ndarray) -> None:
        if rows.any():
            self._batch.deal_next(rows)
            self._opponents.play_on(self._batch)

    def _observations(self) -> np.ndarray:
        """What each learner sees, float32 ``[B, O]``; at the end too, whoever ended it."""
        over = self._batch.states["over"] != 0
        seen = self._batch.observations
        if self._copy or over.any():
            seen = seen.copy()
        if over.any():
            seats = self._opponents.learners(self._batch)[over]
            seen[over] = self.game.observe(self._batch.states[over], seats)
        return seen

    def _infos(self) -> dict[str, Any]:
        masks = self._batch.masks.view(np.int8)
        masks = masks.copy() if self._copy else masks
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, bool)}

    def _final(self, ended: np.ndarray, seats: np.ndarray) -> dict[str, Any]:
        """What is told of games that ended, in Gymnasium's form: arrays, and rows they are of."""
        states = self._batch.states[ended]
        told: dict[str, Any] = {}
        for key, words in (
            ("outcome", self.game.outcomes(states)),
            ("outcome_class", self.game.outcome_classes(states, seats[ended])),
        ):
            told[key] = np.full(self.num_envs, None, object)
            told[key][ended] = words
            told[f"_{key}"] = ended
        if self.mode is not AutoresetMode.SAME_STEP:
            return told
        final = np.full(self.num_envs, None, object)
        for row, seen in zip(
            np.flatnonzero(ended), self.game.observe(states, seats[ended]), strict=True
        ):
            final[row] = seen
        return {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": told,
            "_final_info": ended,
        }

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool ``[B, A]``."""
        return self._batch.masks.astype(bool)

    def decisions(self) -> int:
        """Decisions so far of all seats in the games in play, summed up."""
        return int(self._batch.states["moves"].sum())

    def lengths(self) -> np.ndarray:
        """Decisions of all seats in the last game that ended in each row, int64 ``[B]``."""
        return self._batch.lengths.copy()

    def games(self) -> list[tuple[int, int]]:
        """Seed and deal of the game in play in each row."""
        return list(zip(self._batch.seeds.tolist(), self._batch.deals.tolist(), strict=True))


def _seeds(seed: int | Sequence[int | None], rows: int) -> list[int]:
    if isinstance(seed, int | np.integer):
        return [int(check_seed(int(seed) + row)) for row in range(rows)]
    if len(seed) != rows:
        raise TolsimError(f"seeds are {rows} whole numbers, one a row, not {len(seed)}")
    if any(each is None for each in seed):
        raise TolsimError("either every row has a seed of its own, or none has")
    return [int(check_seed(each)) for each in seed if each is not None]


def make_vector(num_envs: int = 1, **settings: Any) -> LearnerVectorEnv:
    """Make a vector environment, as ``gymnasium.make_vec`` asks for it."""
    settings.pop("vector_kwargs", None)
    return LearnerVectorEnv(num_envs=num_envs, **settings)
