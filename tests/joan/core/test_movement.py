"""Moves: how far, past whom, and where they stop."""

import pytest

from ..positions import Table
from .games import holy, offered, unholy

FRIENDS = ["Peasants 1", "Peasants 2", "Peasants 3", "Pikemen 1", "Pikemen 2", "Pikemen 3"]


def walk(table: Table, area: str, first: str, *more: str) -> int:
    """Activate an area, walk along areas, and count the steps that were allowed."""
    table.do(f"activate {area}", f"move to {first}")
    steps = 1
    for step in more:
        if table.stage != "move on":
            return steps
        assert f"move to {step}" in table.options()
        table.do(f"move to {step}")
        steps += 1
    return steps


WAY = ("14B.1b", "5Aa", "5Ab", "8Aa")


@pytest.mark.rule("move.one_area")
@pytest.mark.parametrize("unit", ["Pikemen 1", "Devourers 1"])
def test_infantry_and_flyers_move_one_area(unit):
    side = holy if unit == "Pikemen 1" else unholy
    assert walk(side({unit: "18A.2a"}), "18A.2a", *WAY) == 1


@pytest.mark.rule("move.one_area", "move.haste")
def test_a_war_machine_moves_one_area_even_with_haste():
    changes = {"units.Pikemen.type": "machine", "units.Pikemen.haste": 3}
    assert walk(holy({"Pikemen 1": "18A.2a"}, changes), "18A.2a", *WAY) == 1


@pytest.mark.rule("move.cavalry")
@pytest.mark.parametrize("areas", [1, 2, 3])
def test_cavalry_moves_as_far_as_the_rule_says(areas):
    table = holy({"Mounted Knights 1": "18A.2a"}, {"move.cavalry": areas})
    assert walk(table, "18A.2a", *WAY) == areas


@pytest.mark.rule("move.haste")
@pytest.mark.parametrize(("haste", "areas"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_haste_moves_infantry_up_to_so_many_areas(haste, areas):
    table = holy({"Pikemen 1": "18A.2a"}, {"units.Pikemen.haste": haste})
    assert walk(table, "18A.2a", *WAY) == areas


@pytest.mark.rule("move.haste")
def test_a_move_may_stop_before_its_last_step():
    table = unholy({"Gargoyles 1": "18A.2a"}).do("activate 18A.2a", "move to 14B.1b", "stop here")
    assert table.area_of("Gargoyles 1") == "14B.1b"
    assert table.stage == "turn"


@pytest.mark.rule("move.cavalry_haste")
@pytest.mark.parametrize(("reading", "areas"), [("adds", 3), ("replaces", 2)])
def test_what_haste_two_means_for_cavalry(reading, areas):
    table = unholy({"Death": "18A.2a"}, {"move.cavalry_haste": reading})
    assert walk(table, "18A.2a", *WAY) == areas


@pytest.mark.rule("move.jump")
def test_a_jump_comes_down_two_areas_away_over_enemies_but_not_among_them():
    # Of the forest's neighbours one is a pentacle, closed to Holy units, two hold enemies.
    units = {"14B.1a": ["Angel 1"], "14B.1b": ["Skeletons 1"], "14B.2b": ["Skeletons 2"]}
    table = holy(units).do("activate 14B.1a")
    assert set(offered(table, "move to")) == {"18A.2a", "5Aa", "14B.2a"}
    table.do("move to 5Aa")
    assert table.area_of("Angel 1") == "5Aa"
    assert table.stage == "turn"


@pytest.mark.rule("move.jump")
def test_a_jump_needs_room_where_it_comes_down():
    units = {"14B.1a": ["Angel 1"], "5Aa": FRIENDS}
    table = holy(units).do("activate 14B.1a")
    assert "5Aa" not in offered(table, "move to")
    assert "18A.2a" in offered(table, "move to")


@pytest.mark.rule("move.friends_let_pass")
def test_a_full_area_of_friends_is_passed_but_is_no_place_to_stop():
    units = {"5Aa": ["Mounted Knights 1", "Sergeants-at-Arms 1"], "14B.1b": FRIENDS}
    table = holy(units).do("activate 5Aa", "Sergeants-at-Arms 1")
    assert "14B.1b" not in offered(table, "move to")
    table.do("do nothing")
    assert "14B.1b" in offered(table, "move to")
    table.do("move to 14B.1b")
    assert set(table.options()) == {"move to 14B.1a", "move to 18A.2a", "move to 5Aa"}
    table.do("move to 18A.2a")
    assert table.area_of("Mounted Knights 1") == "18A.2a"


@pytest.mark.rule("move.friends_let_pass")
def test_a_full_area_with_nothing_free_behind_it_is_not_entered():
    # Behind 18A.2c lie only 18A.2a, where the cavalry comes from, and 18A.2b.
    units = {"18A.2a": ["Mounted Knights 1"], "18A.2c": FRIENDS[:3], "18A.2b": ["Skeletons 1"]}
    table = holy(units).do("activate 18A.2a")
    assert set(offered(table, "move to")) == {"14B.1b", "5Aa"}


@pytest.mark.rule("move.enemies_block")
def test_enemies_block_a_way():
    units = {"5Aa": ["Mounted Knights 1"], "14B.1b": ["Skeletons 1"]}
    table = holy(units).do("activate 5Aa", "move to 14B.2b")
    # 14B.1b cannot be passed; 14B.1a is reached from the other side.
    assert set(offered(table, "move to")) == {"14B.1a", "14B.2a", "5Aa"}


@pytest.mark.rule("move.overrun")
def test_an_area_of_lone_civilians_is_open_to_the_unholy_for_moves_and_follow_up():
    for guard in (False, True):
        area = ["Farmer", "Peasants 1"] if guard else ["Farmer"]
        table = unholy({"5Aa": ["Mounted Skeletons 1"], "14B.1b": area}).do("activate 5Aa")
        assert ("14B.1b" in offered(table, "move to")) is not guard
    table.load(red="kill", white="blank").do("attack 14B.1b", "Peasants 1")
    assert table.options() == ["done", "Mounted Skeletons 1"]
    table.do("Mounted Skeletons 1")
    assert table.area_of("Farmer") == "destroyed"
    assert table.units_in("14B.1b") == ["Mounted Skeletons 1"]


@pytest.mark.rule("move.room_after_overrun")
@pytest.mark.parametrize("after", [True, False])
def test_whether_room_is_counted_after_an_entry_has_cleared_the_area(after):
    units = {"18A.2a": ["Skeletons 1"], "18A.2c": ["Farmer", "Citizen", "Guide"]}
    table = unholy(units, {"move.room_after_overrun": after}).do("activate 18A.2a")
    assert ("18A.2c" in offered(table, "move to")) is after


@pytest.mark.rule("move.flyers")
def test_flyers_need_no_links():
    units = {"5Aa": ["Gargoyles 1", "Skeletons 1"]}
    table = unholy(units, fields={"links": 0}).do("activate 5Aa", "Gargoyles 1")
    assert set(offered(table, "move to")) == {"5Ab", "14B.1b", "14B.2b", "18A.2a"}
