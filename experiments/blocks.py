"""Blocks of games: the unit in which a run is played, and lost when it is stopped."""

from __future__ import annotations

import time

import numpy as np
import pyarrow as pa

from tolsim.agents import View
from tolsim.agents.ask import ask
from tolsim.agents.in_loops import in_loops
from tolsim.core.errors import TolsimError
from tolsim.experiments.run import Run, deals, parameters, run_id, seatings
from tolsim.experiments.schema import block_table


class BlockPlayer:
    """Plays any block of a run's games, in this process.

    What a game is follows from its number alone, so blocks may be of any size and order.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.game = run.make_game()
        self.parameters = parameters(run, self.game)
        self.run_id = run_id(self.parameters)
        self._players = [agent.player() for agent in run.agents]
        self._records, self._networks = in_loops(self.game, run.agents)
        self._tree = self.game.new_tree(self._records)

    def warm_up(self) -> None:
        """Compile all that play needs, so that the first block's time is its own."""
        none = np.arange(0)
        states, *others = self._start(none)
        self._finish(none, states, *others)
        if any(player is not None for player in self._players):
            self.game.step(states, none)
            self.game.legal_mask(states)
            self.game.observe(states)
            self.game.redeal(states, none, none)

    def play(self, first: int, count: int) -> pa.Table:
        """Play games ``first`` to ``first + count - 1``.

        Returns
        -------
        pyarrow.Table
            One row per game, in order.

        Raises
        ------
        TolsimError
            If an agent fails, or a game does not end in time.
        """
        began = time.perf_counter()
        numbers = np.arange(first, first + count)
        states, seating, streams, log = self._start(numbers)
        self._finish(numbers, states, seating, streams, log)
        seconds = time.perf_counter() - began
        return block_table(
            self.game, self.parameters, self.run_id, numbers, deals(self.game, numbers),
            seating, states, log, seconds,
        )  # fmt: skip

    def _start(self, numbers: np.ndarray) -> tuple[np.ndarray, ...]:
        game, seed = self.game, self.run.seed
        return (
            game.reset(seed, deals(game, numbers)),
            seatings(game, seed, numbers)
            if len(numbers)
            else np.zeros((0, game.num_players), np.int8),
            game.agent_streams(seed, numbers),
            np.zeros((len(numbers), game.longest), np.int16),
        )

    def _finish(
        self,
        numbers: np.ndarray,
        states: np.ndarray,
        seating: np.ndarray,
        streams: np.ndarray,
        log: np.ndarray,
    ) -> None:
        game = self.game
        while True:
            game.advance(states, self._records, seating, streams, log, self._tree, self._networks)
            waiting = np.flatnonzero((states["over"] == 0) & (states["moves"] < game.longest))
            if not len(waiting):
                break
            actions = [
                self._ask(int(numbers[row]), states[row : row + 1], seating[row], streams[row])
                for row in waiting
            ]
            log[waiting, states["moves"][waiting]] = actions
            asked = states[waiting]
            game.step(asked, actions)
            states[waiting] = asked
        self._check_over(numbers, states)

    def _ask(
        self, number: int, states: np.ndarray, seating: np.ndarray, streams: np.ndarray
    ) -> int:
        view = View(self.game, states, streams[int(states["to_move"][0])])
        agent = seating[view.seat]
        player = self._players[agent]
        assert player is not None
        decision = int(states["moves"][0]) + 1
        where = f"game {number} of seed {self.run.seed}, decision {decision},"
        return ask(player, view, self.run.agents[agent].spec, where)

    def _check_over(self, numbers: np.ndarray, states: np.ndarray) -> None:
        endless = np.flatnonzero(states["over"] == 0)
        if len(endless):
            raise TolsimError(
                f"{self.game.name} seed {self.run.seed} game {numbers[endless[0]]} did not end "
                f"within {self.game.longest} decisions; this is a defect of the game"
            )
