"""Every game under RLlib, on its current API: environment, masked network, PPO and self-play.

>>> from tolsim.envs.rllib import ppo_config
>>> config = ppo_config("abyss", snapshot_every=10)
>>> config.env_runners(num_env_runners=2, num_envs_per_env_runner=8)  # doctest: +ELLIPSIS
<ray.rllib.algorithms.ppo.ppo.PPOConfig object at 0x...>

``algorithm = config.build_algo()`` then trains with ``algorithm.train()``; checkpoints are RLlib's
own, ``algorithm.save_to_path(folder)`` and ``Algorithm.from_checkpoint(folder)``. How strong the
result is against other agents is measured by :mod:`tolsim.experiments.rllib_evaluation`.

Everything but the network is of use with other algorithms of RLlib too, whose modules have to heed
the mask in ``observations["action_mask"]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

import tolsim
from tolsim.core.errors import TolsimError
from tolsim.core.network import WIDEST
from tolsim.envs.rllib_env import SeatsEnv
from tolsim.envs.rllib_module import HIDDEN, MaskedModule
from tolsim.envs.rllib_self_play import Seating, SnapshotCallback, add_snapshot

__all__ = [
    "MaskedModule", "Seating", "SeatsEnv", "SnapshotCallback", "add_snapshot", "ppo_config",
]  # fmt: skip


def ppo_config(
    name: str,
    *,
    shared: bool = True,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    hidden: int = HIDDEN,
    snapshot_every: int | None = None,
    snapshot_win_rate: float | None = None,
    past: float = 0.5,
) -> PPOConfig:
    """Settings with which RLlib's PPO learns a game by self-play; change them as you like.

    Parameters
    ----------
    name, variant, overrides
        As in :func:`tolsim.make`.
    shared
        One network, named ``learner``, plays every seat; else each seat has one, named like it.
    hidden
        Units of each of the two hidden layers.
    snapshot_every, snapshot_win_rate
        When past selves are kept as opponents: every so many iterations, or whenever learners win
        that share against those there are; see
        :class:`~tolsim.envs.rllib_self_play.SnapshotCallback`.
    past
        Share of games against past selves, as soon as there are any.

    Returns
    -------
    PPOConfig
        Nothing is discounted, since what counts is the end; collected in the process itself from 8
        games at a time. Episodes are cut (``batch_mode="truncate_episodes"``, RLlib's default):
        whole episodes would be those that end first, short games above all, and with a seed RLlib
        would start the same deals anew for every batch.

    Raises
    ------
    TolsimError
        For an unknown name, variant or rule, or a value out of its range.
    """
    game = tolsim.make(name, variant=variant, overrides=overrides)
    keeps_past = snapshot_every is not None or snapshot_win_rate is not None
    if keeps_past and game.num_players == 1:
        raise TolsimError(f"{name} has one seat: no past self can be its opponent")
    for setting, value, low, high in (
        ("hidden", hidden, 1, WIDEST), ("past", past, 0, 1),
        ("snapshot_every", snapshot_every, 1, 2**40), ("snapshot_win_rate", snapshot_win_rate, 0, 1),
    ):  # fmt: skip
        if value is not None and not low <= value <= high:
            raise TolsimError(f"{setting} is {low:,} to {high:,}, not {value}")
    seating = Seating(game.seats, game.definition.teams, shared, past)
    spec = RLModuleSpec(module_class=MaskedModule, model_config={"hidden": hidden})
    config = (
        PPOConfig()
        .environment(
            SeatsEnv,
            env_config={"name": name, "variant": variant, "overrides": dict(overrides or {})},
            disable_env_checking=True,  # the check takes actions without looking at masks
        )
        .env_runners(
            num_env_runners=0,
            num_envs_per_env_runner=8,
            sample_timeout_s=600,  # the first games of a process may wait for their compiler
        )
        .learners(num_learners=0)
        .training(
            gamma=1.0,
            lambda_=0.95,
            lr=5e-4,
            train_batch_size_per_learner=4000,
            minibatch_size=500,
            num_epochs=4,
            entropy_coeff=0.01,
            use_kl_loss=False,
            clip_param=0.2,
            grad_clip=0.5,
            vf_loss_coeff=0.5,
        )
        .multi_agent(
            policies=set(seating.learners),
            policies_to_train=list(seating.learners),
            policy_mapping_fn=seating,
        )
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(seating.learners, spec))
        )
    )
    if keeps_past:
        config.callbacks(partial(SnapshotCallback, snapshot_every, snapshot_win_rate))
    return config
