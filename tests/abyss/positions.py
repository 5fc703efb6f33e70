"""Positions put together by hand, played on and read in the game's own words.

A :class:`Table` starts a turn. Whatever it is not told lies where it does no harm: hands and the row
of Legions are filled with the lowest free numbers, the rest of the cards goes to the decks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tolsim.abyss.state import (
    AT_TURN_START,
    COLOURS,
    KING,
    LEGIONS,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
    SEATS,
    STRATAGEMS,
)
from tolsim.core.game import Game

from .kernel_entries import labels

LOCATION_NAMES = COLOURS[:LOCATIONS]
HERO_NAMES = [f"{guild}{number}" for guild in "YRBPG" for number in (1, 2, 3)]
THREE = {
    "yellow": (2, 12, 22),
    "red": (3, 18, 23),
    "blue": (4, 14, 29),
    "purple": (5, 10, 20),
    "green": (6, 16, 26),
}
"""Three Legions of each Guild, the lowest first."""


def bits(members: Iterable[int]) -> int:
    """Set of numbers as bits."""
    return sum(1 << member for member in members)


def members(value: int) -> list[int]:
    """Members of a set, ascending."""
    return [bit for bit in range(int(value).bit_length()) if int(value) >> bit & 1]


def hero(name: str) -> int:
    """Number of a Hero."""
    return HERO_NAMES.index(name)


def heroes(value: int) -> list[str]:
    """Names of a set of Heroes."""
    return [HERO_NAMES[member] for member in members(value)]


class Table:
    """One game, from the start of a turn that the test lays out.

    Parameters
    ----------
    game
        The game, with whatever rules the test is about.
    king, necrocampe
        What a side has: ``hand``, ``up`` and ``routed`` (location to Legions), ``heroes`` (Hero to the
        Legions under it), ``majorities`` (locations) and ``stratagem`` (its name, unused; without it
        the Stratagem is one used before).
    row, face_down
        The two face-up Legions of the row, and the face-down one.
    row_heroes
        Heroes of the row.
    hero_deck
        Heroes of the deck, top first; by default all others.
    deck
        Legions of the deck; by default all others. With a shorter list the others are removed.
    turn
        Number of the turn that starts.
    reserved
        Hero that the King has reserved.
    seed
        Seed of the chance to come.
    """

    def __init__(
        self,
        game: Game,
        king: Mapping[str, Any] | None = None,
        necrocampe: Mapping[str, Any] | None = None,
        *,
        row: Sequence[int] | None = None,
        face_down: int | None = None,
        row_heroes: Sequence[str] = ("Y1", "R1", "B1", "P1", "G1"),
        hero_deck: Sequence[str] | None = None,
        deck: Sequence[int] | None = None,
        turn: int = 5,
        reserved: str | None = None,
        seed: int = 1,
    ) -> None:
        self.game = game
        self.states = game.reset(seed, [0])
        sides = (dict(king or {}), dict(necrocampe or {}))
        self._free = set(range(1, LEGIONS + 1)) - _named(sides, row, face_down, deck)
        self._lay_sides(sides)
        self._lay_legions(row, face_down, deck)
        self._lay_heroes(row_heroes, hero_deck)
        state = self.state
        state.reserved = NOBODY if reserved is None else hero(reserved)
        state.turn = turn - 1
        state.moves = 0
        state.turns_led[:] = 0
        state.known[:] = 0
        # The eye has looked.
        state.down_known[:] = [self.holder("green") == seat for seat in SEATS]
        state.committed[:] = 0
        state.revealed = 0
        state.commanded = 0
        state.stage = AT_TURN_START
        game.resume(self.states)

    def _lay_sides(self, sides: Sequence[Mapping[str, Any]]) -> None:
        state = self.state
        state.under[:] = 0
        state.majority[:] = NOBODY
        for seat, side in enumerate(sides):
            stratagem = side.get("stratagem")
            state.stratagem[seat] = STRATAGEMS[seat].index(stratagem) if stratagem else 0
            state.stratagem_used[seat] = 0 if stratagem else 1
            hand = side.get("hand", ())
            state.hand[seat] = bits([*hand, *self._lowest_free(3 - len(hand))])
            state.heroes[seat] = bits(map(hero, side.get("heroes", ())))
            for name, legions in side.get("heroes", {}).items():
                state.under[hero(name)] = bits(legions)
            for place, name in enumerate(LOCATION_NAMES):
                state.up[seat, place] = bits(side.get("up", {}).get(name, ()))
                state.routed[seat, place] = bits(side.get("routed", {}).get(name, ()))
                if name in side.get("majorities", ()):
                    state.majority[place] = seat

    def _lay_legions(
        self, row: Sequence[int] | None, face_down: int | None, deck: Sequence[int] | None
    ) -> None:
        state = self.state
        state.row_up = bits(self._lowest_free(2) if row is None else row)
        state.row_down = self._lowest_free(1)[0] if face_down is None else face_down
        state.deck = bits(self._free if deck is None else deck)
        state.removed = 0 if deck is None else bits(self._free)

    def _lay_heroes(self, row: Sequence[str], deck: Sequence[str] | None) -> None:
        state = self.state
        held = heroes(state.heroes[KING] | state.heroes[NECROCAMPE])
        others = [name for name in HERO_NAMES if name not in held and name not in row]
        top_first = others if deck is None else list(deck)
        state.row_heroes = bits(map(hero, row))
        state.hero_known[:] = 0
        state.hero_deck_size = len(top_first)
        state.hero_deck[:] = NOBODY
        state.hero_deck[: len(top_first)] = [hero(name) for name in reversed(top_first)]

    def _lowest_free(self, count: int) -> list[int]:
        taken = sorted(self._free)[:count]
        self._free -= set(taken)
        return taken

    # Playing and reading.

    @property
    def state(self) -> np.record:
        """The state as it stands."""
        return self.states[0]

    def offered(self) -> list[str]:
        """Texts of the legal actions, Heroes by name."""
        actions = self.game.legal_actions(self.states)[0]
        return [_named_hero(self.game.action_text(int(action))) for action in actions]

    def do(self, *texts: str) -> Table:
        """Take actions one after the other."""
        for text in texts:
            numbered = re.sub(
                r"hero ([A-Z]\d)$", lambda match: f"hero {hero(match.group(1))}", text
            )
            self.game.step(self.states, [self.game.action_id(numbered)])
        return self

    def pay(self, *legions: int) -> Table:
        """Slide Legions under a Hero; where only one is left to choose, that is not asked."""
        for legion in sorted(legions):
            if f"slide under {legion}" in self.offered():
                self.do(f"slide under {legion}")
        return self

    def decline(self, turn: int | None = None) -> Table:
        """Pass, or take the first thing offered, to the end of the turn or game."""
        until = self.turn if turn is None else turn
        while not self.state.over and self.turn <= until:
            self.do(self.offered()[0])
        return self

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self.state.turn)

    @property
    def to_move(self) -> str:
        """Seat that is asked."""
        return SEATS[self.state.to_move]

    @property
    def lead(self) -> str:
        """Seat that plays first this turn."""
        return SEATS[self.state.lead]

    def up(self, seat: str, location: str) -> list[int]:
        """Face-up Legions at a location."""
        return members(self.state.up[SEATS.index(seat), LOCATION_NAMES.index(location)])

    def routed(self, seat: str, location: str) -> list[int]:
        """Routed Legions at a location."""
        return members(self.state.routed[SEATS.index(seat), LOCATION_NAMES.index(location)])

    def hand(self, seat: str) -> list[int]:
        """A hand."""
        return members(self.state.hand[SEATS.index(seat)])

    def heroes(self, seat: str) -> list[str]:
        """Recruited Heroes."""
        return heroes(self.state.heroes[SEATS.index(seat)])

    def under(self, name: str) -> list[int]:
        """Legions under a Hero."""
        return members(self.state.under[hero(name)])

    @property
    def row_heroes(self) -> list[str]:
        """Heroes of the row."""
        return heroes(self.state.row_heroes)

    @property
    def hero_deck(self) -> list[str]:
        """Heroes of the deck, top first."""
        size = int(self.state.hero_deck_size)
        return [HERO_NAMES[number] for number in self.state.hero_deck[:size][::-1]]

    def holder(self, location: str) -> str | None:
        """Who holds a Majority token."""
        seat = int(self.state.majority[LOCATION_NAMES.index(location)])
        return None if seat == NOBODY else SEATS[seat]

    def scores(self) -> list[int]:
        """Victory points at the end, King first."""
        return [int(score) for score in self.state.scores]

    def winner(self) -> str:
        """Who has won."""
        assert self.state.over
        return SEATS[int(np.argmax(self.state.returns))]

    def observation(self, seat: str) -> bytes:
        """What a seat is told."""
        return self.game.observe(self.states, [SEATS.index(seat)]).tobytes()


def other(seat: str) -> str:
    """The opponent's seat."""
    return SEATS[1 - SEATS.index(seat)]


def recruiting(game: Game, name: str, seat: str = "king", **layout: Any) -> Table:
    """A table at which a seat plays first, has three Legions and is asked whether to recruit.

    The Hero is the only one of the row. What the layout says of a side is added to that.
    """
    colour = next(colour for colour in LOCATION_NAMES if colour[0].upper() == name[0])
    lowest, *others = THREE[colour]
    mine = dict(layout.pop(seat, {}))
    theirs = dict(layout.pop(other(seat), {}))
    mine["hand"] = [lowest, *mine.get("hand", ())]
    mine["up"] = {**mine.get("up", {}), colour: [*others, *mine.get("up", {}).get(colour, ())]}
    theirs.setdefault("hand", [30, 31, 28])
    layout.setdefault("row_heroes", [name])
    table = Table(game, **{seat: mine, other(seat): theirs}, **layout)
    plays = {seat: f"play {lowest}", other(seat): f"play {max(theirs['hand'])}"}
    table.do(plays["king"], plays["necrocampe"])
    assert table.lead == seat
    return table


def recruited(game: Game, name: str, seat: str = "king", **layout: Any) -> Table:
    """The same table after the Hero has been recruited with the two other Legions."""
    table = recruiting(game, name, seat, **layout)
    colour = next(colour for colour in LOCATION_NAMES if colour[0].upper() == name[0])
    table.do(f"recruit by {colour}")
    if f"take hero {name}" in table.offered():
        table.do(f"take hero {name}")
    return table.pay(*THREE[colour][1:])


def label(table: Table, action: str, seat: str) -> int:
    """What a search takes a seat to see of an action."""
    number = table.game.action_id(action)
    return int(labels(table.states, table.game.parameters, number, SEATS.index(seat)))


def _named(
    sides: Sequence[Mapping[str, Any]],
    row: Sequence[int] | None,
    face_down: int | None,
    deck: Sequence[int] | None,
) -> set[int]:
    named = [*(row or ()), *([face_down] if face_down else ()), *(deck or ())]
    for side in sides:
        named += side.get("hand", ())
        for group in ("up", "routed", "heroes"):
            for legions in side.get(group, {}).values():
                named += legions
    assert len(named) == len(set(named)), f"a Legion lies in two places: {sorted(named)}"
    return set(named)


def _named_hero(text: str) -> str:
    return re.sub(r"hero (\d+)$", lambda match: f"hero {HERO_NAMES[int(match.group(1))]}", text)
