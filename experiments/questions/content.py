"""What content does: how often it is used, and how much more those win who use it.

>>> from tolsim.experiments.match import play_match
>>> from tolsim.experiments.questions.content import content_of
>>> found = content_of(play_match("abyss", ["uniform", "uniform"], games=80, seed=1))
>>> found.frame().query("content == 'use stratagem'")["kind"].item()
'use'

The effect is association with seat, agent and luck controlled for, not proof of a cause: see
:mod:`tolsim.experiments.questions.association`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.experiments.questions.association import Sample, associate
from tolsim.experiments.questions.content_found import Name, SeenGames, seen_games
from tolsim.experiments.questions.recorded import RecordedCell, Source, cells_of, opened
from tolsim.experiments.studies.result import is_missing

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

GAMES = 10_000
"""Games looked at, unless told otherwise."""
FALSE_DISCOVERIES = 0.05
SHOWN = 30
"""Contents in the figure."""
NAMED = 3
"""Contents in the sentence."""


@dataclass(frozen=True)
class Content:
    """What a game's content does.

    Attributes
    ----------
    game
        Name of the game.
    games
        Games looked at.
    false_discoveries
        Share of false ones among the contents that are called to differ, at most on average.
    table
        See :meth:`frame`.
    """

    game: str
    games: int
    false_discoveries: float
    table: pd.DataFrame

    def frame(self) -> pd.DataFrame:
        """One row a content, the largest effect first.

        Columns: ``content`` and its ``kind``; ``used``, share of the games of the seats that ever
        use it in which they did, 0 to 1, and ``times`` a game, their mean (NaN of telemetry);
        ``win_rate_with`` and ``win_rate_without`` with ``low_`` and ``high_``, their 95 %
        intervals; ``effect``, the difference in win rate by its use with seat, agent and luck
        controlled for, -1 to 1, with its interval ``low`` to ``high``; ``q_value``, of no
        difference, after Benjamini and Hochberg; ``compared``, ``"within deals"`` or ``"between
        deals"``; ``deals`` that tell of the difference. NaN where too few games tell.
        """
        return self.table.copy()

    def never(self) -> list[str]:
        """Content that no seat ever used."""
        return list(self.table["content"][self.table["used"].isna()])

    def always(self) -> list[str]:
        """Content that every seat that ever used it used in every game."""
        return list(self.table["content"][self.table["used"] == 1])

    def differing(self) -> pd.DataFrame:
        """Rows whose effect is told from none, the largest first."""
        return self.table[self.table["q_value"] <= self.false_discoveries]

    @property
    def sentence(self) -> str:
        """What was found, for people."""
        differ = self.differing()
        tested = int(self.table["q_value"].notna().sum())
        words = (
            f"{len(differ)} of {tested} contents go with winning or losing, at most "
            f"{100 * self.false_discoveries:g} % of them by chance, in {self.games:,} games of "
            f"{self.game}, seat, agent and deal controlled for"
        )
        named = [_told(row) for row in differ.head(NAMED).to_dict("records")]
        if named:
            words += f"; most: {'; '.join(named)}"
        return f"{words}; {len(self.never())} never used, {len(self.always())} always used"

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values; what is not known is left out."""
        rows = self.table.to_dict("records")
        return {
            "game": self.game,
            "games": self.games,
            "sentence": self.sentence,
            "never": self.never(),
            "always": self.always(),
            "contents": [
                {str(key): value for key, value in row.items() if not is_missing(value)}
                for row in rows
            ],
        }

    def figure(self, shown: int = SHOWN) -> go.Figure:
        """Forest plot of the largest effects; filled marks are told from none."""
        from tolsim.experiments.questions.content_figure import forest

        return forest(self.table.dropna(subset=["effect"]).head(shown), self.false_discoveries)


def _told(row: Mapping[Any, Any]) -> str:
    return (
        f"{row['content']} {100 * row['effect']:+.1f} points "
        f"({100 * row['low']:+.1f} to {100 * row['high']:+.1f}, "
        f"used in {100 * row['used']:.0f} %)"
    )


def content_of(
    source: Source,
    *,
    games: int = GAMES,
    game: str | None = None,
    kinds: Sequence[str] | None = None,
    false_discoveries: float = FALSE_DISCOVERIES,
) -> Content:
    """Ask what the content of recorded games does.

    Parameters
    ----------
    source
        Folder of a match or a study, or its result.
    games
        Games to look at, the first deals of every cell; each is played again.
    game
        Which, where a study is of several.
    kinds
        Kinds of content to look at, such as ``"take hero"``; None: all. Fewer contents tested at
        once are told from none more easily.
    false_discoveries
        Share of false ones allowed among those that are called to differ.

    Raises
    ------
    TolsimError
        For a folder without games, games of other rules, an unknown game or kind, or values out of
        their range.
    """
    if games < 1:
        raise TolsimError(f"games is at least 1, not {games}")
    if not 0 < false_discoveries < 1:
        raise TolsimError(
            f"false_discoveries is more than 0 and less than 1, not {false_discoveries}"
        )
    cells = _of_one_game(cells_of(opened(source)), game)
    found = [seen_games(cell, max(games // len(cells), 1)) for cell in cells]
    names = _chosen(found, kinds)
    samples = [each.sample(names) for each in found]
    table = _table(names, samples, np.mean([each.mean_times(names) for each in found], axis=0))
    return Content(cells[0].game.name, sum(map(len, found)), false_discoveries, table)


def _of_one_game(cells: Sequence[RecordedCell], name: str | None) -> list[RecordedCell]:
    names = list(dict.fromkeys(cell.game.name for cell in cells))
    if name is None and len(names) > 1:
        raise TolsimError(f"there are games of {' and '.join(names)}: name one")
    if name is not None and name not in names:
        raise unknown("game of the folder", name, names)
    return [cell for cell in cells if name in (None, cell.game.name)]


def _chosen(found: Sequence[SeenGames], kinds: Sequence[str] | None) -> list[Name]:
    names = list(dict.fromkeys(name for each in found for name in each.used))
    known = list(dict.fromkeys(name.kind for name in names))
    for kind in kinds or ():
        if kind not in known:
            raise unknown("kind of content", kind, known)
    return [name for name in names if kinds is None or name.kind in kinds]


def _table(names: Sequence[Name], samples: Sequence[Sample], times: np.ndarray) -> pd.DataFrame:
    import pandas as pd
    from scipy.stats import false_discovery_control

    found = associate(samples)
    q_values = np.full(len(names), np.nan)
    tested = ~np.isnan(found.p_value)
    if tested.any():
        q_values[tested] = false_discovery_control(found.p_value[tested], method="bh")
    table = pd.DataFrame(
        {
            "content": [name.content for name in names],
            "kind": [name.kind for name in names],
            "used": found.used,
            "times": times,
            "win_rate_with": found.rate_with,
            "low_with": found.low_with,
            "high_with": found.high_with,
            "win_rate_without": found.rate_without,
            "low_without": found.low_without,
            "high_without": found.high_without,
            "effect": found.effect,
            "low": found.low,
            "high": found.high,
            "q_value": q_values,
            "compared": found.compared,
            "deals": found.deals,
        }
    )
    order = table["effect"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)
