"""How fast a game is driven from Python through other libraries, beside their own games.

Each loop is the one that the library's pages show, with the cheapest way to pick a legal action.
Decisions are those of all seats, opponents inside a compiled loop among them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

from tolsim.core.game import Game
from tolsim.experiments.bench import ROWS, Effort, Figure, choose_from_masks, take_figures
from tolsim.experiments.bench_peers import Measure

OPENSPIEL_PEERS = ("hearts", "connect_four", "leduc_poker")
PETTINGZOO_RECORDED = (
    "PettingZoo's fastest classic (tic-tac-toe), as documented, recorded",
    13_000.0,
)


def aec_raw(game: Game) -> Measure:
    """PettingZoo, ``raw_env``."""
    from tolsim.envs import aec

    return _aec_loop(aec.raw_env(game.name, variant=game.variant, overrides=game.overrides))


def aec_wrapped(game: Game) -> Measure:
    """PettingZoo, ``env`` with its wrapper."""
    from tolsim.envs import aec

    return _aec_loop(aec.env(game.name, variant=game.variant, overrides=game.overrides))


def _aec_loop(env: Any) -> Measure:
    def rate(seconds: float, seed: int) -> float:
        decisions, start, elapsed = 0, perf_counter(), 0.0
        env.reset(seed=seed)
        while elapsed < seconds:
            for _ in env.agent_iter():
                observation, _, over, _, _ = env.last()
                if over:
                    env.step(None)
                    continue
                env.step(int(observation["action_mask"].argmax()))
                decisions += 1
            env.reset()
            elapsed = perf_counter() - start
        return decisions / elapsed

    return rate


def gymnasium_single(game: Game) -> Measure:
    """Gymnasium, one game against uniform play."""
    from tolsim.envs.gym_single import LearnerEnv

    env = LearnerEnv(game.name, opponents="uniform", variant=game.variant, overrides=game.overrides)

    def rate(seconds: float, seed: int) -> float:
        decisions, start, elapsed = 0, perf_counter(), 0.0
        _, info = env.reset(seed=seed)
        while elapsed < seconds:
            over = False
            while not over:
                _, _, over, _, info = env.step(info["action_mask"].argmax())
            decisions += len(env.actions())
            _, info = env.reset()
            elapsed = perf_counter() - start
        return decisions / elapsed

    return rate


def gymnasium_vector(game: Game) -> Measure:
    """Gymnasium, 1,024 games in one compiled loop against uniform play."""
    from tolsim.envs.gym_vector import LearnerVectorEnv

    envs = LearnerVectorEnv(
        game.name, ROWS, opponents="uniform", variant=game.variant, overrides=game.overrides,
        copy=False,
    )  # fmt: skip
    chosen = np.zeros(ROWS, np.int32)

    def rate(seconds: float, seed: int) -> float:
        rng = np.array([seed + 1, 1], np.uint64)
        _, infos = envs.reset(seed=seed)
        before, finished, elapsed = envs.decisions(), 0, 0.0
        while elapsed < seconds:
            choose_from_masks(infos["action_mask"].view(np.uint8), rng, chosen)
            start = perf_counter()
            _, _, ended, _, infos = envs.step(chosen)
            elapsed += perf_counter() - start
            finished += int(envs.lengths()[ended].sum())
        return (finished + envs.decisions() - before) / elapsed

    return rate


def openspiel_loop(name: str) -> Callable[[], Measure]:
    """OpenSpiel's Python loop over one of its games, or of ours by the name it has there."""

    def make() -> Measure:
        import pyspiel

        if name.startswith("tolsim_"):
            import tolsim.envs.openspiel  # noqa: F401  # registers our games
        game = pyspiel.load_game(name)

        def rate(seconds: float, seed: int) -> float:
            draw = random.Random(seed).random
            decisions, start, elapsed = 0, perf_counter(), 0.0
            while elapsed < seconds:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes = state.chance_outcomes()
                        state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                        continue
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
                    decisions += 1
                elapsed = perf_counter() - start
            return decisions / elapsed

        return rate

    return make


def face_figures(game: Game, effort: Effort, on_step: Callable[[str], None]) -> Iterator[Figure]:
    """Measure a game through each library that is installed, in turn with OpenSpiel's own games."""
    measures: dict[tuple[str, str], Measure] = {}
    if find_spec("pettingzoo") is not None:
        measures["PettingZoo raw_env", game.name] = aec_raw(game)
        measures["PettingZoo env", game.name] = aec_wrapped(game)
    if find_spec("gymnasium") is not None:
        measures["Gymnasium", game.name] = gymnasium_single(game)
        measures["Gymnasium vector", game.name] = gymnasium_vector(game)
    peers: tuple[str, ...] = ()
    if find_spec("pyspiel") is not None:
        measures["OpenSpiel", game.name] = openspiel_loop(f"tolsim_{game.name}")()
        peers = OPENSPIEL_PEERS
        measures.update({("OpenSpiel", peer): openspiel_loop(peer)() for peer in peers})
    for (what, name), (value, low, high) in take_figures(measures, effort, on_step).items():
        peer, peer_value = PETTINGZOO_RECORDED if what == "PettingZoo env" else (None, None)
        ratio = value / peer_value if peer_value else None
        yield Figure(
            name,
            what if name == game.name else f"{what} {name}",
            value,
            low,
            high,
            "decisions/s",
            peer=peer,
            peer_value=peer_value,
            ratio=ratio,
        )
