"""What holds in every game, played at random under many rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numba
import numpy as np
import pytest

from tolsim.core.game import Game
from tolsim.joan import state as st
from tolsim.joan.scenarios.four_horsemen.names import CIVILIANS, HOLY, UNHOLY
from tolsim.joan.scenarios.four_horsemen.roster import SCENARIO

from .games import four_horsemen

EAGER = ("church", "pray for", "summon")
"""Words of actions taken wherever they are offered; else Prayers would hardly ever come about."""
SLOW = bool(numba.config.DISABLE_JIT)
GAMES = 1 if SLOW else 40
RULES = {
    "default": {},
    "miracle": {},
    "played": {
        "deployment.holy": "played",
        "deployment.civilians": "player",
        "victory.points": 5,
    },
    "generous church": {
        "prayer.effects": "split",
        "prayer.window": "turn",
        "angel.stock": "finite",
    },
    "whole church": {"church.means": "interior and area", "setup.holy_army": "23"},
    "open pentacles": {
        "pentacle.closed_to": "move",
        "angel.summon_in_pentacle": True,
        "return.full": "beside",
        "deployment.overflow": "forbid",
        "prayer.for_a_miracle": 9,
    },
    "late": {
        "deployment.horseman_timing": "after the Council",
        "victory.check": "end of round",
        "victory.final_scoring": "before the Camp",
        "turn.order_rule": "random",
    },
    "angels": {
        "angel.victim_death": "returns",
        "angel.limit_counts": "board and infirmary",
        "angel.credit": "all",
        "prayer.effects": "each",
        "patrick.profile": "priest",
        "patrick.spent_on": "prayer",
        "patrick.mercy_order": "before Shields",
        "prayer.for_a_miracle": 9,
    },
}
SLOTS = [slot.unit for slot in SCENARIO.slots]
ALL_CIVILIANS = [number for number, unit in enumerate(SLOTS) if unit in CIVILIANS]
ANGELS = [number for number, unit in enumerate(SLOTS) if unit == "Angel"]
GATHERED = ("miracle", "generous church", "open pentacles", "angels")
"""Rules whose games begin with six Civilians in the church; at random they hardly ever meet there."""


def gather(states: np.ndarray) -> None:
    """Put six Civilians into the church."""
    church = SCENARIO.board.number("church")
    for s in states:
        s.unit_area[ALL_CIVILIANS[:6]] = church
        s.area_first[:] = -1
        s.unit_next[:] = -1
        last: dict[int, int] = {}
        for unit in np.flatnonzero(s.unit_area[: len(SLOTS)] >= 0):
            area = int(s.unit_area[unit])
            if area in last:
                s.unit_next[last[area]] = unit
            else:
                s.area_first[area] = unit
            last[area] = int(unit)


def play(game: Game, seed: int, number: int, gathered: bool = False) -> Iterator[np.ndarray]:
    """Play at random, but eager to pray; give the states before each decision and after the last."""
    rng = np.random.default_rng(seed)
    eager = np.array([any(word in text for word in EAGER) for text in game.definition.actions])
    states = game.reset(seed, number)
    if gathered:
        gather(states)
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
    """Every tenth state of random games under some rules, and the last ones."""
    game = four_horsemen(overrides=RULES[name])
    found = list(play(game, seed=7, number=GAMES, gathered=name in GATHERED))
    return (*found[:-1:10], found[-1])


def states_of(name: str) -> Iterator[np.record]:
    """States of the history, one by one."""
    for states in history(name):
        yield from states


def in_play(game: Game) -> np.ndarray:
    """Units that the ruleset uses."""
    return np.flatnonzero(game.parameters[0].start_owner != st.NOBODY)


@pytest.mark.parametrize("name", RULES)
def test_points_are_civilians_destroyed_and_the_final_count(name):
    game = four_horsemen(overrides=RULES[name])
    for s in states_of(name):
        destroyed = sum(int(s.unit_area[unit] == st.DESTROYED) for unit in ALL_CIVILIANS)
        assert s.vp_civilians == destroyed == s.civilians_lost.sum()
        if s.over == 0:
            assert s.vp_final == 0
    for s in history(name)[-1]:
        assert s.over == 1
        reason = game.outcome(s)
        points = s.vp_civilians + s.vp_final
        assert sorted(s.returns) == [-1.0, 1.0]
        assert (s.returns[UNHOLY] == 1.0) == (reason == "twenty points")
        if reason != "miracle":
            needed = game.parameters[0].victory_points
            assert (points >= needed) == (reason == "twenty points")


@pytest.mark.parametrize("name", RULES)
def test_every_unit_is_in_one_place_where_it_may_be(name):
    game = four_horsemen(overrides=RULES[name])
    p = game.parameters[0]
    units = in_play(game)
    allowed = {st.RESERVE, st.INFIRMARY, st.WAITING, st.DESTROYED, st.RETURNING}
    for s in states_of(name):
        found = []
        for area in range(len(SCENARIO.board.areas)):
            unit = int(s.area_first[area])
            owners, size = set(), 0
            while unit >= 0:
                assert s.unit_area[unit] == area
                found.append(unit)
                owners.add(int(s.unit_owner[unit]))
                size += int(p.profile_size[s.unit_profile[unit]])
                unit = int(s.unit_next[unit])
            assert len(owners) <= 1, SCENARIO.board.areas[area]
            if "move on" not in frames(s):
                assert size <= p.capacity[area], SCENARIO.board.areas[area]
        assert len(found) == len(set(found))
        for unit in units:
            place = int(s.unit_area[unit])
            assert (unit in found) if place >= 0 else place in allowed
            assert s.unit_hp[unit] > 0


def frames(s: np.record) -> list[str]:
    """Frames of a state in which a unit may be on its way."""
    return ["move on" for frame in s.stack[: s.depth] if frame[0] == st.AT_MOVE_ON]


@pytest.mark.parametrize("name", RULES)
def test_each_side_keeps_to_its_places(name):
    game = four_horsemen(overrides=RULES[name])
    p = game.parameters[0]
    patrick = SLOTS.index("Saint Patrick")
    for s in states_of(name):
        for unit in in_play(game):
            area, owner = int(s.unit_area[unit]), int(s.unit_owner[unit])
            if area < 0:
                if owner == HOLY:
                    assert area != st.RETURNING
                continue
            if p.is_church[area]:
                assert unit in ALL_CIVILIANS
            if owner == UNHOLY:
                assert area not in (p.church, p.shrine)
            elif name != "open pentacles":
                assert p.pentacle_of[area] < 0
        assert sum(int(s.unit_area[unit] >= 0) for unit in ANGELS) <= 2
        assert s.unit_area[patrick] >= 0 or s.unit_area[patrick] == st.RESERVE
        assert s.patrick_used or s.unit_area[patrick] == st.RESERVE


@pytest.mark.parametrize("name", RULES)
def test_each_pentacle_and_each_horseman_is_used_once_and_not_opposite(name):
    game = four_horsemen(overrides=RULES[name])
    late = RULES[name].get("deployment.horseman_timing") == "after the Council"
    for s in states_of(name):
        came = [group for group in range(4) if s.entry_pentacle[group] >= 0]
        pentacles = [int(s.entry_pentacle[group]) for group in came]
        assert len(set(pentacles)) == len(pentacles)
        assert sum(1 << pentacle for pentacle in pentacles) == s.pentacles_used
        rounds = {int(s.entry_round[group]): int(s.entry_pentacle[group]) for group in came}
        assert sorted(rounds) == list(range(1, len(came) + 1))
        for number in range(2, len(came) + 1):
            assert game.parameters[0].opposite[rounds[number - 1]] != rounds[number]
        if late or s.turn > 4:
            continue
        asking = s.stack[s.depth - 1][0] >= st.SCENARIO_STAGE
        assert len(came) == s.turn or (asking and len(came) == s.turn - 1) or s.depth <= 2


@pytest.mark.parametrize("name", RULES)
def test_unholy_units_are_on_the_board_on_their_way_or_an_angels_victims(name):
    game = four_horsemen(overrides=RULES[name])
    p = game.parameters[0]
    for s in states_of(name):
        for unit in in_play(game):
            if s.unit_owner[unit] != UNHOLY:
                continue
            came = s.entry_pentacle[p.group[unit]] >= 0
            assert came != (s.unit_area[unit] == st.RESERVE)
            if came:
                assert s.unit_home[unit] == s.entry_pentacle[p.group[unit]]
            if s.unit_area[unit] in (st.INFIRMARY, st.WAITING, st.DESTROYED):
                assert s.angels_summoned > 0


def test_random_games_reach_what_these_tests_are_about():
    # Else they would prove little.
    seen = set()
    for name in RULES:
        for states in history(name):
            seen |= {"entries"} if states["civilians_lost"][:, 0].any() else set()
            seen |= {"returns"} if states["returns_to"].any() else set()
            seen |= {"Angels"} if (states["unit_area"][:, ANGELS] >= 0).any() else set()
            seen |= {"Saint Patrick"} if states["patrick_used"].any() else set()
            unholy = states["unit_owner"] == UNHOLY
            seen |= {"victims"} if (unholy & (states["unit_area"] == st.INFIRMARY)).any() else set()
        seen |= set(map(four_horsemen().outcome, history(name)[-1]))
    expected = {"entries", "returns", "Angels", "Saint Patrick", "held to the end", "miracle"}
    rare = {"victims", "twenty points"}
    assert seen - rare == expected
    assert SLOW or rare <= seen
