"""Compiles what a study's games need before its clock starts, and tells so."""

from __future__ import annotations

from tolsim.core.registry import make
from tolsim.experiments.first_use import compile_if_needed, entries_for
from tolsim.experiments.studies.study_file import Study


def compile_what_is_needed(study: Study) -> None:
    """Compile the entries that the study's agents use, a game at a time."""
    needed: dict[str, set[str]] = {}
    for game, agents in dict.fromkeys((each.cell.game, each.cell.agents) for each in study.cells):
        cell = next(
            each.cell
            for each in study.cells
            if (each.cell.game, each.cell.agents) == (game, agents)
        )
        entries = entries_for(make(game), cell.run(1).agents)
        needed.setdefault(game, set()).update(entries)
    for game, entries in needed.items():
        compile_if_needed(make(game), entries)
