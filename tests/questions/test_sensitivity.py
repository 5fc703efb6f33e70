"""Sensitivity: what each reading of the rules changes, and what is told apart from noise."""

import json
import re

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import tolsim
from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import sensitivity as command
from tolsim.experiments.questions.asking import asked_rules, asked_values, parse_rule
from tolsim.experiments.questions.claims import (
    CHANGES,
    MAY_CHANGE,
    NOT_PLAYABLE,
    STAYS,
    Claim,
    Difference,
    adjusted,
    claim_of,
    paired,
)
from tolsim.experiments.questions.measure import measure_of
from tolsim.experiments.questions.screening import value_at
from tolsim.experiments.questions.sensitivity import sensitivity
from tolsim.experiments.statistics import Rate
from tolsim.experiments.studies import crew
from tolsim.experiments.studies.cell import Cell

SEATS = ("first", "second")
BOTH = ["betting.allowed", "table.seating"]


def ask(**options):
    given = {"rules": BOTH, "games": 4000, "delta": 0.03, "seed": 3, "workers": 1}
    return sensitivity("kuhn", "uniform", **(given | options))


# One rule at a time.


def test_a_rule_that_makes_the_edge_changes_the_finding_and_one_that_does_not_leaves_it(kuhn):
    # With betting the first player wins 56.25 % of uniform games, without it exactly half.
    answer = ask()
    rows = {row["rule"]: row for row in answer.rows}
    assert answer.claim.text == "first's edge of more than 3 points"
    assert rows["betting.allowed"]["finding"] == CHANGES
    assert rows["betting.allowed"]["low"] < -0.0625 < rows["betting.allowed"]["high"]
    assert rows["betting.allowed"]["verdict"] == "balanced"
    assert rows["table.seating"]["finding"] == STAYS
    assert rows["table.seating"]["p_adjusted"] > 0.05
    assert "stays under 1 of 2 alternatives of 2 rules" in answer.sentence
    assert "it changes under betting.allowed=false" in answer.sentence


def test_too_few_games_never_say_that_it_changes(kuhn):
    answer = ask(games=120, delta=0.3)
    assert answer.claim.text == "balance within ±30 points"
    assert {row["finding"] for row in answer.rows} == {STAYS}
    few = ask(games=40, delta=0.01)
    assert few.claim is None
    assert "no finding on balance" in few.sentence


def test_a_column_is_measured_as_well(kuhn):
    answer = ask(measure="decisions", rules=["betting.allowed"], games=400)
    row = answer.rows[0]
    assert answer.base == pytest.approx(2.25, abs=0.1)
    assert row["mean"] == 2
    assert row["low"] < -0.25 < row["high"]
    assert "decisions taken: 2.2" in answer.sentence
    assert "verdict" not in row


def test_an_alternative_that_cannot_be_made_or_played_is_told_and_the_rest_is_played(
    kuhn, monkeypatch
):
    make, play = Cell.make_game, crew.play

    def refusing(cell):
        if ("table.seating", "random") in cell.overrides:
            raise TolsimError("nobody can sit like this")
        return make(cell)

    def failing(block):
        if ("betting.allowed", False) in block.cell.overrides:
            raise TolsimError(f"{block.cell.text}: it never ends")
        return play(block)

    monkeypatch.setattr(Cell, "make_game", refusing)
    told = {row["rule"]: row for row in ask(games=400).rows}
    assert told["table.seating"]["finding"] == NOT_PLAYABLE
    assert told["table.seating"]["reason"] == "nobody can sit like this"
    assert told["betting.allowed"]["games"] == 400
    monkeypatch.setattr(Cell, "make_game", make)
    monkeypatch.setattr(crew, "play", failing)
    answer = ask(games=400)
    told = {row["rule"]: row for row in answer.rows}
    assert told["betting.allowed"]["reason"] == "it never ends"
    assert told["table.seating"]["games"] == 400
    assert "1 is not playable" in answer.sentence
    assert "base" in answer.plain()
    assert len(answer.figure().data) == 1


def test_a_base_that_cannot_be_played_is_an_error(kuhn, monkeypatch):
    def failing(block):
        raise TolsimError(f"{block.cell.text}: it never ends")

    monkeypatch.setattr(crew, "play", failing)
    with pytest.raises(TolsimError, match="it never ends"):
        ask(games=400)


def test_a_rule_that_is_set_keeps_the_ledgers_value_as_an_alternative(kuhn):
    options = {"overrides": {"betting.allowed": "false"}, "measure": "decisions"}
    answer = ask(rules=["betting.allowed"], games=400, **options)
    assert (answer.rows[0]["in_force"], answer.rows[0]["value"]) == (False, True)
    assert answer.base == 2


def test_the_folder_keeps_the_answer_and_goes_on(kuhn, tmp_path):
    first = ask(games=400, out=tmp_path / "s")
    again = ask(games=400, out=tmp_path / "s")
    assert first.rows == again.rows
    assert json.loads((tmp_path / "s" / "sensitivity.json").read_text())["games"] == 1200
    assert (tmp_path / "s" / "sensitivity.csv").is_file()


# Rules together.


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_screening_tells_a_rule_with_an_effect_from_one_that_only_makes_noise(kuhn, method):
    answer = ask(method=method, samples=4, games=2000)
    rows = {row["rule"]: row for row in answer.rows}
    assert rows["betting.allowed"]["above_noise"]
    assert not rows["table.seating"]["above_noise"]
    assert rows["betting.allowed"]["effect"] > 3 * rows["betting.allowed"]["noise"]
    assert rows["table.seating"]["noise"] > 0
    assert "1 of 2 rules" in answer.sentence
    assert len(answer.figure().data) == 2


def test_morris_effects_are_mean_differences(kuhn):
    row = ask(method="morris", samples=4, games=4000, rules=["betting.allowed"]).rows[0]
    assert row["effect"] == pytest.approx(0.0625, abs=0.03)


def test_sobol_gives_all_variance_to_the_only_rule(kuhn):
    row = ask(method="sobol", samples=16, games=2000, rules=["betting.allowed"]).rows[0]
    assert row["effect"] == pytest.approx(1, abs=0.3)


def test_places_of_the_unit_interval_share_the_values_evenly():
    counts = np.unique(
        [value_at([7, 8, 9], u) for u in np.linspace(0, 1, 3001)], return_counts=True
    )
    assert counts[0].tolist() == [7, 8, 9]
    assert np.ptp(counts[1]) <= 1


# Claims.


def test_claims_and_what_becomes_of_them():
    claim = claim_of(SEATS, Rate(0.6, 0.57, 0.63), 0.05, 1000)
    sure = Difference(-0.1, -0.13, -0.07, 1e-6, 0.015, 500)
    assert claim.finding(Rate(0.58, 0.56, 0.6), sure, 1e-6) == STAYS
    assert claim.finding(Rate(0.5, 0.48, 0.52), sure, 1e-6) == CHANGES
    assert claim.finding(Rate(0.5, 0.48, 0.52), sure, 0.06) == MAY_CHANGE
    assert claim.finding(Rate(0.55, 0.53, 0.57), sure, 1e-6) == MAY_CHANGE
    assert claim_of(SEATS, Rate(0.4, 0.37, 0.43), 0.05, 1000).text.startswith("second's edge of")
    assert claim_of(SEATS, Rate(0.47, 0.44, 0.49), 0.05, 1000).text == "second's edge"
    assert claim_of(SEATS, Rate(0.5, 0.46, 0.54), 0.05, 1000) == Claim(
        "balance within ±5 points", "first wins 50.0 % (46.0–54.0 %) of 1,000 games", 0.45, 0.55
    )


def test_paired_intervals_hold_the_truth_and_deals_without_a_value_drop_out():
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(1000):
        first = rng.integers(0, 2, 100).astype(float)
        second = np.where(rng.random(100) < 0.8, first, rng.random(100) < 0.7)
        found = paired(first, second, 1.0)
        covered += found.low <= 0.2 * (0.7 - 0.5) <= found.high
    assert 0.93 < covered / 1000 < 0.99
    assert paired(np.array([1.0, np.nan]), np.array([1.0, 1.0]), 1.0).deals == 1
    none = paired(np.zeros(50), np.zeros(50), 1.0)
    assert none.low < 0 < none.high
    assert none.p == 1


def test_chance_findings_are_as_rare_as_the_adjustment_says():
    rng = np.random.default_rng(2)
    false = [min(adjusted(list(rng.random(50)))) < 0.05 for _ in range(400)]
    assert np.mean(false) < 0.08
    assert adjusted([]) == []


# What is asked.


def test_rules_and_values_as_they_are_asked_for(kuhn):
    rules = kuhn.ruleset
    assert parse_rule("a.b=1,2") == ("a.b", "1,2")
    assert asked_values(rules, "table.seating", "random") == ["alternate", "random"]
    assert list(asked_rules("kuhn", rules, None, ("printed",))) == ["betting.allowed"]
    with pytest.raises(TolsimError, match="no rule of status assumed"):
        asked_rules("kuhn", rules, None)
    with pytest.raises(TolsimError, match="unknown status 'print'; did you mean 'printed'"):
        asked_rules("kuhn", rules, None, ("print",))
    with pytest.raises(TolsimError, match=r"unknown rule 'table\.seat'; did you mean"):
        asked_rules("kuhn", rules, ["table.seat"])
    abyss = tolsim.make("abyss").ruleset
    assert asked_values(abyss, "stratagem.unused_points", "0:3") == [2, 0, 1, 3]
    with pytest.raises(TolsimError, match="has no alternatives in the ledger; give values"):
        asked_rules("abyss", abyss, ["stratagem.unused_points"])


def test_measures_are_found_by_name(kuhn):
    assert measure_of(kuhn).name == "win_rate_first"
    assert measure_of(kuhn, "draws").outcome == "draw"
    with pytest.raises(TolsimError, match="did you mean 'win_rate_second'"):
        measure_of(kuhn, "win_rate_secnd")
    with pytest.raises(TolsimError, match="holds no numbers"):
        ask(measure="cards", games=40)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "morriss"}, "unknown method 'morriss'; did you mean 'morris'"),
        ({"games": 3}, "games is a whole number of at least 4, not 3"),
        ({"games": 5}, "games is a multiple of 2 for kuhn; 5 is not"),
        ({"delta": 0.7}, "delta is more than 0"),
        ({"method": "sobol", "samples": 3}, "samples of sobol is a power of 2, not 3"),
        ({"method": "morris", "samples": 1}, "samples is at least 2, not 1"),
    ],
)
def test_mistakes_are_told_in_a_line(kuhn, options, message):
    with pytest.raises(TolsimError, match=re.escape(message)):
        ask(**options)


# The command.


def command_line(arguments):
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    return CliRunner().invoke(app, ["sensitivity", *arguments], catch_exceptions=False)


def test_the_command_prints_a_table_and_the_sentence_or_json(kuhn, tmp_path):
    arguments = ["kuhn", "-a", "uniform", "--games", "400", "--workers", "1", "--status", "printed"]
    told = command_line(arguments)
    assert told.exit_code == 0
    assert "betting.allowed" in told.stdout
    chart = tmp_path / "chart.html"
    plain = json.loads(command_line([*arguments, "--json", "--figure", str(chart)]).stdout)
    assert plain["rows"][0]["rule"] == "betting.allowed"
    assert plain["sentence"] in " ".join(told.stdout.split("\n"))
    assert "plotly" in chart.read_text()
