"""What content games hold, found in their records: actions by who took them, and telemetry by seat.

A game may tell what its decisions make use of (``Definition.contents``). Otherwise each action id is a
content of its own, named by its text, for ids keep one meaning. Telemetry brings two more: columns of words that end with a seat, such as ``stratagem_king``, one content a word; and lists
of seats, such as ``hero_recruited_by``, one content an entry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tolsim.core.game import Game
from tolsim.experiments.questions import watched
from tolsim.experiments.questions.association import Sample
from tolsim.experiments.questions.recorded import RecordedCell
from tolsim.experiments.run import games_per_deal

ACTION = "action"
"""Kind of actions whose text begins like no other's."""


@dataclass(frozen=True, order=True)
class Name:
    """What a content is called, and what kind it is of."""

    kind: str
    content: str


def action_names(texts: Sequence[str]) -> list[Name]:
    """Name actions by their texts; of one kind are those that begin with the same words.

    The kind is the longest beginning, in whole words, that another action shares.

    Examples
    --------
    >>> [name.kind for name in action_names(["play 1", "play 2", "take hero 0", "take hero 1",
    ...     "take face-down", "pass"])]
    ['play', 'play', 'take hero', 'take hero', 'take', 'action']
    """
    shared = Counter(start for text in texts for start in _beginnings(text))
    kinds = [
        next((start for start in _beginnings(text) if shared[start] > 1), ACTION) for text in texts
    ]
    return [Name(kind, text) for kind, text in zip(kinds, texts, strict=True)]


def _beginnings(text: str) -> list[str]:
    """Give what a text begins with, in whole words, the longest first, and not all of it."""
    words = text.split(" ")
    return [" ".join(words[:count]) for count in range(len(words) - 1, 0, -1)]


def decision_names(game: Game) -> list[Name]:
    """Name what decisions can make use of."""
    contents = game.definition.contents
    if contents is None:
        return action_names(game.definition.actions)
    return [Name(content.kind, content.name) for content in contents.names]


def times_used(game: Game, seed: int, table: pa.Table) -> np.ndarray:
    """Count how often each seat made use of what, by playing the games again.

    Parameters
    ----------
    game
        Under the rules of the games.
    seed
        Of their chance.
    table
        Their columns ``deal`` and ``actions``.

    Returns
    -------
    numpy.ndarray
        int32 ``[B, P, C]``, C as :func:`decision_names` has them.
    """
    contents = game.definition.contents
    times = np.zeros((len(table), game.num_players, len(decision_names(game))), np.int32)
    for rows, states, chosen in watched.decisions(game, seed, table):
        used = chosen[:, None] if contents is None else contents.used(states, chosen)
        for places in used.T:
            known = np.flatnonzero(places >= 0)
            # Each row comes once a decision.
            times[rows[known], states["to_move"][known], places[known]] += 1
    return times


def telemetry_columns(game: Game) -> list[str]:
    """Columns of telemetry that may hold content: words by seat, and lists of seats."""
    columns = [column.name for column in game.definition.telemetry]
    by_seat = [name for name in columns if _stem(game, name) is not None]
    return [*by_seat, *_lists_of_seats(game)]


def _stem(game: Game, column: str) -> tuple[str, int] | None:
    """What a column tells of, and of which seat: ``("stratagem", 0)`` of ``stratagem_king``."""
    for seat, name in enumerate(game.seats):
        if column.endswith(f"_{name}"):
            return column.removesuffix(f"_{name}"), seat
    return None


def _lists_of_seats(game: Game) -> list[str]:
    """Columns whose meaning says that they hold a seat for each of something."""
    return [
        column.name
        for column in game.definition.telemetry
        if re.match(r"per \w+: seat\b", column.about)
    ]


def telemetry_used(game: Game, table: pa.Table) -> dict[Name, np.ndarray]:
    """Tell which seat used what, by the telemetry: bool ``[B, P]`` for each content."""
    found: dict[Name, np.ndarray] = {}
    lists = _lists_of_seats(game)
    for column in telemetry_columns(game):
        if column in lists:
            found |= _used_by_lists(game, column, table[column])
            continue
        stem, seat = _stem(game, column) or ("", 0)
        if pa.types.is_string(table[column].type):
            for value in table[column].unique().drop_null().to_pylist():
                name = Name(stem.replace("_", " "), value)
                used = found.setdefault(name, np.zeros((len(table), game.num_players), bool))
                used[:, seat] = pc.equal(table[column], value).fill_null(False).to_numpy()
    return found


def _used_by_lists(game: Game, column: str, values: pa.ChunkedArray) -> dict[Name, np.ndarray]:
    lists = values.combine_chunks()
    seats = lists.flatten().to_numpy().reshape(len(lists), -1)
    names = _row_names(game, seats.shape[1])
    return {
        Name(column.replace("_", " "), names[place]): seats[:, place, None]
        == np.arange(game.num_players)
        for place in range(seats.shape[1])
    }


def _row_names(game: Game, count: int) -> Sequence[str]:
    """Names of so many things: the rows of the only table of the rules that has as many."""
    tables = [rows for rows in game.ruleset.tables.values() if len(rows) == count]
    return tables[0] if len(tables) == 1 else [str(place) for place in range(count)]


@dataclass(frozen=True)
class SeenGames:
    """What each seat used in games of a cell.

    Attributes
    ----------
    cell
        Whose.
    table
        The games, B rows, whole deals.
    used
        Content to bool ``[B, P]``.
    times
        Content to int32 ``[B, P]``, where uses are counted.
    """

    cell: RecordedCell
    table: pa.Table
    used: dict[Name, np.ndarray]
    times: dict[Name, np.ndarray]

    def __len__(self) -> int:
        return len(self.table)

    def sample(self, names: Sequence[Name]) -> Sample:
        """Lay it out by deal, game of the deal, and seat."""
        game = self.cell.game
        shape = (-1, games_per_deal(game), game.num_players)
        none = np.zeros((len(self), game.num_players), bool)
        used = np.stack([self.used.get(name, none) for name in names], axis=-1)
        returns = _by_seat(game, "return", self.table)
        agents = _by_seat(game, "agent_index", self.table)
        points = (np.sign(returns) + 1) / 2
        return Sample(
            self.cell.seed,
            used.reshape(*shape, len(names)),
            points.reshape(shape),
            agents.reshape(shape),
        )

    def mean_times(self, names: Sequence[Name]) -> list[float]:
        """Uses a game of the seats that used it at all; NaN where uses are not counted."""
        found = []
        for name in names:
            times = self.times.get(name)
            able = None if times is None else times.any(axis=0)
            known = able is not None and able.any()
            found.append(float(times[:, able].mean()) if known else np.nan)  # type: ignore[index]
        return found


def _by_seat(game: Game, column: str, table: pa.Table) -> np.ndarray:
    return np.stack([table[f"{column}_{seat}"].to_numpy() for seat in game.seats], axis=1)


def seen_games(cell: RecordedCell, games: int) -> SeenGames:
    """See what the first so many games of a cell used; each is played again."""
    game = cell.game
    per_seat = [f"{name}_{seat}" for name in ("return", "agent_index") for seat in game.seats]
    columns = ["deal", "actions", *per_seat, *telemetry_columns(game)]
    table = cell.first_games(games, columns)
    counted = times_used(game, cell.seed, table)
    times = {name: counted[:, :, place] for place, name in enumerate(decision_names(game))}
    used = {name: count > 0 for name, count in times.items()} | telemetry_used(game, table)
    return SeenGames(cell, table, used, times)
