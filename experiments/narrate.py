"""A game in words: the board when another seat comes to decide, each decision, the end."""

from __future__ import annotations

import numpy as np
from rich.console import Console

from tolsim.core.game import Game


def show_board(console: Console, game: Game, state: np.record, seat: int | None) -> None:
    """Draw the board, all of it or what one seat may see."""
    console.rule(f"{game.seats[int(state.to_move)]} · decision {int(state.moves) + 1}")
    console.print(game.render(state, seat), markup=False)


def decision(game: Game, state: np.record, action: int) -> str:
    """Say in a line what the seat to move decides."""
    seat = game.seats[int(state.to_move)]
    return f"{int(state.moves) + 1:4d}  {seat}: {game.describe(state, action)}"


def show_end(console: Console, game: Game, state: np.record) -> None:
    """Draw the last board, say what the scores are made of, who won, why and by how much."""
    console.rule("the end")
    console.print(game.render(state, None), markup=False)
    _show_breakdown(console, game, state)
    console.print(
        f"After {int(state.moves)} decisions, by {game.outcome(state)}: "
        + "; ".join(
            f"{seat} {result['class']}, {result['score']:g} points"
            for seat, result in results(game, state).items()
        ),
        markup=False,
    )


def _show_breakdown(console: Console, game: Game, state: np.record) -> None:
    parts = game.breakdown(state)
    for seat, name in enumerate(game.seats):
        own = [(what, points) for each, what, points in parts if each == seat]
        if own:
            console.print(f"Points of {name}:", markup=False)
        for what, points in own:
            console.print(f"{points:6d}  {what}", markup=False, soft_wrap=True)


def results(game: Game, state: np.record) -> dict[str, dict[str, object]]:
    """Class of the outcome, score and return of each seat of a finished game."""
    states = np.zeros(1, game.state_dtype)
    states[0] = state
    scores = game.definition.scores(states)[0]
    return {
        name: {
            "class": game.outcome_class(state, seat),
            "score": float(scores[seat]),
            "return": float(state.returns[seat]),
        }
        for seat, name in enumerate(game.seats)
    }
