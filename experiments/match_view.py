"""A match on the screen: live progress while it is played, tables and what it found behind it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn
from rich.progress import Progress as Bar

from tolsim.experiments import tables, terminal
from tolsim.experiments.match import MatchResult, Progress
from tolsim.experiments.result import DELTA

SECONDS_BETWEEN_LINES = 10.0


@contextlib.contextmanager
def progress() -> Iterator[Callable[[Progress], None]]:
    """Show a match's progress on stderr: live on a terminal, else a line every ten seconds.

    Yields what ``play_match`` takes as ``on_progress``.
    """
    console = terminal.notices()
    if not console.is_terminal:
        yield _Lines(console)
        return
    with Bar(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
    ) as bar:
        yield _Live(bar, bar.add_task("starting"))


class _Live:
    def __init__(self, bar: Bar, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, now: Progress) -> None:
        text = escape(progress_text(now))
        self._bar.update(self._task, completed=now.games, total=now.total, description=text)


class _Lines:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES

    def __call__(self, now: Progress) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN_LINES
            text = f"{now.games:,} of {now.total:,} games, {progress_text(now)}"
            self._console.print(text, markup=False, soft_wrap=True)


def progress_text(now: Progress) -> str:
    """Write rate, time left, and the first seat's win rate or the best class's share so far."""
    words = []
    if now.rate > 0:
        left = timedelta(seconds=round(now.seconds_left))
        words = [f"{now.rate:,.1f} games/s", f"{left} left"]
    if now.games > 0 and now.classes:
        best = now.classes[0]
        words.append(f"{best.name} {_with_interval(best.share, best.low, best.high)}")
    elif now.games > 0:
        first = now.seats[0]
        words.append(f"{first.seat} wins {_with_interval(first.win_rate, first.low, first.high)}")
    return ", ".join(words)


def _with_interval(rate: float, low: float, high: float) -> str:
    return f"{tables.percent(rate)} ({tables.interval(low, high)})"


def show(result: MatchResult, *, telemetry: bool | None = None) -> None:
    """Show a finished match.

    Parameters
    ----------
    result
        The match.
    telemetry
        Whether to show the means of its telemetry; None: for one player, and for games that tell
        what their victory points come from.
    """
    game, summary = result.game, result.summary()
    console = terminal.results()
    alone = game.num_players == 1
    if not alone:
        console.print(tables.seats_table(summary))
        console.print(tables.agents_table(summary))
    if alone or game.definition.grades:
        console.print(tables.classes_table(summary))
    console.print(tables.outcomes_table(summary))
    if telemetry or (telemetry is None and (alone or tables.tells_sources(summary))):
        for table in tables.telemetry_tables(summary):
            console.print(table)
    if summary["sentence"]:
        console.print(summary["sentence"], markup=False, style="bold", soft_wrap=True)
    if summary["no_verdict"]:
        console.print(summary["no_verdict"], markup=False, soft_wrap=True)
    if result.path is not None:
        console.print(f"games: {result.path}", markup=False, soft_wrap=True)
    out = result.path and result.path.parent
    delta = None if result.delta == DELTA else result.delta
    again = tables.match_command(summary, out=out, delta=delta)
    console.print(f"again: {again}", markup=False, soft_wrap=True)
