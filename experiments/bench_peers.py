"""What our speed is compared with.

Beside a card game OpenSpiel's C++ is measured in the same run, on card games of a like size; both
its figures are made wholly inside its C++, nothing is called from Python per decision. For board
games of armies and dice there is nothing of the kind, only figures recorded before.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PEERS = ("hearts", "gin_rummy")
ROLLOUTS_A_CALL = 500
SIMULATIONS_A_SEARCH = 1000
GAMES_FOR_LENGTH = 300

Measure = Callable[[float, int], float]
"""Takes seconds to run for and a seed, gives a rate per second."""


@dataclass(frozen=True)
class Recorded:
    """Speed of random play in another system, measured before on one core of an AMD EPYC.

    Attributes
    ----------
    peer
        The system and its game.
    value, unit
        The figure, in ``games/s`` or ``decisions/s``.
    """

    peer: str
    value: float
    unit: str


MEASURED_BESIDE = {"abyss": PEERS}
"""Games beside which OpenSpiel's are measured; the others are compared with ``RECORDED``."""

RECORDED = (
    Recorded("TAG Battlelore", 68, "games/s"),
    Recorded("Catanatron Catan", 42_200, "decisions/s"),
    Recorded("botbowl Blood Bowl", 14, "games/s"),
)


def available() -> bool:
    """Tell whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def measured_beside(name: str) -> tuple[str, ...]:
    """OpenSpiel's games to measure beside one of ours."""
    return MEASURED_BESIDE.get(name, ()) if available() else ()


def recorded_for(name: str) -> tuple[Recorded, ...]:
    """Figures recorded before that one of our games is compared with."""
    return () if name in MEASURED_BESIDE else RECORDED


def _first_decision(game: Any, draw: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(draw.choices(outcomes, chances)[0])
    return state


def _mean_decisions(game: Any) -> float:
    """Players' decisions in a uniformly random game, chance left out."""
    draw = random.Random(0)
    decisions = 0
    for _ in range(GAMES_FOR_LENGTH):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
                decisions += 1
    return decisions / GAMES_FOR_LENGTH


def random_rollouts(name: str) -> Measure:
    """Measure uniformly random play from the first decision to the end, in decisions/s.

    The only way to OpenSpiel's C++ rollouts from Python leads through a search of one simulation,
    which does nothing but evaluate its root by that many rollouts.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    length = _mean_decisions(game)

    def rate(seconds: float, seed: int) -> float:
        draw = random.Random(seed)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_A_CALL, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        games, start, elapsed = 0, time.perf_counter(), 0.0
        while elapsed < seconds:
            bot.mcts_search(_first_decision(game, draw))
            games += ROLLOUTS_A_CALL
            elapsed = time.perf_counter() - start
        return games * length / elapsed

    return rate


def information_set_search(name: str) -> Measure:
    """Measure C++ IS-MCTS at the first decision, one rollout to the end each, in simulations/s."""
    import pyspiel

    game = pyspiel.load_game(name)

    def rate(seconds: float, seed: int) -> float:
        draw = random.Random(seed)
        bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            1.4,
            SIMULATIONS_A_SEARCH,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        simulations, start, elapsed = 0, time.perf_counter(), 0.0
        while elapsed < seconds:
            state = _first_decision(game, draw)
            bot.restart_at(state)
            bot.step(state)
            simulations += SIMULATIONS_A_SEARCH
            elapsed = time.perf_counter() - start
        return simulations / elapsed

    return rate
