"""What people read of a Joan game: drawings, questions, actions."""

import itertools
import re

import numba
import numpy as np
import pytest

import tolsim
from tolsim.joan import state as st
from tolsim.joan.event_text import FALLEN
from tolsim.joan.scenarios.four_horsemen import names
from tolsim.joan.scenarios.four_horsemen.roster import SCENARIO
from tolsim.joan.text import ScenarioText
from tolsim.joan.text_board import COLUMNS

from .core.games import holy, horsemen, unholy
from .positions import PLACE_NAMES, Table

SLOW = bool(numba.config.DISABLE_JIT)
NEVER_ASKS = {
    st.AT_ROUND, st.AT_COUNCIL, st.AT_CAMP, st.AT_ATTACK_END,
}  # fmt: skip
"""Stages of the engine that only go on, or are the scenarios' to fill."""
ENGINE_STAGES = {value for name, value in vars(st).items() if name.startswith("AT_")}
SCENARIO_STAGES = set(names.STAGE_QUESTIONS)
MOST_LINES = 70


def told(table: Table) -> list[str]:
    """Every legal action in words."""
    actions = table.game.legal_actions(table.states)[0]
    return [table.game.describe(table.state, int(action)) for action in actions]


def asked_at(stage: int, *arguments: int, **fields: int) -> str:
    """Question of a stage with these arguments."""
    game = horsemen()
    states = game.reset(1, [0])
    states[0].depth = 2
    states[0].stack[1][:] = 0
    states[0].stack[1][: 1 + len(arguments)] = (stage, *arguments)
    for name, value in fields.items():
        states[0][name] = value
    return game.asked(states[0])


def area_line(lines: list[str], start: str) -> str:
    """Line that begins so, with those that go on with it."""
    first = next(number for number, line in enumerate(lines) if line.startswith(start))
    following = itertools.takewhile(lambda line: line.startswith(" " * 30), lines[first + 1 :])
    return " ".join(" ".join([lines[first], *following]).split())


def drawn(table: Table, start: str) -> str:
    """Line of the drawing that begins so."""
    return area_line(table.game.render(table.state).splitlines(), start)


# Questions.


def test_every_stage_asks_in_words_of_its_own():
    asked = [
        asked_at(stage, 0, 0, 0, target=3) for stage in ENGINE_STAGES - NEVER_ASKS | SCENARIO_STAGES
    ]
    assert len(set(asked)) == len(asked)
    for question in asked:
        assert question.startswith("unholy: ")
        assert question.endswith("?")
        assert not set("{}\n") & set(question)


def test_stages_that_never_ask_have_no_words():
    for stage in NEVER_ASKS:
        with pytest.raises(KeyError):
            asked_at(stage)


@pytest.mark.parametrize("stage", SCENARIO_STAGES)
def test_a_scenarios_question_names_the_unit_of_its_frame(stage):
    first, second = SCENARIO.number("Farmer"), SCENARIO.number("Guide")
    template = names.STAGE_QUESTIONS[stage]
    asked = asked_at(stage, first, second)
    assert ("Farmer" in asked) == ("{unit}" in template)
    assert ("Guide" in asked) == ("{unit2}" in template)


def test_questions_name_who_and_what():
    table = holy({"5Ab": ["Foot Knights 1", "Pikemen 1"], "5Aa": ["Skeletons 1", "Skeletons 2"]})
    assert table.asked == "holy: which order next?"
    table.do("activate 5Ab")
    assert table.asked == "holy: who acts next at 5Ab?"
    table.do("Foot Knights 1")
    assert table.asked == "holy: Foot Knights 1 at 5Ab: what does it do?"
    table.do("attack 5Aa")
    assert table.asked == "holy: who joins the attack on 5Aa?"
    table.load(red="kill").do("throw")
    assert table.asked == "holy: who follows up to 5Aa?"


def test_rerolls_are_asked_for_by_what_allows_them():
    none = asked_at(st.AT_REROLL_DEFENCE, unit_in_hand=-1, reroll_used=1)
    terrain = asked_at(st.AT_REROLL_DEFENCE, unit_in_hand=-1, reroll_used=0)
    parry = asked_at(st.AT_REROLL_DEFENCE, unit_in_hand=0, reroll_used=0)
    assert none.endswith("by a Reroll token?")
    assert terrain.endswith("by the terrain?")
    assert parry.endswith("by Parry of Hero?")


def test_allocation_names_the_result():
    for column, result in enumerate(("Kill", "Disrupted", "Push", "Trample")):
        asked = asked_at(st.AT_ALLOCATE, allocated=column, target=0)
        assert asked == f"unholy: which unit at A1B#1a takes the {result}?"


def test_a_finished_game_asks_nothing():
    table = Table(horsemen(), {"Hunter": "8Aa"}, in_round=7)
    while not table.over:
        table.do(table.options()[0])
    assert table.asked == "the game is over"
    assert table.game.render(table.state).startswith("Round 7: the game is over")


# Actions.


def test_orders_name_the_units_that_act_and_what_is_left():
    table = holy(
        {"6Aa": ["Sergeants-at-Arms 1", "Peasants 1", "Peasants 2"], "8Aa": ["Mounted Knights 1"]},
        orders={"holy": {"Activation": 2, "Charge": 1, "Interrupt": 1}},
    )
    assert "activate 6Aa (village): Sergeants-at-Arms 1, Peasants 1 2" in told(table)
    assert "place a Charge, of 1 left" in told(table)
    assert "end the turn, 2 Activations, 1 Charge unused" in told(table)


def test_moves_say_what_lies_where_and_who_is_there():
    table = holy({"5Ab": ["Foot Knights 1", "Pikemen 1"], "5Aa": ["Skeletons 1", "Skeletons 2"],
                  "8Aa": ["Hero"]})  # fmt: skip
    table.do("activate 5Ab", "Pikemen 1")
    assert set(told(table)) == {
        "do nothing",
        "move to 8Aa (village, S): Hero",
        "move to 2B.3b (plain, SE)",
        "move to 18A.3a (plain, W)",
        "attack 5Aa (field, N): Skeletons 1 2",
    }


def test_a_jump_and_a_building_say_where_they_are():
    table = unholy({"A1B#4a": ["Damned"]}).do("activate A1B#4a")
    assert "move to 17A.3a (field, 2 areas N)" in told(table)
    inside = holy({"6Aa": ["Peasants 1"]}).do("activate 6Aa")
    assert "move to house SW (inside 6Aa)" in told(inside)


def test_winds_follow_the_map():
    """The hexes around the church's by the map: 5A north, 2B.3 north-east, and so on round."""
    table = holy({"8Aa": ["Pikemen 1"]}).do("activate 8Aa")
    moves = dict(re.findall(r"move to (\S+) \(\w+, (\w+)\)", "; ".join(told(table))))
    # Of 4A.1 the northern half borders, whose middle lies due east.
    assert moves == {
        "5Ab": "N",
        "2B.3b": "NE",
        "4A.1b": "E",
        "17A.1b": "S",
        "6Aa": "SW",
        "18A.3a": "NW",
    }


def test_dice_are_named_where_they_are_thrown_again():
    table = holy(
        {"5Ab": ["Foot Knights 1"], "5Aa": ["Skeletons 1", "Skeletons 2"]},
        tokens={"holy": {"Reroll": 1}},
    ).load(red="blank")
    table.do("activate 5Ab", "attack 5Aa")
    assert table.asked == "holy: which attack die is thrown again by a Reroll token?"
    assert told(table) == ["keep the dice", "reroll the red Blank"]


def test_who_can_join_shows_its_dice():
    table = holy({"5Ab": ["Foot Knights 1", "Pikemen 1"], "5Aa": ["Skeletons 1"]})
    table.do("activate 5Ab", "Foot Knights 1", "attack 5Aa")
    assert told(table) == ["throw the dice", "Pikemen 1 joins (1 white, 1 white against cavalry)"]


def test_results_are_given_with_the_hit_points_left():
    table = holy({"5Ab": ["Pikemen 1"], "5Aa": ["War", "Damned"]}, hp={"War": 4})
    table.load(white="kill", red="push", black="blank", yellow="blank")
    table.do("activate 5Ab", "attack 5Aa")
    assert table.asked == "unholy: which defence die is thrown again by Parry of War?"
    table.do("keep the dice")
    assert table.asked == "unholy: which unit at 5Aa takes the Kill?"
    assert told(table) == ["Kill on War (4/6 HP)", "Kill on Damned"]


def test_a_commander_says_whom_it_reaches():
    table = unholy({"5Aa": ["War", "Damned"]}).do("activate 5Aa", "War")
    assert "command up to 3 units within 2 areas" in told(table)
    table.do("command")
    assert told(table) == ["command nobody else", "command Damned at 5Aa"]
    hero = holy({"5Ab": ["Hero", "Pikemen 1"]}).do("activate 5Ab", "Hero")
    assert "command up to 1 unit of its own area" in told(hero)


def test_the_council_says_what_cards_do():
    game = horsemen()
    states = game.reset(1, [0])
    state = states[0]
    state.depth = 2
    state.stack[1][:3] = (st.AT_CONVERT, 0, 0)
    words = [game.describe(state, game.action_id(f"turn {n} over")) for n in ("none", "one", "two")]
    assert words == [
        "turn no Activation over",
        "turn one Activation into a Charge",
        "turn two Activations into Charges",
    ]
    state.stack[1][2] = 1
    assert game.describe(state, game.action_id("turn one over")) == (
        "turn one Activation into a Reactivation"
    )
    state.stack[1][0] = st.AT_WAR_COUNCIL
    cards = {game.describe(state, a) for a in range(game.num_actions)
             if game.action_text(a).startswith("take ")}  # fmt: skip
    assert "take the card: up to two Activations become Charges" in cards
    assert len(cards) == 7  # six cards, and the Reroll taken back


def test_the_scenarios_words_are_said_as_they_are():
    game = horsemen()
    for word in names.WORDS:
        assert game.describe(game.reset(1, [0])[0], game.action_id(word)) == word


# Drawings.


def test_units_stand_in_the_drawing_where_they_are():
    table = holy(
        {"5Ab": ["Foot Knights 1", "Foot Knights 2", "Hero"], "5Aa": ["War"], "infirmary": ["Pikemen 1"],
         "waiting": ["Pikemen 2"], "destroyed": ["Farmer"], "returning": ["Skeletons 1"]},
        hp={"War": 4}, levels={"War": "War 2"}, activated={"holy": ["8Aa", "6Aa"]},
        tokens={"holy": {"XP": 2, "Reroll": 1}, "unholy": {"Legend": 3}},
        orders={"holy": {"Activation": 3, "Charge": 1}},
    )  # fmt: skip
    assert drawn(table, "Round 3") == "Round 3: turn of holy"
    assert drawn(table, "5Ab ") == "5Ab plain SE S SW holy: Hero, Foot Knights 1 2"
    assert drawn(table, "5Aa ").endswith("unholy: War (4/6 HP, level 2)")
    assert drawn(table, "holy ") == (
        "holy 2 XP, 1 Reroll; 3 Activations, 1 Charge; activated 8Aa 6Aa"
    )
    text = " ".join(table.game.render(table.state).split())
    for line in ("infirmary: Pikemen 1", "waiting: Pikemen 2", "destroyed: Farmer",
                 "returning: Skeletons 1"):  # fmt: skip
        assert line in text
    assert "5A h3 u1" in text
    table.do("activate 5Ab", "Hero", "do nothing")
    assert drawn(table, "5Ab ").endswith("holy: Hero, Foot Knights 1 2 (to act)")


def test_an_attack_under_way_is_drawn_with_its_dice():
    table = unholy({"5Aa": ["War"], "5Ab": ["Hero", "Foot Knights 1"]})
    table.load(red="disrupted", white="push", black="blank").do("activate 5Aa", "attack 5Ab")
    text = table.game.render(table.state)
    assert table.stage == "allocate"
    assert "Melee of unholy from 5Aa on 5Ab" in text
    assert "   attack: War red Disrupted (counts as Kill), white Push" in text
    assert "   defence: Hero black Blank; Foot Knights 1 black Blank" in text
    assert "   left: 1 Kill" in text
    assert "War (6/6 HP, attacking)" in text
    table.decline(until="turn")
    assert "attack: " not in table.game.render(table.state)
    assert "attacking" not in table.game.render(table.state)


def test_a_scenario_adds_lines_and_what_lies_in_an_area():
    made = horsemen()
    own = ScenarioText(
        SCENARIO,
        lambda state, p, seat: [f"for seat {seat}"],
        in_area=lambda state, p, area, seat: "a token" if area == 0 and seat == 1 else "",
    )
    state, p = made.reset(1, [0])[0], made.parameters[0]
    assert own.render(state, p, 0).splitlines()[1] == "for seat 0"
    assert "a token" not in own.render(state, p, 0)
    line = next(n for n in own.render(state, p, 1).splitlines() if n.startswith("A1B#1a"))
    assert line.endswith("a token")


def test_the_legend_explains_the_letters_of_the_sketch():
    game = horsemen()
    assert "17A.2 h2 u3" in game.definition.legend
    assert "holy and unholy" in game.definition.legend


def test_every_place_off_the_board_has_its_words():
    assert set(st.PLACES) == set(PLACE_NAMES) == set(FALLEN)


# Whole games.


def random_games(game: tolsim.Game, seed: int, number: int):
    """Every position of games that rarely pass, with its legal actions."""
    rng = np.random.default_rng(seed)
    passes = {game.action_id(text) for text in ("pass", "do nothing", "decline")}
    for deal in range(number):
        states = game.reset(seed, [deal])
        while not states["over"][0]:
            legal = [int(action) for action in game.legal_actions(states)[0]]
            yield states[0], legal
            wanted = [action for action in legal if action not in passes] or legal
            game.step(states, [rng.choice(wanted if rng.random() < 0.9 else legal)])


def test_every_position_of_random_games_can_be_told():
    game = horsemen()
    for number, (state, legal) in enumerate(random_games(game, 8, 1 if SLOW else 6)):
        words = [game.describe(state, action) for action in legal]
        assert len(set(words)) == len(words), words
        assert not any(set("{}\n") & set(each) for each in words)
        assert game.asked(state).startswith(f"{game.seats[state.to_move]}: ")
        if number % 10:
            continue
        lines = game.render(state).splitlines()
        assert max(map(len, lines)) <= COLUMNS
        assert len(lines) <= MOST_LINES
        for unit, slot in enumerate(SCENARIO.slots):
            if state.unit_area[unit] >= 0 and slot.name == slot.unit:
                area = SCENARIO.board.areas[state.unit_area[unit]]
                assert slot.name in area_line(lines, area), (area, lines)


def test_the_same_word_is_told_by_what_it_does_here():
    """A pass of a turn ends it, a pass after an order does not."""
    assert told(holy({"5Ab": ["Pikemen 1"]}))[0].startswith("end the turn")
    interrupted = holy(
        {"5Ab": ["Pikemen 1"], "8Aa": ["Pikemen 2"], "A1B#1a": ["War"]},
        orders={"holy": {"Activation": 3}, "unholy": {"Interrupt": 1}},
    ).do("activate 5Ab")
    while interrupted.stage != "order":
        interrupted.do("do nothing")
    assert interrupted.asked == "unholy: an Interrupt after the order of holy?"
    assert told(interrupted) == ["no Interrupt", "Interrupt at A1B#1a (plain): War"]
