"""Counts decision sequences and writes them down, after a rule has changed on purpose:

    python -m tests.counts.make

A count is the number of distinct sequences of so many decisions that can be taken from a position.
Chance comes from the position's own stream, so a sequence leads to one position. Counts change with
nearly every fault in legal actions or in what follows from them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import tolsim
from tests.conformance.games import NAMES, make_game, play

FOLDER = Path(__file__).parent
ABOUT = """\
# Distinct sequences of 1, 2, 3 … decisions from the position of a seed and deal after so many
# decisions of uniform play. Written by `python -m tests.counts.make`.
"""


def sequences(game: tolsim.Game, states: np.ndarray, depth: int) -> list[int]:
    """Number of sequences of 1 to ``depth`` decisions from a position [1]."""
    counts = []
    for _ in range(depth):
        states = states[states["over"] == 0]
        rows, actions = np.nonzero(game.legal_mask(states))
        states = states[rows]
        game.step(states, actions)
        counts.append(len(states))
    return counts


def position(game: tolsim.Game, seed: int, deal: int, after: int) -> np.ndarray:
    """Position [1] after so many decisions of a game of uniform play."""
    _, logs = play(game, seed, [deal], "uniform")
    return game.replay(seed, deal, logs[0][:after])


def counted(game: tolsim.Game, place: dict[str, Any]) -> list[int]:
    """Count the sequences from one entry's position, as deep as the entry does."""
    start = position(game, place["seed"], place["deal"], place["after"])
    return sequences(game, start, len(place["sequences"]))


def read(name: str) -> list[dict[str, Any]]:
    """Read the entries of one game's file."""
    return list(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["position"])


def write(name: str) -> None:
    """Count anew and write the file of one game."""
    game = make_game(name)
    lines = [ABOUT]
    for place in read(name):
        keys = ("seed", "deal", "after")
        lines += ["[[position]]", *(f"{key} = {place[key]}" for key in keys)]
        lines += [f"sequences = {counted(game, place)}", ""]
    (FOLDER / f"{name}.toml").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in NAMES:
        write(each)
