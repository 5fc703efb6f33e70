"""Differences deal by deal: their interval, which may be looked at any time, and what it says.

The interval is the confidence sequence of :mod:`tolsim.experiments.sequential`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from tolsim.experiments.sequential import half_width, interval_at_any_time, tightest_at
from tolsim.experiments.verdict import MOST_GAMES, POWER

BETTER, WORSE, NO_DIFFERENCE, UNDECIDED = "better", "worse", "no difference", "undecided"
GROWTH = 1.05
"""Deals at which a verdict is thought likely, as a multiple of those tried before."""


@dataclass(frozen=True)
class Scale:
    """How differences are measured.

    Attributes
    ----------
    reach
        Largest difference there can be: 1/2 of a share from 1/2, 1 between two shares.
    unit
        Range of what the difference is of: 1 of a share.
    """

    reach: float
    unit: float = 1.0


def interval_of(
    deals: int, total: Any, squares: Any, delta: float, error: float, scale: Scale
) -> tuple[Any, Any]:
    """Interval of the mean difference that holds whenever one looks.

    Parameters
    ----------
    deals, total, squares
        Sum of the deals' differences and of the squares; numbers, or arrays of one a run.
    delta
        Difference that matters.
    error
        Chance that any of the sequence's intervals misses the truth.
    scale
        Of the differences.

    Examples
    --------
    >>> low, high = interval_of(400, 20.0, 50.0, 0.05, 0.05, Scale(0.5))
    >>> f"{low:.3f} to {high:.3f}"
    '-0.006 to 0.105'
    """
    tightest = tightest_at(delta / scale.unit, error)
    return interval_at_any_time(deals, total, squares, scale.reach, tightest, error)


def verdict_of(low: Any, high: Any, delta: float) -> np.ndarray:
    """Say what intervals of differences mean, an array of texts of their shape.

    Inside ±delta is *no difference* (beyond it); wholly above 0 *better*, wholly below *worse*.

    >>> verdict_of(np.array([-0.01, 0.02, -0.01]), np.array([0.02, 0.09, 0.09]), 0.05).tolist()
    ['no difference', 'better', 'undecided']
    """
    low, high = np.asarray(low), np.asarray(high)
    inside = (low >= -delta) & (high <= delta)
    return np.select([inside, low > 0, high < 0], [NO_DIFFERENCE, BETTER, WORSE], UNDECIDED)


def more_deals(
    deals: int, mean: float, spread: float, delta: float, error: float, scale: Scale
) -> int | None:
    """Estimate the deals still needed for a verdict, to two digits; None: too many.

    Enough in four cases of five, if mean and spread stay what they are.
    """
    tightest = tightest_at(delta / scale.unit, error)
    needed = deals
    while _chance_of_verdict(needed, abs(mean), spread, delta, tightest, error) < POWER:
        if needed > MOST_GAMES:
            return None
        needed = math.ceil(needed * GROWTH) + 1
    more = max(1, needed - deals)
    unit = int(10 ** max(0, len(str(more)) - 2))
    return math.ceil(more / unit) * unit


def _chance_of_verdict(
    deals: int, mean: float, spread: float, delta: float, tightest: float, error: float
) -> float:
    """Chance that the interval decides at this look, for a true difference ``mean``."""
    half = half_width(deals, spread, tightest, error)
    if half <= delta / 2:
        return 1.0
    found = NormalDist(mean, spread / math.sqrt(deals))
    apart = 1 - found.cdf(half) + found.cdf(-half)
    inside = max(0.0, delta - half)
    return apart + found.cdf(inside) - found.cdf(-inside)
