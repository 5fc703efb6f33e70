"""A comparison in words and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tolsim.experiments.questions.difference import BETTER, NO_DIFFERENCE, UNDECIDED
from tolsim.experiments.questions.plots import bars, plotly

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from tolsim.experiments.questions.comparison import Comparison


def sentence(found: Comparison) -> str:
    """Write the finding with its figures."""
    figures, other, this = _figures(found), *found.names
    margin = _amount(found, found.delta)
    if found.verdict == NO_DIFFERENCE:
        edge = _edge(found)
        return f"no difference beyond ±{margin} between {this} and {other}: {figures}{edge}"
    if found.verdict == UNDECIDED:
        more = (
            "no sensible number of games decides"
            if found.more_games is None
            else f"about {found.more_games:,} more games{_each(found)} should tell whether they "
            f"differ, or by less than {margin}"
        )
        return f"undecided between {this} and {other}: {figures}; {more}"
    if found.kind == "agents":
        return f"{this} is {found.verdict} than {other}: {figures}"
    wins = "wins" if found.measure == "share" else "gets"
    more = "more" if found.verdict == BETTER else "less"
    return f"{found.seat} {wins} {more} under {this} than under {other}: {figures}"


def _edge(found: Comparison) -> str:
    """Say that a difference too small to matter is there all the same."""
    if found.low <= 0 <= found.high:
        return ""
    ahead = found.names[1 if found.low > 0 else 0]
    where = "an edge" if found.kind == "agents" else f"an edge for {found.seat}"
    return f"; {ahead} has {where}"


def _figures(found: Comparison) -> str:
    games = f"{found.games:,} games"
    if len(found.sides) == 1:
        share, low, high = (100 * (0.5 + x) for x in (found.difference, found.low, found.high))
        results = found.sides[0].results
        points = f"deals with {', '.join(results)} points: {', '.join(map(str, results.values()))}"
        return f"{found.names[1]} wins {share:.1f} % ({low:.1f}–{high:.1f} %) of {games}; {points}"
    before, now = (each.mean for each in found.sides)
    if found.measure == "share":
        level = f"{100 * now:.1f} % instead of {100 * before:.1f} %"
        change = (
            f"{100 * found.difference:+.1f} points ({100 * found.low:+.1f} to "
            f"{100 * found.high:+.1f})"
        )
    else:
        level = f"a mean return of {now:.3g} instead of {before:.3g}"
        change = f"{found.difference:+.3g} ({found.low:+.3g} to {found.high:+.3g})"
    return f"{level}, {change}, {games} each"


def _amount(found: Comparison, value: float) -> str:
    return f"{100 * value:g} points" if found.measure == "share" else f"{value:g}"


def _each(found: Comparison) -> str:
    return "" if len(found.sides) == 1 else " each"


def figure(found: Comparison) -> go.Figure:
    """Draw the difference with its interval at every look, and ±delta."""
    go = plotly()
    games = [look.games for look in found.looks]
    middle = [look.difference for look in found.looks]
    shown = bars(middle, [look.low for look in found.looks], [look.high for look in found.looks])
    drawn = go.Figure(go.Scatter(x=games, y=middle, error_y=shown, mode="lines+markers"))
    for border in (-found.delta, 0.0, found.delta):
        drawn.add_hline(y=border, line_dash="solid" if border == 0 else "dash", line_width=1)
    drawn.update_layout(
        title=f"{found.names[1]} against {found.names[0]}: {found.verdict}",
        xaxis={"title": "games" + _each(found), "type": "log"},
        yaxis_title=f"difference of {found.measure}",
    )
    return drawn
