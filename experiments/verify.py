"""Replays recorded games from their logs and compares every fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments.result import game_of
from tolsim.experiments.run import deals, seatings
from tolsim.experiments.schema import TIMING, block_table
from tolsim.experiments.storage import Part, find_parts, missing, read_games, read_manifest

GAMES_AT_ONCE = 8192
MOST_PROBLEMS = 20


@dataclass
class VerifyReport:
    """What a replay of recorded games found.

    Attributes
    ----------
    checked
        Games replayed so far.
    total
        Games to replay.
    problems
        One line per fact that differs, the first few of them.
    """

    checked: int = 0
    total: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether everything agreed."""
        return not self.problems

    def add(self, problem: str) -> None:
        """Note a problem, unless there are many already."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)


def verify(
    folder: str | Path,
    sample: int | None = None,
    on_progress: Callable[[VerifyReport], object] | None = None,
) -> VerifyReport:
    """Replay a folder's games from their logs and compare all that was recorded of them.

    Parameters
    ----------
    folder
        A run's folder, finished or not.
    sample
        Games to replay, drawn anew at each call; None: all.
    on_progress
        Called now and then with the report so far.

    Raises
    ------
    TolsimError
        If the folder holds no run or a damaged file, or the installed rules are others.
    """
    if sample is not None and sample < 1:
        raise TolsimError(f"a sample has at least 1 game, not {sample}")
    folder = Path(folder)
    manifest = read_manifest(folder)
    parameters = manifest["parameters"]
    game = game_of(parameters, folder)
    parts = find_parts(folder, manifest["run"])
    numbers = _held(parts, manifest["games"])
    if not len(numbers):
        raise TolsimError(f"{folder} holds no finished games yet")
    chosen = _choose(len(numbers), sample)
    report = VerifyReport(total=int(chosen.sum()))
    place = 0
    for table in read_games(parts):
        for first in range(0, len(table), GAMES_AT_ONCE):
            rows = table.slice(first, GAMES_AT_ONCE)
            here = slice(place, place + len(rows))
            place += len(rows)
            if chosen[here].any():
                replay = _Replay(game, parameters, manifest["run"], report)
                replay.check(numbers[here][chosen[here]], rows.filter(pa.array(chosen[here])))
                report.checked += int(chosen[here].sum())
                if on_progress is not None:
                    on_progress(report)
    return report


def _held(parts: Sequence[Part], games: int) -> np.ndarray:
    """Game numbers that the parts hold, ascending."""
    held = np.ones(games, bool)
    for first, stop in missing(parts, games):
        held[first:stop] = False
    return np.flatnonzero(held)


def _choose(games: int, sample: int | None) -> np.ndarray:
    chosen = np.zeros(games, bool)
    if sample is None or sample >= games:
        chosen[:] = True
    else:
        chosen[np.random.default_rng().choice(games, sample, replace=False)] = True
    return chosen


class _Replay:
    """Replays rows of one run and notes what differs."""

    def __init__(
        self, game: Game, parameters: Mapping[str, Any], run: str, report: VerifyReport
    ) -> None:
        self._game = game
        self._parameters = parameters
        self._run = run
        self._report = report

    def check(self, numbers: np.ndarray, recorded: pa.Table) -> None:
        """Compare all that is recorded of these games with a replay of their logs."""
        game, seed = self._game, self._parameters["seed"]
        log, moves = _logs(recorded["actions"].combine_chunks())
        playable = self._playable(numbers, log, moves)
        if not playable.any():
            return
        numbers, log, moves = numbers[playable], log[playable], moves[playable]
        recorded = recorded.filter(pa.array(playable))
        states = _replayed(game, seed, deals(game, numbers), log, moves)
        replayed = block_table(
            game, self._parameters, self._run, numbers, deals(game, numbers),
            seatings(game, seed, numbers), states, log, 0.0,
        )  # fmt: skip
        for name in replayed.column_names:
            if name not in TIMING:
                self._compare(name, numbers, recorded, replayed[name])

    def _playable(self, numbers: np.ndarray, log: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """Tell which logs can be played to the end of their game; note the others."""
        game, seed = self._game, self._parameters["seed"]
        deal_numbers = deals(game, numbers)
        try:
            states = _replayed(game, seed, deal_numbers, log, moves)
        except TolsimError:
            # Rare, so which logs it was is found out the slow way.
            return np.array(
                [
                    self._single_is_playable(number, deal, log[i, : moves[i]])
                    for i, (number, deal) in enumerate(zip(numbers, deal_numbers, strict=True))
                ]
            )
        for number in numbers[states["over"] == 0]:
            self._report.add(f"game {number}: the log ends before the game does")
        over: np.ndarray = states["over"] != 0
        return over

    def _single_is_playable(self, number: int, deal: int, actions: np.ndarray) -> bool:
        try:
            state = self._game.replay(self._parameters["seed"], deal, actions)[0]
        except TolsimError as error:
            reason = str(error).removeprefix("row 0: ")
            self._report.add(f"game {number}: {reason}")
            return False
        if not state.over:
            self._report.add(f"game {number}: the log ends before the game does")
        return bool(state.over)

    def _compare(
        self, name: str, numbers: np.ndarray, recorded: pa.Table, replayed: pa.ChunkedArray
    ) -> None:
        if name not in recorded.column_names:
            self._report.add(f"column {name} is missing")
            return
        if recorded[name].equals(replayed.cast(recorded[name].type)):
            return
        pairs = zip(recorded[name].to_pylist(), replayed.to_pylist(), strict=True)
        for number, (was, is_now) in zip(numbers, pairs, strict=True):
            if was != is_now:
                self._report.add(f"game {number}: {name} is {was} in the file, {is_now} replayed")


def _logs(actions: pa.ListArray) -> tuple[np.ndarray, np.ndarray]:
    """Actions padded to one length, int16 ``[B, longest log]``, and the logs' lengths [B]."""
    moves = actions.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    log = np.zeros((len(actions), max(1, int(moves.max(initial=0)))), np.int16)
    log[np.arange(log.shape[1])[None, :] < moves[:, None]] = actions.flatten().to_numpy()
    return log, moves


def _replayed(
    game: Game, seed: int, deal_numbers: np.ndarray, log: np.ndarray, moves: np.ndarray
) -> np.ndarray:
    """Play logged games again, to their final states [B].

    Longest logs first, the games still in play are always the first rows, one call a decision.
    """
    order = np.argsort(-moves, kind="stable")
    states = game.reset(seed, deal_numbers[order])
    for move in range(log.shape[1]):
        playing = int((moves > move).sum())
        game.step(states[:playing], log[order[:playing], move])
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return states[back]
