"""A training run on the screen: how far it is, and what came of it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tolsim.core.game import Game
from tolsim.experiments import tables, terminal
from tolsim.experiments.training import TrainingProgress

SECONDS_BETWEEN_LINES = 10.0


@contextlib.contextmanager
def progress() -> Iterator[Callable[[TrainingProgress], None]]:
    """Show a run's progress on stderr: live on a terminal, else a line every ten seconds."""
    console = terminal.notices()
    if console.is_terminal:
        with console.status("starting") as status:
            yield lambda now: status.update(progress_text(now))
        return
    told = time.monotonic()

    def tell(now: TrainingProgress) -> None:
        nonlocal told
        if time.monotonic() - told >= SECONDS_BETWEEN_LINES:
            told = time.monotonic()
            console.print(progress_text(now), markup=False, soft_wrap=True)

    yield tell


def progress_text(now: TrainingProgress) -> str:
    """Write updates, decisions, speed, what the policy is like, and how it fares."""
    words = [
        f"update {now.updates:,}",
        f"{now.decisions:,} decisions",
        f"{now.environment_steps:,} environment steps ({now.rate:,.0f}/s)",
    ]
    if now.metrics:
        words.append(f"entropy {now.metrics['entropy']:.2f}")
        words.append(f"explains {tables.percent(now.metrics['explained'])} of the returns")
    words += [
        f"{name} {tables.percent(rate)} ({tables.interval(low, high)})"
        for name, (rate, low, high) in now.rates.items()
    ]
    return ", ".join(words)


def show(game: Game, now: TrainingProgress, out: Path) -> None:
    """Show a run that has come to its end."""
    console = terminal.results()
    console.print(progress_text(now), markup=False, soft_wrap=True)
    console.print(f"policy: {out / 'policy.npz'}", markup=False, soft_wrap=True)
    seats = " ".join(["-a greedy"] * (game.num_players - 1))
    again = f"tolsim match {game.name} -a policy:path={out} {seats} --games 200 --seed 1"
    console.print(f"try it: {again}", markup=False, soft_wrap=True)
