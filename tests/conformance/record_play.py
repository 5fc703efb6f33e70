"""Everything that a game computes in a few games, one line each, to compare two ways of running it.

    NUMBA_DISABLE_JIT=1 python -m tests.conformance.record_play abyss

Each line names a variant, deal, agents and move, then what was computed there and its digest.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import tolsim
from tests.conformance.games import make_game, play, variants, walk
from tests.conformance.leaks import search_decision

AGENTS = {
    "default": [
        "uniform",
        "greedy",
        "mcts:iterations=2,cutoff=10,playout=uniform",
        "mcts:iterations=1,cutoff=5,playout=uniform,reuse=true",
    ],
    "others": ["uniform"],
}
SEARCHED_MOVES = 16
"""The search is compared at every so many moves."""
MOST_MOVES = 100
"""Of a longer game only the beginning is told position by position; uncompiled play is slow."""


def record(name: str) -> Iterator[str]:
    """Play every variant of a game and tell everything computed on the way."""
    for variant in variants(name):
        game = make_game(name, variant)
        for agent in AGENTS.get(variant, AGENTS["others"]):
            yield from record_game(game, agent)


def record_game(game: tolsim.Game, agent: str) -> Iterator[str]:
    """One game of an agent against itself, position by position."""
    place = f"{game.name} {game.variant} {agent}"
    for states, action in walk(game, 90, 3, agent):
        move = int(states["moves"][0])
        if move > MOST_MOVES:
            break
        for what, value in computed(game, states, move).items():
            yield f"{place} move {move} {what} {digest(value)}"
        yield f"{place} move {move} action {action}"
    finals, logs = play(game, 90, [3], agent, "uniform")
    yield f"{place} against uniform {digest(logs)} {digest(game.state_text(finals[0]))}"


def computed(game: tolsim.Game, states: np.ndarray, move: int) -> dict[str, Any]:
    """Everything that kernels tell of a position [1]."""
    found = {
        "state": game.state_text(states[0]),
        "mask": game.legal_mask(states).tobytes(),
        "value": game.evaluate(states).tobytes(),
    }
    for seat in range(game.num_players):
        found[f"observation {seat}"] = game.observe(states, [seat]).tobytes()
        found[f"redeal {seat}"] = game.state_text(game.redeal(states, [seat], [move])[0])
    if move % SEARCHED_MOVES == 0 and not states["over"][0]:
        found["search"] = search_decision(
            game, states, "mcts:iterations=6,playout=uniform,cutoff=20"
        )
        found["guided search"] = search_decision(
            game, states, "mcts:iterations=2,playout=greedy,cutoff=5"
        )
    return found


def digest(value: Any) -> str:
    """Short digest of anything with a text."""
    return hashlib.sha256(str(value).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print("\n".join(record(sys.argv[1])))
