"""How a game ends: five Banners, or no Legions left for the row."""

import pytest

import tolsim

from .positions import Table
from .test_scoring import last_turn

FOUR = {"up": {"red": [8], "yellow": [17], "green": [21]}, "heroes": {"B1": []}}


def banner_turn(game, king=None, necrocampe=None, **layout):
    """The Necrocampe leads to purple, the King follows with Banner 4 to blue; purple is attacked."""
    layout.setdefault("face_down", 10)
    table = Table(
        game,
        {"hand": [14, 25, 31], **(king or {})},
        {"hand": [5, 7, 13], **(necrocampe or {})},
        row=[15, 20],
        row_heroes=[],
        hero_deck=[],
        **layout,
    )
    return table.do("play 14", "play 5", "take 15", "take 20")


@pytest.mark.rule("banner.to_win", "banner.wins_at_once", "objective.points_or_banners")
def test_five_banners_win_at_once(abyss):
    table = banner_turn(abyss, FOUR)
    assert table.state.over
    # Three Legions, a Hero, and the blue token just gained.
    assert table.state.banners.tolist() == [5, 0]
    assert table.game.outcome(table.state) == "banners"
    assert table.winner() == "king"
    assert table.state.returns.tolist() == [1, -1]


@pytest.mark.rule("end.banners_before_refilling", "banner.wins_at_once")
def test_banners_are_counted_before_the_rows_are_refilled(abyss):
    table = banner_turn(abyss, FOUR)
    assert int(table.state.row_up).bit_count() + (table.state.row_down > 0) == 1


@pytest.mark.rule("end.majorities_before_banners", "locations.banner", "effect.banner")
def test_the_blue_majority_is_a_banner_while_it_is_held(abyss):
    table = banner_turn(abyss, FOUR, {"up": {"blue": [9, 29]}})
    assert not table.state.over
    held_before = banner_turn(abyss, {**FOUR, "majorities": ["blue"]}, {"up": {"blue": [9, 29]}})
    assert not held_before.state.over
    game = tolsim.make("abyss", overrides={"locations.blue.banner": 0})
    assert not banner_turn(game, FOUR).state.over


@pytest.mark.rule("banner.to_win")
@pytest.mark.parametrize(("needed", "over"), [(4, True), (5, True), (6, False)])
def test_the_banners_needed_are_a_value(needed, over):
    game = tolsim.make("abyss", overrides={"banner.to_win": needed})
    assert bool(banner_turn(game, FOUR).state.over) == over


@pytest.mark.rule("banner.must_be_visible", "legions.banner")
def test_a_banner_on_a_routed_legion_does_not_count(abyss):
    hidden = {**FOUR, "up": {"yellow": [17], "green": [21]}, "routed": {"red": [8]}}
    assert not banner_turn(abyss, hidden).state.over


@pytest.mark.rule("legions.banner")
def test_the_banner_of_a_legion_is_a_value():
    game = tolsim.make("abyss", overrides={"legions.14.banner": 1})
    assert banner_turn(game, FOUR).state.banners.tolist() == [6, 0]


@pytest.mark.rule("banner.must_be_visible")
def test_banners_in_hand_do_not_count(abyss):
    table = banner_turn(abyss, {**FOUR, "up": {"yellow": [17], "green": [21]}, "hand": [14, 8, 30]})
    assert not table.state.over


@pytest.mark.rule("banner.under_heroes")
@pytest.mark.parametrize("count", [False, True])
def test_whether_banners_under_heroes_count(count):
    game = tolsim.make("abyss", overrides={"banner.under_heroes": count})
    under = {"up": {"yellow": [17], "green": [21]}, "heroes": {"B1": [8, 9]}}
    assert bool(banner_turn(game, under).state.over) == count


@pytest.mark.rule("heroes.banner", "power.banner_hero")
def test_the_banner_hero_gives_its_banner(abyss):
    assert not banner_turn(abyss, {**FOUR, "heroes": {"R2": []}}).state.over
    game = tolsim.make("abyss", overrides={"heroes.R2.banner": 1})
    assert banner_turn(game, {**FOUR, "heroes": {"R2": []}}).state.over


@pytest.mark.rule("heroes.pair", "pairs.banners", "power.banner_pair")
def test_the_banner_pair_gives_one_banner_when_complete(abyss):
    pair, half = {"B2": [], "B3": []}, {"B2": []}
    assert banner_turn(abyss, {**FOUR, "heroes": pair}).state.banners[0] == 5
    assert not banner_turn(abyss, {**FOUR, "heroes": half}).state.over
    game = tolsim.make("abyss", overrides={"pairs.B.banners": 0})
    assert not banner_turn(game, {**FOUR, "heroes": pair}).state.over


@pytest.mark.rule("end.majorities_before_banners")
def test_five_banners_during_a_turn_are_not_enough(abyss):
    """The King leads and has five until the attack routs one."""
    table = Table(
        abyss,
        {"hand": [4, 25, 31], **FOUR, "majorities": ["blue"]},
        {"hand": [29, 7, 13], "up": {"yellow": [2, 12]}},
        row=[3, 18],
        face_down=23,
        row_heroes=[],
        hero_deck=[],
    ).do("play 4", "play 29")
    assert not table.state.over
    table.do("take 3", "take 18")
    # Red routed: 17, 21, B1 and 4 remain, and blue is tied.
    assert not table.state.over
    assert table.routed("king", "red") == [8]


@pytest.mark.rule("banner.one_winner")
def test_both_players_cannot_have_five_of_eight(abyss):
    table = banner_turn(
        abyss, FOUR, {"up": {"purple": [30], "blue": [4]}, "heroes": {"B2": [], "B3": []}}
    )
    assert table.state.banners.sum() <= 8


@pytest.mark.rule("end.twelve_turns", "end.no_legions_for_the_row")
def test_the_game_ends_when_the_row_cannot_be_refilled(abyss):
    table = last_turn(abyss)
    assert table.turn == 12
    assert table.game.outcome(table.state) == "points"
    assert table.winner() == "king"
    # The turn is played to its end: the attack, the Majorities.
    assert table.holder("blue") == "king"
    early = Table(abyss, deck=[27, 28], turn=11).decline()
    assert not early.state.over
    assert early.turn == 12


@pytest.mark.rule("end.most_points_win", "objective.points_or_banners")
def test_the_most_points_win(abyss):
    assert last_turn(abyss, None, {"heroes": {"R2": [12]}}).winner() == "necrocampe"
    assert last_turn(abyss).winner() == "king"


@pytest.mark.rule("end.lowest_legion_breaks_ties")
@pytest.mark.parametrize(("hand", "winner"), [([3, 9, 13], "king"), ([3, 1, 13], "necrocampe")])
def test_a_tie_goes_to_the_lowest_legion_in_hand(abyss, hand, winner):
    table = last_turn(abyss, {"hand": [29, 8, 31]}, {"hand": hand, "heroes": {"R2": []}})
    assert table.scores() == [3, 3]
    assert table.game.outcome(table.state) == "lowest legion"
    # The King has taken the 2 of the row.
    assert min(table.hand("king")) == 2
    assert min(table.hand("necrocampe")) in {1, 9}
    assert table.winner() == winner


@pytest.mark.rule("banner.before_the_last_score")
def test_banners_are_tested_before_points_on_the_last_turn_too(abyss):
    table = banner_turn(
        abyss, FOUR, {"heroes": {"Y1": [], "Y2": [], "G1": [9, 18, 22]}}, deck=[], turn=12
    )
    assert table.state.over
    assert table.game.outcome(table.state) == "banners"
    assert table.winner() == "king"
