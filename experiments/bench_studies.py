"""What studies cost beside the games themselves: ``python -m tolsim.experiments.bench_studies``.

Measured alternately in one run, on one core: games in a bare batch loop; the same games as a study,
with tables, counts and files; the time until the first block of a study of 1,000 cells is finished;
and a report of 100,000 games.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from rich.table import Table

from tolsim.agents import as_agent
from tolsim.agents.in_loops import in_loops
from tolsim.core.errors import TolsimError
from tolsim.core.registry import make
from tolsim.experiments import terminal
from tolsim.experiments.run import Run, deals, seatings
from tolsim.experiments.studies.study import MOST_GAMES, StudyProgress, run_study
from tolsim.experiments.studies.study_file import study_of

GAME = "abyss"
GAMES = 100_000
REPETITIONS = 5
CELLS = 1000


def bare_seconds(games: int) -> float:
    """Seconds of uniform games in a batch loop that keeps nothing."""
    game = make(GAME)
    agents = (as_agent("uniform"),) * game.num_players
    run = Run(GAME, agents, games, 0)
    records, networks = in_loops(game, agents)
    tree = game.new_tree(records)
    began = time.perf_counter()
    for first in range(0, games, MOST_GAMES):
        numbers = np.arange(first, min(first + MOST_GAMES, games))
        states = game.reset(run.seed, deals(game, numbers))
        log = np.zeros((len(numbers), game.longest), np.int16)
        game.advance(
            states, records, seatings(game, run.seed, numbers),
            game.agent_streams(run.seed, numbers), log, tree, networks,
        )  # fmt: skip
    return time.perf_counter() - began


def study_seconds(games: int, folder: Path) -> float:
    """Seconds of the same games as a study in a folder."""
    study = study_of({"game": GAME, "games": games, "agents": "uniform"})
    began = time.perf_counter()
    run_study(study, folder, workers=1)
    return time.perf_counter() - began


def start_seconds(cells: int, folder: Path) -> float:
    """Seconds from reading a study of many cells to its first finished block."""
    began = time.perf_counter()
    study = study_of(
        {
            "game": GAME,
            "games": 2,
            "agents": "uniform",
            "sample": {
                "count": cells,
                "values": {
                    "stratagem.unused_points": {"low": 0, "high": 10},
                    "stratagem.dig_looked": {"low": 2, "high": 10},
                    "setup.hand_size": {"low": 2, "high": 5},
                    "setup.hero_row": {"low": 3, "high": 8},
                },
            },
        }
    )
    finished: list[float] = []

    def noted(now: StudyProgress) -> None:
        if now.games and not finished:
            finished.append(time.perf_counter() - began)

    run_study(study, folder, workers=1, on_progress=noted)
    return finished[0]


def report_seconds(folder: Path) -> float:
    """Seconds of a report on a played study."""
    from tolsim.experiments.reports.page import write_report

    began = time.perf_counter()
    write_report(folder, folder.with_suffix(".html"))
    return time.perf_counter() - began


def _measured(measures: dict[str, Callable[[], float]], repetitions: int) -> dict[str, list[float]]:
    """Seconds of each, taken in turns so that a noisy moment meets all of them."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(repetitions):
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def main() -> int:
    """Measure and show."""
    with tempfile.TemporaryDirectory() as name, terminal.busy("Measuring …"):
        root = Path(name)
        bare_seconds(2)
        study_seconds(2, root / "first")
        places = iter(range(1000))
        found = _measured(
            {
                f"bare loop, {GAMES:,} games": lambda: bare_seconds(GAMES),
                f"study, {GAMES:,} games": lambda: study_seconds(GAMES, root / str(next(places))),
            },
            REPETITIONS,
        )
        found["start of 1,000 cells"] = [start_seconds(CELLS, root / "many")]
        found[f"report of {GAMES:,} games"] = [report_seconds(root / "0")]
    table = Table("what", "seconds, median", "lowest–highest")
    for what, seconds in found.items():
        spread = f"{min(seconds):.2f}–{max(seconds):.2f}"
        table.add_row(what, f"{median(seconds):.2f}", spread)
    bare, study = (median(seconds) for seconds in list(found.values())[:2])
    console = terminal.results()
    console.print(table)
    console.print(f"a study takes {study / bare:.2f} times as long as its bare games")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except TolsimError as error:
        print(f"bench_studies: {error}", file=sys.stderr)
        sys.exit(2)
