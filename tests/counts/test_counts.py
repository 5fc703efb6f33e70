"""The number of ways to play, from fixed positions, is as written down."""

import numpy as np
import pytest

from tests.conformance.games import NAMES, make_game
from tests.counts.make import FOLDER, counted, read, sequences


def test_every_game_has_counts():
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_counts(name):
    game = make_game(name)
    for place in read(name):
        assert counted(game, place) == place["sequences"], place


def test_kuhn_poker_has_30_endings_and_24_decisions():
    """Six deals, and in each 4 positions with a decision and 5 endings (Kuhn, 1950)."""
    game = make_game("kuhn")
    states = game.reset(1, 200)
    _, first = np.unique(states["cards"], axis=0, return_index=True)
    assert len(first) == 6
    counts = np.array([sequences(game, states[i : i + 1], 3) for i in first])
    by_length = counts.sum(axis=0)
    endings = 6 * 5
    assert by_length.tolist() == [12, 24, 12]
    # Every sequence ends or is a decision; the first decision of each deal follows none.
    assert by_length.sum() + 6 - endings == 24


def test_counts_notice_a_missing_action(monkeypatch):
    game = make_game("kuhn")
    state = game.reset(1, 1)
    honest = sequences(game, state, 3)
    legal_mask = game.legal_mask
    monkeypatch.setattr(game, "legal_mask", lambda states: legal_mask(states) * [1, 0])
    assert sequences(game, state, 3) != honest
