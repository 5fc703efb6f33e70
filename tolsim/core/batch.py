"""A batch for whoever trains agents: B games in one compiled loop, which start anew as they end.

B rows, A actions, P players, O observation size, S seatings.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL, SEARCH
from tolsim.core.checks import check_array, check_seed, per_row
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.core.network import Networks
from tolsim.core.vector_loops import DISABLED, SAME_STEP, START, WAIT, new_rows

AUTORESET = {"same_step": SAME_STEP, "disabled": DISABLED}
"""When the next game of a row is dealt: in the step that ends one, or when it is asked for."""


class Batch:
    """B games at once, with what a learner reads as arrays that are written in place.

    Parameters
    ----------
    game
        From :func:`tolsim.make`.
    rows
        B.
    agents
        ``AGENT_DTYPE`` records; seats of the ``EXTERNAL`` ones are played by :meth:`step`, the
        others inside the loop. By default one external agent plays every seat: self-play.
    seatings
        int8 ``[S, P]``, agent in each seat; each game draws one from its own seed.
    networks
        From ``game.new_networks``, where an agent has one.
    autoreset
        ``"same_step"``: the step that ends a game deals the row's next one, so its observation and
        mask are those of the new game, beside the rewards of the old one. ``"disabled"``: the row
        waits for :meth:`deal_next` or :meth:`reset`, and takes no action but ``WAIT``.
    final_observations
        Keep what was seen last of games that ended, which same-step dealing overwrites.

    Attributes
    ----------
    states
        [B] of the game's state.
    to_move
        int64 ``[B]``, seat to move.
    masks
        uint8 ``[B, A]``, its legal actions; all zero where the row is over.
    observations
        float32 ``[B, O]``, what it may know.
    rewards
        float32 ``[B, P]``, each seat's return where a game ended in the last step, else 0.
    ended
        uint8 ``[B]``, 1 where a game ended in the last step.
    final_observations
        float32 ``[B, O]``, of rows that ended, if they are kept, as the seat saw it that had acted.
    outcomes, lengths
        int64 ``[B]``, why the row's last game ended, and its decisions.
    seeds, deals
        uint64 ``[B]``, which game is in play.
    seating
        int8 ``[B, P]``, who plays it.
    streams
        uint64 ``[B, P, 2]``, the agents' random streams, from which agents outside draw too.

    All but the streams can be read only: they are what the compiled loop goes on from.

    Examples
    --------
    >>> import tolsim
    >>> batch = Batch(tolsim.make("abyss"), rows=4)
    >>> batch.reset(seed=1)
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.masks.shape, batch.rewards.tolist()[0]
    ((4, 264), [0.0, 0.0])
    """

    def __init__(
        self,
        game: Game,
        rows: int,
        agents: np.ndarray | None = None,
        seatings: Sequence[Sequence[int]] | np.ndarray | None = None,
        networks: Networks | None = None,
        autoreset: str = "same_step",
        *,
        final_observations: bool = False,
    ) -> None:
        if rows < 1:
            raise TolsimError(f"a batch has at least 1 row, not {rows}")
        if autoreset not in AUTORESET:
            raise unknown("autoreset", autoreset, AUTORESET)
        self.game = game
        self.autoreset = autoreset
        self.agents = np.zeros(1, AGENT_DTYPE) if agents is None else agents
        self._networks = game._check_networks(self.agents, networks)
        self._seatings = _checked(game, self.agents, seatings)
        self._states = np.zeros(rows, game.state_dtype)
        self._states["over"] = 1
        self._rows = new_rows(
            rows,
            game.num_actions,
            game.num_players,
            game.observation_size,
            self._seatings,
            final=final_observations,
        )
        self._status = np.zeros(rows, np.int8)
        self._show()

    def _show(self) -> None:
        for name in (
            "masks", "observations", "final_observations", "rewards", "ended", "outcomes",
            "lengths", "seeds", "deals", "seating",
        ):  # fmt: skip
            setattr(self, name, _read_only(getattr(self._rows, name)))
        self.streams = self._rows.streams
        self.states = _read_only(self._states)
        self.to_move = self.states["to_move"]

    states: np.ndarray
    to_move: np.ndarray
    masks: np.ndarray
    observations: np.ndarray
    final_observations: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray
    outcomes: np.ndarray
    lengths: np.ndarray
    seeds: np.ndarray
    deals: np.ndarray
    seating: np.ndarray
    streams: np.ndarray

    def __len__(self) -> int:
        return len(self._states)

    def reset(self, seed: int | Sequence[int] | np.ndarray, rows: np.ndarray | None = None) -> None:
        """Start new games.

        Parameters
        ----------
        seed
            One seed: the rows share out the deals of that run, row ``i`` plays ``i``, ``i + B``,
            and so on. Or one a row, each of which plays deals 0, 1, … of its own.
        rows
            bool ``[B]``, which ones; by default all.
        """
        count = len(self)
        chosen = np.ones(count, bool) if rows is None else np.asarray(rows)
        check_array(chosen, "rows", np.bool_, (count,))
        beside = self._rows
        if isinstance(seed, int | np.integer):
            beside.seeds[chosen] = check_seed(int(seed))
            beside.deals[chosen] = np.arange(count, dtype=np.uint64)[chosen]
            beside.strides[chosen] = count
        else:
            seeds = per_row(seed, count, "seeds", 0, 2**64, np.uint64)
            beside.seeds[chosen] = seeds[chosen]
            beside.deals[chosen] = 0
            beside.strides[chosen] = 1
        beside.deals[chosen] -= beside.strides[chosen]  # a start goes on to the next deal
        self._turn(np.where(chosen, START, WAIT))

    def deal_next(self, rows: np.ndarray) -> None:
        """Start the next game in these rows, bool ``[B]``, whether they are over or not."""
        check_array(rows, "rows", np.bool_, (len(self),))
        self._check_started()
        self._turn(np.where(rows, START, WAIT))

    def step(self, actions: Sequence[int] | np.ndarray) -> None:
        """Take an action of the seat to move in each row, and play on to the next decision.

        Parameters
        ----------
        actions
            ``[B]`` whole numbers; ``WAIT`` (-2) leaves a row as it is.

        Raises
        ------
        TolsimError
            If one is illegal; it names the action and the legal ones, and no row is changed.
        """
        self._check_started()
        chosen = per_row(actions, len(self), "actions", -(2**63), 2**63, np.int64)
        started = np.flatnonzero(chosen == START)  # to the loop it would mean a new game
        if len(started):
            raise self.game.illegal(self._states, int(started[0]), START)
        self._turn(chosen)

    def _check_started(self) -> None:
        if not self._rows.strides.all():
            raise TolsimError("the batch must be reset before its first step")

    def _turn(self, chosen: np.ndarray) -> None:
        self.game.definition.entries.turn(
            self._states, self.game.parameters, chosen.astype(np.int64), self._status,
            self._rows, self.agents, self._networks, AUTORESET[self.autoreset],
        )  # fmt: skip
        wrong = np.flatnonzero(self._status)
        if len(wrong):
            raise self.game.illegal(self._states, int(wrong[0]), int(chosen[wrong[0]]))


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _checked(
    game: Game, agents: np.ndarray, seatings: Sequence[Sequence[int]] | np.ndarray | None
) -> np.ndarray:
    """Seatings as an array, if they fit the agents and somebody outside plays in each."""
    check_array(agents, "agents", AGENT_DTYPE, (None,))
    if (agents["kind"] == SEARCH).any():
        raise TolsimError("agents that search cannot play inside a batch; play their seats outside")
    given = np.zeros((1, game.num_players), np.int8) if seatings is None else np.asarray(seatings)
    if given.ndim != 2 or given.shape[1] != game.num_players or not len(given):
        raise TolsimError(f"seatings must be [S, {game.num_players}], not {given.shape}")
    if given.min() < 0 or given.max() >= len(agents):
        raise TolsimError(f"seatings must name agents 0 to {len(agents) - 1}")
    if not (agents["kind"][given] == EXTERNAL).any(axis=1).all():
        raise TolsimError("an agent outside the batch (of kind EXTERNAL) must play in each seating")
    return given.astype(np.int8)
