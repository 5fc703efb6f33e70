"""The agents in the seats that a learner does not hold."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.core.search import Tree


def agents_package(module: str) -> Any:
    """Module of the agents, which environments know by name only, as the registry knows games."""
    return importlib.import_module(f"tolsim.agents.{module}")


def agents_of_seats(game: Game, learner: int | None, agents: Any) -> dict[int, Any]:
    """Agent of each seat that the learner does not hold; see :class:`Opponents`."""
    seats = [seat for seat in range(game.num_players) if seat != learner]
    read = agents_package("agent").as_agent
    return {seat: read(each) for seat, each in _by_seat(game, seats, agents).items()}


class Opponents:
    """Plays the seats of a game that a learner does not hold.

    Parameters
    ----------
    game
        The game.
    learner
        The learner's seat, or None if it may get any.
    agents
        Agents as texts such as ``"mcts:iterations=50"`` or as objects with a method ``act(view)``:
        one that plays all other seats, or a sequence with one for each of them in the order of
        seats, or a mapping of the names of seats. A learner who may get any seat needs an agent for
        every seat.

    Raises
    ------
    TolsimError
        For an agent that cannot be made, an unknown seat, or a seat without an agent.
    """

    def __init__(self, game: Game, learner: int | None, agents: Any) -> None:
        self._agents = agents_of_seats(game, learner, agents)
        self._players = {seat: agent.player() for seat, agent in self._agents.items()}
        # An agent for each seat and, behind them, one outside: the learner.
        seats = [*map(self._agents.get, range(game.num_players)), None]
        self._records, self._networks = agents_package("in_loops").in_loops(game, seats)
        self._tree: Tree | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Opponents:
        # Agents decide by what they are shown alone, and trees are empty between two decisions of
        # the learner, so nothing here belongs to one game in play.
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tree": None}

    def seating(self, learner: int) -> np.ndarray:
        """Who plays which seat while the learner holds one of them, int8 ``[1, P]``."""
        seats = np.arange(len(self._records) - 1, dtype=np.int8)[None]
        seats[0, learner] = len(self._records) - 1
        return seats

    def play_on(
        self,
        game: Game,
        states: np.ndarray,
        seating: np.ndarray,
        streams: np.ndarray,
        log: np.ndarray,
        where: str,
    ) -> None:
        """Play a game on until it is over, the learner has to decide, or it lasts too long.

        Parameters
        ----------
        game
            As when this was made.
        states, streams, log
            One row each, as in :meth:`Game.advance`; changed in place.
        seating
            From :meth:`seating`.
        where
            Which game this is, for the message of an agent that fails.

        Raises
        ------
        TolsimError
            If an agent fails.
        """
        if self._tree is None:
            self._tree = game.new_tree(self._records)
        while True:
            game.definition.entries.advance(
                states, game.parameters, self._records, self._networks, seating, streams, log,
                self._tree,
            )  # fmt: skip
            seat, moves = int(states["to_move"][0]), int(states["moves"][0])
            if states["over"][0] or seating[0, seat] != seat or moves >= game.longest:
                return
            action = self._ask(game, states, streams[0, seat], f"{where}, decision {moves + 1},")
            log[0, moves] = action
            game.step(states, [action])

    def _ask(self, game: Game, states: np.ndarray, stream: np.ndarray, where: str) -> int:
        view = agents_package("view").View(game, states, stream)
        ask = agents_package("ask").ask
        return int(ask(self._players[view.seat], view, self._agents[view.seat].spec, where))


def _by_seat(game: Game, seats: list[int], agents: Any) -> dict[int, Any]:
    """Agent of each of the seats."""
    if isinstance(agents, Mapping):
        for name in agents:
            if name not in game.seats:
                raise unknown("seat", name, game.seats)
        missing = [game.seats[seat] for seat in seats if game.seats[seat] not in agents]
        if missing:
            raise TolsimError(f"opponents name no agent for {', '.join(missing)}")
        return {seat: agents[game.seats[seat]] for seat in seats}
    if isinstance(agents, Sequence) and not isinstance(agents, str):
        if len(agents) != len(seats):
            names = ", ".join(game.seats[seat] for seat in seats) or "no seat"
            raise TolsimError(f"opponents are {len(seats)} agents ({names}), not {len(agents)}")
        return dict(zip(seats, agents, strict=True))
    return dict.fromkeys(seats, agents)
