"""What holds in every game, played at random under many rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numba
import numpy as np
import pytest

from tolsim.core.game import Game
from tolsim.joan import state as st
from tolsim.joan.scenarios.jumieges.names import (
    FACE_DOWN,
    GONE,
    HOLY,
    KEPT,
    LOST,
    ON_GROUND,
    UNHOLY,
)
from tolsim.joan.scenarios.jumieges.roster import SCENARIO

from .games import jumieges

EAGER = ("turn the token", "take the Relic", "move to", "attack", "activate")
"""Words of actions that are taken before others; else random play would rarely get anywhere."""
SLOW = bool(numba.config.DISABLE_JIT)
GAMES = 2 if SLOW else 60
RULES = {
    "default": {},
    "hard": {"scenario.difficulty": "hard"},
    "rich": {"tokens.legend": 6, "church.resistance": 4, "token.keep": "choice",
             "token.by_command": True},
    "area": {"leviathan.occupies": "area", "gigantic.scope": "area", "push.old_hex_free": True,
             "leviathan.no_path": "push own", "church.resistance": 4},
    "player": {"behaviour.ties": "player", "unholy.order": "player", "behaviour.follow_up": True,
               "unholy.enter_church": True, "lava.entry": "book", "church.resistance": 6},
    "fire": {"eruption.health": 17, "lava.covers": "area", "lava.tiles": 2,
             "lava.hurts_leviathan": True, "setup.site_central": "5Aa", "church.resistance": 6},
    "core": {"leviathan.at_zero": "Doom die", "leviathan.melee_allocation": "chart",
             "gigantic.push": "push then reroll", "combat.gigantic_allocation": "each",
             "push.roar_ring": "leviathan", "church.attack": "both", "church.resistance": 6,
             "units.The Leviathan.hp": 4},
    "singly": {"unholy.attack": "single", "unholy.closest": "hexes", "unholy.crossbowmen": "never",
               "unholy.spectre_hex_step": True, "unholy.no_room": "stay", "token.reveal": "must",
               "orders.interrupt_window": "after each order", "setup.leviathan_start": "17A.3"},
}  # fmt: skip
LEVIATHAN = SCENARIO.number("The Leviathan")
PRIEST = SCENARIO.number("Priest")
HOLY_SLOTS = [n for n, slot in enumerate(SCENARIO.slots) if slot.owner == HOLY]
UNHOLY_SLOTS = [n for n, slot in enumerate(SCENARIO.slots) if slot.owner == UNHOLY]
HEROES = [SCENARIO.number("Ambroise de Loré"), SCENARIO.number("Hero")]


def play(game: Game, seed: int, number: int) -> Iterator[np.ndarray]:
    """Play at random, but eagerly; give the states before each decision and after the last."""
    rng = np.random.default_rng(seed)
    eager = np.array([any(word in text for word in EAGER) for text in game.definition.actions])
    states = game.reset(seed, number)
    yield states.copy()
    for _ in range(game.longest):
        running = np.flatnonzero(states["over"] == 0)
        if len(running) == 0:
            return
        rows = states[running]
        mask = game.legal_mask(rows)
        game.step(rows, (mask * (rng.random(mask.shape) + eager)).argmax(axis=1))
        states[running] = rows
        yield states.copy()
    raise AssertionError("a game is longer than it may be")


@cache
def history(name: str) -> tuple[np.ndarray, ...]:
    """Every fifth state of random games under some rules, and the last ones."""
    found = list(play(jumieges(RULES[name]), seed=11, number=GAMES))
    return (*found[:-1:5], found[-1])


def states_of(name: str) -> Iterator[np.record]:
    """States of the history, one by one."""
    for states in history(name):
        yield from states


@pytest.mark.parametrize("name", RULES)
def test_relics_are_on_the_ground_carried_or_destroyed(name):
    for s in states_of(name):
        holders = [int(holder) for holder in s.relic_holder]
        assert all(holder in (ON_GROUND, LOST, *HEROES) for holder in holders)
        assert sorted(s.token_relic) == [0, 1, 2]
        for hero in HEROES:
            # One besides the first.
            assert (holders[1] == hero) + (holders[2] == hero) <= 1
            if s.unit_area[hero] == st.DESTROYED:
                assert hero not in holders
        for site in range(3):
            holder = holders[s.token_relic[site]]
            expected = {FACE_DOWN: {ON_GROUND}, 1: {ON_GROUND}, KEPT: {LOST, *HEROES}}
            if s.token_status[site] in expected:
                assert holder in expected[s.token_status[site]]
            elif s.over == 0 and at_rest(s):
                assert holder != ON_GROUND
        assert s.relics_taken <= s.tokens_revealed <= 3


def at_rest(s: np.record) -> bool:
    """Whether no token is in somebody's hands."""
    return all(frame[0] < st.SCENARIO_STAGE for frame in s.stack[: s.depth])


@pytest.mark.parametrize("name", RULES)
def test_the_leviathan_has_health_and_its_units_are_on_the_board_or_in_the_infirmary(name):
    full = (
        jumieges(RULES[name])
        .parameters[0]
        .profile_hp[jumieges().parameters[0].start_profile[LEVIATHAN]]
    )
    for s in states_of(name):
        assert 1 <= s.unit_hp[LEVIATHAN] <= full
        places = [int(s.unit_area[unit]) for unit in UNHOLY_SLOTS]
        assert all(place >= 0 or place == st.INFIRMARY for place in places)
        assert len(places) == 12
        for unit in HOLY_SLOTS:
            assert s.unit_area[unit] != st.RESERVE


@pytest.mark.parametrize("name", RULES)
def test_the_priest_is_gone_or_at_a_face_down_token(name):
    p = jumieges(RULES[name]).parameters[0]
    for s in states_of(name):
        area = int(s.unit_area[PRIEST])
        if area < 0:
            assert area == st.DESTROYED
            continue
        site = [int(a) for a in p.site_area].index(area)
        # While its token is in somebody's hands he is still there.
        assert s.token_status[site] == FACE_DOWN or not at_rest(s)


@pytest.mark.parametrize("name", RULES)
def test_every_unit_is_in_one_place_where_it_may_be(name):
    p = jumieges(RULES[name]).parameters[0]
    whole = RULES[name].get("leviathan.occupies") != "area"
    for s in states_of(name):
        found = []
        den = int(s.unit_area[LEVIATHAN])
        for area in range(len(SCENARIO.board.areas)):
            unit, size, owners = int(s.area_first[area]), 0, set()
            while unit >= 0:
                assert s.unit_area[unit] == area
                found.append(unit)
                owners.add(min(1, int(s.unit_owner[unit])))
                size += int(p.profile_size[s.unit_profile[unit]])
                unit = int(s.unit_next[unit])
            assert len(owners - {st.NOBODY}) <= 1, SCENARIO.board.areas[area]
            if den >= 0 and whole and area != den and p.hex_of[area] == p.hex_of[den]:
                assert not owners - {st.NOBODY}
            on_the_way = any(frame[0] == st.AT_MOVE_ON for frame in s.stack[: s.depth])
            if not on_the_way and area != den:
                assert size <= p.capacity[area], SCENARIO.board.areas[area]
        assert sorted(found) == [n for n in range(len(SCENARIO.slots)) if s.unit_area[n] >= 0]


@pytest.mark.parametrize("name", RULES)
def test_totals_add_up(name):
    for s in states_of(name):
        lost = sum(int(s.unit_area[unit] == st.DESTROYED) for unit in HOLY_SLOTS)
        assert lost == s.holy_lost.sum()
        if "champion.span" not in RULES[name]:
            assert s.xp_won == s.wounds_inflicted // 3 + s.units_destroyed // 2
        assert s.units_destroyed <= s.unholy_fallen
        gone = sum(int(token == GONE) for token in s.token_status)
        assert s.lava_placed <= gone
        assert s.turn <= 6


def level(name: str) -> str:
    """Level of difficulty of some rules."""
    return str(RULES[name].get("scenario.difficulty", "normal"))


@pytest.mark.parametrize("name", RULES)
def test_returns_and_reasons_agree(name):
    game = jumieges(RULES[name])
    for s in history(name)[-1]:
        assert s.over == 1
        reason, value = game.outcome(s), float(s.returns[0])
        expected = {
            "leviathan_destroyed": {1.0}, "relics": {1.0, 0.5}, "church_destroyed": {-1.0},
            "relics_destroyed": {-1.0}, "too_few_relics": {-1.0},
        }  # fmt: skip
        assert value in expected[reason]
        assert (s.church_damage >= game.parameters[0].church_resistance) == (
            reason == "church_destroyed"
        )
        lost = sum(int(holder == LOST) for holder in s.relic_holder)
        assert (lost >= game.ruleset.value(f"relics_needed.{level(name)}.lost")) == (
            reason == "relics_destroyed"
        )


def test_random_games_reach_what_these_tests_are_about():
    # Else they would prove little.
    seen = set()
    for name in RULES:
        for states in history(name):
            for field in ("roars", "eruptions", "lava_placed", "relics_taken", "tokens_revealed",
                          "healed", "church_damage", "unholy_fallen"):  # fmt: skip
                seen |= {field} if states[field].any() else set()
            seen |= {"held"} if (states["unit_area"] == st.HELD).any() else set()
        seen |= {jumieges().outcome(s) for s in history(name)[-1]}
    expected = {"roars", "eruptions", "lava_placed", "healed", "church_damage", "unholy_fallen",
                "held", "church_destroyed", "too_few_relics"}  # fmt: skip
    rare = {"relics_taken", "tokens_revealed", "relics_destroyed", "relics", "leviathan_destroyed"}
    assert seen - rare == expected
    assert SLOW or {"relics_taken", "tokens_revealed", "leviathan_destroyed"} <= seen


@pytest.mark.parametrize("name", RULES)
def test_telemetry_adds_up(name):
    game = jumieges(RULES[name])
    states = history(name)[-1]
    columns = {column.name: column.read(states) for column in game.definition.telemetry}
    carried, destroyed = columns["relics_equipped"], columns["relics_destroyed"]
    assert (carried + destroyed <= 3).all()
    assert (game.definition.scores(states)[:, 0] == carried).all()
    for s in states:
        parts = game.definition.breakdown(s, game.parameters[0])
        assert sum(points for _, _, points in parts) == game.definition.scores(s[None])[0, 0]
    wounds = sum(
        columns[f"leviathan_wounds_{means}"] for means in ("melee", "shots", "retaliation")
    )
    if "champion.span" not in RULES[name]:
        assert (wounds == states["wounds_inflicted"]).all()
