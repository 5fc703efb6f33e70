"""Compiles every entry of every game: ``python -m tests.compile_games``.

Tests run in several processes. Without this each of them would compile the same entries at the same
time; with it the games are compiled side by side, and the tests find them on the disk.
"""

from __future__ import annotations

import importlib.util
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

import tolsim
from tolsim.core.game import Game
from tolsim.core.registry import GAMES
from tolsim.experiments.first_use import PERSON, TIMED_SEARCH, compile_if_needed


def compile_game(name: str) -> None:
    """Use every entry of a game once."""
    game = tolsim.make(name)
    states = game.reset(0, 1)
    compile_if_needed(game, {*TIMED_SEARCH, *PERSON})
    game.evaluate(states)
    game.resume(states)
    tolsim.Batch(game, 1).reset(0)
    if importlib.util.find_spec("pettingzoo"):
        _compile_environment(name)
    if importlib.util.find_spec("pyspiel"):
        _compile_openspiel(name)
    if importlib.util.find_spec("torch"):
        _compile_learner(game)


def _compile_environment(name: str) -> None:
    from tolsim.envs import aec

    environment = aec.raw_env(name)
    environment.reset(seed=0)
    mask = environment.observe(environment.agent_selection)["action_mask"]
    environment.step(int(np.flatnonzero(mask)[0]))


def _compile_openspiel(name: str) -> None:
    import pyspiel

    import tolsim.envs.openspiel  # noqa: F401  # registers the games

    state = pyspiel.load_game(f"tolsim_{name}").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])


def _compile_learner(game: Game) -> None:
    from tolsim.agents.ppo import Settings, Trainer

    for teacher in (None, "mcts:iterations=1"):
        Trainer(game, Settings(rows=8, decisions=2), seed=0, teacher=teacher, threads=1).collect()


if __name__ == "__main__":
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(compile_game, GAMES))
