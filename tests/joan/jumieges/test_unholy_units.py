"""The behaviour of the Unholy units: order, targets, ways, losses."""

import pytest

from tolsim.joan.scenarios.jumieges.roster import SCENARIO

from .games import attacked, choices, from_start, kinds, laid, unholy_act

CORNER = {"Crossbowmen 2": "14B.1a"}
HARMLESS = {"red": "shield", "white": "shield", "yellow": "shield", "black": "shield"}
"""Dice of Unholy attackers and Holy defenders that come to nothing."""


def acting(units, rules=None, **layout):
    return unholy_act({**CORNER, **units}, rules, HARMLESS, **layout)


def ways(table, unit):
    """Areas that a unit has entered since the decision before."""
    number = table.number(unit)
    return [
        table.areas[n[2]] for kind, *n in table.happened() if kind == "moves" and n[0] == number
    ]


@pytest.mark.rule("unholy.choice", "unholy.walks")
@pytest.mark.parametrize(("unit", "moves"), [("Mounted Skeletons 1", 2), ("Skeletons 1", 1)])
def test_riders_walk_two_others_one_and_who_is_adjacent_attacks(unit, moves):
    # 2B.1a lies three moves from 5Aa: over 16B.2a, or by forest.
    table = acting({unit: "2B.1a", "Pikemen 1": "5Ab"})
    assert table.area_of(unit) == ("5Aa" if moves == 2 else "16B.2a")
    table = acting({unit: "5Aa", "Pikemen 1": "5Ab"})
    assert (table.area_of(unit), attacked(table)[:1]) == ("5Aa", ["5Ab"])


@pytest.mark.rule("unholy.walks")
def test_riders_two_moves_from_an_enemy_go_one_and_stop():
    table = acting({"Mounted Skeletons 1": "16B.2a", "Pikemen 1": "5Ab"})
    assert table.area_of("Mounted Skeletons 1") == "5Aa"
    assert "attacks" not in kinds(table)


@pytest.mark.rule("unholy.attacks_best_target")
def test_penitents_are_attacked_before_foot_knights():
    units = {"Skeletons 1": "17A.2a", "Penitents": "16B.2a", "Foot Knights 1": "5Ab"}
    assert attacked(acting(units)) == ["16B.2a"]
    # Equal best targets: the second best decides.
    units = {
        "Skeletons 1": "17A.2a",
        "16B.2a": ["Pikemen 1"],
        "5Ab": ["Pikemen 2", "Crossbowmen 1"],
    }
    assert attacked(acting(units)) == ["5Ab"]
    # Then the North-Easternmost.
    units = {"Skeletons 1": "17A.2a", "16B.2a": ["Pikemen 1"], "13A.2a": ["Pikemen 2"]}
    assert attacked(acting(units)) == ["13A.2a"]


@pytest.mark.rule("behaviour.ties")
@pytest.mark.parametrize("reading", ["fixed", "player"])
def test_ties_may_be_the_player_s(reading):
    units = {
        "Skeletons 1": "17A.2a",
        "16B.2a": ["Pikemen 1"],
        "5Ab": ["Pikemen 2", "Crossbowmen 1"],
    }
    table = acting(units, {"behaviour.ties": reading})
    if reading == "fixed":
        assert attacked(table) == ["5Ab"]
    else:
        assert (table.stage, choices(table)) == ("unholy melee", {"16B.2a", "5Ab"})
        assert attacked(table.do("choose 16B.2a")) == ["16B.2a"]


@pytest.mark.rule("unholy.attack", "unholy.stack_acts_together")
@pytest.mark.parametrize("reading", ["pooled", "single"])
def test_units_of_one_area_pool_their_dice_or_attack_singly(reading):
    units = {"17A.2a": ["Skeletons 1", "Mounted Skeletons 1", "Ghosts 1"], "Pikemen 1": "5Ab"}
    table = acting(units, {"unholy.attack": reading})
    assert len(attacked(table)) == (1 if reading == "pooled" else 3)


@pytest.mark.rule("unholy.order")
@pytest.mark.parametrize("reading", ["nearest", "id", "player"])
def test_order_of_the_units_of_one_name(reading):
    units = {"Skeletons 1": "2B.1a", "Skeletons 2": "16B.2a", "Pikemen 1": "5Ab"}
    table = acting(units, {"unholy.order": reading})
    if reading == "player":
        assert (table.stage, table.options()) == ("unholy", ["Skeletons 1", "Skeletons 2"])
        return
    movers = [n[0] for kind, *n in table.happened() if kind == "moves"]
    first = "Skeletons 2" if reading == "nearest" else "Skeletons 1"
    assert movers[0] == table.number(first)


@pytest.mark.rule("unholy.order")
def test_of_units_equally_near_the_north_easternmost_goes_first_then_the_lower_number():
    # Both areas lie two moves from 5Ab; 16B.1b is farther to the North-East.
    units = {"13A.2b": ["Skeletons 1"], "16B.1b": ["Skeletons 2", "Skeletons 3"]}
    table = acting({**units, "Pikemen 1": "5Ab"})
    movers = [n[0] for kind, *n in table.happened() if kind == "moves"]
    assert movers == [table.number(f"Skeletons {number}") for number in (2, 3, 1)]


@pytest.mark.rule("unholy.order", "unholy.walks")
@pytest.mark.parametrize("lava", [False, True])
def test_who_is_nearer_is_told_by_ways_that_are_open(lava):
    # Over 16B.1b both have two moves to 5Aa, and 15B.2a lies farther to the North-East; around it
    # 16B.1a has still two, 15B.2a three.
    units = {"Skeletons 1": "15B.2a", "Skeletons 2": "16B.1a", "Pikemen 1": "5Aa"}
    fields = {"lava": 1 << SCENARIO.board.number("16B.1b")} if lava else {}
    table = acting(units, fields=fields)
    movers = [n[0] for kind, *n in table.happened() if kind == "moves"]
    assert movers[0] == table.number("Skeletons 2" if lava else "Skeletons 1")


@pytest.mark.rule("unholy.walks")
@pytest.mark.parametrize("closed", [False, True])
def test_all_areas_of_the_leviathan_s_hex_are_closed(closed):
    # 13A.1a is two moves away over 13A.2b, but far by any other way, 17A.3b three.
    units = {"Skeletons 1": "1Aa", "Penitents": "13A.1a", "Pikemen 1": "17A.3b"}
    fields = {"lava": 1 << SCENARIO.board.number("6Ab")}
    table = acting({**units, "The Leviathan": "13A.2a" if closed else "9Ba"}, fields=fields)
    assert table.area_of("Skeletons 1") == ("17A.2b" if closed else "13A.2b")


@pytest.mark.rule("charts.unholy_turns", "unholy.looked_at_anew")
@pytest.mark.parametrize(
    "order",
    [
        "Mounted Skeletons, Mounted Spectres, Voracious Demons, Ghosts, Skeletons",
        "Skeletons, Ghosts, Voracious Demons, Mounted Spectres, Mounted Skeletons",
    ],
)
def test_names_act_in_the_order_of_their_chart(order):
    units = {
        "Skeletons 1": "17A.1a",
        "Ghosts 1": "A3Ba",
        "Mounted Spectres": "9Ba",
        "Voracious Demons 1": "2B.3b",
        "Mounted Skeletons 1": "2B.2a",
        "Pikemen 1": "12Ba",
    }
    table = acting(units, {"charts.unholy_turns": order})
    movers = []
    for kind, *numbers in table.happened():
        if kind == "moves" and numbers[0] not in movers:
            movers.append(numbers[0])
    assert [table.scenario.slots[number].unit for number in movers] == order.split(", ")


@pytest.mark.rule("charts.unholy")
@pytest.mark.parametrize(
    ("chart", "area"),
    [
        (
            "Ambroise de Loré, Hero, Penitents, Flagellants, Foot Knights, Sergeants-at-Arms, Pikemen, Standard Bearer, Crossbowmen",
            "16B.2a",
        ),
        (
            "Ambroise de Loré, Hero, Foot Knights, Sergeants-at-Arms, Pikemen, Penitents, Flagellants, Standard Bearer, Crossbowmen",
            "5Ab",
        ),
    ],
)
def test_the_chart_sends_them_to_their_targets(chart, area):
    units = {"Skeletons 1": "17A.2a", "Penitents": "16B.2a", "Foot Knights 1": "5Ab"}
    assert attacked(acting(units, {"charts.unholy": chart})) == [area]


@pytest.mark.rule("unholy.tied_ways")
def test_of_equally_close_enemies_the_highest_target_draws_them():
    # Two moves to each; the way to the Hero leads over 17A.2b or 17A.2a's other neighbours.
    units = {"Skeletons 1": "17A.2b", "Hero": "5Ab", "Pikemen 1": "16B.2a"}
    table = acting(units)
    assert table.area_of("Skeletons 1") == "17A.2a"
    units = {"Skeletons 1": "17A.3a", "Hero": "5Aa", "Pikemen 1": "2B.2b"}
    table = acting(units)
    assert (ways(table, "Skeletons 1"), table.area_of("Skeletons 1")) == (["16B.2a"], "16B.2a")
    # Of equal ways the North-Easternmost: from 16B.2 to 14B.2b by 16B.1 or 5A.
    table = acting({"Mounted Skeletons 1": "2B.2b", "Pikemen 1": "14B.2b"})
    assert ways(table, "Mounted Skeletons 1") == ["16B.1a", "16B.1b"]


@pytest.mark.rule("unholy.closest")
@pytest.mark.parametrize("reading", ["moves", "hexes"])
def test_the_closest_enemy_by_moves_or_by_hexes(reading):
    # The Hero is two moves and two hexes away, the Pikemen one hex, but three moves.
    units = {"Skeletons 1": "15B.1a", "Pikemen 1": "2B.2b", "Hero": "14B.2a"}
    table = acting(units, {"unholy.closest": reading})
    assert table.area_of("Skeletons 1") == ("15B.2a" if reading == "moves" else "15B.1b")


@pytest.mark.rule("unholy.crossbowmen")
@pytest.mark.parametrize("reading", ["last", "never"])
def test_crossbowmen_are_the_last_target_or_none(reading):
    units = {"Skeletons 1": "17A.2a", "Crossbowmen 1": "5Ab", "Crossbowmen 2": "14B.1a"}
    table = acting(units, {"unholy.crossbowmen": reading})
    assert attacked(table) == (["5Ab"] if reading == "last" else [])
    assert table.area_of("Skeletons 1") == "17A.2a"
    # They are walked towards all the same.
    units["Crossbowmen 1"] = "12Ba"
    assert acting(units, {"unholy.crossbowmen": reading}).area_of("Skeletons 1") == "5Ab"


FULL = {"16B.1a": ["Voracious Demons 1", "Voracious Demons 2", "Ghosts 1", "Ghosts 2"]}


@pytest.mark.rule("unholy.no_room")
@pytest.mark.parametrize("reading", ["sidestep", "stay"])
def test_without_room_on_the_way_they_step_aside_or_stay(reading):
    # Four spaces of 16B.1a are taken by units that stay there, held back by Holy units.
    units = {**FULL, "Skeletons 1": "15B.1b", "Hero": "16B.1b", "Crossbowmen 2": "13A.1b"}
    table = acting(units, {"unholy.no_room": reading})
    assert table.area_of("Ghosts 1") == "16B.1a"
    # 2B.2a or 15B.1a is no farther from the Hero than 15B.1b.
    assert table.area_of("Skeletons 1") == ("15B.1a" if reading == "sidestep" else "15B.1b")


@pytest.mark.rule("unholy.unreachable")
def test_without_a_way_they_stay():
    # The only enemy is in 13A.1b, whose only neighbour the Leviathan's hex closes.
    table = acting({"Skeletons 1": "6Ab", "Crossbowmen 2": "13A.1b", "The Leviathan": "12Ba"})
    assert table.area_of("Skeletons 1") == "13A.1a"
    table = acting({"Skeletons 1": "2B.3a", "Crossbowmen 2": "13A.1b", "The Leviathan": "2B.3b"})
    assert table.area_of("Skeletons 1") == "2B.3a"
    # Nor is anything left to order several of a name by but the North-East.
    units = {"2B.3a": ["Skeletons 1", "Skeletons 2"], "Skeletons 3": "6Ab"}
    table = acting({**units, "Crossbowmen 2": "13A.1b", "The Leviathan": "2B.3b"})
    areas = [table.area_of(f"Skeletons {number}") for number in (1, 2, 3)]
    assert areas == ["2B.3a", "2B.3a", "13A.1a"]
    units = {"2B.3a": ["Skeletons 1", "Skeletons 2"]}
    table = acting({**units, "Crossbowmen 2": "13A.1b", "The Leviathan": "2B.3b"})
    assert table.units_in("2B.3a") == ["Skeletons 1", "Skeletons 2"]


@pytest.mark.rule("unholy.attacks_into_the_church", "unholy.enter_church")
@pytest.mark.parametrize("enter", [False, True])
def test_units_in_the_church_are_attacked_from_its_area_and_it_may_be_entered(enter):
    rules = {"unholy.enter_church": enter, "behaviour.follow_up": True,
             "units.Skeletons.melee": "RR"}  # fmt: skip
    table = unholy_act(
        {"Skeletons 1": "12Ba", "Pikemen 1": "church", "Crossbowmen 2": "14B.1a"}, rules,
        {"red": "kill", "black": "blank", "white": "blank"},
    )  # fmt: skip
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.area_of("Skeletons 1") == ("church" if enter else "12Ba")


@pytest.mark.rule("behaviour.follow_up")
@pytest.mark.parametrize("reading", [False, True])
def test_they_follow_up_only_by_a_switch(reading):
    table = unholy_act(
        {"Skeletons 1": "17A.2a", "Pikemen 1": "5Ab", "Crossbowmen 2": "14B.1a"},
        {"behaviour.follow_up": reading, "units.Skeletons.melee": "RR"},
        {"red": "kill", "black": "blank", "white": "blank"},
    )  # fmt: skip
    assert table.area_of("Pikemen 1") == "destroyed"
    assert table.area_of("Skeletons 1") == ("5Ab" if reading else "17A.2a")


@pytest.mark.rule("push.melee_clockwise")
def test_their_pushes_go_clockwise_from_the_north_east():
    rules = {"units.Ghosts.melee": "RR", "units.Pikemen.defence": "B"}
    table = unholy_act(
        {"Ghosts 1": "17A.2a", "5Ab": ["Pikemen 1", "Pikemen 2"], "Crossbowmen 2": "14B.1a"}, rules,
        {"red": "push", "black": "blank"},
    )  # fmt: skip
    assert {table.area_of("Pikemen 1"), table.area_of("Pikemen 2")} == {"12Ba", "5Aa"}


# Losses.


def defending(rules=None, faces="kill", area="17A.2a", dice="RR"):
    """Pikemen strike at a mixed area; the losses are counted at once."""
    units = {area: ["Skeletons 1", "Ghosts 1", "Voracious Demons 1"], "Pikemen 1": "5Ab",
             "Hero": "14B.2a"}  # fmt: skip
    rules = {
        "units.Pikemen.melee": dice,
        "trait.immortal": False,
        "units.Ghosts.terror": 0,
        **(rules or {}),
    }
    table = laid(units, rules, turn_of="holy")
    return table.load(red=faces, white="push", black="blank").do("activate 5Ab", f"attack {area}")


@pytest.mark.rule("charts.unholy_losses", "unholy.defends_by_order", "unholy.death_result")
@pytest.mark.parametrize("reading", ["kill", "Doom die"])
def test_losses_go_by_the_printed_order(reading):
    table = defending({"unholy.death_result": reading, "units.Voracious Demons.abilities": ""})
    fallen = table.units_in("infirmary")
    expected = (
        ["Skeletons 1", "Ghosts 1"] if reading == "kill" else ["Skeletons 1", "Voracious Demons 1"]
    )
    assert fallen == expected


@pytest.mark.rule("charts.unholy_losses")
@pytest.mark.parametrize(
    ("order", "fallen"),
    [
        (
            "Skeletons, Ghosts, Voracious Demons, Mounted Skeletons, Mounted Spectres",
            ["Skeletons 1", "Ghosts 1"],
        ),
        (
            "Mounted Skeletons, Mounted Spectres, Voracious Demons, Ghosts, Skeletons",
            ["Voracious Demons 1", "Ghosts 1"],
        ),
    ],
)
def test_the_order_of_losses_is_a_chart(order, fallen):
    rules = {"charts.unholy_losses": order, "units.Voracious Demons.abilities": ""}
    assert set(defending(rules).units_in("infirmary")) == set(fallen)


@pytest.mark.rule("unholy.defends_by_order")
def test_in_a_forest_they_reroll_a_die_that_is_no_shield():
    rules = {"units.Skeletons.defence": "BB", "units.Pikemen.melee": "R"}
    table = laid(
        {"Skeletons 1": "16B.1a", "Pikemen 1": "16B.1b", "Hero": "14B.1a"}, rules, turn_of="holy"
    )
    table.load(black="push", red="push").do("activate 16B.1b", "attack 16B.1a")
    assert kinds(table).count("rerolls") == 1
    table = laid(
        {"Skeletons 1": "16B.1a", "Pikemen 1": "16B.1b", "Hero": "14B.1a"}, rules, turn_of="holy"
    )
    table.load(black="shield", red="push").do("activate 16B.1b", "attack 16B.1a")
    assert kinds(table).count("rerolls") == 0


# Mounted Spectres.


@pytest.mark.rule("unholy.spectre_hex_step")
@pytest.mark.parametrize("reading", [False, True])
def test_spectres_may_use_any_area_of_a_hex_they_enter(reading):
    # From 17A.1a to 12Ba: over 17A.2b, 17A.2a, 5Ab. By hexes 17A.2a is entered at once.
    units = {"Mounted Spectres": "17A.1a", "Pikemen 1": "12Ba"}
    table = acting(units, {"unholy.spectre_hex_step": reading})
    assert table.area_of("Mounted Spectres") == ("17A.2a" if not reading else "5Ab")


def test_the_standard_game_begins_as_worked_out():
    table = from_start({"council.round_cards": "all 5"})
    assert table.stage == "turn"
    assert len(table.units_in("9Ba")) == 4
