"""What every player has been shown of a game so far, found out when it is first asked for."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from tolsim.core.search import NOTHING_SEEN
from tolsim.envs.openspiel_rules import Rules

DIGEST_SIZE = 16
"""Bytes; two different pasts that meet in one digest are not to be expected."""


class Memory:
    """Memories of all players, made by playing the game again, one action after another.

    A player remembers what it has seen of every action, its own ones (marked ``!``) among them, and
    what it observed whenever it had to decide: the first as the game's labels, the second as one
    digest. Pasts that differ in either differ in memory; pasts that agree in both are one to it.

    What a player would have observed in between is left out. There the others may be asked things
    that it does not notice, such as whether to use a secret power: that they are would tell of it.

    Attributes
    ----------
    last
        Per player the record at its last decision, empty before the first.
    """

    __slots__ = ("_at", "_digests", "_raw", "_rules", "_seen", "last")

    def __init__(self, rules: Rules, start: bytes) -> None:
        players = rules.game.num_players
        self._rules = rules
        self._raw = np.frombuffer(start, np.uint8).copy()
        self._at = 0  # actions of the log that are remembered
        self._seen: list[list[str]] = [[] for _ in range(players)]
        self._digests = [b""] * players
        self.last = [b""] * players

    def catch_up(self, log: list[int]) -> None:
        """Remember the rest of a log, of which the first actions are remembered already."""
        if self._at == len(log):
            return
        states = self._rules.row(self._raw)
        for action in log[self._at :]:
            self._remember(states, action)
        self._at = len(log)

    def _remember(self, states: np.ndarray, action: int) -> None:
        rules = self._rules
        mover = int(states["to_move"][0])
        record = self._raw.tobytes()
        self.last[mover] = record
        self._digests[mover] = extended(self._digests[mover], rules.observe(record, mover))
        for player, seen in enumerate(self._seen):
            label = int(rules.entries.sight(states, rules.parameters, action, player))
            if label != NOTHING_SEEN:
                seen.append(f"{label}!" if player == mover else str(label))
        rules.entries.step(
            states,
            rules.parameters,
            np.array([action], np.int32),
            np.zeros(1, np.int8),
            np.empty(rules.game.num_actions, np.int32),
        )

    def told(self, player: int, shown: np.ndarray | None, over: bool) -> str:
        """Write one player's memory as a text.

        Parameters
        ----------
        player
            Whose.
        shown
            What it observes now, float32 ``[observation_size]``; None while others decide.
        over
            Whether the game is over.
        """
        digest = self._digests[player]
        if shown is not None:
            digest = extended(digest, shown)
        now = "over" if over else "waits" if shown is None else "decides"
        return f"{now}; observed {digest.hex() or 'nothing'}; seen {' '.join(self._seen[player])}"

    def copy(self) -> Memory:
        """Copy that shares nothing that changes."""
        twin = Memory.__new__(Memory)
        twin._rules = self._rules
        twin._raw = self._raw.copy()
        twin._at = self._at
        twin._seen = [seen.copy() for seen in self._seen]
        twin._digests = self._digests.copy()
        twin.last = self.last.copy()
        return twin

    def of_one(self, player: int, start: bytes) -> Memory:
        """Memories in a game redealt for a player, from its record on.

        The others remember what the player does: their own memories hold what it cannot know.
        """
        twin = Memory(self._rules, start)
        for other in range(len(twin._seen)):
            twin._seen[other] = [*self._seen[player]]
            twin._digests[other] = self._digests[player]
            if other != player:
                twin._seen[other].append(f"redealt for {self._rules.game.seats[player]}")
        if self.last[player]:
            # As drawn for the player it is the same; what else it holds is not the player's to keep.
            twin.last[player] = self._rules.redeal(self.last[player], player, 0)
        return twin

    def __getstate__(self) -> tuple[object, ...]:
        return (
            self._rules, self._raw.tobytes(), self._at, self._seen, self._digests, self.last,
        )  # fmt: skip

    def __setstate__(
        self, held: tuple[Rules, bytes, int, list[list[str]], list[bytes], list[bytes]]
    ) -> None:
        self._rules, raw, self._at, self._seen, self._digests, self.last = held
        self._raw = np.frombuffer(raw, np.uint8).copy()


def extended(digest: bytes, observation: np.ndarray) -> bytes:
    """Digest of all observed so far and one observation more."""
    # Adding 0 makes -0 the 0 that it is.
    seen = (observation + np.float32(0)).tobytes()
    return blake2b(digest + seen, digest_size=DIGEST_SIZE).digest()
