"""Matches: many games between the same agents, with swapped seats, on all cores.

>>> from tolsim.experiments.match import play_match
>>> result = play_match("abyss", ["uniform", "greedy"], games=20, seed=1)
>>> result.summary()["games"]
20
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as pa

from tolsim.agents import Agent, as_agent
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments import storage
from tolsim.experiments.blocks import BlockPlayer
from tolsim.experiments.pool import Block, play_blocks
from tolsim.experiments.result import (
    DELTA,
    MatchResult,
    empty_tally,
    load,
    tally_columns,
    tally_games,
)
from tolsim.experiments.run import Run, check_run
from tolsim.experiments.schema import SCHEMA_VERSION
from tolsim.experiments.statistics import Tally
from tolsim.experiments.verdict import check_delta

__all__ = ["ClassShare", "MatchResult", "Progress", "SeatRate", "load", "play_match"]

SECONDS_BETWEEN_REPORTS = 0.1


@dataclass(frozen=True)
class SeatRate:
    """A seat's win share so far, with its 95 % interval, 0 to 1."""

    seat: str
    win_rate: float
    low: float
    high: float


@dataclass(frozen=True)
class ClassShare:
    """Share of one class of outcomes so far, with its 95 % interval, 0 to 1."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Progress:
    """How far a match is.

    Attributes
    ----------
    games, total
        Finished games, those of earlier runs on the folder included, and all.
    rate
        Games per second since this call began.
    seconds_left
        At that rate.
    seats
        Win share of each seat so far; none of a single player.
    classes
        Share of each class of outcomes so far, the best first, of a single player.
    """

    games: int
    total: int
    rate: float
    seconds_left: float
    seats: tuple[SeatRate, ...]
    classes: tuple[ClassShare, ...] = ()


def play_match(
    name: str,
    agents: Sequence[str | Agent | Any],
    *,
    games: int,
    seed: int,
    workers: int | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    out: str | Path | None = None,
    delta: float = DELTA,
    on_progress: Callable[[Progress], object] | None = None,
) -> MatchResult:
    """Play a match.

    Parameters
    ----------
    name
        Game in the registry.
    agents
        One per seat: text, an :class:`~tolsim.agents.Agent`, or an object with ``act(view)``.
        They take turns in the seats, so that every deal is played with every seating.
    games
        How many; a multiple of the number of seatings.
    seed
        Everything follows from it: the same match is the same games on any number of cores.
    workers
        Processes; None: one a core.
    variant, overrides
        Rules, as :func:`tolsim.make` takes them.
    out
        Folder for the games. A match that was stopped goes on there; one with more games than
        before plays the rest. None keeps them in memory.
    delta
        Half the width of what counts as balanced around 50 %.
    on_progress
        Called with a :class:`Progress` about ten times a second at most.

    Raises
    ------
    TolsimError
        For parameters that do not fit, a folder that is no place for this match, an agent that
        fails, or a game that does not end.
    """
    check_delta(delta)
    if workers is not None and workers < 1:
        raise TolsimError(f"workers is at least 1, not {workers}")
    run = Run(name, tuple(map(as_agent, agents)), games, seed, variant, dict(overrides or {}))
    check_run(run, run.make_game())
    player = BlockPlayer(run)
    if out is None:
        return _play_in_memory(player, workers, delta, on_progress)
    folder = Path(out)
    with storage.opened(folder, _manifest(player)):
        return _play_into_folder(player, folder, workers, delta, on_progress)


def _play_in_memory(
    player: BlockPlayer, workers: int | None, delta: float, on_progress: Any
) -> MatchResult:
    player.warm_up()
    tables: dict[int, pa.Table] = {}
    report = _Report(player.game, player.run.games, empty_tally(player.game), on_progress)
    for block in play_blocks(player, [(0, player.run.games)], workers, None):
        assert block.table is not None
        tables[block.first] = block.table
        report.add(block)
    report.tell()
    in_order = [tables[first] for first in sorted(tables)]
    return MatchResult(player.game, player.parameters, report.tally, delta, in_order)


def _play_into_folder(
    player: BlockPlayer, folder: Path, workers: int | None, delta: float, on_progress: Any
) -> MatchResult:
    game, run = player.game, player.run
    parts = storage.find_parts(folder, player.run_id)
    so_far = tally_games(game, storage.read_games(parts, tally_columns(game)))
    report = _Report(game, run.games, so_far, on_progress)
    ranges = storage.missing(parts, run.games)
    if ranges:
        player.warm_up()
        for block in play_blocks(player, ranges, workers, folder):
            report.add(block)
    report.tell()
    storage.merge_parts(folder, player.run_id)
    parts = storage.find_parts(folder, player.run_id)
    return MatchResult(game, player.parameters, report.tally, delta, parts=parts)


def _manifest(player: BlockPlayer) -> dict[str, Any]:
    from tolsim import __version__

    return {
        "schema": SCHEMA_VERSION,
        "run": player.run_id,
        "parameters": player.parameters,
        "games": player.run.games,
        "versions": {
            "tolsim": __version__,
            **{package: version(package) for package in ("numba", "numpy")},
        },
    }


class _Report:
    """Counts finished blocks and tells the caller how far the match is."""

    def __init__(self, game: Game, total: int, so_far: Tally, on_progress: Any) -> None:
        self.tally = so_far
        self._game = game
        self._total = total
        self._before = so_far.games
        self._on_progress = on_progress
        self._began = time.monotonic()
        self._told = float("-inf")

    def add(self, block: Block) -> None:
        """Count a block."""
        self.tally.merge(block.tally)
        if time.monotonic() - self._told >= SECONDS_BETWEEN_REPORTS:
            self.tell()

    def tell(self) -> None:
        """Tell how far the match is now."""
        if self._on_progress is None:
            return
        self._told = time.monotonic()
        games = self.tally.games
        elapsed = self._told - self._began
        rate = (games - self._before) / elapsed if elapsed > 0 else 0.0
        left = self._total - games
        time_left = left / rate if rate else float("inf")
        self._on_progress(Progress(games, self._total, rate, time_left, *self._shares()))

    def _shares(self) -> tuple[tuple[SeatRate, ...], tuple[ClassShare, ...]]:
        """Win shares of the seats, or a single player's classes of outcomes."""
        if self._game.num_players == 1:
            classes = self.tally.classes[0].items()
            return (), tuple(ClassShare(name, *shares.rate()) for name, shares in classes)
        seats = zip(self._game.seats, self.tally.seats, strict=True)
        return tuple(SeatRate(seat, *shares.rate()) for seat, shares in seats), ()
