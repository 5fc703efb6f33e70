"""The leak audit: nothing that a seat is told or decides by depends on what it cannot know.

It compares a position with twins that differ only in what the seat cannot know. Twins are made by
the game's own ``redeal`` or, for a game whose cards a test knows, by hand.
"""

from __future__ import annotations

import hashlib

import numpy as np

import tolsim
from tests.conformance.games import agent_records
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL

ITERATIONS = 60


class LeakError(AssertionError):
    """A seat could tell twins apart."""


def redealt(game: tolsim.Game, state: np.ndarray, seat: int, number: int) -> np.ndarray:
    """Twins [number] of a position [1], by the game's own redeal."""
    return game.redeal(np.repeat(state, number), [seat] * number, range(1000, 1000 + number))


def audit(game: tolsim.Game, state: np.ndarray, twins: np.ndarray, seat: int) -> None:
    """Compare a position [1] with its twins [N] through the eyes of one seat.

    Raises
    ------
    LeakError
        If what the seat observes or sees drawn differs, or, where it has to decide, its legal
        actions, the question, or what the greedy agent or a search of fixed seed chooses.
    """
    _expect_same("observation", game.observe(state, [seat])[0], twins, _observer(game, seat))
    drawn = game.render(state[0], seat)
    _expect_same("drawing", drawn, twins, lambda twin: game.render(twin[0], seat))
    if state["over"][0] or state["to_move"][0] != seat:
        return
    _expect_same("mask", game.legal_mask(state)[0], twins, lambda twin: game.legal_mask(twin)[0])
    _expect_same("question", game.asked(state[0]), twins, lambda twin: game.asked(twin[0]))
    _expect_same(
        "greedy", greedy_decision(game, state), twins, lambda twin: greedy_decision(game, twin)
    )
    for text in (f"mcts:iterations={ITERATIONS}", "mcts:iterations=30,playout=greedy,cutoff=10"):
        chosen = search_decision(game, state, text)
        _expect_same(
            "search", chosen, twins, lambda twin, text=text: search_decision(game, twin, text)
        )


def _observer(game, seat):
    return lambda twin: game.observe(twin, [seat])[0]


def _expect_same(what, expected, twins, tell):
    for i in range(len(twins)):
        found = tell(twins[i : i + 1])
        if not np.array_equal(found, expected):
            raise LeakError(f"{what} differs in twin {i}: {_difference(expected, found)}")


def _difference(expected, found):
    if isinstance(expected, np.ndarray):
        return f"at {np.flatnonzero(expected != found).tolist()}"
    return f"{expected!r} became {found!r}"


def greedy_decision(game: tolsim.Game, state: np.ndarray) -> int:
    """Choice of the game's own heuristic, which is handed the whole state."""
    states = state.copy()
    agents = np.concatenate([agent_records(game, "greedy"), np.zeros(1, AGENT_DTYPE)])
    assert agents.view(AGENT_DTYPE)["kind"][1] == EXTERNAL
    seating = np.ones((1, game.num_players), np.int8)
    seating[0, state["to_move"][0]] = 0
    log = np.full((1, game.longest), -1, np.int16)
    game.advance(states, agents.view(AGENT_DTYPE), seating, game.agent_streams(77, [0]), log)
    return int(log[0, state["moves"][0]])


def search_decision(game: tolsim.Game, state: np.ndarray, text: str) -> tuple[int, str]:
    """Choice of a search with a fixed seed and a fresh tree, and a digest of its statistics."""
    agents = agent_records(game, text)
    tree = game.new_tree(agents)
    rng = game.agent_streams(77, [0])[0, 0]
    action = game.search(state, agents, int(agents["iterations"][0]), tree, rng)
    used = int(tree.work["used"][0])
    return action, hashlib.sha256(tree.nodes[0, :used].tobytes()).hexdigest()
