"""Progress and notices go to stderr, and say what they should."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

import tolsim
from tolsim.agents import as_agent
from tolsim.experiments import first_use, match_view, pool
from tolsim.experiments.cli import main
from tolsim.experiments.match import Progress, SeatRate


def test_compiling_is_never_silent(abyss, monkeypatch, capsys):
    monkeypatch.setattr(first_use, "is_compiled", lambda _: False)
    first_use.compile_if_needed(abyss)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Compiling" in printed.err
    assert "once" not in printed.err


@pytest.mark.parametrize("command", [["replay"], ["verify"]])
def test_compiling_for_recorded_games_is_told(command, tmp_path, monkeypatch, capsys):
    words = ["match", "abyss", "-a", "uniform", "-a", "uniform", "--games", "2", "--workers", "1"]
    assert main([*words, "--out", str(tmp_path / "run")]) == 0
    assert "compiling" not in capsys.readouterr().err.lower()
    monkeypatch.setattr(first_use, "is_compiled", lambda entry: entry.__name__ != "step")
    assert main([*command, str(tmp_path / "run")]) == 0
    assert "Compiling rules of abyss" in capsys.readouterr().err


def test_agents_tell_which_entries_they_need(abyss):
    class First:
        def act(self, view):
            return view.legal[0]

    def needed(*agents):
        return first_use.entries_for(abyss, [each and as_agent(each) for each in agents])

    assert needed("uniform", "mcts", None) == set(first_use.MATCH)
    assert needed("uniform", First()) == set(first_use.PYTHON_AGENTS)
    assert needed("mcts:seconds=1") == set(first_use.TIMED_SEARCH)


def test_every_entry_that_is_asked_for_gets_compiled(abyss, monkeypatch):
    asked = {*first_use.TIMED_SEARCH, *first_use.PERSON, *first_use.WATCH, *first_use.REPLAY}
    first_use.compile_if_needed(abyss, asked)
    used = set()
    entries = SimpleNamespace()
    for name in asked:
        real = getattr(abyss.definition.entries, name)
        setattr(entries, name, lambda *a, name=name, real=real: used.add(name) or real(*a))
    spied = tolsim.Game(replace(abyss.definition, entries=entries), abyss.ruleset)
    monkeypatch.setattr(first_use, "is_compiled", lambda _: False)
    first_use.compile_if_needed(spied, asked)
    assert used == asked


def test_nothing_is_said_when_nothing_is_compiled(abyss, capsys):
    first_use.play_first_game(abyss)
    first_use.compile_if_needed(abyss)
    assert capsys.readouterr() == ("", "")


def test_progress_tells_rate_time_left_and_win_rate():
    seats = (SeatRate("king", 0.55, 0.5, 0.6), SeatRate("necrocampe", 0.45, 0.4, 0.5))
    text = match_view.progress_text(Progress(500, 2000, 20.0, 75.0, seats))
    assert text == "20.0 games/s, 0:01:15 left, king wins 55.0 % (50.0–60.0 %)"


def test_progress_before_the_first_game():
    seats = (SeatRate("king", 0.5, 0.0, 1.0), SeatRate("necrocampe", 0.5, 0.0, 1.0))
    assert match_view.progress_text(Progress(0, 20, 0.0, float("inf"), seats)) == ""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_does_not_reach_workers_however_early_it_comes():
    """A process that is started while interrupts are held back is deaf to them from its birth."""
    born = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    told = []
    for held_back in (pool.interrupts_held_back, contextlib.nullcontext):
        with held_back():
            told.append(subprocess.check_output([sys.executable, "-c", born], text=True).strip())
    assert told == ["True", "False"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def hear_ctrl_c():
    """Undo what a shell does to its jobs in the background, which are not to hear Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_match_says_how_to_go_on(tmp_path, capsys):
    folder = tmp_path / "run"
    words = ["match", "abyss", "-a", "mcts:iterations=20", "-a", "uniform", "--out", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tolsim.experiments.cli", *words, "--games", "200000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509  # this process has no other threads that matter
    )
    while not list(folder.glob("parts/*.parquet")):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does for Ctrl-C
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == f"tolsim: stopped; the same command goes on from {folder}"
    assert "Traceback" not in err
    kept = {path.name: path.read_bytes() for path in folder.glob("parts/*.parquet")}
    assert kept != {}
    assert main(["verify", str(folder)]) == 0
    assert "every recorded fact agrees" in capsys.readouterr().out
