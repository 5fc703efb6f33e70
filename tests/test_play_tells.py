"""A game that tells what happens: watched, played and replayed with it.

Kuhn poker stands for such games: it tells its decisions and cards, and its drawing begins with a part
of the game, as the drawings of such games do.
"""

import json

import pytest

import tolsim
from tolsim.core import registry
from tolsim.experiments.cli import main
from tolsim.experiments.play import Person
from tolsim.experiments.terminal import results

TELLING = """
from dataclasses import replace

from kuhn_poker import DEFINITION as KUHN, render


def happened(state, parameters):
    return [f"{int(state.moves)} decisions", f"   bets {state.bets[0]} {state.bets[1]}"]


def drawn(state, parameters, seat):
    part = "begin" if state.moves < 2 else "end"
    return f"Part: {part}\\nalways the same\\n{render(state, parameters, seat)}"


DEFINITION = replace(
    KUHN, name="telling", render=drawn, happened=happened, legend="cards: J Q K"
)
"""
THREE_DECISIONS = ["pass", "bet", "pass"]


@pytest.fixture
def telling(tmp_path, monkeypatch, request):
    """Kuhn poker that tells what happens, registered while the test runs."""
    (tmp_path / "telling_poker.py").write_text(TELLING)
    monkeypatch.syspath_prepend(request.config.rootpath / "tests")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry.GAMES, "telling", "telling_poker")
    return tolsim.make("telling")


@pytest.fixture
def recorded(telling, tmp_path):
    """A run, and the number of a game in it that took three decisions."""
    folder = tmp_path / "run"
    words = ["-a", "uniform", "-a", "uniform", "--games", "40", "--seed", "3", "--workers", "1"]
    assert main(["match", "telling", *words, "--out", str(folder)]) == 0
    return folder


@pytest.fixture(autouse=True)
def opponent(tmp_path, monkeypatch):
    """An agent of one's own that always bets."""
    (tmp_path / "told_agents.py").write_text(
        "class Bets:\n    def act(self, view):\n        return 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


def run_text(capsys, *words):
    capsys.readouterr()
    assert main([*map(str, words)]) == 0
    return capsys.readouterr().out


def game_of_three(capsys, folder):
    for number in range(40):
        told = json.loads(run_text(capsys, "replay", folder, "--game", number, "--json"))
        if [decision["text"] for decision in told["decisions"]] == THREE_DECISIONS:
            return number, told
    raise AssertionError("no game of three decisions")


def answers(monkeypatch, *lines):
    left = iter(lines)
    monkeypatch.setattr("builtins.input", lambda question: next(left))


def test_a_replay_tells_it_in_json_with_each_decision(recorded, capsys):
    _, told = game_of_three(capsys, recorded)
    assert told["happened"] == ["0 decisions", "   bets 0 0"]
    assert [decision["happened"] for decision in told["decisions"]] == [
        ["1 decisions", "   bets 0 0"],
        ["2 decisions", "   bets 0 1"],
        ["3 decisions", "   bets 0 1"],
    ]


def test_a_replay_tells_it_after_each_decision_and_draws_each_part_once(recorded, capsys):
    number, _ = game_of_three(capsys, recorded)
    lines = run_text(capsys, "replay", recorded, "--game", number).splitlines()
    told = [line for line in lines if "decisions" in line and "After" not in line]
    assert told == [f"         {count} decisions" for count in range(4)]
    assert [line for line in lines if line.startswith("   1 ") or "1 decisions" in line] == [
        "   1  first: pass",
        "         1 decisions",
    ]
    assert lines.count("Part: begin") == 1  # two seats decide in it
    assert lines.count("Part: end") == 2  # and at the end of the game


def test_moves_alone_stay_alone(recorded, capsys):
    number, _ = game_of_three(capsys, recorded)
    assert run_text(capsys, "replay", recorded, "--game", number, "--moves").splitlines() == [
        "   1  first: pass",
        "   2  second: bet",
        "   3  first: pass",
    ]


def test_a_watched_game_tells_it(telling, capsys):
    text = run_text(capsys, "play", "telling", "-a", "uniform", "-a", "uniform", "--seed", "3")
    lines = text.splitlines()
    assert lines[:2] == ["         0 decisions", "            bets 0 0"]
    assert lines.index("         1 decisions") == next(
        number for number, line in enumerate(lines) if line.startswith("   1 ")
    ) + 1  # fmt: skip


def test_a_person_hears_of_every_step_the_own_ones_too(telling, monkeypatch, capsys):
    answers(monkeypatch, "1", "1")
    text = run_text(capsys, "play", "telling", "--human", "first", "-a",
                    "python:class=told_agents.Bets", "--seed", "3")  # fmt: skip
    heard = [line for line in text.splitlines() if line.startswith("   ") and "decisions" in line]
    assert heard == [f"   {count} decisions" for count in range(4)]
    assert text.count("Since your last decision:") == 3


def test_within_a_part_a_person_is_shown_what_has_changed(telling, monkeypatch, capsys):
    answers(monkeypatch, "1", "b", "q")
    text = run_text(capsys, "play", "telling", "--human", "first", "-a",
                    "python:class=told_agents.Bets", "--seed", "3")  # fmt: skip
    assert text.count("> Part: end") == 1
    # Drawn whole at the first decision, at the new part, and when asked for.
    assert text.count("always the same") == 3


def test_the_board_is_not_drawn_again_within_a_part(telling, capsys):
    person = Person(results())
    person._show_board(telling, ["Part: begin", "always the same", "cards"])
    capsys.readouterr()
    person._show_board(telling, ["Part: begin", "always the same", "other cards"])
    assert capsys.readouterr().out.splitlines() == ["> other cards"]
    person._show_board(tolsim.make("abyss"), ["Part: begin", "always the same", "other cards"])
    assert capsys.readouterr().out.splitlines() == [
        "  Part: begin",
        "  always the same",
        "  other cards",
    ]


def test_help_names_the_key_for_the_board(telling, monkeypatch, capsys):
    answers(monkeypatch, "?", "q")
    text = run_text(capsys, "play", "telling", "--human", "first", "-a", "uniform", "--seed", "3")
    assert "b or board draws the whole board" in text
    answers(monkeypatch, "?", "b", "q")
    text = run_text(capsys, "play", "abyss", "--human", "king", "-a", "uniform", "--seed", "3")
    assert "b or board" not in text
    assert "'b' is not a number" in text
