"""A game in words: the board when another seat comes to decide, each decision, the end."""

from __future__ import annotations

import numpy as np
from rich.console import Console

from tolsim.core.game import Game


def show_board(console: Console, game: Game, state: np.record, seat: int | None) -> None:
    """Draw the board, all of it or what one seat may see."""
    console.rule(f"{game.seats[int(state.to_move)]} · decision {int(state.moves) + 1}")
    console.print(game.render(state, seat), markup=False)


class Boards:
    """Draws the board for an onlooker as often as it helps.

    That is when another seat comes to decide. A game that tells what happens is drawn more rarely,
    when the first line of its drawing changes: it names the part of the round.
    """

    def __init__(self, console: Console, game: Game) -> None:
        self._console = console
        self._game = game
        self._last: object = None

    def show(self, state: np.record) -> None:
        """Draw the board if it is time to."""
        now = int(state.to_move) if self._game.definition.happened is None else self._head(state)
        if now != self._last:
            show_board(self._console, self._game, state, None)
        self._last = now

    def _head(self, state: np.record) -> str:
        return self._game.render(state, None).partition("\n")[0]


def show_happened(console: Console, game: Game, state: np.record) -> None:
    """Say what has happened since the decision before, if the game tells it."""
    for line in game.happened(state):
        console.print(f"         {line}", markup=False, soft_wrap=True)


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
