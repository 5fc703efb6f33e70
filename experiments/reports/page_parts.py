"""What a report's page is made of: sections, with tables that can be sorted and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

MINUS = "−"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what is shown, and the value by which its column is sorted."""

    text: str
    value: str | float
    number: bool


@dataclass(frozen=True)
class Table:
    """A table; every column can be sorted."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    numbers: Sequence[bool]


@dataclass(frozen=True)
class Section:
    """A part of the page under a heading of its own.

    Attributes
    ----------
    title
        Heading.
    text
        Paragraphs before the figures.
    figures
        In order, each as the JSON of its data and layout.
    table
        Behind the figures.
    folded
        Whether the table is folded away until it is asked for; how it is then called.
    commands
        Lines to be typed.
    """

    title: str
    text: Sequence[str] = ()
    figures: Sequence[str] = ()
    table: Table | None = None
    folded: str = ""
    commands: Sequence[str] = field(default_factory=tuple)


def table_of(frame: pd.DataFrame, columns: Mapping[str, Callable[[Any], str] | None]) -> Table:
    """Lay a frame out as a table.

    Parameters
    ----------
    frame
        Its rows.
    columns
        Heading, or column of the same name, to how a value is written; None: as it is. A heading
        such as ``"low to high"`` is a column pair.
    """
    rows = []
    for row in frame.to_dict("records"):
        rows.append([_cell(row, name, write) for name, write in columns.items()])
    numbers = [all(row[k].number for row in rows) for k in range(len(columns))]
    return Table([_heading(name) for name in columns], rows, numbers)


def _heading(column: str) -> str:
    return "95 % interval" if column == "low to high" else column.replace("_", " ")


def _cell(row: Mapping[Any, Any], name: str, write: Callable[[Any], str] | None) -> Cell:
    if " to " in name and name not in row:
        low, high = (row[each] for each in name.split(" to "))
        if math.isnan(low):
            return Cell("", -math.inf, True)
        assert write is not None
        return Cell(f"{write(low)} to {write(high)}", low, True)
    value = row[name]
    if isinstance(value, bool):
        return Cell("yes" if value else "", float(value), False)
    if isinstance(value, int | float):
        missing = math.isnan(value)
        text = "" if missing else (write or "{:,}".format)(value)
        return Cell(text, -math.inf if missing else value, True)
    text = "" if value is None else str(value)
    return Cell(text, text, False)


def percent(value: float) -> str:
    """Write a share as a percentage.

    >>> percent(0.5123)
    '51.2 %'
    """
    return f"{100 * value:.1f} %"


def points(value: float) -> str:
    """Write a difference of shares in points.

    >>> points(-0.0512), points(0.1)
    ('−5.1', '+10.0')
    """
    return f"{100 * value:+.1f}".replace("-", MINUS)


def figure_json(figure: go.Figure) -> str:
    """Write a figure's data and layout as JSON that may stand inside a script element."""
    from plotly.io import to_json

    # "</script>" inside a text would end the element.
    return str(to_json(figure, engine="json")).replace("<", "\\u003c")
