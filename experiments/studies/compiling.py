"""Compiles what a study's games need before its clock starts, and tells so."""

from __future__ import annotations

from tolsim.core.registry import make
from tolsim.experiments.first_use import compile_if_needed, entries_for
from tolsim.experiments.studies.study_file import Study


def compile_what_is_needed(study: Study) -> None:
    """Compile the entries that the study's agents use, a game at a time."""
    needed: dict[str, set[str]] = {}
    cells = {(each.cell.game, each.cell.agents): each.cell for each in study.cells}
    for (game, _), cell in cells.items():
        needed.setdefault(game, set()).update(entries_for(make(game), cell.run(1).agents))
    for game, entries in needed.items():
        compile_if_needed(make(game), entries)
