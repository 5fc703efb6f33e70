"""How much of recorded results was luck: positions of the games, played on again and again.

A position is the whole state, what lies hidden included; only coming chance and the agents' own
choices are drawn anew. So what a game shuffles at set-up belongs to the deal, and what it draws
later does not.

By the law of total variance a player's results vary by who plays and in which seat, by the deal,
and by what comes after it. What is explained at a point of a game is the variance of the results
expected there, freed from the noise of a finite number of continuations.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.agents import parse
from tolsim.agents.in_loops import in_loops
from tolsim.core.agent_settings import EXTERNAL
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.network import Networks
from tolsim.core.search import Tree
from tolsim.experiments.first_use import MATCH, compile_if_needed
from tolsim.experiments.questions.plots import plotly
from tolsim.experiments.questions.recorded import RecordedCell, Source, cells_of, opened
from tolsim.experiments.run import games_per_deal

if TYPE_CHECKING:
    import pandas as pd

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points of a game, as shares of its decisions."""
RESAMPLES = 1000
SEATS, DEAL, LATER = "seats and agents", "deal", "chance after the deal"


@dataclass
class Luck:
    """Where results came from.

    Attributes
    ----------
    game, agents
        What was played.
    games, again
        Games looked into, and continuations of each position.
    rows
        Share of the variance of each source: ``what``, ``share``, ``low``, ``high``.
    decided
        Share of the variance explained at points of the game: ``point``, ``share``, ``low``,
        ``high``.
    sentence
        The finding.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    again: int
    rows: list[dict[str, Any]]
    decided: list[dict[str, Any]]
    sentence: str

    def frame(self) -> pd.DataFrame:
        """One row a source of variance."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {**vars(self), "agents": list(self.agents)}

    def figure(self) -> Any:
        """Share of the results' variance that positions explain, along the game."""
        go = plotly()
        drawn = go.Figure()
        for name in ("low", "high", "share"):
            drawn.add_scatter(
                x=[100 * each["point"] for each in self.decided],
                y=[100 * each[name] for each in self.decided],
                name=name,
                line={"dash": "solid" if name == "share" else "dot"},
            )
        drawn.update_layout(
            title=f"{self.game}: when it is decided",
            xaxis_title="decisions taken, %",
            yaxis_title="variance of results explained, %",
        )
        return drawn


def luck(
    source: Source,
    *,
    cell: int = 1,
    deals: int = 200,
    again: int = 32,
    seed: int = 0,
    workers: int | None = None,
) -> Luck:
    """Play recorded games on from their positions.

    Parameters
    ----------
    source
        Folder of a match or a study.
    cell
        Place of a study's cell, from 1.
    deals
        How many of its deals are looked into, from the first.
    again
        Times that each position is played on, at least 2.
    seed
        Of the new chance.
    workers
        Threads; None: one a core. The result does not depend on them.

    Raises
    ------
    TolsimError
        If there are no games, or an agent plays outside the compiled loops.
    """
    if deals < 2 or again < 2:
        raise TolsimError(f"deals and again are at least 2, not {deals} and {again}")
    cells = cells_of(opened(source))
    if not 1 <= cell <= len(cells):
        raise TolsimError(f"cell is 1 to {len(cells)}, not {cell}")
    chosen = cells[cell - 1]
    if workers is not None and workers < 1:
        raise TolsimError(f"workers is at least 1, not {workers}")
    return _look_into(chosen, deals, again, seed, workers)


def _look_into(
    chosen: RecordedCell, deals: int, again: int, seed: int, workers: int | None
) -> Luck:
    game, size = chosen.game, games_per_deal(chosen.game)
    columns = ["game", "deal", "actions"]
    columns += [f"agent_index_{seat}" for seat in game.seats]
    table = chosen.first_games(deals * size, columns)
    logs = [np.asarray(log, np.int16) for log in table["actions"].to_pylist()]
    seating = np.stack([table[f"agent_index_{s}"].to_numpy() for s in game.seats], axis=1)
    playing = Continuations(game, chosen.agents, again, workers)
    values = []
    for place, point in enumerate(POINTS):
        states = positions(game, chosen.seed, table["deal"].to_numpy(), logs, point)
        values.append(playing.of(states, seating.astype(np.int8), (seed, place)))
    means = np.array([each.mean(axis=1) for each in values])
    noise = np.array([each.var(axis=1, ddof=1) / again for each in values])
    return _told(chosen, means, noise, seating, size, again, seed)


def positions(
    game: Game, seed: int, deals: np.ndarray, logs: Sequence[np.ndarray], point: float
) -> np.ndarray:
    """Play logged games again up to a point, a share of each one's decisions; states [B]."""
    states = game.reset(seed, deals)
    wanted = np.array([round(point * len(log)) for log in logs])
    for move in range(int(wanted.max(initial=0))):
        rows = np.flatnonzero(wanted > move)
        now = states[rows]
        game.step(now, [int(logs[row][move]) for row in rows.tolist()])
        states[rows] = now
    return states


class Continuations:
    """Plays positions on with the agents of their games."""

    def __init__(
        self, game: Game, agents: Sequence[str], again: int, threads: int | None = None
    ) -> None:
        self._game, self._again = game, again
        parsed = [parse(each) for each in agents]
        records, _ = in_loops(game, parsed)
        outside = [a for a, r in zip(agents, records, strict=True) if r["kind"] == EXTERNAL]
        if outside:
            raise TolsimError(
                f"{outside[0]} plays outside the compiled loops; luck is told of the agents inside"
            )
        compile_if_needed(game, {*MATCH, "step", "redeal"})
        # Compiled loops let go of Python's lock; each thread has memory of its own to think in.
        count = threads or len(os.sched_getaffinity(0))
        self._thinkers = [(*in_loops(game, parsed), game.new_tree(records)) for _ in range(count)]

    def of(self, states: np.ndarray, seating: np.ndarray, seed: tuple[int, int]) -> np.ndarray:
        """Points of every seat in each continuation, float64 ``[B, again, P]``: see :func:`points`."""
        game, again = self._game, self._again
        rows = np.repeat(np.arange(len(states)), again)
        played = states[rows]
        going_on = np.flatnonzero(played["over"] == 0)
        drawn = np.random.default_rng(list(seed))
        if len(going_on):
            now = played[going_on]
            seeds = drawn.integers(0, 2**63, len(now), np.uint64)
            # Redealing starts chance anew; the stream alone is taken, hidden things stay.
            now["rng"] = game.redeal(now, np.zeros(len(now), np.int8), seeds)["rng"]
            streams = game.agent_streams(int(drawn.integers(2**63)), np.arange(len(now)))
            self._advance(now, np.ascontiguousarray(seating[rows[going_on]]), streams)
            played[going_on] = now
        if not (played["over"] == 1).all():
            raise TolsimError(f"{game.name} did not end within {game.longest} decisions")
        return np.asarray(points(game, played).reshape(len(states), again, -1))

    def _advance(self, states: np.ndarray, seating: np.ndarray, streams: np.ndarray) -> None:
        """Play rows to their ends, a part of them on each thread."""

        def play(part: np.ndarray, thinker: tuple[np.ndarray, Networks, Tree]) -> None:
            records, networks, tree = thinker
            rows = slice(part[0], part[-1] + 1)
            log = np.zeros((len(part), self._game.longest), np.int16)
            self._game.advance(
                states[rows], records, seating[rows], streams[rows], log, tree, networks
            )

        parts = [
            part
            for part in np.array_split(np.arange(len(states)), len(self._thinkers))
            if len(part)
        ]
        with ThreadPoolExecutor(len(parts)) as pool:
            for done in [
                pool.submit(play, *each) for each in zip(parts, self._thinkers, strict=False)
            ]:
                done.result()


def points(game: Game, states: np.ndarray) -> np.ndarray:
    """Points of every seat, ``[B, P]``: 1 a win, 1/2 a draw; 1 for a single player's best class."""
    returns = states["returns"]
    if game.num_players == 1 and game.definition.grades:
        return np.asarray(returns == max(game.definition.grades), np.float64)
    won: np.ndarray = (np.sign(returns) + 1) / 2
    return won


def _shares(
    means: np.ndarray, noise: np.ndarray, seating: np.ndarray, again: int
) -> tuple[np.ndarray, float]:
    """Explained variance at each point, and that of seats and agents, as shares of the total."""
    results = means[-1]
    grand = results.mean()
    total = float(((results - grand) ** 2).mean())
    if total == 0:
        return np.full(len(means), np.nan), float("nan")
    explained = ((means - grand) ** 2 - noise).mean(axis=(1, 2)) / total
    places = 0.0
    for seat in range(results.shape[1]):
        for agent in np.unique(seating[:, seat]):
            mine = results[seating[:, seat] == agent, seat]
            if len(mine) > 1:
                square = (mine.mean() - grand) ** 2 - mine.var(ddof=1) / len(mine)
                places += square * len(mine) / results.size
    return explained, places / total


def _told(
    chosen: RecordedCell, means: np.ndarray, noise: np.ndarray, seating: np.ndarray, size: int,
    again: int, seed: int,
) -> Luck:  # fmt: skip
    count = len(seating) // size
    rng = np.random.default_rng([seed, len(POINTS)])
    drawn = []
    for sample in [np.arange(count), *rng.integers(0, count, (RESAMPLES, count))]:
        rows = (sample[:, None] * size + np.arange(size)).ravel()
        explained, places = _shares(means[:, rows], noise[:, rows], seating[rows], again)
        sources = [places, explained[0] - places, 1 - explained[0]]
        drawn.append([*sources, *explained])
    if np.isnan(drawn[0]).any():
        raise TolsimError("all these games ended alike; there is no variance to explain")
    found = np.array(drawn)
    low, high = np.nanquantile(found[1:], [0.025, 0.975], axis=0)

    def row(k: int) -> dict[str, Any]:
        # A share freed from noise may come out a little below 0 or above 1.
        share, bottom, top = (float(np.clip(x[k], 0, 1)) for x in (found[0], low, high))
        return {"share": share, "low": bottom, "high": top}

    rows_told: list[dict[str, Any]] = [
        {"what": what, **row(k)} for k, what in enumerate((SEATS, DEAL, LATER))
    ]
    decided: list[dict[str, Any]] = [
        {"point": point, **row(3 + k)} for k, point in enumerate(POINTS)
    ]
    half = next(each["point"] for each in decided if each["share"] >= 0.5)
    told = ", ".join(
        f"{100 * each['share']:.0f} % ({100 * each['low']:.0f}–{100 * each['high']:.0f} %) from "
        f"{each['what']}"
        for each in rows_told
    )
    sentence = (
        f"of the variance of results in {chosen.game.name}, {told}; half of it is settled by "
        f"{100 * half:.0f} % of the decisions; {len(seating):,} games, each position played on "
        f"{again} times"
    )
    return Luck(
        chosen.game.name, chosen.agents, len(seating), again, rows_told, decided, sentence
    )  # fmt: skip
