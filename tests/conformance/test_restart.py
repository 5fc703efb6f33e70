"""Finished rows start again, and the others are left alone."""

import numpy as np

from tolsim.core.agent_settings import AGENT_DTYPE, UNIFORM


def test_restart_deals_new_games_into_finished_rows_alone(game):
    played = game.reset(1, 6)
    log = np.zeros((6, game.longest), np.int16)
    agents = np.zeros(1, AGENT_DTYPE)
    agents["kind"] = UNIFORM
    seating = np.zeros((6, game.num_players), np.int8)
    states = played.copy()
    game.advance(played, agents, seating, game.agent_streams(1, range(6)), log)
    states[[1, 4]] = played[[1, 4]]
    before = states.copy()
    masks = np.full((6, game.num_actions), 9, np.uint8)
    observations = np.full((6, game.observation_size), 9, np.float32)
    next_deal = game.definition.entries.restart(
        states, game.parameters, np.uint64(7), np.uint64(40), masks, observations,
        np.zeros(game.num_actions, np.int32),
    )  # fmt: skip
    assert next_deal == 42
    fresh = game.reset(7, [40, 41])
    assert states[[1, 4]].tobytes() == fresh.tobytes()
    assert (masks[[1, 4]] == game.legal_mask(fresh)).all()
    assert (observations[[1, 4]] == game.observe(fresh)).all()
    others = [0, 2, 3, 5]
    assert states[others].tobytes() == before[others].tobytes()
    assert (masks[others] == 9).all()
    assert (observations[others] == 9).all()
