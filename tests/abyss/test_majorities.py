"""End of the turn: Majorities and the refilled rows."""

import pytest

import tolsim

from .positions import LOCATION_NAMES, Table, members


def turn_end(game, king=None, necrocampe=None, **layout):
    """Play a turn that adds a Legion to nobody's count that matters: both at green.

    The Necrocampe follows and attacks green, where the King then has none face up.
    """
    return Table(
        game,
        {"hand": [6, 1, 7], **(king or {})},
        {"hand": [26, 25, 19], **(necrocampe or {})},
        row=[11, 16],
        face_down=21,
        row_heroes=[],
        hero_deck=[],
        **layout,
    ).do("play 6", "play 26", "take 11", "take 16")


@pytest.mark.rule("majority.most_face_up_legions")
def test_the_most_face_up_legions_win_the_majority(abyss):
    table = turn_end(
        abyss,
        {"up": {"yellow": [2, 12], "red": [3], "blue": [4, 9]}},
        {"up": {"yellow": [17], "red": [8, 18], "purple": [5]}},
    )
    assert [table.holder(name) for name in LOCATION_NAMES] == [
        "king",
        "necrocampe",
        "king",
        "necrocampe",
        "necrocampe",
    ]


@pytest.mark.rule("majority.most_face_up_legions")
def test_routed_legions_do_not_count_for_a_majority(abyss):
    table = turn_end(
        abyss,
        {"up": {"yellow": [2]}, "routed": {"yellow": [12, 22]}},
        {"up": {"yellow": [17, 27]}},
    )
    assert table.holder("yellow") == "necrocampe"


@pytest.mark.rule("majority.tie_returns_the_token")
def test_a_tie_returns_the_token_to_its_space_even_if_it_was_held(abyss):
    table = turn_end(
        abyss, {"up": {"red": [3]}, "majorities": ["red", "blue"]}, {"up": {"red": [8]}}
    )
    assert table.holder("red") is None
    # Nobody at all is a tie too.
    assert table.holder("blue") is None


@pytest.mark.rule("majority.lost_to_the_opponent")
def test_a_majority_passes_to_the_opponent_who_has_more(abyss):
    table = turn_end(abyss, {"up": {"red": [3]}, "majorities": ["red"]}, {"up": {"red": [8, 18]}})
    assert table.holder("red") == "necrocampe"


# Scales.


@pytest.mark.rule("effect.scales", "majority.assigned_from_yellow_to_green")
def test_the_scales_win_ties_as_soon_as_they_are_gained(abyss):
    table = turn_end(
        abyss,
        {"up": {"yellow": [2], "red": [3], "purple": [5]}},
        {"up": {"red": [8], "purple": [10], "blue": [4]}},
    )
    assert table.holder("yellow") == "king"
    assert table.holder("red") == table.holder("purple") == "king"
    assert table.holder("blue") == "necrocampe"


@pytest.mark.rule("effect.scales")
def test_the_scales_keep_themselves_in_a_tie(abyss):
    up = {"up": {"yellow": [2]}, "majorities": ["yellow"]}
    assert turn_end(abyss, up, {"up": {"yellow": [12]}}).holder("yellow") == "king"
    assert (
        turn_end(abyss, up | {"majorities": []}, {"up": {"yellow": [12]}}).holder("yellow") is None
    )


@pytest.mark.rule("effect.scales", "effect.needs_the_majority")
def test_scales_that_are_lost_win_no_more_ties(abyss):
    table = turn_end(
        abyss,
        {"up": {"yellow": [2], "red": [3]}, "majorities": ["yellow"]},
        {"up": {"yellow": [12, 17], "red": [8]}},
    )
    assert table.holder("yellow") == "necrocampe"
    assert table.holder("red") == "necrocampe"


@pytest.mark.rule("majority.at_least_one_card")
def test_the_scales_win_nothing_where_their_holder_has_no_legion(abyss):
    table = turn_end(abyss, {"up": {"yellow": [2]}})
    assert table.holder("yellow") == "king"
    assert table.holder("red") is table.holder("blue") is None


@pytest.mark.rule("majority.routed_counts_as_present", "majority.at_least_one_card")
@pytest.mark.parametrize("counts", [False, True])
def test_whether_a_routed_legion_is_enough_for_the_scales(counts):
    game = tolsim.make("abyss", overrides={"majority.routed_counts_as_present": counts})
    table = turn_end(game, {"up": {"yellow": [2]}, "routed": {"red": [3]}})
    assert table.holder("red") == ("king" if counts else None)
    assert table.holder("blue") is None
    # Being present is not being more.
    beaten = turn_end(game, {"up": {"yellow": [2]}, "routed": {"red": [3]}}, {"up": {"red": [8]}})
    assert beaten.holder("red") == "necrocampe"


# Refilling.


@pytest.mark.rule("end.row_of_legions_refilled", "attack.leftover_stays_in_the_row")
def test_the_row_gets_one_face_up_and_one_face_down(abyss):
    seen = set()
    for seed in range(30):
        table = turn_end(abyss, deck=[28, 29], seed=seed)
        assert 21 in members(table.state.row_up)
        fresh = [n for n in members(table.state.row_up) if n != 21]
        assert sorted([*fresh, int(table.state.row_down)]) == [28, 29]
        assert table.state.deck == 0
        seen.add(int(table.state.row_down))
    assert seen == {28, 29}


@pytest.mark.rule("end.row_of_heroes_refilled")
def test_the_row_of_heroes_is_refilled_to_five_from_the_top(abyss):
    table = Table(
        abyss,
        {"hand": [6, 1, 7], "up": {"yellow": [2, 12, 22]}},
        {"hand": [26, 25, 19]},
        row=[11, 16],
        face_down=21,
        row_heroes=["Y1", "R1", "B1", "P1", "G1"],
        hero_deck=["P2", "R2", "B2"],
    ).do("play 6", "play 26", "recruit by yellow")
    table.pay(2, 12).do("take 11", "take 16")
    assert table.row_heroes == ["R1", "B1", "P1", "P2", "G1"]
    assert table.hero_deck == ["R2", "B2"]


@pytest.mark.rule("end.row_of_heroes_refilled")
def test_a_short_hero_deck_leaves_a_short_row(abyss):
    table = Table(
        abyss,
        {"hand": [6, 1, 7]},
        {"hand": [26, 25, 19]},
        row=[11, 16],
        face_down=21,
        row_heroes=["Y1", "R1"],
        hero_deck=["P2"],
    ).do("play 6", "play 26", "take 11", "take 16")
    assert table.row_heroes == ["Y1", "R1", "P2"]
    assert table.hero_deck == []


def test_turn_ends_with_a_majority_are_counted(abyss):
    table = turn_end(abyss, {"up": {"yellow": [2]}})
    assert table.state.majority_turns[0].tolist() == [1, 0, 0, 0, 0]
    assert table.state.majority_turns[1].tolist() == [0, 0, 0, 0, 1]
