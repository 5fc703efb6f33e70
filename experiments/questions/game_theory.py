"""Rankings of agents who beat each other in a circle: Nash averaging and alpha-rank.

Sources: D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation" (2018); S.
Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution" (2019). K agents.
"""

from __future__ import annotations

import importlib.util
import sys
import types

import numpy as np

from tolsim.experiments.questions.ratings import ELO

ALPHA = 10.0
"""How strongly a better share decides in alpha-rank: a difference of 30 points all but surely."""
SLACK = 1e-9
NO_SHARE = 1e-7


def nash_average(odds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nash averaging: how agents fare against the mixture that nobody beats.

    Copies of an agent, or many weak ones, change nothing. Of several such mixtures the one of
    greatest entropy is taken.

    Parameters
    ----------
    odds
        float64 [K, K], antisymmetric log-odds of the row beating the column.

    Returns
    -------
    tuple
        The mixture, float64 [K], and each agent's rating against it on Elo's scale, float64 [K]: 0
        in the mixture, below it outside.

    Examples
    --------
    >>> mixture, rating = nash_average(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]]))
    >>> mixture.round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    mixture = _greatest_entropy(odds)
    return mixture, ELO * odds @ mixture


def _greatest_entropy(odds: np.ndarray) -> np.ndarray:
    """Mixture of greatest entropy of those against which no agent has odds above 0."""
    from scipy.optimize import linprog, minimize

    agents = len(odds)
    limits = {"A_ub": odds, "b_ub": np.full(agents, SLACK), "A_eq": np.ones((1, agents))}
    corners = [
        linprog(-np.eye(agents)[k], **limits, b_eq=[1], bounds=(0, 1), method="highs").x
        for k in range(agents)
    ]
    start = np.mean(corners, axis=0)  # has a share of every agent that may have one
    used = start > NO_SHARE
    if used.sum() == 1 or np.ptp(corners, axis=0).max() < NO_SHARE:
        only: np.ndarray = np.where(used, start, 0) / start[used].sum()
        return only
    limited = odds[:, used]
    found = minimize(
        lambda p: float(np.sum(p * np.log(np.maximum(p, 1e-300)))),
        start[used],
        jac=lambda p: np.log(np.maximum(p, 1e-300)) + 1,
        bounds=[(1e-12, 1)] * int(used.sum()),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones_like(p)},
            {"type": "ineq", "fun": lambda p: SLACK - limited @ p, "jac": lambda p: -limited},
        ],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    mixture = np.zeros(agents)
    good = found.success and (limited @ found.x).max() < 1e-6
    mixture[used] = found.x if good else start[used]
    normal: np.ndarray = mixture / mixture.sum()
    return normal


def alpha_rank(shares: np.ndarray) -> np.ndarray | None:
    """Alpha-rank, by OpenSpiel: how long evolution among the agents stays with each.

    Parameters
    ----------
    shares
        float64 [K, K], share that the row wins against the column, 1/2 in the diagonal.

    Returns
    -------
    ndarray
        float64 [K], 1 in all; None where OpenSpiel is not installed.
    """
    if importlib.util.find_spec("pyspiel") is None:
        return None
    # Its module of plots, which wants matplotlib, is imported and never used.
    plots = "open_spiel.python.egt.alpharank_visualizer"
    stand_in = importlib.util.find_spec("matplotlib") is None and plots not in sys.modules
    if stand_in:
        sys.modules[plots] = types.ModuleType("alpharank_visualizer")
    try:
        from open_spiel.python.egt import alpharank
    finally:
        if stand_in:
            del sys.modules[plots]
    found: np.ndarray = np.abs(alpharank.compute([shares], alpha=ALPHA)[2])
    return found
