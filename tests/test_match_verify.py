"""Verifying replays logs, and notices every altered fact."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments.match import play_match
from tolsim.experiments.schema import TIMING
from tolsim.experiments.storage import GAMES
from tolsim.experiments.verify import verify


@pytest.fixture
def run(kuhn, tmp_path):
    play_match("kuhn", ["mcts:iterations=5", "uniform"], games=60, seed=2, out=tmp_path / "run")
    return tmp_path / "run"


def altered(folder, column, row, change):
    """Change one value of a run's file."""
    table = pq.read_table(folder / GAMES)
    values = table[column].to_pylist()
    values[row] = change(values[row])
    place = table.column_names.index(column)
    field = table.schema.field(column)
    changed = table.set_column(place, field, pa.array(values, field.type))
    pq.write_table(changed, folder / GAMES)
    return values[row]


def test_a_run_agrees_with_its_logs(run):
    told = []
    report = verify(run, on_progress=lambda report: told.append(report.checked))
    assert report.ok
    assert (report.checked, report.total, report.problems) == (60, 60, [])
    assert told == [60]


def test_drawn_seatings_agree_too(kuhn, tmp_path):
    play_match(
        "kuhn", ["greedy", "uniform"], games=31, seed=2, out=tmp_path / "run",
        overrides={"table.seating": "random"},
    )  # fmt: skip
    assert verify(tmp_path / "run").ok
    assert verify(tmp_path / "run", sample=7).ok


def test_a_sample(run):
    report = verify(run, sample=10)
    assert (report.ok, report.checked, report.total) == (True, 10, 10)
    assert verify(run, sample=1000).checked == 60
    with pytest.raises(TolsimError, match="at least 1"):
        verify(run, sample=0)


def test_one_altered_action_in_any_place_is_found(run):
    """Whether or not the altered log can be played, and however the game ends then."""
    original = (run / GAMES).read_bytes()
    logs = pq.read_table(run / GAMES)["actions"].to_pylist()
    kinds = set()
    for row in range(12):
        for place in range(len(logs[row])):
            altered(
                run, "actions", row, lambda log, at=place: [*log[:at], 1 - log[at], *log[at + 1 :]]
            )
            report = verify(run)
            assert not report.ok
            assert report.checked == 60
            assert all(problem.startswith(f"game {row}: ") for problem in report.problems)
            kinds |= {problem.split(": ", 1)[1] for problem in report.problems}
            (run / GAMES).write_bytes(original)
    assert "the log ends before the game does" in kinds
    assert any("the game is over" in kind for kind in kinds)
    assert any(kind.startswith("fingerprint is ") for kind in kinds)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda log: [7, *log[1:]], r"game 3: action 7 \(no action\) is not legal; legal: pass"),
        (lambda log: [*log, 0], "game 3: the game is over; action 0 cannot be taken"),
        (lambda log: log[:-1], "game 3: the log ends before the game does"),
        (lambda log: [], "game 3: the log ends before the game does"),
    ],
)
def test_logs_that_cannot_be_played(run, change, message):
    altered(run, "actions", 3, change)
    report = verify(run)
    assert len(report.problems) == 1
    assert re.match(message, report.problems[0])


def test_every_column_is_compared(run):
    names = [name for name in pq.read_schema(run / GAMES).names if name not in (*TIMING, "actions")]
    original = (run / GAMES).read_bytes()
    for name in names:
        was = pq.read_table(run / GAMES)[name].to_pylist()[5]
        now = altered(run, name, 5, other_than)
        assert now != was
        report = verify(run)
        assert report.problems == [f"game 5: {name} is {now} in the file, {was} replayed"]
        (run / GAMES).write_bytes(original)


def other_than(value):
    if value is None:
        return "first"
    if isinstance(value, str):
        return value + "?"
    return [*value, 0] if isinstance(value, list) else value + 1


def test_a_game_left_out_is_found(run):
    table = pq.read_table(run / GAMES)
    pq.write_table(table.filter(pa.array(np.arange(60) != 30)), run / GAMES)
    report = verify(run)
    assert not report.ok
    assert report.problems[0].startswith("game 30: ")


def test_a_column_left_out_is_found(run):
    pq.write_table(pq.read_table(run / GAMES).drop_columns(["decisions"]), run / GAMES)
    assert verify(run).problems == ["column decisions is missing"]


def test_other_rules_are_refused(run, monkeypatch):
    monkeypatch.setattr("tolsim.core.game.ruleset_id", lambda *args: "0123456789ab")
    with pytest.raises(TolsimError, match="its rules' code or values have changed"):
        verify(run)


def test_abyss_agrees_with_its_logs(abyss, tmp_path):
    play_match("abyss", ["greedy", "uniform"], games=60, seed=2, out=tmp_path / "run", workers=1)
    assert verify(tmp_path / "run").ok
    log = pq.read_table(tmp_path / "run" / GAMES)["actions"].to_pylist()[17]
    altered(tmp_path / "run", "actions", 17, lambda log: [log[0], log[1], *log[3:]])
    report = verify(tmp_path / "run")
    assert len(log) > 10
    assert report.problems
    assert all(problem.startswith("game 17: ") for problem in report.problems)
