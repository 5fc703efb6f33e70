"""Abilities of Characters at level 2."""

import pytest

from .games import holy, unholy

CONQUEST = {"levels": {"Conquest": "Conquest 2"}}
WAR = {"levels": {"War": "War 2"}}
FAMINE = {"levels": {"Famine": "Famine 2"}}
DEATH = {"levels": {"Death": "Death 2"}}
CALM = {"red": "shield", "black": "shield", "white": "blank", "yellow": "push"}


@pytest.mark.rule("unit_abilities.Hero 2 evil.Blanks disrupt")
def test_blanks_of_an_evil_hero_disrupt():
    units = {"5Aa": ["Hero"], "5Ab": ["Skeletons 1"]}
    table = holy(units, levels={"Hero": "Hero 2 evil"}).load(white="blank", yellow="blank")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.counted()["disrupteds"] == 2


@pytest.mark.rule("unit_abilities.Conquest 2.ignores a Shield")
def test_conquest_takes_a_shield_at_level_two_as_well():
    changes = {"units.Farmer.shields": 3}
    table = unholy({"5Aa": ["Conquest"], "5Ab": ["Farmer"]}, changes, **CONQUEST)
    table.load(red="kill", white="disrupted").do("activate 5Aa", "attack 5Ab")
    # Three dice against two Shields that count.
    assert table.counted()["disrupteds"] == 1


@pytest.mark.rule("unit_abilities.Conquest 2.Legend on follow-up")
@pytest.mark.parametrize(
    ("follower", "gained"), [("Conquest", 1), ("Mounted Skeletons 1", 1), ("done", 0)]
)
def test_an_unholy_follow_up_after_conquests_attack_gives_a_legend(follower, gained):
    units = {"5Aa": ["Conquest", "Mounted Skeletons 1"], "5Ab": ["Peasants 1"]}
    table = unholy(units, **CONQUEST).load(red="kill", white="blank")
    table.do("activate 5Aa", "Conquest", "attack 5Ab", "Mounted Skeletons 1", follower)
    if table.stage == "follow up":
        table.do("done")
    assert table.tokens("unholy")["Legend"] == gained


@pytest.mark.rule("unit_abilities.War 2.Disrupted kills")
def test_wars_disrupted_kill_at_level_two():
    table = unholy({"5Aa": ["War"], "5Ab": ["Farmer"]}, **WAR).load(red="disrupted", white="blank")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Farmer") == "destroyed"


@pytest.mark.rule(
    "unit_abilities.War 2.melee on follow-up", "unit_abilities.War 2.follow-up ignores a Shield"
)
def test_war_that_follows_up_attacks_once_more_against_a_shield_less():
    changes = {"units.Citizen.shields": 3}
    units = {"5Aa": ["War"], "5Ab": ["Peasants 1"], "8Aa": ["Citizen"], "2B.3b": ["Farmer"]}
    table = unholy(units, changes, **WAR).load(red="kill", white="disrupted")
    table.do("activate 5Aa", "attack 5Ab", "War")
    assert set(table.options()) == {"done", "attack 8Aa", "attack 2B.3b"}
    table.do("attack 8Aa")
    # Three results of three dice, three Shields of which two count.
    assert table.area_of("Citizen") == "destroyed"
    table.do("War")
    assert table.stage == "turn"


@pytest.mark.rule("unit_abilities.War 2.follow-up ignores a Shield")
def test_wars_first_attack_meets_all_shields():
    changes = {"units.Citizen.shields": 3}
    table = unholy({"5Aa": ["War"], "5Ab": ["Citizen"]}, changes, **WAR)
    table.load(red="kill", white="disrupted").do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Citizen") == "5Ab"


@pytest.mark.rule("unit_abilities.Famine 2.Blanks push")
def test_famines_blanks_push_at_level_two():
    table = unholy({"5Aa": ["Famine"], "5Ab": ["Farmer"]}, **FAMINE).load(yellow="blank")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.counted()["pushes"] == 3


@pytest.mark.rule("unit_abilities.Famine 2.melee against three areas")
def test_famine_strikes_three_areas_for_three_xp():
    units = {
        "8Aa": ["Famine"],
        "5Ab": ["Farmer"],
        "6Aa": ["Citizen"],
        "4A.1b": ["Pikemen 1"],
        "17A.1b": ["Pikemen 2"],
    }
    table = unholy(units, tokens={"unholy": 3}, **FAMINE).load(yellow="disrupted")
    table.do("activate 8Aa")
    assert "melee against more areas" not in table.options()
    table.do("attack 5Ab", "done", "melee against more areas")
    assert table.tokens("unholy")["XP"] == 0
    assert {"attack 6Aa", "attack 4A.1b", "attack 17A.1b"} <= set(table.options())
    table.do("attack 6Aa")
    if table.stage == "follow up":
        table.do("done")
    assert "attack 6Aa" not in table.options()
    table.do("attack 4A.1b").decline(until="turn")
    # Each area was thrown for; a fourth is not struck.
    assert table.units_in("infirmary") == ["Pikemen 1", "Farmer", "Citizen"]
    assert table.area_of("Pikemen 2") == "17A.1b"


@pytest.mark.rule("unit_abilities.Famine 2.melee against three areas")
def test_famine_strikes_more_areas_only_right_after_its_own_attack():
    # A commanded unit attacks in between: what Famine struck is no longer the last attack.
    units = {"8Aa": ["Famine"], "5Ab": ["Pikemen 1"], "6Aa": ["Pikemen 2"]}
    units |= {"4A.1a": ["Devourers 1"], "4A.2c": ["Pikemen 3"]}
    table = unholy(units, tokens={"unholy": 3}, **FAMINE).load(red="shield", yellow="shield")
    table.do("activate 8Aa", "attack 5Ab")
    assert "melee against more areas" in table.options()
    table.do("command", "Devourers 1", "attack 4A.2c")
    assert "melee against more areas" not in table.options()


@pytest.mark.rule("unit_abilities.Death 2.Shields kill")
def test_deaths_shields_kill_at_level_two():
    table = unholy({"5Aa": ["Death"], "5Ab": ["Farmer"]}, **DEATH).load(black="shield")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Farmer") == "destroyed"


@pytest.mark.rule("unit_abilities.Death 2.defence for Legend")
@pytest.mark.parametrize(("word", "colours", "left"), [("Skeletons 1", "B", 0), ("decline", "", 1)])
def test_a_legend_gives_an_unholy_unit_under_attack_a_black_die(word, colours, left):
    units = {"5Aa": ["Pikemen 1"], "5Ab": ["Skeletons 1"], "2B.1a": ["Death"]}
    table = holy(units, tokens={"unholy": {"Legend": 1}}, **DEATH).load(
        white="push", black="shield"
    )
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.stage, table.to_move) == ("embolden", "unholy")
    table.do(word)
    assert table.colours("defends") == colours
    assert table.tokens("unholy")["Legend"] == left


@pytest.mark.rule("unit_abilities.Death 2.defence for Legend")
@pytest.mark.parametrize(("place", "legend"), [("infirmary", 1), ("2B.1a", 0)])
def test_without_death_on_the_board_or_a_legend_there_is_no_question(place, legend):
    units = {"5Aa": ["Pikemen 1"], "5Ab": ["Skeletons 1"], place: ["Death"]}
    table = holy(units, tokens={"unholy": {"Legend": legend}}, **DEATH).load(white="shield")
    assert table.do("activate 5Aa", "attack 5Ab").stage == "turn"
