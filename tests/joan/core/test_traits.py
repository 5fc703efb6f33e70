"""Traits that change what a result does, or whom it is given to."""

import pytest

from .games import holy, unholy

HERO_TWO = {"levels": {"Hero": "Hero 2 good"}}
BARE_HERO = {"units.Hero 2 good.defence": "", "units.Hero 2 good.traits": "Character"}


@pytest.mark.rule("trait.slayer", "unit.character_beside_type")
@pytest.mark.parametrize(
    ("on", "character", "left"), [(True, True, 1), (False, True, 2), (True, False, 2)]
)
def test_a_slayers_kill_counts_twice_on_a_character(on, character, left):
    changes = {"trait.slayer": on, "units.Hero 2 good.hp": 3, "units.Hero 2 good.defence": ""}
    changes["units.Hero 2 good.traits"] = "Character" if character else ""
    table = unholy({"5Aa": ["War"], "5Ab": ["Hero"]}, changes, **HERO_TWO)
    table.load(red="kill", white="blank").do("activate 5Aa", "attack 5Ab")
    assert table.hp("Hero") == left


@pytest.mark.rule("trait.slayer")
def test_a_slayers_disrupted_counts_once():
    changes = {"trait.slayer": True, "units.Hero 2 good.hp": 3, "units.War.melee_change": ""}
    table = unholy({"5Aa": ["War"], "5Ab": ["Hero"]}, {**BARE_HERO, **changes}, **HERO_TWO)
    table.load(red="disrupted", white="blank").do("activate 5Aa", "attack 5Ab")
    assert table.hp("Hero") == 2


def cruel(changes=None, legend=1, face="disrupted"):
    changes = {"units.Heretic Expiators.melee": "YY", **(changes or {})}
    units = {"5Aa": ["Heretic Expiators 1"], "5Ab": ["Farmer", "Citizen"]}
    table = unholy(units, changes, tokens={"unholy": {"Legend": legend}}).load(yellow=face)
    return table.do("activate 5Aa", "attack 5Ab")


@pytest.mark.rule("trait.ruthless")
@pytest.mark.parametrize("on", [True, False])
def test_ruthless_turns_one_disrupted_into_a_kill_for_a_legend(on):
    table = cruel({"trait.ruthless": on})
    assert (table.stage == "ruthless") is on
    if on:
        assert (table.to_move, set(table.options())) == ("unholy", {"decline", "spend Legend"})
        table.do("spend Legend")
        assert table.tokens("unholy")["Legend"] == 0
        assert table.results() == {"kills": 1, "disrupteds": 1, "pushes": 0, "tramples": 0}


@pytest.mark.rule("trait.ruthless")
def test_ruthless_works_once_an_attack_and_only_where_there_is_a_disrupted_and_a_legend():
    assert cruel(legend=2).do("spend Legend").stage == "allocate"
    assert cruel(legend=2).do("decline").results()["kills"] == 0
    assert cruel(legend=0).stage == "allocate"
    assert cruel(face="push").stage != "ruthless"


def guarded(trait, changes=None, face="kill", targeting=True):
    """Attack a Farmer and a guard with one result that the attacker may allocate."""
    changes = {"units.Pikemen.traits": trait, "units.Pikemen.defence": "", **(changes or {})}
    changes["units.Skeletons.traits"] = "Targeting" if targeting else ""
    table = unholy({"5Aa": ["Skeletons 1"], "5Ab": ["Pikemen 1", "Farmer"]}, changes)
    return table.load(yellow=face).do("activate 5Aa", "attack 5Ab")


@pytest.mark.rule("trait.bodyguard", "trait.shield")
@pytest.mark.parametrize("trait", ["Bodyguard", "Shield"])
@pytest.mark.parametrize("face", ["kill", "disrupted"])
def test_a_guard_may_take_what_is_meant_for_another(trait, face):
    table = guarded(trait, {"trait.bodyguard": True, "trait.shield": True}, face)
    assert table.to_move == "unholy"
    table.do("Farmer")
    assert (table.stage, table.to_move) == ("stand in", "holy")
    assert set(table.options()) == {"decline", "Pikemen 1"}
    taken = "destroyed" if face == "kill" else "infirmary"
    assert table.do("Pikemen 1").area_of("Pikemen 1") == taken
    table = guarded(trait, face=face).do("Farmer", "decline")
    assert table.area_of("Farmer") == taken


@pytest.mark.rule("trait.bodyguard", "trait.shield")
@pytest.mark.parametrize(
    ("trait", "changes"),
    [("Bodyguard", {"trait.bodyguard": False}), ("Shield", {"trait.shield": False}), ("", {})],
)
def test_without_the_trait_nobody_steps_in(trait, changes):
    assert guarded(trait, changes).do("Farmer").area_of("Farmer") == "destroyed"


@pytest.mark.rule("trait.bodyguard", "trait.shield")
def test_a_guard_takes_no_push_and_nothing_that_is_meant_for_it():
    assert guarded("Bodyguard", face="push").do("Farmer").stage == "push"
    assert guarded("Bodyguard").do("Pikemen 1").area_of("Pikemen 1") == "destroyed"


@pytest.mark.rule("trait.survival")
@pytest.mark.parametrize(
    ("on", "black", "stays"),
    [(True, "shield", True), (True, "kill", False), (False, "shield", False)],
)
def test_survival_keeps_who_would_be_destroyed_on_a_black_shield(on, black, stays):
    changes = {"trait.survival": on, "units.Foot Knights.melee": "R"}
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Mounted Skeletons 1"]}
    table = holy(units, changes).load(red="kill", white="blank", black=black)
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.area_of("Mounted Skeletons 1") == "5Ab") is stays
    assert table.hp("Mounted Skeletons 1") == 1


@pytest.mark.rule("trait.survival")
def test_survival_does_not_help_against_a_disrupted_and_is_thrown_for_each_kill():
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Mounted Skeletons 1"]}
    changes = {"trait.survival": True}
    table = holy(units, changes).load(red="disrupted", white="blank", black="shield")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Mounted Skeletons 1") == "returning"
    table = holy(units, changes).load(red="kill", white="blank", black="shield")
    table.do("activate 5Aa", "attack 5Ab")
    assert len([kind for kind, *_ in table.happened() if kind == "survives"]) == 2


IMMORTALS = {"units.Pikemen.traits": "Immortal", "units.Pikemen.defence": ""}


@pytest.mark.rule("trait.immortal", "combat.immortal")
@pytest.mark.parametrize(
    ("on", "reading", "place"),
    [
        (True, "infirmary", "infirmary"),
        (True, "destroys", "destroyed"),
        (False, "infirmary", "destroyed"),
    ],
)
def test_what_a_kill_does_to_an_immortal_unit(on, reading, place):
    changes = {**IMMORTALS, "trait.immortal": on, "combat.immortal": reading}
    table = unholy({"5Aa": ["Skeletons 1"], "5Ab": ["Pikemen 1"]}, changes).load(yellow="kill")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Pikemen 1") == place


@pytest.mark.rule("trait.immortal")
@pytest.mark.parametrize(("on", "place"), [(True, "infirmary"), (False, "destroyed")])
def test_a_death_on_the_doom_die_leaves_an_immortal_unit_in_the_infirmary(on, place):
    changes = {**IMMORTALS, "trait.immortal": on}
    table = holy({"infirmary": ["Pikemen 1"]}, changes).load(doom="death").do("pass")
    assert table.area_of("Pikemen 1") == place


@pytest.mark.rule("trait.dodge")
@pytest.mark.parametrize(
    ("on", "white", "place"),
    [(True, "blank", "5Ab"), (True, "push", "destroyed"), (False, "blank", "destroyed")],
)
def test_a_blank_on_its_own_defence_die_lets_a_unit_dodge(on, white, place):
    units = {"5Aa": ["Devourers 1"], "5Ab": ["Standard Bearer"]}
    table = unholy(units, {"trait.dodge": on}).load(red="kill", white=white)
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Standard Bearer") == place


@pytest.mark.rule("trait.dodge")
def test_who_dodges_is_given_nothing_and_the_others_are_given_all():
    changes = {"units.Devourers.melee": "RR", "units.Crossbowmen.defence": "", "trait.dodge": True}
    units = {"5Aa": ["Devourers 1"], "5Ab": ["Standard Bearer", "Crossbowmen 1"]}
    table = unholy(units, changes).load(red="kill", white="blank")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Crossbowmen 1") == "destroyed"
    assert table.area_of("Standard Bearer") == "5Ab"
    # It does not move, and so bars following up.
    assert table.stage == "turn"
