"""Studies: the games they play, and what is kept when one is stopped, damaged or extended."""

import errno
import os
import re
import signal
import subprocess
import sys
import time

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments.match import play_match
from tolsim.experiments.schema import TIMING
from tolsim.experiments.storage import Part
from tolsim.experiments.studies import block, store
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.crew import Alone, assembled
from tolsim.experiments.studies.store import Store
from tolsim.experiments.studies.study import desk, run_study
from tolsim.experiments.studies.study_file import study_of

UNUSED = "stratagem.unused_points"
SMALL = {
    "game": "abyss",
    "games": 60,
    "seed": 5,
    "agents": {"beginners": "uniform", "unequal": ["greedy", "uniform"]},
    "grid": {UNUSED: [1, 2]},
}


def games_of(result):
    return result.games().drop(columns=list(TIMING))


def test_a_cell_s_games_are_those_of_a_match():
    result = run_study(study_of(SMALL), workers=1)
    place = 3
    cell = result.cells[place]
    match = play_match(
        "abyss", ["greedy", "uniform"], games=60, seed=5, workers=1, overrides=dict(cell.overrides)
    )
    tables = list(result.tables(cell))
    found = pd.concat([table.to_pandas() for table in tables], ignore_index=True)
    wanted = match.frame()
    pd.testing.assert_frame_equal(
        found.drop(columns=list(TIMING)), wanted.drop(columns=list(TIMING))
    )
    row = result.frame().iloc[place]
    king = match.summary()["seats"][0]
    assert (row["games"], row["win_rate_king"], row["low_king"]) == (
        60,
        king["win_rate"],
        king["low"],
    )
    assert row["verdict"] == match.verdict().verdict


def test_two_workers_play_the_same_games_as_one():
    one = run_study(study_of(SMALL), workers=1)
    two = run_study(study_of(SMALL), workers=2)
    pd.testing.assert_frame_equal(games_of(one), games_of(two))


def test_counts_made_while_playing_are_those_of_the_games_kept(kuhn, tmp_path):
    # Deals of one game and of two: a rule decides how agents are seated.
    seating = {"table.seating": ["alternate", "random"]}
    study = study_of(
        {"game": "kuhn", "agents": "uniform", "games": 300, "seed": 2, "grid": seating}
    )
    played, again = (run_study(study, tmp_path, workers=1) for _ in range(2))
    for cell in study.cells:
        counted, read = (each.tally(cell.cell) for each in (played, again))
        assert counted.seats == read.seats
        assert counted.agents == read.agents
        assert counted.results.tolist() == read.results.tolist()
        assert counted.numbers.keys() == read.numbers.keys()
        assert counted.outcomes == read.outcomes
    sizes = [played.tally(cell.cell).deal_size for cell in study.cells]
    assert sizes == [2, 1]


def test_a_finished_study_plays_nothing_again(tmp_path, monkeypatch):
    first = run_study(study_of(SMALL), tmp_path / "out", workers=1)
    monkeypatch.setattr(Alone, "submit", lambda self, block: pytest.fail(f"plays {block}"))
    again = run_study(study_of(SMALL), tmp_path / "out", workers=1)
    pd.testing.assert_frame_equal(first.frame(), again.frame())


def test_extending_a_study_plays_only_what_is_new(tmp_path, monkeypatch):
    run_study(study_of(SMALL), tmp_path / "out", workers=1)
    played = []
    submit = Alone.submit
    monkeypatch.setattr(
        Alone, "submit", lambda self, block: (played.append(block), submit(self, block))
    )
    larger = SMALL | {"games": 80, "grid": {UNUSED: [1, 2, 3]}}
    result = run_study(study_of(larger), tmp_path / "out", workers=1)
    new = {UNUSED: 3}
    for each in played:
        whole = dict(each.cell.overrides) == new
        assert each.first >= (0 if whole else 60)
    assert sum(each.count for each in played) == 4 * 20 + 2 * 80
    pd.testing.assert_frame_equal(
        games_of(result), games_of(run_study(study_of(larger), workers=1))
    )


def test_blocks_that_overlap_count_once(tmp_path):
    study = study_of(SMALL | {"grid": {UNUSED: [2]}, "agents": "uniform"})
    whole = run_study(study, tmp_path / "out", workers=1)
    cell = whole.cells[0]
    table = next(iter(whole.tables(cell)))
    Store(tmp_path / "out").write_block(cell.key, 20, 10, store.parquet(table.slice(20, 10)))
    again = run_study(study, tmp_path / "out", workers=1)
    assert again.tally(cell).games == 60
    pd.testing.assert_frame_equal(games_of(whole), games_of(again))


def test_games_missing_in_the_middle_are_played_again(tmp_path):
    study = study_of(SMALL | {"grid": {UNUSED: [2]}, "agents": "uniform"})
    whole = run_study(study, tmp_path / "out", workers=1)
    games = games_of(whole)
    cell = whole.cells[0]
    kept = Store(tmp_path / "out")
    table = next(iter(whole.tables(cell)))
    for part in kept.parts()[cell.key]:
        os.unlink(part.path)
    kept.write_block(cell.key, 0, 20, store.parquet(table.slice(0, 20)))
    kept.write_block(cell.key, 40, 10, store.parquet(table.slice(40, 10)))
    pd.testing.assert_frame_equal(games, games_of(run_study(study, tmp_path / "out", workers=1)))


def test_a_stopped_cell_has_the_games_of_one_that_was_not(tmp_path):
    data = {"game": "abyss", "seed": 3, "agents": "uniform", "stop": {"delta": 0.1, "at_least": 60}}
    whole = run_study(study_of(data), workers=1)
    cell = whole.cells[0]
    table = next(iter(whole.tables(cell)))
    looks = study_of(data).looks(cell)
    assert len(table) in looks[1:]
    kept = Store(tmp_path / "out")
    kept.write_manifest({"schema": 1, **study_of(data).plain})
    kept.write_block(cell.key, 0, looks[0] + 2, store.parquet(table.slice(0, looks[0] + 2)))
    pd.testing.assert_frame_equal(
        games_of(whole), games_of(run_study(study_of(data), tmp_path / "out", workers=1))
    )
    assert whole.frame()["verdict"][0] == "balanced"


def test_a_damaged_block_is_named_and_the_others_stay(tmp_path):
    study = study_of(SMALL)
    whole = run_study(study, tmp_path / "out", workers=1)
    games = games_of(whole)
    victim = Store(tmp_path / "out").parts()[whole.cells[1].key][0].path
    content = victim.read_bytes()
    for damaged in (content[: len(content) // 2], b"", b"x" * 100):
        victim.write_bytes(damaged)
        with pytest.raises(TolsimError, match=f"cannot read .*{victim.name}.*remove the file"):
            run_study(study, tmp_path / "out", workers=1)
    victim.unlink()
    pd.testing.assert_frame_equal(games, games_of(run_study(study, tmp_path / "out", workers=1)))


def test_a_block_with_other_games_than_its_name_says_is_refused(tmp_path):
    study = study_of(SMALL)
    result = run_study(study, tmp_path / "out", workers=1)
    victim = Store(tmp_path / "out").parts()[result.cells[0].key][0]
    table = pq.read_table(victim.path, partitioning=None).slice(0, 10)
    victim.path.write_bytes(store.parquet(table))
    with pytest.raises(TolsimError, match="is damaged: it holds 10 games, not 60"):
        run_study(study, tmp_path / "out", workers=1)


def test_blocks_played_under_other_rules_are_refused(tmp_path):
    study = study_of(SMALL)
    result = run_study(study, tmp_path / "out", workers=1)
    kept = Store(tmp_path / "out")
    one, other = (kept.parts()[cell.key][0].path for cell in result.cells[:2])
    one.write_bytes(other.read_bytes())
    with pytest.raises(TolsimError, match="was played under other rules or by other code"):
        run_study(study, tmp_path / "out", workers=1)


def test_a_full_disk_is_told_and_what_is_finished_stays(tmp_path, monkeypatch):
    writes = []
    whole = store.write_atomically

    def full(path, write):
        writes.append(path)
        if len(writes) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        whole(path, write)

    monkeypatch.setattr(store, "write_atomically", full)
    study = study_of(SMALL)
    with pytest.raises(TolsimError, match=r"cannot write .*No space left on device"):
        run_study(study, tmp_path / "out", workers=1)
    before = sum(part.count for parts in Store(tmp_path / "out").parts().values() for part in parts)
    assert before > 0
    monkeypatch.undo()
    run_study(study, tmp_path / "out", workers=1)


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(TolsimError, match=r"holds other files \(letter.txt, …\) and no study"):
        run_study(study_of(SMALL), tmp_path, workers=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt"]


def test_a_damaged_manifest_is_told(tmp_path):
    run_study(study_of(SMALL), tmp_path / "out", workers=1)
    (tmp_path / "out" / "study.json").write_text("{")
    with pytest.raises(TolsimError, match=r"study.json, it is damaged"):
        run_study(study_of(SMALL), tmp_path / "out", workers=1)


def test_two_runs_cannot_share_a_folder(tmp_path):
    with (
        desk(tmp_path / "out", workers=1),
        pytest.raises(TolsimError, match="in use by another run"),
    ):
        run_study(study_of(SMALL), tmp_path / "out", workers=1)


def test_an_address_of_no_kind_is_told():
    with pytest.raises(TolsimError, match="cannot use nowhere://study"):
        run_study(study_of(SMALL), "nowhere://study", workers=1)


def test_a_study_may_lie_at_any_address():
    study = study_of(SMALL)
    there = run_study(study, "memory://studies/one", workers=1)
    pd.testing.assert_frame_equal(games_of(there), games_of(run_study(study, workers=1)))
    assert there.frame().equals(run_study(study, "memory://studies/one", workers=1).frame())


def test_pandas_duckdb_and_polars_read_the_games(tmp_path):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    result = run_study(study_of(SMALL), tmp_path / "out", workers=1)
    games = f"{tmp_path / 'out'}/games"
    frame = pd.read_parquet(games)
    assert len(frame) == len(polars.read_parquet(f"{games}/**/*.parquet")) == 240
    counted = duckdb.sql(
        f"select cell, count(*) n from read_parquet('{games}/*/*.parquet', hive_partitioning=true) "
        "group by cell"
    ).fetchall()
    assert dict(counted) == {cell.key: 60 for cell in result.cells}
    assert set(frame["cell"].astype(str)) == {cell.key for cell in result.cells}


def test_results_are_told_apart_by_columns_of_the_games():
    result = run_study(study_of(SMALL | {"games": 400, "split": ["stratagem_king"]}), workers=1)
    split = result.split()
    games = result.games(["stratagem_king", "return_king"])
    chosen = (games[UNUSED] == 1) & (games["agents"] == "beginners")
    for value, part in games[chosen].groupby("stratagem_king"):
        row = split[
            (split[UNUSED] == 1)
            & (split["agents"] == "beginners")
            & (split["stratagem_king"] == value)
        ].iloc[0]
        assert row["games"] == len(part)
        assert row["win_rate_king"] == pytest.approx((part["return_king"] > 0).mean())
    with pytest.raises(TolsimError, match="differ between games of one deal"):
        result.split(["agent_king"])


def test_no_workers_are_refused():
    with pytest.raises(TolsimError, match="workers is at least 1, not 0"), assembled(0):
        pass
    with pytest.raises(TolsimError, match="workers are of this machine"), assembled(2, "auto"):
        pass


def test_an_agent_that_fails_names_its_cell(monkeypatch):
    def fail(self, first, count):
        raise TolsimError("broken")

    monkeypatch.setattr(block.BlockPlayer, "play", fail)
    with pytest.raises(TolsimError, match=re.escape("abyss: uniform: broken")):
        run_study(study_of({"game": "abyss", "games": 2, "agents": "uniform"}), workers=1)


SCRIPT = """
import sys
from tolsim.experiments.studies.study import run_study
from tolsim.experiments.studies.study_file import study_of
if __name__ == "__main__":
    run_study(study_of({data}), sys.argv[1], workers={workers})
"""


def run_and_kill(folder, script, seconds):
    """Run a study in a process of its own and kill it and its workers after some time."""
    process = subprocess.Popen([sys.executable, script, folder], start_new_session=True)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def test_a_killed_study_ends_with_the_games_of_an_undisturbed_one(tmp_path):
    data = SMALL | {"games": 400, "agents": "mcts:iterations=30"}
    script = tmp_path / "study.py"
    script.write_text(SCRIPT.format(data=data, workers=1))
    folder = tmp_path / "out"
    parts = set()
    for _ in range(2):
        process = subprocess.Popen([sys.executable, script, folder], start_new_session=True)
        while process.poll() is None and set(folder.glob("games/*/*.parquet")) <= parts:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        parts = set(folder.glob("games/*/*.parquet"))
        assert parts
    resumed = run_study(study_of(data), folder, workers=1)
    pd.testing.assert_frame_equal(games_of(resumed), games_of(run_study(study_of(data), workers=1)))


def test_parts_are_found_by_their_names(tmp_path):
    kept = Store(tmp_path)
    kept.write_block("abc", 10, 5, b"x")
    kept.write_block("abc", 0, 10, b"x")
    (tmp_path / "games" / "cell=abc" / "notes.txt").write_text("mine")
    folder = tmp_path / "games" / "cell=abc"
    assert kept.parts() == {
        "abc": [
            Part(folder / "000000000000-000000010.parquet", 0, 10),
            Part(folder / "000000000010-000000005.parquet", 10, 5),
        ]
    }


def test_a_rule_that_ran_out_of_games_tells_how_many_more_its_own_interval_needs():
    """Its interval is wider than that of a fixed number of games, so it needs more of them."""
    data = {"game": "abyss", "seed": 3, "agents": "uniform"}
    stop = {"delta": 0.05, "at_least": 300, "at_most": 300}
    ruled = run_study(study_of(data | {"stop": stop}), workers=1).frame().iloc[0]
    fixed = run_study(study_of(data | {"games": 300}), workers=1).frame().iloc[0]
    assert ruled["verdict"] == fixed["verdict"] == "undecided"
    wider = (ruled["high_king"] - ruled["low_king"]) / (fixed["high_king"] - fixed["low_king"])
    needed = [row["more_games"] + 300 for row in (ruled, fixed)]
    assert needed[0] / needed[1] == pytest.approx(wider**2, rel=0.1)


def test_a_study_that_failed_leaves_no_blocks_to_the_next_at_its_desk(tmp_path, monkeypatch):
    play = block.BlockPlayer.play

    def fail_once(self, first, count):
        monkeypatch.setattr(block.BlockPlayer, "play", play)
        raise TolsimError("broken")

    with desk(tmp_path / "out", workers=1) as at:
        monkeypatch.setattr(block.BlockPlayer, "play", fail_once)
        with pytest.raises(TolsimError, match="broken"):
            at.play(study_of(SMALL | {"games": 40}))
        result = at.play(study_of(SMALL))
    assert result.frame()["games"].tolist() == [60] * 4


def test_a_pool_forgets_what_it_is_told_to_drop():
    with assembled(2) as pool:
        room = pool.room()
        for first in range(0, 2 * room, 2):
            pool.submit(block.Block(Cell("abyss", ("uniform",)), first, 2))
        assert pool.room() == 0
        pool.drop()
        assert pool.room() == room
        assert pool.finished() == []
