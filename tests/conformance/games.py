"""The games that the suite runs over, and the positions that play meets in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tolsim
from tolsim.agents import parse
from tolsim.core import registry

# Kuhn poker, of kuhn_poker.py, shows that the suite asks nothing that only one game has.
NAMES = [*(each["name"] for each in tolsim.games()), "kuhn"]


def make_game(name: str, variant: str = "default", **overrides: Any) -> tolsim.Game:
    """Make a game of the registry, or Kuhn poker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[1])
        patch.setitem(registry.GAMES, "kuhn", "kuhn_poker")
        return tolsim.make(name, variant=variant, **overrides)


def variants(name: str) -> list[str]:
    """Return every variant of a game, the default first."""
    return ["default", *make_game(name).ruleset.variants]


EVERY_VARIANT = [(name, variant) for name in NAMES for variant in variants(name)]


def same(left: np.ndarray, right: np.ndarray) -> bool:
    """Tell whether states agree in every field; what lies between the fields does not count."""
    names = left.dtype.names or ()
    return len(left) == len(right) and all(
        np.array_equal(left[field], right[field]) for field in names
    )


def agent_records(game: tolsim.Game, *texts: str) -> np.ndarray:
    """Agents by their texts, as the compiled loops take them."""
    return np.array([parse(text).record(game) for text in texts])


def play(
    game: tolsim.Game, seed: int, deals: Any, *texts: str
) -> tuple[np.ndarray, list[list[int]]]:
    """Play games to the end, seat ``i`` by the ``i``-th agent (or all by the only one).

    Returns the final states [B] and the actions of each game.
    """
    states = game.reset(seed, deals)
    numbers = np.arange(deals) if isinstance(deals, int) else np.asarray(deals)
    seats = np.minimum(np.arange(game.num_players), len(texts) - 1).astype(np.int8)
    log = np.full((len(states), game.longest), -1, np.int16)
    game.advance(
        states,
        agent_records(game, *texts),
        np.tile(seats, (len(states), 1)),
        game.agent_streams(seed, numbers),
        log,
    )
    return states, [row[:moves].tolist() for row, moves in zip(log, states["moves"], strict=True)]


def walk(game: tolsim.Game, seed: int, deal: int, *texts: str) -> Iterator[tuple[np.ndarray, int]]:
    """Yield every position [1] of one game with the action taken there, -1 at the end."""
    _, logs = play(game, seed, [deal], *texts)
    states = game.reset(seed, [deal])
    for action in logs[0]:
        yield states.copy(), action
        game.step(states, [action])
    yield states, -1


def positions(game: tolsim.Game, seed: int, games: int, *texts: str) -> np.ndarray:
    """Every position that some games meet, the ends among them, [M]."""
    met = [
        states
        for deal in range(games)
        for states, _ in walk(game, seed, deal, *(texts or ("uniform",)))
    ]
    return np.concatenate(met).view(game.state_dtype)


def open_positions(game: tolsim.Game, seed: int, games: int, *texts: str) -> np.ndarray:
    """Every position that some games meet in which somebody has to decide, [M]."""
    met = positions(game, seed, games, *texts)
    return met[met["over"] == 0]
