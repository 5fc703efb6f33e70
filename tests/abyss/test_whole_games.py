"""What holds in every game, played at random under the default rules, variants and any overrides.

The counts, Majorities, Banners and scores are worked out here once more, in plain Python from the
rulebook's words, and compared with the game's.
"""

from __future__ import annotations

from collections.abc import Iterator

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tolsim
from tolsim.abyss import state as stages
from tolsim.core.game import Game
from tolsim.core.rules import Ruleset

from .positions import HERO_NAMES, LOCATION_NAMES, bits, heroes, members

SLOW = bool(numba.config.DISABLE_JIT)
GAMES = 12 if SLOW else 300
VARIANTS = ["default", *tolsim.make("abyss").ruleset.variants]


def play(game: Game, seed: int, number: int) -> Iterator[np.ndarray]:
    """Play games at random; give the states before each decision, and after the last one."""
    rng = np.random.default_rng(seed)
    states = game.reset(seed, number)
    yield states
    for _ in range(game.longest):
        running = np.flatnonzero(states["over"] == 0)
        if len(running) == 0:
            return
        rows = states[running]
        mask = game.legal_mask(rows)
        game.step(rows, (mask * rng.random(mask.shape)).argmax(axis=1))
        states = states.copy()
        states[running] = rows
        yield states
    raise AssertionError("a game is longer than it may be")


# The rulebook in plain Python.


def banners_of(rules: Ruleset, state: np.record, seat: int) -> int:
    """Banners on face-up Legions, Heroes, the complete pair and the blue token."""
    visible = [legion for up in state.up[seat] for legion in members(up)]
    mine = heroes(state.heroes[seat])
    if rules.value("banner.under_heroes"):
        visible += [legion for name in mine for legion in under(state, name)]
    total = sum(int(rules.value(f"legions.{legion}.banner")) for legion in visible)
    total += sum(int(rules.value(f"heroes.{name}.banner")) for name in mine)
    total += sum(int(rules.value(f"pairs.{pair}.banners")) for pair in pairs_of(rules, mine))
    return total + sum(
        int(rules.value(f"locations.{name}.banner")) for name in majorities_of(state, seat)
    )


def under(state: np.record, name: str) -> list[int]:
    return members(state.under[HERO_NAMES.index(name)])


def majorities_of(state: np.record, seat: int) -> list[str]:
    return [
        name for name, holder in zip(LOCATION_NAMES, state.majority, strict=True) if holder == seat
    ]


def pairs_of(rules: Ruleset, mine: list[str]) -> list[str]:
    halves = [rules.value(f"heroes.{name}.pair") for name in mine]
    return [pair for pair in ("A", "B") if halves.count(pair) == 2]


def score_of(rules: Ruleset, state: np.record, seat: int) -> int:
    """Unused Stratagem, Heroes with their own scoring, Legions under them, Majorities."""
    mine = heroes(state.heroes[seat])
    held = majorities_of(state, seat)
    total = 0 if state.stratagem_used[seat] else int(rules.value("stratagem.unused_points"))
    total += sum(int(rules.value(f"locations.{name}.points")) for name in held)
    total += sum(int(rules.value(f"pairs.{pair}.points")) for pair in pairs_of(rules, mine))
    for name in mine:
        legions = sum(int(rules.value(f"legions.{legion}.points")) for legion in under(state, name))
        scoring = rules.value(f"heroes.{name}.scoring")
        total += int(rules.value(f"heroes.{name}.points")) + legions
        total += {
            "none": 0,
            "doubles legions underneath": legions,
            "1 per banner": banners_of(rules, state, seat),
            "1 per location without majority": 5 - len(held),
            "1 per hero colour": len({rules.value(f"heroes.{other}.colour") for other in mine}),
        }[str(scoring)]
    return total


def majorities_after(rules: Ruleset, state: np.record, yellow_before: int) -> list[int]:
    """Who holds each token when a turn has ended, from the Legions that lie there."""
    holders: list[int] = []
    for location in range(5):
        king, necrocampe = (len(members(state.up[seat, location])) for seat in (0, 1))
        if king != necrocampe:
            holders.append(0 if king > necrocampe else 1)
            continue
        scales = holders[0] if holders else yellow_before
        there = 0
        if scales >= 0:
            there = int(state.up[scales, location])
            if rules.value("majority.routed_counts_as_present"):
                there |= int(state.routed[scales, location])
        holders.append(scales if there else -1)
    return holders


# What must hold at every step.


def check_cards(states: np.ndarray) -> None:
    """31 Legions and 15 Heroes, each in one place."""
    one = np.int64(1)
    places = [
        states["deck"],
        states["row_up"],
        states["removed"],
        np.where(states["row_down"] > 0, one << states["row_down"], 0),
        *states["hand"].T,
        *np.where(states["committed"] > 0, one << states["committed"], 0).T,
        *states["under"].T,
        *states["up"].reshape(len(states), -1).T,
        *states["routed"].reshape(len(states), -1).T,
    ]
    assert (np.bitwise_or.reduce(places) == stages.ALL_LEGIONS).all()
    assert (sum(np.bitwise_count(place).astype(int) for place in places) == 31).all()
    deck = np.array([bits(state.hero_deck[: state.hero_deck_size].tolist()) for state in states])
    # A Hero that was dug comes to its player when the others have been put back.
    dug = (states["stage"] == stages.AT_DIG_REST) & (states["hero"] >= 0)
    in_hand = np.where(dug, one << np.maximum(states["hero"], 0), 0)
    hero_places = [deck, states["row_heroes"], in_hand, *states["heroes"].T]
    assert (np.bitwise_or.reduce(hero_places) == 2**15 - 1).all()
    counted = sum(np.bitwise_count(place).astype(int) for place in hero_places)
    assert (counted == 15).all()
    # Legions lie under recruited Heroes only.
    recruited = states["heroes"][:, 0] | states["heroes"][:, 1]
    for number in range(15):
        assert (states["under"][recruited >> number & 1 == 0, number] == 0).all()


def expected_hands(state: np.record, size: int) -> list[int]:
    """Full at the choice, one less while acting, full again after the refill."""
    stage = int(state.stage)
    if stage < stages.AT_NECROCAMPE_CHOICE:
        return [size, size]
    if stage == stages.AT_NECROCAMPE_CHOICE:
        return [size - 1, size]
    hands = [size - 1, size - 1]
    if state.actor != state.lead or stage in (stages.AT_ATTACK, stages.AT_DIVERT):
        hands[state.lead] = size
    if stage in (stages.AT_POWER_PLAY, stages.AT_ATTACK, stages.AT_DIVERT):
        hands[state.actor] = size
    return hands


def check_counts(game: Game, states: np.ndarray) -> None:
    """Hands, decks, rows and turns."""
    size = int(game.ruleset.value("setup.hand_size"))
    running = states[states["over"] == 0]
    held = np.bitwise_count(running["hand"]).tolist()
    assert held == [expected_hands(state, size) for state in running]
    assert (np.bitwise_count(states["deck"]) % 2 == 0).all()
    assert (states["turn"] <= 15 - size).all()
    assert (np.bitwise_count(states["row_heroes"]) <= game.ruleset.value("setup.hero_row")).all()


def check_end(game: Game, state: np.record) -> None:
    """Score, Banners and winner of a finished game."""
    rules = game.ruleset
    scores = [score_of(rules, state, seat) for seat in (0, 1)]
    banners = [banners_of(rules, state, seat) for seat in (0, 1)]
    lowest = [-min(members(state.hand[seat])) for seat in (0, 1)]
    assert state.scores.tolist() == scores
    assert state.banners.tolist() == banners
    needed = int(rules.value("banner.to_win"))
    outcome = game.outcome(state)
    if max(banners) >= needed and banners[0] != banners[1]:
        order, reason = banners, "banners"
    else:
        assert max(banners) >= needed or state.deck == 0
        order, reason = (scores, "points") if scores[0] != scores[1] else (lowest, "lowest legion")
    assert outcome == reason
    assert int(state.returns[0]) == (1 if order[0] > order[1] else -1)
    assert state.returns.sum() == 0


def check_games(game: Game, seed: int, number: int) -> np.ndarray:
    """Play, check every state, and give the last ones."""
    before = None
    for states in play(game, seed, number):
        check_cards(states)
        check_counts(game, states)
        if before is not None:
            ended = (states["turn"] > before["turn"]) | (states["over"] > before["over"])
            for now, then in zip(states[ended], before[ended], strict=True):
                holders = majorities_after(game.ruleset, now, int(then.majority[0]))
                assert now.majority.tolist() == holders
                banners = [banners_of(game.ruleset, now, seat) for seat in (0, 1)]
                assert now.banners.tolist() == banners
            assert (states["majority"][~ended] == before["majority"][~ended]).all()
        before = states
    assert before is not None
    for state in before:
        check_end(game, state)
    return before


@pytest.mark.rule(
    "end.twelve_turns",
    "cards.each_in_one_place",
    "hand.size_through_the_turn",
    "majority.tokens_move_at_turn_end",
    "majority.most_face_up_legions",
    "banner.one_winner",
    "recruit.heroes_never_run_out",
    "score.both_sides_alike",
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_keeps_its_cards_counts_majorities_banners_and_scores(variant):
    game = tolsim.make("abyss", variant=variant)
    number = GAMES if variant == "default" else max(GAMES // 5, 2)
    finished = check_games(game, 5, number)
    assert ((finished["banners"] >= 5).sum(axis=1) <= 1).all()
    assert (finished["banners"].sum(axis=1) <= 8).all()
    by_score = finished["outcome"] != stages.BY_BANNERS
    assert (finished["turn"][by_score] == 12).all()
    # Each recruitment uses up two Legions and its turn.
    recruited = np.bitwise_count(finished["heroes"])
    assert (recruited.sum(axis=1) <= 12).all()


def check_redealt_games(game: Game, seed: int, number: int) -> None:
    """Whatever a player cannot know may change between decisions, and the game goes on."""
    rng = np.random.default_rng(seed)
    states = game.reset(seed, number)
    for _ in range(game.longest):
        running = np.flatnonzero(states["over"] == 0)
        if len(running) == 0:
            return
        seats = rng.integers(2, size=len(running))
        rows = game.redeal(states[running], seats, rng.integers(2**63, size=len(running)))
        check_cards(rows)
        check_counts(game, rows)
        for field in ("up", "row_up", "under", "heroes", "row_heroes", "majority", "to_move"):
            assert (rows[field] == states[field][running]).all()
        mine = np.arange(len(running)), seats
        assert (rows["hand"][mine] == states["hand"][running][mine]).all()
        mask = game.legal_mask(rows)
        assert mask.any(axis=1).all()
        game.step(rows, (mask * rng.random(mask.shape)).argmax(axis=1))
        states[running] = rows
    raise AssertionError("a game is longer than it may be")


@pytest.mark.rule("cards.each_in_one_place", "knowledge.decks_are_hidden", "routed.identity")
@pytest.mark.parametrize("identity", ["public", "hidden"])
@pytest.mark.parametrize("order", ["king first", "simultaneous"])
def test_games_go_on_after_what_is_hidden_has_been_drawn_anew(identity, order):
    game = tolsim.make(
        "abyss", overrides={"routed.identity": identity, "stratagem.start_of_turn": order}
    )
    check_redealt_games(game, 8, max(GAMES // 3, 4))


def values_of(rule):
    """Values of a rule that has one."""
    if isinstance(rule.value, bool):
        return st.booleans()
    if rule.choices:
        return st.sampled_from(rule.choices)
    return st.integers(int(rule.low), int(rule.high))


SETTABLE = {
    rule.id: values_of(rule)
    for rule in tolsim.make("abyss").ruleset.rules.values()
    if rule.value is not None and rule.id.split(".")[0] not in {"heroes", "legions", "pairs"}
}


@pytest.mark.rule("setup.hand_size", "recruit.legions_needed", "locations.points")
@settings(
    max_examples=6 if SLOW else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
@given(
    variant=st.sampled_from(VARIANTS),
    overrides=st.fixed_dictionaries({}, optional=SETTABLE),
    seed=st.integers(0, 2**32),
)
def test_every_game_does_so_under_any_combination_of_readings(variant, overrides, seed):
    game = tolsim.make("abyss", variant=variant, overrides=overrides)
    check_games(game, seed, 1 if SLOW else 8)
