"""Copies, bytes, pickles and texts of states are the same states, and share nothing."""

import copy
import pickle

import numpy as np
import pytest

from tests.conformance.games import positions, same, walk
from tolsim.core.errors import TolsimError


def round_trips(game, states):
    yield "copy", states.copy()
    yield "deepcopy", copy.deepcopy(states)
    yield "assignment", assigned(states)
    yield "bytes", np.frombuffer(states.tobytes(), game.state_dtype).copy()
    yield "pickle", pickle.loads(pickle.dumps(states))
    yield "text", game.parse_state(game.state_text(states[0]))


def assigned(states):
    other = np.zeros_like(states)
    other[0] = states[0]
    return other


@pytest.mark.parametrize("agent", ["uniform", "greedy"])
def test_round_trips(variant, agent):
    """At powers of two of the move number, and at the end."""
    for states, action in walk(variant, 8, 0, agent):
        moves = int(states["moves"][0])
        if moves & (moves - 1) and not states["over"][0]:
            continue
        for how, twin in round_trips(variant, states):
            assert twin.dtype == states.dtype, how
            assert same(twin, states), how
            if action < 0:
                continue
            before = states.copy()
            variant.step(twin, [action])
            assert same(states, before), f"{how} shares memory with what it was made of"
            variant.step(before, [action])
            assert same(twin, before), f"{how} plays on differently"


def test_texts_of_all_states_met_read_back(game):
    met = positions(game, 9, 2)
    texts = [game.state_text(state) for state in met]
    for i, text in enumerate(texts):
        assert same(game.parse_state(text), met[i : i + 1])
    assert len(set(texts)) == len(texts)


def test_broken_texts_are_refused(game):
    text = game.state_text(game.reset(1, 1)[0])
    for broken, message in [
        (text.replace("moves = 0", "moves = x"), "'moves' cannot be 'x'"),
        (text.replace("moves = 0", "moves = [1, 2]"), "'moves' cannot be"),
        (text.replace("moves = 0", "moves = 1.5"), "'moves' cannot be '1.5'"),
        (text.replace("moves = 0", "moves = 99999999999999999999"), "'moves' cannot be"),
        (
            text.replace(f"returns = {[0.0] * game.num_players}", "returns = 0.0"),
            "'returns' cannot be '0.0'",
        ),
        (text.replace("moves = 0\n", ""), "no field 'moves'"),
        (text.replace("moves", "move"), "unknown state field 'move'; did you mean 'moves'"),
        ("", "no field 'rng'"),
    ]:
        with pytest.raises(TolsimError, match=message):
            game.parse_state(broken)
