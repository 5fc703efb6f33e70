"""How a report's games are played again: commands, and the ids that they must show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tolsim.experiments import storage
from tolsim.experiments.questions.recorded import RecordedCell
from tolsim.experiments.reports.page_parts import Section, table_of
from tolsim.experiments.result import MatchResult
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.studies.store import Store
from tolsim.experiments.tables import match_command

COMMANDS = 20
"""Commands that are told; of a larger study, each cell's is like these."""


def reproduce(
    result: MatchResult | StudyResult, cells: Sequence[RecordedCell], folder: str
) -> Section:
    """Section that tells how each cell's games are played again."""
    import pandas as pd

    same = "wherever the ruleset's and the run's id are the same"
    text = [f"The same command plays the same games, on any number of cores, {same}."]
    versions = versions_of(folder)
    if versions:
        told = ", ".join(f"{name} {number}" for name, number in versions.items())
        text.append(f"Played with {told}.")
    if isinstance(result, StudyResult):
        text.append("A cell of the study is this match:")
    if len(cells) > COMMANDS:
        text.append(f"(the first {COMMANDS} of {len(cells)} cells)")
    frame = pd.DataFrame(
        {
            "cell": [cell.name for cell in cells],
            "games": [cell.tally.games for cell in cells],
            "seed": [str(cell.seed) for cell in cells],
            "ruleset": [cell.game.ruleset_id for cell in cells],
            "run": [cell.run for cell in cells],
        }
    )
    return Section(
        "How it is played again",
        text,
        table=table_of(frame, dict.fromkeys(frame.columns)),
        commands=[command(cell) for cell in cells[:COMMANDS]],
    )


def command(cell: RecordedCell) -> str:
    """``tolsim match`` with all that decides a cell's games."""
    summary: dict[str, Any] = {
        "game": cell.game.name,
        "variant": cell.game.variant,
        "overrides": dict(cell.game.overrides),
        "seed": cell.seed,
        "games": cell.tally.games,
        "agents": [{"agent": agent} for agent in cell.agents],
    }
    return str(match_command(summary))


def versions_of(folder: str) -> dict[str, str]:
    """Versions of what played the games, as the folder tells them."""
    path = Path(folder) / storage.MANIFEST
    if path.is_file():
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    else:
        manifest = Store(folder).manifest() or {}
    return dict(manifest.get("versions", {}))
