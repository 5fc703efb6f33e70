"""What do results owe to how the rules are read? Every alternative of each rule, on common deals.

>>> from tolsim.experiments.questions.sensitivity import sensitivity
>>> answer = sensitivity(
...     "abyss", "uniform", rules=["stratagem.unused_points=1:3"], games=40, workers=1
... )
>>> answer.frame()["rule"].unique().tolist()
['stratagem.unused_points']
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import default_rules, make
from tolsim.experiments.questions.asking import (
    OnProgress,
    Rules,
    asked_rules,
    check_games,
    play_what_can_be,
)
from tolsim.experiments.questions.claims import NOT_PLAYABLE, Claim, adjusted, claim_of, paired
from tolsim.experiments.questions.kept import SENSITIVITY, keep
from tolsim.experiments.questions.measure import Measure, by_deal, measure_of
from tolsim.experiments.questions.plots import plotly
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.result import StudyResult, is_missing
from tolsim.experiments.verdict import UNEQUAL, check_delta, judge

if TYPE_CHECKING:
    import pandas as pd

METHODS = ("one", "morris", "sobol")
BARS = 20
"""Rules in a chart, those of the largest effect."""


@dataclass
class Sensitivity:
    """What rules change.

    Attributes
    ----------
    game, agents
        What was played.
    method
        How it was asked.
    measure
        What was measured.
    base
        Its mean under the rules in force.
    rows
        One for each alternative, or for each rule.
    sentence
        The finding.
    games
        Games that were played for it.
    claim
        What the rules in force say of balance, where they do.
    """

    game: str
    agents: tuple[str, ...]
    method: str
    measure: Measure
    base: float
    rows: list[dict[str, Any]]
    sentence: str
    games: int
    claim: Claim | None = field(default=None)

    def frame(self) -> pd.DataFrame:
        """One row an alternative, or a rule where rules vary together; shares from 0 to 1."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        rows = [{k: v for k, v in row.items() if not is_missing(v)} for row in self.rows]
        return {
            "game": self.game,
            "agents": list(self.agents),
            "method": self.method,
            "measure": self.measure.name,
            "base": self.base,
            "games": self.games,
            "sentence": self.sentence,
            "claim": None if self.claim is None else self.claim.text,
            "rows": rows,
        }

    def figure(self) -> Any:
        """Tornado chart: a bar a rule, the widest on top."""
        if self.method == "one":
            return _tornado(self)
        from tolsim.experiments.questions.screening import figure

        return figure(self)


def sensitivity(
    game: str,
    agents: Sequence[str] | str,
    *,
    rules: Rules | None = None,
    status: Sequence[str] = ("assumed",),
    method: str = "one",
    games: int = 1000,
    samples: int | None = None,
    measure: str | None = None,
    delta: float = 0.05,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    on_progress: OnProgress | None = None,
) -> Sensitivity:
    """Measure what results owe to rules that could be read otherwise.

    Parameters
    ----------
    game, agents
        Names; one agent sits in every seat.
    rules
        Names, ``NAME=A,B`` and ``NAME=LOW:HIGH`` among them, or a table of names and values; None:
        all of ``status`` that have alternatives in the ledger.
    status
        ``printed``, ``public``, ``derived`` or ``assumed``, where no rules are chosen.
    method
        ``"one"``: each alternative alone against the rules in force. ``"morris"``: rules vary
        together along paths, for mean effects of many. ``"sobol"``: shares of the variance, for
        interactions of a few.
    games
        Of each set of rules, all on the same deals.
    samples
        Paths (Morris, 10) or base points (Sobol, 32).
    measure
        See :func:`~tolsim.experiments.questions.measure.measure_of`.
    delta
        Half the width of what counts as balanced.
    seed
        Of all chance.
    out, workers, ray, on_progress
        As :func:`~tolsim.experiments.studies.study.run_study` takes them.
    variant, overrides
        Rules in force.

    Raises
    ------
    TolsimError
        For names or values that are none. Alternatives that cannot be played are reported instead.
    """
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    check_delta(delta)
    in_force = default_rules(game).with_changes(variant, overrides or {})
    asked = asked_rules(game, in_force, rules, status)
    base = Cell.of(game, agents, variant=variant, overrides=overrides, seed=seed)
    check_games(game, games)
    check_agents(base)
    measured = measure_of(make(game), measure)
    setup = Setup(base, dict(overrides or {}), asked, games, measured, delta, seed)
    with tempfile.TemporaryDirectory(prefix="tolsim-sensitivity-") as scratch:
        played = {"out": out or scratch, "workers": workers, "ray": ray, "on_progress": on_progress}
        if method == "one":
            answer = _one_by_one(setup, played)
        else:
            from tolsim.experiments.questions.screening import screen

            answer = screen(setup, method, samples, played)
    keep(out, SENSITIVITY, answer)
    return answer


@dataclass(frozen=True)
class Setup:
    """What is asked: the cell under the rules in force, and each rule's values, that one first."""

    base: Cell
    overrides: dict[str, object]
    rules: dict[str, list[Any]]
    games: int
    measure: Measure
    delta: float
    seed: int

    def cell(self, changes: Mapping[str, Any]) -> Cell:
        """Cell with some rules changed."""
        return Cell.of(
            self.base.game,
            self.base.agents,
            variant=self.base.variant,
            overrides={**self.overrides, **changes},
            seed=self.seed,
        )


def _one_by_one(setup: Setup, played: Mapping[str, Any]) -> Sensitivity:
    alternatives = [(name, v) for name, values in setup.rules.items() for v in values[1:]]
    cells = [setup.cell({name: value}) for name, value in alternatives]
    title = f"sensitivity of {setup.base.game}"
    result, left_out = play_what_can_be(
        title, [setup.base, *cells], setup.games, needed=setup.base, delta=setup.delta, **played
    )
    base = by_deal(result, setup.base, setup.measure)
    unit = 1.0 if setup.measure.share else float(np.nanstd(base))
    ledger = default_rules(setup.base.game).rules
    rows, differences = [], []
    for (name, value), cell in zip(alternatives, cells, strict=True):
        row = {"rule": name, "status": ledger[name].status, "in_force": setup.rules[name][0]}
        rows.append(row | {"value": value, "games": 0, "reason": left_out.get(cell.key)})
        if cell.key not in left_out:
            differences.append((rows[-1], cell, by_deal(result, cell, setup.measure)))
    compared = [paired(base, values, unit) for _, _, values in differences]
    claim = _claim(setup, result)
    p_adjusted = adjusted([each.p for each in compared])
    for (row, cell, values), found, p in zip(differences, compared, p_adjusted, strict=True):
        row |= {
            "games": result.tally(cell).games,
            "mean": float(np.nanmean(values)) if found.deals else float("nan"),
            "difference": found.mean,
            "low": found.low,
            "high": found.high,
            "p": found.p,
            "p_adjusted": p,
        }
        row |= _judged(setup, result, cell, claim, found, p)
    for row in rows:
        if row["reason"] is not None:
            row["finding"] = NOT_PLAYABLE
    from tolsim.experiments.questions.sensitivity_words import sentence

    return Sensitivity(
        game=setup.base.game,
        agents=setup.base.agents,
        method="one",
        measure=setup.measure,
        base=float(np.nanmean(base)),
        rows=rows,
        sentence=sentence(rows, setup.measure, claim, float(np.nanmean(base)), setup.games),
        games=sum(result.tally(cell).games for cell in result.cells),
        claim=claim,
    )


def _claim(setup: Setup, result: StudyResult) -> Claim | None:
    if setup.measure.seat is None:
        return None
    tally = result.tally(setup.base)
    if max(shares.rate().rate for shares in tally.agents) > UNEQUAL:
        return None
    seats = make(setup.base.game).seats
    return claim_of(seats, tally.seats[0].rate(), setup.delta, tally.games)


def _judged(
    setup: Setup, result: StudyResult, cell: Cell, claim: Claim | None, found: Any, p: float
) -> dict[str, Any]:
    """Verdict under an alternative, and what becomes of the claim."""
    if setup.measure.seat is None:
        return {}
    tally, game = result.tally(cell), make(cell.game)
    strongest = max(shares.rate().rate for shares in tally.agents)
    size = tally.deal_size
    verdict = judge(game, tally.seats[0], setup.delta, size, strongest)
    judged: dict[str, Any] = {} if verdict is None else {"verdict": verdict.verdict}
    if claim is not None:
        # The claim is about the first seat, whichever is measured.
        if setup.measure.seat != 0:
            found = type(found)(
                -found.mean, -found.high, -found.low, found.p, found.error, found.deals
            )
        judged["finding"] = claim.finding(tally.seats[0].rate(), found, p)
    return judged


def _tornado(answer: Sensitivity) -> Any:
    go = plotly()
    by_rule: dict[str, list[dict[str, Any]]] = {}
    for row in answer.rows:
        if not is_missing(row.get("difference")):
            by_rule.setdefault(row["rule"], []).append(row)
    if not by_rule:
        raise TolsimError("no alternative could be played; there is nothing to draw")
    largest = sorted(by_rule, key=lambda name: max(abs(r["difference"]) for r in by_rule[name]))
    scale = 100 if answer.measure.share else 1
    figure = go.Figure()
    for name in largest[-BARS:]:
        rows = by_rule[name]
        figure.add_bar(
            y=[name] * len(rows),
            x=[scale * row["difference"] for row in rows],
            orientation="h",
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [scale * (row["high"] - row["difference"]) for row in rows],
                "arrayminus": [scale * (row["difference"] - row["low"]) for row in rows],
            },
            customdata=[f"{row['in_force']} → {row['value']}" for row in rows],
            hovertemplate="%{y}<br>%{customdata}: %{x:.2f}<extra></extra>",
            showlegend=False,
            marker={"color": "#4878a8", "opacity": 0.6},
        )
    unit = ", points" if answer.measure.share else ""
    figure.update_layout(
        title=f"{answer.game}: what each reading of a rule changes",
        xaxis_title=f"change of {answer.measure.about}{unit}, with 95 % intervals",
        barmode="overlay",
    )
    return figure
