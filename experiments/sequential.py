"""Intervals that may be looked at after every game: confidence sequences.

An interval that holds the truth in 95 of 100 looks misses it sooner or later for those who look
often enough. These hold it at all looks together, in 95 of 100 runs, so one may stop whenever they
say enough. They are wider for it, by about two thirds where they are tightest.

They are Robbins' normal mixtures with an estimated variance, whose guarantee is that of the central
limit theorem, as of the usual intervals. Their middle and spread are taken with four deals more, two
as far up and two as far down as can be: with two, as the usual intervals are, up to 6 of 100 runs
missed the truth when they were looked at after few deals. Simulation proves them from the second
deal on (docs/statistics.md). Sources:
H. Robbins, "Statistical methods related to the law of the iterated logarithm" (1970); I.
Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences" (2024).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tolsim.experiments.statistics import Rate, Shares

DECISIVE = 0.5
"""Half-width at which an interval should be tightest, as a share of delta."""
MORE_DEALS = 4
"""Deals with which intervals are taken beside those that were played, half up and half down."""
USUAL_SPREAD = 0.35
"""Standard deviation of a deal's share in a game of two sides, about."""


def tightest_at(delta: float, error: float = 0.05) -> float:
    """Deals at which intervals should be tightest, where differences of ``delta`` matter."""
    return max(50.0, -2 * math.log(error) * (USUAL_SPREAD / (DECISIVE * delta)) ** 2)


def half_width(deals: int, spread: Any, tightest: float, error: float = 0.05) -> Any:
    """Half the width of the interval after so many deals.

    Parameters
    ----------
    deals
        Independent observations.
    spread
        Their standard deviation; a number, or an array of one a run.
    tightest
        Observations at which the sequence is tightest.
    error
        Chance that any of the sequence's intervals misses the truth.
    """
    # The mixture's variance that makes the width least there, as Waudby-Smith et al. approximate.
    odds = -2 * math.log(error)
    mixture = (odds + math.log(odds + 1)) / tightest
    grown = deals * mixture + 1
    return spread * math.sqrt(grown / (deals**2 * mixture) * math.log(grown / error**2))


def spread_of(deals: int, total: Any, squares: Any, reach: float) -> Any:
    """Standard deviation of a deal's value, with the deals more.

    Parameters
    ----------
    deals
        How many were played.
    total, squares
        Sum of their values and of the values' squares; numbers, or arrays of one a run.
    reach
        Values lie within ±reach.
    """
    taken = deals + MORE_DEALS
    return np.sqrt((squares + MORE_DEALS * reach**2 - total**2 / taken) / (taken - 1))


def interval_at_any_time(
    deals: int, total: Any, squares: Any, reach: float, tightest: float, error: float = 0.05
) -> tuple[Any, Any]:
    """Interval of the mean value that holds whenever one looks.

    Parameters
    ----------
    deals, total, squares, reach
        As :func:`spread_of` takes them.
    tightest, error
        As :func:`half_width` takes them.
    """
    centre = total / (deals + MORE_DEALS)
    half = half_width(deals, spread_of(deals, total, squares, reach), tightest, error)
    return np.maximum(centre - half, -reach), np.minimum(centre + half, reach)


def rate_at_any_time(shares: Shares, delta: float, error: float = 0.05) -> Rate:
    """Mean share with an interval that holds whenever one looks.

    Parameters
    ----------
    shares
        Counts so far.
    delta
        Difference that matters; the intervals are tightest where they tell it.
    error
        Chance that any interval of the sequence misses the truth.

    Examples
    --------
    >>> import numpy as np
    >>> won = Shares(scale=2)
    >>> won.add(np.tile([0, 1, 2, 1], 500))
    >>> [round(x, 3) for x in rate_at_any_time(won, 0.05)]
    [0.5, 0.476, 0.524]
    """
    if not shares.deals:
        return Rate(0.5, 0.0, 1.0)
    share, squares = shares.points / shares.scale, shares.squares / shares.scale**2
    # From 1/2, the middle of what a share can be.
    total, squares = share - shares.deals / 2, squares - share + shares.deals / 4
    low, high = interval_at_any_time(
        shares.deals, total, squares, 0.5, tightest_at(delta, error), error
    )
    return Rate(share / shares.deals, float(low) + 0.5, float(high) + 0.5)
