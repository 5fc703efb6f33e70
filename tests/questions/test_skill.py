"""Balance by skill: biased rules, a gap of skill and luck are told apart."""

import json

import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import verdict as command
from tolsim.experiments.match import play_match
from tolsim.experiments.questions.skill import RUNGS, judge_by_skill, skill_studies
from tolsim.experiments.questions.skill_found import Rung, SkillVerdict
from tolsim.experiments.statistics import Rate


@pytest.fixture(scope="module")
def found():
    rungs = ["uniform", "mcts:iterations=1", "greedy"]
    return judge_by_skill("abyss", rungs, games=60, seed=2, workers=1)


def made_up(*verdicts, shares=(0.5, 0.5, 0.5), gaps=(0.7, 0.8), top=0.9):
    """What a ladder of three says, each interval 2 points to either side."""

    def rate(share):
        return Rate(share, share - 0.02, share + 0.02)

    below = [None, *map(rate, gaps)]
    rungs = tuple(
        Rung(agent, 400, rate(share), verdict, 100 if verdict == "undecided" else 0, gap)
        for agent, share, verdict, gap in zip("abc", shares, verdicts, below, strict=True)
    )
    return SkillVerdict("game", ("red", "blue"), rungs, rate(top), 400, 0.05)


def test_each_rung_plays_itself_and_the_one_below(found):
    alone = play_match("abyss", ["greedy"] * 2, games=60, seed=2, workers=1)
    assert found.rungs[2].first_seat == alone.tally.seats[0].rate()
    gap = play_match("abyss", ["greedy", "mcts:iterations=1"], games=60, seed=2, workers=1)
    assert found.rungs[2].against_below == gap.tally.agents[0].rate()
    assert found.rungs[0].against_below is None
    ends = play_match("abyss", ["greedy", "uniform"], games=60, seed=2, workers=1)
    assert found.top_against_bottom == ends.tally.agents[0].rate()
    assert found.upsets.rate == pytest.approx(1 - found.top_against_bottom.rate)
    assert found.upsets.low < found.upsets.rate < found.upsets.high


def test_a_frame_has_a_row_a_rung(found):
    frame = found.frame()
    assert frame["agent"].tolist() == ["uniform", "mcts:iterations=1", "greedy"]
    assert frame["games"].tolist() == [60] * 3
    assert frame["against_below"].isna().tolist() == [True, False, False]


def test_a_figure_has_both_curves(found):
    balance, gap = found.figure().data
    assert len(balance.x) == 3
    assert list(gap.x) == ["mcts:iterations=1", "greedy"]
    assert list(balance.error_y.array) == pytest.approx(
        [rung.first_seat.high - rung.first_seat.rate for rung in found.rungs]
    )


def test_biased_rules_show_among_the_strongest():
    said = made_up("balanced", "undecided", "imbalanced", shares=(0.5, 0.55, 0.38)).sentence
    assert said.startswith("biased rules: between the strongest blue wins 62.0 % (60.0–64.0 %)")
    assert "c on both sides, outside ±5 points, and only there for certain" in said
    both = made_up("imbalanced", "balanced", "imbalanced", shares=(0.6, 0.5, 0.6)).sentence
    assert "also between a: red 60.0 % (58.0–62.0 %)" in both
    turned = made_up("imbalanced", "balanced", "imbalanced", shares=(0.6, 0.5, 0.4)).sentence
    assert "weaker players favour the other side (a: red 60.0 % (58.0–62.0 %))" in turned
    assert "also between" not in turned


def test_bias_among_the_weak_alone_is_no_fault_of_the_rules():
    said = made_up("imbalanced", "balanced", "balanced", shares=(0.6, 0.5, 0.51)).sentence
    assert said.startswith("no biased rules: between the strongest red wins 51.0 %")
    assert "a bias shows only among weaker players (a: red 60.0 % (58.0–62.0 %))" in said


def test_no_verdict_says_how_many_games_would_tell():
    said = made_up("balanced", "balanced", "undecided").sentence
    assert said.startswith("undecided whether the rules are biased: red wins 50.0 %")
    assert "about 100 more games should tell; no weaker rung shows a bias for certain" in said


def test_skill_and_luck_are_told():
    said = made_up("balanced", "balanced", "balanced").sentence
    assert "skill gap: b 70.0 % (68.0–72.0 %) against a, c 80.0 % (78.0–82.0 %) against b" in said
    assert said.endswith("luck: a still wins 10.0 % (8.0–12.0 %) against c")


def test_a_rung_that_is_not_stronger_is_told():
    said = made_up("balanced", "balanced", "balanced", gaps=(0.4, 0.51)).sentence
    assert "b 40.0 % (38.0–42.0 %) against a, so it is the weaker one" in said
    assert "c 51.0 % (49.0–53.0 %) against b, so no stronger for certain" in said


def test_a_stopping_rule_goes_on_until_a_verdict_comes():
    said = judge_by_skill(
        "abyss", ["uniform", "greedy"], games=100, at_most=1000, delta=0.15, seed=2, workers=1
    )
    assert [rung.verdict for rung in said.rungs] == ["balanced"] * 2
    assert all(100 < rung.games < 1000 for rung in said.rungs)
    assert said.gap_games == 100
    # Its intervals allow for looking: wider than those of as many games fixed beforehand.
    match = play_match("abyss", ["uniform"] * 2, games=said.rungs[0].games, seed=2, workers=1)
    usual, wider = match.tally.seats[0].rate(), said.rungs[0].first_seat
    assert wider.high - wider.low > 1.2 * (usual.high - usual.low)


def test_the_usual_ladder_has_four_rungs():
    mirrors, gaps = skill_studies("abyss")
    assert [each.cell.agents for each in mirrors.cells] == [(rung,) for rung in RUNGS]
    assert [each.cell.agents for each in gaps.cells] == [
        (RUNGS[1], RUNGS[0]), (RUNGS[2], RUNGS[1]), (RUNGS[3], RUNGS[2]), (RUNGS[3], RUNGS[0]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "rungs", "more", "text"),
    [
        ("jumieges", RUNGS, {}, "jumieges has one player: no sides to balance"),
        ("abyss", ["greedy"], {}, "at least two agents, not 1"),
        ("abyss", ["greedy", "greedy"], {}, "greedy is on the ladder twice"),
        ("abyss", ["greedy", "unifrom"], {}, "did you mean 'uniform'"),
        ("abyss", RUNGS, {"games": 7}, "games is a multiple of 2"),
        ("abyss", RUNGS, {"at_most": 100}, "at_most is at least"),
        ("abyss", RUNGS, {"delta": 0.7}, "delta is more than 0"),
    ],
)
def test_mistakes_are_told(game, rungs, more, text):
    with pytest.raises(TolsimError, match=text):
        judge_by_skill(game, rungs, **more)


def test_the_command_shows_a_table_or_json():
    app = typer.Typer()
    command.register(app)
    words = ["abyss", "--rung", "uniform", "--rung", "greedy", "--games", "40", "--workers", "1"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0
    assert "against below" in shown.stdout
    told = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [row["agent"] for row in told["rungs"]] == ["uniform", "greedy"]
    assert told["sentence"] in shown.stdout
