"""The second player's attack."""

import pytest

from .positions import LOCATION_NAMES, Table

ROW = {2: "yellow", 3: "red", 4: "blue", 5: "purple", 6: "green"}
ALL_OVER = {"yellow": [12, 22], "red": [18], "blue": [9], "purple": [10, 20], "green": [16]}


def attack(game, left, up=None, routed=None, **king):
    """The King, first, is attacked where the Legion left in the row says; it lies face down."""
    row = [n for n in (11, 24, 15) if n != left][:2]
    return Table(
        game,
        {"hand": [1, 7, 13], "up": up or ALL_OVER, "routed": routed or {}, **king},
        {"hand": [31, 25, 30]},
        row=row,
        face_down=left,
        row_heroes=[],
        hero_deck=[],
    ).do(
        "play 1",
        "play 31",
        "place at yellow",
        f"take {row[0]}",
        "place at yellow",
        f"take {row[1]}",
    )


@pytest.mark.rule(
    "attack.remaining_legion_names_the_location", "attack.routs_all_there", "attack.face_down_too"
)
@pytest.mark.parametrize(("left", "location"), ROW.items())
def test_the_legion_left_in_the_row_says_where_everyone_is_routed(abyss, left, location):
    table = attack(abyss, left)
    there = sorted([*ALL_OVER[location], *([1] if location == "yellow" else [])])
    assert table.routed("king", location) == there
    assert table.up("king", location) == []
    for name in LOCATION_NAMES:
        if name != location:
            assert table.routed("king", name) == []
            assert set(ALL_OVER[name]) <= set(table.up("king", name))


@pytest.mark.rule("attack.by_the_second_player")
def test_the_second_player_attacks_the_first_and_is_not_attacked(abyss):
    table = Table(
        abyss,
        {"hand": [31, 25, 19], "up": {"red": [18]}},
        {"hand": [1, 7, 13], "up": {"red": [23]}},
        row=[3, 8],
        face_down=28,
    ).do("play 31", "play 1", "place at yellow", "take 3", "place at yellow", "take 8")
    assert table.routed("necrocampe", "red") == [23]
    assert table.up("king", "red") == [18]


@pytest.mark.rule("attack.ambassador_chooses", "attack.compulsory")
def test_an_ambassador_left_lets_the_attacker_choose_any_location(abyss):
    table = attack(abyss, 19, up={"red": [18]})
    assert (table.to_move, table.offered()) == (
        "necrocampe",
        [f"attack {name}" for name in LOCATION_NAMES],
    )
    table.do("attack red")
    assert table.routed("king", "red") == [18]
    assert table.up("king", "yellow") == [1]


@pytest.mark.rule("attack.compulsory")
def test_an_attack_on_nobody_changes_nothing(abyss):
    table = attack(abyss, 5, up={"red": [18]}, routed={"purple": [10]})
    assert table.routed("king", "purple") == [10]
    assert table.up("king", "red") == [18]


@pytest.mark.rule("attack.routed_stay")
def test_routed_legions_stay_where_they_lie(abyss):
    table = attack(abyss, 5, routed={"purple": [29]})
    assert table.routed("king", "purple") == [10, 20, 29]


@pytest.mark.rule("attack.leftover_stays_in_the_row", "end.row_of_legions_refilled")
def test_the_leftover_stays_face_up_and_the_row_is_refilled(abyss):
    table = attack(abyss, 5)
    assert int(table.state.row_up) >> 5 & 1
    assert int(table.state.row_up).bit_count() == 2
    assert table.state.row_down > 0
