"""Placing a Legion, rallying where it comes, and what the red and purple locations do to it."""

import pytest

import tolsim

from .positions import LOCATION_NAMES, Table, recruited

EVERYWHERE = [f"place at {name}" for name in LOCATION_NAMES]


@pytest.mark.rule("turn.place_at_own_colour")
@pytest.mark.parametrize(
    ("legion", "location"),
    [(2, "yellow"), (3, "red"), (4, "blue"), (5, "purple"), (6, "green")],
)
def test_a_legion_goes_to_the_location_of_its_colour(abyss, legion, location):
    table = Table(abyss, {"hand": [legion]}, {"hand": [30, 28, 31]})
    table.do(f"play {legion}", "play 30")
    assert table.up("king", location) == [legion]
    assert table.offered()[0].startswith("take")


@pytest.mark.rule("turn.ambassador_anywhere")
@pytest.mark.parametrize("location", LOCATION_NAMES)
def test_an_ambassador_goes_anywhere(abyss, location):
    table = Table(abyss, {"hand": [1]}, {"hand": [30, 28, 31]}).do("play 1", "play 30")
    assert table.offered() == EVERYWHERE
    assert table.do(f"place at {location}").up("king", location) == [1]


@pytest.mark.rule("turn.ambassador_anywhere")
def test_the_second_players_ambassador_goes_anywhere_too(abyss):
    table = Table(abyss, {"hand": [2]}, {"hand": [30, 28, 31]}, row=[6, 11], face_down=16)
    table.do("play 2", "play 31", "take 6")
    assert (table.to_move, table.offered()) == ("necrocampe", EVERYWHERE)


@pytest.mark.rule("effect.purple_anywhere")
@pytest.mark.parametrize("location", LOCATION_NAMES)
def test_the_purple_majority_sends_purple_legions_anywhere(abyss, location):
    table = Table(abyss, {"hand": [5], "majorities": ["purple"]}, {"hand": [30, 28, 31]})
    table.do("play 5", "play 30")
    assert table.offered() == EVERYWHERE
    assert table.do(f"place at {location}").up("king", location) == [5]


@pytest.mark.rule("effect.purple_anywhere", "effect.needs_the_majority")
def test_the_purple_majority_is_for_its_holder_and_for_purple_legions_only(abyss):
    theirs = Table(abyss, {"hand": [5]}, {"hand": [30, 28, 31], "majorities": ["purple"]}).do(
        "play 5", "play 31"
    )
    assert theirs.up("king", "purple") == [5]
    yellow = Table(abyss, {"hand": [2], "majorities": ["purple"]}, {"hand": [30, 28, 31]})
    assert yellow.do("play 2", "play 30").up("king", "yellow") == [2]


# Rallying.


@pytest.mark.rule("rally.one_where_a_legion_is_played", "rally.optional")
def test_a_legion_played_at_routed_ones_may_rally_one_of_them(abyss):
    layout = {"hand": [2], "routed": {"yellow": [12, 17], "red": [18]}}
    table = Table(abyss, layout, {"hand": [30, 28, 31]}).do("play 2", "play 30")
    assert table.offered() == ["pass", "flip 12", "flip 17"]
    table.do("flip 17")
    assert table.up("king", "yellow") == [2, 17]
    assert table.routed("king", "yellow") == [12]
    assert table.offered()[0].startswith("take")
    declined = Table(abyss, layout, {"hand": [30, 28, 31]}).do("play 2", "play 30", "pass")
    assert declined.routed("king", "yellow") == [12, 17]


@pytest.mark.rule("rally.one_where_a_legion_is_played")
def test_only_ones_own_legions_are_rallied(abyss):
    table = Table(abyss, {"hand": [2]}, {"hand": [30, 28, 31], "routed": {"yellow": [12]}}).do(
        "play 2", "play 30"
    )
    assert table.offered()[0].startswith("take")
    assert table.routed("necrocampe", "yellow") == [12]


@pytest.mark.rule("rally.ambassador_and_rerouted")
@pytest.mark.parametrize(("legion", "majorities"), [(1, []), (5, ["purple"])])
def test_an_ambassador_or_a_purple_legion_sent_elsewhere_rallies_there(abyss, legion, majorities):
    table = Table(
        abyss,
        {"hand": [legion], "routed": {"yellow": [12]}, "majorities": majorities},
        {"hand": [30, 28, 31]},
    ).do(f"play {legion}", "play 30", "place at yellow")
    assert table.offered() == ["pass", "flip 12"]


@pytest.mark.rule("rally.before_recruiting")
def test_a_rallied_legion_counts_for_recruiting(abyss):
    table = Table(
        abyss,
        {"hand": [2], "up": {"yellow": [12]}, "routed": {"yellow": [17]}},
        {"hand": [30, 28, 31]},
    ).do("play 2", "play 30")
    table.do("flip 17")
    assert table.offered() == ["pass", "recruit by yellow"]


@pytest.mark.rule("rally.on_power_placement")
@pytest.mark.parametrize("rallies", [False, True])
def test_a_placement_by_a_power_rallies_only_if_the_rules_say_so(rallies):
    game = tolsim.make("abyss", overrides={"rally.on_power_placement": rallies})
    table = recruited(
        game, "P2", king={"hand": [12, 24], "up": {"green": [11]}, "routed": {"yellow": [17]}}
    )
    table.do("apply power to 11", "play 12", "place at yellow")
    assert (table.offered() == ["pass", "flip 17"]) == rallies
    if rallies:
        assert table.do("flip 17").up("king", "yellow") == [12, 17]


@pytest.mark.rule("rally.moved_or_stolen_rally_nothing")
@pytest.mark.parametrize("rallies", [False, True])
def test_a_moved_legion_rallies_nothing(rallies):
    game = tolsim.make("abyss", overrides={"rally.on_power_placement": rallies})
    table = recruited(game, "P3", king={"up": {"green": [11]}, "routed": {"yellow": [17]}})
    table.do("apply power to 11", "place at yellow")
    assert table.offered()[0].startswith("take")
    assert table.routed("king", "yellow") == [17]


# The red location.


def red_table(game, king=None, necrocampe=None):
    return Table(
        game,
        {"hand": [3, 1, 2], "majorities": ["red"], **(king or {})},
        {"hand": [30, 28, 31], "up": {"yellow": [12], "green": [21]}, **(necrocampe or {})},
    )


@pytest.mark.rule("effect.rout")
def test_the_red_majority_routs_one_opposing_legion_anywhere(abyss):
    table = red_table(abyss, necrocampe={"routed": {"blue": [9]}}).do("play 3", "play 31")
    # It is not optional, and a routed Legion is no target.
    assert table.offered() == ["flip 12", "flip 21"]
    table.do("flip 21")
    assert table.routed("necrocampe", "green") == [21]
    assert table.up("necrocampe", "yellow") == [12]
    assert table.offered()[0].startswith("take")


@pytest.mark.rule("effect.rout")
def test_any_legion_placed_at_red_routs(abyss):
    table = red_table(abyss).do("play 1", "play 31", "place at red")
    assert table.offered() == ["flip 12", "flip 21"]
    purple = red_table(abyss, {"hand": [5], "majorities": ["red", "purple"]})
    assert purple.do("play 5", "play 31", "place at red").offered() == ["flip 12", "flip 21"]


@pytest.mark.rule("effect.rout", "effect.needs_the_majority")
def test_no_rout_elsewhere_without_the_majority_or_without_a_target(abyss):
    elsewhere = red_table(abyss).do("play 2", "play 31")
    assert elsewhere.offered()[0].startswith("take")
    without = red_table(abyss, {"majorities": []}).do("play 3", "play 31")
    assert without.offered()[0].startswith("take")
    nobody = red_table(abyss, necrocampe={"up": {}}).do("play 3", "play 31")
    assert nobody.offered()[0].startswith("take")


@pytest.mark.rule("effect.rout", "majority.tokens_move_at_turn_end")
def test_a_majority_about_to_be_gained_does_not_rout_yet(abyss):
    table = red_table(abyss, {"majorities": [], "up": {"red": [18]}}).do("play 3", "play 31")
    assert table.offered()[0].startswith("take")
    assert table.holder("red") is None
    table.decline()
    assert table.holder("red") == "king"


@pytest.mark.rule("rout.trigger")
@pytest.mark.parametrize(
    ("trigger", "placed", "moved", "stolen"),
    [
        ("from hand", True, False, False),
        ("step one", False, False, False),
        ("any arrival", True, True, True),
    ],
)
def test_what_sets_the_rout_off(trigger, placed, moved, stolen):
    game = tolsim.make("abyss", overrides={"rout.trigger": trigger})
    theirs = {"hand": [30, 28, 31], "up": {"yellow": [12], "green": [21], "red": [8]}}
    targets = ["flip 8", "flip 12", "flip 21"]
    mine = {"hand": [2, 24], "up": {"blue": [9]}, "majorities": ["red"]}
    played = Table(game, {"hand": [3], "majorities": ["red"]}, theirs).do("play 3", "play 31")
    assert played.offered() == targets
    by_power = recruited(game, "P2", king=mine, necrocampe=theirs)
    by_power.do("apply power to 9", "play 2", "place at red")
    assert (by_power.offered() == targets) == placed
    by_move = recruited(game, "P3", king=mine, necrocampe=theirs)
    by_move.do("apply power to 9", "place at red")
    assert (by_move.offered() == targets) == moved
    by_theft = Table(
        game,
        {
            "hand": [2],
            "up": {"red": [18], "blue": [9], "purple": [10], "green": [16]},
            "majorities": ["red"],
        },
        theirs,
        row_heroes=["R2"],
    )
    by_theft.do("play 2", "play 31", "recruit by all five").pay(10, 16).do("apply power to 8")
    assert by_theft.up("king", "red") == [8, 18]
    assert (by_theft.offered() == ["flip 12", "flip 21"]) == stolen
