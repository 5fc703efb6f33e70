"""A crew on a Ray cluster. Blocks that a lost machine was playing are played again by another.

Every machine of the cluster needs tolsim, of the same version, and nothing else: games come back to
the process that runs the study, which alone writes them.
"""

from __future__ import annotations

import contextlib
import importlib.util
import socket
from collections.abc import Iterator
from typing import Any

from tolsim.core.errors import TolsimError
from tolsim.experiments.studies.block import Block, PlayedBlock, play

SECONDS_TO_ANSWER = 10.0
ALWAYS = -1
"""How often Ray starts a block again whose machine was lost."""


@contextlib.contextmanager
def ray_crew(address: str) -> Iterator[RayCrew]:
    """Connect to a cluster, unless this process is connected already.

    Raises
    ------
    TolsimError
        If Ray is not installed, or the cluster cannot be reached.
    """
    if importlib.util.find_spec("ray") is None:
        raise TolsimError("a Ray cluster needs ray: pip install 'tolsim[ray]'")
    import ray

    mine = not ray.is_initialized()
    if mine:
        try:
            _knock(address)
            ray.init(address=address, logging_level="error", log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise TolsimError(
                f"cannot reach a Ray cluster at {address!r}: {reason}; start one with "
                "'ray start --head', or leave --ray out"
            ) from None
    try:
        yield RayCrew(ray)
    finally:
        if mine:
            ray.shutdown()


def _knock(address: str) -> None:
    """See whether anybody answers there: Ray itself would try for minutes, then end the process.

    Raises
    ------
    OSError
        If nobody does.
    ValueError
        If it is no address.
    """
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise ValueError("an address is HOST:PORT, ray://HOST:PORT or auto")
    socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


class RayCrew:
    """Plays on a Ray cluster, a core a block."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._play = ray.remote(num_cpus=1, max_retries=ALWAYS)(play)
        self._playing: list[Any] = []

    def room(self) -> int:
        """One block more than the cluster has cores now: none has to wait for its next."""
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        return cores + 1 - len(self._playing)

    def submit(self, block: Block) -> None:
        """Take a block to play."""
        self._playing.append(self._play.remote(block))

    def finished(self) -> list[PlayedBlock]:
        """Wait for a block."""
        if not self._playing:
            return []
        done, self._playing = self._ray.wait(self._playing)
        try:
            return list(self._ray.get(done))
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            raise (
                cause
                if isinstance(cause, TolsimError)
                else TolsimError(f"a block failed on the cluster: {cause}")
            ) from None

    def drop(self) -> None:
        """Forget all blocks."""
        for playing in self._playing:
            self._ray.cancel(playing)
        self._playing = []
