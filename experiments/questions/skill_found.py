"""What a ladder of agents says of a game: biased rules, a gap of skill, and luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tolsim.experiments.questions.plots import bars, plotly
from tolsim.experiments.statistics import Rate
from tolsim.experiments.verdict import BALANCED, IMBALANCED

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


@dataclass(frozen=True)
class Rung:
    """What one agent on the ladder showed.

    Attributes
    ----------
    agent, games
        Agent, and its games against itself.
    first_seat
        Share of the first seat in them.
    verdict, more_games
        On the balance between two of this skill.
    against_below
        Its share against the agent below, both seats; None of the lowest.
    """

    agent: str
    games: int
    first_seat: Rate
    verdict: str
    more_games: int | None
    against_below: Rate | None


@dataclass(frozen=True)
class SkillVerdict:
    """What the ladder says.

    Attributes
    ----------
    game, seats
        Names.
    rungs
        From the weakest to the strongest.
    top_against_bottom
        Share of the highest against the lowest, both seats.
    gap_games
        Games of each pair of unequal agents.
    delta
        Half the width of what counts as balanced.
    """

    game: str
    seats: tuple[str, str]
    rungs: tuple[Rung, ...]
    top_against_bottom: Rate
    gap_games: int
    delta: float

    @property
    def upsets(self) -> Rate:
        """Share that the lowest wins against the highest all the same: luck."""
        won = self.top_against_bottom
        return Rate(1 - won.rate, 1 - won.high, 1 - won.low)

    @property
    def sentence(self) -> str:
        """Tell biased rules, a gap of skill and luck apart."""
        return f"{self._balance()}; {self._gap()}; {self._luck()}"

    def _balance(self) -> str:
        """What play between equals says, the strongest first."""
        top = self.rungs[-1]
        seat, margin = self._favoured_seat(top), f"±{100 * self.delta:g} points"
        figures = f"{_text(self._favoured(top))}, {top.games:,} games, {top.agent} on both sides"
        biased = [rung for rung in self.rungs[:-1] if rung.verdict == IMBALANCED]
        if top.verdict == IMBALANCED:
            also = [rung for rung in biased if self._favoured_seat(rung) == seat]
            other = [rung for rung in biased if rung not in also]
            weaker = []
            if also:
                weaker.append(f"also between {self._listed(also)}")
            if other:
                weaker.append(f"but weaker players favour the other side ({self._listed(other)})")
            return (
                f"biased rules: between the strongest {seat} wins {figures}, outside {margin}, "
                f"{', '.join(weaker) or 'and only there for certain'}"
            )
        favoured = f"{seat} wins {figures}"
        weak = (
            f"a bias shows only among weaker players ({self._listed(biased)})"
            if biased
            else "no weaker rung shows a bias for certain"
        )
        if top.verdict == BALANCED:
            return f"no biased rules: between the strongest {favoured}, within {margin}; {weak}"
        more = (
            "" if top.more_games is None else f", about {top.more_games:,} more games should tell"
        )
        return f"undecided whether the rules are biased: {favoured}{more}; {weak}"

    def _listed(self, rungs: Sequence[Rung]) -> str:
        """Tell whom agents favour, and how much."""
        return ", ".join(
            f"{rung.agent}: {self._favoured_seat(rung)} {_text(self._favoured(rung))}"
            for rung in rungs
        )

    def _favoured_seat(self, rung: Rung) -> str:
        return self.seats[0 if rung.first_seat.rate >= 0.5 else 1]

    def _favoured(self, rung: Rung) -> Rate:
        share = rung.first_seat
        return share if share.rate >= 0.5 else Rate(1 - share.rate, 1 - share.high, 1 - share.low)

    def _gap(self) -> str:
        """How much the better player wins."""
        steps = []
        for below, rung in zip(self.rungs, self.rungs[1:], strict=False):
            assert rung.against_below is not None
            steps.append(f"{rung.agent} {_text(rung.against_below)} against {below.agent}")
            if rung.against_below.high < 0.5:
                steps[-1] += ", so it is the weaker one"
            elif rung.against_below.low <= 0.5:
                steps[-1] += ", so no stronger for certain"
        return f"skill gap: {', '.join(steps)}, {self.gap_games:,} games each"

    def _luck(self) -> str:
        top, bottom = self.rungs[-1].agent, self.rungs[0].agent
        return f"luck: {bottom} still wins {_text(self.upsets)} against {top}"

    def frame(self) -> pd.DataFrame:
        """One row a rung, the weakest first.

        Columns: ``agent``; ``games`` against itself; ``first_seat``, the first seat's share of them
        with its interval ``low`` to ``high``; ``verdict``, ``more_games``; ``against_below`` with
        ``below_low`` to ``below_high``, its share against the rung below.
        """
        import pandas as pd

        return pd.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for rung in self.rungs:
            below = rung.against_below or (None, None, None)
            rows.append(
                {
                    "agent": rung.agent,
                    "games": rung.games,
                    "first_seat": rung.first_seat.rate,
                    "low": rung.first_seat.low,
                    "high": rung.first_seat.high,
                    "verdict": rung.verdict,
                    "more_games": rung.more_games,
                    "against_below": below[0],
                    "below_low": below[1],
                    "below_high": below[2],
                }
            )
        return rows

    def figure(self) -> go.Figure:
        """Skill curve: the first seat's share between equals, and the share against the rung below.

        Raises
        ------
        TolsimError
            If plotly is not installed.
        """
        go = plotly()
        drawn = go.Figure()
        agents = [rung.agent for rung in self.rungs]
        below = [rung.against_below for rung in self.rungs[1:] if rung.against_below]
        curves = {
            f"{self.seats[0]}, agent against itself": (agents, [r.first_seat for r in self.rungs]),
            "agent against the one below, both seats": (agents[1:], below),
        }
        for name, (places, shares) in curves.items():
            middle, low, high = zip(*shares, strict=True)
            shown = bars(middle, low, high)
            drawn.add_scatter(x=places, y=middle, error_y=shown, name=name, mode="lines+markers")
        drawn.add_hrect(y0=0.5 - self.delta, y1=0.5 + self.delta, opacity=0.15, line_width=0)
        drawn.update_layout(
            title=f"{self.game}: balance by skill",
            xaxis={"title": "agent, from the weakest", "categoryarray": agents},
            yaxis={"title": "share of games won", "range": [0, 1], "tickformat": ".0%"},
        )
        return drawn

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {
            "game": self.game,
            "agents": [rung.agent for rung in self.rungs],
            "seats": list(self.seats),
            "delta": self.delta,
            "rungs": self._rows(),
            "gap_games": self.gap_games,
            "upsets": self.upsets._asdict(),
            "sentence": self.sentence,
        }


def _text(share: Rate) -> str:
    return f"{100 * share.rate:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f} %)"
