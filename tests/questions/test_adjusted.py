"""Luck taken off win rates: terms of mean 0, the truth kept, intervals narrower."""

import numpy as np
import pytest

from tolsim.agents import parse
from tolsim.agents.in_loops import in_loops
from tolsim.agents.policy import load_policy
from tolsim.core.compile_cache import entry
from tolsim.core.errors import TolsimError
from tolsim.core.network import forward as forward_kernel
from tolsim.experiments.match import play_match
from tolsim.experiments.questions.adjusted import (
    adjusted_rate,
    luck_adjusted,
    luck_met,
    rate_of,
)
from tolsim.experiments.questions.position_values import network_values, position_values
from tolsim.experiments.statistics import Shares


@entry
def forward(networks, agent, observation):
    """The compiled network."""
    forward_kernel(networks, agent, observation)


@pytest.fixture(scope="module")
def played():
    return play_match("abyss", ["greedy", "uniform"], games=1200, seed=4, workers=1)


def test_luck_is_0_on_average_for_every_seat_in_every_part(played):
    met = luck_met(played.game, 4, played.table, position_values(played.game), 4, 0)
    by_deal = met.reshape(-1, 2, *met.shape[1:]).mean(axis=1)
    error = by_deal.std(axis=0, ddof=1) / np.sqrt(len(by_deal))
    assert (met.std(axis=0)[:, 1:] > 0.01).all()
    assert (np.abs(by_deal.mean(axis=0)) < 4 * error).all()


def test_in_a_game_between_two_the_luck_of_one_is_the_other_s_bad_luck(played):
    judged = position_values(played.game, "heuristic")
    met = luck_met(played.game, 4, played.table.slice(0, 40), judged, 2, 0)
    assert met[:, 0] == pytest.approx(-met[:, 1], abs=1e-6)


def test_a_decision_without_chance_brings_no_luck(kuhn):
    # Cards are dealt before the first decision, and nothing is drawn later.
    table = play_match("kuhn", ["uniform", "uniform"], games=400, seed=5, workers=1).table
    met = luck_met(kuhn, 5, table, position_values(kuhn), 2, 0)
    assert (met[:, :, 1:] == 0).all()


def test_finished_games_are_worth_their_result(abyss):
    table = play_match("abyss", ["uniform"] * 2, games=20, seed=1, workers=1).table
    ends = np.concatenate(
        [
            abyss.replay(1, deal, log)
            for deal, log in zip(
                table["deal"].to_pylist(), table["actions"].to_pylist(), strict=True
            )
        ]
    )
    for judge in ("shipped", "heuristic"):
        value = position_values(abyss, judge)
        assert value(ends).tolist() == np.sign(ends["returns"]).tolist()


def test_a_network_s_values_are_those_of_the_compiled_one(abyss):
    policy = load_policy("shipped", abyss)
    records, networks = in_loops(abyss, [parse("policy")] * 2)
    states = abyss.reset(3, np.arange(6))
    for _ in range(4):
        abyss.step(states, [actions[0] for actions in abyss.legal_actions(states)])
    found = network_values(abyss, policy, states)
    for row in range(len(states)):
        views = []
        for seat in range(2):
            forward(networks, records[0], abyss.observe(states[row : row + 1], [seat])[0])
            # Values begin with the seat that observes.
            views.append(np.roll(networks.values[:2], seat))
        assert found[row] == pytest.approx(np.mean(views, axis=0), abs=1e-5)


def test_adjusted_rates_agree_with_many_games(played):
    told = luck_adjusted(played, games=1200, again=4).frame().set_index("what")
    assert set(told.index) == {"king", "necrocampe", "greedy", "uniform"}
    many = play_match("abyss", ["greedy", "uniform"], games=20_000, seed=99, workers=1)
    truths = {"king": many.tally.seats[0], "necrocampe": many.tally.seats[1]}
    truths |= dict(zip(["greedy", "uniform"], many.tally.agents, strict=True))
    for what, shares in truths.items():
        row = told.loc[what]
        assert row.adjusted_low - 0.01 < shares.rate().rate < row.adjusted_high + 0.01
    assert told.loc["king"].adjusted + told.loc["necrocampe"].adjusted == pytest.approx(1, abs=1e-6)


def test_intervals_are_narrower_where_the_judge_knows_the_game():
    games = play_match("four_horsemen", ["policy"] * 2, games=200, seed=4, workers=1)
    for row in luck_adjusted(games, games=200, again=6).rows:
        assert row["adjusted_high"] - row["adjusted_low"] < 0.97 * (row["high"] - row["low"])
        assert row["worth"] > 1.06


def test_plain_rates_are_those_of_matches(played):
    row = luck_adjusted(played, games=1200, again=1).rows[0]
    assert (row["rate"], row["low"], row["high"]) == pytest.approx(played.tally.seats[0].rate())


def test_the_rate_of_deals_is_that_of_shares():
    points = np.random.default_rng(2).integers(0, 5, 300)
    shares = Shares(4)
    shares.add(points)
    assert rate_of(points / 4, 0) == pytest.approx(shares.rate())


def test_controls_that_say_nothing_change_nothing():
    random = np.random.default_rng(3)
    deals = random.integers(0, 2, 4000).astype(float)
    plain = rate_of(deals, 0)
    adjusted = adjusted_rate(deals, random.normal(size=(4000, 4)))
    assert adjusted == pytest.approx(plain, abs=0.002)
    assert adjusted_rate(deals, np.zeros((4000, 4))) == pytest.approx(plain, abs=1e-4)


def test_mistakes_are_told_in_a_line(played):
    with pytest.raises(TolsimError, match="cell is 1 to 1, not 2"):
        luck_adjusted(played, cell=2)
    with pytest.raises(TolsimError, match="at least 1, not 0 and 8"):
        luck_adjusted(played, games=0)
    with pytest.raises(TolsimError, match="at least 80 games, there are 40"):
        luck_adjusted(played, games=40)
