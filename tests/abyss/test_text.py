"""What people read: positions drawn for everyone or for one seat, questions, actions."""

import numba
import numpy as np
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


def test_the_parts_of_a_score_add_up_to_it():
    met = set()
    for variant in ("default", *tolsim.make("abyss").ruleset.variants):
        game = tolsim.make("abyss", variant=variant)
        *_, finished = play(game, 5, 2 if SLOW else 40)
        for state in finished:
            parts = game.breakdown(state)
            for seat in (0, 1):
                assert (
                    sum(points for each, _, points in parts if each == seat) == state.scores[seat]
                )
            met |= {what.split()[0] for _, what, _ in parts}
    assert SLOW or met == {"unused", "hero", "pair", "Majority"}


def test_the_parts_of_a_score_are_named(abyss):
    table = last_turn(
        abyss,
        {"stratagem": "reserve", "heroes": {"Y3": [18, 23], "Y1": [], "Y2": []}},
    )
    assert [part for part in abyss.breakdown(table.state) if part[0] == 0] == [
        (0, "unused Stratagem", 2),
        (0, "hero Y1 3; under it: none", 3),
        (0, "hero Y2 3; under it: none", 3),
        (0, "hero Y3 0 doubles under it; under it: 18 red 3, 23 red 1", 8),
        (0, "pair Y1 and Y2", 2),
        (0, "Majority of blue", 3),
    ]


def seen(table, action, seat):
    """What a seat sees of an action of the seat to move."""
    game = table.game
    return game.sight(table.states, game.action_id(action), SEATS.index(seat))


def test_simultaneous_choices_are_seen_when_both_lie(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW)
    assert seen(table, "play 14", "necrocampe") is None
    assert seen(table, "play 14", "king") is None
    table.do("play 14")
    assert seen(table, "play 9", "king") == "necrocampe: which Legion to play? play 9 blue 3"
    assert seen(table, "play 9", "necrocampe") == "king: plays 14 blue 1"


def test_a_stratagem_kept_is_not_seen(abyss):
    table = Table(
        abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20], "stratagem": "command"}, **ROW
    )
    assert seen(table, "pass", "king") is None
    used = "necrocampe: use the Stratagem to command the King's Legion? use stratagem"
    assert seen(table, "use stratagem", "king") == used
    table.do("use stratagem")
    commanded = "necrocampe: which Legion must the King play? play 14 blue 1"
    assert seen(table, "play 14", "king") == commanded


def test_a_rally_of_a_hidden_legion_is_told_as_one():
    hidden = tolsim.make("abyss", overrides={"routed.identity": "hidden"})
    side = {"hand": [2, 14, 30], "routed": {"yellow": [12, 17]}}
    table = Table(hidden, side, {"hand": [28, 29, 31]}, **ROW).do("play 2", "play 31")
    rallied = "king: rally a Legion there? rally 17 yellow *"
    assert seen(table, "flip 17", "necrocampe") == rallied


def test_the_face_down_legion_is_named_to_those_who_know_it(abyss):
    blind = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW)
    blind.do("play 2", "play 9")
    taken = "king: which Legion to take? take face-down"
    assert seen(blind, "take face-down", "necrocampe") == taken
    assert seen(blind, "take 11", "necrocampe") == "king: which Legion to take? take 11 green -"
    eye = Table(
        abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20], "majorities": ["green"]}, **ROW
    ).do("play 2", "play 9")
    assert seen(eye, "take face-down", "necrocampe") == f"{taken}, 16 green 2"


@pytest.mark.parametrize("identity", ["public", "hidden"])
@pytest.mark.parametrize("refill", ["unseen", "seen"])
def test_words_for_an_action_follow_from_what_is_seen_of_it(identity, refill):
    """Positions that a seat cannot tell apart, actions that look alike to it: the same words."""
    game = tolsim.make(
        "abyss", overrides={"routed.identity": identity, "stratagem.choose_refill": refill}
    )
    label = game.definition.entries.sight
    compared = 0
    for deal in range(1 if SLOW else 4):
        for states in play(game, deal, 1):
            if states["over"][0]:
                continue
            seat = 1 - int(states["to_move"][0])
            twins = game.redeal(np.repeat(states, 4), [seat] * 4, range(4))
            words: dict[int, set[str | None]] = {}
            for row in range(5):
                each = states if row == 4 else twins[row : row + 1]
                for action in map(int, game.legal_actions(each)[0]):
                    key = int(label(each, game.parameters, action, seat))
                    words.setdefault(key, set()).add(game.sight(each, action, seat))
            assert all(len(told) == 1 for told in words.values()), words
            compared += len(words)
    assert compared > 50
