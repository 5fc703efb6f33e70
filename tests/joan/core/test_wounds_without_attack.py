"""Wounds that come from no attack, and the Gigantic attack, as a scenario calls for them."""

import pytest

from ..kernel_entries import gigantic_attack, wound
from .games import holy, unholy

HERO_TWO = {"levels": {"Hero": "Hero 2 good"}}


@pytest.mark.rule("combat.plain_wound_kills")
@pytest.mark.parametrize(("kills", "place"), [(True, "destroyed"), (False, "infirmary")])
def test_a_wound_from_no_attack_destroys_on_the_last_hp(kills, place):
    table = holy({"5Aa": ["Hero"]}, {"combat.plain_wound_kills": kills}, **HERO_TWO)
    for expected in ("5Aa", place):
        wound(table.states, table.game.parameters, table.number("Hero"))
        assert table.area_of("Hero") == expected


@pytest.mark.rule("combat.plain_wound_kills", "trait.survival")
def test_survival_helps_against_such_a_wound():
    changes = {"combat.plain_wound_kills": True, "units.Pikemen.traits": "Survival"}
    table = holy({"5Aa": ["Pikemen 1"]}, changes).load(black="shield")
    wound(table.states, table.game.parameters, table.number("Pikemen 1"))
    assert table.area_of("Pikemen 1") == "5Aa"


def trampled(changes, face, units, hp=None, area=-1):
    changes = {"units.Death.traits": "Character, Gigantic", **changes}
    table = unholy({"8Aa": ["Death"], **units}, changes, hp=hp, **HERO_TWO).load(gigantic=face)
    struck = table.scenario.board.hex_of[table.area("5Aa")]
    number = table.number("Death")
    where = -1 if area == -1 else table.area(area)
    gigantic_attack(table.states, table.game.parameters, number, struck, where)
    return table


UNITS = {"5Aa": ["Foot Knights 1", "Hero"], "5Ab": ["Sergeants-at-Arms 1", "Standard Bearer"]}


@pytest.mark.rule("combat.gigantic_dice", "combat.gigantic_attack")
@pytest.mark.parametrize("dice", [2, 3, 4])
def test_a_gigantic_attack_throws_its_dice_and_meets_no_defence(dice):
    changes = {"combat.gigantic_dice": dice, "units.Hero 2 good.hp": 9}
    table = trampled(changes, "disrupted", {"5Aa": ["Hero"]})
    assert table.hp("Hero") == 9 - dice


@pytest.mark.rule("combat.gigantic_attack")
@pytest.mark.parametrize(
    ("face", "place"), [("kill", "destroyed"), ("trample", "destroyed"), ("disrupted", "infirmary")]
)
def test_a_trample_destroys_a_troop_and_wounds_a_character(face, place):
    table = trampled({"combat.gigantic_dice": 1}, face, {"5Aa": ["Foot Knights 1"]})
    assert table.area_of("Foot Knights 1") == place
    table = trampled({"combat.gigantic_dice": 1}, face, {"5Ab": ["Hero"]})
    assert (table.area_of("Hero"), table.hp("Hero")) == ("5Ab", 1)


@pytest.mark.rule("combat.gigantic_allocation")
@pytest.mark.parametrize(("reading", "standing"), [("spread", 1), ("each", 0)])
def test_results_of_a_gigantic_attack_are_spread_or_strike_each_unit(reading, standing):
    # Three dice, four units in the hex; the Hero would bear one wound.
    changes = {"combat.gigantic_allocation": reading, "units.Hero 2 good.hp": 1}
    table = trampled(changes, "kill", UNITS)
    names = [name for names in UNITS.values() for name in names]
    assert sum(table.area_of(name) in UNITS for name in names) == standing


@pytest.mark.rule("combat.gigantic_allocation")
def test_after_a_result_each_the_units_left_take_a_second():
    changes = {"combat.gigantic_allocation": "spread", "units.Hero 2 good.hp": 5}
    table = trampled(changes, "kill", {"5Aa": ["Hero"], "5Ab": ["Pikemen 1"]})
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.hp("Hero") == 3
