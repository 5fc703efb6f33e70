"""What a tournament found: payoffs, ratings, ranks and how sure they are. K agents, Q pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.experiments.questions.game_theory import alpha_rank, nash_average
from tolsim.experiments.questions.plots import bars, plotly
from tolsim.experiments.questions.ratings import Ratings, log_odds, pairs_of, rate
from tolsim.experiments.statistics import Rate, Shares

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

PRIOR = "ratings begin with a weak belief in equals, worth a game for each agent but one"


@dataclass(frozen=True)
class Tournament:
    """What a tournament found.

    Attributes
    ----------
    game
        Name.
    agents
        In the order given.
    games
        All that were played.
    won, met
        float64 [deals, Q]: points of the first of each pair against the second on each deal, 1 a
        win and 1/2 a draw, and games in which they met.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    won: np.ndarray
    met: np.ndarray

    @cached_property
    def ratings(self) -> Ratings:
        """Bradley–Terry ratings on Elo's scale, 0 on average."""
        return rate(self.won, self.met, len(self.agents))

    @cached_property
    def shares(self) -> dict[tuple[int, int], Rate]:
        """Share that an agent wins against another with its 95 % interval, of all that met."""
        found = {}
        for k, (i, j) in enumerate(pairs_of(len(self.agents))):
            if self.met[:, k].any():
                share = _share(self.won[:, k], self.met[:, k])
                found[i, j] = share
                found[j, i] = Rate(1 - share.rate, 1 - share.high, 1 - share.low)
        return found

    @cached_property
    def complete(self) -> bool:
        """Whether every agent met every other."""
        return len(self.shares) == len(self.agents) * (len(self.agents) - 1)

    def payoffs(self) -> pd.DataFrame:
        """Share that each agent (row) wins against each other (column), 1/2 against itself."""
        import pandas as pd

        return pd.DataFrame(self._payoffs(), index=self.agents, columns=self.agents)

    def _payoffs(self) -> np.ndarray:
        matrix = np.full((len(self.agents), len(self.agents)), np.nan)
        np.fill_diagonal(matrix, 0.5)
        for place, share in self.shares.items():
            matrix[place] = share.rate
        return matrix

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        ratings = self.ratings
        lowest, highest, best = ratings.ranks()
        rows: list[dict[str, Any]] = [
            {
                "agent": agent,
                "rating": float(ratings.rating[k]),
                "low": float(ratings.low[k]),
                "high": float(ratings.high[k]),
                "best_rank": int(lowest[k]),
                "worst_rank": int(highest[k]),
                "chance_of_best": float(best[k]),
                "share": self._share_of(k),
            }
            for k, agent in enumerate(self.agents)
        ]
        if self.complete:
            self._add_game_theory(rows)
        return sorted(rows, key=lambda row: -row["rating"])

    def _share_of(self, agent: int) -> float:
        """Points of an agent of all its meetings."""
        won = met = 0.0
        for k, (i, j) in enumerate(pairs_of(len(self.agents))):
            if agent in (i, j):
                points, games = float(self.won[:, k].sum()), float(self.met[:, k].sum())
                won += points if agent == i else games - points
                met += games
        return won / met

    def _add_game_theory(self, rows: list[dict[str, Any]]) -> None:
        mixture, against = nash_average(log_odds(self.won, self.met, len(self.agents)))
        alpha = alpha_rank(self._payoffs())
        for k, row in enumerate(rows):
            row["nash"], row["nash_rating"] = float(mixture[k]), float(against[k])
            if alpha is not None:
                row["alpha_rank"] = float(alpha[k])

    def frame(self) -> pd.DataFrame:
        """One row an agent, the highest rating first.

        Columns: ``agent``; ``rating`` on Elo's scale with its 95 % interval ``low`` to ``high``;
        ``best_rank`` to ``worst_rank``, the ranks it has in 95 of 100 draws from the ratings'
        errors; ``chance_of_best``, the share of draws in which it is first; ``share`` of points
        of all its games; where all met, ``nash``, its share in the mixture that nobody beats,
        ``nash_rating`` against that mixture, and ``alpha_rank`` where OpenSpiel is installed.
        """
        import pandas as pd

        return pd.DataFrame(self._rows)

    @property
    def sentence(self) -> str:
        """Who leads, how sure it is, and by how much."""
        first, second = self._rows[:2]
        lead = first["rating"] - second["rating"]
        shared = [row["agent"] for row in self._rows if row["best_rank"] == 1]
        figures = (
            f"{first['rating']:+.0f} ({first['low']:+.0f} to {first['high']:+.0f}), {lead:.0f} "
            f"above {second['agent']}, {self.games:,} games"
        )
        if len(shared) > 1:
            return (
                f"{', '.join(shared)} may each be the best: {first['agent']} is rated highest, "
                f"{figures}"
            )
        return f"{first['agent']} is the best: rated {figures}"

    def figure(self) -> go.Figure:
        """Ratings with their intervals.

        Raises
        ------
        TolsimError
            If plotly is not installed.
        """
        go = plotly()
        columns = {key: [row[key] for row in self._rows] for key in self._rows[0]}
        shown = bars(columns["rating"], columns["low"], columns["high"])
        drawn = go.Figure(
            go.Scatter(x=columns["rating"], y=columns["agent"], error_x=shown, mode="markers")
        )
        drawn.update_layout(
            title=f"Ratings in {self.game}",
            xaxis_title="rating on Elo's scale, 95 % interval",
            yaxis={"autorange": "reversed"},
        )
        return drawn

    def payoff_figure(self) -> go.Figure:
        """Share that each agent wins against each other, as a picture."""
        go = plotly()
        matrix = self._payoffs()
        drawn = go.Figure(
            go.Heatmap(
                z=matrix, x=self.agents, y=self.agents, zmin=0, zmax=1, colorscale="RdBu",
                text=np.round(100 * matrix, 1), texttemplate="%{text} %",
            )
        )  # fmt: skip
        drawn.update_layout(
            title=f"Share that the row wins against the column in {self.game}",
            yaxis={"autorange": "reversed"},
        )
        return drawn

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        pairs = [
            {"agent": self.agents[i], "against": self.agents[j], **share._asdict()}
            for (i, j), share in self.shares.items()
        ]
        return {
            "game": self.game,
            "games": self.games,
            "prior": PRIOR,
            "agents": self._rows,
            "pairs": pairs,
            "sentence": self.sentence,
        }


def _share(won: np.ndarray, met: np.ndarray) -> Rate:
    """Share of the points on the deals on which two met, with its interval."""
    there = met > 0
    games = int(met.max())
    counted = Shares(2 * games)
    counted.add(np.rint(won[there] / met[there] * 2 * games).astype(np.int64))
    return counted.rate()
