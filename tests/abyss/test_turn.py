"""The course of a turn: the lead, the first player, the second player."""

import numpy as np
import pytest

from .positions import LOCATION_NAMES, Table, members


@pytest.mark.rule("turn.lowest_number_leads")
@pytest.mark.parametrize(
    ("king", "necrocampe", "lead"), [(6, 27, "king"), (27, 6, "necrocampe"), (1, 31, "king")]
)
def test_the_lowest_number_plays_first(abyss, king, necrocampe, lead):
    table = Table(abyss, {"hand": [king, 3, 4]}, {"hand": [necrocampe, 9, 10]})
    table.do(f"play {king}", f"play {necrocampe}")
    assert table.lead == lead
    assert table.to_move == lead
    assert table.state.turns_led[0 if lead == "king" else 1] == 1


@pytest.mark.rule("turn.simultaneous_choice")
def test_neither_player_sees_the_choice_of_the_other(abyss):
    told = []
    for king in (3, 28):
        table = Table(abyss, {"hand": [3, 14, 28]}, {"hand": [9, 10, 20]})
        table.do(f"play {king}")
        assert table.to_move == "necrocampe"
        assert table.offered() == ["play 9", "play 10", "play 20"]
        told.append(table.observation("necrocampe"))
    assert told[0] == told[1]


@pytest.mark.rule("turn.simultaneous_choice", "turn.both_revealed")
def test_both_legions_are_revealed_before_the_first_is_placed(abyss):
    told = []
    for necrocampe in (9, 20):
        table = Table(abyss, {"hand": [1, 3, 4]}, {"hand": [9, 10, 20]})
        table.do("play 1", f"play {necrocampe}")
        assert table.offered()[0] == "place at yellow"
        told.append(table.observation("king"))
    assert told[0] != told[1]


@pytest.mark.rule("turn.one_legion_a_turn", "turn.own_side")
def test_each_player_plays_one_legion_on_its_own_side(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, row=[6, 11], face_down=16)
    table.do("play 2", "play 9")
    assert table.up("king", "yellow") == [2]
    assert table.up("necrocampe", "yellow") == []
    table.decline()
    assert table.up("necrocampe", "blue") == [9]
    assert table.up("king", "blue") == []
    assert sum(int(up).bit_count() for up in table.state.up.ravel()) == 2


@pytest.mark.rule("turn.order_of_actions")
def test_the_first_player_places_recruits_and_refills_before_the_second(abyss):
    table = Table(
        abyss,
        {"hand": [2, 14, 30], "up": {"yellow": [12, 22]}, "routed": {"yellow": [17]}},
        {"hand": [31, 10, 20]},
        row_heroes=["Y1"],
        row=[3, 6],
        face_down=11,
    )
    table.do("play 2", "play 31")
    assert table.offered() == ["pass", "flip 17"]
    table.do("flip 17")
    assert table.offered() == ["pass", "recruit by yellow"]
    table.do("recruit by yellow").pay(2, 12)
    assert table.offered() == ["take face-down", "take 3", "take 6"]
    assert table.state.committed[1] == 31
    table.do("take 3")
    assert table.offered() == [f"place at {name}" for name in LOCATION_NAMES]
    table.do("place at red")
    assert table.offered() == ["take face-down", "take 6"]


@pytest.mark.rule("turn.first_takes_one_of_three", "turn.hands_fill_to_three")
@pytest.mark.parametrize(("take", "got"), [("face-down", 11), ("3", 3), ("6", 6)])
def test_the_first_player_takes_one_of_the_three_of_the_row(abyss, take, got):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, row=[3, 6], face_down=11)
    table.do("play 2", "play 9")
    assert table.offered() == ["take face-down", "take 3", "take 6"]
    table.do(f"take {take}")
    assert table.hand("king") == sorted([14, 30, got])


@pytest.mark.rule("turn.second_takes_one_of_two", "turn.hands_fill_to_three")
def test_the_second_player_takes_one_of_the_two_that_remain(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, row=[3, 6], face_down=11)
    table.do("play 2", "play 9", "take 3")
    assert table.offered() == ["take face-down", "take 6"]
    table.do("take 6")
    assert table.hand("necrocampe") == [6, 10, 20]
    faces_up = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, row=[3, 6], face_down=11)
    faces_up.do("play 2", "play 9", "take face-down")
    assert faces_up.offered() == ["take 3", "take 6"]


@pytest.mark.rule("turn.revealed_legion_is_not_on_the_battlefield")
def test_the_second_players_revealed_legion_can_be_neither_routed_nor_stolen_nor_swapped(abyss):
    table = Table(
        abyss,
        {"hand": [3, 14, 30], "up": {"red": [18, 23]}, "majorities": ["red"]},
        {"hand": [9, 10, 20], "up": {"yellow": [12]}, "routed": {"yellow": [17]}},
        row_heroes=["R2"],
    )
    table.do("play 3", "play 9")
    # The rout has one target, so it is not asked.
    assert table.routed("necrocampe", "yellow") == [12, 17]
    table.do("recruit by red").pay(18, 23)
    assert "apply power to 9" not in table.offered()
    swap = Table(
        abyss,
        {"hand": [4, 15, 30], "up": {"blue": [14, 29]}},
        {"hand": [9, 10, 20]},
        row_heroes=["B3"],
    )
    swap.do("play 4", "play 9", "recruit by blue").pay(14, 29)
    swap.do("use power")
    assert swap.offered() == ["pass", "apply power to 10", "apply power to 20"]
    assert members(swap.state.hand[1]) == [10, 20]
    assert np.array_equal(swap.state.committed, [0, 9])
