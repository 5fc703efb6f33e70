"""Luck: shares of variance whose truth is known, and positions rebuilt from logs."""

import json
import re

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import luck as command
from tolsim.experiments.match import play_match
from tolsim.experiments.questions.luck import luck, positions


def uniform(games=4000, **options):
    return play_match("kuhn", ["uniform", "uniform"], games=games, seed=5, workers=1, **options)


def test_shares_of_variance_are_those_worked_out_by_hand(kuhn):
    # The first seat wins 87.5 % of deals with the higher card and 25 % of the others, of uniform
    # games, 56.25 % in all; every game is won or lost, so a result's variance is 1/4.
    told = luck(uniform(), deals=2000, again=16)
    truths = {"seats and agents": 0.0156, "deal": 0.3906, "chance after the deal": 0.5938}
    for row in told.rows:
        assert row["share"] == pytest.approx(truths[row["what"]], abs=0.03)
        assert row["low"] < truths[row["what"]] < row["high"]
    assert sum(row["share"] for row in told.rows) == pytest.approx(1)
    shares = [each["share"] for each in told.decided]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert "2,000 games" not in told.sentence
    assert "4,000 games" in told.sentence
    assert len(told.figure().data) == 3


def test_the_number_of_continuations_does_not_shift_the_shares(kuhn):
    played = uniform()
    few, many = (luck(played, deals=2000, again=again).rows for again in (2, 32))
    assert few[1]["share"] == pytest.approx(many[1]["share"], abs=0.04)


def test_positions_are_those_of_the_logged_games(kuhn):
    table = uniform(20).table
    logs = [np.array(log, np.int16) for log in table["actions"].to_pylist()]
    deals = table["deal"].to_numpy()
    ends = positions(kuhn, 5, deals, logs, 1.0)
    assert ends["over"].all()
    assert ends["returns"][:, 0].tolist() == table["return_first"].to_pylist()
    assert positions(kuhn, 5, deals, logs, 0.0).tobytes() == kuhn.reset(5, deals).tobytes()


def test_threads_do_not_change_what_is_found(kuhn):
    played = uniform(200)
    found = [luck(played, deals=100, again=4, workers=workers).plain() for workers in (1, 2, 3)]
    assert found[0] == found[1] == found[2]


def test_mistakes_are_told_in_a_line(kuhn):
    played = uniform(20)
    with pytest.raises(TolsimError, match="cell is 1 to 1, not 2"):
        luck(played, cell=2)
    with pytest.raises(TolsimError, match="workers is at least 1, not 0"):
        luck(played, workers=0)
    with pytest.raises(TolsimError, match="at least 2, not 1 and 32"):
        luck(played, deals=1)


def test_the_command_tells_a_folders_luck(kuhn, tmp_path):
    uniform(200, out=tmp_path / "m")
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    arguments = ["luck", str(tmp_path / "m"), "--again", "4"]
    told = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "chance after the deal" in told.stdout
    plain = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert re.match("of the variance of results in kuhn", plain["sentence"])
