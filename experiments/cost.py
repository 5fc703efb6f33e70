"""What one decision costs and where the time goes, in nanoseconds on one core.

Rows stand where uniform play has brought them, at every point of a game in its due proportion.
Each part is measured over 1,024 rows at a time, as the compiled loops meet it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tolsim.core.batch import Batch
from tolsim.core.game import Game
from tolsim.experiments.bench import ROWS, choose_from_masks, mean_decisions, one_core, uniform_play

ROUNDS = 9
SETTLING_GAMES = 4
"""Games before measuring, so that the rows are at all points of a game."""

DEALING = "dealing a new game"


@dataclass(frozen=True)
class Cost:
    """Nanoseconds of one part: median, lowest and highest of the rounds."""

    part: str
    value: float
    low: float
    high: float


class _Rows:
    """Games under way, all at different points."""

    def __init__(self, game: Game, decisions: float) -> None:
        """Play ``decisions``, those of a game, a few times over."""
        self.game = game
        self.batch = Batch(game, ROWS)
        self.batch.reset(1)
        self.states = self.batch.states.copy()
        self.masks, self.observations = game.legal_mask(self.states), game.observe(self.states)
        self.actions = np.zeros(game.num_actions, np.int32)
        self.chosen = np.zeros(ROWS, np.int32)
        self.status = np.zeros(ROWS, np.int8)
        self.seats = np.zeros(ROWS, np.int8)
        self.values = np.zeros((ROWS, game.num_players), np.float32)
        self.seeds = np.arange(ROWS, dtype=np.uint64)
        self.rng = np.array([1, 1], np.uint64)
        for _ in range(round(SETTLING_GAMES * decisions)):
            self.step()

    def step(self) -> float:
        """Take a uniform decision in each row; seconds that the step alone took."""
        choose_from_masks(self.batch.masks, self.rng, self.chosen)
        self.states[:] = self.batch.states
        start = time.perf_counter()
        self.game.definition.entries.step(
            self.states, self.game.parameters, self.chosen, self.status, self.actions
        )
        seconds = time.perf_counter() - start
        self.batch.step(self.chosen)
        self.states[:] = self.batch.states
        self.seats[:] = self.states["to_move"]
        return seconds

    def parts(self) -> dict[str, Callable[[], object]]:
        """Reads and redeals of the rows as they stand."""
        entries, states, parameters = (
            self.game.definition.entries,
            self.states,
            self.game.parameters,
        )
        twins = states.copy()
        return {
            "legal actions as a mask": lambda: entries.legal(
                states, parameters, self.masks, self.actions
            ),
            "observation": lambda: entries.observe(
                states, parameters, self.seats, self.observations
            ),
            "heuristic value": lambda: entries.evaluate(states, parameters, self.values),
            "redeal": lambda: entries.redeal(twins, parameters, self.seats, self.seeds),
            DEALING: lambda: entries.reset(twins, parameters, np.uint64(1), self.seeds),
        }


def decision_costs(game: Game, rounds: int = ROUNDS) -> list[Cost]:
    """Measure a uniform decision inside a compiled loop, and its parts."""
    with one_core():
        decisions = mean_decisions(game)
        taken = _take(game, decisions, rounds)
    costs = [
        Cost(part, statistics.median(values), min(values), max(values))
        for part, values in taken.items()
    ]
    deal = next(cost for cost in costs if cost.part == DEALING)
    of_one = (value / decisions for value in (deal.value, deal.low, deal.high))
    return [*costs, Cost(f"dealing, per decision of a game of {decisions:.0f}", *of_one)]


def _take(game: Game, decisions: float, rounds: int) -> dict[str, list[float]]:
    rows = _Rows(game, decisions)
    play = uniform_play(game)
    play(0.01, 0)
    for run in rows.parts().values():
        run()  # compiles it, where it is not
    taken: dict[str, list[float]] = {}
    for number in range(rounds):
        taken.setdefault("whole uniform decision, dealing included", []).append(
            1e9 / play(0.1, number)
        )
        steps = [rows.step() for _ in range(50)]
        taken.setdefault("step, with the check that it is legal", []).append(
            1e9 * sum(steps) / len(steps) / ROWS
        )
        for part, run in rows.parts().items():
            start = time.perf_counter()
            for _ in range(20):
                run()
            taken.setdefault(part, []).append(1e9 * (time.perf_counter() - start) / 20 / ROWS)
    return taken
