"""Proofs by simulation of ratings and ranks; see :mod:`tolsim.experiments.proofs`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tolsim.experiments.proof_table import Proof
from tolsim.experiments.questions.ratings import ELO, pairs_of, rate

LADDERS = {
    "equals": (0.0, 0.0, 0.0, 0.0),
    "100 points a step": (150.0, 50.0, -50.0, -150.0),
    "one far ahead": (450.0, -150.0, -150.0, -150.0),
}


def _tournament(
    ratings: np.ndarray, deals: int, alike: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Points and games of every pair on every deal; ``alike``: how far a deal decides its games.

    All games of a deal share that part of their luck, in favour of the first of each pair, so their
    results go together; each is won with its right chance all the same.
    """
    from scipy.special import ndtr

    pairs = np.array(pairs_of(len(ratings)))
    chances = 1 / (1 + np.exp(-(ratings[pairs[:, 0]] - ratings[pairs[:, 1]]) / ELO))
    own = rng.standard_normal((deals, len(pairs), 2))
    shared = rng.standard_normal((deals, 1, 1))
    luck = ndtr(np.sqrt(alike) * shared + np.sqrt(1 - alike) * own)
    won = (luck < chances[None, :, None]).sum(axis=2).astype(float)
    return won, np.full(won.shape, 2.0)


def ratings_intervals(repetitions: int, seed: int) -> Iterator[Proof]:
    """Intervals of ratings miss the truth in 5 of 100 runs, in 7 at most with few deals."""
    for name, values in LADDERS.items():
        truth = np.array(values)
        for alike in (0.0, 0.5):
            for deals in (25, 250):
                rng = np.random.default_rng(seed + deals)
                missed = 0
                for _ in range(repetitions):
                    found = rate(*_tournament(truth, deals, alike, rng), len(truth))
                    missed += int(((truth < found.low) | (truth > found.high)).sum())
                how = "deals decide half" if alike else "independent games"
                case = f"4 agents, {name}, {how}, {deals} deals a pair"
                errors = missed / (repetitions * len(truth))
                claim = 0.07 if deals < 100 else 0.06
                yield Proof("interval of a rating", case, claim, errors, repetitions)


def ranks_intervals(repetitions: int, seed: int) -> Iterator[Proof]:
    """Rank intervals leave the true rank out in 5 of 100 cases at most."""
    right = np.arange(1, 5)
    for step, deals in ((10, 25), (10, 250), (100, 25), (100, 250)):
        truth = -step * (right - right.mean())
        rng = np.random.default_rng(seed + deals)
        missed = 0
        for _ in range(repetitions):
            lowest, highest, _ = rate(*_tournament(truth, deals, 0.5, rng), len(truth)).ranks()
            missed += int(((right < lowest) | (right > highest)).sum())
        case = f"4 agents, {step} points a step, deals decide half, {deals} deals a pair"
        errors = missed / (repetitions * len(truth))
        yield Proof("interval of a rank", case, 0.05, errors, repetitions)
