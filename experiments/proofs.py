"""Proofs by simulation: how often intervals and verdicts err on made-up games whose truth is known.

``python -m tolsim.experiments.proofs`` writes the table of docs/statistics.md. R repetitions.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist

import numpy as np

from tolsim.core.registry import make
from tolsim.experiments.proof_table import PAGE, Proof, write_table
from tolsim.experiments.proofs_of_ratings import ranks_intervals, ratings_intervals
from tolsim.experiments.questions.adjusted import adjusted_rate, rate_of
from tolsim.experiments.questions.difference import (
    BETTER,
    NO_DIFFERENCE,
    UNDECIDED,
    WORSE,
    Scale,
    interval_of,
    verdict_of,
)
from tolsim.experiments.statistics import Shares
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.verdict import BALANCED, IMBALANCED, judge

REPETITIONS = 4000
DELTA = 0.05

DEALS = {
    "independent games": (0.25, 0, 0.5, 0, 0.25),
    "swapped seats cancel": (0.05, 0, 0.9, 0, 0.05),
    "both games of a deal alike": (0.5, 0, 0, 0, 0.5),
    "draws": (0.1, 0.1, 0.6, 0.1, 0.1),
    "one side ahead": (0.02, 0, 0.48, 0, 0.5),
    "one side far ahead": (0.02, 0, 0.08, 0, 0.9),
    "deals mostly won": (0.15, 0, 0, 0, 0.85),
}
"""Chance of 0, ½, 1, 1½ and 2 points of a deal of two games."""


# Intervals of a number of games fixed beforehand.


def _runs(chances: Sequence[float], deals: int, repetitions: int, seed: int) -> Iterator[Shares]:
    points = np.arange(len(chances))
    for counts in np.random.default_rng(seed).multinomial(deals, chances, size=repetitions):
        yield Shares(len(chances) - 1, deals, int(counts @ points), int(counts @ points**2))


def fixed_intervals(repetitions: int, seed: int) -> Iterator[Proof]:
    """Intervals of shares miss the truth in 5 of 100 runs, and in 7 at most with few deals."""
    for name, chances in DEALS.items():
        truth = np.dot(chances, np.arange(5)) / 4
        for deals, claim in ((10, 0.07), (50, 0.07), (500, 0.055), (5000, 0.055)):
            rates = [run.rate() for run in _runs(chances, deals, repetitions, seed + deals)]
            missed = np.mean([not each.low <= truth <= each.high for each in rates])
            case = f"{name}, {deals:,} deals"
            yield Proof("interval of a share", case, claim, float(missed), repetitions)


def fixed_verdicts(repetitions: int, seed: int) -> Iterator[Proof]:
    """Verdicts on balance are wrong in each way in 2.5 of 100 runs at most."""
    game = make("abyss")
    wrong = {0.0: IMBALANCED, DELTA: BALANCED, -DELTA: BALANCED, 2 * DELTA: BALANCED}
    for offset, error in wrong.items():
        first = 0.5 + offset
        chances = ((1 - first) ** 2, 0, 2 * first * (1 - first), 0, first**2)
        for deals in (100, 2000):
            found = []
            for run in _runs(chances, deals, repetitions, seed + deals):
                verdict = judge(game, run, DELTA, 2)
                assert verdict is not None
                found.append(verdict.verdict)
            case = f"truth 50 % {100 * offset:+g} points, {deals:,} deals: {error}"
            errors = found.count(error) / repetitions
            undecided = f"undecided {found.count('undecided') / repetitions:.0%}"
            yield Proof("verdict, games fixed", case, 0.025, errors, repetitions, undecided)


# Confidence sequences.


def _sums(
    chances: Sequence[float], values: np.ndarray, looks: Sequence[int], repetitions: int, seed: int
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Deals, and sums and squares of R runs' values, at each look."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((repetitions, len(values)), np.int64)
    for before, deals in zip([0, *looks], looks, strict=False):
        counts += rng.multinomial(deals - before, chances, size=repetitions)
        yield deals, counts @ values, counts @ values**2


def _geometric(first: int, last: int) -> list[int]:
    looks = Stop(at_least=first, at_most=last).looks(1)
    return list(dict.fromkeys(looks))


def sequences(repetitions: int, seed: int) -> Iterator[Proof]:
    """Confidence sequences miss the truth at any look in 5 of 100 runs at most."""
    looks = {
        "every deal from the 2nd to the 2,000th": (DELTA, list(range(2, 2001))),
        "every deal from the 2nd to the 2,000th, tightest at the 50th": (
            0.25,
            list(range(2, 2001)),
        ),
        "1.3 times as many each look, 100 to 1,000,000 deals": (DELTA, _geometric(100, 1_000_000)),
    }
    for name, chances in DEALS.items():
        values = np.arange(5) / 4 - 0.5
        truth = float(np.dot(chances, values))
        for when, (delta, places) in looks.items():
            missed = np.zeros(repetitions, bool)
            for sums in _sums(chances, values, places, repetitions, seed):
                low, high = interval_of(*sums, delta, 0.05, Scale(0.5))
                missed |= (truth < low) | (truth > high)
            errors = float(missed.mean())
            yield Proof("confidence sequence", f"{name}, {when}", 0.05, errors, repetitions)


def _agents_differences(offset: float) -> tuple[Sequence[float], np.ndarray, float]:
    """Share of a pair of games from 1/2, a fifth of them drawn."""
    win, draw = 0.4 + offset, 0.2
    game = (1 - win - draw, draw, win)
    return np.convolve(game, game).tolist(), np.arange(5) / 4 - 0.5, 0.5


def _rules_differences(offset: float) -> tuple[Sequence[float], np.ndarray, float]:
    """Difference of two shares on common deals, equal in most."""
    better, half = 0.1 + offset, 0.1
    chances = (0.1, half, 0.6 - offset, half, better)
    return chances, np.arange(-2, 3) / 2, 1.0


def _few_deals_differ(offset: float) -> tuple[Sequence[float], np.ndarray, float]:
    """Difference of two shares where a change of rules matters in few deals, and one way."""
    rare = 0.01
    up, down = rare + max(2 * offset, 0), rare + max(-2 * offset, 0)
    return (0, down, 1 - up - down, up, 0), np.arange(-2, 3) / 2, 1.0


def comparisons(repetitions: int, seed: int, at_most: int = 20_000) -> Iterator[Proof]:
    """Comparisons that stop by themselves are wrong in 5 of 100 runs at most."""
    looks = _geometric(100, at_most)
    kinds = {
        "agents": _agents_differences,
        "rules": _rules_differences,
        "rules, few deals differ": _few_deals_differ,
    }
    for kind, differences in kinds.items():
        for offset in (0.0, DELTA, -DELTA, 2 * DELTA, -2 * DELTA):
            wrong = {0: (BETTER, WORSE), 1: (NO_DIFFERENCE, WORSE), -1: (NO_DIFFERENCE, BETTER)}
            chances, values, reach = differences(offset)
            verdicts = np.full(repetitions, UNDECIDED, dtype=f"<U{len(NO_DIFFERENCE)}")
            taken = np.full(repetitions, looks[-1])
            for deals, total, squares in _sums(chances, values, looks, repetitions, seed):
                low, high = interval_of(deals, total, squares, DELTA, 0.05, Scale(reach))
                now = verdict_of(low, high, DELTA)
                ends = (verdicts == UNDECIDED) & (now != UNDECIDED)
                verdicts[ends], taken[ends] = now[ends], deals
            errors = float(np.isin(verdicts, wrong[int(np.sign(offset))]).mean())
            beside = (
                f"undecided {(verdicts == UNDECIDED).mean():.0%}, "
                f"{taken.mean():,.0f} deals on average"
            )
            case = f"{kind}, truth {100 * offset:+g} points, up to {at_most:,} deals"
            yield Proof("comparison that stops itself", case, 0.05, errors, repetitions, beside)


def stopped_verdicts(repetitions: int, seed: int, at_most: int = 50_000) -> Iterator[Proof]:
    """Verdicts on balance with a stopping rule are wrong in 5 of 100 runs at most."""
    looks = _geometric(100, at_most)
    for offset in (0.0, DELTA, -DELTA, 2 * DELTA):
        chances, values, reach = _agents_differences(offset)
        inside, outside = np.zeros(repetitions, bool), np.zeros(repetitions, bool)
        for sums in _sums(chances, values, looks, repetitions, seed):
            low, high = interval_of(*sums, DELTA, 0.05, Scale(reach))
            going = ~(inside | outside)
            inside |= going & (low >= -DELTA) & (high <= DELTA)
            outside |= going & ((low > DELTA) | (high < -DELTA))
        # Just at the edge either verdict is an error.
        wrong = outside if offset == 0 else inside
        wrong = inside | outside if abs(offset) == DELTA else wrong
        undecided = f"undecided {(~(inside | outside)).mean():.0%}"
        case = f"truth 50 % {100 * offset:+g} points, up to {at_most:,} deals"
        errors = float(wrong.mean())
        yield Proof("verdict that stops itself", case, 0.05, errors, repetitions, undecided)


def adjusted_intervals(repetitions: int, seed: int) -> Iterator[Proof]:
    """Intervals with luck taken off miss the truth as seldom as plain ones."""
    random = np.random.default_rng(seed)
    strength = np.array([0.5, 0.3, 0.2, 0.0])  # of what each control says
    for name, ahead in (("equal sides", 0.0), ("one side ahead", 0.9)):
        truth = NormalDist().cdf(ahead / math.sqrt(1 + (strength**2).sum()))
        for deals, claim in ((50, 0.08), (200, 0.065), (2000, 0.055)):
            missed, narrower = 0, 0.0
            for _ in range(repetitions):
                luck = random.normal(size=(deals, len(strength)))
                won = (ahead + luck @ strength + random.normal(size=deals) > 0).astype(float)
                told = adjusted_rate(won, luck)
                missed += not told.low <= truth <= told.high
                plain = rate_of(won, 0)
                narrower += (told.high - told.low) / (plain.high - plain.low) / repetitions
            case = f"{name}, {deals:,} deals, 4 controls"
            beside = f"width {narrower:.0%} of the plain one"
            yield Proof(
                "interval with luck taken off", case, claim, missed / repetitions, repetitions,
                beside,
            )  # fmt: skip


PARTS: Sequence[Callable[[int, int], Iterator[Proof]]] = (
    fixed_intervals,
    adjusted_intervals,
    fixed_verdicts,
    sequences,
    stopped_verdicts,
    comparisons,
    ratings_intervals,
    ranks_intervals,
)


def prove(repetitions: int = REPETITIONS, seed: int = 1) -> list[Proof]:
    """Carry out every proof."""
    return [proof for part in PARTS for proof in part(repetitions, seed)]


def main(arguments: Sequence[str] = ()) -> int:
    """Write the table; 1 if a claim does not hold. An argument: how many repetitions."""
    repetitions = int(arguments[0]) if arguments else REPETITIONS
    proofs = prove(repetitions)
    write_table(proofs, PAGE, repetitions)
    broken = [proof for proof in proofs if not proof.holds]
    for proof in broken:
        print(f"{proof.method}, {proof.case}: {proof.errors:.1%}, claimed {proof.claim:.1%}")
    print(f"{len(proofs)} claims, {len(broken)} broken, table in {PAGE}")
    return int(bool(broken))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
