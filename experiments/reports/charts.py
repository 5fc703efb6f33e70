"""Figures of a report; each draws a frame of :mod:`tolsim.experiments.reports.measured`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

COLOURS = ("#1f5a99", "#c8553d", "#3a7d44", "#8a5a9e", "#b8860b", "#2a9d9d", "#6c6f7a", "#d4789a")
LINES = 8
"""Cells drawn one by one; of more, all are drawn together."""
BARS = 60
"""Bars of a distribution at most."""
ROW_HEIGHT = 26


def win_rates(rates: pd.DataFrame, delta: float) -> go.Figure:
    """First seat's win rate in every cell with its interval; the band is what counts as balanced.

    Parameters
    ----------
    rates
        From :func:`~tolsim.experiments.reports.measured.seat_rates`.
    delta
        Half the width of the band around 50 %.
    """
    first = rates.drop_duplicates("cell").iloc[::-1]
    figure = _figure(f"win rate of {_seats(first)}, %, with 95 % interval", rows=len(first))
    figure.add_vrect(
        50 - 100 * delta, 50 + 100 * delta, fillcolor="#e7ecf2", line_width=0, layer="below"
    )
    figure.add_vline(50, line={"width": 1, "color": "#9aa5b1"})
    figure.add_scatter(
        x=100 * first["win_rate"],
        y=first["cell"],
        mode="markers",
        marker={"size": 10, "color": COLOURS[0]},
        error_x=_error(first, "win_rate"),
        customdata=first[["games"]],
        hovertemplate="%{y}: %{x:.1f} % of %{customdata[0]:,} games<extra></extra>",
    )
    return figure


def _seats(first: pd.DataFrame) -> str:
    seats = list(dict.fromkeys(first["seat"]))
    return str(seats[0]) if len(seats) == 1 else "the first seat"


def outcome_classes(shares: pd.DataFrame) -> go.Figure:
    """Shares of the classes of outcomes of one player, a bar a cell."""
    return _stacked(shares, "outcome")


def reasons(counted: pd.DataFrame) -> go.Figure:
    """Shares of the reasons why games ended, a bar a cell."""
    return _stacked(counted, "reason")


def _stacked(shares: pd.DataFrame, by: str) -> go.Figure:
    figure = _figure("share of games, %", rows=shares["cell"].nunique())
    for place, (name, rows) in enumerate(shares.groupby(by, sort=False)):
        rows = rows.iloc[::-1]
        figure.add_bar(
            x=100 * rows["share"],
            y=rows["cell"],
            name=str(name),
            orientation="h",
            marker={"color": COLOURS[place % len(COLOURS)]},
            hovertemplate="%{y}: %{x:.1f} %",
        )
    figure.update_layout(barmode="stack", showlegend=True, legend={"orientation": "h", "y": 1.15})
    figure.update_yaxes(categoryorder="array", categoryarray=list(shares["cell"].unique()[::-1]))
    return figure


def skill_curve(curve: pd.DataFrame) -> go.Figure:
    """First seat's win rate by the agents in both seats, a line for each other factor."""
    figure = _figure("agents in every seat", height=420)
    for place, (name, rows) in enumerate(curve.groupby("others", sort=False)):
        figure.add_scatter(
            x=rows["agents"],
            y=100 * rows["win_rate"],
            name=str(name),
            mode="lines+markers",
            line={"color": COLOURS[place % len(COLOURS)]},
            error_y=_error(rows, "win_rate"),
        )
    figure.add_hline(50, line={"width": 1, "color": "#9aa5b1"})
    figure.update_layout(
        yaxis_title=f"win rate of {_seats(curve)}, %", showlegend=curve["others"].nunique() > 1
    )
    figure.update_xaxes(
        type="category", categoryorder="array", categoryarray=list(curve["agents"].unique())
    )
    return figure


def distribution(counted: pd.DataFrame, what: str, title: str) -> go.Figure:
    """Shares of games by a whole number: a line a cell, or bars where one or very many are drawn.

    Parameters
    ----------
    counted
        Columns ``cell``, ``what`` and ``games``.
    what
        Column of the number.
    title
        Of the axis.
    """
    width = _bin_width(int(counted[what].max()) - int(counted[what].min()) + 1)
    figure = _figure(title, height=380)
    names = list(counted["cell"].unique())
    if not 1 < len(names) <= LINES:
        rows = binned(counted, what, width)
        figure.add_bar(
            x=rows[what], y=rows["share"], width=width, marker={"color": COLOURS[0]}, name="all"
        )
    else:
        for place, name in enumerate(names):
            rows = binned(counted[counted["cell"] == name], what, width)
            figure.add_scatter(
                x=rows[what],
                y=rows["share"],
                name=name,
                line={"color": COLOURS[place % len(COLOURS)], "shape": "hvh"},
            )
        figure.update_layout(showlegend=True, legend={"orientation": "h", "y": 1.2})
    figure.update_layout(yaxis_title="share of games, %", bargap=0.05)
    return figure


def _bin_width(span: int) -> int:
    """Width of a bar, a round number.

    >>> _bin_width(30), _bin_width(100), _bin_width(1000)
    (1, 2, 20)
    """
    width, steps = 1, (2, 2.5, 2)
    k = 0
    while span / width > BARS:
        width = int(width * steps[k % 3])
        k += 1
    return width


def binned(counted: pd.DataFrame, what: str, width: int) -> pd.DataFrame:
    """Percentages of games by bins of a number, each told by its middle."""
    start = counted[what] // width * width
    games = counted.groupby(start)["games"].sum()
    found = (100 * games / games.sum()).rename("share").reset_index()
    found[what] = found[what] + (width - 1) / 2
    return found


def _figure(xaxis_title: str, *, rows: int = 0, height: int | None = None) -> go.Figure:
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.update_layout(
        template="simple_white",
        height=height or 130 + ROW_HEIGHT * rows,
        xaxis_title=xaxis_title,
        yaxis={"automargin": True},
        margin={"l": 10, "r": 20, "t": 20, "b": 50},
        showlegend=False,
    )
    return figure


def _error(rows: pd.DataFrame, column: str) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": 100 * (rows["high"] - rows[column]),
        "arrayminus": 100 * (rows[column] - rows["low"]),
        "thickness": 1.5,
        "width": 3,
    }
