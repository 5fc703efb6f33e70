"""What is left after Shields and cancelling, whom it is given to, and what it does."""

import pytest

from tolsim.joan.state import XP

from .games import holy, unholy

MIXED = {"red": "kill", "white": "disrupted", "yellow": "push"}


def mixed(defenders, changes=None, **more):
    """Attack with two Kills, a Disrupted and a Push."""
    units = {"5Aa": ["Foot Knights 1", "Pikemen 1", "Peasants 1"], "5Ab": defenders}
    table = holy(units, changes, **more).load(**MIXED, black="blank")
    return table.do("activate 5Aa", "Foot Knights 1", "attack 5Ab", "Pikemen 1", "Peasants 1")


def left(*numbers):
    return dict(zip(("kills", "disrupteds", "pushes"), numbers, strict=True))


@pytest.mark.rule("combat.shields_cancel")
@pytest.mark.parametrize(
    ("shields", "expected"), [(0, (2, 1, 1)), (1, (1, 1, 1)), (2, (0, 1, 1)), (3, (0, 0, 1))]
)
def test_shields_cancel_kills_then_disrupted_then_pushes(shields, expected):
    changes = {"units.Skeletons.shields": shields, "units.Skeletons.cancel_push": 0}
    assert mixed(["Skeletons 1"], changes).counted() == left(*expected)


@pytest.mark.rule("combat.shields_cancel")
def test_shields_beyond_the_results_are_lost():
    changes = {"units.Skeletons.shields": 4, "units.Skeletons.cancel_push": 0}
    table = mixed(["Skeletons 1"], changes)
    assert table.counted() == left(0, 0, 0)
    assert table.area_of("Skeletons 1") == "5Ab"


@pytest.mark.rule(
    "combat.units_cancel",
    "unit_abilities.Skeletons.cancels a Push",
    "unit_abilities.Mounted Skeletons.cancels a Push",
    "unit_abilities.Damned.cancels a Push",
)
@pytest.mark.parametrize(
    ("defenders", "pushes"),
    [
        (["Skeletons 1"], 0),
        (["Mounted Skeletons 1"], 0),
        (["Damned"], 0),
        (["Gargoyles 1"], 1),
        (["Gargoyles 1", "Damned"], 0),
    ],
)
def test_unholy_units_cancel_a_push_of_their_area(defenders, pushes):
    units = {"5Aa": ["Peasants 1"], "5Ab": defenders}
    table = holy(units).load(yellow="push", black="kill", red="push", white="blank")
    assert table.do("activate 5Aa", "attack 5Ab").counted()["pushes"] == pushes


@pytest.mark.rule(
    "combat.units_cancel",
    "unit_abilities.Foot Knights.cancels a Push",
    "unit_abilities.Guide.cancels a Push",
    "unit_abilities.Standard Bearer.cancels two Disrupted",
)
@pytest.mark.parametrize(
    ("defenders", "expected"),
    [
        (["Pikemen 1"], (0, 3, 3)),
        (["Pikemen 1", "Foot Knights 1"], (0, 3, 2)),
        (["Foot Knights 1", "Foot Knights 2"], (0, 3, 1)),
        (["Foot Knights 1", "Guide"], (0, 3, 1)),
        (["Pikemen 1", "Standard Bearer"], (0, 1, 3)),
    ],
)
def test_holy_units_cancel_what_their_profiles_say_each(defenders, expected):
    # Famine at level 2 throws three yellow dice, the Repentants two white, Conquest's is a third.
    changes = {"units.Famine.melee": "YYY", "units.Heretic Repentants.melee": "WWW"}
    units = {"5Aa": ["Famine", "Heretic Repentants 1"], "5Ab": defenders}
    table = unholy(units, changes)
    table.load(yellow="push", white="disrupted", black="kill")
    # Retaliation and Dodge apart, no defence die may show what counts.
    table.load(yellow="push", black="push")
    table.do("activate 5Aa", "Famine", "attack 5Ab", "Heretic Repentants 1")
    assert table.counted() == left(*expected)


@pytest.mark.rule("combat.units_cancel")
def test_units_cancel_after_the_shields():
    # The Shield takes the Kill, and no Kill is left for the unit to cancel; the Disrupted stays.
    changes = {"units.Skeletons.shields": 1, "units.Skeletons.cancel_kill": 1}
    units = {"5Aa": ["Angel 1"], "5Ab": ["Skeletons 1"]}
    changes["units.Angel.extra"] = ""
    table = holy(units, changes).load(red="kill", white="disrupted")
    assert table.do("activate 5Aa", "attack 5Ab").counted() == left(0, 1, 0)


@pytest.mark.rule("combat.defender_allocates", "trait.targeting")
@pytest.mark.parametrize(
    ("traits", "on", "chooser"),
    [("Targeting", True, "holy"), ("Targeting", False, "unholy"), ("", True, "unholy")],
)
def test_the_defender_gives_the_results_out_or_the_attacker_with_targeting(traits, on, chooser):
    changes = {"units.Foot Knights.traits": traits, "trait.targeting": on}
    table = mixed(["Skeletons 1", "Devourers 1", "Gargoyles 1"], changes)
    assert (table.stage, table.to_move) == ("allocate", chooser)
    assert set(table.options()) == {"Skeletons 1", "Devourers 1", "Gargoyles 1"}


@pytest.mark.rule("combat.allocation")
@pytest.mark.parametrize(
    ("reading", "second", "third"),
    [
        ("one each first", {"War", "Gargoyles 1"}, {"War", "Death", "Gargoyles 1"}),
        ("free", {"War", "Death", "Gargoyles 1"}, {"War", "Death", "Gargoyles 1"}),
    ],
)
def test_how_many_results_one_unit_can_be_given(reading, second, third):
    changes = {"combat.allocation": reading, "units.Gargoyles.hp": 5, "units.Death.terror": 0}
    changes["units.War.defence"] = ""
    units = {"5Aa": ["Foot Knights 1", "Sergeants-at-Arms 1", "Mounted Knights 1"]}
    table = holy({**units, "5Ab": ["War", "Death", "Gargoyles 1"]}, changes)
    table.load(red="kill", black="blank").do("activate 5Aa", "Foot Knights 1", "attack 5Ab")
    table.do("Sergeants-at-Arms 1", "Mounted Knights 1", "Death")
    assert set(table.options()) == second
    table.do("War")
    if reading == "one each first":
        # The last of the first round is given of itself, then all are free again.
        assert table.hp("Gargoyles 1") == 4
    assert set(table.options()) == third


@pytest.mark.rule("combat.order_of_results", "combat.results_on_troops", "unit.one_base")
def test_kills_then_disrupted_then_pushes_are_given_out_and_do_their_work():
    changes = {"units.Pikemen.traits": "", "units.Pikemen.defence": ""}
    units = {"5Aa": ["Conquest", "Skeletons 1"], "5Ab": ["Pikemen 1", "Farmer", "Citizen"]}
    table = unholy(units, {**changes, "units.Conquest.melee": "BW", "units.Skeletons.melee": "Y"})
    table.load(black="kill", white="disrupted", yellow="push")
    table.do("activate 5Aa", "Conquest", "attack 5Ab", "Skeletons 1")
    assert (table.stage, table.results()["kills"]) == ("allocate", 1)
    # Three figures fall as one.
    table.do("Pikemen 1")
    assert table.area_of("Pikemen 1") == "destroyed"
    assert (table.results()["kills"], table.results()["disrupteds"]) == (0, 1)
    table.do("Citizen")
    assert table.area_of("Citizen") == "infirmary"
    # The Push is for the one that is left.
    assert (table.stage, table.to_move) == ("push", "unholy")
    table.do("choose 8Aa")
    assert table.area_of("Farmer") == "8Aa"


@pytest.mark.rule("combat.order_of_results")
def test_results_that_nobody_can_take_are_lost():
    table = mixed(["Gargoyles 1"])
    assert table.area_of("Gargoyles 1") == "returning"
    assert table.stage == "follow up"


@pytest.mark.rule("combat.wounds")
@pytest.mark.parametrize("face", ["kill", "disrupted"])
def test_each_kill_and_each_disrupted_is_one_wound(face):
    units = {"5Aa": ["Sergeants-at-Arms 1"], "5Ab": ["War"]}
    table = holy(units, {"units.War.defence": ""}).load(red=face)
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.hp("War"), table.area_of("War")) == (5, "5Ab")


HERO = {"levels": {"Hero": "Hero 2 good"}}


@pytest.mark.rule("combat.wounds", "combat.results_on_troops", "unit.character_beside_type")
@pytest.mark.parametrize(
    ("black", "white", "hp", "place"),
    [
        ("disrupted", "blank", 1, "infirmary"),
        ("kill", "blank", 1, "destroyed"),
        ("kill", "disrupted", 2, "destroyed"),
        ("disrupted", "disrupted", 2, "infirmary"),
        ("disrupted", "push", 2, "8Aa"),
    ],
)
def test_at_no_hp_a_unit_is_destroyed_if_a_kill_was_among_its_wounds(black, white, hp, place):
    units = {
        "5Aa": ["Famine"],
        "5Ab": ["Hero"],
        "2B.3b": ["Skeletons 1"],
        "18A.3a": ["Skeletons 2"],
    }
    table = unholy(units, {"units.Hero 2 good.defence": ""}, hp={"Hero": hp}, **HERO)
    table.load(black=black, white=white).do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Hero") == place


@pytest.mark.rule("combat.wounds")
def test_a_kill_of_an_attack_before_does_not_count():
    units = {"5Aa": ["Skeletons 1"], "8Aa": ["Devourers 1"], "5Ab": ["Hero"]}
    table = unholy(units, {"units.Hero 2 good.defence": ""}, **HERO).load(yellow="kill")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.hp("Hero") == 1
    table.load(red="disrupted").do("activate 8Aa", "attack 5Ab")
    assert table.area_of("Hero") == "infirmary"


@pytest.mark.rule("combat.wounds", "trait.survival")
def test_a_kill_of_an_attack_before_does_not_count_for_a_push_without_attack_either():
    # Wounded to its last HP by a Kill, Conquest is pushed by Saint Patrick and has nowhere to go:
    # Disrupted, so there is nothing to survive.
    units = {"18A.2c": ["Conquest"], "18A.2a": ["Saint Patrick"], "18A.2b": ["Foot Knights 1"]}
    table = holy(units, {"trait.survival": True}, hp={"Conquest": 2})
    table.load(red="kill", white="shield", black="shield")
    table.do("activate 18A.2b", "attack 18A.2c", "keep the dice")
    assert table.hp("Conquest") == 1
    table.do("activate 18A.2a", "Saint Patrick's push")
    assert table.area_of("Conquest") == "returning"


@pytest.mark.rule("combat.gigantic_at_zero")
def test_a_gigantic_unit_at_no_hp_is_destroyed_by_a_disrupted_too():
    for traits, place in (("Gigantic", "destroyed"), ("", "infirmary")):
        changes = {"units.Pikemen.traits": traits, "units.Pikemen.defence": ""}
        table = unholy(
            {"5Aa": ["Skeletons 1"], "8Aa": ["Pikemen 1"], "5Ab": ["Devourers 1"]}, changes
        )
        table.load(red="disrupted").do("activate 5Ab", "attack 8Aa")
        assert table.area_of("Pikemen 1") == place


@pytest.mark.rule("combat.rewards")
def test_a_rewarded_destruction_is_paid_at_once():
    changes = {"units.Mounted Knights.defence": ""}
    units = {"5Aa": ["Devourers 1", "Skeletons 1"], "5Ab": ["Mounted Knights 1", "Peasants 1"]}
    table = unholy(units, changes).load(red="kill", yellow="blank")
    table.do("activate 5Aa", "Devourers 1", "attack 5Ab", "throw", "Mounted Knights 1")
    # The Skeletons have not acted yet.
    assert table.state.tokens[table.owner("unholy")][XP] == 2
    assert table.stage == "unit"
