"""A game in words: the board when another seat comes to decide, each decision, the end."""

from __future__ import annotations

import numpy as np
from rich.console import Console

from tolsim.core.game import Game


def show_board(console: Console, game: Game, state: np.record, seat: int | None) -> None:
    """Draw the board, all of it or what one seat may see."""
    console.rule(f"{game.seats[int(state.to_move)]} · decision {int(state.moves) + 1}")
    console.print(game.render(state, seat), markup=False)


def show_decision(console: Console, game: Game, state: np.record, action: int) -> None:
    """Say what the seat to move decides."""
    console.print(
        f"{int(state.moves) + 1:4d}  {game.seats[int(state.to_move)]}: "
        f"{game.describe(state, action)}",
        markup=False,
    )


def show_end(console: Console, game: Game, state: np.record) -> None:
    """Draw the last board and say who won, why and with how many points."""
    console.rule("the end")
    console.print(game.render(state, None), markup=False)
    console.print(
        f"After {int(state.moves)} decisions, by {game.outcome(state)}: "
        + "; ".join(
            f"{seat} {result['class']}, {result['score']:g} points"
            for seat, result in results(game, state).items()
        ),
        markup=False,
    )


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
