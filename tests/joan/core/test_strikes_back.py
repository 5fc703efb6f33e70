"""What strikes the attackers: Retaliation, rocks, Blanks."""

import pytest

from .games import holy, unholy

# Attackers whose dice are yellow or white, against defenders whose dice are red or black.
STRIKERS = ["Skeletons 1", "Heretic Expiators 1"]


def fight(defenders, changes=None, attackers=STRIKERS, area="5Ab", origin="5Aa", **faces):
    units = {origin: attackers, area: defenders}
    table = unholy(units, changes).load(**{"yellow": "blank", "white": "blank", **faces})
    table.do(f"activate {origin}")
    if len(attackers) > 1:
        table.do(attackers[0])
    return table.do(f"attack {area}", *attackers[1:])


@pytest.mark.rule("trait.retaliation", "combat.strikes_back")
@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("face", ["kill", "disrupted"])
def test_own_defence_dice_strike_the_attackers_whose_owner_chooses(on, face):
    table = fight(["Sergeants-at-Arms 1"], {"trait.retaliation": on}, red=face)
    assert (table.stage == "strike back") is on
    if on:
        assert table.to_move == "unholy"
        assert set(table.options()) == set(STRIKERS)
        table.do("Skeletons 1")
        # The black die of the Expiators would defend; here nothing is thrown.
        assert table.area_of("Skeletons 1") == "returning"
        assert table.stage == "turn"


@pytest.mark.rule("trait.retaliation")
@pytest.mark.parametrize(("face", "strikes"), [("shield", False), ("push", False), ("kill", True)])
def test_only_kills_and_disrupted_strike(face, strikes):
    table = fight(["Sergeants-at-Arms 1"], {"trait.retaliation": True}, red=face)
    assert (table.stage == "strike back") is strikes


@pytest.mark.rule("trait.retaliation")
def test_dice_of_others_do_not_strike():
    # The Hero's black die is none of the Sergeants'.
    table = fight(
        ["Hero", "Sergeants-at-Arms 1"], {"trait.retaliation": True}, black="kill", red="push"
    )
    assert table.stage != "strike back"


@pytest.mark.rule("trait.retaliation")
def test_shots_are_not_struck_back():
    units = {"5Aa": ["Gargoyles 1"], "5Ab": ["Sergeants-at-Arms 1"]}
    table = unholy(units, {"trait.retaliation": True}).load(red="kill", yellow="disrupted")
    table.do("activate 5Aa", "shoot at 5Ab")
    assert table.area_of("Gargoyles 1") == "5Aa"


@pytest.mark.rule("combat.strikes_back")
def test_strikes_go_to_each_attacker_before_a_second():
    defenders = ["Sergeants-at-Arms 1", "Sergeants-at-Arms 2", "Foot Knights 1"]
    table = fight(defenders, attackers=["Famine", "War"], red="kill", black="kill", white="blank")
    assert table.stage == "strike back"
    table.do("Famine")
    # War is next, of itself; then both again.
    assert (table.hp("Famine"), table.hp("War")) == (2, 5)
    assert set(table.options()) == {"Famine", "War"}


@pytest.mark.rule("combat.thrown_dice_stay")
def test_dice_of_attackers_that_are_struck_down_count():
    table = fight(
        ["Sergeants-at-Arms 1"], attackers=["Skeletons 1"], red="kill", yellow="disrupted"
    )
    assert table.area_of("Skeletons 1") == "returning"
    assert table.area_of("Sergeants-at-Arms 1") == "infirmary"
    # With the last attacker gone nobody follows up.
    assert table.stage == "turn"


@pytest.mark.rule("combat.thrown_dice_stay", "combat.follow_up")
def test_who_is_not_struck_down_may_follow_up():
    table = fight(["Sergeants-at-Arms 1"], red="kill", yellow="disrupted").do("Skeletons 1")
    assert table.options() == ["done", "Heretic Expiators 1"]


@pytest.mark.rule("traits.limited_retaliation")
def test_retaliation_against_cavalry_strikes_cavalry_alone():
    changes = {"units.Pikemen.defence": "BB", "units.Mounted Skeletons.traits": ""}
    attackers = ["Skeletons 1", "Mounted Skeletons 1"]
    table = fight(["Pikemen 1"], changes, attackers, black="kill", red="blank")
    fallen = [name for name in attackers if table.area_of(name) == "returning"]
    assert fallen == ["Mounted Skeletons 1"]


@pytest.mark.rule("traits.limited_retaliation")
def test_retaliation_against_cavalry_does_nothing_to_others():
    table = fight(["Pikemen 1"], {"units.Pikemen.defence": "B"}, ["Skeletons 1"], black="kill")
    assert table.area_of("Skeletons 1") == "5Aa"


def among_rocks(changes, area="4A.2b"):
    # Two black dice of a unit without Retaliation.
    changes = {"units.Pikemen.defence": "BB", "units.Pikemen.traits": "", **changes}
    origin = {"4A.2b": "4A.3b", "5Ab": "5Aa"}[area]
    return fight(["Pikemen 1"], changes, STRIKERS, area, origin, black="kill")


@pytest.mark.rule("terrain.rocks_retaliation")
@pytest.mark.parametrize("on", [True, False])
def test_among_rocks_one_defence_die_strikes_back(on):
    changes = {"terrain.rocks_retaliation": on}
    table = among_rocks(changes)
    assert (table.stage == "strike back") is on
    if on:
        # Two dice show a Kill; one strikes.
        table.do("Skeletons 1")
        assert table.stage == "turn"
        assert table.area_of("Heretic Expiators 1") == "4A.3b"
    assert among_rocks(changes, "5Ab").stage != "strike back"


@pytest.mark.rule("terrain.rocks_retaliation")
def test_rocks_do_not_strike_at_shots():
    units = {"4A.3b": ["Gargoyles 1"], "4A.2b": ["Hero"]}
    table = unholy(units, {"terrain.rocks_retaliation": True}).load(yellow="push", black="kill")
    table.do("activate 4A.3b", "shoot at 4A.2b")
    assert table.area_of("Gargoyles 1") == "4A.3b"


@pytest.mark.rule("unit_abilities.Voracious Demons.Blanks strike back")
def test_white_blanks_of_a_defence_strike_as_kills():
    changes = {"units.Pikemen.abilities": "Blanks strike back", "units.Pikemen.defence": "WY"}
    table = fight(["Pikemen 1"], changes, white="blank", yellow="blank")
    # The white die alone: one attacker falls.
    assert table.stage == "strike back"
    table.do("Skeletons 1")
    assert (table.stage, table.area_of("Skeletons 1")) == ("turn", "returning")
    assert table.area_of("Heretic Expiators 1") == "5Aa"
    units = {"5Aa": ["Gargoyles 1"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, changes).load(white="blank", yellow="push")
    table.do("activate 5Aa", "shoot at 5Ab")
    assert table.area_of("Gargoyles 1") == "5Aa"


@pytest.mark.rule("combat.strikes_back")
def test_the_holy_are_struck_too():
    units = {"5Aa": ["Peasants 1"], "5Ab": ["War"]}
    table = holy(units, {"trait.parry": False}).load(yellow="blank", red="disrupted")
    table.do("activate 5Aa", "attack 5Ab")
    assert table.area_of("Peasants 1") == "infirmary"
