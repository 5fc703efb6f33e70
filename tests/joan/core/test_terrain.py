"""Swamps, and units that terrain does not touch; the other terrains stand with their effects."""

import pytest

from .games import holy, unholy


@pytest.mark.rule("terrain.swamp_shields")
@pytest.mark.parametrize(("lost", "kills"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_a_swamp_takes_shields_from_the_defence(lost, kills):
    # Two Shields against two Kills.
    changes = {"terrain.swamp_shields": lost, "units.Farmer.shields": 2}
    units = {"4A.3b": ["Damned"], "4A.3a": ["Farmer", "Citizen"]}
    table = unholy(units, changes).load(red="kill").do("activate 4A.3b", "attack 4A.3a")
    assert table.counted()["kills"] == kills


@pytest.mark.rule("terrain.swamp_shields")
def test_the_attackers_terrain_does_not_count():
    units = {"4A.3a": ["Damned"], "4A.3b": ["Farmer"]}
    table = unholy(units, {"units.Farmer.shields": 2}).load(red="kill")
    assert table.do("activate 4A.3a", "attack 4A.3b").counted()["kills"] == 0


@pytest.mark.rule("terrain.swamp_shields")
def test_a_swamp_counts_for_shots_too():
    units = {"4A.3b": ["Gargoyles 1"], "4A.3a": ["Farmer"]}
    table = unholy(units, {"units.Farmer.shields": 1}).load(yellow="disrupted")
    table.do("activate 4A.3b", "shoot at 4A.3a")
    assert table.area_of("Farmer") == "infirmary"


@pytest.mark.rule("unit_abilities.Ghosts.ignores terrain")
@pytest.mark.parametrize("ghosts", ["Skeletons", "Pikemen"])
def test_terrain_neither_helps_nor_hinders_ghosts_or_their_opponents(ghosts):
    # The forest would give a reroll, the swamp take the Shield.
    changes = {f"units.{ghosts}.abilities": "ignores terrain", "units.Pikemen.traits": ""}
    units = {"2B.2a": ["Skeletons 1"], "2B.2b": ["Pikemen 1"]}
    table = unholy(units, changes).load(yellow="push").do("activate 2B.2a", "attack 2B.2b")
    assert table.stage != "reroll defence"
    changes["units.Pikemen.shields"] = 1
    units = {"4A.3b": ["Skeletons 1"], "4A.3a": ["Pikemen 1"]}
    table = unholy(units, changes).load(yellow="push").do("activate 4A.3b", "attack 4A.3a")
    assert table.counted()["pushes"] == 0


@pytest.mark.rule("unit_abilities.Ghosts.ignores terrain")
def test_terrain_counts_where_others_stand_beside_ghosts():
    changes = {"units.Skeletons.abilities": "ignores terrain", "units.Skeletons.cancel_push": 0}
    units = {"2B.2a": ["Sergeants-at-Arms 1"], "2B.2b": ["Skeletons 1", "Gargoyles 1"]}
    table = holy(units, changes).load(red="push", black="kill")
    assert table.do("activate 2B.2a", "attack 2B.2b").stage == "reroll defence"
