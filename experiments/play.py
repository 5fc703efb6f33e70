"""A game at the terminal: watched decision by decision, or with a person in one of the seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from tolsim.agents import Agent, View, parse
from tolsim.agents.ask import ask as ask_agent
from tolsim.agents.in_loops import in_loops
from tolsim.core.checks import check_seed
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.experiments import narrate
from tolsim.experiments.first_use import PERSON, WATCH, compile_if_needed, entries_for
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.terminal import results as results_console

DEFAULT_AGENT = "greedy"


QUIT = ("q", "quit")
HELP = ("?", "help")
BOARD = ("b", "board")
KEYS = "Keys: a number chooses; ? or help shows this; q or quit leaves the game."
BOARD_KEY = "b or board draws the whole board, of which only what has changed is shown in between"


class Quit(Exception):
    """The person does not want to go on."""


class Person:
    """A person at the prompt, shown only what the seat may see."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: list[str] = []
        self._heard: list[str] = []

    def hear(self, words: str) -> None:
        """Take note of what has happened, to be told before the next decision."""
        self._heard.append(words)

    def act(self, view: View) -> int:
        """Ask for one of the numbered choices."""
        # A redealt state holds nothing that this seat does not know, so nothing can slip out. Nor
        # is it told how often others have decided, which may give away what they hold.
        state = view.redeal(0)[0]
        self._console.rule(view.game.seats[view.seat])
        self.tell_heard()
        self._show_board(view.game, view.text().splitlines())
        self._console.print(view.game.asked(state), markup=False)
        for number, action in enumerate(view.legal, 1):
            self._console.print(f"{number:4d}  {view.game.describe(state, action)}", markup=False)
        return int(view.legal[self._ask_number(view.game, len(view.legal)) - 1])

    def tell_heard(self) -> None:
        """Say what has happened since this was told last."""
        if self._heard:
            self._console.print("Since your last decision:")
        for words in self._heard:
            self._console.print(f"   {words}", markup=False)
        self._heard = []

    def _show_board(self, game: Game, lines: list[str]) -> None:
        """Draw the board and mark what has changed since it was drawn last.

        A game that tells what happens asks often in between: as long as the first line of its
        drawing, the part of the round, is the same, only what has changed is shown.
        """
        whole = not _tells(game) or not self._shown or lines[0] != self._shown[0]
        for line in lines:
            changed = bool(self._shown) and line not in self._shown
            if changed or whole:
                self._console.print(f"{'>' if changed else ' '} {line}", markup=False)
        self._shown = lines

    def _ask_number(self, game: Game, highest: int) -> int:
        """Ask until a number of 1 to ``highest`` is given; Quit is raised where it is due."""
        while True:
            board = "b draws the board, " if _tells(game) else ""
            text = ask(f"Your choice, 1 to {highest} ({board}? helps, q quits): ")
            if text.isdecimal() and 1 <= int(text) <= highest:
                return int(text)
            if _tells(game) and text.lower() in BOARD:
                self._console.print("\n".join(self._shown), markup=False)
            elif text.lower() in HELP:
                if game.definition.legend:
                    self._console.print(game.definition.legend, markup=False)
                self._console.print("> before a line: it has changed since your last decision")
                self._console.print(KEYS, markup=False)
                if _tells(game):
                    self._console.print(BOARD_KEY, markup=False)
            else:
                self._console.print(f"{text!r} is not a number of 1 to {highest}", markup=False)


def _tells(game: Game) -> bool:
    """Tell whether a game says what has happened between decisions."""
    return game.definition.happened is not None


def ask(question: str) -> str:
    """Ask for a line.

    Raises
    ------
    Quit
        On ``q`` or ``quit``, or when there is no more input.
    """
    try:
        text = input(question).strip()
    except EOFError:
        print()
        raise Quit from None
    if text.lower() in QUIT:
        raise Quit
    return text


def seat_number(game: Game, text: str) -> int:
    """Find a seat by its name or number.

    Raises
    ------
    TolsimError
        If there is none such.
    """
    if text.lower() in game.seats:
        return game.seats.index(text.lower())
    if text.isdecimal() and int(text) < game.num_players:
        return int(text)
    raise unknown("seat", text, [*game.seats, *map(str, range(game.num_players))])


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

    Agents draw from the same streams as in the first game that a match plays of this deal, in the
    seats as given; an ``mcts`` agent with ``reuse`` searches afresh here.
    """

    def __init__(
        self, game: Game, agents: Sequence[Agent | None], person: Person, seed: int, deal: int
    ) -> None:
        self.game = game
        self.states = game.reset(seed, [deal])
        self._person = person
        self._place = f"deal {deal} of seed {seed}"
        self._agents = agents
        self._streams = game.agent_streams(seed, [deal * games_per_deal(game)])
        self._players = [None if agent is None else agent.player() for agent in agents]
        self._records, self._networks = in_loops(game, agents)
        self._tree = game.new_tree(self._records)

    def choose(self) -> int:
        """Let the seat to move choose a legal action, without taking it.

        Raises
        ------
        TolsimError
            If an agent fails or chooses none.
        """
        seat = int(self.states["to_move"][0])
        agent, player = self._agents[seat], self._players[seat]
        moves = int(self.states["moves"][0])
        view = View(self.game, self.states, self._streams[0, seat])
        if agent is None:
            return self._person.act(view)
        if player is not None:
            return ask_agent(player, view, agent.spec, f"{self._place}, decision {moves + 1},")
        log = np.zeros((1, moves + 1), np.int16)  # ends here, so that play stops after one decision
        seating = np.arange(self.game.num_players, dtype=np.int8)[np.newaxis]
        ahead = self.states.copy()
        self.game.advance(
            ahead, self._records, seating, self._streams, log, self._tree, self._networks
        )
        return int(log[0, moves])

    def play_on(self, seat: int) -> None:
        """Play to the end, telling the person in a seat what it sees and what happens."""
        self._hear_happened()
        while not self.states["over"][0]:
            action = self.choose()
            seen = self.game.sight(self.states, action, seat)
            self.game.step(self.states, [action])
            if seen is not None:
                self._person.hear(seen)
            self._hear_happened()
        self._person.tell_heard()

    def _hear_happened(self) -> None:
        for words in self.game.happened(self.states[0]):
            self._person.hear(words)


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
    needed = entries_for(game, agents) | set(WATCH if person is None else PERSON)
    compile_if_needed(game, needed)
    console = results_console()
    table = Table(game, agents, Person(console), seed, deal)
    try:
        if person is None:
            _watch(console, table)
        else:
            table.play_on(person)
    except Quit:
        console.print("You left the game.")
        return
    narrate.show_end(console, game, table.states[0])


def _watch(console: Console, table: Table) -> None:
    stepwise = sys.stdin.isatty()
    boards = narrate.Boards(console, table.game)
    narrate.show_happened(console, table.game, table.states[0])
    while not table.states["over"][0]:
        state = table.states[0]
        boards.show(state)
        action = table.choose()
        told = narrate.decision(table.game, state, action)
        table.game.step(table.states, [action])
        console.print(told, markup=False)
        narrate.show_happened(console, table.game, table.states[0])
        if stepwise:
            ask("Enter goes on, q quits: ")
