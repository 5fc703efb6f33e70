"""A game at the terminal: watched decision by decision, or with a person in one of the seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from tolsim.agents import Agent, View, parse
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game, check_seed
from tolsim.experiments import narrate
from tolsim.experiments.first_use import compile_if_needed
from tolsim.experiments.terminal import results as results_console

DEFAULT_AGENT = "greedy"


class Quit(Exception):
    """The person does not want to go on."""


class Person:
    """A person at the prompt, shown only what the seat may see."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: list[str] = []

    def act(self, view: View) -> int:
        """Ask for one of the numbered choices."""
        # A redealt state holds nothing that this seat does not know, so nothing can slip out. Nor
        # is it told how often others have decided, which may give away what they hold.
        state = view.redeal(0)[0]
        self._console.rule(view.game.seats[view.seat])
        self._show_board(view.text().splitlines())
        self._console.print(view.game.asked(state), markup=False)
        for number, action in enumerate(view.legal, 1):
            self._console.print(f"{number:4d}  {view.game.describe(state, action)}", markup=False)
        return int(view.legal[ask_number(len(view.legal)) - 1])

    def _show_board(self, lines: list[str]) -> None:
        """Draw the board and mark what has changed since it was drawn last."""
        for line in lines:
            mark = ">" if self._shown and line not in self._shown else " "
            self._console.print(f"{mark} {line}", markup=False)
        self._shown = lines


def ask_number(highest: int) -> int:
    """Ask until a number of 1 to ``highest`` is given.

    Raises
    ------
    Quit
        On ``q``, or when there is no more input.
    """
    while True:
        text = ask(f"Your choice, 1 to {highest} (q quits): ")
        if text.isdecimal() and 1 <= int(text) <= highest:
            return int(text)
        print(f"{text!r} is not a number of 1 to {highest}")


def ask(question: str) -> str:
    """Ask for a line; ``q`` or the end of the input is :class:`Quit`."""
    try:
        text = input(question).strip()
    except EOFError:
        print()
        raise Quit from None
    if text.lower() == "q":
        raise Quit
    return text


def seat_number(game: Game, text: str) -> int:
    """Find a seat by its name or number.

    Raises
    ------
    TolsimError
        If there is none such.
    """
    if text in game.seats:
        return game.seats.index(text)
    if text.isdecimal() and int(text) < game.num_players:
        return int(text)
    raise unknown("seat", text, game.seats)


def seat_agents(game: Game, texts: Sequence[str], person: int | None) -> list[Agent | None]:
    """Give every seat its agent, in order; None where the person sits.

    Raises
    ------
    TolsimError
        If there are too many or too few; none at all means greedy ones.
    """
    free = [seat for seat in range(game.num_players) if seat != person]
    if not texts:
        texts = [DEFAULT_AGENT] * len(free)
    if len(texts) != len(free):
        named = " and ".join(game.seats[seat] for seat in free)
        raise TolsimError(f"give one agent (-a) for each seat of {named}, not {len(texts)} in all")
    agents: list[Agent | None] = [None] * game.num_players
    for seat, text in zip(free, texts, strict=True):
        agents[seat] = parse(text)
    return agents


class Table:
    """A game in play with an agent or a person in each seat.

    Agents draw from the same streams as in a match, where deal D is game number D times the number
    of seats; an ``mcts`` agent with ``reuse`` searches afresh here.
    """

    def __init__(
        self, game: Game, agents: Sequence[Agent | None], person: Person, seed: int, deal: int
    ) -> None:
        self.game = game
        self.states = game.reset(seed, [deal])
        self._streams = game.agent_streams(seed, [deal * game.num_players])
        self._players = [person if agent is None else agent.player() for agent in agents]
        self._records = np.zeros(game.num_players, AGENT_DTYPE)
        self._records["kind"] = EXTERNAL
        for seat, agent in enumerate(agents):
            if agent is not None:
                self._records[seat] = agent.record(game)
        self._tree = game.new_tree(self._records)

    def choose(self) -> int:
        """Let the seat to move choose, without taking the action."""
        seat = int(self.states["to_move"][0])
        player = self._players[seat]
        if player is not None:
            return int(player.act(View(self.game, self.states, self._streams[0, seat])))
        moves = int(self.states["moves"][0])
        log = np.zeros((1, moves + 1), np.int16)  # ends here, so that play stops after one decision
        seating = np.arange(self.game.num_players, dtype=np.int8)[np.newaxis]
        ahead = self.states.copy()
        self.game.advance(ahead, self._records, seating, self._streams, log, self._tree)
        return int(log[0, moves])

    def play_on(self) -> None:
        """Play to the end without a word but the person's own decisions."""
        while not self.states["over"][0]:
            self.game.step(self.states, [self.choose()])


def play_game(game: Game, texts: Sequence[str], *, human: str | None, seed: int, deal: int) -> None:
    """Play one game at the terminal.

    Parameters
    ----------
    texts
        Agents in the order of the seats, the person's left out.
    human
        Seat of the person, None to watch.
    seed, deal
        Which game.
    """
    person = None if human is None else seat_number(game, human)
    agents = seat_agents(game, texts, person)
    check_seed(seed)
    compile_if_needed(game)
    console = results_console()
    table = Table(game, agents, Person(console), seed, deal)
    try:
        if person is None:
            _watch(console, table)
        else:
            table.play_on()
    except Quit:
        console.print("You left the game.")
        return
    narrate.show_end(console, game, table.states[0])


def _watch(console: Console, table: Table) -> None:
    stepwise = sys.stdin.isatty()
    decided_last = None
    while not table.states["over"][0]:
        state = table.states[0]
        if state.to_move != decided_last:
            narrate.show_board(console, table.game, state, None)
            decided_last = int(state.to_move)
        action = table.choose()
        narrate.show_decision(console, table.game, state, action)
        if stepwise:
            ask("Enter goes on, q quits: ")
        table.game.step(table.states, [action])
