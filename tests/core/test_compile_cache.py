"""Compiled code is never older than any source it depends on, and always kept."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tolsim
from tolsim.core.compile_cache import KEEP_DAYS, KEEP_VERSIONS, source_digest

PACKAGE = Path(tolsim.__file__).parent

RULE = """
from tolsim.core.compile_cache import kernel

@kernel
def points(cards):
    return 100 + cards
"""
ENTRIES = """
from tolsim.core.compile_cache import entry
from tolsim.toy.rule import points

@entry
def score(cards):
    return points(cards)
"""
SCORE = """
from tolsim.toy import entries
print(entries.score(1), "from disk" if entries.score.stats.cache_hits else "compiled")
"""
SCORE_IN_A_WORKER = """
import multiprocessing
from tolsim.toy import entries

def score():
    print(entries.score(1), flush=True)

if __name__ == "__main__":
    score()
    worker = multiprocessing.get_context("spawn").Process(target=score)
    worker.start()
    worker.join()
"""
TABLE = """
import numpy as np
from tolsim.core.compile_cache import entry

TABLE = np.arange(1_000_000)

@entry
def look_up(i):
    return TABLE[i]
"""


class Copy:
    """A copy of the package's core with a small game, run in processes of its own."""

    def __init__(self, folder):
        self.root = folder / "root"
        shutil.copytree(PACKAGE / "core", self.root / "tolsim" / "core")
        shutil.copy(PACKAGE / "__init__.py", self.root / "tolsim")
        self.toy = self.root / "tolsim" / "toy"
        self.toy.mkdir()
        (self.toy / "__init__.py").touch()
        (self.toy / "rule.py").write_text(RULE, encoding="utf-8")
        (self.toy / "entries.py").write_text(ENTRIES, encoding="utf-8")
        self.kernels = folder / "cache" / "kernels"

    def run(self, code, **environment):
        ours = {"TOLSIM_CACHE_DIR": str(self.kernels.parent), "NUMBA_DISABLE_JIT": "0"}
        return subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env={**os.environ, "PYTHONPATH": str(self.root), **ours, **environment},
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )

    def score(self, **environment):
        """Score of one card, and where the code for it came from."""
        ran = self.run(SCORE, **environment)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        return ran.stdout.strip()

    def add_version(self, name, days):
        """Add a folder of compiled kernels that was last used some days ago."""
        folder = self.kernels / name
        folder.mkdir(parents=True)
        then = time.time() - days * 86_400
        os.utime(folder, (then, then))

    def folders(self):
        return {path.name for path in self.kernels.iterdir()}


@pytest.fixture
def package(tmp_path):
    return Copy(tmp_path)


def test_compiled_code_is_found_again_by_the_next_process(package):
    assert package.score() == "101 compiled"
    assert package.score() == "101 from disk"
    assert len(package.folders()) == 1


def test_an_edit_of_an_imported_file_is_compiled_anew(package):
    """Numba alone would go on returning 101, for the entry's own file has not changed."""
    assert package.score() == "101 compiled"
    (package.toy / "rule.py").write_text(RULE.replace("100", "200"), encoding="utf-8")
    assert package.score() == "201 compiled"
    assert len(package.folders()) == 2
    (package.toy / "rule.py").write_text(RULE, encoding="utf-8")
    assert package.score() == "101 from disk"


def test_any_source_counts_rules_as_data_too(package):
    folders = set()
    for name, text in [("cards.toml", "[a]"), ("cards.toml", "[b]"), ("other.py", "x = 1")]:
        (package.toy / name).write_text(text, encoding="utf-8")
        assert package.score() == "101 compiled"
        assert package.folders() > folders
        folders = package.folders()
    (package.toy / "notes.txt").write_text("no source", encoding="utf-8")
    assert package.score() == "101 from disk"


def test_where_nothing_can_be_written_the_temporary_folder_serves(package, tmp_path):
    a_file = tmp_path / "a_file"
    a_file.touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    blocked = {"TOLSIM_CACHE_DIR": str(a_file), "TMPDIR": str(temporary)}
    for origin in ("compiled", "from disk"):
        ran = package.run(SCORE, **blocked)
        assert ran.stdout.strip() == f"101 {origin}"
        (line,) = ran.stderr.splitlines()
        assert line.startswith("tolsim: compiled kernels cannot be written to ")
        assert str(a_file) in line
        assert str(temporary / "tolsim-kernels") in line
    assert [path.name for path in temporary.iterdir()] == ["tolsim-kernels"]
    assert not package.kernels.exists()


def test_worker_processes_do_not_say_so_again(package, tmp_path):
    (tmp_path / "a_file").touch()
    program = package.root / "program.py"
    program.write_text(SCORE_IN_A_WORKER, encoding="utf-8")
    blocked = {"TOLSIM_CACHE_DIR": str(tmp_path / "a_file"), "TMPDIR": str(tmp_path)}
    ran = package.run("import runpy; runpy.run_path('program.py', run_name='__main__')", **blocked)
    assert ran.stdout.split() == ["101", "101"], ran.stderr
    assert ran.stderr.count("cannot be written") == 1


def test_versions_not_used_for_long_are_removed(package):
    package.add_version("old", KEEP_DAYS + 1)
    package.add_version("recent", KEEP_DAYS - 1)
    package.score()
    assert package.folders() >= {"recent"}
    assert "old" not in package.folders()


def test_only_the_newest_versions_are_kept(package):
    for days in range(2, 2 + KEEP_VERSIONS):
        package.add_version(f"unused for {days} days", days)
    package.score()
    assert len(package.folders()) == KEEP_VERSIONS
    assert f"unused for {KEEP_VERSIONS} days" in package.folders()
    assert f"unused for {KEEP_VERSIONS + 1} days" not in package.folders()


def test_versions_used_within_a_day_are_kept_however_many(package):
    names = {f"version {number}" for number in range(2 * KEEP_VERSIONS)}
    for name in names:
        package.add_version(name, days=0.9)
    package.score()
    assert package.folders() > names


def test_a_version_that_is_found_again_counts_as_used(package):
    package.score()
    (ours,) = package.kernels.iterdir()
    week_ago = time.time() - 7 * 86_400
    os.utime(ours, (week_ago, week_ago))
    assert package.score() == "101 from disk"
    assert ours.stat().st_mtime > week_ago + 86_400


def test_an_entry_that_cannot_be_kept_warns(package):
    """The warning is an error here and in every other test; it would be compiled in each process."""
    (package.toy / "table.py").write_text(TABLE, encoding="utf-8")
    ran = package.run("from tolsim.toy import table; table.look_up(1)")
    assert ran.returncode != 0
    assert "NumbaWarning" in ran.stderr
    assert "Cannot cache" in ran.stderr


def test_functions_of_others_keep_their_own_cache(package):
    """Numba's setting is changed for our entries alone."""
    code = """
import numba
before = numba.config.CACHE_DIR
from tolsim.toy import entries
assert numba.config.CACHE_DIR == before
"""
    ran = package.run(code)
    assert ran.returncode == 0, ran.stderr


def test_uncompiled_entries_need_no_folder(package):
    code = "from tolsim.toy import entries; print(entries.score(1))"
    ran = package.run(code, NUMBA_DISABLE_JIT="1")
    assert ran.stdout.strip() == "101"
    assert not package.kernels.exists()


def test_only_named_folders_count_for_a_digest():
    assert source_digest("core") != source_digest("core", "abyss") != source_digest()
    assert len(source_digest("core")) == 64
