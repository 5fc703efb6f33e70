"""Dice thrown again: Feint, Parry, terrain, the Reroll token."""

import pytest

from .games import holy, unholy


def rerolls(options):
    return {text for text in options if text.startswith("reroll")}


@pytest.mark.rule("trait.feint")
@pytest.mark.parametrize("on", [True, False])
def test_feint_throws_one_own_attack_die_again(on):
    # The Hero has Feint; the Sergeants' die is not his.
    units = {"5Aa": ["Hero", "Pikemen 1"], "5Ab": ["Skeletons 1", "Devourers 1"]}
    table = holy(units, {"trait.feint": on}).load(red="shield", white="shield", yellow="blank")
    table.do("activate 5Aa", "Hero", "attack 5Ab", "Pikemen 1")
    assert (table.stage == "reroll attack") is on
    if on:
        assert table.to_move == "holy"
        assert table.options() == ["keep the dice", "reroll Red shield"]
        table.load(red="disrupted", white="blank").do("reroll Red shield")
        # Its second throw stands; the defence is thrown, and a result is left.
        assert table.stage == "allocate"
        assert table.results()["disrupteds"] == 1


@pytest.mark.rule("trait.feint")
def test_a_die_need_not_be_thrown_again():
    units = {"5Aa": ["Hero"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="kill").do("activate 5Aa", "attack 5Ab")
    table.load(red="shield").do("keep the dice")
    assert table.area_of("Skeletons 1") == "returning"


@pytest.mark.rule("trait.parry")
@pytest.mark.parametrize("on", [True, False])
def test_parry_throws_one_own_defence_die_again(on):
    # War has Parry and a red die in defence; the Skeletons have no die.
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["War", "Gargoyles 1"]}
    table = holy(units, {"trait.parry": on}).load(red="push", black="shield")
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.stage == "reroll defence") is on
    if on:
        assert table.to_move == "unholy"
        # The black die is the Gargoyles'.
        assert table.options() == ["keep the dice", "reroll Red push"]
        table.load(red="shield").do("reroll Red push")
        assert table.area_of("War") == "5Ab"
        assert table.counted() == {"kills": 0, "disrupteds": 0, "pushes": 0}


@pytest.mark.rule("traits.rerolls_once")
def test_each_unit_throws_one_die_again_once_an_attack():
    changes = {"units.Foot Knights.traits": "Feint"}
    units = {"5Aa": ["Foot Knights 1", "Hero"], "5Ab": ["Skeletons 1"]}
    table = holy(units, changes).load(red="shield").do("activate 5Aa", "Hero", "attack 5Ab")
    table.do("Foot Knights 1", "reroll Red shield")
    # The other one's turn; then none is left.
    assert table.stage == "reroll attack"
    table.do("reroll Red shield")
    assert table.stage != "reroll attack"
    # The next attack has rerolls of its own.
    units = {"5Aa": ["Hero"], "5Ab": ["Skeletons 1"]}
    orders = {"holy": {"Activation": 1, "Reactivation": 1}}
    table = holy(units, orders=orders).load(red="shield")
    table.do("activate 5Aa", "attack 5Ab", "reroll Red shield")
    table.do("reactivation order", "choose 5Aa", "attack 5Ab")
    assert table.stage == "reroll attack"


@pytest.mark.rule("tokens.reroll_use")
def test_a_reroll_token_throws_any_own_attack_die_again():
    units = {"5Aa": ["Foot Knights 1", "Pikemen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units, tokens={"holy": {"Reroll": 2}}).load(red="shield", white="blank")
    table.do("activate 5Aa", "Foot Knights 1", "attack 5Ab", "Pikemen 1")
    assert rerolls(table.options()) == {"reroll Red shield", "reroll White blank"}
    table.do("reroll White blank")
    # One token a throw.
    assert table.tokens("holy")["Reroll"] == 1
    assert table.stage == "turn"


@pytest.mark.rule("tokens.reroll_use")
def test_a_reroll_token_throws_an_own_defence_die_again():
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Gargoyles 1"]}
    table = holy(units, tokens={"unholy": {"Reroll": 1}}).load(red="push", black="kill")
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.to_move, table.stage) == ("unholy", "reroll defence")
    table.load(black="shield").do("reroll Black kill")
    assert table.tokens("unholy")["Reroll"] == 0
    assert table.counted()["pushes"] == 1


@pytest.mark.rule("tokens.reroll_use")
def test_a_token_that_is_kept_is_not_spent():
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units, tokens={"holy": {"Reroll": 1}}).load(red="shield")
    table.do("activate 5Aa", "attack 5Ab", "keep the dice")
    assert table.tokens("holy")["Reroll"] == 1


@pytest.mark.rule("terrain.forest_parry", "terrain.village_parry")
@pytest.mark.parametrize(
    ("area", "rule"), [("2B.2b", "terrain.forest_parry"), ("4A.1b", "terrain.village_parry")]
)
@pytest.mark.parametrize("on", [True, False])
def test_forest_and_village_let_the_defence_throw_one_die_again(area, rule, on):
    origin = {"2B.2b": "2B.2a", "4A.1b": "8Aa"}[area]
    units = {origin: ["Damned"], area: ["Pikemen 1", "Foot Knights 1"]}
    table = unholy(units, {rule: on}).load(red="push", yellow="push", black="disrupted")
    table.do(f"activate {origin}", f"attack {area}")
    assert (table.stage == "reroll defence") is on
    if on:
        assert table.to_move == "holy"
        assert rerolls(table.options()) == {"reroll Yellow push", "reroll Black disrupted"}
        table.do("reroll Yellow push")
        # Once for the area.
        assert table.stage != "reroll defence"


@pytest.mark.rule("terrain.forest_parry", "tokens.reroll_use")
def test_terrain_units_and_token_each_give_a_reroll():
    changes = {"units.Foot Knights.traits": "Parry", "terrain.forest_parry": True}
    units = {"2B.2a": ["Damned"], "2B.2b": ["Foot Knights 1"]}
    table = unholy(units, changes, tokens={"holy": {"Reroll": 1}})
    table.load(red="push", black="disrupted").do("activate 2B.2a", "attack 2B.2b")
    for _ in range(3):
        assert table.stage == "reroll defence"
        assert table.tokens("holy")["Reroll"] == 1
        table.do("reroll Black disrupted")
    assert table.stage != "reroll defence"
    assert table.tokens("holy")["Reroll"] == 0


@pytest.mark.rule("terrain.forest_parry")
def test_plains_and_fields_give_none():
    units = {"5Aa": ["Damned"], "5Ab": ["Foot Knights 1"]}
    table = unholy(units, {"terrain.forest_parry": True}).load(red="push", black="disrupted")
    assert table.do("activate 5Aa", "attack 5Ab").stage != "reroll defence"


@pytest.mark.rule("unit_abilities.Crossbowmen.rerolls Shields")
def test_crossbowmen_throw_their_shields_again_once():
    units = {"5Aa": ["Crossbowmen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="shield").do("activate 5Aa", "shoot at 5Ab")
    # Thrown again of itself, and a second Shield stays.
    assert len([kind for kind, *_ in table.happened() if kind == "rerolls"]) == 1
    units = {"5Aa": ["Crossbowmen 1", "Pikemen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(red="disrupted").do("activate 5Aa", "Crossbowmen 1", "shoot at 5Ab")
    assert not [kind for kind, *_ in table.happened() if kind == "rerolls"]
