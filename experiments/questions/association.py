"""How much more those win who used something, with luck, seat and agent controlled for.

The games of one deal share its chance. So each use is compared within a deal and a seat, between
the games in which that seat used it and those in which it did not: a regression of the win points on
the use with a fixed effect for every deal and seat, and with dummies for the agent in each seat. What
does not differ between the games of a deal, such as a card that was dealt, is compared between deals
instead, with dummies for the agent in each seat; it came by chance. Standard errors are clustered by
deal (C. Hansen, "Asymptotic properties of a robust variance matrix estimator for panel data", 2007).

It is association, controlled for these; not proof of a cause. Who is winning may come to use a thing
more often.

Letters for shapes: D deals, S games of a deal, P seats, C contents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tolsim.experiments.statistics import CONFIDENCE, QUANTILE

LEAST_DEALS = 30
"""Deals that must tell, for an effect to be given."""
AT_ONCE = 64
"""Contents worked on together: each needs some sums a deal."""
SAME_DEALS, OTHER_DEALS = "within deals", "between deals"


@dataclass(frozen=True)
class Sample:
    """Games of a cell, whole deals, from the first.

    Attributes
    ----------
    seed
        Samples of one seed share their deals.
    used
        bool ``[D, S, P, C]``: whether the seat used the content in the game.
    points
        float64 ``[D, S, P]``: 1 for a win, 1/2 for a draw, 0 for a loss.
    agents
        int ``[D, S, P]``: the agent in the seat.
    """

    seed: int
    used: np.ndarray
    points: np.ndarray
    agents: np.ndarray


@dataclass(frozen=True)
class Associations:
    """What the samples say of each content; every array is ``[C]``, NaN where they say nothing.

    Attributes
    ----------
    used
        Share of the games of those seats that ever use it, in which they used it, 0 to 1.
    rate_with, low_with, high_with, rate_without, low_without, high_without
        Win rates with and without it of the seats that ever use it, with their 95 % intervals.
    effect, low, high
        Difference in win points by its use, -1 to 1, with its 95 % interval.
    p_value
        Of no difference, two-sided.
    deals
        Deals that tell of the difference.
    compared
        ``"within deals"``, ``"between deals"``, or ``""`` where no effect is given.
    """

    used: np.ndarray
    rate_with: np.ndarray
    low_with: np.ndarray
    high_with: np.ndarray
    rate_without: np.ndarray
    low_without: np.ndarray
    high_without: np.ndarray
    effect: np.ndarray
    low: np.ndarray
    high: np.ndarray
    p_value: np.ndarray
    deals: np.ndarray
    compared: np.ndarray


def associate(samples: Sequence[Sample]) -> Associations:
    """Estimate the effect of every content.

    Parameters
    ----------
    samples
        Of one game, with the same contents in the same order.

    Examples
    --------
    >>> used = np.tile([[[True], [False]], [[False], [True]]], (40, 1, 1, 1))
    >>> points = used[..., 0] * 0.5 + 0.25
    >>> found = associate([Sample(0, used, points, np.zeros(points.shape, int))])
    >>> round(float(found.effect[0]), 3), str(found.compared[0]), int(found.deals[0])
    (0.5, 'within deals', 40)
    """
    able = np.any([sample.used.any(axis=(0, 1)) for sample in samples], axis=0)
    parts = []
    for first in range(0, able.shape[1], AT_ONCE):
        chosen = slice(first, first + AT_ONCE)
        parts.append(_estimates(_sums(samples, able, chosen)))
    return Associations(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _sums(samples: Sequence[Sample], able: np.ndarray, chosen: slice) -> np.ndarray:
    """Sums of every deal, ``[9, deals, C]``; those of cells that share a deal are added up."""
    by_seed: dict[int, np.ndarray] = {}
    for sample in samples:
        found = _deal_sums(sample, able[:, chosen], chosen)
        before = by_seed.get(sample.seed)
        if before is not None and before.shape[1] > found.shape[1]:
            before, found = found, before
        if before is not None:
            found[:, : before.shape[1]] += before
        by_seed[sample.seed] = found
    return np.concatenate(list(by_seed.values()), axis=1)


def _deal_sums(sample: Sample, able: np.ndarray, chosen: slice) -> np.ndarray:
    """Games and points with and without, variation, and products of residuals within and between."""
    used = sample.used[..., chosen].astype(np.float64)
    points = sample.points[..., None]
    unused = (1 - used) * able
    varies = (used != used[:, :1]).astype(np.float64)
    counts = [used, used * points, unused, unused * points, varies]
    products = []
    for within in (True, False):
        x, y = (_residuals(values, sample.agents, within) for values in (used, points))
        products += [x * y, x * x]
    return np.stack([each.sum(axis=(1, 2)) for each in (*counts, *products)])


def _residuals(values: np.ndarray, agents: np.ndarray, within: bool) -> np.ndarray:
    """What seats and agents, and deals, do not explain of values ``[D, S, P, C]``."""
    dummies = (agents[..., None] == np.unique(agents)).astype(np.float64)
    if within:
        values = values - values.mean(axis=1, keepdims=True)
        dummies = dummies - dummies.mean(axis=1, keepdims=True)
    found = np.empty_like(values)
    for seat in range(values.shape[2]):
        z = dummies[:, :, seat].reshape(-1, dummies.shape[-1])
        v = values[:, :, seat].reshape(-1, values.shape[-1])
        left = v - z @ (np.linalg.pinv(z.T @ z, hermitian=True) @ (z.T @ v))
        found[:, :, seat] = left.reshape(values.shape[:2] + values.shape[3:])
    return found


def _estimates(sums: np.ndarray) -> tuple[np.ndarray, ...]:
    games, points, others, others_points, varies, *products = sums
    with np.errstate(invalid="ignore", divide="ignore"):
        used = games.sum(axis=0) / (games + others).sum(axis=0)
    rates = (*_rate(games, points), *_rate(others, others_points))
    differ = (varies > 0).sum(axis=0)
    either = np.minimum((games > 0).sum(axis=0), (others > 0).sum(axis=0))
    telling = np.where(differ > 0, differ, either)
    xy, xx = (np.where(differ > 0, products[k], products[k + 2]) for k in (0, 1))
    effect, error = _effect(xy, xx, telling)
    low, high, p_value = _inference(effect, error, telling)
    compared = np.where(differ > 0, SAME_DEALS, OTHER_DEALS)
    compared = np.where(np.isnan(effect), "", compared)
    return (used, *rates, effect, low, high, p_value, telling, compared)


def _rate(games: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean points a game with its interval, clustered by deal, as ``Shares.rate`` takes it.

    Two games more, each a deal of its own, one won and one lost, keep the interval from width 0.
    """
    count = games.sum(axis=0)
    centre = (points.sum(axis=0) + 1) / (count + 2)
    squares = ((points - centre * games) ** 2).sum(axis=0) + (1 - centre) ** 2 + centre**2
    half = QUANTILE * np.sqrt(squares) / (count + 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = points.sum(axis=0) / count
    low, high = np.maximum(centre - half, 0), np.minimum(centre + half, 1)
    empty = count == 0
    return mean, np.where(empty, np.nan, low), np.where(empty, np.nan, high)


def _effect(
    products: np.ndarray, squares: np.ndarray, deals: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Slope with its standard error, clustered by deal; NaN where too few deals tell.

    Two deals more, one wholly for it and one wholly against, keep the error from being 0.
    """
    enough = deals >= LEAST_DEALS
    total = np.where(enough, squares.sum(axis=0), np.nan)
    count = np.where(enough, deals, np.nan)
    slope = products.sum(axis=0) / total
    scores = ((products - slope * squares) ** 2).sum(axis=0) + 2 * (total / count) ** 2
    return slope, np.sqrt(scores * count / (count - 1)) / total


def _inference(
    effect: np.ndarray, error: np.ndarray, deals: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    from scipy import stats

    student = stats.t(np.maximum(deals - 1, 1))
    half = student.ppf((1 + CONFIDENCE) / 2) * error
    return effect - half, effect + half, 2 * student.sf(np.abs(effect) / error)
