"""Nothing that the player sees depends on what lies face down."""

from itertools import permutations

import numpy as np
import pytest

from .games import FACE_DOWN, FACE_UP, GONE, jumieges, laid


def twins(table, deal):
    """The same position with the tokens dealt otherwise."""
    other = table.states.copy()
    other["token_relic"][0] = deal
    return other


@pytest.mark.parametrize("status", [[FACE_DOWN] * 3, [FACE_UP, FACE_DOWN, FACE_DOWN],
                                    [GONE, FACE_DOWN, FACE_DOWN]])  # fmt: skip
def test_observation_drawing_and_actions_are_the_same(status):
    table = laid({"Hero": "15B.2a", "The Leviathan": "A3Aa"}, turn_of="holy",
                 fields={"token_status": status, "token_relic": [0, 1, 2]})  # fmt: skip
    table.do("activate 15B.2a")
    other = twins(table, [0, 2, 1])
    game = table.game
    assert np.array_equal(game.observe(table.states), game.observe(other))
    assert np.array_equal(game.legal_mask(table.states), game.legal_mask(other))
    assert game.render(table.states[0], 0) == game.render(other[0], 0)
    assert game.asked(table.states[0]) == game.asked(other[0])
    # Without a seat the drawing is for everyone's eyes.
    assert game.render(table.states[0]) != game.render(other[0])


def test_what_is_turned_up_is_seen():
    table = laid({"Hero": "15B.2a"}, turn_of="holy", fields={"token_status": [0, FACE_UP, 0]})
    table.do("activate 15B.2a")
    other = twins(table, [0, 2, 1])
    assert not np.array_equal(table.game.observe(table.states), table.game.observe(other))


@pytest.mark.parametrize("status", [[FACE_DOWN] * 3, [FACE_UP, FACE_DOWN, FACE_DOWN]])
def test_a_redeal_permutes_what_lies_face_down_evenly_and_nothing_else(status):
    game = jumieges()
    state = game.reset(3, [0])
    state["token_relic"][0], state["token_status"][0] = [2, 0, 1], status
    redealt = game.redeal(np.repeat(state, 600), [0] * 600, range(600))
    deals = [tuple(int(relic) for relic in row) for row in redealt["token_relic"]]
    down = [site for site in range(3) if status[site] == FACE_DOWN]
    for site in range(3):
        if site not in down:
            assert {deal[site] for deal in deals} == {[2, 0, 1][site]}
    ways = {3: 6, 2: 2}[len(down)]
    assert len(set(deals)) == ways
    for deal in set(deals):
        assert abs(deals.count(deal) - 600 / ways) < 5 * (600 / ways) ** 0.5


def test_a_redeal_depends_on_nothing_hidden():
    game = jumieges()
    states = np.repeat(game.reset(3, [0]), 6)
    for row, deal in enumerate(permutations(range(3))):
        states["token_relic"][row] = deal
    for seed in range(5):
        redealt = game.redeal(states, [0] * 6, [seed] * 6)
        assert (redealt["token_relic"] == redealt["token_relic"][0]).all()
