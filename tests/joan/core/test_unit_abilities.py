"""Abilities of single units, the Horsemen's of level 1 among them."""

import pytest

from ..positions import Table
from .games import holy, horsemen, offered, unholy

CALM = {"red": "shield", "black": "shield", "white": "blank", "yellow": "blank"}


@pytest.mark.rule("unit_abilities.Conquest.ignores a Shield")
@pytest.mark.parametrize(("verb", "kills"), [("attack", 1), ("shoot at", 0)])
def test_conquest_takes_a_shield_from_the_defence_in_melee(verb, kills):
    # Two Shields: against two Kills in melee, against two in a shot.
    changes = {"units.Conquest.melee": "YY", "units.Farmer.shields": 2}
    table = unholy({"5Aa": ["Conquest"], "5Ab": ["Farmer"]}, changes).load(yellow="kill")
    assert table.do("activate 5Aa", f"{verb} 5Ab").counted()["kills"] == kills


@pytest.mark.rule("unit_abilities.Gargoyles.Blanks push")
def test_blanks_of_gargoyles_push():
    table = unholy({"5Aa": ["Gargoyles 1"], "5Ab": ["Farmer"]}).load(yellow="blank")
    assert table.do("activate 5Aa", "shoot at 5Ab").counted()["pushes"] == 1


@pytest.mark.rule("unit_abilities.Devourers.Shields strike for Legend")
@pytest.mark.parametrize(
    ("word", "place", "left"), [("spend Legend", "infirmary", 0), ("decline", "5Ab", 1)]
)
def test_a_legend_makes_the_shields_of_a_devourers_shot_strike(word, place, left):
    units = {"5Aa": ["Devourers 1"], "5Ab": ["Farmer"]}
    table = unholy(units, tokens={"unholy": {"Legend": 1}}).load(black="shield")
    table.do("activate 5Aa", "shoot at 5Ab")
    assert (table.stage, table.to_move) == ("spend legend", "unholy")
    table.do(word)
    assert table.area_of("Farmer") == place
    assert table.tokens("unholy")["Legend"] == left


@pytest.mark.rule("unit_abilities.Devourers.Shields strike for Legend")
def test_without_a_legend_or_a_shield_or_in_melee_there_is_no_question():
    units = {"5Aa": ["Devourers 1"], "5Ab": ["Farmer"]}
    for tokens, black, verb in (
        ({}, "shield", "shoot at"),
        ({"Legend": 1}, "push", "shoot at"),
        ({"Legend": 1}, "shield", "attack"),
    ):
        table = unholy(units, tokens={"unholy": tokens}).load(black=black, red="shield")
        assert table.do("activate 5Aa", f"{verb} 5Ab").stage != "spend legend"


@pytest.mark.rule("unit_abilities.Mounted Spectres.any area of a hex")
def test_spectres_that_enter_a_hex_may_stand_in_any_area_of_it():
    # From the pentacle A one enters 18A.1 by its area c and 13A.1 by its area b.
    units = {"A1B#1a": ["Mounted Spectres 1"], "18A.1a": ["Pikemen 1"]}
    table = Table(horsemen({"move.cavalry": 1}), units, turn_of="unholy").do("activate A1B#1a")
    assert set(offered(table, "move to")) == {"18A.1b", "18A.1c", "13A.1a", "13A.1b"}
    table = Table(horsemen(), {"A1B#1a": ["Mounted Skeletons 1"]}, turn_of="unholy")
    assert set(offered(table.do("activate A1B#1a"), "move to")) == {"18A.1c", "13A.1b"}


@pytest.mark.rule("unit_abilities.Heretic Repentants.melee on follow-up")
def test_repentants_that_follow_up_attack_once_more():
    units = {"5Aa": ["Heretic Repentants 1"], "5Ab": ["Peasants 1"], "8Aa": ["Farmer"]}
    table = unholy({**units, "2B.3b": ["Citizen"]}).load(white="disrupted")
    table.do("activate 5Aa", "attack 5Ab", "Heretic Repentants 1")
    assert set(table.options()) == {"done", "attack 8Aa", "attack 2B.3b"}
    table.do("attack 8Aa", "Heretic Repentants 1")
    # Once: the second follow-up brings no third attack.
    assert table.area_of("Heretic Repentants 1") == "8Aa"
    assert table.stage == "turn"


@pytest.mark.rule("unit_abilities.Heretic Repentants.melee on follow-up")
def test_repentants_that_stay_do_not():
    units = {"5Aa": ["Heretic Repentants 1"], "5Ab": ["Peasants 1"], "14B.1b": ["Farmer"]}
    table = unholy(units).load(white="disrupted")
    assert table.do("activate 5Aa", "attack 5Ab", "done").stage == "turn"


@pytest.mark.rule("unit_abilities.Famine.drains Legend")
@pytest.mark.parametrize(
    ("enemy", "held", "gained", "left"),
    [("5Ab", 2, 1, 1), ("5Ab", 0, 1, 0), ("8Aa", 2, 0, 2)],
)
def test_famine_activated_beside_an_enemy_drains_a_legend(enemy, held, gained, left):
    units = {"5Aa": ["Famine"], enemy: ["Pikemen 1"]}
    table = unholy(units, tokens={"holy": {"Legend": held}}).do("activate 5Aa")
    assert table.tokens("unholy")["Legend"] == gained
    assert table.tokens("holy")["Legend"] == left


@pytest.mark.rule("unit_abilities.Famine.second melee for Legend")
def test_famine_attacks_again_for_a_legend_once_an_activation():
    units = {"5Aa": ["Famine"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, tokens={"unholy": {"Legend": 2}}).load(**CALM).do("activate 5Aa")
    # Famine has drained one, too.
    assert "melee again" not in table.options()
    table.do("attack 5Ab")
    assert "melee again" in table.options()
    table.do("melee again", "attack 5Ab")
    assert table.colours() == "BW"
    assert table.tokens("unholy")["Legend"] == 2
    assert "melee again" not in table.options()


@pytest.mark.rule("unit_abilities.Famine.second melee for Legend")
def test_famine_attacks_again_only_after_a_melee_and_with_a_legend():
    units = {"5Aa": ["Famine"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, tokens={"unholy": {"Legend": 2}}).do("activate 5Aa", "move to 14B.1b")
    table.decline(until="turn")
    assert table.area_of("Famine") != "5Aa"
    changes = {"units.Famine.abilities": "second melee for Legend"}
    table = unholy(units, changes).load(**CALM).do("activate 5Aa", "attack 5Ab")
    assert table.stage == "turn"


@pytest.mark.rule("unit_abilities.Death.heals for XP")
@pytest.mark.parametrize(
    ("where", "xp", "heals"),
    [("5Aa", 1, True), ("5Ab", 1, True), ("8Aa", 1, False), ("5Ab", 0, False)],
)
def test_death_takes_a_wound_off_an_unholy_unit_for_an_xp(where, xp, heals):
    units = {"5Aa": ["Death"], where: ["War"]} if where != "5Aa" else {"5Aa": ["Death", "War"]}
    table = unholy(units, tokens={"unholy": xp}, hp={"War": 3}).do("activate 5Aa")
    if table.stage == "activation":
        table.do("Death")
    assert ("heal for XP" in table.options()) is heals
    if heals:
        table.do("heal for XP")
        assert table.hp("War") == 4
        assert table.tokens("unholy")["XP"] == 0
        assert "attack 5Ab" not in table.options()
        assert "move to 14B.1b" in table.options()


@pytest.mark.rule("unit_abilities.Death.heals for XP")
def test_death_heals_once_an_activation():
    units = {"5Aa": ["Death"], "5Ab": ["War"]}
    table = unholy(units, tokens={"unholy": 3}, hp={"War": 2}).do("activate 5Aa", "heal for XP")
    assert "heal for XP" not in table.options()


@pytest.mark.rule("unit_abilities.Death.Legend for a Kill")
@pytest.mark.parametrize(
    ("victim", "face", "gained"),
    [
        ("Farmer", "kill", 1),
        ("Angel 1", "kill", 2),
        ("Farmer", "disrupted", 0),
        ("Farmer", "push", 0),
    ],
)
def test_death_gains_legend_for_a_kill_and_two_for_an_angels(victim, face, gained):
    table = unholy({"5Aa": ["Death"], "5Ab": [victim]}, {"units.Angel.defence": ""}).load(red=face)
    table.do("activate 5Aa", "attack 5Ab")
    table.decline(until="turn")
    assert table.tokens("unholy")["Legend"] == gained


@pytest.mark.rule("unit_abilities.Death.Legend for a Kill")
def test_death_gains_nothing_for_kills_of_others():
    units = {"5Aa": ["Death", "Devourers 1"], "5Ab": ["Farmer"]}
    table = unholy(units).load(red="kill").do("activate 5Aa", "Devourers 1", "attack 5Ab", "throw")
    assert table.tokens("unholy")["Legend"] == 0


# Abilities of units of other scenarios, lent to units of this one.


@pytest.mark.rule(
    "unit_abilities.Ambroise de Loré.Charge each turn",
    "unit_abilities.Ambroise de Loré 2.Charge each turn",
)
@pytest.mark.parametrize(("place", "charges"), [("5Aa", 1), ("infirmary", 0)])
def test_a_charge_order_at_the_beginning_of_the_turn(place, charges):
    changes = {"units.Hero.abilities": "Charge each turn"}
    units = {"5Ab": ["Mounted Knights 1"], place: ["Hero"]}
    table = Table(
        horsemen(changes), units, then="TO_TAKE_SECOND_TURN", orders={"holy": {"Activation": 2}}
    )
    assert (table.stage, table.to_move) == ("turn", "holy")
    assert table.orders("holy")["Charge"] == charges


@pytest.mark.rule(
    "unit_abilities.Ambroise de Loré.commands cavalry",
    "unit_abilities.Ambroise de Loré 2.commands cavalry",
)
def test_a_command_that_reaches_cavalry_alone():
    changes = {"units.Hero.abilities": "commands cavalry"}
    units = {"5Aa": ["Hero", "Pikemen 1", "Mounted Knights 1"]}
    table = holy(units, changes).do("activate 5Aa", "Hero", "command")
    assert table.options() == ["done", "Mounted Knights 1"]


@pytest.mark.rule("unit_abilities.Penitents.Charge for a Kill")
@pytest.mark.parametrize(("face", "charges"), [("kill", 1), ("disrupted", 0)])
def test_the_first_kill_of_a_round_gives_a_charge_order(face, charges):
    changes = {"units.Foot Knights.abilities": "Charge for a Kill"}
    units = {"5Aa": ["Foot Knights 1", "Mounted Knights 1"], "5Ab": ["Skeletons 1"]}
    table = holy({**units, "14B.1b": ["Skeletons 2"]}, changes).load(red=face)
    table.do("activate 5Aa", "Foot Knights 1", "attack 5Ab", "throw", "done")
    assert table.orders("holy")["Charge"] == charges


@pytest.mark.rule("unit_abilities.Penitents.Charge for a Kill")
def test_a_second_kill_of_the_round_gives_none():
    changes = {"units.Foot Knights.abilities": "Charge for a Kill"}
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Skeletons 1"], "14B.1b": ["Skeletons 2"]}
    orders = {"holy": {"Activation": 2, "Reactivation": 1}}
    table = holy(units, changes, orders=orders).load(red="kill")
    table.do("activate 5Aa", "attack 5Ab", "done", "reactivation order", "choose 5Aa")
    table.do("attack 14B.1b", "done")
    assert table.orders("holy")["Charge"] == 1


@pytest.mark.rule("unit_abilities.Flagellants.with Penitents")
@pytest.mark.parametrize(("beside", "colours"), [(["Peasants 1"], "WW"), (["Pikemen 1"], "W")])
def test_a_die_more_beside_penitents(beside, colours):
    changes = {"units.Provincial Militia.extra": "W"}
    changes["units.Provincial Militia.extra_against"] = "with Penitents"
    units = {"5Aa": ["Provincial Militia 1", *beside], "5Ab": ["Skeletons 1"]}
    table = holy(units, changes).load(**CALM)
    # Peasants play the Penitents.
    kinds = table.game.parameters["profile_kind"][0]
    table.set_parameter("kind_penitents", kinds[table.rows.index("Peasants")])
    table.do("activate 5Aa", "Provincial Militia 1", "attack 5Ab", "throw")
    assert table.colours() == colours
