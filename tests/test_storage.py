"""A run's folder: whole or not at all, one run only, going on after a stop."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments import pool, storage
from tolsim.experiments.match import load, play_match
from tolsim.experiments.run import run_id
from tolsim.experiments.schema import TIMING
from tolsim.experiments.storage import GAMES, LOCK, MANIFEST, PARTS, UNFINISHED

AGENTS = ["mcts:iterations=5", "uniform"]
TESTS = Path(__file__).parent


def play(out, games=40, **changes):
    return play_match("kuhn", AGENTS, **{"games": games, "seed": 2, "out": out, **changes})


def facts(table):
    return table.drop_columns(list(TIMING))


@pytest.fixture
def run(kuhn, tmp_path):
    """Folder of a finished run of 40 games."""
    play(tmp_path / "run")
    return tmp_path / "run"


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Stop(Exception):
    pass


def stop_after(games):
    def on_progress(progress):
        if games <= progress.games < progress.total:
            raise Stop

    return on_progress


def stopped(out, games, monkeypatch):
    """Play until some blocks are finished."""
    monkeypatch.setattr("tolsim.experiments.match.SECONDS_BETWEEN_REPORTS", 0)
    with pytest.raises(Stop):
        play(out, games, on_progress=stop_after(1))


def test_a_finished_run(run, kuhn):
    assert {path.name for path in run.iterdir()} == {MANIFEST, GAMES, LOCK}
    table = pq.read_table(run / GAMES)
    assert table["game"].to_pylist() == list(range(40))
    assert table.equals(load(run).table)
    assert facts(table).equals(facts(play(None).table))
    manifest = json.loads((run / MANIFEST).read_text())
    assert manifest["games"] == 40
    assert manifest["parameters"]["agents"] == AGENTS
    assert set(manifest["versions"]) == {"tolsim", "numba", "numpy"}
    assert set(table["run"].to_pylist()) == {manifest["run"]}
    group = pq.ParquetFile(run / GAMES).metadata.row_group(0)
    assert group.num_rows == 40
    assert group.column(0).compression == "ZSTD"
    assert b"about" in pq.read_schema(run / GAMES).field("actions").metadata


def test_the_same_match_again_plays_nothing(run, kuhn, monkeypatch):
    before = contents(run)
    monkeypatch.setattr(pool, "play_block", None)
    again = play(run)
    assert contents(run) == before
    assert again.summary() == load(run).summary()
    assert again.path == run / GAMES


def test_a_stopped_run_goes_on(kuhn, tmp_path, monkeypatch):
    stopped(tmp_path / "run", 40, monkeypatch)
    so_far = load(tmp_path / "run")
    assert so_far.path is None
    assert 0 < so_far.summary()["games"] < 40
    told = []
    result = play(tmp_path / "run", on_progress=told.append)
    assert told[0].games > so_far.tally.games
    assert facts(result.table).equals(facts(play(None).table))
    assert result.summary()["seats"] == play(None).summary()["seats"]


def test_more_games_extend_a_run(run, kuhn, monkeypatch):
    stopped(run, 100, monkeypatch)  # goes on behind game 40, and is stopped
    extended = play(run, 100)
    assert facts(extended.table).equals(facts(play(None, 100).table))
    assert sorted(path.name for path in run.iterdir()) == sorted([MANIFEST, GAMES, LOCK])


def test_a_kill_between_the_last_steps_is_harmless(run, kuhn):
    """The whole file is there, but its parts were not removed, and a block overlaps another."""
    table = pq.read_table(run / GAMES)
    before = contents(run)
    (run / PARTS).mkdir()
    storage.write_part(run, 0, table.slice(0, 10))
    storage.write_part(run, 4, table.slice(4, 20))
    assert facts(load(run).table).equals(facts(table))
    (run / GAMES).unlink()
    assert load(run).tally.games == 24
    assert facts(play(run).table).equals(facts(table))
    assert set(contents(run)) == set(before)


def test_files_that_were_being_written_are_removed(run, kuhn):
    (run / f"{UNFINISHED}abc").write_bytes(b"half")
    play(run)
    assert not list(run.glob(f"{UNFINISHED}*"))


def test_writing_is_all_or_nothing(tmp_path):
    path = tmp_path / "file"
    storage.write_text(path, "before")

    def fail(file):
        file.write(b"half")
        raise Stop

    with pytest.raises(Stop):
        storage.write_atomically(path, fail)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 3}, "its seed is 2, not 3"),
        ({"games": 20}, "its games is 40, not 20"),
        ({"overrides": {"betting.allowed": False}}, 'its overrides is {}, not {"betting.allowed'),
    ],
)
def test_another_run_is_refused(run, changes, message):
    before = contents(run)
    with pytest.raises(TolsimError, match="holds another run") as error:
        play(run, **changes)
    assert message in str(error.value)
    assert contents(run) == before


def test_other_agents_are_refused(run):
    with pytest.raises(TolsimError) as error:
        play_match("kuhn", ["greedy", "uniform"], games=40, seed=2, out=run)
    assert "its agents is mcts:iterations=5 and uniform, not greedy and uniform" in str(error.value)


def test_a_folder_with_other_files_is_refused(kuhn, tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(TolsimError, match=r"holds other files \(thesis.tex"):
        play(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_other_files_beside_a_run_are_left_alone(run, kuhn):
    (run / "report.md").write_text("mine")
    (run / PARTS).mkdir()
    (run / PARTS / "notes.txt").write_text("mine")
    play(run, 60)
    assert (run / "report.md").read_text() == (run / PARTS / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("place", ["file/run", "file"])
def test_a_place_that_cannot_be_written(kuhn, tmp_path, place):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TolsimError, match=r"cannot write to .*file"):
        play(tmp_path / place)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_the_system_forbids(kuhn):
    with pytest.raises(TolsimError, match="cannot write to /proc/tolsim"):
        play("/proc/tolsim")


@pytest.mark.parametrize("damage", ["truncated", "foreign", "another run", "empty"])
@pytest.mark.parametrize("use", [play, load])
def test_damaged_files_are_named_and_kept(run, damage, use):
    path = run / GAMES
    data = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "foreign":
        pq.write_table(pa.table({"x": [1]}), path)
    elif damage == "empty":
        path.write_bytes(b"")
    else:
        table = pq.read_table(path)
        pq.write_table(table.replace_schema_metadata({"tolsim.run": "0123456789ab"}), path)
    before = contents(run)
    with pytest.raises(TolsimError, match=r"games\.parquet") as error:
        use(run)
    assert "damaged or foreign" in str(error.value)
    assert "\n" not in str(error.value)
    assert contents(run) == before


def test_a_damaged_manifest_is_named(run):
    (run / MANIFEST).write_text('{"games": 4')
    for use in (play, load):
        with pytest.raises(TolsimError, match=r"cannot read .*run\.json"):
            use(run)


def test_a_folder_without_a_run_cannot_be_loaded(tmp_path):
    with pytest.raises(TolsimError, match=r"holds no run"):
        load(tmp_path)


def test_results_of_other_rules_are_not_summed_up(run):
    manifest = json.loads((run / MANIFEST).read_text())
    manifest["parameters"]["ruleset"] = "0123456789ab"
    manifest["run"] = run_id(manifest["parameters"])
    (run / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(TolsimError, match="have changed"):
        load(run)


def test_two_runs_at_once_are_refused(kuhn, tmp_path):
    def on_progress(progress):
        with pytest.raises(TolsimError, match="in use by another run"):
            play(tmp_path / "run")

    play(tmp_path / "run", on_progress=on_progress)
    play(tmp_path / "run")


KILLED_AFTER = """
import os, signal, sys
sys.path.insert(0, {tests!r})
from tolsim.core import registry
from tolsim.experiments import match, pool
registry.GAMES["kuhn"] = "kuhn_poker"
match.SECONDS_BETWEEN_REPORTS = 0
pool.WORTH_A_POOL, pool.TRUSTED_SECONDS, pool.BLOCK_SECONDS = 0, 0, 0  # blocks of one deal

def on_progress(progress):
    if progress.games >= {kill}:
        import multiprocessing
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    match.play_match({name!r}, {agents!r}, games={games}, seed=2, workers={workers}, out={out!r},
                     on_progress=on_progress)
"""


def killed(tmp_path, **details):
    """Run a match that kills itself when some games are finished; its workers' process ids."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED_AFTER.format(tests=str(TESTS), out=str(tmp_path / "run"), **details))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    # Workers left behind would keep a pipe open, and this test waiting.
    with (tmp_path / "told").open("w+") as told:
        done = subprocess.run(
            [sys.executable, script], env=environment, stdout=told, stderr=told, check=False
        )
        told.seek(0)
        said = told.read()
    assert done.returncode == -signal.SIGKILL, said
    return [int(pid) for pid in said.split()]


def test_a_killed_run_goes_on(kuhn, tmp_path):
    killed(tmp_path, name="kuhn", agents=AGENTS, games=40, workers=1, kill=4)
    assert 4 <= load(tmp_path / "run").tally.games < 40
    assert facts(play(tmp_path / "run").table).equals(facts(play(None).table))


def test_a_killed_pool_goes_on_and_leaves_no_processes(abyss, tmp_path):
    details = {"agents": ["mcts:iterations=4", "uniform"], "games": 200}
    workers = killed(tmp_path, name="abyss", workers=2, kill=10, **details)
    assert len(workers) == 2
    for pid in workers:
        wait_until_gone(pid)
    assert 10 <= load(tmp_path / "run").tally.games < 200
    resumed = play_match("abyss", out=tmp_path / "run", seed=2, workers=1, **details)
    whole = play_match("abyss", seed=2, workers=1, **details)
    assert facts(resumed.table).equals(facts(whole.table))


def wait_until_gone(pid):
    for _ in range(1000):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return
        if state == "Z":  # dead; whoever inherited it has not looked yet
            return
        time.sleep(0.01)
    raise AssertionError(f"process {pid} goes on without its parent")


@pytest.mark.parametrize(
    "altered",
    [
        {"parameters": {"agents": ["greedy", "greedy"]}},
        {"parameters": {}},
        {"games": -1},
        {"games": "x"},
    ],
)
def test_an_altered_manifest_is_refused(run, altered):
    manifest = json.loads((run / MANIFEST).read_text())
    for key, value in altered.items():
        manifest[key] = {**manifest[key], **value} if value and isinstance(value, dict) else value
    (run / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(TolsimError, match="damaged, altered or foreign"):
        load(run)


class Stubborn:
    """Takes always the same place among the legal actions."""

    def __init__(self, place):
        self.place = place

    def act(self, view):
        return int(view.legal[self.place])


def test_another_object_of_the_same_class_is_another_agent(kuhn, tmp_path):
    match = {"games": 4, "seed": 1, "workers": 1, "out": tmp_path / "run"}
    play_match("kuhn", [Stubborn(0), "uniform"], **match)
    play_match("kuhn", [Stubborn(0), "uniform"], **match)
    with pytest.raises(TolsimError, match="options"):
        play_match("kuhn", [Stubborn(-1), "uniform"], **{**match, "games": 8})
