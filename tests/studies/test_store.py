"""A cell's blocks joined: each game once and in order, whatever the blocks were, and in pieces."""

import pyarrow as pa
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments.schema import RUN_KEY
from tolsim.experiments.studies import store as stores
from tolsim.experiments.studies.store import Store, parquet

RUN = "a run"


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    monkeypatch.setattr(stores, "LARGE", 100)


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path):
    return Store(tmp_path if request.param == "folder" else f"memory://{tmp_path}")


def write(store, *places):
    """Write blocks of made-up games; each game holds its number."""
    for first, count in places:
        games = pa.table({"game": range(first, first + count)})
        content = parquet(games.replace_schema_metadata({RUN_KEY: RUN.encode()}))
        store.write_block("cell", first, count, content)
    return store.parts()["cell"]


def places(parts):
    return [(part.first, part.count) for part in parts]


def numbers(store):
    tables = store.read_games(store.parts()["cell"], run=RUN)
    return pa.concat_tables(tables)["game"].to_pylist()


@pytest.mark.parametrize(
    ("blocks", "joined"),
    [
        ([(0, 10)], [(0, 10)]),
        ([(0, 10), (10, 20), (30, 5)], [(0, 35)]),
        ([(0, 30), (30, 60), (90, 60), (150, 20)], [(0, 150), (150, 20)]),
        ([(0, 10), (10, 120), (130, 200), (330, 40), (370, 40)], [(0, 130), (130, 200), (330, 80)]),
        # What a kill in the middle of joining leaves behind.
        ([(0, 90), (0, 30), (30, 60)], [(0, 90)]),
        ([(0, 120), (0, 30), (30, 90), (120, 10), (130, 10)], [(0, 120), (120, 20)]),
        # Blocks that overlap in part.
        ([(0, 60), (40, 80), (100, 50)], [(0, 120), (120, 30)]),
    ],
)
def test_blocks_are_joined_and_every_game_is_there_once(store, blocks, joined):
    parts = store.merge("cell", write(store, *blocks), RUN)
    assert places(parts) == joined
    assert places(store.parts()["cell"]) == joined
    assert sum(part.count for part in parts) == len(numbers(store))
    assert numbers(store) == list(range(parts[-1].stop))
    assert store.merge("cell", parts, RUN) == parts


def test_large_blocks_are_not_written_again(store, monkeypatch):
    parts = write(store, (0, 100), (100, 150), (250, 100))
    monkeypatch.setattr(store, "write", None)
    assert store.merge("cell", parts, RUN) == parts


def test_a_join_never_holds_more_than_a_file(store, monkeypatch):
    parts = write(store, *((first, 25) for first in range(0, 1000, 25)))
    held = []
    monkeypatch.setattr(stores, "parquet", lambda table: held.append(len(table)) or parquet(table))
    store.merge("cell", parts, RUN)
    assert held == [100] * 10


def test_nothing_is_removed_before_its_games_are_written_elsewhere(store, monkeypatch):
    parts = write(store, (0, 60), (60, 60), (120, 60), (180, 60))
    written = []

    def refused(key, first, count, content):
        if written:
            raise TolsimError("the disk is full")
        written.append(first)
        return Store.write_block(store, key, first, count, content)

    monkeypatch.setattr(store, "write_block", refused)
    with pytest.raises(TolsimError, match="disk is full"):
        store.merge("cell", parts, RUN)
    assert numbers(store) == list(range(240))


def test_blocks_of_another_run_are_not_joined(store):
    parts = write(store, (0, 10), (10, 10))
    with pytest.raises(TolsimError, match="under other rules or by other code"):
        store.merge("cell", parts, "another")
    assert numbers(store) == list(range(20))
