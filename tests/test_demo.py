"""The demo's tables count what was played."""

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
    demo.run_demo(games=40, agent="mcts:iterations=5", runs=tmp_path)
    assert capsys.readouterr().out == first
