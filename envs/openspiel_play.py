"""A game in play as OpenSpiel's face holds it: one row, with the arrays that compiled loops fill."""

from __future__ import annotations

from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.core.loops import ILLEGAL
from tolsim.envs.openspiel_memory import Memory
from tolsim.envs.openspiel_rules import Rules

CHANCE = -1
TERMINAL = -4
"""OpenSpiel's numbers of the one who draws the deal, and of nobody, when the game is over."""
DIGIT = 16
"""A deal's number is drawn digit by digit, in hexadecimal."""


class Play:
    """One game: its deal, digit by digit, then its position.

    Attributes
    ----------
    player
        Seat that decides, ``CHANCE`` while the deal is drawn, ``TERMINAL`` at the end.
    digits_left
        Digits of the deal's number still to be drawn.
    deal
        Its number, as far as it is drawn.
    log
        Actions taken since ``start``.
    start
        Record from which ``log`` leads to the position; empty while the deal is drawn.
    """

    __slots__ = (
        "_actions", "_legal", "_masks", "_memory", "_observation", "_observed", "_raw", "_states",
        "_words", "deal", "digits_left", "log", "player", "rules", "seed", "start",
    )  # fmt: skip

    def __init__(self, rules: Rules, seed: int, digits: int) -> None:
        self.rules = rules
        self.seed = seed
        self.digits_left = digits
        self.deal = 0
        self.player = CHANCE
        self.start = b""
        self.log: list[int] = []
        self._memory: Memory | None = None

    def _hold(self, raw: np.ndarray) -> None:
        """Take a record over, uint8, and make room for what compiled loops write."""
        game = self.rules.game
        self._raw = raw
        self._states = self.rules.row(raw)
        self._words = memoryview(raw.data).cast("q")
        self._masks = np.empty((1, game.num_actions), np.uint8)
        self._observation = np.empty((1, game.observation_size), np.float32)
        self._actions = np.empty(game.num_actions, np.int32)
        self._legal: list[int] | None = None
        self._observed = False
        self._note_player()

    def _note_player(self) -> None:
        words, rules = self._words, self.rules
        self.player = TERMINAL if words[rules.word_over] else words[rules.word_to_move]

    # Moves.

    def apply(self, action: int) -> None:
        """Take an action, or a digit of the deal.

        Raises
        ------
        TolsimError
            If it is not legal; nothing is changed then.
        """
        if self.player < 0:
            if self.player == TERMINAL:
                raise TolsimError(f"the game is over; action {action} cannot be taken")
            self._draw_digit(action)
            return
        rules = self.rules
        if not 0 <= action < rules.num_actions:
            raise self._illegal(action)
        # One call for what every player asks next; crossing into compiled code is what costs.
        count = rules.step_and_list(self._states, rules.parameters, int(action), self._actions)
        if count == ILLEGAL:
            raise self._illegal(action)
        self.log.append(action)
        self._note_player()
        self._observed = False
        self._legal = self._actions[:count].tolist()

    def _draw_digit(self, digit: int) -> None:
        if not 0 <= digit < DIGIT:
            raise TolsimError(f"a digit of the deal's number is 0 to {DIGIT - 1}, not {digit}")
        self.deal = self.deal * DIGIT + digit
        self.digits_left -= 1
        if self.digits_left == 0:
            rules = self.rules
            raw = np.zeros(rules.dtype.itemsize, np.uint8)
            rules.entries.reset(
                rules.row(raw),
                rules.parameters,
                np.uint64(self.seed),
                np.array([self.deal], np.uint64),
            )
            self.start = raw.tobytes()
            self._hold(raw)

    def _illegal(self, action: int) -> TolsimError:
        game = self.rules.game
        legal = ", ".join(f"{each} ({game.action_text(each)})" for each in self.legal())
        return TolsimError(
            f"action {action} ({self.told(action)}) is not legal for {game.seats[self.player]}; "
            f"legal: {legal}"
        )

    # What is asked of it.

    def legal(self) -> list[int]:
        """Legal action ids of the player to move, ascending; not to be changed."""
        if self._legal is None:
            rules = self.rules
            rules.entries.legal(self._states, rules.parameters, self._masks, self._actions)
            self._legal = self._actions[: self._masks.tobytes().count(1)].tolist()
        return self._legal

    def returns(self) -> list[float]:
        """Return of each player, 0 before the end."""
        if self.player != TERMINAL:
            return [0.0] * self.rules.game.num_players
        found: list[float] = self._states["returns"][0].tolist()
        return found

    def states(self) -> np.ndarray:
        """Copy of the position, ``[1]`` of the game's state; there is none before the deal."""
        self._check_dealt()
        return self.rules.row(self._raw.copy())

    def told(self, action: int) -> str:
        """Say what an action does, in this position if it is legal there."""
        game = self.rules.game
        if not 0 <= action < game.num_actions:
            return "no action"
        if self.player >= 0 and action in self.legal():
            return game.describe(self._states[0], action)
        return game.action_text(action)

    def drawn(self, seat: int | None) -> str:
        """Draw the position, all of it or what a seat has last been shown."""
        if not self.start:
            return f"dealing: {self.digits_left} digits to draw"
        record = self._shown(seat)
        if not record:
            return "nothing shown yet"
        game = self.rules.game
        state = np.frombuffer(record, self.rules.dtype)[0]
        asked = f"\n{game.asked(state)}" if seat is None or self.player in (seat, TERMINAL) else ""
        return game.render(state, seat) + asked

    def observation(self, player: int) -> np.ndarray:
        """What a player has last been shown, float32 ``[observation_size]``; not to be changed.

        That is the position where it has to decide, and at the end; the one of its last decision
        while others decide, since that they are asked something may be a secret of theirs.
        """
        if self.player == player >= 0:
            observed: np.ndarray = self._observation[0]
            if not self._observed:
                observed[:] = self.rules.observe(self._raw.tobytes(), player)
                self._observed = True
            return observed
        record = self._shown(player) if self.start else b""
        if not record:
            return np.zeros(self.rules.game.observation_size, np.float32)
        return self.rules.observe(record, player)

    def known(self, player: int) -> str:
        """All that a player has been shown, as a text: see :class:`Memory`."""
        title = f"{self.rules.game.name} {self.rules.game.seats[player]}"
        if not self.start:
            return f"{title}: not dealt"
        shown = self.observation(player) if self.player in (player, TERMINAL) else None
        return f"{title}: {self._remembered().told(player, shown, self.player == TERMINAL)}"

    def _shown(self, seat: int | None) -> bytes:
        """Record that a seat has last been shown; empty if none."""
        if seat is None or self.player in (seat, TERMINAL):
            return self._raw.tobytes()
        return self._remembered().last[seat]

    def _remembered(self) -> Memory:
        """Memories of the players, brought up to date; most games are played without asking."""
        if self._memory is None:
            self._memory = Memory(self.rules, self.start)
        self._memory.catch_up(self.log)
        return self._memory

    # Copies.

    def copy(self) -> Play:
        """Copy that shares nothing that changes."""
        twin = Play(self.rules, self.seed, self.digits_left)
        twin.deal = self.deal
        twin.start = self.start
        twin.log = self.log.copy()
        if self.start:
            twin._hold(self._raw.copy())
            twin._legal = self._legal
            twin._memory = None if self._memory is None else self._memory.copy()
        return twin

    def resampled(self, player: int, seed: int) -> Play:
        """Copy in which all that a player cannot know is drawn anew, coming chance included.

        The others remember there what the player does, and its log begins here: what they have
        seen and chosen would tell of what they hide.
        """
        self._check_dealt()
        record = self.rules.redeal(self._raw.tobytes(), player, seed)
        twin = Play(self.rules, 0, 0)
        twin.start = record
        twin._hold(np.frombuffer(record, np.uint8).copy())
        twin._memory = self._remembered().of_one(player, record)
        return twin

    def _check_dealt(self) -> None:
        if not self.start:
            raise TolsimError(f"the deal is not drawn yet: {self.digits_left} digits are missing")

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        held = self._raw.tobytes() if self.start else b""
        chosen = (self.seed, self.digits_left, self.deal, self.start, tuple(self.log))
        return _play_again, (self.rules, chosen, held, self._memory)


def _play_again(
    rules: Rules,
    chosen: tuple[int, int, int, bytes, tuple[int, ...]],
    held: bytes,
    memory: Memory | None,
) -> Play:
    """Make what a pickle holds."""
    seed, digits_left, deal, start, log = chosen
    play = Play(rules, seed, digits_left)
    play.deal = deal
    play.start = start
    play.log = list(log)
    play._memory = memory
    if held:
        play._hold(np.frombuffer(held, np.uint8).copy())
    return play
