"""What our own speed is, on one core, and what it is compared with.

Every rate is taken several times, ours and the peers' in turn, so that whatever else the machine
does meanwhile hits both. A figure is the median, with the lowest and the highest taken.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from tolsim.agents import parse
from tolsim.core.agent_settings import AGENT_DTYPE
from tolsim.core.batch import Batch
from tolsim.core.compile_cache import entry
from tolsim.core.game import Game
from tolsim.core.random_streams import below
from tolsim.core.registry import make
from tolsim.experiments import bench_peers
from tolsim.experiments.bench_peers import Measure

ROWS = 1024
SEARCHES = 4
# Uniform play to the end, whatever a game's own search does.
SEARCH_AGENT = (
    f"mcts:iterations={bench_peers.SIMULATIONS_A_SEARCH},exploration=0.7,prior=0,playout=uniform,"
    "cutoff=1000000"
)
WARM_START_GAMES = 1000
WARM_UP_SECONDS = 0.01
PEER_MEASURES = {
    "uniform": bench_peers.random_rollouts,
    "search": bench_peers.information_set_search,
}
PEER_TITLES = {"uniform": "C++ random rollouts", "search": "C++ IS-MCTS"}


@dataclass(frozen=True)
class Effort:
    """How often and how long each rate is taken."""

    rounds: int
    seconds: float
    processes: int


FULL = Effort(rounds=7, seconds=0.6, processes=3)
QUICK = Effort(rounds=3, seconds=0.15, processes=1)


@dataclass(frozen=True)
class Figure:
    """One line of the bench.

    Attributes
    ----------
    game
        The game measured.
    what
        ``uniform``, ``search``, ``batch``, ``state`` (the size of its record), ``compile`` or
        ``warm_start``.
    value, low, high
        Median, lowest and highest of the repetitions, in ``unit``.
    unit
        ``decisions/s``, ``simulations/s``, ``bytes`` or ``s``.
    cores
        Processor cores used.
    games_per_second
        Whole games, for ``uniform``.
    peer, peer_value, ratio
        What it is compared with, that one's median in the same run, and ours divided by it; or a
        figure recorded before, in the unit that ``peer`` tells.
    """

    game: str
    what: str
    value: float
    low: float
    high: float
    unit: str
    cores: int = 1
    games_per_second: float | None = None
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


@entry
def choose_from_masks(masks, rng, chosen):  # type: ignore[no-untyped-def]
    """Choose one legal action in each row, all equally likely; rows without any keep theirs."""
    for row in range(masks.shape[0]):
        count = np.int64(masks[row].sum())
        if count == 0:
            continue
        skip = below(rng, count)
        for action in range(masks.shape[1]):
            if masks[row, action] != 0:
                if skip == 0:
                    chosen[row] = action
                    break
                skip -= 1


def _records(game: Game, spec: str) -> np.ndarray:
    agents = np.zeros(1, AGENT_DTYPE)
    agents[0] = parse(spec).record(game)
    return agents


def uniform_play(game: Game) -> Measure:
    """Measure whole games of uniform agents, dealing them included, in decisions/s."""
    agents = _records(game, "uniform")
    seating = np.zeros((ROWS, game.num_players), np.int8)
    log = np.zeros((ROWS, game.longest), np.int16)
    tree = game.new_tree(agents)

    def rate(seconds: float, seed: int) -> float:
        decisions, batch, elapsed, start = 0, 0, 0.0, time.perf_counter()
        while elapsed < seconds:
            numbers = np.arange(batch * ROWS, (batch + 1) * ROWS)
            states = game.reset(seed, numbers)
            game.advance(states, agents, seating, game.agent_streams(seed, numbers), log, tree)
            decisions += int(states["moves"].sum())
            batch += 1
            elapsed = time.perf_counter() - start
        return decisions / elapsed

    return rate


def mean_decisions(game: Game) -> float:
    """Decisions in a uniformly random game."""
    agents = _records(game, "uniform")
    rows = 4 * ROWS
    states = game.reset(0, rows)
    seating = np.zeros((rows, game.num_players), np.int8)
    log = np.zeros((rows, game.longest), np.int16)
    game.advance(states, agents, seating, game.agent_streams(0, np.arange(rows)), log)
    return float(states["moves"].mean())


def search_from_first_decision(game: Game) -> Measure:
    """Measure searches of 1,000 playouts to the end at the first decision, in simulations/s."""
    agents = _records(game, SEARCH_AGENT)
    seating = np.zeros((SEARCHES, game.num_players), np.int8)
    log = np.zeros((SEARCHES, 1), np.int16)  # room for one decision, so that play stops behind it
    tree = game.new_tree(agents)

    def rate(seconds: float, seed: int) -> float:
        searches, elapsed, start = 0, 0.0, time.perf_counter()
        while elapsed < seconds:
            numbers = np.arange(searches, searches + SEARCHES)
            states = game.reset(seed, numbers)
            game.advance(states, agents, seating, game.agent_streams(seed, numbers), log, tree)
            searches += SEARCHES
            elapsed = time.perf_counter() - start
        return searches * bench_peers.SIMULATIONS_A_SEARCH / elapsed

    return rate


def batch_stepping(game: Game) -> Measure:
    """Measure fused step, mask and observation over 1,024 rows, in decisions/s.

    Starting new games in finished rows counts; choosing the actions, which is the business of
    whoever plays, does not.
    """
    chosen = np.zeros(ROWS, np.int32)

    def rate(seconds: float, seed: int) -> float:
        batch = Batch(game, ROWS)
        batch.reset(seed)
        rng = np.array([seed + 1, 1], np.uint64)
        decisions, elapsed = 0, 0.0
        while elapsed < seconds:
            choose_from_masks(batch.masks, rng, chosen)
            start = time.perf_counter()
            batch.step(chosen)
            elapsed += time.perf_counter() - start
            decisions += ROWS
        return decisions / elapsed

    return rate


def compile_seconds(name: str) -> float:
    """Compile, in a new process with an empty cache, all that a match with search agents needs."""
    program = (
        "import sys, time, tolsim\n"
        "from tolsim.experiments.first_use import play_first_game\n"
        "game = tolsim.make(sys.argv[1])\n"
        "start = time.perf_counter()\n"
        "play_first_game(game)\n"
        "print(time.perf_counter() - start)\n"
    )
    with tempfile.TemporaryDirectory(prefix="tolsim-bench-") as empty:
        done = subprocess.run(
            [sys.executable, "-c", program, name],
            env={**os.environ, "TOLSIM_CACHE_DIR": empty},
            check=True,
            capture_output=True,
            text=True,
        )
    return float(done.stdout)


def warm_start_seconds(game: Game) -> float:
    """Run ``tolsim match`` of 1,000 uniform games as a whole process, from a warm cache."""
    players = game.num_players
    games = WARM_START_GAMES - WARM_START_GAMES % players
    command = [sys.executable, "-m", "tolsim.experiments.cli", "match", game.name]
    command += ["-a", "uniform"] * players + ["--games", str(games), "--seed", "1"]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and its children on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _middle(values: Sequence[float]) -> tuple[float, float, float]:
    return statistics.median(values), min(values), max(values)


def _take_rates(
    measures: dict[tuple[str, str], Measure], effort: Effort, on_step: Callable[[str], None]
) -> dict[tuple[str, str], list[float]]:
    for (what, name), measure in measures.items():
        on_step(f"first use: {what} of {name}")  # compiles it, where it is not
        measure(WARM_UP_SECONDS, 0)
    taken: dict[tuple[str, str], list[float]] = {key: [] for key in measures}
    for turn in range(effort.rounds):
        on_step(f"rates, round {turn + 1} of {effort.rounds}")
        for key, measure in measures.items():
            taken[key].append(measure(effort.seconds, turn + 1))
    return taken


def take_figures(
    measures: dict[tuple[str, str], Measure], effort: Effort, on_step: Callable[[str], None]
) -> dict[tuple[str, str], tuple[float, float, float]]:
    """Median, lowest and highest of rates that are taken in turn."""
    return {key: _middle(rates) for key, rates in _take_rates(measures, effort, on_step).items()}


def _rate_figures(game: Game, effort: Effort, on_step: Callable[[str], None]) -> Iterator[Figure]:
    ours = {
        "uniform": uniform_play(game),
        "search": search_from_first_decision(game),
        "batch": batch_stepping(game),
    }
    measures = {(what, game.name): measure for what, measure in ours.items()}
    peers = bench_peers.measured_beside(game.name)
    for what, make_measure in PEER_MEASURES.items():
        measures.update({(what, peer): make_measure(peer) for peer in peers})
    taken = _take_rates(measures, effort, on_step)
    for what in ours:
        value, low, high = _middle(taken[what, game.name])
        unit = "simulations/s" if what == "search" else "decisions/s"
        games = value / mean_decisions(game) if what == "uniform" else None
        figure = Figure(game.name, what, value, low, high, unit, games_per_second=games)
        compared = []
        for peer in peers if what in PEER_MEASURES else ():
            peer_value = statistics.median(taken[what, peer])
            named = f"OpenSpiel {peer}, {PEER_TITLES[what]}"
            ratio = value / peer_value
            compared.append(replace(figure, peer=named, peer_value=peer_value, ratio=ratio))
        if what == "uniform":
            compared += _beside_recorded(figure)
        yield from compared or [figure]
    size = game.state_dtype.itemsize
    yield Figure(game.name, "state", size, size, size, "bytes")


def _beside_recorded(figure: Figure) -> Iterator[Figure]:
    """Compare uniform play with what was recorded before, each in its own unit."""
    for recorded in bench_peers.recorded_for(figure.game):
        ours = figure.games_per_second if recorded.unit == "games/s" else figure.value
        assert ours is not None
        yield replace(
            figure,
            peer=f"{recorded.peer}, {recorded.unit}, recorded",
            peer_value=recorded.value,
            ratio=ours / recorded.value,
        )


def _process_figures(
    game: Game, effort: Effort, on_step: Callable[[str], None]
) -> Iterator[Figure]:
    on_step("first compile, in an empty cache")
    compiling = [compile_seconds(game.name) for _ in range(effort.processes)]
    yield Figure(game.name, "compile", *_middle(compiling), unit="s")
    on_step("a match of 1,000 games as a whole process")
    warm_start_seconds(game)  # the one that warms the cache
    starting = [warm_start_seconds(game) for _ in range(2 * effort.processes)]
    yield Figure(game.name, "warm_start", *_middle(starting), unit="s")


def bench(
    name: str,
    *,
    effort: Effort = FULL,
    on_step: Callable[[str], None] = lambda _: None,
    faces: bool = False,
) -> list[dict[str, Any]]:
    """Measure a game's speed on one core.

    Parameters
    ----------
    name
        The game.
    effort
        Repetitions; without any of whole processes, those two figures are left out.
    on_step
        Called with what is being measured now.
    faces
        Measure instead how fast the game is driven from Python through other libraries.

    Returns
    -------
    list of dict
        The fields of :class:`Figure`; rates that have peers come once per peer.
    """
    with one_core():
        game = make(name)
        if faces:
            from tolsim.experiments.bench_faces import face_figures

            return [asdict(figure) for figure in face_figures(game, effort, on_step)]
        figures = list(_rate_figures(game, effort, on_step))
        if effort.processes:
            figures += _process_figures(game, effort, on_step)
    return [asdict(figure) for figure in figures]
