"""The return of the undying, and the Leviathan's board."""

import pytest

from .games import FACE_DOWN, GONE, UNHOLY, kinds, laid

LAVA_CENTRAL = {"lava": 1 << 20, "lava_placed": 1, "token_status": [FACE_DOWN, FACE_DOWN, GONE]}
CORNER = {"Crossbowmen 2": "14B.1a"}


def camp(units, rules=None, dice=None, fields=None, **layout):
    """The Camp has been held, as far as the player has no choice."""
    table = laid(
        {**CORNER, **units},
        rules,
        fields,
        turn_of="holy",
        then="TO_CAMP",
        orders={"holy": 9},
        **layout,
    )
    return table.load(**(dice or {})).do("pass")


@pytest.mark.rule("undying.never_destroyed", "undying.no_doom_die", "undying.return")
def test_the_fallen_come_back_in_camp_without_a_throw():
    table = camp({"Skeletons 1": "infirmary", "Ghosts 1": "infirmary"}, dice={"doom": "death"})
    assert table.units_in("A3Ba") == ["Skeletons 1", "Ghosts 1"]
    assert "doom" not in kinds(table)


@pytest.mark.rule("undying.never_destroyed")
def test_a_kill_sends_them_to_the_infirmary():
    table = laid(
        {"Skeletons 1": "5Ab", "Pikemen 1": "5Aa", "Hero": "14B.1a"}, {"units.Pikemen.melee": "RR"},
        turn_of="holy",
    )  # fmt: skip
    table.load(red="kill").do("activate 5Aa", "attack 5Ab").decline(until="turn")
    assert table.area_of("Skeletons 1") == "infirmary"


@pytest.mark.rule("undying.return")
def test_they_come_back_as_far_as_there_is_room_in_the_printed_order():
    table = camp(dict.fromkeys(UNHOLY, "infirmary"))
    # Eight spaces: four riders, two Demons, two Ghosts; the Skeletons wait.
    assert sorted(table.units_in("infirmary")) == [f"Skeletons {n}" for n in (1, 2, 3, 4)]
    assert len(table.units_in("A3Ba")) == 8


@pytest.mark.rule("undying.return_to_lava")
def test_with_lava_they_come_back_there_and_the_rest_to_the_rally_area():
    table = camp({"Skeletons 1": "infirmary"}, fields=LAVA_CENTRAL)
    assert table.area_of("Skeletons 1") == "16B.2a"
    table = camp(dict.fromkeys(UNHOLY, "infirmary"), fields=LAVA_CENTRAL)
    assert (len(table.units_in("16B.2a")), len(table.units_in("A3Ba"))) == (8, 4)


@pytest.mark.rule("undying.return_to_lava")
def test_of_several_lava_hexes_the_one_nearest_to_an_enemy():
    lava = {"lava": (1 << 20) | (1 << 17) | (1 << 1), "lava_placed": 3, "token_status": [GONE] * 3,
            "relic_holder": [-2, 0, 1]}  # fmt: skip
    assert (
        camp({"Skeletons 1": "infirmary", "Pikemen 1": "6Aa"}, fields=lava).area_of("Skeletons 1")
        == "1Aa"
    )
    assert (
        camp({"Skeletons 1": "infirmary", "Pikemen 1": "14B.2a"}, fields=lava).area_of(
            "Skeletons 1"
        )
        == "15B.2a"
    )
    # As near to somebody each: the highest target decides.
    table = camp(
        {"Skeletons 1": "infirmary", "Pikemen 1": "14B.2a", "Hero": "6Aa", "Pikemen 2": "5Aa"},
        fields=lava,
    )
    assert table.area_of("Skeletons 1") == "1Aa"


@pytest.mark.rule("undying.barred")
@pytest.mark.parametrize("unit", ["Pikemen 1", "The Leviathan"])
def test_enemies_and_the_leviathan_keep_them_out(unit):
    table = camp({"Skeletons 1": "infirmary", unit: "A3Ba"})
    assert table.area_of("Skeletons 1") == "infirmary"


# The board.


@pytest.mark.rule("leviathan.board", "leviathan.board_rally")
@pytest.mark.parametrize(
    ("face", "place"),
    [
        ("rally", "rally"),
        ("delayed_rally", "waiting"),
        ("stays", "destroyed"),
        ("death", "destroyed"),
    ],
)
def test_units_on_the_board_rally_or_die(face, place):
    table = camp({"Pikemen 1": "held", "The Leviathan": "A3Aa"}, dice={"doom": face},
                 hp={"The Leviathan": 9})  # fmt: skip
    if place == "rally":
        assert set(table.options()) == {"choose 12Ba", "choose 13A.1a"}
    else:
        assert table.area_of("Pikemen 1") == place
        assert table.hp("The Leviathan") == (10 if place == "destroyed" else 9)


@pytest.mark.rule("leviathan.board_only_its_own")
def test_units_disrupted_by_others_stay_in_the_infirmary():
    table = laid(
        {"Skeletons 1": "5Ab", "Pikemen 1": "5Aa", **CORNER}, {"units.Skeletons.melee": "RR"},
        turn_of="holy", then="TO_UNHOLY",
    )  # fmt: skip
    table.load(red="disrupted", black="blank", doom="stays").do("pass").decline(until="turn")
    assert table.area_of("Pikemen 1") == "infirmary"


@pytest.mark.rule("leviathan.board_rally")
@pytest.mark.parametrize("taken", [True, False])
def test_the_standard_bearer_changes_one_die_there_too(taken):
    units = {"Pikemen 1": "held", "Pikemen 2": "held", "Standard Bearer": "12Ba"}
    table = camp(units, dice={"doom": "stays"})
    assert (table.stage, table.options()) == ("change doom", ["pay", "decline"])
    table.do("pay" if taken else "decline")
    if taken:
        table.do("choose 12Ba")
        # Once a Camp.
        assert (table.area_of("Pikemen 1"), table.area_of("Pikemen 2")) == ("12Ba", "destroyed")
    else:
        assert table.area_of("Pikemen 1") == "destroyed"
        assert table.stage == "change doom"
