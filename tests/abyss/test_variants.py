"""The named card sets."""

from collections import Counter

import pytest

import tolsim

from .positions import LOCATION_NAMES
from .test_end import FOUR, banner_turn
from .test_scoring import last_turn
from .test_setup import cells


def guilds(game):
    """Numbers of each Guild, and (points, Banner) in the order of the numbers."""
    rules = game.ruleset
    colours, points, banners = (
        cells(rules, "legions", column) for column in ("colour", "points", "banner")
    )
    return {
        guild: [(points[n], banners[n]) for n, colour in colours.items() if colour == guild]
        for guild in (*LOCATION_NAMES, "white")
    }


def test_the_alternatives_of_the_card_set_are_there(abyss):
    assert set(abyss.ruleset.variants) == {
        "six_per_guild",
        "rising_rewards",
        "falling_rewards",
        "low_banners",
        "single_pair",
        "tokens_33345",
        "tokens_22245",
    }


@pytest.mark.rule("legions.banner", "banner.eight_in_the_game")
@pytest.mark.parametrize(
    "variant", ["default", "six_per_guild", "rising_rewards", "falling_rewards", "low_banners"]
)
def test_every_card_set_has_five_banners_one_a_guild(variant):
    sets = guilds(tolsim.make("abyss", variant=variant))
    assert {guild: sum(banner for _, banner in cards) for guild, cards in sets.items()} == {
        **dict.fromkeys(LOCATION_NAMES, 1),
        "white": 0,
    }


@pytest.mark.rule("legions.colour")
def test_six_a_guild_leave_one_ambassador_the_sixteen():
    game = tolsim.make("abyss", variant="six_per_guild")
    sets = guilds(game)
    assert {guild: len(cards) for guild, cards in sets.items()} == {
        **dict.fromkeys(LOCATION_NAMES, 6),
        "white": 1,
    }
    assert game.ruleset.value("legions.16.colour") == "white"
    for guild in LOCATION_NAMES:
        assert sorted(sets[guild]) == [(0, 0), (0, 0), (0, 1), (1, 0), (2, 0), (3, 0)]


@pytest.mark.rule("legions.points")
@pytest.mark.parametrize(
    ("variant", "rewards"),
    [
        ("rising_rewards", [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)]),
        ("falling_rewards", [(0, 1), (3, 0), (2, 0), (1, 0), (0, 0)]),
    ],
)
def test_rewards_rise_or_fall_with_the_number_inside_each_guild(variant, rewards):
    sets = guilds(tolsim.make("abyss", variant=variant))
    assert {guild: sets[guild] for guild in LOCATION_NAMES} == dict.fromkeys(
        LOCATION_NAMES, rewards
    )


@pytest.mark.rule("legions.banner")
def test_low_banners_lie_on_the_lowest_number_of_each_guild():
    sets = guilds(tolsim.make("abyss", variant="low_banners"))
    for guild in LOCATION_NAMES:
        assert sets[guild][0] == (0, 1)
        assert sorted(sets[guild]) == [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0)]


@pytest.mark.rule("locations.points")
@pytest.mark.parametrize(
    ("variant", "points"), [("tokens_33345", [3, 3, 3, 4, 5]), ("tokens_22245", [2, 2, 2, 4, 5])]
)
def test_other_points_of_the_majority_tokens(variant, points):
    game = tolsim.make("abyss", variant=variant)
    assert list(cells(game.ruleset, "locations", "points").values()) == points
    assert last_turn(game).scores() == [points[2], points[1]]


@pytest.mark.rule("heroes.pair", "heroes.power", "heroes.points", "pairs.points", "pairs.banners")
def test_a_single_pair_has_both_rewards_and_its_powers_go_to_farmers():
    game = tolsim.make("abyss", variant="single_pair")
    rules = game.ruleset
    powers = Counter(cells(rules, "heroes", "power").values())
    assert powers.pop("none") == 7
    assert set(powers.values()) == {1}
    assert rules.value("heroes.Y1.power") == "exchange"
    assert rules.value("heroes.Y2.power") == "swap"
    assert last_turn(game, {"heroes": {"B2": [], "B3": []}}).scores() == [3 + 8, 2]
    assert last_turn(game, {"heroes": {"Y1": [], "Y2": []}}).scores() == [3 + 4, 2]
    assert banner_turn(game, {**FOUR, "heroes": {"B2": [], "B3": []}}).winner() == "king"


@pytest.mark.rule("heroes.colour")
@pytest.mark.parametrize("variant", tolsim.make("abyss").ruleset.variants)
def test_every_variant_keeps_three_heroes_a_guild(variant):
    colours = cells(tolsim.make("abyss", variant=variant).ruleset, "heroes", "colour")
    assert Counter(colours.values()) == dict.fromkeys(LOCATION_NAMES, 3)
