"""How strong is what RLlib has learned: matches of its modules against any agents.

``evaluate(algorithm, "greedy", games=1000, seed=1)`` plays a match, with swapped seats on common
deals, and gives its result: ``.summary()["agents"]`` holds each side's win rate with its interval.
:func:`export_policy` writes a module to a policy file, which ``policy:path=FOLDER`` plays
everywhere, without torch and Ray.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core.columns import Columns

import tolsim
from tolsim.agents import Agent, View, as_agent
from tolsim.agents.policy import save_policy
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.envs.rllib_env import ACTION_MASK, OBSERVATIONS
from tolsim.envs.rllib_module import MaskedModule
from tolsim.envs.rllib_self_play import Seating
from tolsim.experiments.match import MatchResult, play_match


class ModuleAgent:
    """Plays by RLlib modules: always the legal action that the seat's module likes best.

    Parameters
    ----------
    modules
        RLModule of each seat, by the seat's name.
    """

    def __init__(self, modules: Mapping[str, Any]) -> None:
        self.modules = dict(modules)

    def act(self, view: View) -> int:
        """Choose one of ``view.legal``."""
        mask = np.zeros(view.game.num_actions, np.float32)
        mask[view.legal] = 1
        seen = {
            OBSERVATIONS: torch.from_numpy(view.observation)[None],
            ACTION_MASK: torch.from_numpy(mask)[None],
        }
        module = self.modules[view.game.seats[view.seat]]
        logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS][0]
        # Among the legal ones, for modules without a mask.
        return int(view.legal[int(logits[view.legal].argmax())])


def export_policy(
    module: MaskedModule, game: Game, folder: str | Path, made: Mapping[str, Any] | None = None
) -> Path:
    """Write a module to a policy file.

    Parameters
    ----------
    module
        From ``algorithm.get_module("learner")`` or ``RLModule.from_checkpoint``.
    game
        What it was trained on.
    folder
        Made if need be.
    made
        How it was trained, plain JSON values.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    TolsimError
        If the module is built in another way than policy files are, or the game has seats whose
        value does not follow from that of the one who looks.
    """
    if not isinstance(module, MaskedModule):
        raise TolsimError(
            f"a policy file holds a MaskedModule, not a {type(module).__name__}; "
            "ModuleAgent plays any module"
        )
    arrays = module.arrays()
    signs = _value_signs(game)
    for name in ("value_weights", "value_biases"):
        arrays[name] = np.ascontiguousarray(arrays[name][..., :1] * signs)
    return save_policy(folder, game, arrays, {"by": "RLlib", **(made or {})})


def _value_signs(game: Game) -> np.ndarray:
    """What each seat's return is, from the one who looks on, in returns of that one."""
    if game.num_players == 1:
        return np.ones(1, np.float32)
    if game.num_players == 2 and "zero-sum" in game.definition.kind:
        return np.array([1, -1], np.float32)
    raise TolsimError(
        f"{game.name} is {game.definition.kind}: the values that RLlib learns, one seat's, do not "
        "tell those of the others, which a policy file holds too"
    )


def game_of(algorithm: Algorithm) -> Game:
    """Make the game that an algorithm learns, under its rules."""
    given = algorithm.config.env_config
    return tolsim.make(
        given["name"],
        variant=given.get("variant", "default"),
        overrides=given.get("overrides"),
    )


def agent_of(algorithm: Algorithm, number: int | None = None) -> ModuleAgent:
    """Make the agent that plays every seat as an algorithm does.

    Parameters
    ----------
    algorithm
        Made from :func:`tolsim.envs.rllib.ppo_config`.
    number
        Of a snapshot, from 1; None: the learners as they are now.
    """
    seating: Seating = algorithm.config.policy_mapping_fn
    if number is not None and not 1 <= number <= seating.snapshots:
        raise TolsimError(f"there are {seating.snapshots} snapshots, numbered from 1: not {number}")
    modules = {}
    for seat in seating.seats:
        name = seating.learner(seat)
        name = name if number is None else seating.snapshot(number, name)
        modules[seat] = algorithm.get_module(name)
    return ModuleAgent(modules)


def evaluate(
    algorithm: Algorithm,
    opponent: str | Agent | Any = "greedy",
    *,
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
) -> MatchResult:
    """Play a match of an algorithm's learners against an agent.

    Parameters
    ----------
    algorithm
        Made from :func:`tolsim.envs.rllib.ppo_config`.
    opponent
        Agent in all other seats, as :func:`tolsim.experiments.match.play_match` takes it; such as
        ``agent_of(algorithm, 1)``, the first snapshot. A game of one seat has none.
    games, seed, workers
        As of :func:`tolsim.experiments.match.play_match`.

    Returns
    -------
    MatchResult
        The learners are the first agent of its summary.
    """
    game = game_of(algorithm)
    learners = agent_of(algorithm)
    settings: dict[str, Any] = {
        "games": games, "seed": seed, "workers": workers,
        "variant": game.variant, "overrides": game.overrides,
    }  # fmt: skip
    others = [as_agent(opponent)] * (game.num_players - 1)
    if not _fits_policy_file(learners, game):
        return play_match(game.name, [learners, *others], **settings)
    with TemporaryDirectory() as folder:  # many times as fast, inside the compiled loops
        export_policy(next(iter(learners.modules.values())), game, folder)
        return play_match(game.name, [f"policy:path={folder}", *others], **settings)


def _fits_policy_file(agent: ModuleAgent, game: Game) -> bool:
    modules = list(agent.modules.values())
    try:
        _value_signs(game)
    except TolsimError:
        return False
    one = all(module is modules[0] for module in modules)
    return one and isinstance(modules[0], MaskedModule)
