"""Win shares and their intervals.

A win counts 1, a draw 1/2. Games of one deal share its chance and differ in the seating, so they
are not independent: the deal, all its seatings together, is the unit.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

CONFIDENCE = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Rate(NamedTuple):
    """A win share with its 95 % interval, all 0 to 1."""

    rate: float
    low: float
    high: float


@dataclass
class Shares:
    """Sums over deals from which a mean share and its interval follow; they add up exactly.

    Attributes
    ----------
    scale
        Points of a deal that was won throughout: 2 a game.
    deals
        How many.
    points, squares
        Sum of the deals' points (2 a win, 1 a draw), and of their squares.
    """

    scale: int
    deals: int = 0
    points: int = 0
    squares: int = 0

    def add(self, points: np.ndarray) -> None:
        """Add deals, given their points, integer ``[deals]``."""
        self.deals += len(points)
        self.points += int(points.sum())
        self.squares += int((points.astype(np.int64) ** 2).sum())

    def merge(self, other: Shares) -> None:
        """Add what was counted elsewhere."""
        self.deals += other.deals
        self.points += other.points
        self.squares += other.squares

    @property
    def spread(self) -> float:
        """Standard deviation of a deal's share, as the interval takes it."""
        return self._centre_and_spread()[1]

    def _centre_and_spread(self) -> tuple[float, float]:
        deals = self.deals + 2
        centre = (self.points / self.scale + 1) / deals
        squares = self.squares / self.scale**2 + 1
        variance = (squares - deals * centre**2) / (deals - 1)
        return centre, math.sqrt(max(variance, 0.0))

    def rate(self) -> Rate:
        """Mean share with its 95 % interval.

        The interval is the usual one of a mean, taken with two deals more, one won and one lost
        throughout. So it never has width 0, not even when all deals went one way, and it holds
        the truth about 95 times in 100 from a handful of deals on (as Agresti and Coull showed
        for proportions, "Approximate is better than exact", 1998; the tests show it for pairs).

        Examples
        --------
        >>> won = Shares(scale=2)
        >>> won.add(np.full(20, 2))
        >>> [round(x, 3) for x in won.rate()]
        [1.0, 0.865, 1.0]
        """
        if not self.deals:
            return Rate(0.5, 0.0, 1.0)
        centre, spread = self._centre_and_spread()
        half = QUANTILE * spread / math.sqrt(self.deals + 2)
        mean = self.points / self.scale / self.deals
        return Rate(mean, max(0.0, centre - half), min(1.0, centre + half))


@dataclass
class Tally:
    """What a summary needs of any number of games; tallies of parts of a run add up.

    Attributes
    ----------
    deal_size
        Games of one deal.
    results
        int64 [P, 3], losses, draws and wins of each seat.
    seats, agents
        Shares of each seat, and of each agent over its seats.
    outcomes
        Games by the reason they ended.
    seconds
        Time spent playing, summed over cores.
    """

    deal_size: int
    results: np.ndarray
    seats: list[Shares]
    agents: list[Shares]
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @staticmethod
    def empty(players: int, deal_size: int) -> Tally:
        """Tally of no games."""
        return Tally(
            deal_size,
            np.zeros((players, 3), np.int64),
            [Shares(2 * deal_size) for _ in range(players)],
            [Shares(2 * deal_size) for _ in range(players)],
        )

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.results[0].sum())

    def add(self, points: np.ndarray, seating: np.ndarray) -> None:
        """Add games of whole deals, in order.

        Parameters
        ----------
        points
            int [B, P]: 2 for a win, 1 for a draw, 0 for a loss of each seat.
        seating
            int [B, P]: agent in each seat.
        """
        for seat, shares in enumerate(self.seats):
            self.results[seat] += np.bincount(points[:, seat], minlength=3)
            shares.add(self._by_deal(points[:, seat]))
        for agent, shares in enumerate(self.agents):
            shares.add(self._by_deal((points * (seating == agent)).sum(axis=1)))

    def _by_deal(self, points: np.ndarray) -> np.ndarray:
        summed: np.ndarray = points.astype(np.int64).reshape(-1, self.deal_size).sum(axis=1)
        return summed

    def merge(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.results += other.results
        for mine, theirs in zip(self.seats + self.agents, other.seats + other.agents, strict=True):
            mine.merge(theirs)
        self.outcomes.update(other.outcomes)
        self.seconds += other.seconds
