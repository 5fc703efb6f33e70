"""Shots: range, what blocks them, hills, buildings."""

import pytest

from .games import holy, offered, unholy


@pytest.mark.rule("combat.shots")
def test_a_shot_reaches_as_far_as_its_range():
    # Gargoyles shoot two areas; from 5Aa 8Aa is two away, 17A.1b three.
    units = {
        "5Aa": ["Gargoyles 1"],
        "5Ab": ["Farmer"],
        "8Aa": ["Pikemen 1"],
        "17A.1b": ["Pikemen 2"],
    }
    table = unholy(units).do("activate 5Aa")
    assert set(offered(table, "shoot at")) == {"5Ab", "8Aa"}
    table = unholy(units, {"units.Gargoyles.shot_range": 3}).do("activate 5Aa")
    assert set(offered(table, "shoot at")) == {"5Ab", "8Aa", "17A.1b"}


@pytest.mark.rule("combat.shots", "combat.pool")
def test_shooters_of_an_area_throw_together():
    units = {"5Aa": ["Conquest", "Gargoyles 1"], "5Ab": ["Farmer"]}
    table = unholy(units).load(yellow="shield").do("activate 5Aa", "Conquest", "shoot at 5Ab")
    table.do("Gargoyles 1")
    assert table.colours() == "YYY"


@pytest.mark.rule("combat.line_of_sight")
@pytest.mark.parametrize(("reading", "sees"), [("forest", False), ("nothing", True)])
def test_forest_between_blocks_direct_shots(reading, sees):
    # From 2B.2a the way of two areas to 2B.3a leads through the forest 2B.2b.
    units = {"2B.2a": ["Gargoyles 1"], "2B.3a": ["Pikemen 1"]}
    table = unholy(units, {"combat.line_of_sight": reading}).do("activate 2B.2a")
    assert ("2B.3a" in offered(table, "shoot at")) is sees


@pytest.mark.rule("combat.line_of_sight")
def test_forest_at_either_end_blocks_nothing():
    changes = {"combat.line_of_sight": "forest"}
    table = unholy({"2B.2a": ["Gargoyles 1"], "2B.2b": ["Pikemen 1"]}, changes)
    assert offered(table.do("activate 2B.2a"), "shoot at") == ["2B.2b"]
    table = unholy({"2B.2b": ["Gargoyles 1"], "2B.2a": ["Pikemen 1"]}, changes)
    assert offered(table.do("activate 2B.2b"), "shoot at") == ["2B.2a"]


@pytest.mark.rule("combat.line_of_sight")
def test_a_way_round_the_forest_serves_if_it_is_short_enough():
    # 2B.2a to 4A.1b: two areas through the forest, three round it by 4A.2c and 4A.1a.
    for reach, sees in ((2, False), (3, True)):
        changes = {"units.Gargoyles.shot_range": reach}
        table = unholy({"2B.2a": ["Gargoyles 1"], "4A.1b": ["Pikemen 1"]}, changes)
        assert ("4A.1b" in offered(table.do("activate 2B.2a"), "shoot at")) is sees


@pytest.mark.rule("combat.arcing")
def test_arcing_shots_pass_over_forest_but_reach_no_adjacent_area():
    changes = {"units.Gargoyles.shot_kind": "arcing"}
    units = {"2B.2a": ["Gargoyles 1"], "2B.2b": ["Pikemen 1"], "2B.3a": ["Pikemen 2"]}
    assert offered(unholy(units, changes).do("activate 2B.2a"), "shoot at") == ["2B.3a"]


@pytest.mark.rule("terrain.hill_range")
@pytest.mark.parametrize(
    ("more", "reached"), [(0, ["2B.3a"]), (1, ["2B.3a", "2B.3b"]), (2, ["2B.3a", "2B.3b", "8Aa"])]
)
def test_shots_from_a_hill_reach_further(more, reached):
    units = {"2B.1a": ["Crossbowmen 1"], "2B.3a": ["Skeletons 1"], "2B.3b": ["Skeletons 2"]}
    table = holy({**units, "8Aa": ["Skeletons 3"]}, {"terrain.hill_range": more})
    assert sorted(offered(table.do("activate 2B.1a"), "shoot at")) == sorted(reached)


@pytest.mark.rule("terrain.hill_range")
def test_shots_at_a_hill_do_not():
    units = {"2B.3b": ["Crossbowmen 1"], "2B.1a": ["Skeletons 1"]}
    table = holy(units, {"terrain.hill_range": 1}).do("activate 2B.3b")
    assert not offered(table, "shoot at")


@pytest.mark.rule("combat.shots_and_interiors")
def test_into_a_building_one_shoots_from_beside_it_directly():
    for origin, kind, sees in (
        ("6Aa", "direct", True),
        ("6Ab", "direct", False),
        ("6Ab", "arcing", False),
    ):
        changes = {"units.Gargoyles.shot_kind": kind}
        table = unholy({origin: ["Gargoyles 1"], "house SW": ["Pikemen 1"]}, changes)
        assert ("house SW" in offered(table.do(f"activate {origin}"), "shoot at")) is sees


@pytest.mark.rule("combat.shots_and_interiors")
def test_nobody_shoots_out_of_a_building_but_one_fights_from_it():
    units = {"house SW": ["Crossbowmen 1", "Pikemen 1"], "6Aa": ["Skeletons 1"]}
    table = holy(units).do("activate house SW", "Crossbowmen 1")
    assert table.stage == "unit"
    assert not offered(table, "shoot at")
    assert offered(table, "attack") == ["6Aa"]
