"""Set-ups worth comparing: the named variants set what their titles say, and all can be played."""

import pytest

import tolsim

from .games import four_horsemen
from .test_whole_games import play

SET_UPS = {
    "near_civilians": {"setup.civilian_spots": "near"},
    "six_civilians": {"setup.civilians": 6},
    "eight_civilians": {"setup.civilians": 8},
    "nine_civilians": {"setup.civilians": 9},
    "small_holy_army": {"setup.holy_army": "17"},
    "large_holy_army": {"setup.holy_army": "23"},
    "no_character": {"setup.holy_army": "no Character"},
    "light_troops": {"setup.troops": "light"},
    "heavy_troops": {"setup.troops": "heavy"},
    "level_two_horsemen": {"setup.horseman_level": 2, "council.upkeep": 1},
    "level_two_without_upkeep": {"setup.horseman_level": 2, "council.upkeep": 0},
    "no_tokens": dict.fromkeys(
        ("tokens.holy_xp", "tokens.holy_legend", "tokens.unholy_xp", "tokens.unholy_legend"), 0
    ),
    "many_tokens": dict.fromkeys(
        ("tokens.holy_xp", "tokens.holy_legend", "tokens.unholy_xp", "tokens.unholy_legend"), 4
    ),
    "holy_tokens": {
        "tokens.holy_xp": 4,
        "tokens.holy_legend": 4,
        "tokens.unholy_xp": 0,
        "tokens.unholy_legend": 0,
    },
    "small_church": {"church.capacity": 5},
    "large_church": {"church.capacity": 8},
    "played_deployment": {"deployment.holy": "played", "deployment.civilians": "map"},
    "free_deployment": {"deployment.holy": "played", "deployment.civilians": "player"},
    "fixed_arrival": {"deployment.arrival": "fixed"},
    "slow_stacks": {"orders.activation_limit": "area and unit"},
    "always_four": {"council.round_cards": "all 4"},
    "always_five": {"council.round_cards": "all 5"},
    "small_horsemen": {"unit.big_size": 1},
    "large_horsemen": {"unit.big_size": 3},
}


NAMED = (
    "near_civilians",
    "nine_civilians",
    "large_holy_army",
    "heavy_troops",
    "played_deployment",
    "slow_stacks",
)


def test_the_variants_are_those_listed():
    assert set(four_horsemen().ruleset.variants) == set(NAMED)


@pytest.mark.parametrize("variant", NAMED)
def test_a_variant_sets_what_it_says_and_nothing_else(variant):
    default, changed = (
        four_horsemen().ruleset,
        tolsim.make("four_horsemen", variant=variant).ruleset,
    )
    assert {name: changed.value(name) for name in SET_UPS[variant]} == SET_UPS[variant]
    different = {n for n, rule in changed.rules.items() if rule.value != default.rules[n].value}
    assert different
    assert different <= set(SET_UPS[variant])


@pytest.mark.parametrize("name", SET_UPS)
def test_a_set_up_plays_to_an_end(name):
    final = list(play(four_horsemen(overrides=SET_UPS[name]), seed=5, number=1))[-1]
    assert final["over"].all()
