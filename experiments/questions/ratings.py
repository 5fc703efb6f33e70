"""Ratings of agents from the games between them: Bradley–Terry on Elo's scale.

The chance that ``i`` beats ``j`` is taken to be 1 / (1 + 10 ** ((rating j - rating i) / 400)); a draw
is half a win. K agents, Q pairs of them, D deals.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.experiments.statistics import QUANTILE

ELO = 400 / math.log(10)
"""Points of Elo's scale in one unit of log-odds."""
STEPS = 200
CLOSE_ENOUGH = 1e-10
DRAWS = 10_000
"""Sets of ratings drawn to tell how sure ranks are."""


def pairs_of(agents: int) -> list[tuple[int, int]]:
    """Every pair of agents, in the order of all arrays ``[..., Q]``.

    >>> pairs_of(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(itertools.combinations(range(agents), 2))


@dataclass(frozen=True)
class Ratings:
    """Ratings with what is known of their errors.

    Attributes
    ----------
    rating
        float64 [K], on Elo's scale, 0 on average.
    covariance
        float64 [K, K], of the ratings.
    """

    rating: np.ndarray
    covariance: np.ndarray

    @property
    def low(self) -> np.ndarray:
        """Lower ends of the 95 % intervals, float64 [K]."""
        lowest: np.ndarray = self.rating - QUANTILE * self._errors()
        return lowest

    @property
    def high(self) -> np.ndarray:
        """Upper ends of the 95 % intervals, float64 [K]."""
        highest: np.ndarray = self.rating + QUANTILE * self._errors()
        return highest

    def _errors(self) -> np.ndarray:
        return np.sqrt(np.diag(self.covariance))

    def ranks(self, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rank intervals, and chances of being the best, by ratings drawn from their joint error.

        Returns
        -------
        tuple
            Lowest and highest rank in 95 of 100 draws, int64 [K], 1 the best; and the share of
            draws in which each agent is the best, float64 [K].
        """
        rng = np.random.default_rng(seed)
        drawn = rng.multivariate_normal(self.rating, self.covariance, DRAWS, method="eigh")
        ranks = (-drawn).argsort(axis=1).argsort(axis=1) + 1
        low, high = np.quantile(ranks, (0.025, 0.975), axis=0, method="closest_observation")
        return low.astype(np.int64), high.astype(np.int64), (ranks == 1).mean(axis=0)


def rate(won: np.ndarray, met: np.ndarray, agents: int) -> Ratings:
    """Rate agents.

    By likelihood, with Jeffreys' prior: as if ``K - 1`` games more had been played in all, half of
    them won and half lost, spread over the pairs by their weight. It takes most of the bias away
    that few games have, and keeps ratings finite even of who wins or loses every game (D. Firth,
    "Bias reduction of maximum likelihood estimates", 1993). The errors are of a sandwich estimate
    clustered by deal: games on one deal, whoever plays them, may go together as they like.

    Parameters
    ----------
    won
        float64 [D, Q], points of the first of each pair against the second, of all its games on
        the deal: 1 a win, 1/2 a draw.
    met
        float64 [D, Q], games of the pair on the deal.
    agents
        K.

    Raises
    ------
    TolsimError
        If some agents never met, not even through others.

    Examples
    --------
    >>> found = rate(np.array([[2.0], [1.0], [2.0], [1.0]]), np.full((4, 1), 2.0), 2)
    >>> found.rating.round(1).tolist()
    [83.0, -83.0]
    """
    contrasts = _contrasts(agents)
    _check_connected(met.sum(axis=0), agents)
    strength, more = _fit(won.sum(axis=0), met.sum(axis=0), contrasts)
    chances = _chance(contrasts @ strength)
    bread = np.linalg.pinv(_information(met.sum(axis=0) + more, chances, contrasts), hermitian=True)
    scores = (won - met * chances) @ contrasts
    # The games more count among the deals, one each: else who wins all would have no error.
    of_more = more * (chances**2 + (1 - chances) ** 2) / 2
    meat = scores.T @ scores + contrasts.T @ (of_more[:, None] * contrasts)
    clusters = len(scores) + more.sum()
    meat *= clusters / max(clusters - agents, 1.0)
    return Ratings(ELO * strength, ELO**2 * bread @ meat @ bread)


def _contrasts(agents: int) -> np.ndarray:
    """Difference of strengths of each pair, float64 [Q, K], +1 the first and -1 the second."""
    pairs = np.array(pairs_of(agents))
    found = np.zeros((len(pairs), agents))
    rows = np.arange(len(pairs))
    found[rows, pairs[:, 0]], found[rows, pairs[:, 1]] = 1, -1
    return found


def _check_connected(met: np.ndarray, agents: int) -> None:
    reached, new = {0}, True
    while new:
        new = False
        for count, (i, j) in zip(met, pairs_of(agents), strict=True):
            if count and (i in reached) != (j in reached):
                reached |= {i, j}
                new = True
    if len(reached) < agents:
        raise TolsimError("these agents cannot be rated together: some never met, not even by way")


def _chance(odds: np.ndarray) -> np.ndarray:
    found: np.ndarray = 1 / (1 + np.exp(-odds))
    return found


def _information(met: np.ndarray, chances: np.ndarray, contrasts: np.ndarray) -> np.ndarray:
    """How sharply the likelihood of games is bent, float64 [K, K]."""
    weight = met * chances * (1 - chances)
    found: np.ndarray = contrasts.T @ (weight[:, None] * contrasts)
    return found


def _fit(won: np.ndarray, met: np.ndarray, contrasts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Strengths, float64 [K], 0 on average, by Newton's steps; and the prior's games, [Q]."""
    strength = np.zeros(contrasts.shape[1])
    for _ in range(STEPS):
        chances = _chance(contrasts @ strength)
        inverse = np.linalg.pinv(_information(met, chances, contrasts), hermitian=True)
        leverage = np.einsum("qi,ij,qj->q", contrasts, inverse, contrasts)
        more = met * chances * (1 - chances) * leverage
        slope = contrasts.T @ (won + more / 2 - (met + more) * chances)
        step = inverse @ slope
        step *= min(1.0, 1 / max(np.abs(step).max(), 1e-300))
        strength += step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return strength - strength.mean(), more


def log_odds(won: np.ndarray, met: np.ndarray, agents: int) -> np.ndarray:
    """Log-odds of each agent beating each other, float64 [K, K]; half a game more won and lost.

    >>> log_odds(np.array([[1.0], [1.0]]), np.ones((2, 1)), 2).round(2).tolist()
    [[0.0, 1.61], [-1.61, 0.0]]
    """
    shares = (won.sum(axis=0) + 0.5) / (met.sum(axis=0) + 1)
    found = np.zeros((agents, agents))
    for share, (i, j) in zip(shares, pairs_of(agents), strict=True):
        found[i, j] = math.log(share / (1 - share))
        found[j, i] = -found[i, j]
    return found
