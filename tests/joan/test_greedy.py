"""The heuristic player: what it chooses in single positions, and that it plays well."""

import numba
import numpy as np
import pytest

import tolsim
from tolsim.core.agent_settings import AGENT_DTYPE, GREEDY, UNIFORM
from tolsim.joan.scenarios.four_horsemen.names import SEATS

from .four_horsemen.games import act, four_horsemen, laid
from .positions import Table

SLOW = bool(numba.config.DISABLE_JIT)
HOLY, UNHOLY = range(2)
PLAIN_CIVILIANS = ("Apothecary", "Blacksmith", "Guide", "Soothsayer", "Hunter")
"""Civilians without a bonus action that would come first."""


def agents(*kinds: int) -> np.ndarray:
    records = np.zeros(len(kinds), AGENT_DTYPE)
    records["kind"] = kinds
    records["playout"] = UNIFORM
    records["low"], records["high"] = -1.0, 1.0
    return records


def played(game, holy: int, unholy: int, number: int) -> np.ndarray:
    """Games from start to end between two kinds of players."""
    states = game.reset(5, number)
    log = np.full((number, game.longest), -1, np.int16)
    seating = np.tile(np.array([HOLY, UNHOLY], np.int8), (number, 1))
    game.advance(states, agents(holy, unholy), seating, streams(game, number), log)
    assert states["over"].all()
    return states


def streams(game, number: int) -> np.ndarray:
    return game.agent_streams(3, np.arange(number))


def choices(game, states: np.ndarray) -> np.ndarray:
    """One decision of the greedy player in each of these states."""
    states = states.copy()
    states["moves"] = 0
    log = np.full((len(states), 1), -1, np.int16)
    seating = np.zeros((len(states), game.num_players), np.int8)
    game.advance(states, agents(GREEDY), seating, streams(game, len(states)), log)
    return log[:, 0]


def chosen(table: Table) -> str:
    """What the greedy player does at a table."""
    return table.game.action_text(int(choices(table.game, table.states)[0]))


def positions(game, number: int) -> np.ndarray:
    """Positions from all parts of games."""
    players = np.random.default_rng(2)
    states = game.reset(8, number)
    for row in range(number):
        for _ in range(players.integers(1, 120)):
            if not states["over"][row]:
                action = players.choice(game.legal_actions(states[row : row + 1])[0])
                game.step(states[row : row + 1], [action])
    return states[states["over"] == 0]


# Whole games.


def points(states: np.ndarray) -> np.ndarray:
    return states["vp_civilians"] + states["vp_final"]


def test_greedy_beats_uniform_on_the_unholy_side():
    game = four_horsemen()
    number = 3 if SLOW else 200
    plain = played(game, UNIFORM, UNIFORM, number)
    greedy = played(game, UNIFORM, GREEDY, number)
    assert (plain["returns"][:, UNHOLY] > 0).mean() < 0.1
    assert (greedy["returns"][:, UNHOLY] > 0).mean() > 0.5
    assert points(greedy).mean() > points(plain).mean() + 12


def test_greedy_beats_uniform_on_the_holy_side():
    game = four_horsemen()
    number = 3 if SLOW else 200
    uniform = played(game, UNIFORM, GREEDY, number)
    greedy = played(game, GREEDY, GREEDY, number)
    wins = [(states["returns"][:, HOLY] > 0).mean() for states in (uniform, greedy)]
    assert wins[1] > wins[0] + 0.3
    assert points(greedy).mean() < points(uniform).mean() - 3
    assert points(played(game, GREEDY, UNIFORM, number)).mean() < 3


VARIANTS = {
    "played deployment": {"deployment.holy": "played", "deployment.civilians": "player"},
    "level two": {"setup.horseman_level": 2, "setup.troops": "heavy", "council.upkeep": 0},
    "split Prayers": {"prayer.effects": "split", "setup.civilian_spots": "near"},
    "many tokens": {
        "tokens.holy_xp": 8,
        "tokens.unholy_xp": 8,
        "tokens.holy_legend": 8,
        "tokens.unholy_legend": 8,
    },
}


@pytest.mark.parametrize("name", VARIANTS)
def test_greedy_plays_every_game_to_its_end(name):
    game = four_horsemen(overrides=VARIANTS[name])
    states = game.reset(4, 2 if SLOW else 60)
    log = np.full((len(states), game.longest), -1, np.int16)
    seating = np.zeros((len(states), 2), np.int8)
    game.advance(states, agents(GREEDY), seating, streams(game, len(states)), log)
    assert states["over"].all()
    # What it has chosen replays to the same end.
    replayed = game.replay(4, 1, log[1, : states[1].moves])
    assert replayed[0].tobytes() == states[1].tobytes()


def test_greedy_reads_no_chance_to_come():
    game = four_horsemen()
    states = positions(game, 6 if SLOW else 60)
    other = states.copy()
    other["rng"][:, 0] ^= np.uint64(0x5DEECE66D)
    assert (choices(game, states) == choices(game, other)).all()


def test_greedy_reads_nothing_hidden():
    game = tolsim.make("jumieges")
    states = positions(game, 4 if SLOW else 40)
    seats = np.zeros(len(states), np.int64)
    before = choices(game, states)
    for seed in range(3):
        other = game.redeal(states, seats, np.arange(len(states)) + 100 * seed)
        assert (choices(game, other) == before).all()


# Orders and moves.


def test_the_area_with_the_best_options_is_activated():
    table = laid(
        {"Mounted Skeletons 1": "13A.2a", "Skeletons 1": "14B.2a", "Peasants 1": "13A.2b"},
        turn_of="unholy",
    )
    assert "13A.2b" in table.neighbours("13A.2a")
    assert chosen(table) == "activate 13A.2a"


def test_lone_civilians_are_run_down():
    table = laid(
        {"Skeletons 1": "13A.2a", "Farmer": "13A.2b", "Pikemen 1": "17A.3b"}, turn_of="unholy"
    )
    assert chosen(table.do("activate 13A.2a")) == "move to 13A.2b"


def test_the_unholy_follow_up_over_civilians():
    table = laid(
        {"Skeletons 1": "13A.2a", "Farmer": "13A.2b", "Peasants 1": "13A.2b"}, turn_of="unholy"
    ).load(yellow="disrupted")
    act(table, "13A.2a", "Skeletons 1", "attack 13A.2b").decline(until="allocate")
    assert chosen(table) == "Peasants 1"
    assert chosen(table.do("Peasants 1")) == "Skeletons 1"
    table.do("Skeletons 1")
    assert table.area_of("Farmer") == "destroyed"


def test_civilians_go_to_the_church():
    table = laid({"Soothsayer": "5Ab", "Pikemen 1": "5Ab"}, turn_of="holy")
    table.do("activate 5Ab")
    assert chosen(table) == "Soothsayer"
    assert chosen(table.do("Soothsayer")) == "move to 8Aa"


def test_a_civilian_stays_with_its_guard_when_enemies_are_near():
    alone = laid({"Soothsayer": "14B.2a", "Pikemen 1": "14B.2b"}, turn_of="holy")
    assert chosen(alone.do("activate 14B.2a")) == "move to 2B.3a"
    near = {"Mounted Spectres 1": "2B.3b"}
    table = laid({"Soothsayer": "14B.2a", "Pikemen 1": "14B.2a", **near}, turn_of="holy")
    assert chosen(act(table, "14B.2a", "Soothsayer")) == "do nothing"


def test_guards_go_where_civilians_have_none():
    table = laid(
        {"Foot Knights 1": "5Aa", "Farmer": "5Ab", "Pikemen 1": "14B.1b", "Citizen": "14B.1b"},
        turn_of="holy",
    )
    assert chosen(table.do("activate 5Aa")) == "move to 5Ab"


def test_five_civilians_pray_for_a_miracle():
    units = {"church": PLAIN_CIVILIANS, "8Aa": ["Sergeants-at-Arms 1"], "5Ab": ["Skeletons 1"]}
    table = laid(units, turn_of="holy")
    while not table.over:
        assert chosen(table) in {"activate church", "pray for XP", *PLAIN_CIVILIANS}
        table.do(chosen(table))
    assert table.outcome == "miracle"


def test_an_angel_is_summoned():
    table = laid(
        {"Soothsayer": "church", "Skeletons 1": "13A.2a", "Peasants 1": "13A.1a"}, turn_of="holy"
    )
    assert "activate 13A.1a" in table.options()
    for wanted in ("activate church", "pray for XP", "summon an Angel"):
        assert chosen(table) == wanted
        table.do(wanted)


def test_command_comes_first():
    table = laid({"Standard Bearer": "5Ab", "Farmer": "5Aa"}, turn_of="holy")
    table.do("activate 5Ab")
    assert "move to 8Aa" in table.options()
    assert chosen(table) == "command"
    assert chosen(table.do("command")) == "Farmer"


# Attacks.


def test_a_hopeless_attack_is_not_made():
    strong = laid(
        {"8Aa": ["Foot Knights 1", "Foot Knights 2"], "5Ab": ["Mounted Skeletons 1"]},
        turn_of="holy",
    )
    assert chosen(act(strong, "8Aa", "Foot Knights 1")) == "attack 5Ab"
    weak = laid({"Peasants 1": "5Ab", "Damned": "5Aa"}, turn_of="holy")
    assert "attack 5Aa" in weak.do("activate 5Ab").options()
    assert chosen(weak) != "attack 5Aa"


def test_an_attack_is_not_made_on_who_strikes_back_too_hard():
    knights = {"8Aa": ["Foot Knights 1", "Foot Knights 2"]}
    table = laid({**knights, "5Ab": ["Damned"]}, turn_of="holy")
    act(table, "8Aa", "Foot Knights 1")
    assert "attack 5Ab" in table.options()
    assert chosen(table) != "attack 5Ab"


def test_units_join_the_attack():
    table = laid(
        {"5Ab": ["Foot Knights 1", "Sergeants-at-Arms 1"], "5Aa": ["Skeletons 1"]}, turn_of="holy"
    )
    act(table, "5Ab", "Foot Knights 1", "attack 5Aa")
    assert chosen(table) == "Sergeants-at-Arms 1"


@pytest.mark.parametrize(
    ("face", "wanted"), [("shield", "reroll Red shield"), ("kill", "keep the dice")]
)
def test_dice_that_do_nothing_are_thrown_again(face, wanted):
    table = laid({"Hero": "5Ab", "Skeletons 1": "5Aa"}, turn_of="holy")
    act(table, "5Ab", "Hero").throw("attack 5Aa", attack=face)
    assert table.stage == "reroll attack"
    assert chosen(table) == wanted


@pytest.mark.parametrize(
    ("struck", "wanted"), [("disrupted", "reroll Black kill"), ("blank", "keep the dice")]
)
def test_a_defence_that_holds_keeps_its_dice(struck, wanted):
    units = {"Pikemen 1": "5Ab", "Gargoyles 1": "5Aa"}
    table = laid(units, turn_of="holy", tokens={"unholy": {"Reroll": 1}})
    act(table, "5Ab", "Pikemen 1").throw("attack 5Aa", attack=struck, defence="kill")
    assert table.stage == "reroll defence"
    assert chosen(table) == wanted


@pytest.mark.parametrize(("traits", "wanted"), [("", "Peasants 1"), ("Targeting", "Pikemen 1")])
def test_results_go_where_they_hurt_least_or_most(traits, wanted):
    table = laid(
        {"5Ab": ["Pikemen 1", "Peasants 1"], "5Aa": ["Skeletons 1"]},
        {"units.Skeletons.traits": traits},
        turn_of="unholy",
    ).load(yellow="disrupted")
    act(table, "5Aa", "Skeletons 1", "attack 5Ab").decline(until="allocate")
    assert SEATS[table.state.to_move] == ("unholy" if traits else "holy")
    assert chosen(table) == wanted


def test_enemies_are_pushed_away_from_their_prey():
    table = laid(
        {"Sergeants-at-Arms 1": "5Ab", "Mounted Spectres 1": "5Aa", "Farmer": "14B.1b"},
        turn_of="holy",
    ).load(red="push", black="kill")
    act(table, "5Ab", "Sergeants-at-Arms 1", "attack 5Aa").decline(until="push")
    steps = table.game.parameters[0].distance
    prey = table.area("14B.1b")
    ways = {text: steps[table.area(text.removeprefix("choose "))][prey] for text in table.options()}
    assert ways[chosen(table)] == max(ways.values()) > min(ways.values())


# The Council and the Camp.


def test_a_character_is_upgraded_and_kept():
    table = laid({"Hero": "8Aa"}, then="TO_HOLD_COUNCIL", tokens={"holy": 3})
    assert chosen(table) == "Hero"
    kept = laid(
        {"Hero": "8Aa"},
        then="TO_HOLD_COUNCIL",
        tokens={"holy": 1},
        levels={"Hero": "Hero 2 good"},
    )
    assert chosen(kept) == "pay"


def test_a_reactivation_is_taken_and_used():
    table = laid(
        {"Hero": "5Aa", "Skeletons 1": "13A.2a"},
        then="TO_HOLD_COUNCIL",
        fields={"council_unseen": [0, 3, 0, 0, 0, 0]},
    )
    while table.stage != "convert":
        table.do(chosen(table))
    assert chosen(table) == "turn one over"


def test_a_unit_rallies_where_it_is_worth_most():
    table = laid({"Foot Knights 1": "waiting", "Farmer": "18A.3b"}, then="TO_CAMP")
    assert table.stage == "rally"
    assert chosen(table) == "choose 18A.3b"
