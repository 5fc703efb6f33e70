"""The same seed gives the same game, wherever and however often it is started."""

import numpy as np
import pytest

from tests.conformance.games import make_game, play, same
from tolsim.core.errors import TolsimError


def test_the_same_seed_gives_the_same_bytes(variant):
    first, second = (play(variant, 9, 30, "uniform") for _ in range(2))
    assert first[0].tobytes() == second[0].tobytes()
    assert first[1] == second[1]
    again = make_game(variant.name, variant.variant)
    assert play(again, 9, 30, "uniform")[0].tobytes() == first[0].tobytes()
    assert play(variant, 10, 30, "uniform")[1] != first[1]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_a_deal_is_the_same_game_in_any_batch(game, seed):
    states = game.reset(seed, 50)
    picked = [17, 3, 49, 3, 0]
    assert same(game.reset(seed, picked), states[picked])
    for deal in picked:
        assert same(game.reset(seed, [deal]), states[deal : deal + 1])
    assert len({state["rng"].tobytes() for state in states}) == 50


def test_deals_may_have_large_numbers(game):
    deals = np.array([2**40, 2**63, 2**64 - 1], np.uint64)
    states = game.reset(1, deals)
    assert same(game.reset(1, deals[1:2]), states[1:2])
    assert len({state["rng"].tobytes() for state in states}) == 3


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(game, seed):
    with pytest.raises(TolsimError, match="seed"):
        game.reset(seed, 1)
    with pytest.raises(TolsimError, match="seed"):
        game.agent_streams(seed, [0])


def test_reset_fills_the_state_from_nothing_but_its_arguments(variant):
    """What lay in the memory before is gone, in every field."""
    deals = np.arange(40, dtype=np.uint64)
    clean = variant.reset(2, deals)
    size = variant.state_dtype.itemsize * len(deals)
    for garbage in (np.random.default_rng(1).bytes(size), b"\xff" * size):
        states = np.frombuffer(garbage, variant.state_dtype).copy()
        variant.definition.entries.reset(states, variant.parameters, np.uint64(2), deals)
        for field in variant.state_dtype.names:
            assert np.array_equal(states[field], clean[field]), field


def test_rules_do_not_change_who_gets_which_stream(game):
    """Agents' streams follow from seed, game and seat alone, and all differ."""
    streams = game.agent_streams(3, np.arange(20))
    assert np.array_equal(streams[7:8], game.agent_streams(3, [7]))
    flat = streams.reshape(-1, streams.shape[-1])
    assert len({row.tobytes() for row in flat}) == len(flat)
    assert not (streams[:, 0] == game.reset(3, 20)["rng"]).all(axis=1).any()
