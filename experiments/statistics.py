"""Win shares and their intervals, shares of classes of outcomes, means of columns.

A win counts 1, a draw 1/2. Games of one deal share its chance and differ in the seating, so they
are not independent: the deal, all its seatings together, is the unit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
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
        Most points of a deal: 2 a game where wins are counted, 1 a game for a class of outcomes.
    deals
        How many.
    points, squares
        Sum of the deals' points (2 a win, 1 a draw; or 1 a game of the class), and of their
        squares.
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
        return self.centre_and_spread()[1]

    def centre_and_spread(self) -> tuple[float, float]:
        """Mean share and standard deviation of a deal's, with two deals more: see :meth:`rate`."""
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
        centre, spread = self.centre_and_spread()
        half = QUANTILE * spread / math.sqrt(self.deals + 2)
        mean = self.points / self.scale / self.deals
        return Rate(mean, max(0.0, centre - half), min(1.0, centre + half))


@dataclass
class Numbers:
    """Sums over games from which a column's mean and spread follow.

    They add up exactly, in whatever order, for whole numbers as long as the sums stay below 2**53.

    Attributes
    ----------
    games
        Games that have a value.
    total, squares
        Sum of the values, and of their squares.
    low, high
        Lowest and highest value.
    """

    games: int = 0
    total: float = 0.0
    squares: float = 0.0
    low: float = math.inf
    high: float = -math.inf

    def add(self, values: np.ndarray) -> None:
        """Add games, given their values, float64 ``[games]``."""
        if len(values):
            part = Numbers(
                len(values),
                float(values.sum()),
                float((values**2).sum()),
                float(values.min()),
                float(values.max()),
            )
            self.merge(part)

    def merge(self, other: Numbers) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.total += other.total
        self.squares += other.squares
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)

    @property
    def mean(self) -> float:
        """Mean value.

        >>> taken = Numbers()
        >>> taken.add(np.array([1.0, 2.0, 6.0]))
        >>> taken.mean, round(taken.spread, 3)
        (3.0, 2.646)
        """
        return self.total / self.games

    @property
    def spread(self) -> float:
        """Standard deviation from game to game; 0 of a single game."""
        if self.games < 2:
            return 0.0
        variance = (self.squares - self.games * self.mean**2) / (self.games - 1)
        return math.sqrt(max(variance, 0.0))


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
    agents_by_seat
        For each agent, its shares in each seat; the unit is the game.
    classes
        For each seat, class of outcome to its share of the games, the best class first.
    numbers
        Column to the numbers in it: decisions, scores, telemetry.
    outcomes
        Games by the reason they ended.
    seconds
        Time spent playing, summed over cores.
    """

    deal_size: int
    results: np.ndarray
    seats: list[Shares]
    agents: list[Shares]
    agents_by_seat: list[list[Shares]]
    classes: list[dict[str, Shares]] = field(default_factory=list)
    numbers: dict[str, Numbers] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @staticmethod
    def empty(players: int, deal_size: int, classes: Sequence[str] = ()) -> Tally:
        """Tally of no games, for outcomes of these classes."""
        return Tally(
            deal_size,
            np.zeros((players, 3), np.int64),
            [Shares(2 * deal_size) for _ in range(players)],
            [Shares(2 * deal_size) for _ in range(players)],
            [[Shares(2) for _ in range(players)] for _ in range(players)],
            [{name: Shares(deal_size) for name in classes} for _ in range(players)],
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
            for seat, in_seat in enumerate(self.agents_by_seat[agent]):
                in_seat.add(points[seating[:, seat] == agent, seat])

    def add_classes(self, seat: int, places: np.ndarray) -> None:
        """Add what class of outcome a seat had in games of whole deals, in order.

        Parameters
        ----------
        seat
            The seat.
        places
            int [B]: place of each game's class among the tally's classes.
        """
        for place, shares in enumerate(self.classes[seat].values()):
            shares.add(self._by_deal(places == place))

    def add_numbers(self, column: str, values: np.ndarray) -> None:
        """Add the values of a column, float64 ``[games that have one]``."""
        self.numbers.setdefault(column, Numbers()).add(values)

    def _by_deal(self, points: np.ndarray) -> np.ndarray:
        summed: np.ndarray = points.astype(np.int64).reshape(-1, self.deal_size).sum(axis=1)
        return summed

    def merge(self, other: Tally) -> None:
        """Add what was counted elsewhere, of deals of the same size."""
        if other.deal_size != self.deal_size:
            raise ValueError(
                f"deals of {other.deal_size} games do not add up with {self.deal_size}"
            )
        self.results += other.results
        for mine, theirs in zip(self.seats + self.agents, other.seats + other.agents, strict=True):
            mine.merge(theirs)
        for own, others in zip(self.agents_by_seat, other.agents_by_seat, strict=True):
            for mine, theirs in zip(own, others, strict=True):
                mine.merge(theirs)
        for classes, others_classes in zip(self.classes, other.classes, strict=True):
            for name, shares in classes.items():
                shares.merge(others_classes[name])
        for column, numbers in other.numbers.items():
            self.numbers.setdefault(column, Numbers()).merge(numbers)
        self.outcomes.update(other.outcomes)
        self.seconds += other.seconds
