"""Hooks: what a game fills in answers for that game, the default for all others."""

import numpy as np
import pytest

from tolsim.core.compile_cache import entry, kernel
from tolsim.core.errors import TolsimError
from tolsim.core.hooks import fills, hook
from tolsim.core.state import state_dtype

FILLED = state_dtype(1, [("filled", np.int64)])
EMPTY = state_dtype(1, [("empty", np.int64)])
P = np.zeros(1, np.dtype((np.record, np.dtype([("unused", np.int64)]))))


@hook
def bonus(s, p, number):
    """Add one."""
    return number + 1


@fills(bonus, FILLED)
def tenfold(s, p, number):
    """Multiply, and change the state."""
    s.filled += 1
    return number * 10


@kernel
def deep(s, p, number):
    """A kernel of an engine, which knows no game."""
    return bonus(s, p, number) + bonus(s, p, np.int64(2))


@entry
def run(states, p, number):
    """Sum over the rows."""
    total = 0
    for i in range(states.shape[0]):
        total += deep(states[i], p[0], number)
    return total


def test_a_game_that_fills_a_hook_is_asked():
    states = np.zeros(3, FILLED)
    assert run(states, P, 5) == 3 * (50 + 20)
    assert states["filled"].tolist() == [2, 2, 2]


def test_a_game_that_does_not_gets_the_default():
    assert run(np.zeros(3, EMPTY), P, 5) == 3 * (6 + 3)


def test_two_games_need_different_records():
    with pytest.raises(TolsimError, match="two games fill bonus with the same state record"):

        @fills(bonus, FILLED)
        def hundredfold(s, p, number):
            return number * 100

    assert run(np.zeros(1, FILLED), P, 1) == 10 + 20
