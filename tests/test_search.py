"""The tree search on Kuhn poker, where good play is known."""

import numpy as np
import pytest

from tolsim.agents import parse
from tolsim.agents.mcts import analyse
from tolsim.core.errors import TolsimError

JACK, QUEEN, KING = range(3)
PASS, BET = 0, 1


def position(kuhn, cards, actions=()):
    states = kuhn.reset(0, 1)
    states["cards"][0] = cards
    for action in actions:
        kuhn.step(states, [action])
    return states


def records(kuhn, *texts):
    return np.array([parse(text).record(kuhn) for text in texts])


def play(kuhn, states, agents, streams, tree=None):
    """Actions of each game ``[B, longest]``; states are left as they are."""
    log = np.full((len(states), kuhn.longest), -1, np.int16)
    seating = np.tile(np.arange(2, dtype=np.int8), (len(states), 1))
    kuhn.advance(states.copy(), agents, seating, streams.copy(), log, tree)
    return log


def test_the_game_is_kuhn_poker(kuhn):
    """24 positions with a decision, 30 ends, worth -1/18 when both play an equilibrium."""
    counts = {"decisions": 0, "ends": 0}
    # One equilibrium: the first player never bets before a bet, and calls with a king, and with a
    # queen 1 time in 3; the second bets a king, calls with it, bluffs with a jack 1 time in 3, and
    # calls with a queen 1 time in 3.
    bets = {
        (0, ()): (0, 0, 0),
        (0, (PASS, BET)): (0, 1 / 3, 1),
        (1, (PASS,)): (1 / 3, 0, 1),
        (1, (BET,)): (0, 1 / 3, 1),
    }

    def value(states, actions):
        if states["over"][0]:
            counts["ends"] += 1
            return float(states["returns"][0, 0])
        counts["decisions"] += 1
        seat = int(states["to_move"][0])
        bet = bets[seat, actions][states["cards"][0, seat]]
        worth = 0.0
        for action, chance in ((PASS, 1 - bet), (BET, bet)):
            after = states.copy()
            kuhn.step(after, [action])
            worth += chance * value(after, (*actions, action))
        return worth

    deals = [(a, b) for a in range(3) for b in range(3) if a != b]
    assert sum(value(position(kuhn, deal), ()) for deal in deals) / 6 == pytest.approx(-1 / 18)
    assert counts == {"decisions": 24, "ends": 30}


@pytest.mark.parametrize(
    ("cards", "actions", "best"),
    [
        ((JACK, KING), [BET], BET),  # a king calls
        ((KING, JACK), [BET], PASS),  # a jack folds
        ((QUEEN, KING), [PASS], BET),  # a king bets
        ((KING, QUEEN), [PASS, BET], BET),
        ((JACK, QUEEN), [PASS, BET], PASS),
    ],
)
def test_search_avoids_plain_mistakes(kuhn, cards, actions, best):
    found = analyse(kuhn, position(kuhn, cards, actions), "mcts:iterations=500", seed=3)
    assert found[0].action == best
    assert found[0].value > found[1].value


def test_root_statistics_add_up(kuhn):
    found = analyse(kuhn, position(kuhn, (QUEEN, JACK)), "mcts:iterations=300", seed=1)
    assert sum(action.visits for action in found) == 300
    assert [action.text for action in sorted(found, key=lambda each: each.action)] == [
        "pass",
        "bet",
    ]
    assert all(action.availability == 300 for action in found)
    assert all(0 <= action.value <= 1 for action in found)
    timed = analyse(kuhn, position(kuhn, (QUEEN, JACK)), "mcts:seconds=0.01", seed=1)
    assert sum(action.visits for action in timed) > 20


def test_only_searches_of_open_positions_can_be_analysed(kuhn):
    with pytest.raises(TolsimError, match="only an mcts agent"):
        analyse(kuhn, kuhn.reset(0, 1), "uniform")
    with pytest.raises(TolsimError, match="has to decide"):
        analyse(kuhn, position(kuhn, (QUEEN, JACK), [PASS, PASS]), "mcts")


@pytest.mark.parametrize("options", ["", ",reuse=true", ",playout=greedy", ",cutoff=1"])
def test_search_cannot_see_the_other_card(kuhn, options):
    for seed in range(20):
        agent = f"mcts:iterations=60{options}"
        found = [
            analyse(kuhn, position(kuhn, (hidden, QUEEN), [PASS]), agent, seed)
            for hidden in (JACK, KING)
        ]
        assert found[0] == found[1]


def test_kept_trees_are_not_shared_between_seats(kuhn):
    # What the first player searched, knowing its own card, must not reach the second.
    agents = records(kuhn, "mcts:iterations=40,reuse=true", "mcts:iterations=40,reuse=true")
    streams = kuhn.agent_streams(4, np.arange(200))
    with_jack, with_king = (
        play(kuhn, np.repeat(position(kuhn, (hidden, QUEEN)), len(streams)), agents, streams)
        for hidden in (JACK, KING)
    )
    alike = with_jack[:, 0] == with_king[:, 0]
    assert alike.sum() > 10
    assert np.array_equal(with_jack[alike, 1], with_king[alike, 1])
    # That trees are kept shows in a second decision, of a queen that passed and faces a bet.
    forgetful = records(kuhn, "mcts:iterations=40", "mcts:iterations=40")
    states = np.repeat(position(kuhn, (QUEEN, KING)), len(streams))
    kept, fresh = (play(kuhn, states, each, streams) for each in (agents, forgetful))
    assert np.array_equal(kept[:, 0], fresh[:, 0])
    assert not np.array_equal(kept[:, 2], fresh[:, 2])


@pytest.mark.parametrize(
    "text", ["uniform", "greedy", "mcts:iterations=20", "mcts:iterations=20,reuse=true"]
)
def test_a_batch_plays_as_its_rows_do(kuhn, text):
    agents = records(kuhn, text, "mcts:iterations=30")
    states, streams = kuhn.reset(5, 12), kuhn.agent_streams(5, np.arange(12))
    together = play(kuhn, states, agents, streams)
    single = [play(kuhn, states[i : i + 1], agents, streams[i : i + 1])[0] for i in range(12)]
    assert np.array_equal(together, single)
    assert np.array_equal(together, play(kuhn, states, agents, streams))
    assert len(set(map(tuple, together.tolist()))) > 1


def test_seeds_change_choices(kuhn):
    states = np.repeat(position(kuhn, (QUEEN, JACK)), 50)
    agents = records(kuhn, "mcts:iterations=5", "mcts:iterations=5")
    first = play(kuhn, states, agents, kuhn.agent_streams(1, np.arange(50)))[:, 0]
    assert 0 < first.mean() < 1


def leaf_values(kuhn, options):
    """Values of the first leaf reached, for the first player with a queen."""
    found = [
        analyse(kuhn, position(kuhn, (QUEEN, JACK)), f"mcts:iterations=1,{options}", seed)[0]
        for seed in range(60)
    ]
    return {action.value for action in found}


def test_playouts_and_cut_off(kuhn):
    # Greedy play: a jack passes (so a queen wins 1) and a king bets (so a queen loses 2).
    assert leaf_values(kuhn, "playout=greedy") == {0.75, 0.0}
    assert leaf_values(kuhn, "playout=uniform") > {0.75, 0.0}
    # The heuristic rates a queen 0, halfway between the returns of -2 and 2.
    assert leaf_values(kuhn, "cutoff=0") == {0.5}


def test_a_prior_leans_the_search_to_the_heuristics_choice(kuhn):
    # Greedy bets a king; with little exploration what it favours is what gets looked at.
    king = position(kuhn, (KING, QUEEN))
    visits = {
        prior: {
            each.text: each.visits
            for each in analyse(kuhn, king, f"mcts:iterations=40,prior={prior},exploration=4", 1)
        }
        for prior in (0.9, 0.1)
    }
    assert visits[0.9]["bet"] > visits[0.1]["bet"] > 0
    assert visits[0.9]["pass"] > 0  # the other choice is not shut out


def test_a_search_with_a_prior_avoids_plain_mistakes_of_the_heuristic(kuhn):
    # A queen that is bet at: whatever the prior, the search finds what many simulations say.
    found = analyse(
        kuhn,
        position(kuhn, (JACK, KING), [BET]),
        "mcts:iterations=800,prior=0.3,exploration=0.3",
        3,
    )
    assert found[0].text == "bet"


def test_a_game_can_choose_how_its_search_plays_out(kuhn):
    own = {"playout": "greedy", "cutoff": 7, "prior": 0.25, "exploration": 0.1}
    object.__setattr__(kuhn.definition, "search", own)
    try:
        record = parse("mcts").record(kuhn)
        assert (record.playout, record.cutoff, record.prior) == (2, 7, 0.25)
        told = parse("mcts:playout=uniform,cutoff=3,exploration=1,prior=0").record(kuhn)
        assert (told.playout, told.cutoff, told.exploration, told.prior) == (1, 3, 1.0, 0.0)
    finally:
        object.__setattr__(kuhn.definition, "search", {})
