"""A block of a cell's games: the unit of work, wherever it is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tolsim.core.errors import TolsimError
from tolsim.experiments.blocks import BlockPlayer
from tolsim.experiments.result import tally_table
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.statistics import Tally
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.store import parquet

PLAYERS_KEPT = 4
"""Cells that a process stays ready to go on with: each keeps a game and a search tree."""


@dataclass(frozen=True)
class Block:
    """Which games to play: numbers ``first`` to ``first + count - 1`` of a cell."""

    cell: Cell
    first: int
    count: int


@dataclass(frozen=True)
class PlayedBlock:
    """A block that was played.

    Attributes
    ----------
    block
        Which.
    run
        Digest of all that decides its games, code included.
    games
        Its table, as Parquet.
    tally
        Its counts.
    """

    block: Block
    run: str
    games: bytes
    tally: Tally


@lru_cache(maxsize=PLAYERS_KEPT)
def player(cell: Cell) -> BlockPlayer:
    """Player of a cell, ready to play."""
    game = cell.make_game()
    ready = BlockPlayer(cell.run(games_per_deal(game)))
    ready.warm_up()
    return ready


def play(block: Block) -> PlayedBlock:
    """Play a block, in this process.

    Raises
    ------
    TolsimError
        If an agent fails, or a game does not end; it names the cell.
    """
    try:
        ready = player(block.cell)
        table = ready.play(block.first, block.count)
        return PlayedBlock(block, ready.run_id, parquet(table), tally_table(ready.game, table))
    except TolsimError as error:
        raise TolsimError(f"{block.cell.text}: {error}") from None
