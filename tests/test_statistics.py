"""Intervals and verdicts hold what they promise: edges, sums, coverage and error rates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tolsim.core.errors import TolsimError
from tolsim.experiments.statistics import QUANTILE, Numbers, Shares, Tally
from tolsim.experiments.verdict import _standard_error_needed, check_delta, judge, more_games

RUNS = 4000


def shares(points, scale=4):
    made = Shares(scale)
    made.add(np.asarray(points))
    return made


@pytest.mark.parametrize("deals", [1, 2, 10, 1000])
def test_edges(deals):
    won, lost, split = (shares([p] * deals).rate() for p in (4, 0, 2))
    assert (won.rate, won.high) == (1, 1)
    assert 0 < won.low < 1
    assert won.low == pytest.approx(1 - lost.high)
    assert split.rate == 0.5
    assert split.low < 0.5 < split.high
    # Deals that split every time tell more than deals won and lost at random.
    random = shares([0, 4] * deals).rate()
    assert split.high - split.low < random.high - random.low or deals == 1


def test_no_deals_say_nothing():
    assert Shares(2).rate() == (0.5, 0, 1)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=200))
def test_the_rate_lies_in_its_interval(points):
    rate = shares(points).rate()
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1


@given(st.lists(st.integers(0, 4), max_size=30), st.lists(st.integers(0, 4), max_size=30))
def test_parts_add_up(first, second):
    parts = shares(first)
    parts.merge(shares(second))
    assert parts == shares([*first, *second])


# Chance of each number of points (win 2, draw 1) of a deal of two games.
DEALS = {
    "independent": [0.25, 0, 0.5, 0, 0.25],
    "swapped seats cancel": [0.05, 0, 0.9, 0, 0.05],
    "one side, always": [0.02, 0, 0.9, 0, 0.08],
    "draws": [0.1, 0.1, 0.6, 0.1, 0.1],
    "one agent far ahead": [0.02, 0, 0.08, 0, 0.9],
    "deals decide": [0.5, 0, 0, 0, 0.5],
}


def simulated(chances, deals, rng):
    """Shares of ``RUNS`` runs."""
    for counts in rng.multinomial(deals, chances, size=RUNS):
        points = np.arange(5)
        yield Shares(4, deals, int(counts @ points), int(counts @ points**2))


@pytest.mark.parametrize("chances", DEALS.values(), ids=DEALS.keys())
@pytest.mark.parametrize("deals", [10, 50, 500])
def test_intervals_cover_the_truth_as_often_as_they_say(chances, deals):
    truth = np.dot(chances, np.arange(5)) / 4
    rates = [run.rate() for run in simulated(chances, deals, np.random.default_rng(deals))]
    covered = np.mean([rate.low <= truth <= rate.high for rate in rates])
    assert covered > 0.93
    if deals == 500:
        assert covered < 0.965


def test_independent_games_would_be_the_wrong_unit():
    """Where both games of a deal go the same way, counting games would promise too much."""
    rng = np.random.default_rng(1)
    truth, covered = 0.5, []
    for run in simulated(DEALS["deals decide"], 100, rng):
        games = Shares(2, 2 * run.deals, run.points, run.squares // 2).rate()
        covered.append(games.low <= truth <= games.high)
    assert np.mean(covered) < 0.9


def test_tally_by_seat_and_agent():
    tally = Tally.empty(2, 2)
    seating = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    points = np.array([[2, 0], [2, 0], [1, 1], [0, 2]])
    tally.add(points, seating)
    assert tally.results.tolist() == [[1, 1, 2], [2, 1, 1]]
    assert tally.games == 4
    assert [s.points for s in tally.seats] == [5, 3]
    assert [a.points for a in tally.agents] == [2 + 0 + 1 + 2, 0 + 2 + 1 + 0]
    assert [a.squares for a in tally.agents] == [2**2 + 3**2, 2**2 + 1**2]


def test_tallies_of_deals_of_other_sizes_do_not_add_up():
    with pytest.raises(ValueError, match="deals of 1 games do not add up with 2"):
        Tally.empty(2, 2).merge(Tally.empty(2, 1))


def test_tally_by_class():
    tally = Tally.empty(1, 2, ["good", "bad"])
    tally.add_classes(0, np.array([0, 0, 1, 0, 1, 1]))
    other = Tally.empty(1, 2, ["good", "bad"])
    other.add_classes(0, np.array([1, 1]))
    tally.merge(other)
    good, bad = tally.classes[0].values()
    assert (good.deals, good.points, good.squares) == (4, 3, 2**2 + 1**2)
    assert (bad.deals, bad.points, bad.squares) == (4, 5, 1**2 + 2**2 + 2**2)


@given(st.lists(st.lists(st.integers(-50, 50), max_size=20), min_size=1, max_size=5))
def test_means_and_spreads_do_not_depend_on_the_parts(parts):
    merged, values = Numbers(), np.array([value for part in parts for value in part], float)
    for part in reversed(parts):
        one = Numbers()
        one.add(np.array(part, float))
        merged.merge(one)
    assert merged.games == len(values)
    if len(values):
        assert merged.mean == pytest.approx(values.mean())
        assert (merged.low, merged.high) == (values.min(), values.max())
    if len(values) > 1:
        assert merged.spread == pytest.approx(values.std(ddof=1), abs=1e-6)


def verdicts(kuhn, chances, deals, delta=0.05):
    rng = np.random.default_rng(7)
    found = [judge(kuhn, run, delta, 2).verdict for run in simulated(chances, deals, rng)]
    return {name: found.count(name) / RUNS for name in ("balanced", "imbalanced", "undecided")}


def test_an_even_game_is_found_balanced(kuhn):
    found = verdicts(kuhn, [0.25, 0, 0.5, 0, 0.25], 1000)
    assert found["balanced"] > 0.95
    assert found["imbalanced"] < 0.001


def test_a_lopsided_game_is_found_imbalanced(kuhn):
    found = verdicts(kuhn, [0.1, 0, 0.4, 0, 0.5], 500)
    assert found["imbalanced"] > 0.95
    assert found["balanced"] < 0.001


@pytest.mark.parametrize("first_wins", [0.45, 0.55])
def test_at_the_edge_each_error_is_rare(kuhn, first_wins):
    lose = 1 - first_wins
    found = verdicts(kuhn, [lose**2, 0, 2 * lose * first_wins, 0, first_wins**2], deals=2000)
    assert 0.01 < found["balanced"] < 0.035
    assert 0.01 < found["imbalanced"] < 0.035


def test_few_games_decide_nothing(kuhn):
    assert judge(kuhn, shares([2, 2, 2]), 0.05, 2).verdict == "undecided"
    assert judge(kuhn, shares([4, 4]), 0.05, 2).verdict == "undecided"


def test_the_estimate_of_games_needed_is_enough_four_times_in_five(kuhn):
    first_wins, delta = 0.52, 0.05
    chances = [(1 - first_wins) ** 2, 0, 2 * first_wins * (1 - first_wins), 0, first_wins**2]
    begun = Shares(4, 100, 208, 633)  # 100 deals with that share and spread
    assert judge(kuhn, begun, delta, 2).verdict == "undecided"
    more = more_games(begun, delta, 2)
    assert more % 2 == 0
    found = verdicts(kuhn, chances, 100 + more // 2, delta)
    assert 0.75 < found["balanced"] < 0.9


def test_sentences(kuhn):
    def sentence(points, delta=0.05):
        return judge(kuhn, shares(points), delta, 2).sentence

    assert sentence([4, 0] * 500) == (
        "balanced within ±5 points: first wins 50.0 % (46.9–53.1 %) of 2,000 games"
    )
    assert sentence([4, 4, 4, 0] * 50).startswith(
        "imbalanced by more than 5 points: first wins 75.0 % ("
    )
    undecided = sentence([4, 4, 3, 0] * 50, 0.15)
    assert undecided.startswith("undecided: first wins 68.8 % (")
    assert "more games should tell whether it is within ±15 points" in undecided
    assert undecided.endswith("; first has an edge")
    at_the_edge = judge(kuhn, shares([3, 3, 3, 3] * 50), 0.25, 2)
    assert at_the_edge.more_games is None
    assert "so close to ±25 points that no number of games decides" in at_the_edge.sentence


@pytest.mark.parametrize("offset", [0.0, 0.02, 0.12])
def test_games_needed_are_planned_for_four_verdicts_in_five(offset):
    error = _standard_error_needed(offset, 0.05)
    rng = np.random.default_rng(3)
    found = offset + 0.5 + error * rng.standard_normal(20_000)
    low, high = found - QUANTILE * error, found + QUANTILE * error
    inside = (low >= 0.45) & (high <= 0.55)
    outside = (high < 0.45) | (low > 0.55)
    assert (inside | outside).mean() == pytest.approx(0.8, abs=0.01)


def test_agents_far_apart_say_nothing_of_the_seats(kuhn):
    even = shares([2, 2, 2] * 100)
    unequal = judge(kuhn, even, 0.05, 2, strongest=0.93)
    assert (unequal.verdict, unequal.more_games) == ("undecided", None)
    assert "too unequal to tell: the stronger one wins 93.0 %" in unequal.sentence
    assert judge(kuhn, even, 0.05, 2, strongest=0.7).verdict == "balanced"


def test_a_small_edge_within_the_margin_is_told(kuhn):
    assert judge(kuhn, shares([3, 2, 2, 2] * 1000), 0.1, 2).sentence.endswith("; first has an edge")


@pytest.mark.parametrize("delta", [0, -0.1, 0.5, float("nan")])
def test_margins_that_mean_nothing_are_refused(delta):
    with pytest.raises(TolsimError, match="delta is more than 0"):
        check_delta(delta)
