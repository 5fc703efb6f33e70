"""A finding about two seats, and whether it stays when the rules are read otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from tolsim.experiments import tables
from tolsim.experiments.statistics import QUANTILE, Rate

STAYS, CHANGES, MAY_CHANGE, NOT_PLAYABLE = "stays", "changes", "may change", "not playable"
LEVEL = 0.05


@dataclass(frozen=True)
class Difference:
    """Mean difference between two sets of rules on the same deals.

    Attributes
    ----------
    mean, low, high
        With its 95 % interval.
    p
        Chance of one as large where there is none.
    error
        Standard error.
    deals
        Compared.
    """

    mean: float
    low: float
    high: float
    p: float
    error: float
    deals: int


def paired(first: np.ndarray, second: np.ndarray, unit: float) -> Difference:
    """Compare what each deal brought under two sets of rules: second minus first.

    As with :meth:`tolsim.experiments.statistics.Shares.rate`, two deals more are taken, one a unit
    up and one a unit down, so that the interval has a width even where no deal differs.

    Parameters
    ----------
    first, second
        Float64 ``[deals]``; deals that lack a value in either are left out.
    unit
        Of a difference: 1 for shares, the spread of a deal otherwise.

    Examples
    --------
    >>> found = paired(np.zeros(98), np.tile([0.0, 1.0], 49), 1.0)
    >>> found.mean, round(found.low, 2), round(found.high, 2), found.p < 0.001
    (0.5, 0.39, 0.59, True)
    """
    size = min(len(first), len(second))
    found = second[:size] - first[:size]
    found = found[~np.isnan(found)]
    if not len(found):
        return Difference(float("nan"), -np.inf, np.inf, 1.0, np.inf, 0)
    taken = len(found) + 2
    centre = float(found.sum()) / taken
    variance = (float((found**2).sum()) + 2 * unit**2 - taken * centre**2) / (taken - 1)
    error = float(np.sqrt(variance / taken))
    if error == 0:
        return Difference(0.0, 0.0, 0.0, 1.0, 0.0, len(found))
    return Difference(
        mean=float(found.mean()),
        low=centre - QUANTILE * error,
        high=centre + QUANTILE * error,
        p=float(2 * stats.norm.sf(abs(centre) / error)),
        error=error,
        deals=len(found),
    )


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number, after Benjamini and Hochberg (1995).

    >>> adjusted([0.01, 0.04, 0.5])
    [0.03, 0.06, 0.5]
    """
    if not p_values:
        return []
    return [float(p) for p in stats.false_discovery_control(list(p_values))]


@dataclass(frozen=True)
class Claim:
    """What games under the rules in force say about a seat's win share.

    Attributes
    ----------
    text
        The finding, such as ``"king's edge of more than 5 points"``.
    figures
        The share it rests on, with its interval.
    low, high
        Where the share must lie for it to be true.
    """

    text: str
    figures: str
    low: float
    high: float

    def finding(self, share: Rate, difference: Difference, p_adjusted: float) -> str:
        """Tell whether it stays under other rules.

        It *stays* where the share's whole 95 % interval agrees with it, and *changes* where the
        whole interval contradicts it and the difference remains when p-values are adjusted for the
        number of alternatives. Else it *may change*: these games cannot tell.
        """
        if self.low <= share.low and share.high <= self.high:
            return STAYS
        apart = share.high < self.low or share.low > self.high
        # The difference must point there too.
        outwards = difference.mean < 0 if share.high < self.low else difference.mean > 0
        return CHANGES if apart and outwards and p_adjusted < LEVEL else MAY_CHANGE


def claim_of(seats: Sequence[str], share: Rate, delta: float, games: int) -> Claim | None:
    """Say what the first of two seats' win share claims; None if it claims nothing.

    Examples
    --------
    >>> claim_of(("king", "necrocampe"), Rate(0.6, 0.57, 0.63), 0.05, 1000).text
    "king's edge of more than 5 points"
    >>> claim_of(("king", "necrocampe"), Rate(0.5, 0.44, 0.56), 0.05, 200) is None
    True
    """
    figures = (
        f"{seats[0]} wins {tables.percent(share.rate)} ({tables.interval(share.low, share.high)}) "
        f"of {games:,} games"
    )
    points = f"{100 * delta:g} points"
    if 0.5 - delta <= share.low and share.high <= 0.5 + delta:
        return Claim(f"balance within ±{points}", figures, 0.5 - delta, 0.5 + delta)
    if share.low > 0.5 + delta:
        return Claim(f"{seats[0]}'s edge of more than {points}", figures, 0.5 + delta, 1.0)
    if share.high < 0.5 - delta:
        return Claim(f"{seats[1]}'s edge of more than {points}", figures, 0.0, 0.5 - delta)
    if share.low > 0.5:
        return Claim(f"{seats[0]}'s edge", figures, 0.5, 1.0)
    if share.high < 0.5:
        return Claim(f"{seats[1]}'s edge", figures, 0.0, 0.5)
    return None
