"""Civilians: units of the Holy army that die when an Unholy unit enters."""

import pytest

from .games import CIVILIANS, act, attacks_of, choices, laid, moves_of, points, turn_to


@pytest.mark.rule("civilian.holy_units")
def test_a_civilian_is_activated_by_itself():
    table = laid({"Farmer": "18A.3a", "Pikemen 1": "17A.3b"}, turn_of="holy")
    assert "activate 18A.3a" in table.options()
    act(table, "18A.3a", "Farmer", "move to 18A.3c")
    assert table.area_of("Farmer") == "18A.3c"


@pytest.mark.rule("civilian.die_when_entered", "civilian.kill_on")
@pytest.mark.parametrize("reading", ["every area", "end area"])
def test_riders_destroy_two_civilians_and_may_ride_on(reading):
    units = {"18A.3a": ["Farmer", "Citizen"], "Mounted Spectres 1": "18A.3c", "Pikemen 1": "17A.3b"}
    table = laid(units, {"civilian.kill_on": reading}, turn_of="unholy")
    act(table, "18A.3c", "Mounted Spectres 1", "move to 18A.3a")
    assert points(table) == (2 if reading == "every area" else 0)
    assert {"stop here", "move to 5Ab"} <= set(table.options())
    on = table.states.copy()
    table.do("move to 5Ab")
    assert table.area_of("Mounted Spectres 1") == "5Ab"
    assert points(table) == (2 if reading == "every area" else 0)
    table.states[:] = on
    table.do("stop here")
    assert points(table) == 2
    assert table.tokens("unholy")["XP"] == 2
    assert {table.area_of("Farmer"), table.area_of("Citizen")} == {"destroyed"}


@pytest.mark.rule("civilian.kill_on")
@pytest.mark.parametrize("reading", ["every area", "end area"])
def test_a_rider_through_two_areas_of_civilians(reading):
    units = {"Farmer": "18A.3a", "Citizen": "5Ab", "Mounted Spectres 1": "18A.3c"}
    table = laid(units, {"civilian.kill_on": reading}, turn_of="unholy")
    act(table, "18A.3c", "Mounted Spectres 1", "move to 18A.3a", "move to 5Ab")
    assert table.area_of("Citizen") == "destroyed"
    assert (table.area_of("Farmer") == "destroyed") == (reading == "every area")
    assert points(table) == (2 if reading == "every area" else 1)


@pytest.mark.rule("civilian.kill_on")
@pytest.mark.parametrize("reading", ["every area", "end area"])
def test_a_jump_destroys_where_it_lands_and_not_below_it(reading):
    units = {"Farmer": "18A.3a", "Citizen": "8Aa", "Damned": "18A.3c"}
    table = laid(units, {"civilian.kill_on": reading}, turn_of="unholy")
    act(table, "18A.3c", "Damned", "move to 8Aa")
    assert (table.area_of("Farmer"), table.area_of("Citizen")) == ("18A.3a", "destroyed")


@pytest.mark.rule("civilian.kill_on", "civilian.die_when_entered")
@pytest.mark.parametrize("reading", ["every area", "end area"])
def test_a_charge_destroys_too(reading):
    table = laid({"Farmer": "18A.3a", "Mounted Spectres 1": "18A.3c"}, {"civilian.kill_on": reading},
                 turn_of="unholy", orders={"unholy": {"Charge": 1}})  # fmt: skip
    table.do("charge order", "move to 18A.3a")
    assert (table.area_of("Farmer") == "destroyed") == (reading == "every area")
    table.do("stop here")
    assert table.area_of("Farmer") == "destroyed"


@pytest.mark.rule("civilian.alone_open_their_area", "civilian.followup_over")
@pytest.mark.parametrize("followed", [True, False])
def test_a_guard_keeps_the_unholy_out_and_when_it_is_gone_they_may_follow_up(followed):
    units = {"18A.3a": ["Farmer", "Peasants 1"], "Skeletons 1": "18A.3c", "Skeletons 2": "17A.3b"}
    table = laid(units, {"civilian.followup_over": followed}, turn_of="unholy")
    table.load(yellow="kill")
    act(table, "18A.3c", "Skeletons 1")
    assert "18A.3a" not in moves_of(table)
    table.do("attack 18A.3a", "Peasants 1")
    assert (table.area_of("Peasants 1"), table.area_of("Farmer")) == ("destroyed", "18A.3a")
    assert (table.stage == "follow up") == followed
    if followed:
        table.do("Skeletons 1")
        assert (table.area_of("Skeletons 1"), table.area_of("Farmer")) == ("18A.3a", "destroyed")
        assert points(table) == 1


@pytest.mark.rule("civilian.followup_over")
@pytest.mark.parametrize("followed", [True, False])
def test_an_emptied_area_is_followed_into_in_both_readings(followed):
    units = {"18A.3a": ["Farmer"], "Skeletons 1": "18A.3c", "Skeletons 2": "17A.3b"}
    table = laid(units, {"civilian.followup_over": followed}, turn_of="unholy")
    table.load(yellow="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.stage == "follow up"


def test_an_area_emptied_by_pushes_may_be_followed_into():
    units = {"18A.3a": ["Peasants 1"], "Skeletons 1": "18A.3c", "Skeletons 2": "17A.3b"}
    table = laid(units, turn_of="unholy").load(yellow="push")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a", "choose 5Ab")
    assert table.stage == "follow up"
    table.do("Skeletons 1")
    assert table.area_of("Skeletons 1") == "18A.3a"


@pytest.mark.rule("move.room_after_overrun", "civilian.alone_open_their_area")
@pytest.mark.parametrize("after", [True, False])
def test_room_is_counted_after_or_before_the_civilians_are_gone(after):
    units = {"18A.3b": ["Farmer", "Citizen", "Guide"], "Skeletons 1": "18A.3a"}
    table = laid(units, {"move.room_after_overrun": after}, turn_of="unholy")
    act(table, "18A.3a", "Skeletons 1")
    assert ("18A.3b" in moves_of(table)) == after


@pytest.mark.rule("civilian.not_pushed_onto")
def test_no_unholy_unit_is_pushed_onto_civilians():
    units = {"Gargoyles 1": "18A.3a", "Crossbowmen 1": "18A.3c", "Farmer": "5Ab",
             "Pikemen 1": "17A.3b"}  # fmt: skip
    table = laid(units, turn_of="holy").load(red="push", black="push")
    act(table, "18A.3c", "Crossbowmen 1", "shoot at 18A.3a")
    assert table.stage == "push"
    assert choices(table) == {"8Aa", "18A.3b"}


@pytest.mark.rule("civilian.attacked_like_others")
@pytest.mark.parametrize(("face", "place"), [("kill", "destroyed"), ("disrupted", "infirmary")])
def test_civilians_in_the_open_are_attacked_and_defend_with_their_dice(face, place):
    units = {"18A.3a": ["Apothecary"], "Skeletons 1": "18A.3c"}
    table = laid(units, turn_of="unholy").load(yellow=face, white="shield")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.dice("defence") == ["White shield"]
    assert table.area_of("Apothecary") == "18A.3a"
    table = laid(units, turn_of="unholy").load(yellow=face, white="push")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.area_of("Apothecary") == place
    table = laid(units, turn_of="unholy").load(yellow="push", white="blank")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a", "choose 5Ab")
    assert table.area_of("Apothecary") == "5Ab"


def test_two_results_against_one_civilian_destroy_it_once():
    table = laid({"18A.3a": ["Farmer"], "18A.3c": ["Skeletons 1", "Skeletons 2"]}, turn_of="unholy")
    table.load(yellow="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a", "Skeletons 2")
    if table.stage == "join":
        table.do("throw")
    assert table.area_of("Farmer") == "destroyed"
    assert (points(table), table.tokens("unholy")["XP"]) == (1, 1)


@pytest.mark.rule("civilian.rally", "rally.houses", "church.area_rallies")
@pytest.mark.parametrize("church_area", [False, True])
@pytest.mark.parametrize("unit", ["Citizen", "Pikemen 1"])
def test_a_rallied_holy_unit_chooses_a_house_or_its_area(unit, church_area):
    units = {unit: "infirmary", "Skeletons 1": "2B.3a", "18A.3b": ["Peasants 1", "Peasants 2"],
             "house W": ["Farmer"], "Provincial Militia 1": "18A.3b"}  # fmt: skip
    table = laid(units, {"church.area_rallies": church_area}, turn_of="holy")
    table.load(doom="rally").do("pass")
    # 2B.3a is held by an enemy, the house W and its area are full.
    expected = {"house NE", "4A.1b", "house E", "6Aa", "house SW"}
    assert (table.stage, table.to_move) == ("rally", "holy")
    assert choices(table) == (expected | {"8Aa"} if church_area else expected)
    table.do("choose house E")
    assert table.area_of(unit) == "house E"


@pytest.mark.rule("rally.houses")
def test_a_standard_bearers_area_is_a_rally_point_but_never_the_inside_of_the_church():
    units = {"Pikemen 1": "infirmary", "Standard Bearer": "17A.3b"}
    table = laid(units, turn_of="holy").load(doom="rally").do("pass")
    assert "choose 17A.3b" in table.options()
    assert not {"choose church", "choose 8Aa"} & set(table.options())


@pytest.mark.rule("civilian.in_houses")
def test_in_a_house_a_civilian_is_reached_by_infantry_only():
    units = {"house SW": ["Farmer"], "6Aa": ["Skeletons 1", "War"], "Gargoyles 1": "6Ab"}
    table = laid(units, turn_of="unholy")
    act(table, "6Ab", "Gargoyles 1", "move to 6Aa", "stop here")
    # Entering the house's area does not touch the house.
    assert table.area_of("Farmer") == "house SW"
    table.do("activate 6Aa")
    for unit in ("War", "Gargoyles 1"):
        turn_to(table, unit)
        assert "house SW" not in moves_of(table)
        table.do("do nothing")
    turn_to(table, "Skeletons 1").do("move to house SW")
    assert table.area_of("Farmer") == "destroyed"


@pytest.mark.rule("civilian.attack")
@pytest.mark.parametrize("attacks", [True, False])
def test_civilians_with_attack_dice_may_attack(attacks):
    for civilian in CIVILIANS:
        units = {"18A.3a": [civilian], "Skeletons 1": "18A.3c", "Pikemen 1": "17A.3b"}
        table = laid(units, {"civilian.attack": attacks}, turn_of="holy")
        act(table, "18A.3a", civilian)
        expected = {"18A.3c"} if attacks and civilian == "Blacksmith" else set()
        assert attacks_of(table) == expected


@pytest.mark.rule("civilian.abilities")
def test_abilities_are_bonus_actions_of_the_civilians_own_activation():
    # 1 XP of the Citizen, 1 Intrigue of the Merchant Girl, before or after the action, once a turn.
    units = {"18A.3a": ["Citizen", "Merchant Girl", "Pikemen 1"], "Pikemen 2": "17A.3b"}
    table = laid(units, turn_of="holy")
    act(table, "18A.3a", "Citizen", "gain XP")
    assert "gain XP" not in table.options()
    table.do("move to 18A.3c")
    assert table.tokens("holy")["XP"] == 1
    turn_to(table, "Merchant Girl").do("move to 18A.3c", "gain Intrigue")
    assert table.tokens("holy")["Intrigue"] == 1
    # Nobody else uses them: the Pikemen have no such action.
    turn_to(table, "Pikemen 1")
    assert not {text for text in table.options() if text.startswith("gain")}


def test_the_guide_leads_an_area_of_civilians_into_the_church_and_no_others():
    units = {"8Aa": ["Guide", "Farmer"], "Pikemen 1": "17A.3b"}
    table = laid(units, turn_of="holy", tokens={"holy": 2})
    act(table, "8Aa", "Guide", "lead the area", "choose church")
    assert table.units_in("church") == ["Farmer", "Guide"]
    assert table.tokens("holy")["XP"] == 0
    units["8Aa"] = ["Guide", "Farmer", "Pikemen 2"]
    table = laid(units, turn_of="holy", tokens={"holy": 2})
    act(table, "8Aa", "Guide", "lead the area")
    assert "choose church" not in table.options()
    assert "choose 5Ab" in table.options()
    units = {"5Ab": ["Guide", "Farmer", "Pikemen 2"], "Pikemen 1": "17A.3b"}
    table = laid(units, turn_of="holy", tokens={"holy": 2})
    act(table, "5Ab", "Guide", "lead the area", "choose 8Aa")
    assert table.units_in("8Aa") == ["Pikemen 2", "Farmer", "Guide"]


# Attacks that involve Civilians, and fall-outs of attacks.


def test_the_armed_peasants_retaliation_counts_though_the_attacker_falls():
    # The attack dice thrown stay: the Skeletons fall and the Peasants fall.
    units = {"18A.3a": ["Blacksmith", "Peasants 1"], "Skeletons 1": "18A.3c", "Skeletons 2": "18A.3c",
             "Gargoyles 1": "17A.3b"}  # fmt: skip
    table = laid(units, turn_of="unholy")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.stage == "join"
    # Peasants have no defence dice: Retaliation needs one, so nobody strikes back.
    table.load(yellow="kill").do("throw")
    assert table.area_of("Skeletons 1") == "18A.3c"
    units["18A.3a"] = ["Farmer", "Sergeants-at-Arms 1"]
    table = laid(units, turn_of="unholy").load(yellow="kill", red="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a", "throw")
    assert table.area_of("Skeletons 1") == "returning"
    assert table.stage == "allocate"
    while table.stage == "allocate":
        table.do("Sergeants-at-Arms 1" if "Sergeants-at-Arms 1" in table.options() else "Farmer")
    assert table.area_of("Sergeants-at-Arms 1") == "destroyed"
    # With the last attacker gone nobody follows up.
    assert table.stage != "follow up"


def test_a_commander_who_falls_first_commands_nobody():
    units = {"18A.3a": ["Sergeants-at-Arms 1"], "18A.3c": ["War", "Skeletons 1"],
             "Gargoyles 1": "17A.3b"}  # fmt: skip
    table = laid(units, turn_of="unholy", hp={"War": 1})
    table.load(red="kill", white="push")
    act(table, "18A.3c", "War", "attack 18A.3a")
    if table.stage == "join":
        table.do("throw")
    while table.stage in ("reroll attack", "reroll defence"):
        table.do("keep the dice")
    assert table.area_of("War") == "returning"
    while table.stage in ("allocate", "push"):
        table.do(table.options()[0])
    # The other unit of the area still acts.
    assert "command" not in table.options()


def test_several_movers_destroy_as_they_come():
    units = {
        "18A.3a": ["Farmer"],
        "18A.3c": ["Skeletons 1", "Skeletons 2"],
        "Gargoyles 1": "17A.3b",
    }
    table = laid(units, turn_of="unholy")
    act(table, "18A.3c", "Skeletons 1", "move to 18A.3a")
    turn_to(table, "Skeletons 2").do("move to 18A.3a")
    assert (points(table), len(table.units_in("18A.3a"))) == (1, 2)


def test_bodyguard_and_targeting_work_for_civilians_as_for_any_unit():
    # Nobody in these armies has the traits, so two units are given them.
    rules = {"units.Skeletons.traits": "Targeting", "units.Pikemen.traits": "Bodyguard"}
    units = {"18A.3a": ["Farmer", "Pikemen 1"], "Skeletons 1": "18A.3c", "Skeletons 2": "17A.3b"}
    table = laid(units, rules, turn_of="unholy").load(yellow="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert (table.stage, table.to_move) == ("allocate", "unholy")
    table.do("Farmer")
    assert (table.stage, table.to_move) == ("stand in", "holy")
    table.do("Pikemen 1")
    assert (table.area_of("Farmer"), table.area_of("Pikemen 1")) == ("18A.3a", "destroyed")
    assert points(table) == 0


def test_pushes_lead_into_no_interior_and_no_full_area():
    # Beside 18A.3b lie a house, which is no destination, and 18A.3a, which is full.
    units = {"18A.3b": ["Farmer"], "Skeletons 1": "18A.3c", "Skeletons 2": "17A.3b",
             "18A.3a": ["Peasants 1", "Peasants 2", "Peasants 3", "Pikemen 1"]}  # fmt: skip
    table = laid(units, turn_of="unholy").load(yellow="push")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3b")
    assert table.stage == "push"
    assert choices(table) == {"6Aa", "13A.1a"}


def test_a_civilian_in_a_house_is_on_the_board_at_the_end():
    units = {"house E": ["Farmer"], "Citizen": "infirmary", "Pikemen 1": "17A.3b"}
    table = laid(units, turn_of="holy", in_round=7).load(doom="rally").do("pass")
    table.do("choose house NE")
    assert (table.over, points(table), table.winner) == (True, 0, "holy")
