"""Win rates freed from luck: control variates from the chance that recorded games met.

Whenever chance falls, after a decision or at the deal, what came is compared with what might have
come: the value of the position less its mean over the same decision with other chance. Such terms
are 0 on average, whoever plays and however badly positions are judged, so taking them off a result
changes its mean by nothing; the better the judge, the more of the result's spread they explain. How
much to take off is fitted, the first part of a game apart from the later ones.

Sources: M. Zinkevich et al., "Optimal unbiased estimators for evaluating agent performance" (2006);
N. Burch et al., "AIVAT" (2018).

Letters for shapes: B games, P seats, C controls.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments.questions import watched
from tolsim.experiments.questions.luck import points
from tolsim.experiments.questions.position_values import PositionValues, position_values
from tolsim.experiments.questions.recorded import RecordedCell, Source, cells_of, opened
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.statistics import QUANTILE, Rate

if TYPE_CHECKING:
    import pandas as pd

GAMES, AGAIN = 2000, 8
PARTS = 3
"""Parts of a game whose luck is weighed apart, beside the deal's."""
OTHER_DEALS = 4096
"""Deals with whose mean value a deal is compared."""
ROWS_AT_ONCE = 512
"""Positions whose chance is drawn anew at once: each is copied ``again`` times."""
LEAST_DEALS = 10 * (PARTS + 1)
"""Deals a fit takes at least."""


@dataclass(frozen=True)
class LuckAdjusted:
    """Win rates with and without luck taken off.

    Attributes
    ----------
    game, agents
        What was played.
    games
        Games looked into.
    rows
        Of each seat, and of each agent where there are several: ``what``, ``rate`` with ``low`` and
        ``high``, ``adjusted`` with ``adjusted_low`` and ``adjusted_high`` (95 % intervals, 0 to 1),
        and ``worth``: how many times as many games would narrow the plain interval as much.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    rows: list[dict[str, Any]]

    def frame(self) -> pd.DataFrame:
        """One row a seat or agent."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    @property
    def sentence(self) -> str:
        """What was found, for people."""
        told = "; ".join(
            f"{row['what']} {100 * row['adjusted']:.1f} % "
            f"({100 * row['adjusted_low']:.1f}–{100 * row['adjusted_high']:.1f}) instead of "
            f"{100 * row['rate']:.1f} % ({100 * row['low']:.1f}–{100 * row['high']:.1f}), worth "
            f"{row['worth']:.1f} times the games"
            for row in self.rows
        )
        return f"{self.game}, luck taken off, {self.games:,} games: {told}"

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {**vars(self), "agents": list(self.agents), "sentence": self.sentence}


def luck_adjusted(
    source: Source,
    *,
    cell: int = 1,
    games: int = GAMES,
    again: int = AGAIN,
    judge: str | None = None,
    seed: int = 0,
) -> LuckAdjusted:
    """Take luck off the win rates of recorded games.

    Parameters
    ----------
    source
        Folder of a match or a study, or its result.
    cell
        Place of a study's cell, from 1.
    games
        How many of its games are looked into, from the first.
    again
        Times that chance is drawn anew after each decision.
    judge
        What positions are worth: see
        :func:`~tolsim.experiments.questions.position_values.position_values`.
    seed
        Of the new chance.

    Raises
    ------
    TolsimError
        If there are too few games, or no such cell.

    Examples
    --------
    >>> from tolsim.experiments.match import play_match
    >>> played = play_match("abyss", ["uniform", "uniform"], games=200, seed=1, workers=1)
    >>> luck_adjusted(played, again=2).frame()["what"].tolist()
    ['king', 'necrocampe']
    """
    cells = cells_of(opened(source))
    if not 1 <= cell <= len(cells):
        raise TolsimError(f"cell is 1 to {len(cells)}, not {cell}")
    if games < 1 or again < 1:
        raise TolsimError(f"games and again are at least 1, not {games} and {again}")
    chosen = cells[cell - 1]
    game, size = chosen.game, games_per_deal(chosen.game)
    per_seat = [f"{name}_{seat}" for name in ("return", "agent_index") for seat in game.seats]
    table = chosen.first_games(games, ["deal", "actions", "decisions", *per_seat])
    if len(table) < LEAST_DEALS * size:
        raise TolsimError(
            f"luck is taken off at least {LEAST_DEALS * size} games, there are {len(table)}"
        )
    returns = np.stack([table[f"return_{seat}"].to_numpy() for seat in game.seats], axis=1)
    seating = np.stack([table[f"agent_index_{seat}"].to_numpy() for seat in game.seats], axis=1)
    won = points_of_returns(game, returns)
    judged = position_values(game, judge)
    controls = luck_met(game, chosen.seed, table, judged, again, seed)
    rows = [_row(game.seats[k], won[:, k], controls[:, k], size) for k in range(game.num_players)]
    if len(set(chosen.agents)) > 1:
        rows += _agents_rows(chosen, won, controls, seating, size)
    return LuckAdjusted(game.name, chosen.agents, len(table), rows)


def points_of_returns(game: Game, returns: np.ndarray) -> np.ndarray:
    """Points of every seat, float64 ``[B, P]``: see :func:`tolsim.experiments.questions.luck.points`."""
    states = np.zeros(len(returns), game.state_dtype)
    states["returns"] = returns
    return points(game, states)


def luck_met(
    game: Game, seed: int, table: pa.Table, value: PositionValues, again: int, new_seed: int
) -> np.ndarray:
    """Weigh the luck that each seat met in recorded games, float64 ``[B, P, C]``.

    Parameters
    ----------
    game
        Under the rules of the games.
    seed
        Of their chance.
    table
        Their columns ``deal``, ``actions`` and ``decisions``, B rows.
    value
        What positions are worth.
    again, new_seed
        Times that chance is drawn anew, and its seed.
    """
    found = np.zeros((len(table), game.num_players, PARTS + 1))
    dealt = game.reset(seed, table["deal"].to_numpy())
    others = game.reset(_unlike(seed), np.arange(OTHER_DEALS))
    found[:, :, 0] = value(dealt) - value(others).mean(axis=0)
    # Parts are told apart by decisions taken so far: what is still to come would be luck itself.
    part_length = max(1, math.ceil(float(table["decisions"].to_numpy().mean()) / PARTS))
    drawn = itertools.count()
    luck = partial(_luck_of_step, game, value, again)
    # Compiled loops let go of Python's lock.
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for move, (rows, states, chosen) in _with_moves(game, seed, table):
            part = 1 + min(move // part_length, PARTS - 1)
            pieces = [slice(k, k + ROWS_AT_ONCE) for k in range(0, len(rows), ROWS_AT_ONCE)]
            tasks = [
                pool.submit(luck, states[piece], chosen[piece], (new_seed, next(drawn)))
                for piece in pieces
            ]
            for piece, task in zip(pieces, tasks, strict=True):
                found[rows[piece], :, part] += task.result()
    return found


def _unlike(seed: int) -> int:
    """Another seed, whose deals are none of the recorded ones."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _with_moves(
    game: Game, seed: int, table: pa.Table
) -> Iterator[tuple[int, tuple[np.ndarray, np.ndarray, np.ndarray]]]:
    """Positions of the games, with the number of decisions taken before."""
    for rows, states, chosen in watched.decisions(game, seed, table):
        yield int(states["moves"][0]), (rows, states, chosen)


def _luck_of_step(
    game: Game,
    value: PositionValues,
    again: int,
    states: np.ndarray,
    chosen: np.ndarray,
    seed: tuple[int, int],
) -> np.ndarray:
    """Value that came of a decision, less its mean over other chance, ``[B, P]``."""
    after = states.copy()
    game.step(after, chosen)
    found = np.zeros((len(states), game.num_players))
    # A stream that stands where it stood was not asked, and would not be asked under other chance.
    met = np.flatnonzero((after["rng"] != states["rng"]).any(axis=1))
    if not len(met):
        return found
    copies = np.repeat(states[met], again)
    other = int(np.random.default_rng(list(seed)).integers(2**63))
    copies["rng"] = game.agent_streams(other, np.arange(len(copies)))[:, 0]
    game.step(copies, np.repeat(chosen[met], again))
    expected = value(copies).reshape(len(met), again, -1).mean(axis=1)
    found[met] = value(after[met]) - expected
    return found


def _agents_rows(
    chosen: RecordedCell, won: np.ndarray, controls: np.ndarray, seating: np.ndarray, size: int
) -> list[dict[str, Any]]:
    """Rows of the agents, each over its seats."""
    rows = []
    for agent, name in enumerate(chosen.agents):
        if chosen.agents.index(name) < agent:
            continue
        mine = np.isin(seating, [k for k, other in enumerate(chosen.agents) if other == name])
        seats = mine.sum(axis=1)
        held = (won * mine).sum(axis=1) / np.maximum(seats, 1)
        luck = (controls * mine[:, :, None]).sum(axis=1) / np.maximum(seats, 1)[:, None]
        if (seats > 0).all():
            rows.append(_row(name, held, luck, size))
    return rows


def _row(what: str, won: np.ndarray, controls: np.ndarray, size: int) -> dict[str, Any]:
    by_deal = won.reshape(-1, size).mean(axis=1)
    luck = controls.reshape(len(by_deal), size, -1).mean(axis=1)
    plain, adjusted = rate_of(by_deal, 0), adjusted_rate(by_deal, luck)
    width, narrower = (each.high - each.low for each in (plain, adjusted))
    return {
        "what": what,
        "rate": plain.rate,
        "low": plain.low,
        "high": plain.high,
        "adjusted": adjusted.rate,
        "adjusted_low": adjusted.low,
        "adjusted_high": adjusted.high,
        "worth": (width / narrower) ** 2 if narrower > 0 else float("nan"),
    }


def adjusted_rate(deals: np.ndarray, controls: np.ndarray) -> Rate:
    """Mean share of deals, float64 ``[D]``, with what controls of mean 0, ``[D, C]``, explain taken off.

    Examples
    --------
    >>> luck = np.random.default_rng(1).normal(size=(1000, 1))
    >>> [round(each, 3) for each in adjusted_rate(0.5 + 0.1 * luck[:, 0], luck)]
    [0.5, 0.499, 0.501]
    """
    # The weights are those of a regression with a constant; only the slopes are used.
    centred = controls - controls.mean(axis=0)
    slopes, *_ = np.linalg.lstsq(centred, deals - deals.mean(), rcond=None)
    return rate_of(deals - controls @ slopes, controls.shape[1])


def rate_of(deals: np.ndarray, fitted: int) -> Rate:
    """Mean of deals' shares with its 95 % interval, as ``Shares.rate`` takes it, after a fit."""
    count = len(deals) + 2
    centre = (deals.sum() + 1) / count
    squares = ((deals - centre) ** 2).sum() + (1 - centre) ** 2 + centre**2
    half = QUANTILE * math.sqrt(squares / (count - 1 - fitted) / count)
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Rate(float(deals.mean()), low, high)
