"""What does not fit is refused before compiled loops, which check nothing, read or write beyond it."""

import threading

import numpy as np
import pytest

from tolsim.agents import parse
from tolsim.core.errors import TolsimError


@pytest.mark.parametrize("players", [[0], [0, 0, 0, 9], [-1] * 4, [256] * 4, [0.9] * 4])
def test_seats_are_the_games_one_a_row(game, players):
    states = game.reset(1, 4)
    with pytest.raises(TolsimError, match="players"):
        game.observe(states, players)
    with pytest.raises(TolsimError, match="players"):
        game.redeal(states, players, [1, 2, 3, 4])


@pytest.mark.parametrize("seeds", [[7], [-1] * 4, [0.5] * 4])
def test_redeals_have_a_seed_a_row(game, seeds):
    with pytest.raises(TolsimError, match="seeds"):
        game.redeal(game.reset(1, 4), [0] * 4, seeds)


@pytest.mark.parametrize("deals", [[0.7], [-1], -3, [[0, 1]]])
def test_deals_are_whole_numbers(game, deals):
    with pytest.raises(TolsimError, match="deals"):
        game.reset(1, deals)


def test_a_number_of_deals_may_be_numpys(game):
    assert len(game.reset(1, np.int64(3))) == 3


@pytest.mark.parametrize("offset", [0.9, 2.0**33])
def test_actions_are_not_rounded_or_wrapped(game, offset):
    states = game.reset(1, 1)
    before = states.tobytes()
    legal = int(game.legal_actions(states)[0][0])
    wrong = [legal + offset] if offset < 1 else np.array([legal + int(offset)])
    with pytest.raises(TolsimError, match="actions"):
        game.step(states, wrong)
    assert states.tobytes() == before


def test_states_are_rows_of_the_games_own_record(game):
    for states in (np.zeros(3), game.reset(1, 4).reshape(2, 2)):
        with pytest.raises(TolsimError, match="states must be"):
            game.legal_mask(states)


def test_play_on_needs_arrays_for_every_row(game):
    agents = np.array([parse("uniform").record(game)])
    good = {
        "seating": np.zeros((4, game.num_players), np.int8),
        "streams": game.agent_streams(1, range(4)),
        "log": np.zeros((4, game.longest), np.int16),
    }
    wrong = {
        "seating": [
            good["seating"][:1],
            good["seating"] + np.int8(9),
            good["seating"] - np.int8(1),
        ],
        "streams": [good["streams"][:1]],
        "log": [good["log"][:1], good["log"].astype(np.int32)],
    }
    for name, cases in wrong.items():
        for case in cases:
            with pytest.raises(TolsimError, match=name):
                game.advance(game.reset(1, 4), agents, **{**good, name: case})
    game.advance(game.reset(1, 4), agents, **good)


def test_a_search_needs_something_to_do(game):
    agents = np.array([parse("mcts:iterations=5").record(game)])
    tree = game.new_tree(agents)
    rng = np.array([1, 1], np.uint64)
    states = game.reset(1, 1)
    with pytest.raises(TolsimError, match="iterations"):
        game.search(states, agents, 0, tree, rng)
    log = np.zeros((1, game.longest), np.int16)
    uniform = np.array([parse("uniform").record(game)])
    seating = np.zeros((1, game.num_players), np.int8)
    game.advance(states, uniform, seating, game.agent_streams(1, [0]), log)
    with pytest.raises(TolsimError, match="not over"):
        game.search(states, agents, 5, tree, rng)


def test_one_game_serves_several_threads(game):
    states = game.reset(3, 400)
    expected = game.legal_mask(states)
    wrong = []

    def read():
        for _ in range(40):
            if not np.array_equal(game.legal_mask(states), expected):
                wrong.append(1)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
