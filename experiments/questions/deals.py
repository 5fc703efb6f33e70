"""What each deal of a cell brought: the values that comparisons are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa

from tolsim.core.game import Game
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.result import StudyResult

Values = Callable[[pa.Table], np.ndarray]


def returns_of(game: Game, table: pa.Table) -> np.ndarray:
    """Return of every seat of each game, float64 [B, P]."""
    return np.stack([table[f"return_{seat}"].to_numpy() for seat in game.seats], axis=1)


def seating_of(game: Game, table: pa.Table) -> np.ndarray:
    """Agent in every seat of each game, int [B, P]."""
    return np.stack([table[f"agent_index_{seat}"].to_numpy() for seat in game.seats], axis=1)


def columns_of(game: Game) -> list[str]:
    """Columns that :func:`returns_of` and :func:`seating_of` read."""
    return [f"{name}_{seat}" for seat in game.seats for name in ("return", "agent_index")]


def first_seats_share(game: Game) -> Values:
    """Points of the first seat in each game: 1 a win, 1/2 a draw."""
    return lambda table: (np.sign(returns_of(game, table)[:, 0]) + 1) / 2


def first_agents_share(game: Game) -> Values:
    """Points of the first agent in each game, wherever it sits: 1 a win, 1/2 a draw."""

    def points(table: pa.Table) -> np.ndarray:
        won = (np.sign(returns_of(game, table)) + 1) / 2
        summed: np.ndarray = (won * (seating_of(game, table) == 0)).sum(axis=1)
        return summed

    return points


def first_seats_return(game: Game) -> Values:
    """Return of the first seat in each game."""
    return lambda table: returns_of(game, table)[:, 0]


def by_deal(result: StudyResult, cell: Cell, games: int, values: Values) -> np.ndarray:
    """Mean of a value over the games of each deal, float64 [deals], of a cell's first games.

    Parameters
    ----------
    result
        Of the study that played the cell.
    cell
        Which.
    games
        How many of its games; those behind them, of an earlier call, are left out.
    values
        Gives the value of each game of a table.
    """
    game = cell.make_game()
    parts = [values(table) for table in _first(result.tables(cell, columns_of(game)), games)]
    means: np.ndarray = np.concatenate(parts).reshape(-1, games_per_deal(game)).mean(axis=1)
    return means


def _first(tables: Iterator[pa.Table], games: int) -> Iterator[pa.Table]:
    left = games
    for table in tables:
        if left <= 0:
            return
        yield table.slice(0, left)
        left -= len(table)
