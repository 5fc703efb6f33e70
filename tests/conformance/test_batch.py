"""A batch for learners plays the games that single steps play, and starts anew as they end."""

import numpy as np
import pytest

import tolsim
from tests.conformance.games import agent_records, make_game, play, same
from tolsim.core.agent_settings import AGENT_DTYPE
from tolsim.core.errors import TolsimError
from tolsim.core.vector_loops import WAIT

ROWS = 6


@pytest.fixture(scope="module", params=["abyss", "four_horsemen", "kuhn"])
def game(request):
    """A game with hidden cards, a long one, and the smallest."""
    return make_game(request.param)


def pick(batch, random):
    """One legal action a row; 0 where there is none."""
    noise = random.random(batch.masks.shape) * batch.masks
    return noise.argmax(axis=1)


def play_rows(batch, steps, random):
    """Step a batch and yield its actions and what it was before."""
    for _ in range(steps):
        actions = pick(batch, random)
        before = {"states": batch.states.copy(), "deals": batch.deals.copy()}
        batch.step(actions)
        yield actions, before


def test_every_row_is_the_game_of_its_deal(game):
    """Replayed alone from seed, deal and actions, with rewards, reasons and lengths at the end."""
    batch = tolsim.Batch(game, ROWS, final_observations=True)
    batch.reset(5)
    assert batch.deals.tolist() == list(range(ROWS))
    logs = [[] for _ in range(ROWS)]
    ended = 0
    for actions, before in play_rows(batch, 1200, np.random.default_rng(1)):
        for row in range(ROWS):
            logs[row].append(actions[row])
            if not batch.ended[row]:
                assert not batch.rewards[row].any()
                continue
            deal = int(before["deals"][row])
            final = game.replay(5, deal, logs[row])
            assert final["over"][0]
            assert batch.rewards[row].tolist() == final["returns"][0].astype(np.float32).tolist()
            assert batch.outcomes[row] == final["outcome"][0]
            assert batch.lengths[row] == len(logs[row]) == final["moves"][0]
            mover = before["states"]["to_move"][row]
            assert np.array_equal(batch.final_observations[row], game.observe(final, [mover])[0])
            assert batch.deals[row] == deal + ROWS
            assert same(batch.states[row : row + 1], game.reset(5, [deal + ROWS]))
            logs[row] = []
            ended += 1
        if ended >= 3 * ROWS:
            break
    assert ended >= ROWS


def test_masks_and_observations_are_of_the_seat_to_move(game):
    batch = tolsim.Batch(game, ROWS)
    batch.reset(6)
    for _ in play_rows(batch, 60, np.random.default_rng(2)):
        assert np.array_equal(batch.masks, game.legal_mask(batch.states.copy()))
        assert np.array_equal(batch.observations, game.observe(batch.states.copy()))
        assert np.array_equal(batch.to_move, batch.states["to_move"])


def test_agents_in_the_loop_play_as_in_a_match(game):
    """Seat 0 by an agent outside that plays what it played in a match, the others inside."""
    states, logs = play(game, 7, ROWS, "greedy", "uniform")
    agents = np.concatenate([np.zeros(1, AGENT_DTYPE), agent_records(game, "uniform")])
    seating = np.ones((1, game.num_players), np.int8)
    seating[0, 0] = 0
    batch = tolsim.Batch(game, ROWS, agents.view(AGENT_DTYPE), seating, autoreset="disabled")
    batch.reset(7)
    while not batch.states["over"].all():
        actions = [
            WAIT if over else logs[row][moves]
            for row, (over, moves) in enumerate(
                zip(batch.states["over"], batch.states["moves"], strict=True)
            )
        ]
        batch.step(actions)
    assert same(batch.states, states)


def test_an_illegal_action_changes_no_row(game):
    batch = tolsim.Batch(game, ROWS)
    batch.reset(8)
    good = batch.masks.argmax(axis=1)
    before = batch.states.copy()
    absent = np.flatnonzero(batch.masks[3] == 0)[:1].tolist()
    for wrong in (*absent, game.num_actions, -1, -7, 2**40):
        bad = good.astype(np.int64)
        bad[3] = wrong
        with pytest.raises(TolsimError, match=rf"row 3: action {wrong} .*not legal; legal: "):
            batch.step(bad)
        assert same(batch.states, before)
    batch.step(good)
    assert (batch.states["moves"] == before["moves"] + 1).all()


def test_a_row_that_is_over_waits_until_it_is_dealt(game):
    batch = tolsim.Batch(game, 2, autoreset="disabled")
    batch.reset([11, 12])
    random = np.random.default_rng(3)
    while not batch.states["over"].any():
        batch.step(pick(batch, random))
    over = batch.states["over"] == 1
    assert batch.ended.tolist() == over.tolist()
    assert not batch.masks[over].any()
    with pytest.raises(TolsimError, match="the game is over"):
        batch.step(pick(batch, random))
    batch.deal_next(over)
    assert not batch.states["over"].any()
    row = int(over.argmax())
    assert batch.deals.tolist() == over.astype(int).tolist()
    assert same(batch.states[row : row + 1], game.reset(11 + row, [1]))


def test_rows_have_seeds_of_their_own_and_start_alone(game):
    batch = tolsim.Batch(game, 3)
    batch.reset([21, 22, 23])
    assert same(batch.states, np.concatenate([game.reset(seed, [0]) for seed in (21, 22, 23)]))
    batch.step(batch.masks.argmax(axis=1))
    kept = batch.states.copy()
    batch.reset([31, 32, 33], np.array([False, True, False]))
    assert same(batch.states[1:2], game.reset(32, [0]))
    assert same(batch.states[[0, 2]], kept[[0, 2]])


def test_waiting_rows_stay_as_they_are(game):
    batch = tolsim.Batch(game, 3)
    batch.reset(9)
    before = batch.states.copy()
    actions = batch.masks.argmax(axis=1)
    actions[[0, 2]] = WAIT
    batch.step(actions)
    assert same(batch.states[[0, 2]], before[[0, 2]])
    assert batch.states["moves"][1] == 1


def test_seatings_are_drawn_game_by_game(game):
    """Each of two comes up, the same for the same seed, whatever the batch."""
    agents = np.concatenate([np.zeros(1, AGENT_DTYPE), agent_records(game, "uniform")])
    seatings = [[0, 1], [1, 0]]
    large = tolsim.Batch(game, 40, agents.view(AGENT_DTYPE), seatings)
    large.reset(13)
    assert 8 <= int((large.seating[:, 0] == 0).sum()) <= 32
    small = tolsim.Batch(game, 5, agents.view(AGENT_DTYPE), seatings)
    small.reset(13)
    assert np.array_equal(small.seating, large.seating[:5])
    assert same(small.states, large.states[:5].copy())


def test_what_the_loop_goes_on_from_is_read_only(game):
    batch = tolsim.Batch(game, 2)
    for name in ("masks", "observations", "rewards", "deals", "seating", "to_move"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1


def test_mistakes_are_told(game):
    searching = agent_records(game, "mcts:iterations=2")
    for wrong, words in (
        ({"rows": 0}, "at least 1 row"),
        ({"rows": 2, "autoreset": "samestep"}, "did you mean 'same_step'"),
        ({"rows": 2, "agents": searching}, "search cannot play inside"),
        ({"rows": 2, "agents": agent_records(game, "uniform")}, "EXTERNAL"),
        ({"rows": 2, "seatings": [[0]]}, "seatings must be"),
        ({"rows": 2, "seatings": [[1] * game.num_players]}, "agents 0 to 0"),
    ):
        with pytest.raises(TolsimError, match=words):
            tolsim.Batch(game, **wrong)
    batch = tolsim.Batch(game, 2)
    with pytest.raises(TolsimError, match="must be reset"):
        batch.step([0, 0])
    with pytest.raises(TolsimError, match="one for each of 2 rows"):
        batch.reset([1, 2, 3])
