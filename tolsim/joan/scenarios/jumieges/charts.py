"""The scenario's priority charts: data, checked against the units that are in the scenario."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.rules import Ruleset
from tolsim.joan.data_file import naming_the_line, read_data

CARRIER = "carrier of a Relic"
IN_CHURCH = "in the church"
NOT_RANKED = 99
"""Rank of who is in no line of a chart."""
MOST_LINES = 15
"""Lines that a rank list has room for."""


def chart_lines(
    name: str, text: str, units: Collection[str], further: Collection[str] = ()
) -> list[str]:
    """Lines of a chart, first to last.

    Parameters
    ----------
    name
        Its name among the rules.
    text
        The lines, separated by commas.
    units
        Units that it must name, each once.
    further
        Lines it may have beside them.

    Raises
    ------
    TolsimError
        If it names what is not in the scenario, or something twice, or leaves a unit out.
    """
    lines = [line.strip() for line in text.split(",")]
    for line in lines:
        if line not in units and line not in further:
            raise unknown(f"line of {name}", line, [*units, *further])
        if lines.count(line) > 1:
            raise TolsimError(f"{name} names {line} twice")
    for unit in units:
        if unit not in lines:
            raise TolsimError(f"{name} leaves out {unit}, which is in the scenario")
    if len(lines) > MOST_LINES:
        raise TolsimError(f"{name} has {len(lines)} lines, more than {MOST_LINES}")
    return lines


def further_lines(name: str) -> tuple[str, ...]:
    """Lines that a chart may have beside the units of its side."""
    return (CARRIER, IN_CHURCH) if name == "charts.leviathan" else ()


def load_charts(path: Path, sides: dict[str, Collection[str]]) -> dict[str, list[str]]:
    """Read a file of charts and check it.

    Parameters
    ----------
    path
        The file.
    sides
        Chart to the units that it must name.

    Raises
    ------
    TolsimError
        For a mistake, naming file and line.
    """
    charts = read_data(path)["charts"]
    found = {}
    for name, units in sides.items():
        with naming_the_line(path, f"charts.{name}", "value"):
            if name not in charts:
                raise TolsimError(f"charts.{name} is missing")
            found[name] = chart_lines(
                f"charts.{name}", charts[name]["value"], units, further_lines(f"charts.{name}")
            )
        with naming_the_line(path, f"charts.{name}", "alternatives"):
            for text in charts[name].get("alternatives", ()):
                chart_lines(f"charts.{name}", text, units, further_lines(f"charts.{name}"))
    return found


def ranks(ruleset: Ruleset, name: str, slots: Sequence[str], side: Collection[str]) -> np.ndarray:
    """Rank of each slot by the chart in force, 0 and up: int64 [U]."""
    lines = lines_in_force(ruleset, name, side)
    return np.array([lines.index(unit) if unit in side else NOT_RANKED for unit in slots], np.int64)


def rank_of_line(ruleset: Ruleset, name: str, line: str, side: Collection[str]) -> np.ndarray:
    """Rank of a line that is no unit's, int64."""
    lines = lines_in_force(ruleset, name, side)
    return np.array(lines.index(line) if line in lines else NOT_RANKED, np.int64)


def lines_in_force(ruleset: Ruleset, name: str, side: Collection[str]) -> list[str]:
    """Lines of a chart in force, checked like the file's."""
    return chart_lines(name, str(ruleset.value(name)), side, further_lines(name))
