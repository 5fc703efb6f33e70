"""Areas: who touches whom, room, insides of buildings, links."""

import pytest

from ..positions import Table
from .games import holy, horsemen, offered, unholy

PEASANTS = ["Peasants 1", "Peasants 2", "Peasants 3"]


@pytest.mark.rule("board.shared_border")
def test_areas_are_adjacent_across_an_edge_that_both_own():
    # 5Aa owns the edges N, NE and NW of its hex, 5Ab the others; 2B.3 lies across the edge SE, which
    # 5Aa only touches at a corner.
    table = holy({"Pikemen 1": "5Aa"}).do("activate 5Aa")
    assert set(offered(table, "move to")) == {"14B.1b", "14B.2b", "18A.2a", "5Ab"}


@pytest.mark.rule("board.room")
def test_a_unit_moves_only_where_there_is_room():
    # A forest of a hex of three areas: four spaces, less one for the tree.
    for units, enters in ((PEASANTS, False), (PEASANTS[:2], True)):
        table = holy({"18A.2c": units, "18A.2a": ["Pikemen 1"]})
        table.do("activate 18A.2a")
        assert ("18A.2c" in offered(table, "move to")) is enters


@pytest.mark.rule("board.interior")
def test_an_inside_is_reached_from_its_building_alone():
    table = holy({"Pikemen 1": "house SW", "Pikemen 2": "6Ab"})
    table.do("activate house SW")
    assert set(offered(table, "move to")) == {"6Aa"}
    table.do("do nothing", "activate 6Ab")
    assert "house SW" not in offered(table, "move to")
    assert "house SW" in table.neighbours("6Aa")


@pytest.mark.rule("board.interior_for_infantry", "traits.big", "unit.big_size")
@pytest.mark.parametrize(
    ("unit", "changes", "enters"),
    [
        ("Pikemen 1", {}, True),
        ("Mounted Knights 1", {}, False),
        ("Angel 1", {}, False),
        ("Pikemen 1", {"units.Pikemen.traits": "Big", "unit.big_size": 1}, False),
    ],
)
def test_only_infantry_that_is_not_big_goes_inside(unit, changes, enters):
    table = holy({unit: "6Aa"}, changes).do("activate 6Aa")
    assert ("house SW" in offered(table, "move to")) is enters


@pytest.mark.rule("traits.big", "unit.big_size")
@pytest.mark.parametrize(("size", "enters"), [(1, True), (2, True), (3, False)])
def test_a_big_unit_takes_its_room(size, enters):
    # Four spaces, two of them taken.
    units = {"2B.2b": ["Skeletons 1", "Skeletons 2"], "2B.2a": ["War"]}
    table = unholy(units, {"unit.big_size": size, "move.cavalry": 1})
    table.do("activate 2B.2a")
    assert ("2B.2b" in offered(table, "move to")) is enters


@pytest.mark.rule("core.one_side_an_area")
def test_no_unit_enters_an_area_with_enemies_but_friends_and_civilians_share():
    units = {"5Aa": ["Pikemen 1"], "5Ab": ["Skeletons 1"], "14B.1b": ["Farmer", "Peasants 1"]}
    table = holy(units).do("activate 5Aa")
    assert set(offered(table, "move to")) == {"14B.1b", "14B.2b", "18A.2a"}
    table.do("move to 14B.1b")
    assert table.units_in("14B.1b") == ["Pikemen 1", "Peasants 1", "Farmer"]


@pytest.mark.rule("board.links")
def test_without_links_there_is_no_moving_or_fighting_but_shooting():
    units = {"5Aa": ["Pikemen 1", "Crossbowmen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units, fields={"links": 0})
    table.do("activate 5Aa", "Crossbowmen 1")
    assert table.options() == ["do nothing", "shoot at 5Ab"]
    # Pikemen have nothing to do then; their turn to act ends without a question.
    table.do("do nothing")
    assert table.stage == "turn"


@pytest.mark.rule("board.links")
def test_without_links_nobody_is_pushed_and_nothing_adjacent_is_healed():
    units = {"5Aa": ["Crossbowmen 1"], "5Ab": ["Skeletons 1", "Skeletons 2"]}
    changes = {"units.Skeletons.cancel_push": 0}
    table = holy(units, changes, fields={"links": 0})
    table.load(red="push").do("activate 5Aa", "shoot at 5Ab")
    assert table.area_of("Skeletons 1") == "returning"
    for links in (True, False):
        units = {"5Aa": ["Death"], "5Ab": ["War"]}
        table = unholy(units, tokens={"unholy": 1}, hp={"War": 2})
        if not links:
            table.state.links[:] = 0
        table.do("activate 5Aa")
        assert ("heal for XP" in table.options()) is links


@pytest.mark.rule("board.buildings_stand")
def test_an_empty_building_is_no_target():
    units = {"2B.2b": ["Skeletons 1", "Gargoyles 1"]}
    table = unholy(units).do("activate 2B.2b", "Gargoyles 1")
    assert not [text for text in table.options() if text.startswith(("attack", "shoot"))]


@pytest.mark.rule("board.gigantic_fills_its_hex")
def test_a_gigantic_unit_fills_its_hex_and_is_reached_from_all_around():
    changes = {"units.Death.traits": "Character, Gigantic"}
    units = {"5Aa": ["Death"], "8Aa": ["Pikemen 1"], "2B.3b": ["Crossbowmen 1"]}
    table = holy(units, changes).do("activate 8Aa")
    assert "attack 5Aa" in table.options()
    assert "5Ab" not in offered(table, "move to")
    table.do("do nothing", "activate 2B.3b")
    assert "shoot at 5Aa" in table.options()


@pytest.mark.rule("board.compass")
@pytest.mark.parametrize(
    ("compass", "round_the_church", "round_a_plain"),
    [
        # Greatest 2x - y of the areas' centres; farthest north; greatest 3x - y.
        ("diagonal", "2B.3b", "5Aa"),
        ("north_first", "5Ab", "5Aa"),
        ("edge", "2B.3b", "2B.3b"),
    ],
)
def test_the_compass_says_where_a_ring_of_areas_begins(compass, round_the_church, round_a_plain):
    table = Table(horsemen({"board.compass": compass}))
    near = table.game.parameters[0].near
    assert table.areas[near[table.area("8Aa")][0]] == round_the_church
    assert table.areas[near[table.area("5Ab")][0]] == round_a_plain
