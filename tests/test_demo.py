"""The demo's tables count what was played."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tolsim.experiments import demo
from tolsim.experiments.match import load, play_match


@pytest.fixture(scope="module")
def result():
    return play_match("abyss", ["uniform", "uniform"], games=400, seed=1, workers=1)


def test_pairings_count_every_game_once(result):
    shares = demo.king_shares(result.table, 2)
    assert len(shares) == 9
    assert sum(each.deals for each in shares.values()) == 200
    points = sum(each.points for each in shares.values())
    assert points == result.tally.seats[0].points


def test_pairings_are_those_of_the_games(result):
    shares = demo.king_shares(result.table, 2)
    frame = result.frame()
    for (king, necrocampe), each in shares.items():
        games = frame[(frame.stratagem_king == king) & (frame.stratagem_necrocampe == necrocampe)]
        assert len(games) == 2 * each.deals > 0
        won = np.sign(games.return_king).mean() / 2 + 0.5
        assert each.rate().rate == pytest.approx(won)


def test_demo_says_where_its_results_lie_and_can_be_run_again(tmp_path, capsys):
    demo.run_demo(games=40, agent="mcts:iterations=5", runs=tmp_path)
    first = capsys.readouterr().out
    folder, report = sorted(tmp_path.glob("demo-*"))
    assert str(folder / "games.parquet") in first
    assert str(report) in first
    summary = load(folder).summary()
    assert summary["games"] == 40
    assert summary["sentence"] in first
    assert summary["sentence"] in report.read_text(encoding="utf-8")
    for stratagem in ("any hero", "wide dig", "reserve", "command", "divert", "choose refill"):
        assert stratagem in first
    assert "already" not in first
    demo.run_demo(games=40, agent="mcts:iterations=5", runs=tmp_path)
    again = capsys.readouterr().out
    (notice,) = set(again.splitlines()) - set(first.splitlines())
    assert notice.startswith("All games were there already")
    assert str(folder) in notice
    demo.run_demo(games=60, agent="mcts:iterations=5", runs=tmp_path)
    assert "already" not in capsys.readouterr().out


def test_the_demo_ends_with_commands_that_work(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    demo.run_demo(games=40, agent="mcts:iterations=5", runs=Path("runs"))
    heading, *commands = capsys.readouterr().out.splitlines()[-4:]
    assert heading == "what next:"
    for line in commands:
        ran = subprocess.run(
            line, shell=True, check=False, capture_output=True, text=True, input="q\n"
        )
        assert ran.returncode == 0, ran.stderr
    assert "400 games" in ran.stdout


def test_the_command_is_a_path_where_its_name_finds_nothing(tmp_path, monkeypatch):
    tolsim = Path(sys.executable).with_name("tolsim")
    monkeypatch.setenv("PATH", str(tolsim.parent))
    assert demo.command() == "tolsim"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert demo.command() == str(tolsim)
    another = tmp_path / "tolsim"
    another.touch(0o755)
    assert demo.command() == str(tolsim)
    monkeypatch.chdir(tolsim.parents[1])
    assert demo.command() == "bin/tolsim"
