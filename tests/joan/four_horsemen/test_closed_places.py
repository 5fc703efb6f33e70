"""Pentacles, the church and the shrine: who may enter, attack and be attacked."""

import pytest

from .games import CIVILIANS, act, attacks_of, laid, moves_of, turn_to

PENTACLE = "A1B#1a"


# Pentacles.


@pytest.mark.rule("pentacle.closed_to_holy", "pentacle.closed_to", "pentacle.may_be_attacked")
@pytest.mark.parametrize("reading", ["all", "move"])
def test_no_holy_unit_moves_charges_or_jumps_into_a_pentacle(reading):
    rules = {"pentacle.closed_to": reading}
    table = laid({"18A.1c": ["Pikemen 1", "Mounted Knights 1", "Angel 1"]}, rules, turn_of="holy")
    table.do("activate 18A.1c")
    for unit in ("Pikemen 1", "Mounted Knights 1", "Angel 1"):
        turn_to(table, unit)
        assert PENTACLE not in moves_of(table)
        table.do("do nothing")
    table = laid({"Mounted Knights 1": "18A.1c", "Skeletons 1": PENTACLE}, rules, turn_of="holy",
                 orders={"holy": {"Charge": 1}})  # fmt: skip
    table.do("charge order")
    assert PENTACLE not in moves_of(table)
    table.do("stop here")
    assert attacks_of(table) == {PENTACLE}


@pytest.mark.rule("pentacle.closed_to_holy", "pentacle.closed_to")
@pytest.mark.parametrize("reading", ["all", "move"])
def test_following_up_and_being_pushed_into_a_pentacle_depend_on_the_reading(reading):
    rules = {"pentacle.closed_to": reading}
    table = laid({"Pikemen 1": "18A.1c", "Skeletons 1": PENTACLE, "Pikemen 2": "17A.3b"}, rules,
                 turn_of="holy")  # fmt: skip
    table.load(white="kill")
    act(table, "18A.1c", "Pikemen 1", "attack A1B#1a")
    assert table.area_of("Skeletons 1") == "returning"
    assert (table.stage == "follow up") == (reading == "move")

    table = laid({"Pikemen 1": "13A.1b", "Skeletons 1": "13A.1a", "Gargoyles 1": "18A.1b"}, rules,
                 turn_of="unholy")  # fmt: skip
    table.load(yellow="push")
    act(table, "13A.1a", "Skeletons 1", "attack 13A.1b")
    while table.stage == "reroll defence":
        table.do("keep the dice")
    # Its other neighbours are the attackers' area and one of theirs.
    assert table.area_of("Pikemen 1") == (PENTACLE if reading == "move" else "infirmary")


@pytest.mark.rule("pentacle.may_be_attacked")
def test_an_angel_jumps_over_a_pentacle_and_shots_reach_into_it():
    table = laid({"Angel 1": "18A.1c", "Pikemen 1": "13A.1a"}, turn_of="holy")
    act(table, "18A.1c", "Angel 1")
    # 13A.1b lies two areas away, behind 18A.1b or behind the pentacle.
    assert "13A.1b" in moves_of(table)
    table = laid({"Crossbowmen 1": "13A.1b", "Gargoyles 1": PENTACLE}, turn_of="holy")
    act(table, "13A.1b", "Crossbowmen 1")
    assert attacks_of(table) == {PENTACLE}


def test_the_guide_leads_nobody_into_a_pentacle():
    table = laid({"17A.2b": ["Guide", "Pikemen 1"]}, turn_of="holy", tokens={"holy": 2})
    act(table, "17A.2b", "Guide", "lead the area")
    assert "choose 17A.3a" in table.options()
    assert "choose A1B#4a" not in table.options()


# The church.


@pytest.mark.rule("church.only_civilians_enter", "church.no_angel_or_saint")
def test_only_civilians_are_offered_the_inside_of_the_church():
    units = ["Farmer", "Hero", "Pikemen 1", "Saint Patrick", "Angel 1"]
    for profile in ("text only", "priest"):
        table = laid({"8Aa": units}, {"patrick.profile": profile}, turn_of="holy")
        table.do("activate 8Aa")
        for unit in units:
            turn_to(table, unit)
            assert ("church" in moves_of(table)) == (unit == "Farmer"), unit
            table.do("do nothing")
    table = laid({"Skeletons 1": "8Aa"}, turn_of="unholy")
    act(table, "8Aa", "Skeletons 1")
    assert "church" not in moves_of(table)


@pytest.mark.rule("church.capacity")
@pytest.mark.parametrize("capacity", [6, 5, 8, 99])
def test_so_many_fit_into_the_church(capacity):
    inside = list(CIVILIANS)[: min(6, capacity)]
    table = laid({"church": inside[:-1], "8Aa": [inside[-1], "Citizen"]},
                 {"church.capacity": capacity}, turn_of="holy")  # fmt: skip
    act(table, "8Aa", inside[-1], "move to church")
    if table.stage != "unit":
        table.do("Citizen")
    # Another one finds room if the church holds more than these.
    assert ("church" in moves_of(table)) == (capacity > len(inside))
    assert "do nothing" in table.options()


@pytest.mark.rule("church.no_attack_from_inside", "church.no_target_inside")
def test_there_is_peace_between_the_church_and_its_area():
    table = laid({"church": ["Blacksmith"], "Skeletons 1": "8Aa"}, turn_of="holy")
    act(table, "church", "Blacksmith")
    assert attacks_of(table) == set()
    assert {"pray for XP", "pray for Legend"} <= set(table.options())
    table = laid(
        {"church": list(CIVILIANS[:6]), "8Aa": ["Conquest", "Skeletons 1", "Devourers 1"]},
        turn_of="unholy",
    )
    table.do("activate 8Aa")
    for unit in ("Conquest", "Skeletons 1", "Devourers 1"):
        turn_to(table, unit)
        assert attacks_of(table) == set()
        assert "church" not in moves_of(table)
        table.do("do nothing")


def test_civilians_inside_can_pray_but_not_leave_past_an_unholy_unit():
    table = laid({"church": ["Farmer"], "Skeletons 1": "8Aa"}, turn_of="holy")
    act(table, "church", "Farmer")
    assert moves_of(table) == set()
    assert "pray for XP" in table.options()


@pytest.mark.rule("church.nothing_reaches_inside")
def test_no_ability_reaches_those_inside():
    units = {"church": ["Farmer", "Citizen"], "Famine": "8Aa", "Pikemen 1": "17A.3b"}
    table = laid(units, turn_of="unholy", tokens={"holy": {"Legend": 2}, "unholy": {"Legend": 1}})
    # Famine gains a Legend beside an enemy; those in the church do not count.
    act(table, "8Aa", "Famine")
    assert table.tokens("unholy")["Legend"] == 1
    assert table.tokens("holy")["Legend"] == 2
    units["Pikemen 1"] = "17A.1b"
    table = laid(units, turn_of="unholy", tokens={"holy": {"Legend": 2}, "unholy": {"Legend": 1}})
    act(table, "8Aa", "Famine")
    assert table.tokens("unholy")["Legend"] == 2
    assert table.tokens("holy")["Legend"] == 1


@pytest.mark.rule("church.nothing_reaches_inside")
def test_those_inside_take_no_part_in_the_defence_of_the_area_outside():
    units = {"church": ["Soothsayer", "Guide"], "8Aa": ["Pikemen 1"], "Skeletons 1": "5Ab"}
    table = laid(units, turn_of="unholy", tokens={"holy": {"Reroll": 1}})
    table.load(yellow="kill")
    act(table, "5Ab", "Skeletons 1", "attack 8Aa")
    # Only the Pikemen's die; the Soothsayer's Shield and the Guide's die are not there.
    assert table.dice("defence") == ["Yellow kill"]
    while table.stage == "reroll defence":
        table.do("keep the dice")
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.units_in("church") == ["Guide", "Soothsayer"]


@pytest.mark.rule("church.nothing_reaches_inside")
def test_nobody_is_pushed_into_the_church():
    table = laid({"8Aa": ["Farmer"], "Skeletons 1": "5Ab"}, turn_of="unholy")
    table.load(yellow="push")
    act(table, "5Ab", "Skeletons 1", "attack 8Aa")
    assert table.stage == "push"
    assert "choose church" not in table.options()


@pytest.mark.rule("church.means")
@pytest.mark.parametrize("reading", ["interior", "interior and area"])
def test_the_church_is_its_inside_or_its_area_too(reading):
    both = reading == "interior and area"
    rules = {"church.means": reading}
    # Who may enter the area.
    holy = laid({"5Ab": ["Farmer", "Pikemen 1"]}, rules, turn_of="holy").do("activate 5Ab")
    for unit in ("Farmer", "Pikemen 1"):
        turn_to(holy, unit)
        assert ("8Aa" in moves_of(holy)) == (unit == "Farmer" or not both)
        holy.do("do nothing")
    unholy = laid({"Skeletons 1": "5Ab", "8Aa": ["Farmer"]}, rules, turn_of="unholy")
    act(unholy, "5Ab", "Skeletons 1")
    assert ("8Aa" in moves_of(unholy)) != both
    # Peace in the area.
    assert ("8Aa" in attacks_of(unholy)) != both
    attack = laid({"8Aa": ["Blacksmith"], "Skeletons 1": "5Ab"}, rules, turn_of="holy")
    act(attack, "8Aa", "Blacksmith")
    assert ("5Ab" in attacks_of(attack)) != both
    # Prayer in the area, which summons as one inside does.
    assert ("pray for XP" in attack.options()) == both
    if both:
        attack.do("pray for XP")
        assert attack.options() == ["summon an Angel", "no effect"]
        assert "choose 8Aa" not in attack.do("summon an Angel").options()


# The shrine.


@pytest.mark.rule("shrine.closed_to_unholy", "shrine.may_be_attacked")
def test_no_unholy_unit_enters_the_shrine_though_a_lone_civilian_is_there():
    units = ["Skeletons 1", "Conquest", "Mounted Spectres 1"]
    table = laid({"17A.1a": ["Farmer"], "17A.1b": units}, turn_of="unholy")
    table.do("activate 17A.1b")
    for unit in units:
        turn_to(table, unit)
        assert "17A.1a" not in moves_of(table)
        assert "17A.1a" in attacks_of(table)
        table.do("do nothing")


@pytest.mark.rule("shrine.closed_to_unholy", "civilian.followup_over")
def test_neither_follow_up_nor_push_brings_an_unholy_unit_to_the_shrine():
    table = laid({"17A.1a": ["Farmer", "Pikemen 1"], "Skeletons 1": "17A.1b"}, turn_of="unholy")
    table.load(yellow="kill")
    act(table, "17A.1b", "Skeletons 1", "attack 17A.1a")
    while table.stage in ("allocate", "reroll defence"):
        table.do("Pikemen 1" if "Pikemen 1" in table.options() else table.options()[-1])
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.area_of("Skeletons 1") == "17A.1b"
    table = laid({"Gargoyles 1": "17A.2b", "Crossbowmen 1": "17A.3a", "Pikemen 1": "17A.3b"},
                 turn_of="holy")  # fmt: skip
    table.load(red="push", black="blank")
    act(table, "17A.3a", "Crossbowmen 1", "shoot at 17A.2b")
    assert table.stage == "push"
    assert {"choose 17A.2a", "choose A1B#4a"} == set(table.options())


@pytest.mark.rule("shrine.may_be_attacked")
def test_shots_reach_the_shrine():
    table = laid({"17A.1a": ["Farmer"], "Gargoyles 1": "17A.3a", "Pikemen 1": "2B.1a"},
                 turn_of="unholy")  # fmt: skip
    act(table, "17A.3a", "Gargoyles 1")
    assert attacks_of(table) == {"17A.1a"}


def test_prayers_of_others_bring_no_effect():
    # Angel and Hero have Prayer by trait, and pray anywhere.
    table = laid({"18A.3a": ["Hero", "Angel 1"], "Pikemen 1": "17A.3b"}, turn_of="holy")
    act(table, "18A.3a", "Angel 1", "pray for Legend")
    turn_to(table, "Hero").do("pray for Legend")
    while table.stage == "unit":
        table.do("do nothing")
    assert table.stage == "turn"
    assert table.tokens("holy")["Legend"] == 2
    assert table.state.prayers == 0
