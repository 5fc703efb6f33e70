"""Writes games of each variant down as text, after a rule has changed on purpose:

    python -m tests.playthroughs.make

so that the change can be read as a difference. Each decision shows what was asked, every legal
action and the one taken; the board is drawn whenever a turn begins, and at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tolsim
from tests.conformance.games import EVERY_VARIANT, make_game, walk

FOLDER = Path(__file__).parent
SEED = 2026
AGENTS = (("greedy", "greedy"), ("uniform", "greedy"))
"""One game each: the first seat's agent, and that of all others."""


def path_of(name: str, variant: str) -> Path:
    """File of one variant."""
    return FOLDER / (f"{name}.txt" if variant == "default" else f"{name}.{variant}.txt")


def playthrough(game: tolsim.Game) -> str:
    """Tell the games, each from its first decision to its returns."""
    lines = [f"{game.definition.title}, {game.variant} rules, seed {SEED}"]
    for deal, (first, others) in enumerate(AGENTS):
        lines += [
            f"\nGame {deal}: {game.seats[0]} {first}, {' and '.join(game.seats[1:])} {others}"
        ]
        lines += told(game, deal, first, others)
    return "\n".join(lines) + "\n"


def told(game: tolsim.Game, deal: int, *agents: str) -> Iterator[str]:
    """Tell each decision, with the board where it has become a new turn's."""
    turn = None
    for states, action in walk(game, SEED, deal, *agents):
        state = states[0]
        now = int(state["turn"]) if "turn" in state.dtype.names else 0
        if now != turn or state["over"]:
            yield f"\n{game.render(state)}\n"
        turn = now
        if action < 0:
            yield f"Ended after {state['moves']} decisions by {game.outcome(state)}."
            scores = game.definition.scores(states)[0].tolist()
            yield f"Returns {state['returns'].tolist()}, scores {scores}"
            continue
        legal = (int(each) for each in game.legal_actions(states)[0])
        yield f"{state['moves']}. {game.asked(state)}"
        yield f"   {'; '.join(game.describe(state, each) for each in legal)}"
        yield f"   -> {game.action_text(action)}"


if __name__ == "__main__":
    for each in EVERY_VARIANT:
        path_of(*each).write_text(playthrough(make_game(*each)), encoding="utf-8")
