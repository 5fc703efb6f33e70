"""Many rules varied together: Morris screening and Sobol shares, with the noise of finite games.

Sources: M. D. Morris, "Factorial sampling plans for preliminary computational experiments" (1991);
A. Saltelli et al., "Variance based sensitivity analysis of model output" (2010); both as in SALib.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.core.registry import default_rules
from tolsim.experiments.questions.asking import play_what_can_be, refusal
from tolsim.experiments.questions.claims import paired
from tolsim.experiments.questions.measure import by_deal
from tolsim.experiments.questions.plots import plotly
from tolsim.experiments.statistics import QUANTILE

if TYPE_CHECKING:
    from tolsim.experiments.questions.sensitivity import Sensitivity, Setup

LEVELS = 4
"""Places in the unit interval of a Morris path: it tries at most so many values of a rule."""
STEP = LEVELS / (2 * (LEVELS - 1))
"""Length of its steps."""
SAMPLES = {"morris": 10, "sobol": 32}


def _salib(name: str) -> Any:
    try:
        return importlib.import_module(f"SALib.{name}")
    except ImportError:
        raise TolsimError("screening needs SALib: pip install 'tolsim[study]'") from None


def value_at(values: list[Any], place: float) -> Any:
    """Value of a rule for a place in the unit interval, all equally wide.

    >>> [value_at(["a", "b", "c"], place) for place in (0, 1 / 3, 2 / 3, 1)]
    ['a', 'b', 'c', 'c']
    """
    return values[min(int(place * len(values) + 1e-9), len(values) - 1)]


@dataclass(frozen=True)
class _Design:
    """Points in blocks that belong together: ``[blocks, points of a block, rules]``."""

    points: np.ndarray
    problem: dict[str, Any]


def _design(names: list[str], method: str, samples: int, seed: int) -> _Design:
    problem = {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}
    # SALib takes seeds of 32 bits.
    folded = seed % 2**32
    if method == "morris":
        sample = _salib("sample.morris").sample(problem, samples, num_levels=LEVELS, seed=folded)
        block = len(names) + 1
    else:
        if samples & (samples - 1):
            raise TolsimError(f"samples of sobol is a power of 2, not {samples}")
        sample = _salib("sample.sobol").sample(
            problem, samples, calc_second_order=False, seed=folded
        )
        block = len(names) + 2
    return _Design(np.asarray(sample).reshape(-1, block, len(names)), problem)


def screen(
    setup: Setup, method: str, samples: int | None, played: Mapping[str, Any]
) -> Sensitivity:
    """Play a design and analyse it; see :func:`~.sensitivity.sensitivity`."""
    from tolsim.experiments.questions.sensitivity import Sensitivity

    count = SAMPLES[method] if samples is None else samples
    if isinstance(count, bool) or count < 2:
        raise TolsimError(f"samples is at least 2, not {count}")
    values, refused = _playable_values(setup)
    if not values:
        raise TolsimError("no rule has an alternative that can be played")
    design = _design(list(values), method, count, setup.seed)
    cells = [
        [
            setup.cell({name: value_at(values[name], u) for name, u in zip(values, p, strict=True)})
            for p in block
        ]
        for block in design.points
    ]
    result, left_out = play_what_can_be(
        f"{method} screening of {setup.base.game}",
        [setup.base, *(cell for block in cells for cell in block)],
        setup.games,
        needed=setup.base,
        delta=setup.delta,
        **played,
    )
    whole = [k for k, block in enumerate(cells) if not any(c.key in left_out for c in block)]
    if len(whole) < 2:
        raise TolsimError("hardly any combination of these rules can be played; take fewer rules")
    found = {cell.key: by_deal(result, cell, setup.measure) for cell in result.cells}
    deals = min(map(len, found.values()))
    blocks = np.array([[found[c.key][:deals] for c in cells[k]] for k in whole])
    unit = 1.0 if setup.measure.share else float(np.nanstd(found[setup.base.key]))
    analyse = _morris if method == "morris" else _sobol
    rows, noise = analyse(design.problem, design.points[whole], blocks, unit, setup.seed)
    ledger = default_rules(setup.base.game).rules
    rows = [
        {"rule": row["rule"], "status": ledger[row["rule"]].status, **row}
        | {"values": len(values[row["rule"]])}
        for row in rows
    ]
    rows.sort(key=lambda row: -row["effect"])
    lost = len(cells) - len(whole)
    return Sensitivity(
        game=setup.base.game,
        agents=setup.base.agents,
        method=method,
        measure=setup.measure,
        base=float(np.nanmean(found[setup.base.key])),
        rows=rows,
        sentence=_sentence(method, setup, rows, noise, len(whole), lost, refused),
        games=sum(result.tally(cell).games for cell in result.cells),
    )


def _playable_values(setup: Setup) -> tuple[dict[str, list[Any]], int]:
    """Values of each rule that can be played alone, and how many cannot."""
    found, refused = {}, 0
    for name, values in setup.rules.items():
        kept = [values[0], *(v for v in values[1:] if refusal(setup.cell({name: v})) is None)]
        refused += len(values) - len(kept)
        if len(kept) > 1:
            numbers = all(isinstance(v, int | float) for v in kept)
            found[name] = sorted(kept) if numbers else kept
    return found, refused


def _errors(before: np.ndarray, after: np.ndarray, changed: np.ndarray, unit: float) -> np.ndarray:
    """Standard error of each step's difference; 0 where the rules did not change."""
    pairs = zip(before, after, changed, strict=True)
    return np.array([paired(a, b, unit).error if is_new else 0.0 for a, b, is_new in pairs])


def _morris(
    problem: dict[str, Any], points: np.ndarray, blocks: np.ndarray, unit: float, seed: int
) -> tuple[list[dict[str, Any]], float]:
    """Mean effects of a step, per rule: ``blocks`` is ``[paths, points, deals]``."""
    means = np.nanmean(blocks, axis=2)
    told = _salib("analyze.morris").analyze(
        problem, points.reshape(-1, points.shape[2]), means.ravel(), num_levels=LEVELS,
        seed=seed % 2**32,
    )  # fmt: skip
    rows = []
    for k, name in enumerate(problem["names"]):
        step = np.abs(np.diff(points[:, :, k], axis=1)).argmax(axis=1)
        paths = np.arange(len(points))
        before, after = blocks[paths, step], blocks[paths, step + 1]
        changed = ~np.isclose(before, after, equal_nan=True).all(axis=1)
        errors = _errors(before, after, changed, unit)
        # The same deals err the same way on every path, so errors do not average out.
        noise, limit = math.sqrt(2 / math.pi) * errors.mean(), QUANTILE * errors.mean()
        effect = float(told["mu_star"][k]) * STEP
        rows.append(
            {
                "rule": name,
                "effect": effect,
                "confidence": float(told["mu_star_conf"][k]) * STEP,
                "mean": float(told["mu"][k]) * STEP,
                "spread": float(told["sigma"][k]) * STEP,
                "noise": float(noise),
                "noise_limit": float(limit),
                "above_noise": bool(effect > limit),
            }
        )
    return rows, float(np.mean([row["noise"] for row in rows]))


def _sobol(
    problem: dict[str, Any], points: np.ndarray, blocks: np.ndarray, unit: float, seed: int
) -> tuple[list[dict[str, Any]], float]:
    """Shares of the variance between rules, per rule: blocks are A, one AB a rule, B."""
    means = np.nanmean(blocks, axis=2)
    variance = float(np.var(means[:, [0, -1]]))
    if variance == 0:
        raise TolsimError("none of these rules changes the measure in any game; nothing to share")
    told = _salib("analyze.sobol").analyze(
        problem, means.ravel(), calc_second_order=False, seed=seed % 2**32
    )
    # What is common to all cells of a deal is no difference between rules, hence no noise here.
    flat = blocks.reshape(-1, blocks.shape[2])
    own = flat - np.nanmean(flat, axis=0)
    noise = float(np.nanvar(own, axis=1, ddof=1).mean() / flat.shape[1] / variance)
    rows = []
    for k, name in enumerate(problem["names"]):
        before, after = blocks[:, 0], blocks[:, k + 1]
        changed = ~np.isclose(before, after, equal_nan=True).all(axis=1)
        errors = _errors(before, after, changed, unit)
        floor = float((errors**2).mean() / 2 / variance)
        total, confidence = float(told["ST"][k]), float(told["ST_conf"][k])
        rows.append(
            {
                "rule": name,
                "effect": total,
                "confidence": confidence,
                "alone": float(told["S1"][k]),
                "alone_confidence": float(told["S1_conf"][k]),
                "noise": floor,
                "noise_limit": QUANTILE**2 * floor,
                "above_noise": bool(total > QUANTILE**2 * floor),
            }
        )
    return rows, noise


def _sentence(
    method: str, setup: Setup, rows: list[dict[str, Any]], noise: float, kept: int, lost: int,
    refused: int,
) -> str:  # fmt: skip
    above = [row for row in rows if row["above_noise"]]
    about, measure = setup.measure.about, setup.measure
    if method == "morris":
        what = f"{len(above)} of {len(rows)} rules change {about} by more than noise"
        named = ", ".join(
            f"{row['rule']} (by {measure.difference_text(row['effect']).lstrip('+')}, noise "
            f"{measure.difference_text(row['noise']).lstrip('+')})"
            for row in above[:5]
        )
        design = f"{kept} paths, {setup.games:,} games a point"
    else:
        what = f"{len(above)} of {len(rows)} rules have a share above noise in how {about} varies"
        named = ", ".join(
            f"{row['rule']} ({100 * row['effect']:.0f} % ± {100 * row['confidence']:.0f})"
            for row in above[:5]
        )
        design = (
            f"{kept} base points, {setup.games:,} games a point, noise is {100 * noise:.0f} % of "
            "the variance"
        )
    words = f"{what}{': ' if named else ''}{named}; {design}"
    if lost:
        words += f"; {lost} left out, for combinations that are not playable"
    return words + (f"; {refused} alternatives are not playable" if refused else "")


def figure(answer: Sensitivity) -> Any:
    """Bars of each rule's effect, with what noise alone would reach."""
    from tolsim.experiments.questions.sensitivity import BARS

    go = plotly()
    rows = answer.rows[:BARS][::-1]
    morris = answer.method == "morris"
    scale = 100 if not morris or answer.measure.share else 1
    names = [row["rule"] for row in rows]
    drawn = go.Figure()
    drawn.add_bar(
        y=names,
        x=[scale * row["effect"] for row in rows],
        orientation="h",
        error_x={"type": "data", "array": [scale * row["confidence"] for row in rows]},
        name="effect",
    )
    drawn.add_scatter(
        y=names,
        x=[scale * row["noise_limit"] for row in rows],
        mode="markers",
        marker={"symbol": "line-ns-open", "size": 14, "color": "black"},
        name="what noise reaches",
    )
    unit = ", points" if answer.measure.share else ""
    drawn.update_layout(
        title=f"{answer.game}: rules by their effect",
        xaxis_title=f"mean change of {answer.measure.about}{unit}"
        if morris
        else f"share of the variance of {answer.measure.about}, with interactions, %",
    )
    return drawn
