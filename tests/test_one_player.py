"""Games for one player: classes of outcomes instead of win rates, one agent, no balance."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import tolsim
from tolsim.core import registry
from tolsim.core.errors import TolsimError
from tolsim.experiments import bench, match_view, pool, readme
from tolsim.experiments.cli import main
from tolsim.experiments.cost import decision_costs
from tolsim.experiments.match import ClassShare, Progress, load, play_match
from tolsim.experiments.result import tally_games
from tolsim.experiments.schema import column_docs, outcome_classes
from tolsim.experiments.verdict import no_verdict
from tolsim.experiments.verify import verify

CLASSES = ["major victory", "minor victory", "defeat"]


@pytest.fixture
def mine(monkeypatch):
    """The mine of ``one_player.py``, registered like any other game while the test runs."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.setitem(registry.GAMES, "mine", "one_player")
    return tolsim.make("mine")


def play(agent="uniform", games=200, **changes):
    return play_match("mine", [agent], **{"games": games, "seed": 3, "workers": 1, **changes})


def shown(capsys, *words):
    assert main(["match", "mine", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_rows_hold_the_class_of_the_outcome(mine):
    rows = play().table.to_pylist()
    assert {row["outcome_miner"] for row in rows} == set(CLASSES)
    for row in rows:
        state = mine.replay(row["seed"], row["deal"], row["actions"])[0]
        assert row["outcome_miner"] == mine.outcome_class(state, 0)
        assert row["return_miner"] == state.returns[0]
        assert row["deal"] == row["game"]
        assert row["agent_index_miner"] == 0


def test_classes_are_counted_with_their_intervals_the_best_first(mine):
    result = play()
    summary, frame = result.summary(), result.frame()
    assert [row["class"] for row in summary["classes"]] == CLASSES
    for row in summary["classes"]:
        assert row["seat"] == "miner"
        assert row["games"] == (frame["outcome_miner"] == row["class"]).sum() > 0
        assert row["share"] == pytest.approx(row["games"] / 200)
        assert row["low"] < row["share"] < row["high"]
    assert sum(row["games"] for row in summary["classes"]) == 200


def test_the_interval_of_a_class_is_that_of_a_proportion(mine):
    row = play().summary()["classes"][1]
    share = (row["games"] + 1) / 202
    half = 1.96 * (share * (1 - share) / 202) ** 0.5
    assert row["low"] == pytest.approx(share - half, abs=0.001)
    assert row["high"] == pytest.approx(share + half, abs=0.001)


def test_nobody_wins_and_nothing_is_balanced(mine):
    result = play()
    summary = result.summary()
    assert summary["seats"] == [{"seat": "miner", "agent": "uniform"}]
    assert summary["agents"] == [{"agent": "uniform"}]
    assert summary["verdict"] is summary["more_games"] is result.verdict() is None
    assert summary["no_verdict"] == "one player: no sides to balance"
    assert "win_rate" not in json.dumps(summary)


def test_the_sentence_tells_every_class(mine):
    result = play()
    parts = str(result).removesuffix(" of 200 games").split("), ")
    assert [part.split(" ", 2)[:2] for part in parts] == [
        ["major", "victory"], ["minor", "victory"], ["defeat", parts[2].split()[1]],
    ]  # fmt: skip
    first = result.summary()["classes"][0]
    assert str(result).startswith(
        f"major victory {100 * first['share']:.1f} % "
        f"({100 * first['low']:.1f}–{100 * first['high']:.1f} %), "
    )
    assert result.summary()["sentence"] == str(result)


def test_telemetry_is_summed_up(mine):
    result = play()
    frame = result.frame()
    told = {row["column"]: row for row in result.summary()["telemetry"]}
    assert list(told) == ["decisions", "score_miner", "faces", "deadly", "rich"]  # numbers only
    for column, row in told.items():
        assert row["games"] == 200
        assert row["mean"] == pytest.approx(frame[column].mean())
        assert row["spread"] == pytest.approx(frame[column].astype(float).std())
        assert (row["lowest"], row["highest"]) == (frame[column].min(), frame[column].max())
        assert row["about"] == column_docs(mine)[column]


def test_missing_values_are_no_numbers(mine, monkeypatch):
    def read(states):
        return [None if gold < 6 else int(gold) for gold in states["gold"]]

    column = registry.definition("mine").telemetry[0]
    altered = dataclasses.replace(
        registry.definition("mine"), telemetry=[dataclasses.replace(column, read=read)]
    )
    monkeypatch.setattr(registry, "definition", lambda name: altered)
    result = play()
    gold = result.frame()["faces"].dropna()
    (row,) = (each for each in result.summary()["telemetry"] if each["column"] == "faces")
    assert row["games"] == len(gold) < 200
    assert row["mean"] == pytest.approx(gold.mean())
    assert row["lowest"] >= 6


def test_parts_whose_values_are_all_missing_are_counted_with_the_others(kuhn):
    """Such a part does not know the column's type; here it ends within a deal."""
    table = play_match("kuhn", ["uniform", "uniform"], games=200, seed=1, workers=1).table
    place = table.column_names.index("bets")
    blank = table.set_column(place, "bets", pa.nulls(200))
    counted = tally_games(kuhn, [blank.slice(0, 101), table.slice(101)])
    assert counted.games == 200
    assert counted.numbers["bets"].games == 99


def test_the_screen_shows_classes_reasons_and_means(mine, capsys):
    text = shown(capsys, "-a", "uniform", "--games", 200, "--seed", 3)
    for word in (*CLASSES, "left", "buried", "decisions", "score_miner", "the deadly face"):
        assert word in text
    assert "win rate" not in text
    assert str(play()) in text
    assert "\none player: no sides to balance\n" in text
    assert text.splitlines()[-1] == "again: tolsim match mine -a uniform --games 200 --seed 3"
    assert "the deadly face" not in shown(capsys, "-a", "uniform", "--games", 20, "--no-telemetry")


def test_the_command_shown_gives_the_same_match(mine, capsys):
    words = ["-a", "mcts:iterations=20", "--games", "30", "--seed", "4"]
    again = shown(capsys, *words).splitlines()[-1].split()[4:]
    first, second = (json.loads(shown(capsys, *each, "--json")) for each in (words, again))
    assert first | {"seconds": 0} == second | {"seconds": 0}


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (
            ["greedy", "uniform"],
            "takes one agent, not 2; to compare agents, play a match with each",
        ),
        (["greedy", "greedy"], "one seat (miner)"),
        ([], "needs 1 agent (miner), not 0"),
    ],
)
def test_any_other_number_of_agents_is_refused(mine, capsys, tmp_path, agents, said):
    out = tmp_path / "run"
    words = [word for agent in agents for word in ("-a", agent)]
    assert main(["match", "mine", *words, "--out", str(out)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1
    with pytest.raises(TolsimError):
        play_match("mine", agents, games=2, seed=1, out=out)
    assert not out.exists()


def test_games_are_their_own_deals_and_any_number_will_do(mine):
    assert play(games=7).summary()["games"] == 7


def test_a_better_player_ends_better(mine):
    """What comparing agents by two matches rests on."""

    def share(agent, name):
        classes = play(agent, 400).summary()["classes"]
        return next(row for row in classes if row["class"] == name)

    greedy, uniform = share("greedy", "defeat"), share("uniform", "defeat")
    assert greedy["high"] < uniform["low"]
    searching = share("mcts:iterations=100", "defeat")
    assert searching["high"] < uniform["low"]


def test_a_folder_is_resumed_verified_and_read_again(mine, tmp_path):
    out = tmp_path / "run"
    play(games=30, out=out)
    result = play(games=90, out=out)
    assert load(out).summary() == result.summary()
    assert result.summary() | {"seconds": 0} == play(games=90).summary() | {"seconds": 0}
    report = verify(out)
    assert (report.checked, report.ok) == (90, True)


def test_blocks_of_any_size_sum_up_alike(mine, monkeypatch):
    whole = play(games=60).summary()
    monkeypatch.setattr(pool, "BLOCK_SECONDS", 0)  # blocks of one deal
    assert play(games=60).summary() | {"seconds": 0} == whole | {"seconds": 0}


def test_progress_tells_the_best_class(mine, monkeypatch):
    monkeypatch.setattr("tolsim.experiments.match.SECONDS_BETWEEN_REPORTS", 0)
    told = []
    result = play(on_progress=told.append)
    assert told[-1].seats == ()
    assert [each.share for each in told[-1].classes] == [
        row["share"] for row in result.summary()["classes"]
    ]
    text = match_view.progress_text(
        Progress(50, 200, 20.0, 75.0, (), (ClassShare("major victory", 0.31, 0.25, 0.375),))
    )
    assert text == "20.0 games/s, 0:01:15 left, major victory 31.0 % (25.0–37.5 %)"


def test_the_class_column_says_which_classes_there_are(mine, abyss):
    assert column_docs(mine)["outcome_miner"] == "major victory, minor victory or defeat"
    assert column_docs(abyss)["outcome_king"] == "win, draw or loss"


def test_classes_stand_from_the_highest_return_down(mine):
    grades = {-1.0: "defeat", 0.5: "narrow", 1.0: "victory", 2.0: "victory"}
    graded = dataclasses.replace(mine.definition, grades=grades)
    assert outcome_classes(tolsim.Game(graded, mine.ruleset)) == ["victory", "narrow", "defeat"]


def test_two_seats_may_be_graded_too(kuhn, capsys, monkeypatch):
    """Win rates by the sign of the return, and the classes of both seats beside them."""
    grades = {2.0: "great", 1.0: "small", -1.0: "loss", -2.0: "rout"}
    graded = dataclasses.replace(registry.definition("kuhn"), grades=grades)
    monkeypatch.setattr(registry, "definition", lambda name: graded)
    result = play_match("kuhn", ["uniform", "uniform"], games=400, seed=1, workers=1)
    summary, frame = result.summary(), result.frame()
    assert summary["seats"][0]["wins"] == (frame["return_first"] > 0).sum()
    assert [(row["seat"], row["class"]) for row in summary["classes"]] == [
        (seat, name) for seat in kuhn.seats for name in grades.values()
    ]
    for row in summary["classes"]:
        assert row["games"] == (frame[f"outcome_{row['seat']}"] == row["class"]).sum()
    match_view.show(result)
    text = capsys.readouterr().out
    assert "great" in text
    assert "win rate" in text


def test_points_are_told_by_source_where_telemetry_holds_them(kuhn, capsys, monkeypatch):
    declared = registry.definition("kuhn")
    column = dataclasses.replace(declared.telemetry[0], name="vp_bets")
    altered = dataclasses.replace(declared, telemetry=[column])
    monkeypatch.setattr(registry, "definition", lambda name: altered)
    result = play_match("kuhn", ["uniform", "uniform"], games=20, seed=1, workers=1)
    match_view.show(result)
    shown = capsys.readouterr().out
    points, others = shown[shown.index("victory points by source") :].split("telemetry")
    assert all(name in points for name in ("score_first", "score_second", "vp_bets"))
    assert "decisions" in others
    assert "vp_bets" not in others
    match_view.show(result, telemetry=False)
    assert "vp_bets" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("teams", "reason"),
    [
        ((0, 1), None),
        ((0,), "one player: no sides to balance"),
        ((0, 0), "one team: no sides to balance"),
        ((0, 1, 2), "3 seats: balance is judged between two"),
    ],
)
def test_why_there_is_no_verdict(kuhn, teams, reason):
    definition = dataclasses.replace(kuhn.definition, teams=teams)
    assert no_verdict(tolsim.Game(definition, kuhn.ruleset)) == reason


def test_a_page_shows_classes_and_no_verdict(mine):
    section = readme.match_section(play().summary())
    assert "| class | games | share | 95 % interval |" in section
    assert "| major victory | " in section
    assert f"Result: {play()}." in section
    assert "Verdict" not in section


def test_the_bench_compares_with_recorded_figures(mine):
    rows = bench.bench("mine", effort=bench.Effort(rounds=2, seconds=0.01, processes=0))
    assert [row["what"] for row in rows] == ["uniform"] * 3 + ["search", "batch", "state"]
    assert rows[-1]["value"] == mine.state_dtype.itemsize
    for row in rows[:3]:
        _, unit, recorded = row["peer"].split(", ")
        assert recorded == "recorded"
        ours = {"games/s": row["games_per_second"], "decisions/s": row["value"]}[unit]
        assert row["ratio"] == pytest.approx(ours / row["peer_value"])
    systems = [row["peer"].split()[0] for row in rows[:3]]
    assert systems == ["TAG", "Catanatron", "botbowl"]
    assert {row["peer"] for row in rows[3:]} == {None}


def test_uniform_games_a_second_agree_with_decisions(mine):
    row = bench.bench("mine", effort=bench.Effort(rounds=1, seconds=0.01, processes=0))[0]
    decisions = np.mean(play(games=4000).table["decisions"].to_numpy())
    assert row["value"] / row["games_per_second"] == pytest.approx(decisions, rel=0.05)


def test_parts_of_a_decision_are_measured(mine):
    assert all(0 < cost.low <= cost.value for cost in decision_costs(mine, rounds=2))


def test_the_table_has_one_column_for_each_promise(mine):
    table = play(games=5).table
    assert table.column_names == list(column_docs(mine))
    assert table["rich"].type == pa.bool_()
