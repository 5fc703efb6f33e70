"""Orders of a turn: Activation, Reactivation, Charge, Interrupt, and their limits."""

from typing import Any

import pytest

from tolsim.joan.state import ACTIVATION

from ..positions import Table
from .games import holy, horsemen, offered, unholy


@pytest.mark.rule("orders.activation", "action.one_each")
def test_an_activation_lets_each_unit_of_the_area_take_one_action_of_its_own():
    units = {"5Aa": ["Pikemen 1", "Crossbowmen 1", "Peasants 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="shield", white="blank", yellow="blank").do("activate 5Aa")
    assert set(table.options()) == {"Pikemen 1", "Crossbowmen 1", "Peasants 1"}
    table.do("Pikemen 1", "move to 14B.1b")
    assert set(table.options()) == {"Crossbowmen 1", "Peasants 1"}
    table.do("Crossbowmen 1", "shoot at 5Ab")
    # The last one is asked at once.
    assert "attack 5Ab" in table.options()
    table.do("do nothing")
    assert table.stage == "turn"
    assert table.orders("holy")["Activation"] == 8


@pytest.mark.rule("action.any_order")
def test_the_owner_says_who_acts_first():
    for first, second in (("Pikemen 1", "Peasants 1"), ("Peasants 1", "Pikemen 1")):
        table = holy({"5Aa": ["Pikemen 1", "Peasants 1"]}).do("activate 5Aa", first)
        table.do("move to 14B.1b")
        assert table.area_of(first) == "14B.1b"
        table.do("move to 5Ab")
        assert table.area_of(second) == "5Ab"


@pytest.mark.rule("orders.own_turn")
def test_a_turn_ends_with_the_last_order_or_with_a_pass():
    units = {"5Aa": ["Pikemen 1"], "8Aa": ["Pikemen 2"]}
    table = holy(units, orders={"holy": 1}, then="TO_TAKE_FIRST_TURN")
    assert set(table.options()) == {"pass", "activate 5Aa", "activate 8Aa", "activate 13A.2a"}
    table.do("activate 5Aa", "move to 5Ab")
    assert table.stage != "turn" or table.to_move != "holy"
    table = holy(units, then="TO_CAMP").do("pass")
    assert table.stage != "turn" or table.to_move != "holy"


@pytest.mark.rule("orders.own_turn")
def test_orders_that_cannot_be_played_do_not_keep_a_turn_going():
    table = Table(horsemen(), {"5Aa": ["Pikemen 1"]}, turn_of="holy", orders={"holy": 2})
    table.do("activate 5Aa", "do nothing")
    assert table.stage != "turn" or table.to_move != "holy"


@pytest.mark.rule("orders.activation_limit")
@pytest.mark.parametrize(("reading", "again"), [("area", True), ("area and unit", False)])
def test_a_stack_that_moved_on_acts_again_only_where_areas_alone_are_limited(reading, again):
    units = {"5Aa": ["Pikemen 1", "Pikemen 2"]}
    table = holy(units, {"orders.activation_limit": reading})
    table.do("activate 5Aa", "move to 14B.1b", "do nothing")
    assert "activate 5Aa" not in table.options()
    assert ("activate 14B.1b" in table.options()) is again


@pytest.mark.rule("orders.activation_limit")
def test_a_unit_that_has_not_acted_can_be_activated_among_others_that_have():
    units = {"5Aa": ["Pikemen 1"], "14B.1b": ["Peasants 1"]}
    table = holy(units, {"orders.activation_limit": "area and unit"})
    table.do("activate 5Aa", "move to 14B.1b", "activate 14B.1b")
    # Only the Peasants act.
    table.do("move to 14B.1a")
    assert table.area_of("Peasants 1") == "14B.1a"
    assert table.stage == "turn"


@pytest.mark.rule("orders.once_per_owner")
def test_a_rivals_activation_of_an_area_does_not_count():
    units = {"5Aa": ["Skeletons 1"], "5Ab": ["Skeletons 2"]}
    table = unholy(units, activated={"holy": ["5Aa"], "unholy": ["5Ab"]})
    assert set(offered(table, "activate")) == {"5Aa", "A1B#1a"}


@pytest.mark.rule("orders.reactivation")
def test_a_reactivation_names_any_own_area():
    units = {"5Aa": ["Pikemen 1"], "5Ab": ["Peasants 1"], "8Aa": ["Skeletons 1"]}
    table = holy(
        units, orders={"holy": {"Reactivation": 2, "Activation": 1}}, activated={"holy": ["5Aa"]}
    )
    table.do("reactivation order")
    assert set(offered(table, "choose")) == {"5Aa", "5Ab", "13A.2a"}
    table.do("choose 5Aa", "do nothing")
    assert table.orders("holy")["Reactivation"] == 1
    # It does not count as the area's Activation.
    table.do("reactivation order", "choose 5Ab", "do nothing")
    assert "activate 5Ab" in table.options()


@pytest.mark.rule("orders.charge")
def test_a_charge_moves_units_with_charge_up_to_two_areas_and_lets_them_melee_only():
    units = {
        "18A.2a": ["Conquest", "Gargoyles 1"],
        "14B.1b": ["Skeletons 1"],
        "8Aa": ["Pikemen 1"],
    }
    table = unholy(units, orders={"unholy": {"Charge": 1, "Activation": 1}})
    table.do("charge order")
    # Only Conquest has Charge, so the one area is not asked for.
    assert table.stage == "charge move"
    table.do("move to 5Aa", "move to 5Ab")
    assert table.area_of("Conquest") == "5Ab"
    # Two areas and no further; then only melee, though Conquest shoots up to three areas.
    assert "attack 8Aa" in table.options()
    assert not offered(table, "move to")
    assert not offered(table, "shoot at")
    table.load(white="blank", yellow="blank").do("attack 8Aa")
    table.decline(until="turn")
    assert table.area_of("Gargoyles 1") == "18A.2a"
    assert table.orders("unholy") == {
        "Activation": 1, "Charge": 0, "Reactivation": 0, "Interrupt": 0
    }  # fmt: skip


@pytest.mark.rule("orders.charge")
def test_a_charge_may_stand_still_and_may_not_attack():
    units = {"5Aa": ["Mounted Knights 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units, orders={"holy": {"Charge": 1, "Activation": 1}})
    table.do("charge order", "stop here")
    assert table.options() == ["do nothing", "attack 5Ab"]
    table.do("do nothing")
    # It is no Activation of the area.
    assert "activate 5Aa" in table.options()


@pytest.mark.rule("orders.charge", "trait.charge")
@pytest.mark.parametrize("on", [True, False])
def test_charge_orders_are_for_units_with_charge(on):
    units = {"5Aa": ["Mounted Knights 1"], "8Aa": ["Pikemen 1"]}
    table = holy(units, {"trait.charge": on}, orders={"holy": {"Charge": 1, "Activation": 1}})
    assert ("charge order" in table.options()) is on


@pytest.mark.rule("orders.charge_together")
def test_units_that_charged_together_attack_together():
    units = {"18A.2a": ["Mounted Knights 1", "Mounted Knights 2"], "5Ab": ["Skeletons 1"]}
    table = holy(units, orders={"holy": {"Charge": 1, "Activation": 1}}).load(red="shield")
    table.do("charge order", "move to 5Aa", "stop here", "move to 14B.1b", "move to 5Aa")
    table.do("attack 5Ab")
    assert table.options() == ["throw", "Mounted Knights 2"]
    table.do("Mounted Knights 2")
    assert table.colours() == "RRRR"


def interrupted(changes: Any = None, interrupts: int = 1) -> Table:
    units = {"5Aa": ["Pikemen 1"], "8Aa": ["Pikemen 2"], "4A.2c": ["Skeletons 1", "Skeletons 2"]}
    return unholy(units, changes, orders={"unholy": 3, "holy": {"Interrupt": interrupts}})


@pytest.mark.rule("orders.interrupt")
def test_an_interrupt_comes_after_a_rivals_order_is_resolved():
    table = interrupted().do("activate 4A.2c", "move to 2B.2a")
    # The second unit acts before anybody is asked.
    assert table.to_move == "unholy"
    table.do("do nothing")
    assert table.to_move == "holy"
    assert set(table.options()) == {"pass", "activate 5Aa", "activate 8Aa"}
    table.do("activate 5Aa", "move to 5Ab")
    assert table.area_of("Pikemen 1") == "5Ab"
    assert table.orders("holy")["Interrupt"] == 0
    assert (table.stage, table.to_move) == ("turn", "unholy")


@pytest.mark.rule("orders.interrupt")
def test_who_passes_keeps_the_interrupt_for_later():
    table = interrupted().do("activate 4A.2c", "do nothing", "do nothing", "pass")
    assert table.orders("holy")["Interrupt"] == 1
    table.do("activate A1B#1a", "do nothing")
    assert table.to_move == "holy"


@pytest.mark.rule("orders.interrupt")
def test_an_interrupt_may_name_an_area_that_was_activated():
    units = {"5Aa": ["Pikemen 1"], "8Aa": ["Pikemen 2"], "4A.2c": ["Skeletons 1"]}
    table = unholy(
        units, orders={"unholy": 3, "holy": {"Interrupt": 1}}, activated={"holy": ["5Aa"]}
    )
    table.do("activate 4A.2c", "do nothing")
    assert "activate 5Aa" in table.options()


@pytest.mark.rule("orders.one_interrupt_a_window")
def test_there_is_one_interrupt_a_window():
    table = interrupted(interrupts=2).do("activate 4A.2c", "do nothing")
    table.do("do nothing", "activate 5Aa", "move to 5Ab")
    assert (table.stage, table.to_move) == ("turn", "unholy")
    assert table.orders("holy")["Interrupt"] == 1


@pytest.mark.rule("orders.interrupt_window")
@pytest.mark.parametrize(
    ("reading", "asked"), [("after each order", "holy"), ("scenario only", "unholy")]
)
def test_when_an_interrupt_can_be_played(reading, asked):
    table = interrupted({"orders.interrupt_window": reading})
    table.do("activate 4A.2c", "do nothing", "do nothing")
    assert table.to_move == asked


@pytest.mark.rule("orders.unused_are_lost", "camp.limits_end")
def test_camp_takes_what_is_left_of_orders_and_frees_the_areas():
    table = holy(
        {"5Aa": ["Pikemen 1"]},
        orders={"holy": 3, "unholy": {"Interrupt": 2, "Charge": 1}},
        activated={"holy": ["5Aa"]},
        # The Horsemen of the next round are asked for before its Council.
        then="TO_CAMP",
    )
    table.do("pass")
    assert table.stage == "horseman"
    assert not any(table.orders("holy").values())
    assert not any(table.orders("unholy").values())
    assert not table.state.activated.any()
    assert table.state.orders[0][ACTIVATION] == 0
