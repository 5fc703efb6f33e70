"""Plays a game under many rules with every kernel; run with NUMBA_BOUNDSCHECK=1 by test_bounds."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

import tolsim
from tests.conformance.games import make_game
from tolsim.agents import parse

RULESETS = 8
AGENTS = (
    "uniform",
    "greedy",
    "mcts:iterations=30,cutoff=10,playout=greedy",
    "mcts:iterations=20,reuse=true",
)


def some_overrides(game: tolsim.Game, rng: random.Random) -> dict[str, Any]:
    """Draw values for about half of the rules that belong to no table."""
    found: dict[str, Any] = {}
    for rule in game.ruleset.rules.values():
        if rule.value is None or rule.id.split(".")[0] in game.ruleset.tables or rng.random() < 0.5:
            continue
        if isinstance(rule.value, bool):
            found[rule.id] = rng.random() < 0.5
        elif rule.choices:
            found[rule.id] = rng.choice(rule.choices)
        elif rule.low is not None and rule.high is not None:
            found[rule.id] = rng.randint(int(rule.low), int(rule.high))
    return found


def play(game: tolsim.Game, seed: int, games: int = 10) -> None:
    """Play with every agent, and read every state of some games in every way."""
    agents = np.array([parse(text).record(game) for text in AGENTS])
    for number in range(len(AGENTS)):
        states = game.reset(seed, games)
        seating = np.full((games, game.num_players), number, np.int8)
        streams = game.agent_streams(seed, range(games))
        game.advance(states, agents, seating, streams, np.zeros((games, game.longest), np.int16))
        assert states["over"].all()
    rng = random.Random(seed)
    states = game.reset(seed, games)
    while len(states):
        for seat in range(game.num_players):
            game.observe(states, [seat] * len(states))
            game.redeal(states, [seat] * len(states), range(len(states)))
        game.evaluate(states)
        game.step(states, [rng.choice(list(legal)) for legal in game.legal_actions(states)])
        states = states[states["over"] == 0]


def main(name: str) -> None:
    """Play under the default rules, then under drawn ones."""
    rng = random.Random(1)
    plain = make_game(name)
    play(plain, 0)
    for seed in range(1, RULESETS):
        variant = rng.choice(["default", *plain.ruleset.variants])
        play(make_game(name, variant, overrides=some_overrides(plain, rng)), seed)


if __name__ == "__main__":
    main(sys.argv[1])
