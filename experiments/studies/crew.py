"""Who plays the blocks of a study: this process, a pool of processes, or a Ray cluster.

A crew takes blocks and gives them back played, in any order. It knows nothing of studies.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_any
from typing import Protocol

from tolsim.core.errors import TolsimError
from tolsim.experiments.pool import interrupts_held_back
from tolsim.experiments.studies.block import Block, PlayedBlock, play


class Crew(Protocol):
    """Plays blocks."""

    def room(self) -> int:
        """Blocks that it would take now without keeping them waiting for long."""

    def submit(self, block: Block) -> None:
        """Take a block to play."""

    def finished(self) -> list[PlayedBlock]:
        """Wait until at least one block is played; none if it has nothing to do."""

    def drop(self) -> None:
        """Forget blocks that were taken; nobody wants them any more."""


class Alone:
    """Plays in this process, when asked what is finished."""

    def __init__(self) -> None:
        self._waiting: list[Block] = []

    def room(self) -> int:
        """One block at a time."""
        return 1 - len(self._waiting)

    def submit(self, block: Block) -> None:
        """Take a block to play."""
        self._waiting.append(block)

    def finished(self) -> list[PlayedBlock]:
        """Play what waits."""
        blocks, self._waiting = self._waiting, []
        return [play(block) for block in blocks]

    def drop(self) -> None:
        """Forget what waits."""
        self._waiting = []


class Pool:
    """Plays on processes of this machine."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = ProcessPoolExecutor(processes, get_context("spawn"), _start_worker)
        self._playing: set[Future[PlayedBlock]] = set()

    def room(self) -> int:
        """One block more than there are processes: none has to wait for its next."""
        return self._processes + 1 - len(self._playing)

    def submit(self, block: Block) -> None:
        """Take a block to play."""
        with interrupts_held_back():
            self._playing.add(self._pool.submit(play, block))

    def finished(self) -> list[PlayedBlock]:
        """Wait for a block."""
        if not self._playing:
            return []
        done, self._playing = wait(self._playing, return_when=FIRST_COMPLETED)
        try:
            return [future.result() for future in done]
        except BrokenProcessPool:
            raise TolsimError(
                "a worker process died (out of memory?), or this is a script that plays outside "
                "'if __name__ == \"__main__\":'; what is finished is kept; try 1 worker"
            ) from None

    def drop(self) -> None:
        """Forget all blocks; those in play are played to their end for nothing."""
        for future in self._playing:
            future.cancel()
        self._playing = set()

    def close(self) -> None:
        """Let blocks in play be finished and end."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Killed, the parent closes nothing down; its workers would wait for blocks for ever.
    parent = parent_process()
    assert parent is not None
    wait_for_any([parent.sentinel])
    os._exit(1)


@contextlib.contextmanager
def assembled(workers: int | None = None, ray: str | None = None) -> Iterator[Crew]:
    """Assemble a crew.

    Parameters
    ----------
    workers
        Processes of this machine; None: one a core.
    ray
        Address of a Ray cluster to play on instead, or ``"auto"``.

    Raises
    ------
    TolsimError
        For fewer than one worker, both kinds of crew, or a cluster that cannot be reached.
    """
    if ray is not None:
        if workers is not None:
            raise TolsimError("workers are of this machine; a Ray cluster counts its own")
        from tolsim.experiments.studies.ray_crew import ray_crew

        with ray_crew(ray) as cluster:
            yield cluster
        return
    if workers is not None and workers < 1:
        raise TolsimError(f"workers is at least 1, not {workers}")
    processes = workers or len(os.sched_getaffinity(0))
    if processes == 1:
        yield Alone()
        return
    pool = Pool(processes)
    try:
        yield pool
    finally:
        pool.close()
