"""What people read: positions drawn for everyone or for one seat, questions, actions."""

import numba
import pytest

import tolsim
from tolsim.abyss.actions import ACTION_TEXTS

from .positions import SEATS, Table, recruiting
from .test_scoring import last_turn
from .test_whole_games import play

SLOW = bool(numba.config.DISABLE_JIT)
ROW = {"row": [6, 11], "face_down": 16}


def line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(start))


def test_every_action_has_a_text_of_its_own(abyss):
    assert len(set(ACTION_TEXTS)) == abyss.num_actions
    for action, text in enumerate(ACTION_TEXTS):
        assert abyss.action_id(text) == action


@pytest.mark.parametrize("identity", ["public", "hidden"])
def test_every_position_can_be_drawn_and_every_action_described(identity):
    game = tolsim.make("abyss", overrides={"routed.identity": identity})
    for states in play(game, 2, 1 if SLOW else 6):
        for row, state in enumerate(states):
            for seat in (None, 0, 1):
                assert f"Turn {state.turn}" in game.render(state, seat)
            assert game.asked(state)
            for action in game.legal_actions(states[row : row + 1])[0]:
                assert game.describe(state, int(action))
    assert game.asked(states[0]) == "the game is over"
    assert "Over by" in game.render(states[0])


def test_a_seat_is_not_shown_what_it_may_not_know(abyss):
    table = Table(
        abyss,
        {"hand": [2, 14, 30], "stratagem": "wide dig"},
        {"hand": [9, 10, 20], "stratagem": "divert"},
        **ROW,
    )
    everything = abyss.render(table.state)
    assert "face down: 16 green 2" in everything
    assert "2 yellow -, 14 blue 1, 30 purple *" in line(everything, "King: hand")
    shown = abyss.render(table.state, SEATS.index("necrocampe"))
    assert "face down: ?" in shown
    assert line(shown, "King: hand") == "King: hand 3 unknown"
    assert "9 blue 3, 10 purple 1, 20 purple 2" in line(shown, "Necrocampe: hand")
    assert "unknown, unused" in shown
    assert "wide dig" not in shown
    assert "divert, unused" in shown


def test_a_legion_laid_down_is_shown_when_it_may_be_seen(abyss):
    table = Table(abyss, {"hand": [1, 14, 30]}, {"hand": [9, 10, 20]}, **ROW).do("play 14")
    assert "laid down: 14 blue 1" in abyss.render(table.state, 0)
    assert "laid down" not in abyss.render(table.state, 1)
    assert "3 unknown" in line(abyss.render(table.state, 1), "King: hand")
    commanded = Table(
        abyss, {"hand": [3, 14, 28]}, {"hand": [9, 10, 20], "stratagem": "command"}, **ROW
    ).do("use stratagem", "play 14")
    assert "laid down: 14 blue 1" in abyss.render(commanded.state, 1)
    assert "3 red 2, 28 red -" in line(abyss.render(commanded.state, 1), "King: hand")


def test_known_legions_of_a_hand_are_shown(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW)
    table.do("play 2", "play 9", "take 11").decline()
    assert "11 green - and 2 unknown" in line(abyss.render(table.state, 1), "King: hand")
    table.do("play 11")
    assert "11 green - and 2 unknown" in line(abyss.render(table.state, 1), "King: hand")


def test_routed_legions_are_drawn_in_brackets(abyss):
    layout = {"routed": {"yellow": [27]}, "up": {"yellow": [12]}}
    table = Table(abyss, layout, **ROW)
    assert "12 2 | (27)" in line(abyss.render(table.state, 1), "yellow")
    hidden = tolsim.make("abyss", overrides={"routed.identity": "hidden"})
    table = Table(hidden, layout, **ROW)
    assert "(?)" in line(hidden.render(table.state, 1), "yellow")
    assert "27" not in line(hidden.render(table.state, 1), "yellow")
    assert "(27)" in line(hidden.render(table.state, 0), "yellow")


def test_heroes_and_tokens_are_drawn(abyss):
    table = Table(
        abyss,
        {"heroes": {"Y3": [18, 23], "B1": []}, "majorities": ["red"]},
        row_heroes=["G1", "R1"],
        reserved="R1",
        **ROW,
    )
    text = abyss.render(table.state)
    assert "hero Y3 0 doubles under it; under it: 18 red 3, 23 red 1" in text
    assert "hero B1 0 banner; under it: none" in text
    assert "R1 2 +1 a banner (reserved by the King)" in line(text, "Hero row")
    assert line(text, "red").split()[1] == "king"
    assert line(text, "blue").split()[1] == "centre"
    assert "used in turn 1" in text


def test_the_end_is_drawn(abyss):
    table = last_turn(abyss)
    assert "Over by points: king 3, necrocampe 2" in abyss.render(table.state)
    assert abyss.outcome_class(table.state, 0) == "win"
    assert abyss.outcome_class(table.state, 1) == "loss"


def test_actions_say_what_they_do_with_the_card(abyss):
    rally = Table(abyss, {"hand": [2], "routed": {"yellow": [12, 17]}}, {"hand": [30, 28, 31]}).do(
        "play 2", "play 30"
    )
    assert abyss.describe(rally.state, abyss.action_id("flip 17")) == "rally 17 yellow *"
    assert abyss.asked(rally.state) == "king: rally a Legion there?"
    rout = Table(
        abyss,
        {"hand": [3], "majorities": ["red"]},
        {"hand": [30, 28, 31], "up": {"yellow": [12, 22]}},
    ).do("play 3", "play 30")
    assert abyss.describe(rout.state, abyss.action_id("flip 12")) == "rout 12 yellow 2"
    hero = recruiting(abyss, "Y1", row_heroes=["Y1", "Y3"]).do("recruit by yellow")
    action = abyss.action_id("take hero 2")
    assert abyss.describe(hero.state, action) == "take hero Y3 0 doubles under it"
    assert abyss.describe(hero.state, 0) == "pass"
    assert abyss.describe(hero.state, abyss.action_id("attack red")) == "attack red"
    assert abyss.describe(hero.state, abyss.action_id("take 17")) == "take 17 yellow *"


def test_telemetry_reads_finished_games(abyss):
    table = last_turn(abyss, {"stratagem": "reserve", "heroes": {"R2": []}})
    columns = {column.name: column for column in abyss.definition.telemetry}
    assert columns["turns"].read(table.states).tolist() == [12]
    assert columns["stratagem_king"].read(table.states) == ["reserve"]
    assert columns["stratagem_used_king"].read(table.states).tolist() == [0]
    assert columns["turns_led_necrocampe"].read(table.states).tolist() == [1]
    assert columns["majority_blue_king"].read(table.states).tolist() == [1]
    assert columns["banners_king"].read(table.states).tolist() == [1]
    assert len(columns["hero_recruited_by"].read(table.states)[0]) == 15
    assert abyss.definition.scores(table.states).tolist() == [[3 + 2 + 1, 2]]
