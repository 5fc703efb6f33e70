"""Pushes and following up."""

import pytest

from .games import holy, offered, unholy

PEASANTS = ["Peasants 1", "Peasants 2", "Peasants 3"]


@pytest.mark.rule("combat.push", "combat.push_bars", "combat.results_on_troops")
def test_the_attacker_chooses_an_adjacent_area_without_enemies_and_with_room():
    # 6Aa touches 8Aa, 17A.1b, 6Ab, 18A.3b and the inside of its house.
    units = {"6Ab": ["Skeletons 1"], "6Aa": ["Pikemen 1"]}
    table = unholy(units).load(yellow="push").do("activate 6Ab", "attack 6Aa", "keep the dice")
    assert (table.stage, table.to_move) == ("push", "unholy")
    # Not the attackers' own area, not the inside.
    assert set(offered(table, "choose")) == {"8Aa", "17A.1b", "18A.3b"}
    table.do("choose 17A.1b")
    assert table.area_of("Pikemen 1") == "17A.1b"
    others = {"8Aa": ["Skeletons 2"], "18A.3b": PEASANTS, "17A.1b": ["Farmer"]}
    table = unholy({**units, **others}).load(yellow="push")
    table.do("activate 6Ab", "attack 6Aa", "keep the dice")
    # Enemies in one, the other full: the friends' area is the only one.
    assert table.units_in("17A.1b") == ["Pikemen 1", "Farmer"]


@pytest.mark.rule("combat.push_bars")
def test_a_shot_pushes_anywhere_but_into_the_shooters_area():
    units = {"5Aa": ["Crossbowmen 1"], "5Ab": ["Gargoyles 1"]}
    table = holy(units).load(red="push", black="blank").do("activate 5Aa", "shoot at 5Ab")
    assert set(offered(table, "choose")) == {"8Aa", "2B.3b", "18A.3a"}


@pytest.mark.rule("combat.push_bars")
def test_nobody_is_pushed_where_the_attack_came_from_even_if_its_attackers_fell():
    units = {"5Aa": ["Skeletons 1"], "5Ab": ["Sergeants-at-Arms 1"]}
    table = unholy(units).load(yellow="push", red="kill").do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Skeletons 1") == "returning"
    assert set(offered(table, "choose")) == {"8Aa", "2B.3b", "18A.3a"}


@pytest.mark.rule("combat.push_stuck")
@pytest.mark.parametrize(
    ("reading", "place"),
    [("disrupted", "infirmary"), ("no effect", "18A.2c"), ("destroyed", "destroyed")],
)
def test_a_push_that_has_nowhere_to_go(reading, place):
    # 18A.2c touches 18A.2a, where the attack comes from, and 18A.2b, full of enemies.
    units = {"18A.2a": ["Skeletons 1"], "18A.2b": ["Skeletons 2"], "18A.2c": ["Pikemen 1"]}
    table = unholy(units, {"combat.push_stuck": reading}).load(yellow="push")
    table.do("activate 18A.2a", "attack 18A.2c")
    table.decline(until="turn")
    assert table.area_of("Pikemen 1") == place


@pytest.mark.rule("traits.never_pushed")
def test_who_is_never_pushed_is_given_no_push():
    changes = {"units.Pikemen.traits": "Never pushed"}
    units = {"5Aa": ["Skeletons 1"], "5Ab": ["Pikemen 1", "Farmer"]}
    table = unholy(units, changes).load(yellow="push").do("activate 5Aa", "attack 5Ab")
    # The Push is for the Farmer, without a choice.
    assert table.stage == "push"
    table.do("choose 8Aa")
    assert (table.area_of("Pikemen 1"), table.area_of("Farmer")) == ("5Ab", "8Aa")
    table = unholy({"5Aa": ["Skeletons 1"], "5Ab": ["Pikemen 1"]}, changes).load(yellow="push")
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.area_of("Pikemen 1"), table.stage) == ("5Ab", "turn")


@pytest.mark.rule("combat.follow_up")
def test_any_attacker_may_move_into_the_emptied_area():
    units = {"5Aa": ["Foot Knights 1", "Sergeants-at-Arms 1", "Hero"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="kill")
    table.do("activate 5Aa", "Foot Knights 1", "attack 5Ab", "Sergeants-at-Arms 1", "throw")
    # The Hero did not attack.
    assert (table.stage, table.to_move) == ("follow up", "holy")
    assert set(table.options()) == {"done", "Foot Knights 1", "Sergeants-at-Arms 1"}
    table.do("Sergeants-at-Arms 1")
    assert table.options() == ["done", "Foot Knights 1"]
    table.do("done")
    assert table.area_of("Sergeants-at-Arms 1") == "5Ab"
    assert table.area_of("Foot Knights 1") == "5Aa"


@pytest.mark.rule("combat.follow_up")
@pytest.mark.parametrize(("face", "follows"), [("kill", True), ("disrupted", True), ("push", True)])
def test_it_does_not_matter_what_has_emptied_the_area(face, follows):
    units = {"5Aa": ["Sergeants-at-Arms 1"], "5Ab": ["Gargoyles 1"]}
    table = holy(units).load(red=face, black="blank").do("activate 5Aa", "attack 5Ab")
    if face == "push":
        table.do("choose 8Aa")
    assert (table.stage == "follow up") is follows


@pytest.mark.rule("combat.follow_up")
def test_nobody_follows_up_into_enemies_or_after_a_shot():
    units = {"5Aa": ["Sergeants-at-Arms 1"], "5Ab": ["Skeletons 1", "Skeletons 2"]}
    table = holy(units).load(red="kill").do("activate 5Aa", "attack 5Ab")
    assert table.stage == "turn"
    units = {"5Aa": ["Crossbowmen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="kill").do("activate 5Aa", "shoot at 5Ab")
    assert table.stage == "turn"
    assert table.area_of("Skeletons 1") == "returning"


@pytest.mark.rule("combat.follow_up")
def test_who_followed_up_has_acted_but_a_bonus_action_is_left():
    units = {"5Aa": ["Hero", "Sergeants-at-Arms 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="kill")
    table.do("activate 5Aa", "Hero", "attack 5Ab", "throw", "keep the dice", "done")
    assert table.stage == "unit"
    assert table.options() == ["do nothing", "command"]
