"""Calibration: the file is checked, candidates are played and summed up, a stopped one goes on."""

from pathlib import Path

import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments.calibration import (
    FOLDER,
    as_markdown,
    main,
    play_candidates,
    read_calibration,
    rows,
)

TEXT = """
game = "abyss"
agents = ["greedy", "uniform"]
games = 40
seed = 3
seat = "king"
low = 0.0
high = 0.6

[candidates]
"as it is" = {}
"one banner" = { "banner.to_win" = 1 }
"""


def written(folder: Path, text: str = TEXT) -> Path:
    path = folder / "abyss.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("seed = 3", "sed = 3", "unknown key of abyss.toml 'sed'; did you mean 'seed'"),
        ("seed = 3", "", "abyss.toml has no seed"),
        ('seat = "king"', 'seat = "kin"', "unknown seat of abyss.toml 'kin'; did you mean 'king'"),
        ('"banner.to_win"', '"banner.to_wi"', "unknown rule 'banner.to_wi'"),
        ("= 1 }", "= 99 }", "banner.to_win is 1 to 8, not 99"),
        ('"abyss"', '"abys"', "unknown game 'abys'; did you mean 'abyss'"),
        ("[candidates]", "[candidates", "abyss.toml cannot be read"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path, before, after, message):
    assert before in TEXT
    with pytest.raises(TolsimError) as refused:
        read_calibration(written(tmp_path, TEXT.replace(before, after, 1)))
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")))
def test_the_calibrations_that_ship_can_be_read(path):
    found = read_calibration(path)
    assert found.game == path.stem
    assert {} in found.candidates.values()
    assert 0 <= found.low < found.high <= 1


def test_candidates_are_played_on_the_same_deals_and_summed_up(tmp_path):
    plan = read_calibration(written(tmp_path))
    told = []
    results = play_candidates(plan, tmp_path / "out", on_candidate=told.append)
    assert told == list(results) == ["as it is", "one banner"]
    found = rows(plan, results)
    for row, (name, result) in zip(found, results.items(), strict=True):
        share = result.tally.seats[0].rate()
        assert (row["candidate"], row["games"]) == (name, 40)
        assert (row["rate"], row["low"], row["high"]) == (share.rate, share.low, share.high)
        assert row["fits"] == (share.rate <= 0.6)
        assert sum(row["reasons"].values()) == 40
        assert result.parameters["seed"] == 3
        assert dict(result.game.overrides) == dict(plan.candidates[name])
    # With one Banner to win, games end otherwise.
    assert found[0]["reasons"] != found[1]["reasons"]


def test_a_share_outside_the_range_does_not_fit(tmp_path):
    plan = read_calibration(written(tmp_path, TEXT.replace("high = 0.6", "high = 0.01")))
    found = rows(plan, play_candidates(plan, tmp_path / "out", games=8))
    assert [row["fits"] for row in found] == [False, False]
    assert "| no |" in as_markdown(plan, found)
    assert "| yes |" not in as_markdown(plan, found)


def test_the_command_plays_on_and_writes_a_page(tmp_path, capsys):
    path, out = written(tmp_path), tmp_path / "out"
    assert main([str(path), "--out", str(out), "--games", "8"]) == 0
    first = (out / "as_it_is" / "games.parquet").read_bytes()
    assert main([str(path), "--out", str(out), "--games", "8"]) == 0
    assert (out / "as_it_is" / "games.parquet").read_bytes() == first
    assert main([str(path), "--out", str(out), "--games", "16"]) == 0
    page = (out / "calibration.md").read_text(encoding="utf-8")
    assert "| one banner | `banner.to_win=1` | 16 |" in page
    assert f"page: {out / 'calibration.md'}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["four_horsmen"], "unknown calibration 'four_horsmen'; did you mean 'four_horsemen'"),
        (["four_horsemen", "--game", "4"], "unrecognized arguments: --game 4"),
        ([], "the following arguments are required: name"),
        (["nowhere.toml"], "nowhere.toml cannot be read"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(capsys, arguments, message):
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"calibration: {message}")
    assert said.err.count("\n") == 1
