"""Each mistake is one clear line on stderr and exit code 2, and harms nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tolsim
from tolsim.experiments.cli import main

UNIFORM = ["-a", "uniform", "-a", "uniform"]
SMALL = ["--games", "20", "--workers", "1"]
MATCH = ["match", "abyss", *UNIFORM, *SMALL]


@pytest.fixture
def complaint(capsys):
    """Run a command that must fail; its one line on stderr."""

    def run(*words):
        capsys.readouterr()
        assert main([*map(str, words)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        lines = printed.err.splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith("tolsim: ")
        return lines[0]

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gamez"], "games"),
        (["games", "--jsn"], "--jsn"),
        (["rules", "abys"], "did you mean 'abyss'"),
        (["rules", "abyss", "--status", "printd"], "did you mean 'printed'"),
        (["rules", "abyss", "--variant", "nonsense"], "unknown variant 'nonsense'"),
        (["rules", "abyss", "--set", "nonsense=3"], "unknown rule 'nonsense'"),
        (["rules", "abyss", "--set", "hand.size=3"], "did you mean 'setup.hand_size'?"),
        (["rules", "abyss", "--set", "hand.size=3"], "see tolsim rules GAME --switches"),
        (["rules", "abyss", "nonsense"], "no rule has 'nonsense'"),
        (["rules", "abyss", "--set", "nonsense"], "NAME=VALUE"),
        (["match", "abys", *UNIFORM], "did you mean 'abyss'"),
        (["match", "abyss", "-a", "unifrm", "-a", "uniform"], "did you mean 'uniform'"),
        (["match", "abyss", "-a", "mcts:iteration=5", "-a", "uniform"], "'iterations'"),
        (["match", "abyss", "-a", "mcts:iterations=0", "-a", "uniform"], "of 1 to"),
        (["match", "abyss", "-a", "mcts:iterations=many", "-a", "uniform"], "whole number"),
        (["match", "abyss", *UNIFORM, "-a", "uniform"], "needs 2 agents (king, necrocampe), not 3"),
        (["match", "abyss"], "2"),
        ([*MATCH, "--variant", "nonsense"], "unknown variant"),
        ([*MATCH, "--set", "nonsense=1"], "unknown rule"),
        ([*MATCH, "--seed", "-1"], "seed"),
        ([*MATCH, "--seed", "x"], "--seed"),
        ([*MATCH, "--seed", "x"], "it takes a whole number"),
        ([*MATCH, "--delta", "x"], "it takes a number"),
        ([*MATCH, "--workers", "0"], "'--workers': it takes at least 1"),
        (
            ["match", "abyss", "-a", "mcts:iteration=5", "-a", "uniform"],
            "has no option 'iteration'",
        ),
        (["match", "abyss", "-a", "python:mine.Own", "-a", "uniform"], "python:class=mine.Own"),
        (["match", "abyss", "-a", "mine.Own", "-a", "uniform"], "python:class=mine.Own"),
        ([*MATCH, "--delta", "0"], "delta"),
        (["match", "abyss", *UNIFORM, "--games", "0"], "--games"),
        (["match", "abyss", *UNIFORM, "--games", "7"], "2"),
        (["play", "abyss", "--human", "kng"], "did you mean 'king'"),
        (["play", "abyss", "--human", "2"], "(allowed: king, necrocampe, 0, 1)"),
        (["play", "abyss", "--human", "king", *UNIFORM], "necrocampe"),
        (["replay", "/nonexistent", "--moves", "--json"], "--moves"),
        (["play", "abys"], "did you mean 'abyss'"),
        (["bench", "abys"], "did you mean 'abyss'"),
        (["replay", "/nonexistent"], "/nonexistent"),
        (["verify", "/nonexistent"], "/nonexistent"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistake(words, said, complaint):
    assert said in complaint(*words)


def test_a_mistyped_rule_is_not_answered_by_all_of_them(complaint):
    said = complaint("rules", "abyss", "--set", "recruit.legions=3")
    assert len(said) < 250
    assert said.count("recruit.") <= 6


def settable_number():
    rules = tolsim.make("abyss").ruleset.rules.values()
    return next(rule for rule in rules if rule.high is not None)


def test_value_out_of_range(complaint):
    rule = settable_number()
    said = complaint(*MATCH, "--set", f"{rule.id}={int(rule.high) + 1}")
    assert rule.id in said
    assert str(rule.high) in said


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def finished(tmp_path):
    folder = tmp_path / "run"
    assert main([*MATCH, "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--seed", "9"], "seed"),
        (["--variant", "VARIANT"], "variant"),
        (["--set", "RULE"], "overrides"),
    ],
    ids=["seed", "variant", "overrides"],
)
def test_folder_of_another_run(change, said, finished, complaint):
    rule = settable_number()
    other = rule.low if rule.value != rule.low else rule.high
    names = {
        "VARIANT": next(iter(tolsim.make("abyss").ruleset.variants)),
        "RULE": f"{rule.id}={int(other)}",
    }
    before = contents(finished)
    words = [names.get(word, word) for word in change]
    assert said in complaint(*MATCH, "--out", finished, *words)
    assert contents(finished) == before


def test_folder_of_another_agent(finished, complaint):
    before = contents(finished)
    words = ["match", "abyss", "-a", "uniform", "-a", "greedy", *SMALL, "--out", finished]
    said = complaint(*words)
    assert "greedy" in said
    assert contents(finished) == before


def test_folder_with_other_files(tmp_path, complaint):
    (tmp_path / "letter.txt").write_text("mine")
    assert str(tmp_path) in complaint(*MATCH, "--out", tmp_path)
    assert contents(tmp_path) == {"letter.txt": b"mine"}


@pytest.mark.parametrize("command", ["match", "verify", "replay"])
def test_truncated_parquet(command, finished, complaint):
    table = finished / "games.parquet"
    table.write_bytes(table.read_bytes()[:-20])
    before = contents(finished)
    words = [*MATCH, "--out", finished] if command == "match" else [command, finished]
    assert "games.parquet" in complaint(*words)
    assert contents(finished) == before


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder nobody can write")
def test_read_only_folder(complaint):
    # The tests may run as root, who can write wherever there are files; /proc takes none from him.
    assert "/proc/tolsim" in complaint(*MATCH, "--out", "/proc/tolsim")


def test_folder_below_a_file(tmp_path, complaint):
    file = tmp_path / "file"
    file.write_text("mine")
    assert str(file) in complaint(*MATCH, "--out", file / "run")
    assert file.read_text() == "mine"


def test_game_that_was_not_played(finished, complaint):
    assert "20" in complaint("replay", finished, "--game", "20")


def test_no_traceback_in_a_real_process():
    done = subprocess.run(
        [sys.executable, "-m", "tolsim.experiments.cli", "rules", "abys"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "40"},
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_closed_pipe_is_no_error():
    command = f"'{sys.executable}' -m tolsim.experiments.cli rules abyss --json | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[", "")


WITHOUT_SCIPY = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "scipy" else find(name, *more)
from tolsim.experiments.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["study", "nothing.toml", "--out", "nowhere"],
        ["compare", "abyss", "-a", "greedy", "-a", "uniform"],
        ["verdict", "abyss"],
        ["tournament", "abyss", "-a", "greedy", "-a", "uniform"],
        ["sensitivity", "abyss", "-a", "greedy"],
        ["tune", "abyss", "-a", "greedy", "--rule", "stratagem.unused_points=0:5"],
        ["content", "nowhere"],
        ["luck", "nowhere"],
        ["report", "nowhere"],
    ],
    ids=lambda words: words[0],
)
def test_a_library_that_is_missing_is_named_in_one_line(words):
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_SCIPY, *words], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.count("\n") == 1
    assert "needs scipy: pip install 'tolsim[study]'" in told.stderr
