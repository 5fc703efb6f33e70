"""A game: the object that users hold.

Letters for shapes: B games (rows), A actions, P players.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tolsim.core.agent_settings import AGENT_DTYPE, POLICY
from tolsim.core.checks import check_array, check_seed, per_row
from tolsim.core.definition import Definition
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.network import Networks, layer_shapes, new_networks
from tolsim.core.random_streams import STREAM_WORDS
from tolsim.core.rules import Ruleset, Value, ruleset_id
from tolsim.core.search import NOTHING_SEEN, Tree, new_tree
from tolsim.core.state import parse_state, state_text

WIN, DRAW, LOSS = "win", "draw", "loss"
KEPT_SEARCHES = 4
"""Searches that a tree kept between decisions has room for."""


class Game:
    """A game under one ruleset: the one object that batches, search and adapters use.

    Make one with :func:`tolsim.make`. States are rows of an array of ``game.state_dtype``:
    a copy is ``states.copy()`` or an assignment, a hash is the hash of ``tobytes()``.

    Examples
    --------
    >>> import tolsim
    >>> game = tolsim.make("abyss")
    >>> states = game.reset(seed=1, deals=[0, 1, 2])
    >>> [game.action_text(a) for a in game.legal_actions(states)[0]][:1]
    ['play 2']
    """

    def __init__(self, definition: Definition, ruleset: Ruleset) -> None:
        self.definition = definition
        self.ruleset = ruleset
        self.parameters = definition.parameters(ruleset)
        self.ruleset_id = ruleset_id(self.parameters, definition.sources)
        self._action_ids = {text: i for i, text in enumerate(definition.actions)}

    # What the game declares.

    @property
    def name(self) -> str:
        """Name in the registry."""
        return self.definition.name

    @property
    def variant(self) -> str:
        """Named variant in force."""
        return self.ruleset.variant

    @property
    def overrides(self) -> Mapping[str, Value]:
        """Values changed from the variant's, by dotted name."""
        return self.ruleset.overrides or {}

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.definition.seats

    @property
    def num_players(self) -> int:
        """P."""
        return len(self.definition.seats)

    @property
    def num_actions(self) -> int:
        """A."""
        return len(self.definition.actions)

    @property
    def observation_size(self) -> int:
        """Floats in one observation."""
        return self.definition.observation_size

    @property
    def longest(self) -> int:
        """Most decisions a game can take."""
        return self.definition.longest

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """Record of one state."""
        return self.definition.state

    @property
    def seating(self) -> str:
        """How a match seats its agents: ``"alternate"`` or ``"random"``."""
        return self.definition.seating(self.ruleset)

    # Play.

    def reset(self, seed: int, deals: Sequence[int] | np.ndarray | int = 1) -> np.ndarray:
        """Start games.

        Parameters
        ----------
        seed
            The run's seed, 0 to 2**64 - 1.
        deals
            Numbers of the deals to start, or how many, from 0. Deal ``i`` of a seed is the same
            game wherever it is started.

        Returns
        -------
        numpy.ndarray
            [B] states.
        """
        if isinstance(deals, int | np.integer):
            if deals < 0:
                raise TolsimError(f"the number of deals is at least 0, not {deals}")
            deals = np.arange(deals)
        numbers = per_row(deals, len(deals), "deals", 0, 2**64, np.uint64)
        states = np.zeros(len(numbers), self.state_dtype)
        self.definition.entries.reset(states, self.parameters, check_seed(seed), numbers)
        return states

    def resume(self, states: np.ndarray) -> None:
        """Run positions that were put together by hand on to their next choice, in place."""
        self._check_states(states)
        self.definition.entries.resume(states, self.parameters)

    def step(self, states: np.ndarray, actions: Sequence[int] | np.ndarray) -> None:
        """Take one action in each row, in place.

        Raises
        ------
        TolsimError
            If one is illegal; it names the action and the legal ones, and no row is changed.
        """
        self._check_states(states)
        chosen = per_row(actions, len(states), "actions", -(2**31), 2**31, np.int32)
        status = np.zeros(len(states), np.int8)
        scratch = np.zeros(self.num_actions, np.int32)
        self.definition.entries.step(states, self.parameters, chosen, status, scratch)
        wrong = np.flatnonzero(status)
        if len(wrong):
            raise self.illegal(states, int(wrong[0]), int(chosen[wrong[0]]))

    def illegal(self, states: np.ndarray, row: int, action: int) -> TolsimError:
        """Error that says why an action cannot be taken in a row, and what can."""
        if states[row].over:
            return TolsimError(f"row {row}: the game is over; action {action} cannot be taken")
        named = self.action_text(action) if 0 <= action < self.num_actions else "no action"
        legal = [self.action_text(a) for a in self.legal_actions(states[row : row + 1])[0]]
        return TolsimError(
            f"row {row}: action {action} ({named}) is not legal; legal: {', '.join(legal)}"
        )

    def legal_mask(self, states: np.ndarray) -> np.ndarray:
        """Legal actions of each row as uint8 ``[B, A]``, all zero when it is over."""
        self._check_states(states)
        masks = np.zeros((len(states), self.num_actions), np.uint8)
        scratch = np.zeros(self.num_actions, np.int32)
        self.definition.entries.legal(states, self.parameters, masks, scratch)
        return masks

    def legal_actions(self, states: np.ndarray) -> list[np.ndarray]:
        """Legal action ids of each row, ascending."""
        return [np.flatnonzero(mask) for mask in self.legal_mask(states)]

    def observe(
        self, states: np.ndarray, players: Sequence[int] | np.ndarray | None = None
    ) -> np.ndarray:
        """What a player may know of each row, float32 ``[B, observation_size]``.

        ``players`` is a seat per row; by default the one to move. A seat that is not to move can
        tell from being watched at every decision that the other is being asked something: hand
        such observations to a learner only at its own decisions.

        Raises
        ------
        TolsimError
            If there is not one seat of the game per row.
        """
        self._check_states(states)
        seats = self._seats(states, states["to_move"] if players is None else players)
        out = np.zeros((len(states), self.observation_size), np.float32)
        self.definition.entries.observe(states, self.parameters, seats, out)
        return out

    def _check_states(self, states: np.ndarray) -> None:
        if not isinstance(states, np.ndarray) or states.dtype != self.state_dtype:
            raise TolsimError(f"states must be an array of {self.name}'s state_dtype")
        if states.ndim != 1:
            raise TolsimError(f"states must be one row per game, not of shape {states.shape}")

    def _seats(self, states: np.ndarray, players: Sequence[int] | np.ndarray) -> np.ndarray:
        return per_row(players, len(states), "players", 0, self.num_players, np.int8)

    def redeal(
        self,
        states: np.ndarray,
        players: Sequence[int] | np.ndarray,
        seeds: Sequence[int] | np.ndarray,
    ) -> np.ndarray:
        """Copies in which everything that a player cannot know is drawn anew.

        Parameters
        ----------
        states
            [B] states, left as they are.
        players
            Seat per row whose knowledge is kept.
        seeds
            Seed per row, of the draw and of the chance that follows.
        """
        self._check_states(states)
        copies = states.copy()
        self.definition.entries.redeal(
            copies,
            self.parameters,
            self._seats(states, players),
            per_row(seeds, len(states), "seeds", 0, 2**64, np.uint64),
        )
        return copies

    def evaluate(self, states: np.ndarray) -> np.ndarray:
        """Heuristic value per player of each row, float32 ``[B, P]`` in [-1, 1]."""
        self._check_states(states)
        out = np.zeros((len(states), self.num_players), np.float32)
        self.definition.entries.evaluate(states, self.parameters, out)
        return out

    def replay(self, seed: int, deal: int, actions: Sequence[int] | np.ndarray) -> np.ndarray:
        """Play a logged game again.

        Returns
        -------
        numpy.ndarray
            [1], the state after the last action.

        Raises
        ------
        TolsimError
            At the first action that is not legal.
        """
        states = self.reset(seed, [deal])
        for action in actions:
            self.step(states, [action])
        return states

    # Agents inside compiled loops.

    def new_tree(self, agents: np.ndarray) -> Tree:
        """Memory for the searches of these agents (``AGENT_DTYPE`` records)."""
        nodes = int(max(agents["iterations"].max(), 1))
        reuse = bool(agents["reuse"].any())
        try:
            return new_tree(
                nodes * KEPT_SEARCHES if reuse else nodes,
                self.num_actions,
                self.num_players,
                self.longest,
                self.state_dtype,
                self.num_players if reuse else 1,
            )
        except MemoryError:
            raise TolsimError(f"no memory for searches of {nodes:,} iterations") from None

    def new_networks(self, weights: np.ndarray | None = None) -> Networks:
        """Room to compute the networks of agents, whose weights lie one behind the other."""
        return new_networks(self.observation_size, self.num_actions, self.num_players, weights)

    def agent_streams(self, seed: int, games: Sequence[int] | np.ndarray) -> np.ndarray:
        """Random streams of every seat in every game, uint64 ``[B, P, 2]``."""
        streams = np.zeros((len(games), self.num_players, STREAM_WORDS), np.uint64)
        numbers = per_row(games, len(games), "games", 0, 2**64, np.uint64)
        self.definition.entries.start_agents(streams, check_seed(seed), numbers)
        return streams

    def advance(
        self,
        states: np.ndarray,
        agents: np.ndarray,
        seating: np.ndarray,
        streams: np.ndarray,
        log: np.ndarray,
        tree: Tree | None = None,
        networks: Networks | None = None,
    ) -> None:
        """Play each row on until it is over or a seat of kind ``EXTERNAL`` has to decide.

        Parameters
        ----------
        states
            [B] states, changed in place.
        agents
            ``AGENT_DTYPE`` records.
        seating
            int8 ``[B, P]``: the agent in each seat.
        streams
            From :meth:`agent_streams`; changed in place.
        log
            int16 ``[B, longest]``; action ``m`` of row ``i`` goes to ``log[i, m]``.
        tree
            From :meth:`new_tree`.
        networks
            From :meth:`new_networks`, where an agent has one.
        """
        self._check_states(states)
        rows, players = len(states), self.num_players
        check_array(agents, "agents", AGENT_DTYPE, (None,))
        check_array(seating, "seating", np.int8, (rows, players))
        check_array(streams, "streams", np.uint64, (rows, players, STREAM_WORDS))
        check_array(log, "log", np.int16, (rows, None))
        if rows and not (seating.min() >= 0 and seating.max() < len(agents)):
            raise TolsimError(f"seating must name agents 0 to {len(agents) - 1}")
        memory = self.new_tree(agents) if tree is None else tree
        networks = self._check_networks(agents, networks)
        self.definition.entries.advance(
            states, self.parameters, agents, networks, seating, streams, log, memory
        )

    def search(
        self,
        states: np.ndarray,
        agents: np.ndarray,
        iterations: int,
        tree: Tree,
        rng: np.ndarray,
        networks: Networks | None = None,
    ) -> int:
        """Search the first row for the player to move, on from what the tree holds; its choice.

        Raises
        ------
        TolsimError
            If that game is over, or there is nothing to do.
        """
        self._check_states(states)
        if len(states) < 1 or states[0].over:
            raise TolsimError("a search needs a state that is not over")
        if iterations < 1:
            raise TolsimError(f"iterations is at least 1, not {iterations}")
        networks = self._check_networks(agents, networks)
        return int(
            self.definition.entries.search(
                states, self.parameters, agents, networks, iterations, tree, rng
            )
        )

    def network_size(self, hidden: int) -> int:
        """Weights of a network with this many units in each hidden layer."""
        shapes = layer_shapes(self.observation_size, hidden, self.num_actions, self.num_players)
        return sum(math.prod(shape) for shape in shapes.values())

    def _check_networks(self, agents: np.ndarray, networks: Networks | None) -> Networks:
        found = self.new_networks() if networks is None else networks
        for agent in agents:
            if agent["kind"] == POLICY and agent["hidden"] == 0:
                raise TolsimError("an agent of kind POLICY needs a network")
            if agent["hidden"]:
                behind = int(agent["network"]) + self.network_size(int(agent["hidden"]))
                if not 0 <= int(agent["network"]) < behind <= len(found.weights):
                    raise TolsimError(
                        f"an agent's network ends at weight {behind} of {len(found.weights)}"
                    )
        return found

    # Text.

    def action_text(self, action: int) -> str:
        """Text of an action id, such as ``"play 17"``."""
        return self.definition.actions[action]

    def action_id(self, text: str) -> int:
        """Id of an action's text.

        Raises
        ------
        TolsimError
            If there is no such action; it names the nearest.
        """
        if text not in self._action_ids:
            raise unknown("action", text, self.definition.actions)
        return self._action_ids[text]

    def state_text(self, state: np.record) -> str:
        """Text form of a state, which :meth:`parse_state` reads back to the same bytes."""
        return state_text(state)

    def parse_state(self, text: str) -> np.ndarray:
        """State [1] of its text form."""
        return parse_state(text, self.state_dtype)

    def render(self, state: np.record, seat: int | None = None) -> str:
        """Draw a state for a person: all of it, or what one seat may see."""
        return self.definition.render(state, self.parameters[0], seat)

    def describe(self, state: np.record, action: int) -> str:
        """Say what an action does in this state."""
        return self.definition.describe(state, self.parameters[0], action)

    def asked(self, state: np.record) -> str:
        """Say what is being asked in this state."""
        return self.definition.asked(state)

    def sight(self, states: np.ndarray, action: int, seat: int) -> str | None:
        """Say what a seat sees of an action that is about to be taken.

        The words are made from a redealt state, so they hold nothing that the seat cannot know.

        Parameters
        ----------
        states
            [1], the state before the action.
        action
            A legal one of the player to move.
        seat
            Who looks on; the one to move may learn something by its own action.

        Returns
        -------
        str or None
            None if there is nothing to see.
        """
        if self.definition.sight is None:
            return None
        label = int(self.definition.entries.sight(states, self.parameters, int(action), int(seat)))
        if label == NOTHING_SEEN:
            return None
        known = self.redeal(states, [seat], [0])[0]
        return self.definition.sight(known, self.parameters[0], label, seat)

    def breakdown(self, state: np.record) -> list[tuple[int, str, int]]:
        """What the scores of a finished state are made of, as ``(seat, what, points)``."""
        tell = self.definition.breakdown
        return [] if tell is None else tell(state, self.parameters[0])

    def happened(self, state: np.record) -> list[str]:
        """Say line by line what has happened since the decision before."""
        tell = self.definition.happened
        return [] if tell is None else tell(state, self.parameters[0])

    def outcome(self, state: np.record) -> str:
        """Reason why the game ended, or ``"unfinished"``."""
        return self.definition.outcomes.get(int(state.outcome), "unfinished")

    def outcomes(self, states: np.ndarray) -> list[str]:
        """Reason why each game ended, or ``"unfinished"``, ``[B]``."""
        names = self.definition.outcomes
        return [names.get(code, "unfinished") for code in states["outcome"].tolist()]

    def outcome_class(self, state: np.record, seat: int) -> str:
        """``"win"``, ``"draw"`` or ``"loss"`` of a seat, or its grade where winning is graded."""
        return self._class(float(state.returns[seat]))

    def outcome_classes(self, states: np.ndarray, seats: np.ndarray) -> list[str]:
        """Class of each finished game's outcome for a seat per row, ``[B]``."""
        mine = np.take_along_axis(states["returns"], np.asarray(seats)[:, None], axis=1)[:, 0]
        return [self._class(value) for value in mine.tolist()]

    def _class(self, value: float) -> str:
        if self.definition.grades:
            return self.definition.grades[value]
        return WIN if value > 0 else LOSS if value < 0 else DRAW

    def __reduce__(self) -> Any:
        from tolsim import make

        return _made_again, (make, self.name, self.variant, dict(self.overrides))

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<Game {self.name} variant={self.variant} ruleset={self.ruleset_id}>"


def _made_again(make: Any, name: str, variant: str, overrides: dict[str, Value]) -> Any:
    """Game of a pickle, under the rules that this process has."""
    return make(name, variant=variant, overrides=overrides)
