"""Actions that are neither moves nor attacks: Command, Prayer, Heal, bonus actions."""

import pytest

from .games import holy, unholy


@pytest.mark.rule("action.command")
def test_command_reaches_own_units_within_its_range():
    # The Standard Bearer's Command is 3/1.
    units = {
        "8Aa": ["Standard Bearer"],
        "5Aa": ["Pikemen 1"],
        "13A.1a": ["Peasants 1"],
        "13A.1b": ["Sergeants-at-Arms 1"],
        "2B.3b": ["Skeletons 1"],
    }
    table = holy(units).do("activate 8Aa", "command")
    assert set(table.options()) == {"done", "Pikemen 1", "Peasants 1"}
    table.do("Peasants 1", "move to 13A.2b")
    assert table.area_of("Peasants 1") == "13A.2b"
    # Only one unit; the commander has its own action left.
    assert table.stage == "unit"
    assert "move to 6Aa" in table.options()
    assert "command" not in table.options()


@pytest.mark.rule("action.command")
def test_command_of_range_a_reaches_its_own_area_alone():
    units = {"5Aa": ["Hero", "Pikemen 1", "Peasants 1"], "5Ab": ["Crossbowmen 1"]}
    table = holy(units).do("activate 5Aa", "Hero", "command")
    assert set(table.options()) == {"done", "Pikemen 1", "Peasants 1"}


@pytest.mark.rule("action.command")
def test_command_lets_up_to_so_many_units_act_each_once():
    # Conquest's Command is 3/2.
    units = {"5Aa": ["Conquest"], "5Ab": ["Devourers 1", "Skeletons 1"], "8Aa": ["Gargoyles 1"]}
    table = unholy(units).do("activate 5Aa", "command", "Skeletons 1", "move to 8Aa")
    assert set(table.options()) == {"done", "Devourers 1", "Gargoyles 1"}
    table.do("Devourers 1", "move to 2B.3b")
    assert table.stage == "unit"
    table = unholy(units).do("activate 5Aa", "command", "Skeletons 1", "move to 8Aa", "done")
    assert table.stage == "unit"


@pytest.mark.rule("action.command")
def test_command_lets_units_act_that_have_acted_and_does_not_take_their_action_away():
    units = {"8Aa": ["Standard Bearer"], "5Aa": ["Pikemen 1"]}
    table = holy(units).do("activate 5Aa", "move to 5Ab", "activate 8Aa", "command", "Pikemen 1")
    table.do("move to 2B.3b")
    assert table.area_of("Pikemen 1") == "2B.3b"
    units = {"8Aa": ["Standard Bearer", "Pikemen 1"]}
    table = holy(units).do("activate 8Aa", "Standard Bearer", "command", "Pikemen 1")
    table.do("move to 5Ab", "do nothing", "move to 5Aa")
    assert table.area_of("Pikemen 1") == "5Aa"


@pytest.mark.rule("action.command")
def test_a_commanded_commander_commands_but_acts_once_in_a_command():
    # War's Command is 2/3, Conquest's 3/2.
    units = {"5Aa": ["War"], "5Ab": ["Conquest"], "8Aa": ["Devourers 1", "Skeletons 1"]}
    table = unholy(units).do("activate 5Aa", "command", "Conquest", "command", "Skeletons 1")
    table.do("move to 6Aa", "done", "do nothing")
    assert "Conquest" not in table.options()
    assert "Devourers 1" in table.options()


@pytest.mark.rule("action.command_once_a_turn")
def test_a_commander_commands_once_a_turn():
    units = {"8Aa": ["Standard Bearer"], "5Aa": ["Pikemen 1", "Peasants 1"]}
    orders = {"holy": {"Activation": 1, "Reactivation": 2}, "unholy": {"Activation": 1}}
    table = holy(units, orders=orders)
    table.do("activate 8Aa", "command", "Pikemen 1", "do nothing", "move to 6Aa")
    table.do("reactivation order", "choose 6Aa")
    assert "command" not in table.options()


@pytest.mark.rule("action.command_once_a_turn")
def test_the_next_turn_gives_the_command_back():
    units = {"8Aa": ["Conquest"], "5Aa": ["Skeletons 1"]}
    orders = {"unholy": {"Activation": 1, "Reactivation": 1}}
    table = unholy(units, then="TO_TAKE_FIRST_TURN", orders=orders)
    table.do("activate 8Aa", "command", "done", "do nothing", "pass")
    table.do("reactivation order", "choose 8Aa")
    assert "command" in table.options()


@pytest.mark.rule("action.bonus")
@pytest.mark.parametrize("order", [("gain XP", "move to 5Ab"), ("move to 5Ab", "gain XP")])
def test_a_bonus_action_comes_before_or_after_the_action(order):
    table = holy({"5Aa": ["Citizen"]}).do("activate 5Aa", *order)
    assert table.area_of("Citizen") == "5Ab"
    assert table.tokens("holy")["XP"] == 1
    assert table.stage == "turn"


@pytest.mark.rule("action.bonus")
def test_after_its_action_a_unit_with_bonus_actions_left_may_end():
    table = holy({"5Aa": ["Citizen"]}).do("activate 5Aa", "move to 5Ab")
    assert table.options() == ["do nothing", "gain XP"]
    table.do("do nothing")
    assert table.tokens("holy")["XP"] == 0


@pytest.mark.rule("action.prayer", "trait.prayer", "tokens.kinds")
@pytest.mark.parametrize("on", [True, False])
def test_praying_is_an_action_that_gains_xp_or_legend(on):
    for word, token in (("pray for XP", "XP"), ("pray for Legend", "Legend")):
        table = holy({"5Aa": ["Hero"]}, {"trait.prayer": on}).do("activate 5Aa")
        assert (word in table.options()) is on
        if on:
            table.do(word)
            expected = {"XP": 0, "Legend": 0, "Intrigue": 0, "Reroll": 0}
            assert table.tokens("holy") == {**expected, token: 1}
            # It was the unit's action.
            assert table.stage == "turn"


@pytest.mark.rule("prayer.gain")
@pytest.mark.parametrize(
    ("reading", "face", "gained"),
    [
        ("always", "kill", 1),
        ("on a black Shield", "kill", 0),
        ("on a black Shield", "shield", 1),
    ],
)
def test_when_a_prayer_gains_its_token(reading, face, gained):
    table = holy({"5Aa": ["Hero"]}, {"prayer.gain": reading}).load(black=face)
    table.do("activate 5Aa", "pray for Legend")
    assert table.tokens("holy")["Legend"] == gained


@pytest.mark.rule("action.heal", "trait.heal")
@pytest.mark.parametrize("on", [True, False])
def test_healing_is_an_action_that_takes_a_wound_off_an_ally_of_the_area(on):
    units = {"5Aa": ["Apothecary", "Hero", "Pikemen 1"]}
    table = holy(units, {"trait.heal": on}, levels={"Hero": "Hero 2 good"}, hp={"Hero": 1})
    table.do("activate 5Aa", "Apothecary")
    assert ("heal" in table.options()) is on
    if on:
        table.do("heal")
        assert table.hp("Hero") == 2
        assert table.stage == "activation"


@pytest.mark.rule("action.heal")
def test_who_has_no_wound_or_stands_elsewhere_is_not_healed():
    for place, hp in (("5Aa", 2), ("5Ab", 1)):
        units = {"5Aa": ["Apothecary"], place: ["Hero"]}
        units["5Aa"] = ["Apothecary", "Hero"] if place == "5Aa" else ["Apothecary"]
        table = holy(units, levels={"Hero": "Hero 2 good"}, hp={"Hero": hp}).do("activate 5Aa")
        if table.stage == "activation":
            table.do("Apothecary")
        assert "heal" not in table.options()
