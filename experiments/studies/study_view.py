"""A study on the screen: its cells while they are played, and a table of them behind it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tolsim.core.registry import make
from tolsim.experiments import tables, terminal
from tolsim.experiments.statistics import Tally
from tolsim.experiments.studies.result import StudyResult, is_missing
from tolsim.experiments.studies.study import StudyProgress
from tolsim.experiments.studies.study_file import Study

SECONDS_BETWEEN_LINES = 10.0
CELLS_SHOWN = 20


@contextlib.contextmanager
def progress(study: Study) -> Iterator[Callable[[StudyProgress], None]]:
    """Show a study's cells on stderr: live on a terminal, else a line every ten seconds."""
    console = terminal.notices()
    if not console.is_terminal:
        told = time.monotonic()

        def tell(now: StudyProgress) -> None:
            nonlocal told
            if time.monotonic() - told >= SECONDS_BETWEEN_LINES:
                told = time.monotonic()
                console.print(progress_text(now), markup=False, soft_wrap=True)

        yield tell
        return
    with Live(Text("starting"), console=console, transient=True, refresh_per_second=4) as live:
        yield lambda now: live.update(Group(_dashboard(study, now), Text(progress_text(now))))


def progress_text(now: StudyProgress) -> str:
    """Write cells and games done, speed, and the time that is left at most."""
    words = [
        f"{now.finished:,} of {len(now.cells):,} cells",
        f"{now.games:,} of {now.total:,} games",
    ]
    if now.rate > 0 and now.games < now.total:
        left = timedelta(seconds=round((now.total - now.games) / now.rate))
        words.append(f"{now.rate:,.1f} games/s, {left} left at most")
    return ", ".join(words)


def _dashboard(study: Study, now: StudyProgress) -> Table:
    """Cells that were begun and not finished, and the last that were."""
    table = Table("cell")
    for heading in ("games", "first seat wins", "95 % interval"):
        table.add_column(heading, justify="right")
    begun = [k for k, tally in enumerate(now.cells) if tally.games]
    for k in begun[-CELLS_SHOWN:]:
        table.add_row(escape(_name(study, k)), *_so_far(now.cells[k]))
    return table


def _name(study: Study, place: int) -> str:
    each = study.cells[place]
    return ", ".join(map(str, each.factors.values())) or each.cell.text


def _so_far(tally: Tally) -> tuple[str, str, str]:
    if len(tally.seats) == 1:
        best = next(iter(tally.classes[0].values())).rate()
        return f"{tally.games:,}", tables.percent(best.rate), tables.interval(best.low, best.high)
    rate = tally.seats[0].rate()
    return f"{tally.games:,}", tables.percent(rate.rate), tables.interval(rate.low, rate.high)


def show(result: StudyResult) -> None:
    """Show a finished study: a row a cell, and what each says."""
    console = terminal.results()
    frame = result.frame()
    console.print(cells_table(result, frame))
    if "sentence" in frame and len(frame) == 1:
        console.print(frame["sentence"][0], markup=False, style="bold", soft_wrap=True)
    games, seconds = int(frame["games"].sum()), float(frame["seconds"].sum())
    console.print(f"{len(frame):,} cells, {games:,} games, {seconds:,.0f} s of play", markup=False)
    console.print(f"games: {result.address}", markup=False, soft_wrap=True)


def cells_table(result: StudyResult, frame: Any) -> Table:
    """A row a cell: its factors, games, win rate of the first seat and verdict."""
    factors = list(dict.fromkeys(name for each in result.study.cells for name in each.factors))
    table = Table(*map(escape, factors), title=escape(result.study.title))
    seats = {make(cell.game).seats[0] for cell in result.cells}
    first = seats.pop() if len(seats) == 1 else "first seat"
    for heading in ("games", "decisions", f"{first} wins", "95 % interval"):
        table.add_column(escape(heading), justify="right")
    table.add_column("verdict")
    for each, row in zip(result.study.cells, frame.to_dict("records"), strict=True):
        seat = make(each.cell.game).seats[0]
        known = not is_missing(row.get(f"win_rate_{seat}"))
        table.add_row(
            *(escape(tables.value_text(each.factors.get(name, ""))) for name in factors),
            f"{row['games']:,}",
            f"{row['decisions']:,.1f}",
            tables.percent(row[f"win_rate_{seat}"]) if known else "",
            tables.interval(row[f"low_{seat}"], row[f"high_{seat}"]) if known else "",
            "" if is_missing(row.get("verdict")) else escape(row["verdict"]),
        )
    return table
