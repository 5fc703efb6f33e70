"""Tuning: values are told apart, the crossing is covered, and the smallest change is the smallest."""

import json
import re

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import tune as command
from tolsim.experiments.questions.crossing import Point, bracket_of, crossing_of
from tolsim.experiments.questions.measure import measure_of
from tolsim.experiments.questions.tune import _Search, tune
from tolsim.experiments.questions.tune_several import size_of_change
from tolsim.experiments.questions.tuning import Aim, Played
from tolsim.experiments.statistics import Rate


def ask(rules=("betting.allowed",), **options):
    given = {"delta": 0.03, "games": 8000, "seed": 1, "workers": 1}
    return tune("kuhn", "uniform", list(rules), **(given | options))


def test_the_switch_that_makes_the_edge_is_the_smallest_change_enough(kuhn):
    # With betting the first player wins 56.25 % of uniform games, without it exactly half.
    told = ask(games=20_000)
    assert told.enough == {"betting.allowed": False}
    assert told.nearest.changes == {"betting.allowed": False}
    assert {each.changes["betting.allowed"]: each.standing for each in told.played} == {
        True: "above",
        False: "within",
    }
    assert "smallest change known to bring it within ±3 points of 50.0 % is from true to false" in (
        told.sentence
    )
    assert len(told.figure().data) == 1


def test_a_value_in_force_that_fits_needs_no_change(kuhn):
    told = ask(target=0.5625)
    assert told.enough == {}
    assert "the value in force, true, is within" in told.sentence


def test_a_target_out_of_reach_is_told(kuhn):
    told = ask(target=0.8)
    assert told.enough is None
    assert "no value asked about brings it" in told.sentence


def test_several_rules_are_measured_anew_on_other_deals(kuhn):
    told = ask(["betting.allowed", "table.seating"], games=2000, trials=8)
    assert told.enough["betting.allowed"] is False
    assert told.nearest.games == 8000
    best = next(each for each in told.played if each.changes == told.nearest.changes)
    assert best.rate != told.nearest.rate


def test_many_values_are_bisected_and_the_change_is_the_smallest(abyss):
    told = tune(
        "abyss", "uniform", ["stratagem.unused_points=0:10"], measure="score_king", target=20.0,
        delta=0.5, games=400, seed=1, workers=1,
    )  # fmt: skip
    assert 5 <= len(told.played) < 11
    means = [each.rate.rate for each in told.played]
    assert means == sorted(means) or told.crossing is None


class Oracle:
    """Stands in for play: it knows the mean of each value of the rule ``x``."""

    def __init__(self, truth, aim):
        self.truth, self.aim, self.asked = truth, aim, []

    def until_known(self, several):
        found = []
        for changes in several:
            mean = self.truth(changes["x"])
            self.asked.append(changes["x"])
            rate = Rate(mean, mean, mean)
            standing = self.aim.standing(rate)
            found.append(Played(changes, np.full(4, mean), 4, rate, standing))
        return found


@pytest.mark.parametrize("in_force", [0, 30, 64, 100])
@pytest.mark.parametrize("crosses_at", [3.4, 31.0, 50.5, 97.2])
@pytest.mark.parametrize("falls", [False, True])
def test_a_bisection_finds_the_smallest_change_of_a_hundred_values(
    kuhn, in_force, crosses_at, falls
):
    aim = Aim(measure_of(kuhn, None), 0.5, 0.05)

    def truth(x):
        return float(1 / (1 + np.exp((x - crosses_at) * (0.08 if falls else -0.08))))

    oracle = Oracle(truth, aim)
    values = [in_force, *(x for x in range(101) if x != in_force)]
    search = _Search(oracle, "x", values, aim)
    search.run()
    within = [x for x in range(101) if abs(truth(x) - 0.5) <= 0.05]
    nearest = min(within, key=lambda x: abs(x - in_force))
    assert search.enough() == ({} if in_force in within else {"x": nearest})
    assert len(oracle.asked) == len(set(oracle.asked)) < 25
    means = [point.deals[0] for point in search.points()]
    bracket = bracket_of(search.points(), 0.5, in_force)
    below, above = (search.points()[k].value for k in bracket)
    assert above - below == 1
    assert below <= crosses_at <= above
    assert means == sorted(means, reverse=falls)


def test_a_bisection_of_means_that_never_reach_the_target_plays_only_a_few(kuhn):
    aim = Aim(measure_of(kuhn, None), 0.5, 0.01)
    oracle = Oracle(lambda x: 0.6 + x / 1000, aim)
    search = _Search(oracle, "x", list(range(101)), aim)
    search.run()
    assert search.enough() is None
    assert len(oracle.asked) <= 6


def test_the_crossing_is_covered_as_often_as_it_says():
    rng, covered = np.random.default_rng(4), 0
    for run in range(300):
        common = rng.random(800)
        points = [
            Point(x, (common < 1 / (1 + np.exp(-(x - 1.6) * 0.4))).astype(float)) for x in range(5)
        ]
        found = crossing_of(points, 0.5, 0, share=True, seed=run)
        covered += found is not None and found.low is not None and found.low < 1.6 < found.high
    assert 0.91 < covered / 300 < 0.99


def test_the_crossing_nearest_to_the_value_in_force_is_taken():
    points = [Point(x, np.full(4, y)) for x, y in enumerate([0.2, 0.8, 0.8, 0.2])]
    assert bracket_of(points, 0.5, 0) == (0, 1)
    assert bracket_of(points, 0.5, 3) == (2, 3)
    assert bracket_of(points, 0.9, 0) is None


def test_a_change_is_as_large_as_the_part_of_the_range_it_goes():
    assert size_of_change({"a": [2, 0, 4]}, {"a": 4}) == 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 1.5}, "target of win_rate_first is more than 0 and less than 1, not 1.5"),
        ({"measure": "decisions"}, "give a target for decisions"),
        ({"delta": 0}, "delta of win_rate_first is more than 0 and less than 0.5, not 0"),
        ({"rules": ["betting.alowed"]}, "did you mean 'betting.allowed'"),
    ],
)
def test_mistakes_are_told_in_a_line(kuhn, options, message):
    with pytest.raises(TolsimError, match=re.escape(message)):
        ask(**options)


def test_the_command_prints_json_and_nothing_else(kuhn):
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    arguments = ["tune", "kuhn", "--rule", "betting.allowed", "-a", "uniform", "--workers", "1"]
    told = CliRunner().invoke(app, [*arguments, "--games", "2000", "--json"])
    assert json.loads(told.stdout)["in_force"] == {"betting.allowed": True}
