"""Which action the Leviathan takes, and what it consists of."""

import pytest

from .games import (
    attacked,
    choices,
    health,
    kinds,
    leviathan_acts,
    own_events,
    players_turn,
)

# A Gigantic attack whose dice come to nothing; an attack in melee that does.
NOTHING = {"gigantic": "blank", "white": "shield", "black": "blank", "red": "push"}
ERUPTS = 6
ROARS = 5
FAR = {"The Leviathan": "A3Aa"}
AT_CHURCH = {"The Leviathan": "5Aa"}


def done(table):
    """What the Leviathan has done since the pass, in words."""
    names = {"gigantic throw": "gigantic", "attacks": "melee", "doom": "eruption"}
    found = [names[kind] for kind in kinds(table) if kind in names]
    if ROARS in own_events(table):
        found.append("roar")
    moved = [
        numbers for kind, *numbers in table.happened()
        if kind == "moves" and numbers[0] == table.number("The Leviathan")
    ]  # fmt: skip
    return [*dict.fromkeys(found), *["move"] * len(moved)]


# The choice of action.


@pytest.mark.rule("leviathan.choice", "leviathan.secondary_health")
@pytest.mark.parametrize(("limit", "hp"), [(8, 8), (8, 7), (10, 9), (10, 10)])
def test_by_its_health_it_takes_the_secondary_or_the_tertiary_action(limit, hp):
    # One infantry unit beside it, and a single way to go on.
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a"},
        {"leviathan.secondary_health": limit},
        NOTHING,
        hp={"The Leviathan": hp},
    )
    if hp >= limit:
        assert done(table) == ["gigantic", "move"]
        assert table.area_of("The Leviathan") == "5Aa"
    else:
        table.decline(until="interrupts")
        assert table.area_of("The Leviathan") == "16B.2a"


@pytest.mark.rule("leviathan.choice", "leviathan.adjacent_to_church", "leviathan.primary")
@pytest.mark.parametrize("hp", [16, 8, 7, 1])
def test_next_to_the_church_it_takes_the_primary_action_at_any_health(hp):
    table = leviathan_acts(AT_CHURCH, dice={"doom": "stays", **NOTHING}, hp={"The Leviathan": hp})
    assert table.state.church_damage == 1
    assert done(table) == ([] if hp >= 8 else ["eruption"])
    assert table.area_of("The Leviathan") == "5Aa"


@pytest.mark.rule("leviathan.primary")
def test_primary_is_the_church_then_a_melee_then_the_search():
    units = {**AT_CHURCH, "Pikemen 1": "16B.1b", "Hero": "14B.2b"}
    table = players_turn(units, hp={"The Leviathan": 3}).load(**NOTHING).do("pass")
    assert (table.state.church_damage, attacked(table)) == (1, ["14B.2b"])
    assert "doom" not in kinds(table)
    table.load(doom="stays").decline(until="interrupts")
    assert table.state.eruptions == 1


@pytest.mark.rule("leviathan.one_damage", "church.resistance")
@pytest.mark.parametrize("resistance", [2, 1, 3, 4])
def test_an_unguarded_church_falls_at_its_resistance(resistance):
    table = leviathan_acts(
        AT_CHURCH,
        {"church.resistance": resistance},
        fields={"church_damage": resistance - 1},
    )
    assert (table.over, table.outcome) == (True, "church_destroyed")
    table = leviathan_acts(
        AT_CHURCH, {"church.resistance": 4}, fields={"church_damage": 2}, dice=NOTHING
    )
    assert (table.over, int(table.state.church_damage)) == (False, 3)


@pytest.mark.rule("church.attack")
@pytest.mark.parametrize("place", ["church", "12Ba"])
def test_a_garrison_shields_the_church_where_units_come_first(place):
    table = leviathan_acts(
        {**AT_CHURCH, "Pikemen 1": place}, {"church.attack": "units first"}, {"gigantic": "kill"}
    )
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.state.church_damage == 0


@pytest.mark.rule("church.attack")
@pytest.mark.parametrize(
    ("reading", "face", "fallen", "damage"),
    [
        ("both", "trample", True, 1),
        ("both", "blank", False, 1),
        ("kill", "trample", True, 0),
        ("kill", "kill", True, 1),
    ],
)
def test_the_church_may_be_damaged_beside_its_garrison(reading, face, fallen, damage):
    table = leviathan_acts(
        {**AT_CHURCH, "Pikemen 1": "church"}, {"church.attack": reading}, {"gigantic": face}
    )
    assert (table.area_of("Pikemen 1") == "destroyed") == fallen
    assert table.state.church_damage == damage


@pytest.mark.rule("church.attack")
def test_by_kills_alone_an_empty_church_may_stand():
    rules = {"church.attack": "kill"}
    assert leviathan_acts(AT_CHURCH, rules, {"gigantic": "trample"}).state.church_damage == 0
    assert leviathan_acts(AT_CHURCH, rules, {"gigantic": "kill"}).state.church_damage == 1


# Secondary.


@pytest.mark.rule("leviathan.secondary_in_contact", "leviathan.one_action")
def test_in_contact_it_strikes_the_hex_and_moves_on_even_if_nobody_is_left():
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a"}, dice={"gigantic": "kill"}
    )
    assert table.area_of("Pikemen 1") == "destroyed"
    # Its way brings it next to the church, but one action a turn is all.
    assert table.area_of("The Leviathan") == "5Aa"
    assert table.state.church_damage == 0


@pytest.mark.rule("leviathan.secondary_in_contact", "leviathan.secondary_tie")
@pytest.mark.parametrize(
    ("there", "here", "struck"),
    [
        (["Pikemen 1", "Pikemen 2", "Pikemen 3"], ["Ambroise de Loré", "Hero"], "Pikemen 1"),
        (["Pikemen 1", "Pikemen 2"], ["Ambroise de Loré", "Crossbowmen 1"], "Ambroise de Loré"),
    ],
)
def test_most_units_count_first_then_the_highest_target(there, here, struck):
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "2B.1a": there, "17A.3a": here},
        {"combat.gigantic_dice": 1},
        {"gigantic": "disrupted"},
    )
    assert table.area_of(struck) == "held" or table.hp(struck) == 1
    others = [unit for unit in (*there, *here) if unit != struck]
    assert "held" not in map(table.area_of, others)


@pytest.mark.rule("behaviour.ties")
def test_equal_hexes_are_struck_clockwise_or_as_the_player_says():
    units = {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a", "Pikemen 2": "2B.2b"}
    table = leviathan_acts(units, {"behaviour.ties": "fixed"}, {"gigantic": "kill"})
    # Clockwise from the North-East comes 2B.2 before 2B.1.
    assert table.units_in("destroyed") == ["Pikemen 2"]
    table = leviathan_acts(units, {"behaviour.ties": "player"}, {"gigantic": "kill"})
    assert (table.stage, choices(table)) == ("strike hex", {"2B.1a", "2B.2a"})
    table.do("choose 2B.1a")
    assert table.units_in("destroyed") == ["Pikemen 1"]


@pytest.mark.rule("leviathan.secondary_advance")
def test_without_contact_it_goes_a_hex_and_attacks_whom_it_meets():
    table = leviathan_acts({"The Leviathan": "A3Aa", "Pikemen 1": "17A.2b"}, dice=NOTHING)
    # One of two ways leads into contact.
    assert table.area_of("The Leviathan") == "17A.3a"
    assert attacked(table) == ["17A.2b"]


@pytest.mark.rule("leviathan.secondary_advance")
def test_without_contact_before_and_after_it_roars():
    table = leviathan_acts(FAR)
    assert choices(table) == {"17A.3a", "2B.1a"}
    table.do("choose 2B.1a")
    assert done(table) == ["roar", "move"]
    assert table.area_of("The Leviathan") == "2B.1a"


@pytest.mark.rule("leviathan.secondary_melee")
@pytest.mark.parametrize("when", ["always", "after tie"])
def test_a_melee_may_need_a_tie_that_contact_broke(when):
    rules = {"leviathan.secondary_melee": when}
    tie = leviathan_acts({"The Leviathan": "A3Aa", "Pikemen 1": "17A.2b"}, rules, NOTHING)
    assert attacked(tie) == ["17A.2b"]
    # From 16B.2 there is one way only.
    one = leviathan_acts({"The Leviathan": "16B.2a", "Pikemen 1": "14B.2b"}, rules, NOTHING)
    assert attacked(one) == (["14B.2b"] if when == "always" else [])
    assert "roar" not in done(one)


# Tertiary.


@pytest.mark.rule("leviathan.tertiary_in_contact", "leviathan.one_area_one_attack")
def test_hurt_and_in_contact_it_attacks_two_areas_or_the_only_one():
    units = {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a"}
    table = players_turn(units, hp={"The Leviathan": 7}).load(doom="stays", **NOTHING).do("pass")
    assert attacked(table) == ["2B.1a"]
    table.decline(until="interrupts")
    assert (int(table.state.eruptions), table.area_of("The Leviathan")) == (1, "16B.2a")
    units["Foot Knights 1"] = "17A.3a"
    table = players_turn(units, hp={"The Leviathan": 7}).load(doom="stays", **NOTHING).do("pass")
    areas = attacked(table)
    for _ in range(30):
        if table.stage == "interrupts":
            break
        table.do(table.options()[-1])
        areas += attacked(table)
    # The better target first.
    assert areas == ["17A.3a", "2B.1a"]


@pytest.mark.rule("leviathan.tertiary_one_step", "leviathan.tertiary_step")
def test_hurt_it_takes_a_step_that_brings_it_into_contact():
    units = {"The Leviathan": "A3Aa", "Pikemen 1": "17A.2b", "Hero": "2B.2b"}
    table = leviathan_acts(
        units, {"leviathan.tertiary_step": "if useful"}, NOTHING, hp={"The Leviathan": 7}
    )
    # Both ways lead into contact; that of the Hero is better.
    assert (table.area_of("The Leviathan"), attacked(table)) == ("2B.1a", ["2B.2b"])


@pytest.mark.rule("leviathan.tertiary_no_target", "leviathan.tertiary_run")
@pytest.mark.parametrize(("run", "area"), [(2, "17A.2a"), (3, "5Aa")])
def test_hurt_and_without_a_target_it_runs(run, area):
    table = leviathan_acts(
        FAR, {"leviathan.tertiary_run": run}, {"doom": "stays"}, hp={"The Leviathan": 7}
    )
    table.do("choose 17A.3a", "choose 17A.2a")
    if run == 3:
        assert choices(table) == {"5Aa", "13A.2a"}
        table.do("choose 5Aa")
    assert (table.area_of("The Leviathan"), table.stage) == (area, "interrupts")
    assert table.state.eruptions == 1
    assert "attacks" not in kinds(table)


@pytest.mark.rule("leviathan.tertiary_no_target")
def test_it_runs_no_farther_than_next_to_the_church():
    table = leviathan_acts(
        {"The Leviathan": "16B.2a"}, dice={"doom": "stays"}, hp={"The Leviathan": 7}
    )
    assert (table.area_of("The Leviathan"), int(table.state.church_damage)) == ("5Aa", 0)


@pytest.mark.rule("leviathan.tertiary_step")
@pytest.mark.parametrize("when", ["if useful", "always"])
def test_the_single_step_may_always_come_first(when):
    # A single step brings no contact, two do.
    units = {"The Leviathan": "A3Aa", "Pikemen 1": "13A.2a"}
    rules = {"leviathan.tertiary_step": when}
    table = leviathan_acts(units, rules, {"doom": "stays", **NOTHING}, hp={"The Leviathan": 7})
    table.do("choose 17A.3a", "choose 17A.2a")
    assert (table.area_of("The Leviathan"), table.stage) == ("17A.2a", "interrupts")
    # Where it always comes first, one that brings contact ends in attacks all the same.
    units = {"The Leviathan": "17A.3a", "Pikemen 1": "13A.2a"}
    table = leviathan_acts(units, rules, {"doom": "stays", **NOTHING}, hp={"The Leviathan": 7})
    assert attacked(table) == ["13A.2a"]


# What it reaches.


@pytest.mark.rule("leviathan.interiors_out_of_reach")
def test_its_melee_reaches_the_church_s_area_but_nobody_inside():
    dice = {"gigantic": "blank", **NOTHING}
    table = leviathan_acts({**AT_CHURCH, "Pikemen 1": "church"}, dice=dice)
    assert attacked(table) == []
    table = leviathan_acts({**AT_CHURCH, "Pikemen 1": "12Ba"}, dice=dice)
    assert attacked(table) == ["12Ba"]


@pytest.mark.rule("leviathan.melee_allocation")
@pytest.mark.parametrize("who", ["defender", "chart"])
def test_the_results_of_its_melee_are_allocated_by_the_player_or_by_its_chart(who):
    units = {**AT_CHURCH, "14B.2b": ["Hero", "Crossbowmen 1"]}
    table = leviathan_acts(
        units, {"leviathan.melee_allocation": who}, {"white": "kill", "black": "push"}
    )
    while table.stage not in ("allocate", "interrupts"):
        table.do("keep the dice" if "keep the dice" in table.options() else table.options()[-1])
    if who == "defender":
        assert set(table.options()) == {"Hero", "Crossbowmen 1"}
    else:
        assert table.stage == "interrupts"
        assert {table.area_of("Hero"), table.area_of("Crossbowmen 1")} == {"destroyed"}


@pytest.mark.rule("leviathan.at_zero")
@pytest.mark.parametrize("reading", ["destroyed", "Doom die"])
def test_without_health_and_without_a_kill(reading):
    rules = {"leviathan.at_zero": reading, "units.Pikemen.melee": "RRRRRR"}
    table = players_turn(
        {"The Leviathan": "17A.3a", "Pikemen 1": "17A.2b"}, rules, hp={"The Leviathan": 1}
    )
    table.load(red="disrupted", black="shield").do("activate 17A.2b", "attack 17A.3a")
    if reading == "destroyed":
        assert (table.over, table.outcome) == (True, "leviathan_destroyed")
    else:
        assert not table.over
        assert table.area_of("The Leviathan") == "infirmary"


@pytest.mark.rule("leviathan.at_zero", "leviathan.no_attack_without_it")
@pytest.mark.parametrize(
    ("face", "place"), [("rally", "A3Ba"), ("stays", "infirmary"), ("death", "over")]
)
def test_in_the_infirmary_it_does_nothing_and_throws_the_doom_die(face, place):
    rules = {"leviathan.at_zero": "Doom die"}
    table = players_turn(
        {"The Leviathan": "infirmary", "Pikemen 1": "12Ba"}, rules,
        orders={"holy": 1}, fields={"round_card": 4},
    )  # fmt: skip
    table.load(doom=face).do("pass")
    if place == "over":
        assert table.outcome == "leviathan_destroyed"
    else:
        assert table.area_of("The Leviathan") == place
        assert health(table) == 16
    assert table.state.church_damage == 0
    assert table.state.roars == 0


@pytest.mark.rule("leviathan.occupies", "leviathan.fills_its_hex")
@pytest.mark.parametrize("what", ["hex", "area"])
def test_it_fills_its_hex_or_the_area_that_it_came_to(what):
    # Coming from 16B.2 it enters 5A across the edge of 5Aa.
    rules = {"leviathan.occupies": what, "move.cavalry": 1}
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "Ambroise de Loré": "12Ba", "Pikemen 1": "5Ab"}, rules, NOTHING
    )
    table.decline(until="interrupts")
    assert table.area_of("The Leviathan") == "5Aa"
    if what == "area":
        assert table.area_of("Pikemen 1") == "5Ab"
        return
    assert table.area_of("Pikemen 1") != "5Ab"
    table.do("activate 12Ba")
    assert "move to 5Ab" not in table.options()
    assert "move to 13A.2a" in table.options()
    # And it can be attacked from every area around.
    assert "attack 5Aa" in table.options()
