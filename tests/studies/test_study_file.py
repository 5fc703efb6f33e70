"""Study files: what they say, and how mistakes in them are told."""

import re

import pytest

from tolsim.core.errors import TolsimError
from tolsim.core.registry import default_rules
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.sample import spread_evenly, worth_trying
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.study_file import read_study, study_of

PLAIN = {"game": "abyss", "games": 20, "agents": "uniform"}
UNUSED, DIG = "stratagem.unused_points", "stratagem.dig_looked"


def test_a_study_of_one_cell_has_no_factors():
    study = study_of(PLAIN)
    assert [(each.cell, dict(each.factors)) for each in study.cells] == [
        (Cell("abyss", ("uniform",)), {})
    ]


def test_grid_cases_variants_and_agents_are_crossed():
    study = study_of(
        PLAIN
        | {
            "variants": ["default", "six_per_guild"],
            "agents": {"beginners": "uniform", "unequal": ["greedy", "uniform"]},
            "grid": {UNUSED: [1, 2, 3]},
            "cases": [{"name": "as printed"}, {"name": "deep", "set": {DIG: 7}}],
        }
    )
    assert len(study.cells) == 2 * 2 * 3 * 2
    assert {tuple(each.factors) for each in study.cells} == {("variant", UNUSED, "case", "agents")}
    deep = [each for each in study.cells if each.factors["case"] == "deep"]
    assert all((DIG, 7) in each.cell.overrides for each in deep)
    assert len({each.cell.key for each in study.cells}) == len(study.cells)


def test_a_value_that_is_in_force_anyway_is_no_override():
    assert Cell.of("abyss", "uniform", overrides={UNUSED: "2"}) == Cell("abyss", ("uniform",))


def test_cells_that_are_the_same_games_are_played_once():
    study = study_of(PLAIN | {"cases": [{"name": "a"}, {"name": "b", "set": {UNUSED: 2}}]})
    assert [each.factors for each in study.cells] == [{"case": "a"}]


def test_names_need_no_quotes(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        'game = "abyss"\ngames = 20\nagents = "uniform"\n[grid]\n' + UNUSED + " = [1]\n"
    )
    assert read_study(path).cells[0].cell.overrides == ((UNUSED, 1),)


def test_a_sample_takes_every_value_about_equally_often():
    drawn = spread_evenly(
        default_rules("abyss"), {UNUSED: {"low": 0, "high": 4}, DIG: [3, 5]}, 20, seed=1
    )
    counts = [sum(each[UNUSED] == value for each in drawn) for value in range(5)]
    assert counts == [4] * 5
    assert sum(each[DIG] == 3 for each in drawn) == 10


def test_a_switch_is_tried_in_all_its_positions():
    rules = default_rules("abyss").rules
    assert worth_trying(rules["stratagem.start_of_turn"]) == ["king first", "simultaneous"]
    assert worth_trying(rules["stratagem.divert_answers_rout"]) == [
        rules["stratagem.divert_answers_rout"].value,
        not rules["stratagem.divert_answers_rout"].value,
    ]


def test_looks_grow_and_end_at_the_most():
    assert Stop(at_least=100, at_most=300).looks(2) == [100, 130, 168, 218, 284, 300]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gaems": 3}, "unknown key of a study 'gaems'; did you mean 'games'?"),
        ({"game": "abys"}, "unknown game 'abys'; did you mean 'abyss'?"),
        ({"games": 21}, "games is a multiple of 2 for abyss; 21 is not"),
        ({"games": "many"}, "games is a whole number of at least 1, not 'many'"),
        ({"games": True}, "games is a whole number of at least 1, not True"),
        ({"grid": {UNUSED: []}}, f"grid.{UNUSED} is a list of values, and not an empty one"),
        ({"grid": {UNUSED: 3}}, f"grid.{UNUSED} is a list of values"),
        ({"grid": {"stratagem.unused_point": [1]}}, f"did you mean '{UNUSED}'?"),
        ({"grid": {UNUSED: [99]}}, f"{UNUSED} is 0 to 10, not 99"),
        ({"variants": ["six_per_gild"]}, "did you mean 'six_per_guild'?"),
        ({"variants": []}, "variants is empty"),
        ({"agents": "unifrom"}, "did you mean 'uniform'?"),
        ({"agents": ["uniform"] * 3}, "abyss needs 2 agents (king, necrocampe), not 3"),
        ({"agents": {}}, "agents is an agent, a list of one a seat, or a table"),
        ({"agents": "mcts:iterations=0"}, "mcts"),
        ({"cases": [{"sett": {}}]}, "unknown key of a case 'sett'; did you mean 'set'?"),
        ({"cases": ["deep"]}, "cases is a list of tables"),
        ({"sample": {"count": 0, "values": {UNUSED: [1]}}}, "sample.count is a whole number"),
        ({"sample": {"count": 2}}, "sample.values names no rule to draw"),
        ({"sample": {"count": 2, "values": {UNUSED: {"low": 3, "high": 1}}}}, "low is at most high"),
        ({"stop": {"delta": 0.05}}, "a study needs either games or a table stop"),
        ({"seed": -1}, "seed"),
        ({"delta": 0.7}, "delta is more than 0 and less than 0.5, not 0.7"),
        ({"split": ["stratagem_kink"]}, "did you mean 'stratagem_king'?"),
    ],
)  # fmt: skip
def test_mistakes_are_told(changes, said):
    with pytest.raises(TolsimError, match=re.escape(said)):
        study_of(PLAIN | changes)


@pytest.mark.parametrize(
    ("stop", "said"),
    [
        ({"dleta": 0.1}, "unknown key of stop 'dleta'; did you mean 'delta'?"),
        ({"delta": 0}, "stop.delta is more than 0 and less than 0.5, not 0"),
        ({"error": 1}, "stop.error is more than 0 and less than 0.5, not 1"),
        (
            {"at_least": 1000, "at_most": 10},
            "stop.at_most is at least stop.at_least, 1,000, not 10",
        ),
        ({"at_least": 0}, "stop.at_least is at least 4, not 0"),
        ({"at_most": 2.5}, "stop.at_most is a whole number, not 2.5"),
        ("soon", "stop is a table"),
    ],
)
def test_a_stopping_rule_that_cannot_be_obeyed_is_refused(stop, said):
    with pytest.raises(TolsimError, match=re.escape(said)):
        study_of({"game": "abyss", "agents": "uniform", "stop": stop})


def test_a_stopping_rule_needs_two_sides():
    with pytest.raises(TolsimError, match="stop looks at the balance of two seats"):
        study_of({"game": "jumieges", "agents": "uniform", "stop": {}})


def test_what_is_no_study_file_is_told(tmp_path):
    with pytest.raises(TolsimError, match=r"cannot read .*missing\.toml: No such file"):
        read_study(tmp_path / "missing.toml")
    path = tmp_path / "bad.toml"
    path.write_text("game = ")
    with pytest.raises(TolsimError, match=r"bad\.toml is no TOML"):
        read_study(path)
