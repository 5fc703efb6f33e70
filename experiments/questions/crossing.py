"""Where a measure crosses its target: a line through the values played around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

DRAWS = 4000
WRONG_WAY = 0.025
"""Share of draws whose line runs the other way from which on the interval is open."""
POINTS = 4
"""Values that a line is laid through at most, those around the crossing."""


class Crossing(NamedTuple):
    """A value of a rule, as a real number, with its 95 % interval; None where that is open."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Point:
    """A value that was played: what each deal brought, float64 ``[deals]``."""

    value: float
    deals: np.ndarray


def bracket_of(points: list[Point], target: float, near: float) -> tuple[int, int] | None:
    """Neighbours among points sorted by value between which the mean crosses the target.

    Of several crossings the one nearest to ``near``; None if there is none.
    """
    above = [float(np.nanmean(point.deals)) >= target for point in points]
    found = [(k, k + 1) for k in range(len(points) - 1) if above[k] != above[k + 1]]
    middles = [(points[k].value + points[j].value) / 2 for k, j in found]
    if not found:
        return None
    return min(zip(found, middles, strict=True), key=lambda pair: abs(pair[1] - near))[0]


def crossing_of(
    points: list[Point], target: float, near: float, *, share: bool, seed: int
) -> Crossing | None:
    """Estimate where the mean crosses the target.

    A weighted line, of the log odds where the measure is a share, is laid through the values around
    the crossing. Its interval comes from draws of their means from their joint distribution, which
    knows that they were played on the same deals.

    Parameters
    ----------
    points
        Sorted by value, on common deals.
    target
        Of the mean.
    near
        Value in force; of several crossings the nearest to it is taken.
    share
        Whether the measure lies within 0 and 1.
    seed
        Of the draws.

    Returns
    -------
    Crossing or None
        None if the means lie all on one side of the target.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> played = [Point(x, (rng.random(4000) < 0.3 + 0.1 * x).astype(float)) for x in range(5)]
    >>> found = crossing_of(played, 0.5, 0, share=True, seed=0)
    >>> found.low < 2 < found.high and found.high - found.low < 0.5
    True
    """
    bracket = bracket_of(points, target, near)
    if bracket is None:
        return None
    first = max(0, min(bracket[0] - 1, len(points) - POINTS))
    around = points[first : first + POINTS]
    deals = min(len(point.deals) for point in around)
    played = np.array([point.deals[:deals] for point in around])
    played = played[:, ~np.isnan(played).any(axis=0)]
    if played.shape[1] < 2:
        return None
    values = np.array([point.value for point in around])
    means = played.mean(axis=1)
    covariance = np.cov(played) / played.shape[1]
    drawn = np.random.default_rng(seed).multivariate_normal(means, covariance, DRAWS)
    variances = np.maximum(np.diag(covariance), 1e-12)
    best, slope = _line(values, means[None], variances, target, share)
    others, slopes = _line(values, drawn, variances, target, share)
    wrong = float(np.mean(slopes * slope[0] <= 0))
    if wrong > WRONG_WAY:
        return Crossing(float(best[0]), None, None)
    low, high = np.quantile(others[slopes * slope[0] > 0], [0.025, 0.975])
    return Crossing(float(best[0]), float(low), float(high))


def _line(
    values: np.ndarray, means: np.ndarray, variances: np.ndarray, target: float, share: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Where weighted lines through means [lines, values] reach the target, and their slopes."""
    if share:
        means = np.clip(means, 1e-3, 1 - 1e-3)
        middle = np.clip(means[:1].mean(axis=0), 1e-3, 1 - 1e-3)
        variances = variances / (middle * (1 - middle)) ** 2
        means, target = np.log(means / (1 - means)), float(np.log(target / (1 - target)))
    weights = 1 / variances
    centre = (weights * values).sum() / weights.sum()
    apart = values - centre
    slopes = (means * weights * apart).sum(axis=1) / (weights * apart**2).sum()
    levels = (means * weights).sum(axis=1) / weights.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        return centre + (target - levels) / slopes, slopes
