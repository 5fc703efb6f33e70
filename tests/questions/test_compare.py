"""Comparisons: what is held against what, when they stop, what they say, and mistakes."""

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import tolsim
from tolsim.core import registry
from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import compare as command
from tolsim.experiments.match import play_match
from tolsim.experiments.questions import compare as module
from tolsim.experiments.questions.compare import compare_agents, compare_rules
from tolsim.experiments.questions.difference import (
    BETTER,
    NO_DIFFERENCE,
    UNDECIDED,
    WORSE,
    Scale,
    interval_of,
    more_deals,
    verdict_of,
)
from tolsim.experiments.sequential import spread_of

CHANGE = {"stratagem.unused_points": 3}


def agents(a="greedy", b="uniform", **changes):
    return compare_agents("abyss", a, b, **{"at_most": 400, "seed": 5, "workers": 1, **changes})


def rules(changes=CHANGE, **more):
    return compare_rules(
        "abyss", "uniform", changes, **{"at_most": 400, "seed": 5, "workers": 1, **more}
    )


@pytest.fixture
def mine(monkeypatch):
    """The mine of ``one_player.py``, registered like any other game while the test runs."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    monkeypatch.setitem(registry.GAMES, "mine", "one_player")
    return tolsim.make("mine")


# What intervals say.


def test_verdicts_follow_from_the_interval():
    low = np.array([-0.04, 0.01, 0.01, -0.2, -0.06, -0.05])
    high = np.array([0.04, 0.04, 0.06, -0.01, 0.04, 0.05])
    assert verdict_of(low, high, 0.05).tolist() == [
        NO_DIFFERENCE, NO_DIFFERENCE, BETTER, WORSE, UNDECIDED, NO_DIFFERENCE,
    ]  # fmt: skip


def test_an_interval_has_a_width_even_if_all_deals_agree():
    low, high = interval_of(200, 0.0, 0.0, 0.05, 0.05, Scale(0.5))
    assert low == -high
    assert 0 < high < 0.05


def test_the_scale_of_returns_changes_nothing_but_the_unit():
    share = interval_of(300, 12.0, 60.0, 0.05, 0.05, Scale(1.0, 1.0))
    points = interval_of(300, 1200.0, 600_000.0, 5.0, 0.05, Scale(100.0, 100.0))
    assert np.array(points) == pytest.approx(100 * np.array(share))


def test_games_still_needed_are_enough_four_times_in_five():
    deals, mean, delta, scale = 200, 0.02, 0.05, Scale(0.5)
    spread = float(spread_of(deals, mean * deals, (0.35**2 + mean**2) * deals, scale.reach))
    needed = deals + more_deals(deals, mean, spread, delta, 0.05, scale)
    rng = np.random.default_rng(1)
    total = needed * (mean + spread / np.sqrt(needed) * rng.standard_normal(4000))
    squares = needed * (spread**2 + mean**2)
    low, high = interval_of(needed, total, squares, delta, 0.05, scale)
    assert 0.75 < np.mean(verdict_of(low, high, delta) != UNDECIDED) < 0.9
    assert more_deals(100, 0.0, 0.4, 1e-5, 0.05, scale) is None


# Two agents.


def test_a_pairs_points_are_those_of_both_seatings():
    found = agents()
    match = play_match("abyss", ["greedy", "uniform"], games=found.games, seed=5, workers=1)
    shares = match.tally.agents[0]
    results = found.sides[0].results
    assert list(results) == ["0", "½", "1", "1½", "2"]
    assert sum(results.values()) == shares.deals == found.games / 2
    assert found.difference + 0.5 == pytest.approx(shares.rate().rate)
    assert sum(k * count for k, count in enumerate(results.values())) == shares.points


def test_it_stops_at_the_first_look_that_says_enough():
    found = agents()
    assert (found.verdict, found.games, found.more_games) == (BETTER, 200, 0)
    assert found.sentence.startswith("greedy is better than uniform: greedy wins ")
    worse = agents("uniform", "greedy")
    assert (worse.verdict, worse.games) == (WORSE, 200)
    assert worse.high < 0
    assert worse.sentence.startswith("uniform is worse than greedy: uniform wins ")


def test_equals_end_without_a_difference():
    found = agents("uniform", "uniform", delta=0.15, at_most=2000)
    assert found.verdict == NO_DIFFERENCE
    assert found.games < 2000
    assert [look.verdict for look in found.looks[:-1]] == [UNDECIDED] * (len(found.looks) - 1)
    assert found.sentence.startswith("no difference beyond ±15 points between uniform (first)")


def test_who_needs_more_games_is_told_how_many():
    found = agents("uniform", "uniform")
    assert (found.verdict, found.games) == (UNDECIDED, 400)
    assert found.more_games > 400
    assert found.more_games % 2 == 0
    assert f"about {found.more_games:,} more games should tell" in found.sentence


def test_a_comparison_that_was_stopped_finds_what_one_in_one_go_finds(tmp_path):
    whole = agents("uniform", "uniform", at_most=800)
    agents("uniform", "uniform", at_most=300, out=tmp_path / "c")
    resumed = agents("uniform", "uniform", at_most=800, out=tmp_path / "c")
    assert resumed.plain() == whole.plain()
    longer = agents("uniform", "uniform", at_most=300, out=tmp_path / "c")
    assert longer.games == 300


def test_progress_is_towards_the_last_look():
    told = []
    agents("uniform", "uniform", on_progress=told.append)
    assert {now.total for now in told} == {400}


def test_one_game_a_deal_has_no_pairs(kuhn):
    found = compare_agents(
        "kuhn", "greedy", "uniform", at_most=300, workers=1,
        overrides={"table.seating": "random"},
    )  # fmt: skip
    assert list(found.sides[0].results) == ["0", "½", "1"]
    assert sum(found.sides[0].results.values()) == found.games


# Rules.


def test_rules_are_held_against_each_other_deal_by_deal():
    found = rules(at_most=200)
    first = [
        play_match("abyss", ["uniform"] * 2, games=200, seed=5, workers=1, overrides=changes)
        for changes in ({}, CHANGE)
    ]
    by_deal = [
        ((np.sign(each.table["return_king"].to_numpy()) + 1) / 2).reshape(-1, 2).mean(axis=1)
        for each in first
    ]
    differences = by_deal[1] - by_deal[0]
    assert found.difference == pytest.approx(differences.mean())
    sums = len(differences), differences.sum(), (differences**2).sum()
    assert (found.low, found.high) == pytest.approx(interval_of(*sums, 0.05, 0.05, Scale(1.0)))
    assert [side.name for side in found.sides] == ["default rules", "stratagem.unused_points=3"]
    assert found.results()["mean"].tolist() == pytest.approx([each.mean() for each in by_deal])


def test_a_base_takes_the_place_of_the_default():
    found = rules({}, base_changes=CHANGE)
    assert found.names == ("stratagem.unused_points=3", "default rules")
    assert found.difference == pytest.approx(-rules().difference)


def test_rules_that_matter_little_show_no_difference():
    found = rules(delta=0.1, at_most=2000)
    assert found.verdict == NO_DIFFERENCE
    assert "between stratagem.unused_points=3 and default rules: " in found.sentence


def test_rules_that_matter_are_told(mine):
    easier = compare_rules("mine", "uniform", {"gold.minor": 1}, at_most=2000, workers=1)
    assert easier.verdict == BETTER
    assert easier.sentence.startswith("miner wins more under gold.minor=1 than under default rules")
    harder = compare_rules(
        "mine", "uniform", base_changes={"gold.minor": 1}, at_most=2000, workers=1
    )
    assert harder.verdict == WORSE
    assert harder.sentence.startswith("miner wins less under default rules than under gold.minor=1")


# Games for one.


def test_alone_both_play_the_same_deals(mine):
    found = compare_agents("mine", "greedy", "uniform", at_most=1000, workers=1)
    assert found.verdict == BETTER
    assert [side.name for side in found.sides] == ["uniform", "greedy"]
    assert found.sentence.startswith("greedy is better than uniform: ")
    assert f"{found.games:,} games each" in found.sentence


def test_returns_may_be_compared(mine):
    found = compare_agents(
        "mine", "greedy", "uniform", at_most=1000, workers=1, measure="return", delta=0.1
    )
    means = [
        play_match("mine", [agent], games=found.games, seed=0, workers=1)
        .table["return_miner"].to_numpy().mean()
        for agent in ("uniform", "greedy")
    ]  # fmt: skip
    assert [side.mean for side in found.sides] == pytest.approx(means)
    assert found.difference == pytest.approx(means[1] - means[0])
    assert "a mean return of" in found.sentence


# The rest.


def test_frames_and_figures_show_every_look():
    found = agents("uniform", "uniform")
    assert found.frame()["games"].tolist() == [200, 260, 338, 400]
    drawn = found.figure()
    assert list(drawn.data[0].x) == [200, 260, 338, 400]
    assert json.loads(json.dumps(found.plain()))["verdict"] == found.verdict


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: agents("greedy", "unifrom"), "did you mean 'uniform'"),
        (lambda: agents(delta=0.6), "delta is more than 0 and less than 0.5"),
        (lambda: agents(at_most=100), "at_most is at least"),
        (lambda: agents(measure="points"), "unknown measure 'points'"),
        (lambda: agents(measure="return"), "by share, not by return"),
        (lambda: rules({}), "both sets of rules are the same"),
        (lambda: rules({"stratagem.unused_point": 3}), "did you mean 'stratagem.unused_points'"),
        (lambda: rules({"setup.sides": "random"}), "seat agents in different ways"),
        (lambda: compare_agents("jumieges", "greedy", "greedy"), "plays the same games"),
    ],
)
def test_mistakes_are_told(call, text):
    with pytest.raises(TolsimError, match=text):
        call()


def command_line(*words):
    app = typer.Typer()
    command.register(app)
    return CliRunner().invoke(app, ["abyss", "--workers", "1", "--at-most", "300", *words])


def test_the_command_compares_agents():
    shown = command_line("-a", "greedy", "-a", "uniform")
    assert shown.exit_code == 0
    assert "1½ points" in shown.stdout
    told = json.loads(command_line("-a", "greedy", "-a", "uniform", "--json").stdout)
    assert told["sentence"] in shown.stdout
    assert told["compared"] == "agents"


def test_the_command_compares_rules():
    words = ["-a", "uniform", "--set", "stratagem.unused_points=3"]
    told = json.loads(command_line(*words, "--json").stdout)
    assert told["names"] == ["default rules", "stratagem.unused_points=3"]
    against = json.loads(command_line(*words, "--base-variant", "six_per_guild", "--json").stdout)
    assert against["names"][0] == "six_per_guild"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["-a", "greedy"], "two agents, -a A -a B, not 1"),
        (["--set", "stratagem.unused_points=3"], "takes one agent for every seat"),
    ],
)
def test_the_command_tells_what_it_takes(words, text):
    failed = command_line(*words)
    assert isinstance(failed.exception, TolsimError)
    assert text in str(failed.exception)


def test_looks_are_judged_by_the_interval_for_many_looks(monkeypatch):
    """Were it judged by one that is narrower, it would stop earlier."""
    usual = agents("uniform", "uniform", at_most=2000)
    narrow = lambda *sums: tuple(0.3 * end for end in interval_of(*sums))
    monkeypatch.setattr(module, "interval_of", narrow)
    assert agents("uniform", "uniform", at_most=2000).games < usual.games
