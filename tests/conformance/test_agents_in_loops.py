"""Agents inside the compiled loop play the same game that single steps play."""

import numpy as np
import pytest

from tests.conformance.games import agent_records, play, same, walk
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL
from tolsim.core.errors import TolsimError

AGENTS = ["uniform", "greedy", "mcts:iterations=5", "mcts:iterations=5,cutoff=3,reuse=true"]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_log_replays_to_the_same_state(game, agent):
    """Step by step, every action legal where it was taken."""
    games = 10 if agent in ("uniform", "greedy") else 2
    states, logs = play(game, 31, games, agent, "uniform")
    assert (states["over"] == 1).all()
    for deal, log in enumerate(logs):
        assert same(game.replay(31, deal, log), states[deal : deal + 1])


def test_every_variant_replays(variant):
    states, logs = play(variant, 32, 5, "uniform", "greedy")
    for deal, log in enumerate(logs):
        assert same(variant.replay(32, deal, log), states[deal : deal + 1])


def test_a_replay_stops_at_the_first_illegal_action(game):
    _, logs = play(game, 31, 1, "uniform")
    with pytest.raises(TolsimError, match="is not legal"):
        game.replay(31, 0, [*logs[0][:1], game.num_actions])
    with pytest.raises(TolsimError, match="over"):
        game.replay(31, 0, [*logs[0], 0])


@pytest.mark.parametrize("agent", AGENTS)
def test_a_game_is_played_alike_in_any_batch(game, agent):
    games = 12 if agent in ("uniform", "greedy") else 3
    together, logs = play(game, 33, games, agent)
    for deal in range(games):
        alone, log = play(game, 33, [deal], agent)
        assert log[0] == logs[deal]
        assert same(alone, together[deal : deal + 1])


def test_logs_hold_actions_and_nothing_else(game):
    states = game.reset(34, 5)
    log = np.full((5, game.longest), -1, np.int16)
    game.advance(
        states,
        agent_records(game, "uniform"),
        np.zeros((5, game.num_players), np.int8),
        game.agent_streams(34, np.arange(5)),
        log,
    )
    for row, moves in zip(log, states["moves"], strict=True):
        assert (row[:moves] >= 0).all()
        assert (row[moves:] == -1).all()


def test_the_loop_stops_where_an_agent_outside_decides(game):
    """Played on from there, it is the same game as one that never stopped."""
    agents = np.concatenate([agent_records(game, "uniform"), np.zeros(1, AGENT_DTYPE)])
    agents = agents.view(AGENT_DTYPE)
    agents[1]["kind"] = EXTERNAL
    states, streams = game.reset(35, 8), game.agent_streams(35, np.arange(8))
    seating = np.zeros((8, game.num_players), np.int8)
    seating[:, -1] = 1
    log = np.full((8, game.longest), -1, np.int16)
    random = np.random.default_rng(2)
    decided_outside = 0
    while True:
        game.advance(states, agents, seating, streams, log)
        waiting = np.flatnonzero(states["over"] == 0)
        if not len(waiting):
            break
        rows = states[waiting]
        assert (seating[waiting, rows["to_move"]] == 1).all()
        actions = [random.choice(legal) for legal in game.legal_actions(rows)]
        decided_outside += len(actions)
        log[waiting, rows["moves"]] = actions
        game.step(rows, actions)
        states[waiting] = rows
    assert decided_outside >= 8
    for deal in range(8):
        actions = log[deal, : states["moves"][deal]]
        assert same(game.replay(35, deal, actions), states[deal : deal + 1])


def test_agents_must_be_agent_records(game):
    states = game.reset(1, 1)
    with pytest.raises(TolsimError, match="agents must be"):
        game.advance(
            states,
            np.zeros(1, np.int64),
            np.zeros((1, game.num_players), np.int8),
            game.agent_streams(1, [0]),
            np.zeros((1, game.longest), np.int16),
        )


def test_agents_choose_legal_actions_everywhere(variant):
    """Greedy and search, at every position of games between them."""
    for states, action in walk(variant, 36, 0, "greedy", "mcts:iterations=3"):
        if action >= 0:
            assert variant.legal_mask(states)[0, action] == 1
