"""The Leviathan's Gigantic attack: its dice, and whom they strike."""

import numba
import numpy as np
import pytest

from tolsim.joan.dice import FACES

from . import kernel_entries
from .games import health, laid, leviathan_acts, players_turn

STACK = ["Ambroise de Loré", "Foot Knights 1", "Pikemen 1"]
THERE = {"The Leviathan": "16B.2a", "2B.1a": STACK}


def thrown(table):
    return [FACES[numbers[0]] for kind, *numbers in table.happened() if kind == "gigantic throw"]


def struck(rules=None, face="kill", units=THERE, **layout):
    return leviathan_acts(units, rules, {"gigantic": face}, **layout)


@pytest.mark.rule("gigantic.order", "gigantic.wounds", "gigantic.push")
def test_a_kill_a_trample_and_a_disrupted_strike_by_the_chart():
    table = players_turn(THERE, {"gigantic.push": "reroll"}, hp={"The Leviathan": 12})
    wanted = ["disrupted", "kill", "push", "trample"]
    table.find("pass", lambda t: sorted(thrown(t)) == wanted)
    assert table.hp("Ambroise de Loré") == 1
    assert table.area_of("Foot Knights 1") == "destroyed"
    assert table.area_of("Pikemen 1") == "held"
    assert health(table) == 13
    # Nobody is pushed by the Push.
    assert table.area_of("Ambroise de Loré") == "2B.1a"


@pytest.mark.rule("gigantic.order")
def test_after_the_last_unit_the_first_one_is_struck_again():
    table = struck({"combat.gigantic_dice": 4}, "disrupted")
    assert table.area_of("Ambroise de Loré") == "held"
    table = struck({"combat.gigantic_dice": 4}, "trample")
    assert [table.area_of(unit) for unit in STACK] == ["destroyed"] * 3


@pytest.mark.rule("gigantic.push")
@pytest.mark.parametrize("reading", ["reroll", "push then reroll", "whole"])
def test_no_push_is_left_and_what_it_does_is_a_switch(reading):
    table = players_turn(THERE, {"gigantic.push": reading})
    table.find("pass", lambda t: thrown(t)[:2] == ["push", "disrupted"])
    faces = thrown(table)
    if reading == "whole":
        assert len(faces) % 3 == 0
        assert "push" not in faces[-3:]
    else:
        assert len(faces) - faces.count("push") == 3
    # Ambroise comes first in the chart: he is pushed to the North-Easternmost area beside.
    pushed = [numbers for kind, *numbers in table.happened() if kind == "pushed"]
    if reading == "push then reroll":
        assert (pushed[0][0], table.areas[pushed[0][2]]) == (
            table.number("Ambroise de Loré"),
            "2B.2b",
        )
    else:
        assert all(table.areas[numbers[1]] != "2B.1a" for numbers in pushed)


@pytest.mark.rule("gigantic.push")
def test_dice_after_rethrows_are_a_fifth_kills_two_fifths_tramples_and_disrupteds():
    table = laid(THERE, {"gigantic.push": "reroll"}, turn_of="holy")
    throws = 1_500 if numba.config.DISABLE_JIT else 70_000
    out = np.zeros(4, np.int64)
    kernel_entries.count_gigantic_dice(table.states, table.game.parameters, throws, out)
    share = out / (3 * throws)
    assert out.sum() == 3 * throws
    # Five standard deviations.
    assert abs(share - [0.2, 0.4, 0.0, 0.4]).max() < 5 * (0.24 / (3 * throws)) ** 0.5


@pytest.mark.rule("gigantic.scope")
@pytest.mark.parametrize("scope", ["hex", "area"])
def test_it_strikes_a_whole_hex_or_the_area_that_touches_it(scope):
    # 17A.2a touches 16B.2, 17A.2b does not.
    units = {"The Leviathan": "16B.2a", "Pikemen 1": "17A.2a", "Pikemen 2": "17A.2b"}
    table = struck({"gigantic.scope": scope}, "kill", units)
    fallen = ["Pikemen 1", "Pikemen 2"] if scope == "hex" else ["Pikemen 1"]
    assert table.units_in("destroyed") == fallen


@pytest.mark.rule("gigantic.scope")
def test_units_in_an_area_that_does_not_touch_it_are_struck_all_the_same():
    units = {"The Leviathan": "16B.2a", "Pikemen 2": "17A.2b"}
    assert struck({"gigantic.scope": "hex"}, "kill", units).units_in("destroyed") == ["Pikemen 2"]
    table = struck({"gigantic.scope": "area"}, "kill", units)
    assert table.units_in("destroyed") == []


@pytest.mark.rule("combat.gigantic_allocation")
@pytest.mark.parametrize("reading", ["spread", "each"])
def test_one_result_to_a_unit_or_all_on_each(reading):
    table = struck({"combat.gigantic_allocation": reading, "combat.gigantic_dice": 2})
    fallen = table.units_in("destroyed")
    assert fallen == (
        ["Foot Knights 1"] if reading == "spread" else sorted(STACK, key=table.number)
    )


@pytest.mark.rule("combat.gigantic_dice")
@pytest.mark.parametrize("dice", [3, 2, 4])
def test_so_many_dice_are_thrown(dice):
    assert len(thrown(struck({"combat.gigantic_dice": dice}, "blank"))) == dice


@pytest.mark.rule("gigantic.wounds")
def test_a_character_without_hp_left_is_destroyed_or_lies_on_the_board():
    units = {"The Leviathan": "16B.2a", "2B.1a": ["Ambroise de Loré"]}
    rules = {"combat.gigantic_dice": 2}
    assert struck(rules, "kill", units).area_of("Ambroise de Loré") == "destroyed"
    assert struck(rules, "disrupted", units).area_of("Ambroise de Loré") == "held"
    # What counts is the result that takes the last HP: the Disrupted comes last.
    table = players_turn(units, rules)
    table.find("pass", lambda t: sorted(thrown(t)) == ["disrupted", "kill"])
    assert table.area_of("Ambroise de Loré") == "held"


@pytest.mark.rule("gigantic.order")
def test_a_garrison_larger_than_the_dice_loses_the_best_targets():
    names = ["Crossbowmen 1", "Pikemen 1", "Foot Knights 1", "Hero", "Standard Bearer"]
    units = {"The Leviathan": "5Aa", "church": names[:3], "12Ba": names[3:]}
    table = struck(None, "trample", units)
    # All of them are in the church for the chart: fewer HP, then the number decides.
    first_three = sorted(names, key=table.number)[:3]
    assert table.units_in("destroyed") == first_three


@pytest.mark.rule("gigantic.order")
def test_of_units_on_one_line_the_one_with_fewer_hp_is_struck_first():
    units = {"The Leviathan": "5Aa", "12Ba": ["Ambroise de Loré", "Hero"]}
    table = struck({"combat.gigantic_dice": 1}, "kill", units)
    assert (table.area_of("Hero"), table.hp("Ambroise de Loré")) == ("destroyed", 2)
