"""Plays a study: what is missing in its folder, block by block, and nothing twice.

>>> from tolsim.experiments.studies.study import run_study
>>> from tolsim.experiments.studies.study_file import study_of
>>> study = study_of({"game": "abyss", "games": 20, "agents": ["uniform", "greedy"]})
>>> result = run_study(study, workers=1)
>>> int(result.frame()["games"].sum())
20
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tolsim.core.errors import TolsimError
from tolsim.core.registry import make
from tolsim.experiments.result import empty_tally, tally_columns, tally_games
from tolsim.experiments.run import games_per_deal, games_per_deal_under, parameters, run_id
from tolsim.experiments.schema import SCHEMA_VERSION
from tolsim.experiments.statistics import Tally
from tolsim.experiments.storage import Part, missing
from tolsim.experiments.studies.block import Block, PlayedBlock
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.crew import Crew, assembled
from tolsim.experiments.studies.result import StudyResult, decided
from tolsim.experiments.studies.store import Store
from tolsim.experiments.studies.study_file import Study

BLOCK_SECONDS = 2.0
"""Play in a block, about: what a killed run loses of each worker."""
FIRST_DEALS = 8
"""Deals of the first block between agents whose speed is not known yet."""
MOST_GAMES = 16_384
"""Games in a block at most: its states and logs are held in memory."""
SECONDS_BETWEEN_REPORTS = 0.2


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is.

    Attributes
    ----------
    cells
        Tally of each cell so far, in the study's order.
    finished
        Cells that have enough games.
    games, total
        Games so far, those of earlier runs included; and all, at most where a rule says when a cell
        has enough.
    rate
        Games per second since this call began.
    """

    cells: tuple[Tally, ...]
    finished: int
    games: int
    total: int
    rate: float


@dataclass
class _Plan:
    """What is still to play in a cell, and what it says so far."""

    cell: Cell
    looks: list[int]
    deal_size: int
    tally: Tally
    run: str
    parts: list[Part]
    taken: int = 0
    in_play: int = 0
    gaps: list[tuple[int, int]] = field(default_factory=list)
    finished: bool = False

    @property
    def target(self) -> int:
        """Games at the next look."""
        return self.looks[0]


def run_study(
    study: Study,
    out: str | Path | None = None,
    *,
    workers: int | None = None,
    ray: str | None = None,
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> StudyResult:
    """Play a study, or what is missing of it.

    Parameters
    ----------
    study
        From a file, or from :func:`~tolsim.experiments.studies.study_file.study_of`.
    out
        Folder, or any address that fsspec knows. A study that was stopped goes on there; one with
        more cells or games plays only these. None: a folder that goes with the result.
    workers
        Processes; None: one a core.
    ray
        Address of a Ray cluster to play on instead, or ``"auto"``.
    on_progress
        Called with a :class:`StudyProgress` a few times a second at most.

    Raises
    ------
    TolsimError
        If the folder holds something else or cannot be written, a block in it is damaged, the
        cluster cannot be reached, an agent fails, or a game does not end. What was finished is
        kept.
    """
    with desk(out, workers=workers, ray=ray) as at:
        return at.play(study, on_progress)


class Desk:
    """Plays studies into one folder, one after the other, with one crew."""

    def __init__(self, store: Store, crew: Crew, kept: object) -> None:
        self._store, self._crew, self._kept = store, crew, kept

    def play(
        self, study: Study, on_progress: Callable[[StudyProgress], object] | None = None
    ) -> StudyResult:
        """Play what is missing of a study; see :func:`run_study`."""
        _write_manifest(self._store, study)
        tallies = _Run(study, self._store, self._crew, on_progress).play()
        result = StudyResult(study, self._store, self._kept, tallies)
        self._store.write("cells.csv", result.frame().to_csv(index=False).encode())
        return result


@contextlib.contextmanager
def desk(
    out: str | Path | None = None, *, workers: int | None = None, ray: str | None = None
) -> Iterator[Desk]:
    """Open a folder and assemble a crew; see :func:`run_study`."""
    kept = None
    if out is None:
        kept = _TemporaryFolder()
        out = kept.path
    store = Store(out)
    with store.opened(), assembled(workers, ray) as crew:
        yield Desk(store, crew, kept)


class _TemporaryFolder:
    """A folder that lives as long as this object, which results hold."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="tolsim-study-")
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _write_manifest(store: Store, study: Study) -> None:
    """Say what the folder's study is; cells of an earlier form of it stay."""
    from tolsim import __version__

    before = store.manifest()
    if before is not None and before.get("schema") != SCHEMA_VERSION:
        raise TolsimError(
            f"{store.address} was written by another version of tolsim; give a new folder"
        )
    now = study.plain
    if before is not None:
        others = [cell for cell in before["cells"] if cell["cell"] not in study.keys]
        now["earlier_cells"] = others + before.get("earlier_cells", [])
    versions = {name: version(name) for name in ("numba", "numpy")}
    manifest = {"schema": SCHEMA_VERSION, **now, "versions": {"tolsim": __version__, **versions}}
    if before != manifest:
        store.write_manifest(manifest)


class _Run:
    """One call's play."""

    def __init__(self, study: Study, store: Store, crew: Crew, on_progress: Any) -> None:
        self._study, self._store, self._crew = study, store, crew
        self._on_progress = on_progress
        self._began, self._told = time.monotonic(), float("-inf")
        self._played = 0
        self._seconds_a_game: dict[tuple[str, tuple[str, ...]], float] = {}
        parts = store.parts()
        self._plans = [self._plan(each.cell, parts) for each in study.cells]
        self._by_key = {plan.cell.key: plan for plan in self._plans}

    def _plan(self, cell: Cell, parts: Mapping[str, list[Part]]) -> _Plan:
        mine = parts.get(cell.key, [])
        game = cell.make_game() if mine else None
        if game is None:
            # A game is made where it is played; a study of a thousand begins at once.
            plain = make(cell.game)
            deal_size = games_per_deal_under(plain.definition, cell.rules())
            nothing = empty_tally(plain, deal_size)
            return _Plan(cell, self._study.looks(cell), deal_size, nothing, "", [])
        run = run_id(parameters(cell.run(games_per_deal(game)), game))
        tables = self._store.read_games(mine, tally_columns(game), run)
        tally = tally_games(game, tables)
        deal_size = games_per_deal(game)
        plan = _Plan(cell, self._study.looks(cell), deal_size, tally, run, mine)
        plan.taken = max(part.stop for part in mine)
        plan.gaps = missing(mine, plan.taken)
        return plan

    # The loop.

    def play(self) -> dict[str, Tally]:
        """Hand out blocks and keep what comes back, until every cell has enough; tallies by key."""
        for plan in self._plans:
            self._look(plan)
        self._tell(at_once=True)
        try:
            while not all(plan.finished for plan in self._plans):
                self._hand_out()
                for played in self._crew.finished():
                    self._keep(played)
                self._tell()
        except BaseException:
            self._crew.drop()  # the next study at this desk has blocks of its own
            raise
        self._tell(at_once=True)
        return {plan.cell.key: plan.tally for plan in self._plans}

    def _hand_out(self) -> None:
        while self._crew.room() > 0:
            block = self._next_block()
            if block is None:
                return
            self._crew.submit(block)

    def _next_block(self) -> Block | None:
        """Next block that nobody plays yet."""
        for plan in self._plans:
            if plan.finished:
                continue
            size = self._block_size(plan)
            if plan.gaps:
                first, stop = plan.gaps.pop(0)
                count = min(size, stop - first)
                if first + count < stop:
                    plan.gaps.insert(0, (first + count, stop))
            elif plan.taken < plan.target:
                first, count = plan.taken, min(size, plan.target - plan.taken)
                plan.taken += count
            else:
                continue
            plan.in_play += 1
            return Block(plan.cell, first, count)
        return None

    def _block_size(self, plan: _Plan) -> int:
        """Games of the next block: some seconds of play, smaller towards a study's end."""
        seconds = self._seconds_a_game.get((plan.cell.game, plan.cell.agents))
        if seconds is None:
            return FIRST_DEALS * plan.deal_size
        games = min(BLOCK_SECONDS / max(seconds, 1e-9), MOST_GAMES)
        return max(1, int(games / plan.deal_size)) * plan.deal_size

    def _keep(self, played: PlayedBlock) -> None:
        block = played.block
        plan = self._by_key[block.cell.key]
        if plan.run and played.run != plan.run:
            raise TolsimError(
                f"{plan.cell.text}: its games in {self._store.address} were played under other "
                "rules or by other code; give a new folder"
            )
        plan.run = played.run
        part = self._store.write_block(plan.cell.key, block.first, block.count, played.games)
        plan.parts.append(part)
        plan.in_play -= 1
        plan.tally.merge(played.tally)
        self._played += block.count
        speed = (plan.cell.game, plan.cell.agents)
        measured = played.tally.seconds / block.count
        before = self._seconds_a_game.get(speed)
        # A first block says little: grow towards what it says, at most by eight.
        least = BLOCK_SECONDS / (8 * block.count) if before is None else before / 8
        self._seconds_a_game[speed] = max(measured, least)
        self._look(plan)

    def _look(self, plan: _Plan) -> None:
        """See whether a cell has enough games."""
        if plan.in_play or plan.gaps:
            return
        # Looks that an earlier call went past found too little; they are not taken again, so that
        # a study that was stopped ends with the games of one that was not.
        while len(plan.looks) > 1 and plan.tally.games > plan.target:
            plan.looks.pop(0)
        if plan.tally.games < plan.target:
            return
        if len(plan.looks) > 1 and not decided(plan.tally, self._study):
            plan.looks.pop(0)
            return
        plan.parts.sort(key=lambda part: (part.first, -part.count))
        # Files that overlap would be counted twice by whoever reads the folder as it is.
        plan.parts = self._store.merge(plan.cell.key, plan.parts, plan.run)
        plan.finished = True

    def _tell(self, *, at_once: bool = False) -> None:
        if self._on_progress is None:
            return
        now = time.monotonic()
        if not at_once and now - self._told < SECONDS_BETWEEN_REPORTS:
            return
        self._told = now
        tallies = tuple(plan.tally for plan in self._plans)
        self._on_progress(
            StudyProgress(
                cells=tallies,
                finished=sum(plan.finished for plan in self._plans),
                games=sum(tally.games for tally in tallies),
                total=sum(plan.looks[-1] for plan in self._plans),
                rate=self._played / max(now - self._began, 1e-9),
            )
        )
