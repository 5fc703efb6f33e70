"""Which dice an attack and its defence throw, and what their faces count as."""

import pytest

from .games import holy, offered, unholy

NOTHING = {"red": "shield", "black": "shield", "white": "blank", "yellow": "blank"}


@pytest.mark.rule("combat.melee_next_door")
def test_melee_is_made_on_adjacent_areas_with_enemies():
    units = {
        "5Ab": ["Pikemen 1"],
        "5Aa": ["Skeletons 1"],
        "2B.3b": ["Skeletons 2"],
        "18A.3b": ["Skeletons 3"],
        "8Aa": ["Farmer"],
    }
    table = holy(units).do("activate 5Ab")
    assert set(offered(table, "attack")) == {"5Aa", "2B.3b"}


@pytest.mark.rule("combat.pool")
def test_attackers_of_one_area_may_join_and_throw_together():
    units = {"5Aa": ["Foot Knights 1", "Sergeants-at-Arms 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(**NOTHING).do("activate 5Aa", "Foot Knights 1", "attack 5Ab")
    assert table.options() == ["throw", "Sergeants-at-Arms 1"]
    table.do("Sergeants-at-Arms 1")
    # Nobody else can join: the dice are thrown.
    assert table.colours() == "RRR"
    assert table.stage == "turn"
    table = holy(units).load(**NOTHING).do("activate 5Aa", "Foot Knights 1", "attack 5Ab", "throw")
    assert table.colours() == "RR"
    # Who has not joined acts on.
    assert (table.stage, "attack 5Ab" in table.options()) == ("unit", True)


@pytest.mark.rule("combat.pool")
def test_only_who_can_make_the_same_attack_joins():
    # Crossbowmen shoot and have no dice in melee; the Farmer has none at all.
    units = {"5Aa": ["Foot Knights 1", "Crossbowmen 1", "Farmer"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(**NOTHING).do("activate 5Aa", "Foot Knights 1", "attack 5Ab")
    assert table.colours() == "RR"


@pytest.mark.rule(
    "combat.extra_dice",
    "unit_abilities.Pikemen.against cavalry",
    "unit_abilities.Angel.against Unholy",
)
@pytest.mark.parametrize(
    ("attacker", "defender", "colours"),
    [
        ("Pikemen 1", "Mounted Skeletons 1", "WW"),
        ("Pikemen 1", "Skeletons 1", "W"),
        ("Angel 1", "Skeletons 1", "RWW"),
    ],
)
def test_dice_for_a_case_are_added_when_it_is_there(attacker, defender, colours):
    table = holy({"5Aa": [attacker], "5Ab": [defender]}).load(**NOTHING)
    table.do("activate 5Aa", "attack 5Ab")
    assert table.colours() == colours


@pytest.mark.rule("combat.extra_dice")
def test_dice_against_infantry():
    changes = {"units.Pikemen.extra_against": "infantry"}
    for defender, colours in (("Skeletons 1", "WW"), ("Mounted Skeletons 1", "W")):
        table = holy({"5Aa": ["Pikemen 1"], "5Ab": [defender]}, changes).load(**NOTHING)
        assert table.do("activate 5Aa", "attack 5Ab").colours() == colours


@pytest.mark.rule("combat.extra_dice", "unit_abilities.Skeletons.with its like")
@pytest.mark.parametrize(("number", "colours"), [(1, "Y"), (2, "YY")])
def test_skeletons_beside_skeletons_have_a_die_more_each(number, colours):
    units = {"5Aa": [f"Skeletons {n + 1}" for n in range(number)], "5Ab": ["Pikemen 1"]}
    table = unholy(units).load(**NOTHING).do("activate 5Aa", "attack 5Ab")
    if number > 1:
        table.do("throw")
    assert table.colours() == colours


@pytest.mark.rule("combat.changed_faces", "unit_abilities.War.Disrupted kills")
def test_a_units_changes_of_faces_hold_for_its_own_dice_alone():
    # War's red and white die, and the Damned's two red ones.
    units = {"5Aa": ["War", "Damned"], "5Ab": ["Provincial Militia 1"]}
    table = unholy(units).load(red="disrupted", white="disrupted", yellow="blank")
    table.do("activate 5Aa", "War", "attack 5Ab", "Damned")
    assert table.colours() == "RRRW"
    assert table.counted() == {"kills": 2, "disrupteds": 2, "pushes": 0}


@pytest.mark.rule("combat.automatic_results")
def test_automatic_shields_and_pushes_count_like_dice():
    changes = {"units.Pikemen.shields": 1, "units.Skeletons.pushes": 2}
    units = {"5Aa": ["Skeletons 1"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, changes).load(yellow="blank").do("activate 5Aa", "attack 5Ab")
    assert table.counted() == {"kills": 0, "disrupteds": 0, "pushes": 1}


@pytest.mark.rule("combat.automatic_results")
def test_automatic_pushes_are_for_melee_alone():
    changes = {"units.Gargoyles.pushes": 2}
    units = {"5Aa": ["Gargoyles 1"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, changes).load(yellow="disrupted").do("activate 5Aa", "shoot at 5Ab")
    assert table.counted()["pushes"] == 0


@pytest.mark.rule("combat.defence")
def test_all_units_of_the_target_area_defend_and_only_shields_count():
    # Foot Knights B, Provincial Militia Y, Hero B, and the Farmer without dice.
    units = {
        "5Aa": ["Damned"],
        "5Ab": ["Foot Knights 1", "Provincial Militia 1", "Hero", "Farmer"],
    }
    table = unholy(units).load(red="kill", black="shield", yellow="push")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.colours("defends") == "BBY"
    assert table.counted() == {"kills": 0, "disrupteds": 0, "pushes": 0}
    table = unholy(units).load(red="kill", black="disrupted", yellow="shield")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.stage == "allocate"
    assert table.results()["kills"] == 1


@pytest.mark.rule("combat.attack_faces")
@pytest.mark.parametrize("face", ["shield", "blank"])
def test_shields_and_blanks_of_the_attackers_do_nothing(face):
    units = {"5Aa": ["Pikemen 1"], "5Ab": ["Skeletons 1"]}
    table = holy(units).load(white=face).do("activate 5Aa", "attack 5Ab")
    assert table.counted() == {"kills": 0, "disrupteds": 0, "pushes": 0}
    assert table.area_of("Skeletons 1") == "5Ab"


THREE = ["Peasants 1", "Peasants 2", "Peasants 3"]


@pytest.mark.rule("trait.support")
@pytest.mark.parametrize(
    ("on", "units", "colours"),
    [
        (True, THREE, "WY"),
        (False, THREE, "Y"),
        (True, THREE[:2], "Y"),
        (True, [*THREE[:2], "Provincial Militia 1"], "Y"),
    ],
)
def test_three_of_a_name_with_support_attack_with_a_white_die_more(on, units, colours):
    # One attacks; three of its name stand in the area.
    table = holy({"5Aa": units, "5Ab": ["Skeletons 1"]}, {"trait.support": on}).load(**NOTHING)
    table.do("activate 5Aa")
    if table.stage == "activation":
        table.do("Peasants 1")
    table.do("attack 5Ab", "throw")
    assert table.colours() == colours


@pytest.mark.rule("trait.support")
def test_support_is_one_die_for_the_area():
    table = holy({"5Aa": THREE, "5Ab": ["Skeletons 1"]}).load(**NOTHING)
    table.do("activate 5Aa", "attack 5Ab", "Peasants 2", "Peasants 3")
    assert table.colours() == "WYYY"


@pytest.mark.rule("trait.cohesion")
@pytest.mark.parametrize(
    ("on", "number", "colours"), [(True, 3, "WYYY"), (False, 3, "YYY"), (True, 2, "YY")]
)
def test_three_of_a_name_with_cohesion_defend_with_a_white_die_more(on, number, colours):
    changes = {"units.Pikemen.traits": "Cohesion", "trait.cohesion": on}
    pikemen = [f"Pikemen {n + 1}" for n in range(number)]
    table = unholy({"5Aa": ["Skeletons 1"], "5Ab": pikemen}, changes).load(**NOTHING)
    assert table.do("activate 5Aa", "attack 5Ab").colours("defends") == colours
