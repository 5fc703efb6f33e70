"""Which value of a rule brings a measure to its target, and which change is enough.

>>> from tolsim.experiments.questions.tune import tune
>>> answer = tune(
...     "abyss", "uniform", ["stratagem.unused_points=0:2"], delta=0.2, games=400, workers=1
... )
>>> answer.frame()["standing"].tolist()
['within', 'within', 'within']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.core.registry import default_rules, make
from tolsim.experiments.questions.asking import OnProgress, Rules, asked_rules, check_games
from tolsim.experiments.questions.crossing import Crossing, Point, bracket_of, crossing_of
from tolsim.experiments.questions.kept import TUNING, keep
from tolsim.experiments.questions.measure import Measure, measure_of
from tolsim.experiments.questions.plots import bars, plotly
from tolsim.experiments.questions.tuning import WITHIN, Aim, Played, Player, check_aim
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.result import is_missing
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.study import desk

if TYPE_CHECKING:
    import pandas as pd

ALL_PLAYED = 7
"""Values of a rule up to which all are played; of more, those that a bisection asks for."""
FIRST_VALUES = 5
"""Values, evenly spread, with which a bisection begins."""
AT_LEAST, AT_MOST, OF_A_TRIAL = 200, 20_000, 1000


@dataclass
class Tuned:
    """What values of rules measured.

    Attributes
    ----------
    game, agents
        What was played.
    rules
        Rule to the values asked about, the one in force first.
    aim
        Measure, target and delta.
    played
        Sets of values that were played.
    nearest
        The one whose mean is nearest to the target; of several rules, measured on deals of its own.
    enough
        Smallest change that is known to be enough; an empty one if none is needed; None if there is
        none.
    crossing
        Real-valued place at which the mean of a single rule's values crosses the target.
    sentence
        The finding.
    refused
        Sets of values that cannot be played, and why.
    """

    game: str
    agents: tuple[str, ...]
    rules: dict[str, list[Any]]
    aim: Aim
    played: list[Played]
    nearest: Played
    enough: dict[str, Any] | None
    crossing: Crossing | None
    sentence: str = ""
    refused: list[str] = field(default_factory=list)

    @property
    def measure(self) -> Measure:
        """What was measured."""
        return self.aim.measure

    def frame(self) -> pd.DataFrame:
        """One row a set of values: the rules, ``games``, ``mean``, ``low``, ``high``, ``standing``."""
        import pandas as pd

        return pd.DataFrame([_row(each) for each in self.played])

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        rows = [_row(each) for each in self.played]
        return {
            "game": self.game,
            "agents": list(self.agents),
            "measure": self.measure.name,
            "target": self.aim.target,
            "delta": self.aim.delta,
            "in_force": {name: values[0] for name, values in self.rules.items()},
            "nearest": _row(self.nearest),
            "enough": self.enough,
            "crossing": None if self.crossing is None else self.crossing._asdict(),
            "sentence": self.sentence,
            "refused": self.refused,
            "rows": [{k: v for k, v in row.items() if not is_missing(v)} for row in rows],
        }

    def figure(self) -> Any:
        """Measured means against the rule's values, or the trials of several rules in order."""
        go = plotly()
        scale = 100 if self.measure.share else 1
        alone = len(self.rules) == 1
        name = next(iter(self.rules)) if alone else "trial"
        places = [each.changes[name] for each in self.played] if alone else None
        means, lows, highs = (
            [scale * each.rate[k] for each in self.played] for k in range(3)
        )  # fmt: skip
        drawn = go.Figure()
        drawn.add_scatter(
            x=[str(p).lower() if isinstance(p, bool) else p for p in places]
            if places is not None
            else list(range(1, len(self.played) + 1)),
            y=means,
            error_y=bars(means, lows, highs),
            mode="markers",
            showlegend=False,
        )
        target, delta = scale * self.aim.target, scale * self.aim.delta
        drawn.add_hline(y=target, line_dash="dash")
        drawn.add_hrect(y0=target - delta, y1=target + delta, opacity=0.1, line_width=0)
        unit = ", %" if self.measure.share else ""
        drawn.update_layout(
            title=f"{self.game}: {self.measure.about}",
            xaxis_title=name,
            yaxis_title=f"{self.measure.about}{unit}",
        )
        return drawn


def _row(each: Played) -> dict[str, Any]:
    mean, low, high = each.rate
    measured = {"games": each.games, "mean": mean, "low": low, "high": high}
    return {**each.changes, **measured, "standing": each.standing}


def tune(
    game: str,
    agents: Any,
    rules: Rules,
    *,
    measure: str | None = None,
    target: float | None = None,
    delta: float = 0.05,
    error: float = 0.05,
    games: int | None = None,
    trials: int = 40,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    on_progress: OnProgress | None = None,
) -> Tuned:
    """Search the values of rules for one that brings a measure to its target.

    Parameters
    ----------
    game, agents
        Names; one agent sits in every seat.
    rules
        ``NAME``, ``NAME=LOW:HIGH`` or ``NAME=A,B,C``, or a table of names and values. One rule is
        searched by playing its values, or by bisection where they are many numbers; several
        together by Optuna's TPE.
    measure
        See :func:`~tolsim.experiments.questions.measure.measure_of`.
    target
        What its mean should be; None: one half, of win rates.
    delta
        How far from the target is near enough.
    error
        Chance that the standing of a value is wrong, however often it is looked at.
    games
        One rule: at most, of each value; None: 20,000. Several: of each trial; None: 1,000.
    trials
        Sets of values of several rules.
    seed
        Of all chance. Sets of values are compared on the same deals; of several rules the answer is
        measured anew on others, so that it is not the luckiest trial's.
    out, workers, ray, on_progress
        As :func:`~tolsim.experiments.studies.study.run_study` takes them.
    variant, overrides
        Rules in force.

    Raises
    ------
    TolsimError
        For names or values that are none, or agents that do not fit.
    """
    in_force = default_rules(game).with_changes(variant, overrides or {})
    asked = asked_rules(game, in_force, rules)
    measured = measure_of(make(game), measure)
    aim = Aim(measured, check_aim(measured, target, delta), delta, error)
    base = Cell.of(game, agents, variant=variant, overrides=overrides, seed=seed)
    check_agents(base)
    most = games if games is not None else (AT_MOST if len(asked) == 1 else OF_A_TRIAL)
    check_games(game, most)
    stop = Stop(delta=min(delta, 0.4), error=error, at_least=min(AT_LEAST, most), at_most=most)
    with desk(out, workers=workers, ray=ray) as at:
        player = Player(at, base, overrides or {}, aim, stop, on_progress)
        if len(asked) == 1:
            answer = _one_rule(player, base, asked, aim, seed)
        else:
            from tolsim.experiments.questions.tune_several import several_rules

            answer = several_rules(player, base, asked, aim, most, trials, seed)
    keep(out, TUNING, answer)
    return answer


def are_numbers(values: list[Any]) -> bool:
    """Whether values have an order: numbers, and not true and false."""
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)


def _one_rule(
    player: Player, base: Cell, asked: dict[str, list[Any]], aim: Aim, seed: int
) -> Tuned:
    ((name, values),) = asked.items()
    kept = [value for value in values if player.playable({name: value})]
    if values[0] not in kept:
        raise TolsimError(next(iter(player.refused.values())))
    search = _Search(player, name, kept, aim)
    search.run()
    played = search.sorted()
    nearest = min(played, key=lambda each: abs(each.rate.rate - aim.target))
    crossing = None
    if are_numbers(kept):
        points = search.points()
        crossing = crossing_of(points, aim.target, kept[0], share=aim.measure.share, seed=seed)
    answer = Tuned(
        base.game, base.agents, asked, aim, played, nearest, search.enough(), crossing,
        refused=list(player.refused.values()),
    )  # fmt: skip
    from tolsim.experiments.questions.tune_words import one_rule

    answer.sentence = one_rule(answer, all_played=len(played) == len(kept))
    return answer


class _Search:
    """Plays the values of a single rule that matter."""

    def __init__(self, player: Player, name: str, values: list[Any], aim: Aim) -> None:
        self._player, self._name, self._aim = player, name, aim
        self._in_force = values[0]
        self._ordered = are_numbers(values)
        self._values = sorted(values) if self._ordered else values
        self._found: dict[Any, Played] = {}

    def run(self) -> None:
        """Play all values if they are few, else bisect."""
        if not self._ordered or len(self._values) <= ALL_PLAYED:
            self._play(self._values)
            return
        spread = np.linspace(0, len(self._values) - 1, FIRST_VALUES).round().astype(int)
        first = [self._in_force, *(self._values[k] for k in spread)]
        self._play(list(dict.fromkeys(first)))
        self._bisect()
        self._approach()

    def _play(self, values: list[Any]) -> None:
        found = self._player.until_known([{self._name: value} for value in values])
        self._found.update(zip(values, found, strict=True))

    def _middle(self, one: Any, other: Any) -> Any | None:
        """Value half-way between two of them; None if they are neighbours."""
        places = sorted((self._values.index(one), self._values.index(other)))
        middle = sum(places) // 2
        return None if middle in places else self._values[middle]

    def _bisect(self) -> None:
        """Close in on the crossing nearest to the value in force."""
        while True:
            points = self.points()
            bracket = bracket_of(points, self._aim.target, self._in_force)
            if bracket is None:
                return
            middle = self._middle(points[bracket[0]].value, points[bracket[1]].value)
            if middle is None:
                return
            self._play([middle])

    def _approach(self) -> None:
        """From the nearest value that is enough, look for a nearer one towards that in force."""
        while good_change := self.enough():
            good = good_change[self._name]
            low, high = sorted((self._in_force, good))
            passed = [value for value in self._found if low <= value <= high and value != good]
            middle = self._middle(min(passed, key=lambda value: abs(value - good)), good)
            if middle is None:
                return
            self._play([middle])

    def enough(self) -> dict[str, Any] | None:
        """Smallest change that is known to be enough: see :class:`Tuned`."""
        good = [v for v, each in self._found.items() if each.standing == WITHIN]
        if self._in_force in good:
            return {}
        if not good:
            return None

        def size(value: Any) -> tuple[float, float]:
            off = abs(self._found[value].rate.rate - self._aim.target)
            return (abs(value - self._in_force) if self._ordered else 0.0, off)

        return {self._name: min(good, key=size)}

    def sorted(self) -> list[Played]:
        """What was played, by value."""
        return [self._found[value] for value in self._values if value in self._found]

    def points(self) -> list[Point]:
        """The same, for a line."""
        return [
            Point(float(value), self._found[value].deals)
            for value in self._values
            if value in self._found
        ]
