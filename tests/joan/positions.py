"""Positions of Joan scenarios put together by hand, played on and read in the game's own words.

A :class:`Table` starts in the middle of a round, as a rule with the turn of a seat. Every unit that
it is not told about is off the board.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from tolsim.core.game import Game
from tolsim.joan import dice, events
from tolsim.joan import state as st

PLACES = {
    "reserve": st.RESERVE,
    "infirmary": st.INFIRMARY,
    "waiting": st.WAITING,
    "destroyed": st.DESTROYED,
    "returning": st.RETURNING,
    "held": st.HELD,
}
"""Places off the board."""
PLACE_NAMES = {place: name for name, place in PLACES.items()}
ENOUGH = 9
"""Activations of the seat in turn, if a test says nothing of orders."""
MOST_TRIES = 30_000
"""Continuations that are tried for the dice a test asks for."""
EVENT_NAMES = {
    value: name.lower().replace("_", " ")
    for name, value in vars(events).items()
    if name.isupper() and isinstance(value, int) and name not in {"BITS", "SHIFT", "EVENTS"}
}


def stage_names(*modules: ModuleType) -> dict[int, str]:
    """Stages by number, in words: ``AT_REROLL_ATTACK`` is "reroll attack"."""
    return {
        value: name[3:].lower().replace("_", " ")
        for module in modules
        for name, value in vars(module).items()
        if name.startswith("AT_")
    }


class Table:
    """One game, from a moment that the test lays out.

    Parameters
    ----------
    game
        The game, with whatever rules the test is about.
    units
        Unit to its area, or area to its units; instead of an area, a place off the board
        ("reserve", "infirmary", "waiting", "destroyed", "returning").
    turn_of
        Seat whose turn it is; None: no turn is under way, the phase ``then`` comes next.
    then
        Name of the scenario's phase that comes after the turn, as in its ``names.py``.
    orders, tokens
        Seat to its orders and tokens by name; a number means Activations and XP.
    in_round
        Number of the round.
    others
        Place of all units that ``units`` does not name.
    levels
        Unit to its row of the profile table, such as ``{"War": "War 2"}``.
    hp, owners, homes
        Unit to its HP, its owner's name, the number the scenario gives it.
    activated
        Seat to the areas that have had their Activation.
    fields
        Fields of the state record to set, the scenario's own among them.
    seed
        Seed of the chance to come.
    """

    def __init__(
        self,
        game: Game,
        units: Mapping[str, Any] | None = None,
        *,
        turn_of: str | None = None,
        then: str = "TO_CAMP",
        orders: Mapping[str, Any] | None = None,
        tokens: Mapping[str, Any] | None = None,
        in_round: int = 3,
        others: str = "reserve",
        levels: Mapping[str, str] | None = None,
        hp: Mapping[str, int] | None = None,
        owners: Mapping[str, str] | None = None,
        homes: Mapping[str, int] | None = None,
        activated: Mapping[str, Sequence[str]] | None = None,
        fields: Mapping[str, Any] | None = None,
        seed: int = 1,
    ) -> None:
        # A copy, so that loaded dice stay at this table.
        self.game = copy.copy(game)
        self.game.parameters = game.parameters.copy()
        self.game.parameters.flags.writeable = False
        scenario = game.name
        self.names = importlib.import_module(f"tolsim.joan.scenarios.{scenario}.names")
        self.scenario = importlib.import_module(f"tolsim.joan.scenarios.{scenario}.roster").SCENARIO
        self.rows = list(game.ruleset.tables["units"])
        self.areas = list(self.scenario.board.areas)
        self.owners = list(self.scenario.owners)
        self._stages = stage_names(st, self.names)
        self.states = game.reset(seed, [0])
        self._clear(in_round)
        self._lay_units(units or {}, others, levels or {}, owners or {})
        for unit, value in (hp or {}).items():
            self.state.unit_hp[self.number(unit)] = value
        for unit, value in (homes or {}).items():
            self.state.unit_home[self.number(unit)] = value
        for seat, columns in (tokens or {}).items():
            self._fill(self.state.tokens[self.owner(seat)], st.TOKENS, columns)
        if orders is None and turn_of is not None:
            orders = {turn_of: ENOUGH}
        for seat, columns in (orders or {}).items():
            self._fill(self.state.orders[self.owner(seat)], st.ORDERS, columns)
        for seat, areas in (activated or {}).items():
            for area in areas:
                word, bit = divmod(self.area(area), 63)
                self.state.activated[self.owner(seat)][word] |= 1 << bit
        for name, value in (fields or {}).items():
            setattr(self.state, name, value)
        self._begin(turn_of, then)

    # Laying out.

    def _clear(self, in_round: int) -> None:
        state = self.state
        state.area_first[:] = -1
        state.unit_next[:] = -1
        state.unit_marks[:] = 0
        state.activated[:] = 0
        state.orders[:] = 0
        state.tokens[:] = 0
        state.moves = 0
        state.turn = in_round
        state.over = 0
        state.outcome = 0
        state.returns[:] = 0
        state.event_count = 0
        state.events[:] = 0
        state.option_count = 0
        state.orders_done = 0
        state.doom_changed = 0
        state.owner_in_turn = st.NOBODY

    def _lay_units(
        self,
        units: Mapping[str, Any],
        others: str,
        levels: Mapping[str, str],
        owners: Mapping[str, str],
    ) -> None:
        state = self.state
        places: dict[int, str] = {}
        for key, value in units.items():
            area, names = (value, [key]) if isinstance(value, str) else (key, value)
            for name in names:
                places[self.number(name)] = area
        for unit, slot in enumerate(self.scenario.slots):
            started = self.game.parameters[0].start_profile[unit]
            row = self.rows.index(levels[slot.name]) if slot.name in levels else int(started)
            state.unit_profile[unit] = row
            state.unit_hp[unit] = self.game.parameters[0].profile_hp[row]
            state.unit_owner[unit] = self.game.parameters[0].start_owner[unit]
            if unit in places:
                state.unit_owner[unit] = slot.owner
            if slot.name in owners:
                state.unit_owner[unit] = self.owner(owners[slot.name])
            self._put(unit, places.get(unit, others))

    def _put(self, unit: int, place: str) -> None:
        # Units come in ascending order, as a chain is kept.
        state = self.state
        if place in PLACES:
            state.unit_area[unit] = PLACES[place]
            return
        area = self.area(place)
        state.unit_area[unit] = area
        last = int(state.area_first[area])
        if last < 0:
            state.area_first[area] = unit
            return
        while state.unit_next[last] >= 0:
            last = int(state.unit_next[last])
        state.unit_next[last] = unit

    def _fill(self, row: np.ndarray, names: Sequence[str], columns: Any) -> None:
        if isinstance(columns, int):
            columns = {names[0]: columns}
        for name, number in columns.items():
            row[names.index(name)] = number

    def _begin(self, turn_of: str | None, then: str) -> None:
        state = self.state
        state.stack[:] = 0
        state.stack[0][0] = st.AT_ROUND
        state.depth = 1
        state.phase = getattr(self.names, then)
        if turn_of is not None:
            state.owner_in_turn = self.owner(turn_of)
            state.stack[1][:2] = (st.AT_TURN, self.owner(turn_of))
            state.depth = 2
        self.game.resume(self.states)

    # Dice.

    def load(self, doom: str | None = None, **colours: str) -> Table:
        """Let all dice of a colour show one face from now on: ``load(red="kill", doom="death")``.

        A face "fair" makes the dice of a colour fair again.
        """
        for colour, face in colours.items():
            number = dice.COLOURS.index(colour.capitalize())
            self._load("die_side", number, face, dice.FACES)
        if doom is not None:
            self._load("doom_side", Ellipsis, doom, dice.DOOM_FACES)
        return self

    def _load(self, field: str, place: Any, face: str, faces: Sequence[str]) -> None:
        sides = self.game.parameters[field][0].copy()
        if face == "fair":
            sides[place] = dice.dice_arrays(self.game.ruleset)[field][place]
        else:
            sides[place] = faces.index(face)
        self.set_parameter(field, sides)

    def set_parameter(self, field: str, value: Any) -> None:
        """Set a field of the parameter record, for this table alone."""
        # Read-only again afterwards: another kind of array would be compiled for anew.
        self.game.parameters.flags.writeable = True
        self.game.parameters[field][0] = value
        self.game.parameters.flags.writeable = False

    def find(self, action: str, wanted: Any) -> Table:
        """Take an action with a chance to come that leads to what is wanted.

        Parameters
        ----------
        action
            Text of the action.
        wanted
            Function of this table, after the action, that tells whether it is so.
        """
        before = self.states.copy()
        places = np.random.default_rng(1)
        for _ in range(MOST_TRIES):
            self.states[:] = before
            self.state.rng[0] = places.integers(2**64, dtype=np.uint64)
            self.do(action)
            if wanted(self):
                return self
        raise AssertionError(f"no chance was found that brings it about: {action}")

    def throw(self, action: str, attack: str | None = None, defence: str | None = None) -> Table:
        """Take an action after which these faces are thrown, in the order of the dice.

        ``table.throw("attack 5Ab", attack="kill push", defence="shield")``; dice that are not
        named may show anything, as long as a whole side is not named.
        """

        def as_wanted(table: Table) -> bool:
            return all(
                faces is None or table.thrown(side) == faces.split()
                for side, faces in (("throws", attack), ("defends", defence))
            )

        return self.find(action, as_wanted)

    def thrown(self, side: str = "throws") -> list[str]:
        """Faces first thrown since the decision before, of the attack or (``defends``) defence."""
        return [dice.FACES[numbers[2]] for kind, *numbers in self.happened() if kind == side]

    def dice(self, side: str = "attack") -> list[str]:
        """Dice that lie on the table, as "Red kill", of the attack or the defence."""
        row = ("attack", "defence").index(side)
        state = self.state
        return [
            f"{dice.COLOURS[state.die_colour[row][n]]} {dice.FACES[state.die_face[row][n]]}"
            for n in range(int(state.dice_count[row]))
        ]

    def colours(self, side: str = "throws") -> str:
        """Colours of the dice first thrown since the decision before, as letters, sorted."""
        letters = [
            dice.COLOURS[numbers[1]][0] for kind, *numbers in self.happened() if kind == side
        ]
        return "".join(sorted(letters, key="RBWYG".index))

    def counted(self) -> dict[str, int]:
        """What the attack resolved since the decision before had left after all cancelling."""
        found = [numbers for kind, *numbers in self.happened() if kind == "shields"]
        assert found, "no attack has been counted since the decision before"
        return dict(zip(("kills", "disrupteds", "pushes"), found[-1][1:], strict=True))

    def happened(self) -> list[tuple[Any, ...]]:
        """Events since the decision before: the kind in words, then its four numbers."""
        state = self.state
        count = min(int(state.event_count), st.EVENTS)
        found = [events.read(word) for word in state.events[:count]]
        return [(EVENT_NAMES[kind], *numbers) for kind, *numbers in found]

    # Playing and reading.

    @property
    def state(self) -> np.record:
        """The state as it stands."""
        return self.states[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def outcome(self) -> str:
        """Why it has ended."""
        return self.game.outcome(self.state)

    @property
    def winner(self) -> str:
        """Seat that has won."""
        assert self.over
        return self.game.seats[int(np.argmax(self.state.returns))]

    def options(self) -> list[str]:
        """Texts of the legal actions."""
        actions = self.game.legal_actions(self.states)[0]
        return [self.game.action_text(int(action)) for action in actions]

    def do(self, *texts: str) -> Table:
        """Take actions one after the other."""
        for text in texts:
            self.game.step(self.states, [self.game.action_id(text)])
        return self

    def decline(self, *, until: str, most: int = 200) -> Table:
        """Pass, or take the last thing offered, until a stage is reached or the game is over."""
        for _ in range(most):
            if self.over or self.stage == until:
                return self
            refusals = ("pass", "decline", "do nothing", "keep the dice", "done", "stop here")
            options = self.options()
            self.do(next((word for word in refusals if word in options), options[-1]))
        raise AssertionError(f"still at {self.stage}, not at {until}")

    @property
    def to_move(self) -> str:
        """Owner that is asked."""
        return self.owners[int(self.state.to_move)]

    @property
    def stage(self) -> str:
        """What is asked: its stage in words, such as "unit", "reroll attack" or "over"."""
        return "over" if self.over else self._stages[int(self.state.stack[self.state.depth - 1][0])]

    @property
    def stages(self) -> list[str]:
        """Stages of all frames, the one that began first first."""
        return [self._stages[int(frame[0])] for frame in self.state.stack[: self.state.depth]]

    @property
    def asked(self) -> str:
        """The question in the game's words."""
        return self.game.asked(self.state)

    def number(self, unit: str) -> int:
        """Number of a unit."""
        return self.scenario.number(unit)

    def area(self, name: str) -> int:
        """Number of an area."""
        return self.areas.index(name)

    def owner(self, name: str) -> int:
        """Number of an owner."""
        return self.owners.index(name)

    def area_of(self, unit: str) -> str:
        """Area where a unit stands, or in words its place off the board."""
        place = int(self.state.unit_area[self.number(unit)])
        return self.areas[place] if place >= 0 else PLACE_NAMES[place]

    def units_in(self, area: str) -> list[str]:
        """Units of an area, or of a place off the board."""
        if area in PLACES:
            return [slot.name for slot in self.scenario.slots if self.area_of(slot.name) == area]
        unit = int(self.state.area_first[self.area(area)])
        found = []
        while unit >= 0:
            found.append(self.scenario.slots[unit].name)
            unit = int(self.state.unit_next[unit])
        return found

    def hp(self, unit: str) -> int:
        """HP left of a unit."""
        return int(self.state.unit_hp[self.number(unit)])

    def level_of(self, unit: str) -> str:
        """Row of the profile table that a unit has now."""
        return self.rows[int(self.state.unit_profile[self.number(unit)])]

    def is_marked(self, unit: str, mark: int) -> bool:
        """Whether a unit carries a mark of ``tolsim.joan.state``."""
        return bool(int(self.state.unit_marks[self.number(unit)]) & mark)

    def tokens(self, seat: str) -> dict[str, int]:
        """Tokens of an owner by name."""
        return self._named(st.TOKENS, self.state.tokens[self.owner(seat)])

    def orders(self, seat: str) -> dict[str, int]:
        """Orders of an owner by name."""
        return self._named(st.ORDERS, self.state.orders[self.owner(seat)])

    def _named(self, names: Iterable[str], row: np.ndarray) -> dict[str, int]:
        return {name: int(number) for name, number in zip(names, row, strict=True)}

    def results(self) -> dict[str, int]:
        """Results of the attack under way that are left."""
        names = ("kills", "disrupteds", "pushes", "tramples")
        return self._named(names, self.state.results)

    def terrain(self, area: str) -> str:
        """Terrain of an area."""
        return self.scenario.board.terrain(self.area(area))

    def neighbours(self, area: str) -> list[str]:
        """Areas that touch an area, interiors last."""
        return [self.areas[number] for number in self.scenario.board.near[self.area(area)]]

    def areas_of(self, terrain: str) -> list[str]:
        """Areas of a terrain."""
        return [area for area in self.areas if self.terrain(area) == terrain]
