"""What a comparison found: its verdict, every look that led to it, and the results of deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


class Look(NamedTuple):
    """What was seen after so many games: the difference, its interval and the verdict."""

    games: int
    difference: float
    low: float
    high: float
    verdict: str


@dataclass(frozen=True)
class Side:
    """Results of one of the two that are compared.

    Attributes
    ----------
    name
        Agent or rules.
    mean
        Mean share, or return.
    results
        Points of a deal to how many deals brought them; empty where returns are compared.
    """

    name: str
    mean: float
    results: Mapping[str, int]

    @staticmethod
    def of(name: str, values: np.ndarray, deal_size: int, measure: str) -> Side:
        """Count the deals' values.

        >>> Side.of("greedy", np.array([0.25, 1, 1]), 2, "share").results
        {'0': 0, '½': 1, '1': 0, '1½': 0, '2': 2}
        """
        mean = float(values.mean())
        if measure != "share":
            return Side(name, mean, {})
        halves = np.rint(values * 2 * deal_size).astype(np.int64)
        counts = np.bincount(halves, minlength=2 * deal_size + 1)
        return Side(name, mean, {points_text(k): int(count) for k, count in enumerate(counts)})


def points_text(halves: int) -> str:
    """Write half points.

    >>> [points_text(halves) for halves in range(5)]
    ['0', '½', '1', '1½', '2']
    """
    return (f"{halves // 2}" if halves != 1 else "") + ("½" if halves % 2 else "")


@dataclass(frozen=True)
class Comparison:
    """What a comparison found.

    Attributes
    ----------
    game
        Name.
    kind
        ``"agents"`` or ``"rules"``.
    seat
        First seat, of which rules are compared.
    measure
        ``"share"`` or ``"return"``.
    names
        What is held against: the other, and what the verdict is about.
    sides
        Results of the one that plays the other; or of both, in order of ``names``.
    deal_size
        Games of a deal.
    looks
        Every look, the last one behind all games.
    delta
        Difference that matters.
    error
        Chance that the verdict is wrong.
    more_games
        Games still needed, about; 0 when decided; None when no sensible number would do.
    """

    game: str
    kind: str
    seat: str
    measure: str
    names: tuple[str, str]
    sides: tuple[Side, ...]
    deal_size: int
    looks: tuple[Look, ...]
    delta: float
    error: float
    more_games: int | None

    @property
    def games(self) -> int:
        """Games of each side."""
        return self.looks[-1].games

    @property
    def difference(self) -> float:
        """Mean difference: from 1/2 of an agent that plays the other, else between both."""
        return self.looks[-1].difference

    @property
    def low(self) -> float:
        """Lower end of the difference's interval."""
        return self.looks[-1].low

    @property
    def high(self) -> float:
        """Upper end of the difference's interval."""
        return self.looks[-1].high

    @property
    def verdict(self) -> str:
        """``"better"``, ``"worse"``, ``"no difference"`` (beyond delta) or ``"undecided"``."""
        return self.looks[-1].verdict

    @property
    def sentence(self) -> str:
        """The finding with its figures."""
        from tolsim.experiments.questions.comparison_words import sentence

        return sentence(self)

    def frame(self) -> pd.DataFrame:
        """One row a look: games of each side, difference, its interval, verdict."""
        import pandas as pd

        return pd.DataFrame(self.looks)

    def results(self) -> pd.DataFrame:
        """One row a side: its mean and how many deals brought how many points."""
        import pandas as pd

        return pd.DataFrame(
            [{"side": each.name, "mean": each.mean, **each.results} for each in self.sides]
        )

    def figure(self) -> go.Figure:
        """Difference with its interval at every look, and ±delta.

        Raises
        ------
        TolsimError
            If plotly is not installed.
        """
        from tolsim.experiments.questions.comparison_words import figure

        return figure(self)

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {
            "game": self.game,
            "compared": self.kind,
            "measure": self.measure,
            "names": list(self.names),
            "games": self.games,
            "deals": self.games // self.deal_size,
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "delta": self.delta,
            "error": self.error,
            "verdict": self.verdict,
            "more_games": self.more_games,
            "sides": [
                {"name": each.name, "mean": each.mean, "results": dict(each.results)}
                for each in self.sides
            ],
            "looks": [look._asdict() for look in self.looks],
            "sentence": self.sentence,
        }
