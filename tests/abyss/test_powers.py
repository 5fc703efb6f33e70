"""The eight powers of the Heroes."""

import pytest

import tolsim

from .positions import Table, recruited, recruiting

REFILL = "take face-down"


@pytest.mark.rule("power.optional")
@pytest.mark.parametrize("name", ["P2", "P3", "R2", "R3", "B2", "B3", "G2", "G3"])
@pytest.mark.parametrize("optional", [True, False])
def test_a_power_may_be_left_unused_unless_the_rules_say_otherwise(name, optional):
    game = tolsim.make("abyss", overrides={"power.optional": optional})
    king = {"up": {"yellow": [12, 2]}, "routed": {"yellow": [17]}, "heroes": {"Y3": [13, 25]}}
    table = recruited(
        game,
        name,
        king=king,
        necrocampe={
            "hand": [30, 28, 31],
            "up": {"yellow": [22]},
            "heroes": {"G1": [15, 24]},
        },
        row_heroes=[name, "Y1"],
    )
    may_pass = "pass" in table.offered()
    if optional:
        assert may_pass
        table.do("pass")
        assert table.offered()[0] == REFILL
        assert table.routed("king", "yellow") == [17]
        assert table.up("king", "yellow") == [2, 12]
        assert table.up("necrocampe", "yellow") == [22]
        assert table.under("G1") == [15, 24]
        assert set(table.heroes("king")) == {name, "Y3"}
        assert table.hand("necrocampe") == [28, 30]
    else:
        # What a power leaves free by itself stays free: "up to" two, an exchange "if you so wish".
        assert may_pass == (name in {"G2", "B3"})
        if name == "B3":  # the look itself is not asked
            assert "apply power to 30" in table.offered()


@pytest.mark.rule("power.lost_if_unused")
def test_a_power_left_unused_does_not_come_back(abyss):
    table = recruited(abyss, "G2", king={"routed": {"yellow": [17]}}, row=[3, 18], face_down=1).do(
        "pass"
    )
    turn = table.turn
    table.decline(turn)
    assert "flip 17" not in table.offered()


# Pick up and place.


@pytest.mark.rule("power.pick_up_and_place")
@pytest.mark.parametrize(("picked", "where"), [(11, "up"), (17, "routed")])
def test_a_legion_is_picked_up_and_another_placed_anywhere(abyss, picked, where):
    king = {"hand": [8, 24], "up": {"green": [11]}, "routed": {"yellow": [17]}}
    table = recruited(abyss, "P2", king=king)
    # Its own Legions, face up (the unpaid one too) or routed.
    assert table.offered() == [
        "pass",
        "apply power to 5",
        "apply power to 11",
        "apply power to 17",
    ]
    table.do(f"apply power to {picked}")
    assert picked in table.hand("king")
    assert table.offered() == ["play 8", "play 24"]
    table.do("play 24")
    assert len(table.offered()) == 5
    table.do("place at green")
    assert 24 in table.up("king", "green")
    assert table.hand("king") == sorted([8, picked])
    assert table.up("king", "yellow") == table.up("king", "blue") == []


@pytest.mark.rule("power.pick_up_places_another")
@pytest.mark.parametrize("another", [True, False])
def test_whether_the_legion_picked_up_may_be_placed_again(another):
    game = tolsim.make("abyss", overrides={"power.pick_up_places_another": another})
    table = recruited(game, "P2", king={"hand": [8, 24], "up": {"green": [11]}})
    table.do("apply power to 11")
    assert ("play 11" in table.offered()) != another


# Rally.


@pytest.mark.rule("power.rally", "power.rally_up_to")
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_routed_legions_are_rallied_up_to_the_number_of_the_rules(limit):
    game = tolsim.make("abyss", overrides={"power.rally_up_to": limit})
    king = {"routed": {"yellow": [12, 17], "red": [18], "blue": [9]}}
    table = recruited(game, "G2", king=king)
    for legion in (9, 12, 17, 18)[:limit]:
        table.do(f"flip {legion}")
    assert table.offered()[0] == REFILL
    assert table.up("king", "blue") == [9][:limit]
    assert table.up("king", "yellow") == [12, 17][: max(0, limit - 1)]
    assert table.routed("king", "red") == [18]


@pytest.mark.rule("power.rally")
def test_one_may_stop_after_rallying_one(abyss):
    table = recruited(abyss, "G2", king={"routed": {"yellow": [12, 17]}})
    table.do("flip 12", "pass")
    assert table.up("king", "yellow") == [12]
    assert table.routed("king", "yellow") == [17]


@pytest.mark.rule("power.no_target_no_effect")
@pytest.mark.parametrize("name", ["G2", "R2", "R3", "B2"])
def test_a_power_without_a_target_does_nothing_and_the_hero_is_recruited(abyss, name):
    table = recruited(abyss, name)
    assert table.heroes("king") == [name]
    assert table.offered()[0] == REFILL


# Move.


@pytest.mark.rule("power.move", "power.state_kept")
@pytest.mark.parametrize(("legion", "routed"), [(11, False), (17, True)])
def test_one_own_legion_moves_anywhere_in_the_same_state(abyss, legion, routed):
    king = {"up": {"green": [11]}, "routed": {"yellow": [17]}}
    table = recruited(abyss, "P3", king=king, necrocampe={"hand": [30, 28, 31], "up": {"red": [8]}})
    assert table.offered() == ["pass", "apply power to 5", "apply power to 11", "apply power to 17"]
    table.do(f"apply power to {legion}")
    home = "yellow" if routed else "green"
    assert f"place at {home}" not in table.offered()
    table.do("place at blue")
    assert table.routed("king", "blue") == [17] * routed
    assert table.up("king", "blue") == [11] * (not routed)
    assert table.up("king", home) == table.routed("king", home) == []


# Remove.


@pytest.mark.rule("power.remove")
def test_one_legion_is_removed_from_under_an_opposing_hero(abyss):
    table = recruited(
        abyss,
        "R3",
        king={"heroes": {"Y3": [13, 25]}},
        necrocampe={"hand": [30, 28, 31], "heroes": {"G1": [15, 24], "B1": [9, 14]}},
    )
    assert table.offered() == ["pass", *(f"apply power to {n}" for n in (9, 14, 15, 24))]
    table.do("apply power to 9")
    assert table.under("B1") == [14]
    assert table.under("G1") == [15, 24]
    assert table.state.removed == 1 << 9


# Steal.


@pytest.mark.rule("power.steal", "power.state_kept")
@pytest.mark.parametrize(("legion", "location", "routed"), [(17, "blue", True), (12, "red", False)])
def test_a_stolen_legion_keeps_its_location_and_state(abyss, legion, location, routed):
    # Neither lies at the location of its own colour.
    theirs = {"hand": [30, 28, 31], "up": {"red": [12]}, "routed": {"blue": [17]}}
    table = recruited(abyss, "R2", necrocampe=theirs)
    assert table.offered() == ["pass", "apply power to 12", "apply power to 17"]
    table.do(f"apply power to {legion}")
    side = table.routed if routed else table.up
    assert legion in side("king", location)
    assert legion not in side("necrocampe", location)
    assert legion not in (table.up if routed else table.routed)("king", location)


# Swap.


def swap_table(game):
    king = {"hand": [8, 24]}
    return recruited(game, "B3", king=king, necrocampe={"hand": [30, 28, 31]})


@pytest.mark.rule("power.swap")
def test_one_looks_at_the_opposing_hand_and_exchanges_one_legion(abyss):
    table = swap_table(abyss)
    assert table.offered() == ["pass", "use power"]
    before = table.observation("king")
    table.do("use power")
    assert table.observation("king") != before
    assert table.offered() == ["pass", "apply power to 28", "apply power to 30"]
    table.do("apply power to 28", "give 24")
    assert table.hand("king") == [8, 28]
    assert table.hand("necrocampe") == [24, 30]


@pytest.mark.rule("power.swap")
def test_one_may_look_without_exchanging(abyss):
    table = swap_table(abyss).do("use power", "pass")
    assert table.hand("king") == [8, 24]
    assert table.hand("necrocampe") == [28, 30]


@pytest.mark.rule("power.swap", "hand.size_through_the_turn")
def test_the_second_player_swaps_with_a_hand_that_has_been_refilled(abyss):
    table = Table(
        abyss,
        {"hand": [2, 8, 24]},
        {"hand": [29, 30, 31], "up": {"blue": [9, 14]}},
        row_heroes=["B3"],
        row=[6, 11],
        face_down=16,
    ).do("play 2", "play 29", "take 6", "recruit by blue")
    table.pay(9, 14).do("use power")
    assert table.offered() == ["pass", *(f"apply power to {n}" for n in (6, 8, 24))]
    table.do("apply power to 8", "give 30")
    assert table.hand("king") == [6, 24, 30]
    assert table.hand("necrocampe") == [8, 31]


# Third Legion.


@pytest.mark.rule("power.third_legion_from_own_side", "power.third_legion")
@pytest.mark.parametrize(("reading", "routed_too"), [("anywhere", True), ("face up", False)])
def test_a_third_legion_may_slide_under_from_anywhere_on_ones_side(reading, routed_too):
    game = tolsim.make("abyss", overrides={"power.third_legion": reading})
    king = {"up": {"yellow": [12]}, "routed": {"blue": [9]}}
    table = recruited(game, "G3", king=king, necrocampe={"hand": [30, 28, 31], "up": {"red": [8]}})
    expected = ["pass", "slide under 6", "slide under 9", "slide under 12"]
    if not routed_too:
        expected.remove("slide under 9")
    assert table.offered() == expected
    table.do("slide under 12")
    assert table.under("G3") == [12, 16, 26]
    assert table.up("king", "yellow") == []
    assert table.offered()[0] == REFILL


@pytest.mark.rule("power.third_legion_can_cost_a_majority")
def test_a_third_legion_can_cost_a_majority_this_turn(abyss):
    table = recruited(
        abyss,
        "G3",
        king={"up": {"yellow": [12]}, "majorities": ["yellow"]},
        row=[3, 18],
        face_down=23,
    ).do("slide under 12")
    table.decline()
    assert table.holder("yellow") != "king"


# Exchange.


def exchange_table(game, name="G1", under=(13, 25), row=("B2", "Y1", "G3"), **layout):
    return recruited(game, "B2", king={"heroes": {name: under}}, row_heroes=row, **layout)


@pytest.mark.rule("power.exchange", "power.exchange_keeps_legions")
def test_another_own_hero_is_exchanged_and_its_legions_stay(abyss):
    table = exchange_table(abyss)
    # Not for itself.
    assert table.offered() == ["pass", "return hero G1"]
    table.do("return hero G1")
    assert table.offered() == ["take hero Y1", "take hero G3"]
    table.do("take hero Y1")
    assert table.heroes("king") == ["Y1", "B2"]
    assert table.under("Y1") == [13, 25]
    assert table.under("G1") == []
    assert table.row_heroes == ["G1", "G3"]


@pytest.mark.rule("power.exchange_applies_the_power", "power.exchange_third_legion")
@pytest.mark.parametrize("third", [True, False])
def test_the_power_of_the_hero_that_comes_is_applied(third):
    game = tolsim.make("abyss", overrides={"power.exchange_third_legion": third})
    table = exchange_table(game).do("return hero G1", "take hero G3")
    assert ("slide under 4" in table.offered()) == third
    if third:
        table.do("slide under 4")
        assert table.under("G3") == [4, 13, 25]
    rally = recruited(
        game,
        "B2",
        king={"heroes": {"G1": (13, 25)}, "routed": {"yellow": [12]}},
        row_heroes=["B2", "G2"],
    ).do("return hero G1")
    assert rally.offered() == ["pass", "flip 12"]


@pytest.mark.rule("power.exchange_is_no_recruitment")
def test_an_exchange_happens_beside_the_recruitment_of_the_turn(abyss):
    table = exchange_table(abyss).do("return hero G1", "take hero Y1")
    assert len(table.heroes("king")) == 2
    assert table.offered()[0] == REFILL
    assert "recruit by blue" not in table.offered()


@pytest.mark.rule("power.no_target_no_effect")
def test_no_exchange_with_an_empty_row(abyss):
    table = exchange_table(abyss, row=["B2"])
    assert table.heroes("king") == ["B2", "G1"]
    assert table.offered()[0] == REFILL


@pytest.mark.rule("power.exchange_carries_pairs")
def test_an_exchange_can_break_and_complete_a_pair(abyss):
    broken = recruited(
        abyss,
        "B2",
        king={"heroes": {"Y1": [12, 22], "Y2": [2, 27]}},
        row_heroes=["B2", "B3"],
    ).do("return hero Y1")
    assert broken.heroes("king") == ["Y2", "B2", "B3"]
    assert broken.under("B3") == [12, 22]


@pytest.mark.rule("power.no_target_no_effect")
def test_a_recruited_hero_without_a_power_asks_nothing(abyss):
    for name in ("Y1", "Y3", "R1", "B1", "P1", "G1"):
        assert recruited(abyss, name).offered()[0] == REFILL


@pytest.mark.rule("power.belongs_to_the_recruiter")
def test_the_necrocampe_applies_powers_to_its_own_side(abyss):
    table = recruiting(
        abyss, "G2", "necrocampe", necrocampe={"routed": {"red": [18]}}, king={"hand": [30, 28, 31]}
    ).do("recruit by green")
    table.pay(16, 26)
    assert (table.to_move, table.offered()) == ("necrocampe", ["pass", "flip 18"])
