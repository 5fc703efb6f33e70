"""The agents in the seats of a batch of games that a learner does not hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL, SEARCH
from tolsim.core.batch import Batch
from tolsim.core.game import Game
from tolsim.core.search import Tree
from tolsim.core.vector_loops import WAIT
from tolsim.envs.opponents import agents_of_seats, agents_package


class BatchOpponents:
    """Plays the seats of many games that a learner does not hold.

    Agents that decide at once play inside the batch; those that search or are Python's are asked
    row by row, outside it.

    Parameters
    ----------
    game, learner, agents
        As of :class:`tolsim.envs.opponents.Opponents`.

    Attributes
    ----------
    records, seatings, networks
        What the batch takes: an agent for each seat and, behind them, the learner.
    """

    def __init__(self, game: Game, learner: int | None, agents: Any) -> None:
        by_seat = agents_of_seats(game, learner, agents)
        self._agents = [by_seat.get(seat) for seat in range(game.num_players)]
        self._players = [agent and agent.player() for agent in self._agents]
        self._records, self.networks = agents_package("in_loops").in_loops(
            game, [*self._agents, None]
        )
        self.records = self._records.copy()
        self.records[self.records["kind"] == SEARCH] = np.zeros(1, AGENT_DTYPE)
        self._all_inside = not (self.records["kind"][:-1] == EXTERNAL)[
            [seat for seat in range(game.num_players) if seat != learner]
        ].any()
        seats = np.arange(game.num_players, dtype=np.int8)
        held = range(game.num_players) if learner is None else [learner]
        self.seatings = np.stack(
            [np.where(seats == each, game.num_players, seats) for each in held]
        )
        self._tree: Tree | None = None

    def learners(self, batch: Batch) -> np.ndarray:
        """The learner's seat in each row, int64 ``[B]``."""
        found: np.ndarray = batch.seating.argmax(axis=1)  # the highest number is the learner's
        return found

    def play_on(self, batch: Batch) -> None:
        """Play every row on to a decision of the learner or the end.

        Raises
        ------
        TolsimError
            If an agent fails.
        """
        while not self._all_inside:
            asked = (batch.states["over"] == 0) & (batch.to_move != self.learners(batch))
            if not asked.any():
                return
            actions = np.full(len(batch), WAIT, np.int64)
            for row in np.flatnonzero(asked):
                actions[row] = self._choose(batch, int(row))
            batch.step(actions)

    def _choose(self, batch: Batch, row: int) -> int:
        game, states = batch.game, batch.states[row : row + 1]
        seat, moves = int(states["to_move"][0]), int(states["moves"][0])
        agent, player = self._agents[seat], self._players[seat]
        assert agent is not None
        if player is not None:
            view = agents_package("view").View(game, states, batch.streams[row, seat])
            ask = agents_package("ask").ask
            where = f"deal {batch.deals[row]} of seed {batch.seeds[row]}, decision {moves + 1},"
            return int(ask(player, view, agent.spec, where))
        if self._tree is None:
            self._tree = game.new_tree(self._records)
        log = np.zeros((1, moves + 1), np.int16)  # ends here, so that play stops behind the choice
        streams = batch.streams[row : row + 1]
        seating = batch.seating[row : row + 1].copy()
        game.advance(states.copy(), self._records, seating, streams, log, self._tree, self.networks)
        return int(log[0, moves])
