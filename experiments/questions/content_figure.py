"""Forest plot of effects: a row each, with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

ROW_HEIGHT = 24
TOLD, NOT_TOLD = "#1f5a99", "#9aa5b1"


def forest(rows: pd.DataFrame, false_discoveries: float) -> go.Figure:
    """Draw rows of a content table, the first at the top; filled marks are told from none."""
    import plotly.graph_objects as go

    rows = rows.iloc[::-1]
    told = rows["q_value"] <= false_discoveries
    names = rows["content"] + " <i>" + rows["kind"] + "</i>"
    marker = {
        "size": 9,
        "color": [TOLD if each else "white" for each in told],
        "line": {"width": 1.5, "color": [TOLD if each else NOT_TOLD for each in told]},
    }
    figure = go.Figure(
        go.Scatter(
            x=100 * rows["effect"],
            y=names,
            mode="markers",
            marker=marker,
            error_x={
                "type": "data",
                "symmetric": False,
                "array": 100 * (rows["high"] - rows["effect"]),
                "arrayminus": 100 * (rows["effect"] - rows["low"]),
                "color": NOT_TOLD,
                "thickness": 1.5,
                "width": 0,
            },
            customdata=rows[["used", "q_value", "deals"]],
            hovertemplate=(
                "%{y}: %{x:+.1f} points<br>used in %{customdata[0]:.0%}, "
                "q %{customdata[1]:.3g}, %{customdata[2]} deals<extra></extra>"
            ),
        )
    )
    figure.add_vline(x=0, line={"width": 1, "color": "black"})
    figure.update_layout(
        template="simple_white",
        height=120 + ROW_HEIGHT * len(rows),
        xaxis_title="difference in win rate by its use, points, with 95 % interval",
        yaxis={"automargin": True},
        margin={"l": 10, "r": 20, "t": 20, "b": 60},
        showlegend=False,
    )
    return figure
