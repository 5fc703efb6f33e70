"""A batch is the same games played singly; rows do not affect each other."""

import numpy as np
import pytest

from tests.conformance.games import open_positions, same
from tolsim.core.errors import TolsimError
from tolsim.core.loops import ILLEGAL


def step_live(game, states, choose):
    """Step the rows that are not over by ``choose(row, legal)``; return the others as they are."""
    live = np.flatnonzero(states["over"] == 0)
    rows = states[live]
    legal = game.legal_actions(rows)
    game.step(rows, [choose(row, each) for row, each in zip(live, legal, strict=True)])
    states[live] = rows


def test_a_batch_equals_its_games_played_singly(variant):
    """Row by row, each under its own mask; some are over while others go on."""
    size = 12
    batch = variant.reset(21, size)
    singles = [variant.reset(21, [deal]) for deal in range(size)]
    together = [np.random.default_rng(deal) for deal in range(size)]
    alone = [np.random.default_rng(deal) for deal in range(size)]
    while not batch["over"].all():
        masks, seen = variant.legal_mask(batch), variant.observe(batch)
        for row, single in enumerate(singles):
            assert np.array_equal(variant.legal_mask(single)[0], masks[row])
            if not single["over"][0]:
                assert np.array_equal(variant.observe(single)[0], seen[row])
        step_live(variant, batch, lambda row, legal: together[row].choice(legal))
        for row, single in enumerate(singles):
            if not single["over"][0]:
                variant.step(single, [alone[row].choice(variant.legal_actions(single)[0])])
        assert same(batch, np.concatenate(singles).view(variant.state_dtype))
    assert len(set(batch["moves"].tolist())) > 1


def test_rows_are_independent_of_their_neighbours(game):
    """Shuffled, doubled or thinned out, a row goes on in the same way."""
    states = open_positions(game, 22, 2)
    actions = np.array([legal[-1] for legal in game.legal_actions(states)])
    after = states.copy()
    game.step(after, actions)
    for order in (
        np.random.default_rng(1).permutation(len(states)),
        np.arange(0, len(states), 3),
        np.repeat(np.arange(len(states)), 2),
    ):
        rows = states[order]
        game.step(rows, actions[order])
        assert same(rows, after[order])


def test_an_illegal_action_changes_no_row(game):
    """So the same call can be made again, put right; the error names the first row that is wrong."""
    states = game.reset(23, 6)
    actions = np.array([legal[0] for legal in game.legal_actions(states)])
    expected = states.copy()
    actions[3] = game.num_actions
    with pytest.raises(TolsimError, match="row 3"):
        game.step(states, actions)
    assert same(states, expected)


def test_the_fused_step_equals_its_parts(variant):
    """``step_mask_observe`` is step, then mask, then the observation of who decides next."""
    states = open_positions(variant, 24, 3)
    actions = np.array(
        [legal[len(legal) // 2] for legal in variant.legal_actions(states)], np.int32
    )
    fused, apart = states.copy(), states.copy()
    status = np.full(len(states), 9, np.int8)
    masks = np.full((len(states), variant.num_actions), 9, np.uint8)
    seen = np.full((len(states), variant.observation_size), 9, np.float32)
    buffer = np.zeros(variant.num_actions, np.int32)
    variant.definition.entries.step_mask_observe(
        fused, variant.parameters, actions, status, masks, seen, buffer
    )
    variant.step(apart, actions)
    assert (status == 0).all()
    assert same(fused, apart)
    assert np.array_equal(masks, variant.legal_mask(apart))
    assert np.array_equal(seen, variant.observe(apart))


def test_the_fused_step_refuses_illegal_actions(game):
    states = game.reset(25, 4)
    before = states.copy()
    actions = np.full(4, -1, np.int32)
    status = np.zeros(4, np.int8)
    masks = np.zeros((4, game.num_actions), np.uint8)
    seen = np.zeros((4, game.observation_size), np.float32)
    buffer = np.zeros(game.num_actions, np.int32)
    game.definition.entries.step_mask_observe(
        states, game.parameters, actions, status, masks, seen, buffer
    )
    assert (status != 0).all()
    assert same(states, before)
    assert np.array_equal(masks, game.legal_mask(states))


def test_reading_a_state_changes_nothing(game):
    states = open_positions(game, 26, 1)
    before = states.tobytes()
    game.legal_mask(states)
    game.evaluate(states)
    for seat in range(game.num_players):
        seats = [seat] * len(states)
        assert np.array_equal(game.observe(states, seats), game.observe(states, seats))
        game.redeal(states, seats, range(len(states)))
        for state in states:
            game.render(state, seat)
            game.asked(state)
    assert states.tobytes() == before


def test_step_and_list_is_a_step_and_what_is_legal_then(game):
    """And an action that is not legal changes nothing."""
    entry = game.definition.entries.step_and_list
    actions = np.zeros(game.num_actions, np.int32)
    states = game.reset(5, [3])
    rng = np.random.default_rng(2)
    for _ in range(40):
        legal = game.legal_actions(states)[0]
        wrong = int(np.setdiff1d(np.arange(-1, game.num_actions + 1), legal)[0])
        before = states.tobytes()
        assert entry(states, game.parameters, wrong, actions) == ILLEGAL
        assert states.tobytes() == before
        action = int(rng.choice(legal))
        other = states.copy()
        game.step(other, [action])
        count = entry(states, game.parameters, action, actions)
        assert states.tobytes() == other.tobytes()
        assert actions[:count].tolist() == game.legal_actions(states)[0].tolist()
        if states["over"][0]:
            assert count == 0
            break
