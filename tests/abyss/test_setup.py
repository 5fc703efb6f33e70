"""Setup, and the cards it uses."""

from collections import Counter

import numpy as np
import pytest

import tolsim
from tolsim.core.rules import Ruleset

from .positions import HERO_NAMES, LOCATION_NAMES, heroes, members

SEATS = (0, 1)


def count(values: np.ndarray) -> list[int]:
    return [int(value).bit_count() for value in values.ravel()]


def cells(ruleset: Ruleset, table: str, column: str) -> dict[str, object]:
    return {row: ruleset.value(f"{table}.{row}.{column}") for row in ruleset.tables[table]}


@pytest.mark.rule("setup.majority_tokens_start_in_their_spaces")
def test_majority_tokens_start_in_their_spaces(abyss):
    assert (abyss.reset(2, 40)["majority"] == -1).all()


@pytest.mark.rule("setup.hero_deck", "setup.hero_row")
def test_fifteen_heroes_five_of_them_face_up(abyss):
    for state in abyss.reset(2, 40):
        if state.turn != 1 or state.reserved != -1:
            continue
        deck = [HERO_NAMES[number] for number in state.hero_deck[: state.hero_deck_size]]
        assert len(heroes(state.row_heroes)) == 5
        assert sorted(deck + heroes(state.row_heroes)) == sorted(HERO_NAMES)


@pytest.mark.rule("setup.hero_row")
@pytest.mark.parametrize("size", [3, 8])
def test_the_hero_row_is_as_long_as_the_rules_say(size):
    states = tolsim.make("abyss", overrides={"setup.hero_row": size}).reset(2, 10)
    assert set(count(states["row_heroes"])) == {size}
    assert (states["hero_deck_size"] == 15 - size).all()


@pytest.mark.rule("setup.hero_deck", "setup.legion_deck")
def test_both_decks_are_shuffled(abyss):
    states = abyss.reset(2, 1500)
    in_row = Counter(name for state in states for name in heroes(state.row_heroes))
    assert all(420 < in_row[name] < 580 for name in HERO_NAMES)
    in_hand = Counter(card for state in states for card in members(state.hand[0]))
    assert all(100 < in_hand[card] < 195 for card in range(1, 32))


@pytest.mark.rule(
    "setup.legion_deck", "cards.numbers", "setup.legion_row", "turn.no_tie_for_the_lead"
)
def test_thirty_one_legions_two_face_up_and_one_face_down_in_the_row(abyss):
    for state in abyss.reset(2, 40):
        assert len(members(state.row_up)) == 2
        placed = [*members(state.row_up), int(state.row_down), *members(state.deck)]
        for seat in SEATS:
            placed += members(state.hand[seat])
        assert sorted(placed) == list(range(1, 32))
        assert len(members(state.deck)) == 22


@pytest.mark.rule("setup.hand_size")
def test_each_player_starts_with_three_legions(abyss):
    assert set(count(abyss.reset(2, 40)["hand"])) == {3}


@pytest.mark.rule("setup.hand_size")
def test_another_hand_size_is_dealt_and_refilled_to():
    game = tolsim.make("abyss", overrides={"setup.hand_size": 2})
    states = game.reset(2, 10)
    assert set(count(states["hand"])) == {2}
    for _ in range(200):
        if states["over"].all():
            break
        running = states[states["over"] == 0]
        game.step(running, [legal[0] for legal in game.legal_actions(running)])
        states[states["over"] == 0] = running
    assert set(count(states["hand"])) == {2}
    assert set(states["turn"]) == {13}


@pytest.mark.rule("setup.random_stratagem", "setup.two_sides")
def test_each_side_draws_one_of_its_own_three_stratagems_evenly(abyss):
    states = abyss.reset(2, 1800)
    pairs = Counter(map(tuple, states["stratagem"].tolist()))
    assert set(pairs) == {(king, necrocampe) for king in range(3) for necrocampe in range(3)}
    assert all(140 < number < 260 for number in pairs.values())


@pytest.mark.rule("setup.sides")
def test_sides_alternate_or_are_drawn_for_each_game(abyss):
    assert abyss.seating == "alternate"
    assert tolsim.make("abyss", overrides={"setup.sides": "random"}).seating == "random"


@pytest.mark.rule("legions.colour", "cards.guild_colours")
def test_five_legions_a_guild_and_six_ambassadors(abyss):
    colours = Counter(cells(abyss.ruleset, "legions", "colour").values())
    assert colours == {**dict.fromkeys(LOCATION_NAMES, 5), "white": 6}


@pytest.mark.rule("legions.points", "legions.banner")
def test_each_guild_has_a_banner_nothing_one_two_and_three_points(abyss):
    rules = abyss.ruleset
    colours, points, banners = (
        cells(rules, "legions", column) for column in ("colour", "points", "banner")
    )
    for guild in LOCATION_NAMES:
        rewards = [(points[n], banners[n]) for n, colour in colours.items() if colour == guild]
        assert sorted(rewards) == [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0)]
    assert {(points[n], banners[n]) for n, c in colours.items() if c == "white"} == {(0, 0)}


@pytest.mark.rule("legions.colour", "legions.points", "legions.banner")
def test_numbers_favour_no_colour_and_no_reward(abyss):
    rules = abyss.ruleset
    groups: dict[object, list[int]] = {}
    for number, colour in cells(rules, "legions", "colour").items():
        reward = (
            rules.value(f"legions.{number}.points"),
            rules.value(f"legions.{number}.banner"),
        )
        for group in (colour,) if colour == "white" else (colour, reward):
            groups.setdefault(group, []).append(int(number))
    assert {sum(numbers) / len(numbers) for numbers in groups.values()} == {16}


@pytest.mark.rule("heroes.colour", "cards.hero_guilds")
def test_three_heroes_a_guild_and_no_hero_is_an_ambassador(abyss):
    colours = cells(abyss.ruleset, "heroes", "colour")
    assert Counter(colours.values()) == dict.fromkeys(LOCATION_NAMES, 3)
    assert all(str(colour)[0].upper() == name[0] for name, colour in colours.items())


@pytest.mark.rule("banner.eight_in_the_game")
def test_there_are_eight_banners(abyss):
    rules = abyss.ruleset
    legions = sum(map(int, cells(rules, "legions", "banner").values()))
    blue = sum(map(int, cells(rules, "locations", "banner").values()))
    alone = sum(map(int, cells(rules, "heroes", "banner").values()))
    paired = sum(map(int, cells(rules, "pairs", "banners").values()))
    assert (legions, blue, alone + paired) == (5, 1, 2)
    politicians = [n for n, colour in cells(rules, "heroes", "colour").items() if colour == "blue"]
    assert {n for n, banner in cells(rules, "heroes", "banner").items() if banner} < {*politicians}
    assert {n for n, pair in cells(rules, "heroes", "pair").items() if pair == "B"} < {*politicians}


@pytest.mark.rule("heroes.scoring", "heroes.power", "heroes.pair")
def test_every_printed_effect_of_a_hero_is_on_a_card(abyss):
    rules = abyss.ruleset
    scoring = Counter(cells(rules, "heroes", "scoring").values())
    powers = Counter(cells(rules, "heroes", "power").values())
    assert {effect: n for effect, n in scoring.items() if effect != "none"} == dict.fromkeys(
        rules.rules["heroes.Y1.scoring"].choices[1:], 1
    )
    assert {effect: n for effect, n in powers.items() if effect != "none"} == dict.fromkeys(
        rules.rules["heroes.Y1.power"].choices[1:], 1
    )
    assert Counter(cells(rules, "heroes", "pair").values()) == {"none": 11, "A": 2, "B": 2}
