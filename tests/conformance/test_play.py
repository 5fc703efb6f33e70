"""Legal actions, ends and returns in random play, under every variant."""

import numpy as np
import pytest

from tests.conformance.games import open_positions, same
from tolsim.core.errors import TolsimError

GAMES_PLAYED = 100


def test_play_keeps_to_what_the_game_declares(variant):
    """Always a real choice, until an end with returns as declared, within the longest game."""
    random = np.random.default_rng(5)
    states = variant.reset(11, GAMES_PLAYED)
    for move in range(variant.longest + 1):
        masks = variant.legal_mask(states)
        over = states["over"] != 0
        choices = masks.sum(axis=1, dtype=int)
        assert set(np.unique(masks)) <= {0, 1}
        assert (choices[over] == 0).all()
        assert (choices[~over] >= 2).all(), "a single legal action is not a choice"
        assert (states["moves"][~over] == move).all()
        assert (
            (states["to_move"][~over] >= 0) & (states["to_move"] < variant.num_players)[~over]
        ).all()
        assert (states["outcome"][~over] == 0).all()
        if over.all():
            break
        live = states[~over]
        weights = random.random((len(live), variant.num_actions)) * masks[~over]
        variant.step(live, weights.argmax(axis=1))
        states[~over] = live
    assert (states["over"] == 1).all(), f"games go on after {variant.longest} decisions"
    check_ends(variant, states)


def check_ends(game, states):
    low, high = game.definition.returns
    returns = states["returns"]
    assert np.isfinite(returns).all()
    assert ((returns >= low) & (returns <= high)).all()
    teams = game.definition.teams
    for seat, team in enumerate(teams):
        assert (returns[:, seat] == returns[:, teams.index(team)]).all(), "team mates share"
    if "zero-sum" in game.definition.kind:
        assert (returns.sum(axis=1) == 0).all()
    if "cooperative" in game.definition.kind:
        assert (returns == returns[:, :1]).all()
    assert set(states["outcome"].tolist()) <= set(game.definition.outcomes)
    assert game.outcome(states[0]) in game.definition.outcomes.values()
    assert np.asarray(game.definition.scores(states)).shape == returns.shape
    for column in game.definition.telemetry:
        assert len(column.read(states)) == len(states), column.name


def test_kernels_list_legal_actions_once_and_ascending(variant):
    """Search and agents read this list; the mask that users see is made of it."""
    for state in each_alone(open_positions(variant, 2, 2)):
        masks = np.zeros((1, variant.num_actions), np.uint8)
        listed = np.full(variant.num_actions, -1, np.int32)
        variant.definition.entries.legal(state, variant.parameters, masks, listed)
        expected = np.flatnonzero(masks[0])
        assert listed[: len(expected)].tolist() == expected.tolist()
        assert (listed[len(expected) :] == -1).all()


def each_alone(states):
    return [states[i : i + 1] for i in range(len(states))]


def test_every_legal_action_applies(variant):
    states = open_positions(variant, 3, 2)
    before = states.copy()
    rows, actions = np.nonzero(variant.legal_mask(states))
    after = states[rows]
    variant.step(after, actions)
    assert (after["moves"] == states["moves"][rows] + 1).all()
    assert same(states, before)
    ended = after[after["over"] != 0]
    if len(ended):
        check_ends(variant, ended)


def test_illegal_actions_are_refused_and_change_nothing(game):
    states = open_positions(game, 4, 3)
    out_of_range = [-1, -(2**31), game.num_actions, game.num_actions + 1, 2**31 - 1]
    for i in range(0, len(states), 6):
        state = states[i : i + 1]
        before = state.tobytes()
        legal = set(game.legal_actions(state)[0].tolist())
        for action in [*range(game.num_actions), *out_of_range]:
            if action in legal:
                continue
            with pytest.raises(TolsimError) as refused:
                game.step(state, [action])
            text = str(refused.value)
            assert f"action {action} " in text
            assert "\n" not in text
            assert all(game.action_text(each) in text for each in legal)
            assert state.tobytes() == before


def test_nothing_can_be_done_when_it_is_over(game):
    states = game.reset(6, 1)
    while not states["over"][0]:
        game.step(states, [game.legal_actions(states)[0][0]])
    before = states.tobytes()
    for action in range(game.num_actions):
        with pytest.raises(TolsimError, match="the game is over"):
            game.step(states, [action])
    assert states.tobytes() == before


def test_actions_come_one_a_row(game):
    states = game.reset(1, 2)
    with pytest.raises(TolsimError, match="actions: one for each of 2 rows"):
        game.step(states, [0])


def test_heuristic_values_lie_in_range(variant):
    for agent in ("uniform", "greedy"):
        values = variant.evaluate(open_positions(variant, 5, 3, agent))
        assert np.isfinite(values).all()
        assert (np.abs(values) <= 1).all()
