"""Tournaments: what is played, ratings with honest errors, ranks, payoffs, and mistakes."""

import json
import sys

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import tournament as command
from tolsim.experiments.questions.game_theory import alpha_rank, nash_average
from tolsim.experiments.questions.ratings import ELO, log_odds, rate
from tolsim.experiments.questions.tournament import (
    combinations,
    play_tournament,
    tournament_study,
)
from tolsim.experiments.questions.tournament_found import Tournament


def pair(won, games=2.0):
    """Ratings of two agents, given the first one's points on each deal."""
    points = np.array(won, float)[:, None]
    return rate(points, np.full(points.shape, games), 2)


@pytest.fixture(scope="module")
def found():
    return play_tournament(
        "abyss", ["uniform", "greedy", "mcts:iterations=1"], games=60, seed=4, workers=1
    )


def test_ratings_are_zero_on_average_and_tell_the_odds():
    found = pair([2, 2, 2, 0] * 500)
    assert found.rating.sum() == pytest.approx(0)
    assert np.ptp(found.rating) / ELO == pytest.approx(np.log(3), abs=0.01)


def test_tied_agents_are_rated_equal():
    found = rate(np.ones((40, 6)), np.full((40, 6), 2.0), 4)
    assert found.rating == pytest.approx(0)
    assert (found.low < 0).all()
    lowest, highest, best = found.ranks()
    assert (lowest.tolist(), highest.tolist()) == ([1] * 4, [4] * 4)
    assert best == pytest.approx(0.25, abs=0.02)


def test_who_wins_every_game_has_a_finite_rating_and_interval():
    found = pair([2] * 50)
    assert np.isfinite([found.low, found.high]).all()
    assert 200 < found.rating[0] < 1000
    assert 0 < found.low[0] < found.rating[0] < found.high[0]
    assert found.rating[0] == pytest.approx(-found.rating[1])
    longer = pair([2] * 5000)
    assert longer.low[0] > found.low[0]


def test_more_deals_tell_more():
    few, many = pair([2, 0] * 20), pair([2, 0] * 2000)
    assert (many.high - many.low < (few.high - few.low) / 8).all()


def test_games_of_a_deal_that_go_alike_count_once():
    """Errors follow deals: pairs that win and lose on the same deals tell less together."""
    rng = np.random.default_rng(1)
    luck = 2.0 * rng.integers(0, 2, 400)
    together = np.stack([luck, luck, np.ones(400)], axis=1)
    apart = np.stack([luck, rng.permutation(luck), np.ones(400)], axis=1)
    met = np.full((400, 3), 2.0)
    wide, usual = rate(together, met, 3), rate(apart, met, 3)
    assert wide.rating == pytest.approx(usual.rating)
    assert np.ptp([wide.low[0], wide.high[0]]) > 1.2 * np.ptp([usual.low[0], usual.high[0]])


def test_agents_who_never_met_cannot_be_rated_together():
    met = np.array([[2.0, 0, 0, 0, 0, 2]] * 3)
    with pytest.raises(TolsimError, match="some never met"):
        rate(met / 2, met, 4)


def test_neighbours_alone_are_enough_for_ratings():
    won, met = np.tile([1.5, 0, 1.5], (300, 1)), np.tile([2.0, 0, 2], (300, 1))
    found = rate(won, met, 3)
    assert np.diff(found.rating) == pytest.approx([-ELO * np.log(3)] * 2, rel=0.02)


def test_ranks_say_what_is_known():
    won = np.tile([[1.0, 1.9, 1.9]], (200, 1)) + np.tile([[1.0], [-1.0]], (100, 1)) * [1, 0.1, 0.1]
    lowest, highest, best = rate(won, np.full(won.shape, 2.0), 3).ranks()
    assert (lowest.tolist(), highest.tolist()) == ([1, 1, 3], [2, 2, 3])
    assert best[2] == 0


def test_nash_averaging_ignores_copies():
    circle = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]])
    doubled = circle[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    mixture, rating = nash_average(doubled)
    assert mixture == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-4)
    assert rating == pytest.approx(0, abs=0.1)


def test_nash_averaging_holds_only_whom_nobody_beats():
    mixture, rating = nash_average(np.array([[0, 1, 2], [-1, 0, 1], [-2, -1, 0.0]]))
    assert mixture == pytest.approx([1, 0, 0])
    assert rating == pytest.approx([0, -ELO, -2 * ELO])


@pytest.mark.parametrize("agents", [2, 5, 9])
def test_no_agent_beats_the_nash_mixture(agents):
    rng = np.random.default_rng(agents)
    for _ in range(20):
        odds = rng.normal(size=(agents, agents))
        mixture, rating = nash_average(odds - odds.T)
        assert mixture.sum() == pytest.approx(1)
        assert (mixture >= 0).all()
        assert rating.max() < 0.01


def test_alpha_rank_goes_round_a_circle_and_stays_with_the_best():
    pytest.importorskip("pyspiel")
    assert alpha_rank(np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])) == pytest.approx(1 / 3)
    best = alpha_rank(np.array([[0.5, 0.9, 1], [0.1, 0.5, 0.9], [0, 0.1, 0.5]]))
    assert best[0] > 0.99
    plots = sys.modules.get("open_spiel.python.egt.alpharank_visualizer")
    assert plots is None or plots.__file__, "no stand-in is left behind"


def test_without_openspiel_alpha_rank_is_left_out(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert alpha_rank(np.full((2, 2), 0.5)) is None


def test_odds_of_a_pair_are_finite():
    odds = log_odds(np.full((5, 1), 2.0), np.full((5, 1), 2.0), 2)
    assert odds[0, 1] == pytest.approx(np.log(10.5 / 0.5))
    assert odds[0, 1] == -odds[1, 0]


# Play.


def test_every_pair_plays_every_deal_with_both_seatings(found):
    assert found.games == 3 * 60
    assert found.met.tolist() == [[2.0] * 3] * 30
    frame = found.frame()
    assert frame["agent"][0] == "greedy"
    assert frame["best_rank"][0] == frame["worst_rank"][0] == 1
    assert frame["rating"].sum() == pytest.approx(0)
    payoffs = found.payoffs()
    assert payoffs.loc["greedy", "uniform"] == pytest.approx(1 - payoffs.loc["uniform", "greedy"])
    assert payoffs.loc["greedy", "uniform"] > 0.6
    assert frame["share"][0] == pytest.approx(payoffs.loc["greedy"].drop("greedy").mean())


def test_the_finding_names_the_best_and_its_lead(found):
    assert found.sentence.startswith("greedy is the best: rated +")
    assert found.sentence.endswith("180 games")
    level = Tournament("abyss", ("a", "b"), 80, np.ones((20, 1)), np.full((20, 1), 2.0))
    assert level.sentence.startswith("a, b may each be the best: ")


def test_figures_show_every_agent(found):
    assert sorted(found.figure().data[0].y) == sorted(found.agents)
    assert np.shape(found.payoff_figure().data[0].z) == (3, 3)


def test_a_tournament_goes_on_and_counts_only_the_games_asked_for(tmp_path):
    agents = ["uniform", "greedy"]
    long = play_tournament("abyss", agents, games=40, workers=1, out=tmp_path / "t")
    short = play_tournament("abyss", agents, games=20, workers=1, out=tmp_path / "t")
    fresh = play_tournament("abyss", agents, games=20, workers=1)
    assert short.plain() == fresh.plain()
    assert long.won[:10].tolist() == short.won.tolist()


def test_a_ladder_plays_neighbours_and_leaves_game_theory_out():
    study = tournament_study("abyss", ["uniform", "greedy", "mcts:iterations=1"], 20, ladder=True)
    assert [each.cell.agents for each in study.cells] == [
        ("uniform", "greedy"),
        ("greedy", "mcts:iterations=1"),
    ]
    won = np.tile([1.5, 0, 1.5], (30, 1))
    found = Tournament("abyss", ("a", "b", "c"), 120, won, np.tile([2.0, 0, 2], (30, 1)))
    assert "nash" not in found.frame()
    assert np.isnan(found.payoffs().loc["a", "c"])


def test_more_seats_are_filled_in_every_way():
    assert combinations(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert combinations(4, 3, ladder=True) == [(0, 1, 2), (1, 2, 3)]
    assert combinations(2, 4) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]


@pytest.mark.parametrize(
    ("game", "agents", "games", "text"),
    [
        ("jumieges", ["uniform", "greedy"], 20, "jumieges has one seat"),
        ("abyss", ["uniform"], 20, "at least two agents, not 1"),
        ("abyss", ["greedy", "greedy"], 20, "greedy is in the tournament twice"),
        ("abyss", ["greedy", "uniform"], 21, "games is a multiple of 2"),
        ("abyss", ["greedy", "unifrom"], 20, "did you mean 'uniform'"),
    ],
)
def test_mistakes_are_told(game, agents, games, text):
    with pytest.raises(TolsimError, match=text):
        play_tournament(game, agents, games=games)


def test_the_command_shows_tables_or_json():
    app = typer.Typer()
    command.register(app)
    words = ["abyss", "-a", "uniform", "-a", "greedy", "--games", "40", "--workers", "1"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0
    assert "row wins against column" in shown.stdout
    assert "greedy is the best" in shown.stdout
    told = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [row["agent"] for row in told["agents"]] == ["greedy", "uniform"]
    assert told["sentence"] in shown.stdout
