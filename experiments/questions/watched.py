"""Recorded games played again in batches, looked at before every decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from tolsim.core.game import Game

GAMES_AT_ONCE = 8192


def decisions(
    game: Game, seed: int, table: pa.Table
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Play recorded games again, one decision of many games at a time.

    Parameters
    ----------
    game
        Under the rules of the games.
    seed
        Of their chance.
    table
        Their columns ``deal`` and ``actions``, B rows.

    Yields
    ------
    tuple
        Places in the table, int64 [b]; states before the decision, [b]; actions about to be taken,
        int16 [b]. Each game comes once a decision. The states are the replay's own: copy what is
        to be kept, and change nothing.

    Raises
    ------
    TolsimError
        If an action is not legal: the games are of other rules.
    """
    deals = table["deal"].to_numpy()
    actions = table["actions"].combine_chunks()
    lengths = actions.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    flat = actions.flatten().to_numpy()
    starts = np.cumsum(lengths) - lengths
    # Games of like length together; the longest first, those still in play are the first rows.
    order = np.argsort(-lengths, kind="stable")
    for first in range(0, len(order), GAMES_AT_ONCE):
        rows = order[first : first + GAMES_AT_ONCE]
        states = game.reset(seed, deals[rows])
        for move in range(int(lengths[rows[0]])):
            playing = rows[: int((lengths[rows] > move).sum())]
            now = states[: len(playing)]
            chosen = flat[starts[playing] + move]
            yield playing, now, chosen
            game.step(now, chosen)
