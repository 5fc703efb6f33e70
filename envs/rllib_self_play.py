"""Self-play under RLlib: who plays which seat, and past selves that stay as they are.

A *learner* is a module that is trained. A *snapshot* is a module with the weights that a learner
once had; it is never trained again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS

from tolsim.core.game import DRAW, WIN

SHARED = "learner"
AGAINST_PAST, WON, GAMES = "against_past", "won", "games"
WINDOW = 100
"""Last games against past selves from which the share of wins is told."""
POINTS = {WIN: 1.0, DRAW: 0.5}


@dataclass(frozen=True)
class Seating:
    """Which module plays which seat of a game: RLlib's ``policy_mapping_fn``.

    Who plays is drawn from the episode's id, so that all seats of an episode draw alike, wherever
    they are asked.

    Attributes
    ----------
    seats, teams
        Names and team numbers of the seats.
    shared
        One learner plays every seat; else each seat has its own, named like it.
    past
        Share of games in which one team, drawn at random, is the learner's and all other seats are
        snapshots'. In the rest of the games learners play all seats.
    snapshots
        How many there are; with none of them, learners play each other.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> seating = Seating(("king", "necrocampe"), (0, 1), shared=True, past=1.0, snapshots=3)
    >>> episode = SimpleNamespace(id_="a")
    >>> [seating(seat, episode) for seat in seating.seats]
    ['learner', 'snapshot_2']
    """

    seats: tuple[str, ...]
    teams: tuple[int, ...]
    shared: bool
    past: float
    snapshots: int = 0

    def learner(self, seat: str) -> str:
        """Name of the learner of a seat."""
        return SHARED if self.shared else seat

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of all learners."""
        return tuple(dict.fromkeys(map(self.learner, self.seats)))

    def snapshot(self, number: int, learner: str) -> str:
        """Name of a snapshot of a learner; they are numbered from 1."""
        return f"snapshot_{number}" if self.shared else f"snapshot_{number}_{learner}"

    def __call__(self, agent_id: str, episode: Any, **_: Any) -> str:
        """Name of the module that plays a seat of an episode."""
        seat, learner = self.seats.index(agent_id), self.learner(agent_id)
        if not self.snapshots:
            return learner
        digest = hashlib.sha256(episode.id_.encode()).digest()
        generator = np.random.default_rng(int.from_bytes(digest[:8]))
        against_past = generator.random() < self.past
        learning = self.teams[generator.integers(len(self.seats))]
        numbers = generator.integers(self.snapshots, size=len(self.seats)) + 1
        if against_past and self.teams[seat] != learning:
            return self.snapshot(int(numbers[seat]), learner)
        return learner


def add_snapshot(algorithm: Algorithm) -> list[str]:
    """Copy every learner's weights into new modules, which then play and are never trained.

    Parameters
    ----------
    algorithm
        Made from :func:`tolsim.envs.rllib.ppo_config`.

    Returns
    -------
    list of str
        The new modules.
    """
    seating: Seating = algorithm.config.policy_mapping_fn
    wider = replace(seating, snapshots=seating.snapshots + 1)
    weights = algorithm.learner_group.get_weights(seating.learners)
    names = []
    for learner in seating.learners:
        name = wider.snapshot(wider.snapshots, learner)
        names.append(name)
        is_last = learner == seating.learners[-1]  # only then can all seats be played
        algorithm.add_module(
            name,
            RLModuleSpec.from_module(algorithm.get_module(learner)),
            new_agent_to_module_mapping_fn=wider if is_last else None,
        )
        _set_weights(algorithm, name, weights[learner])
    return names


def _set_weights(algorithm: Algorithm, name: str, weights: Any) -> None:
    algorithm.learner_group.set_state({"learner": {"rl_module": {name: weights}}})

    # RLlib's own ways to bring weights to those who play do so only behind an update of a learner.
    def take(runner: Any) -> None:
        runner.module[name].set_state(weights)

    algorithm.env_runner_group.foreach_env_runner(take)
    if algorithm.eval_env_runner_group is not None:
        algorithm.eval_env_runner_group.foreach_env_runner(take)


class SnapshotCallback(RLlibCallback):
    """Takes snapshots while RLlib trains, and measures how learners do against them.

    Parameters
    ----------
    every
        Iterations between two snapshots; None: none by count.
    win_rate
        Share of points (a draw is half of one) in the last 100 games against the snapshots there
        are, from which on the next one is taken; the first is taken after the first iteration.
        None: none by success.

    Notes
    -----
    Results hold, under ``env_runners/against_past/<number of snapshots>``, ``won``, that share, and
    ``games``.
    """

    def __init__(self, every: int | None = None, win_rate: float | None = None) -> None:
        super().__init__()
        self.every, self.win_rate = every, win_rate

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **_: Any) -> None:
        """Count a game against snapshots."""
        seating: Seating = episode.agent_to_module_mapping_fn
        played = {agent: episode.module_for(agent) for agent in episode.agent_ids}
        learning = [agent for agent in played if played[agent] in seating.learners]
        if len(learning) == len(played):
            return
        key = (AGAINST_PAST, str(seating.snapshots))
        for agent in learning[:1]:  # the others are of the same team
            result = episode.agent_episodes[agent].get_infos(-1)["outcome_class"]
            points = POINTS.get(result, 0.0)
            metrics_logger.log_value((*key, WON), points, reduce="mean", window=WINDOW)
            metrics_logger.log_value((*key, GAMES), 1, reduce="lifetime_sum")

    def on_train_result(self, *, algorithm: Algorithm, result: Any, **_: Any) -> None:
        """Take a snapshot, if it is time to."""
        if self._is_time(algorithm, result):
            add_snapshot(algorithm)

    def _is_time(self, algorithm: Algorithm, result: Any) -> bool:
        if self.every is not None and algorithm.iteration % self.every == 0:
            return True
        if self.win_rate is None:
            return False
        snapshots = algorithm.config.policy_mapping_fn.snapshots
        if not snapshots:
            return True
        told = result[ENV_RUNNER_RESULTS].get(AGAINST_PAST, {}).get(str(snapshots), {})
        return bool(told.get(GAMES, 0) >= WINDOW and told[WON] >= self.win_rate)
