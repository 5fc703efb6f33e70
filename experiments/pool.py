"""Plays the blocks of a run, in this process or on a pool of processes.

Blocks grow to about a second of work each and never cut a deal in two. Neither their size nor who
plays them changes a game.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import wait as wait_for_any
from pathlib import Path

import pyarrow as pa

from tolsim.core.errors import TolsimError
from tolsim.experiments.blocks import BlockPlayer
from tolsim.experiments.result import tally_table
from tolsim.experiments.run import Run, games_per_deal
from tolsim.experiments.statistics import Tally
from tolsim.experiments.storage import write_part

BLOCK_SECONDS = 1.0
MOST_GAMES = 16_384
"""Games in a block at most: its states and logs are held in memory."""
TRUSTED_SECONDS = 0.2
"""A block that took this long tells the rate of play well enough."""
WORTH_A_POOL = 2.0
"""Seconds of play left that are worth starting processes for."""


@dataclass(frozen=True)
class Block:
    """Finished games: counts, and their table unless it went to the run's folder."""

    first: int
    tally: Tally
    table: pa.Table | None


class Work:
    """Game numbers that nobody plays yet, in ranges of whole deals."""

    def __init__(self, ranges: Sequence[tuple[int, int]], deal_size: int) -> None:
        self._ranges = list(ranges)
        self._deal_size = deal_size

    @property
    def left(self) -> int:
        """Games left."""
        return sum(stop - first for first, stop in self._ranges)

    def take(self, games: float) -> tuple[int, int] | None:
        """Take about so many games, at least a deal: first and count; None when none are left."""
        if not self._ranges:
            return None
        first, stop = self._ranges.pop(0)
        deals = max(1, int(min(games, MOST_GAMES) / self._deal_size))
        count = min(stop - first, deals * self._deal_size)
        if first + count < stop:
            self._ranges.insert(0, (first + count, stop))
        return first, count


def play_block(player: BlockPlayer, first: int, count: int, folder: Path | None) -> Block:
    """Play a block, and put its games into the run's folder if there is one."""
    table = player.play(first, count)
    tally = tally_table(player.game, table)
    if folder is None:
        return Block(first, tally, table)
    write_part(folder, first, table)
    return Block(first, tally, None)


def play_blocks(
    player: BlockPlayer, ranges: Sequence[tuple[int, int]], workers: int | None, folder: Path | None
) -> Iterator[Block]:
    """Play ranges of games, giving each block as it is finished, in any order.

    Parameters
    ----------
    player
        Plays in this process: the first blocks, and all if the rest is not worth a pool.
    ranges
        ``(first, stop)`` of the games to play.
    workers
        Processes; None: as many as there are cores.
    folder
        Where finished blocks go; None: they are given back.
    """
    work = Work(ranges, games_per_deal(player.game))
    processes = _processes(player.run, workers)
    size, seconds_a_game = 1.0, 0.0
    while (taken := work.take(size)) is not None:
        block = play_block(player, *taken, folder)
        yield block
        seconds_a_game = block.tally.seconds / block.tally.games
        if block.tally.seconds >= TRUSTED_SECONDS or size >= MOST_GAMES:
            if processes > 1 and work.left * seconds_a_game > WORTH_A_POOL:
                yield from _play_on_pool(player, work, seconds_a_game, processes, folder)
                return
            size = BLOCK_SECONDS / seconds_a_game
        else:
            size = min(4 * block.tally.games, BLOCK_SECONDS / seconds_a_game)


def _processes(run: Run, workers: int | None) -> int:
    wanted = workers or len(os.sched_getaffinity(0))
    if wanted > 1:
        try:
            pickle.dumps(run)
        except Exception as error:  # noqa: BLE001 - pickling runs the agents' own code
            if workers is None:
                return 1
            raise TolsimError(
                f"an agent cannot be sent to other processes ({error}); play with 1 worker"
            ) from None
    return wanted


def _play_on_pool(
    player: BlockPlayer, work: Work, seconds_a_game: float, processes: int, folder: Path | None
) -> Iterator[Block]:
    details = (player.run, player.run_id, folder)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start_worker, details)
    playing: set[Future[Block]] = set()
    try:
        while True:
            # One more than there are processes: none has to wait for its next block.
            while len(playing) <= processes:
                share = work.left / (2 * processes)  # smaller blocks towards the end
                taken = work.take(min(BLOCK_SECONDS / seconds_a_game, share))
                if taken is None:
                    break
                with interrupts_held_back():
                    playing.add(pool.submit(_play_in_worker, *taken))
            if not playing:
                return
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                block = future.result()
                seconds_a_game = block.tally.seconds / block.tally.games
                yield block
    except BrokenProcessPool:
        raise TolsimError(
            "a worker process died (out of memory?), or this is a script that plays outside "
            "'if __name__ == \"__main__\":'; try 1 worker"
        ) from None
    finally:
        # Blocks in play are finished, and kept where there is a folder.
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back while workers are started, who inherit that and never hear of it.

    It is for the process that asked. One that reached a worker while it was still importing would
    end it before it could look away, and the pool might wait for it for ever.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it would let signals in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_worker: tuple[BlockPlayer, str, Path | None]


def _start_worker(run: Run, run_id: str, folder: Path | None) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = BlockPlayer(run), run_id, folder


def _end_with_parent() -> None:
    # Killed, the parent closes nothing down; its workers would wait for blocks for ever.
    parent = parent_process()
    assert parent is not None
    wait_for_any([parent.sentinel])
    os._exit(1)


def _play_in_worker(first: int, count: int) -> Block:
    player, run_id, folder = _worker
    if player.run_id != run_id:
        raise TolsimError("the rules' code was edited while the match was being played")
    return play_block(player, first, count, folder)
