"""The heuristic player and the heuristic value."""

import numba
import numpy as np
import pytest

import tolsim
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL, GREEDY, SEARCH, UNIFORM

from .positions import SEATS, Table, recruited, recruiting
from .test_scoring import last_turn

SLOW = bool(numba.config.DISABLE_JIT)
THEIRS = {"hand": [30, 28, 31]}


def agents(*kinds: int, iterations: int = 1) -> np.ndarray:
    records = np.zeros(len(kinds), AGENT_DTYPE)
    records["kind"] = kinds
    records["playout"] = UNIFORM
    records["iterations"] = iterations
    records["cutoff"] = 4
    records["exploration"] = 1.0
    records["low"], records["high"] = -1.0, 1.0
    return records


def advance(game, states: np.ndarray, players: np.ndarray, seating: np.ndarray) -> np.ndarray:
    log = np.full((len(states), game.longest), -1, np.int16)
    streams = game.agent_streams(3, np.arange(len(states)))
    game.advance(states, players, seating.astype(np.int8), streams, log)
    return log


def greedy_choice(table: Table) -> str:
    """What the greedy player does in a position."""
    states = table.states.copy()
    seats = np.zeros((1, 2))
    seats[0, 1 - states[0].to_move] = 1
    log = advance(table.game, states, agents(GREEDY, EXTERNAL), seats)
    action = int(log[0, table.state.moves])
    offered = table.game.legal_actions(table.states)[0].tolist()
    return table.offered()[offered.index(action)]


def test_greedy_beats_uniform(abyss):
    number = 60 if SLOW else 300
    states = abyss.reset(9, number)
    seating = np.array([[game % 2, 1 - game % 2] for game in range(number)])
    advance(abyss, states, agents(GREEDY, UNIFORM), seating)
    assert states["over"].all()
    mine = states["returns"][np.arange(number), seating.argmin(axis=1)]
    assert (mine > 0).mean() > 0.7


@pytest.mark.parametrize("variant", ["single_pair", "six_per_guild"])
def test_greedy_plays_every_game_to_its_end(variant):
    overrides = {
        "routed.identity": "hidden",
        "stratagem.divert_answers_rout": True,
        "recruit.dig_choice": "may decline",
        "recruit.dig_with_match_in_row": True,
        "rout.trigger": "any arrival",
        "power.pick_up_places_another": False,
    }
    game = tolsim.make("abyss", variant=variant, overrides=overrides)
    states = game.reset(4, 12 if SLOW else 200)
    log = advance(game, states, agents(GREEDY), np.zeros((len(states), 2)))
    assert states["over"].all()
    # What it has chosen replays to the same end.
    replayed = game.replay(4, 7, log[7, : states[7].moves])
    assert replayed[0].tobytes() == states[7].tobytes()


def test_greedy_attacks_where_most_legions_stand(abyss):
    table = Table(
        abyss,
        {"hand": [2, 14, 30], "up": {"red": [18, 23], "blue": [9]}},
        {"hand": [28, 10, 20]},
        row=[3, 6],
        face_down=25,
        row_heroes=[],
        hero_deck=[],
    ).do("play 2", "play 28", "take 3", "take 6")
    assert greedy_choice(table) == "attack red"


def test_greedy_recruits_and_pays_with_points(abyss):
    table = recruiting(abyss, "Y3", row_heroes=["Y3", "R1"])
    assert greedy_choice(table) == "recruit by yellow"
    table.do("recruit by yellow")
    # 22 earns 3 and 12 earns 2; they are named in ascending order.
    assert greedy_choice(table) in {"slide under 12", "slide under 2"}


def test_greedy_keeps_a_stratagem_at_the_start_of_a_turn(abyss):
    assert greedy_choice(Table(abyss, {"stratagem": "reserve"})) == "pass"
    assert greedy_choice(Table(abyss, None, {"stratagem": "command"})) == "pass"


def test_greedy_rallies_and_routs_what_is_worth_most(abyss):
    rally = Table(abyss, {"hand": [2], "routed": {"yellow": [17, 27]}}, THEIRS)
    assert greedy_choice(rally.do("play 2", "play 30")) == "flip 17"
    rout = Table(
        abyss,
        {"hand": [3], "majorities": ["red"]},
        {**THEIRS, "up": {"green": [6, 11, 16], "yellow": [2]}},
    )
    assert greedy_choice(rout.do("play 3", "play 30")) != "flip 2"


def test_greedy_commands_the_legion_that_helps_the_king_least(abyss):
    table = Table(
        abyss,
        {"hand": [2, 3, 4], "up": {"yellow": [12, 22], "blue": [9, 14]}},
        {"stratagem": "command"},
    ).do("use stratagem")
    assert greedy_choice(table) == "play 3"


def test_greedy_chooses_a_poor_refill_for_the_king(abyss):
    table = Table(
        abyss,
        {"hand": [3], "up": {"yellow": [12, 22]}},
        {"hand": [30, 28, 31], "stratagem": "choose refill"},
        row=[27, 24],
        face_down=17,
        row_heroes=[],
        hero_deck=[],
    ).do("play 3", "play 30", "use stratagem")
    assert greedy_choice(table) != "take 27"


@pytest.mark.parametrize("name", ["P2", "P3", "R2", "R3", "B2", "B3", "G2", "G3"])
def test_greedy_answers_every_power(abyss, name):
    table = recruited(
        abyss,
        name,
        king={
            "hand": [8, 24],
            "up": {"yellow": [12]},
            "routed": {"yellow": [17]},
            "heroes": {"G1" if name[0] != "G" else "Y3": [13, 25]},
        },
        necrocampe={"hand": [30, 28, 31], "up": {"blue": [9]}, "heroes": {"P1": [1, 7]}},
        row_heroes=[name, "Y1"],
    )
    turn = table.turn
    while table.turn == turn and table.to_move == "king" and not table.offered()[0].startswith("t"):
        chosen = greedy_choice(table)
        assert chosen in table.offered()
        table.do(chosen)


def test_the_value_is_the_lead_in_points_and_banners(abyss):
    start = abyss.reset(1, 20)
    assert (abyss.evaluate(start) == 0).all()
    ahead = Table(abyss, {"heroes": {"Y1": [18, 22]}}, {"up": {"red": [8]}})
    value = abyss.evaluate(ahead.states)[0]
    # Nine points ahead, a Banner behind.
    assert value[0] == pytest.approx((9 - 1.5) / (8 + 7.5))
    assert value[1] == -value[0]
    lost = last_turn(abyss, None, {"heroes": {"Y1": [], "Y2": [], "G1": [9, 18, 22]}})
    assert -1 < abyss.evaluate(lost.states)[0, 0] < -0.5


def test_a_search_on_a_position_finds_the_winning_move(abyss):
    """The King has four Banners; only Banner 4 at blue makes five and ends the game."""
    table = Table(
        abyss,
        {
            "hand": [4, 7, 13],
            "up": {"red": [8], "yellow": [17], "green": [21]},
            "heroes": {"B1": []},
        },
        {"hand": [31, 28, 23]},
        row=[5, 10],
        face_down=15,
        row_heroes=[],
        hero_deck=[],
    )
    number = 60 if SLOW else 600
    records = agents(SEARCH, EXTERNAL, iterations=number)
    states = table.states.copy()
    log = advance(abyss, states, records, np.array([[0, 1]]))
    assert abyss.action_text(int(log[0, 0])) == "play 4"
    assert SEATS[states[0].to_move] == "necrocampe"
