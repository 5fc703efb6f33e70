"""A scenario in words: positions drawn, questions, actions, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tolsim.joan import state as st
from tolsim.joan.action_text import CARDS, ActionText
from tolsim.joan.event_text import EventText, OwnEvent
from tolsim.joan.question_text import QuestionText
from tolsim.joan.scenario import Scenario
from tolsim.joan.text_board import text_board, wrapped
from tolsim.joan.unit_text import (
    UnitText,
    attack_under_way,
    counted,
    die_text,
    frames,
    results_text,
)

About = Callable[[np.record, np.record, int | None], list[str]]
"""Lines of a scenario on its own state, for everyone's eyes or one seat's."""
InArea = Callable[[np.record, np.record, int, int | None], str]
"""What a scenario has in an area beside units, such as a token: for everyone or for one seat."""

OFF_THE_BOARD = (st.INFIRMARY, st.WAITING, st.DESTROYED, st.RETURNING, st.HELD, st.RESERVE)
LEGEND = """\
17A.2 {letters}   a hex, and how many units of {owners} stand on it
N SE S        edges of its hex that an area owns; it touches what lies across them
all           the area is the whole hex
3/5 HP        hit points left, of a unit that has more than one
to act        still to act in this activation; to charge: still to make its Charge's move
activated     areas where an Activation was placed this round"""
COUNCIL = (st.AT_COUNCIL, st.AT_UPKEEP, st.AT_UPGRADE, st.AT_WAR_COUNCIL, st.AT_CONVERT)


class ScenarioText:
    """The words of one scenario.

    Parameters
    ----------
    scenario
        Its data.
    about
        Lines on the scenario's own state, near the head of a drawing.
    in_area
        What the scenario has in an area beside units; nothing by default.
    own_event
        Words for the scenario's own events, if it tells any.
    """

    def __init__(
        self,
        scenario: Scenario,
        about: About,
        in_area: InArea | None = None,
        own_event: OwnEvent | None = None,
    ) -> None:
        self.scenario = scenario
        self._about = about
        self._in_area = in_area
        self._units = UnitText(scenario)
        self._questions = QuestionText(self._units)
        self._actions = ActionText(self._units)
        self._events = EventText(self._units, own_event)

    @property
    def legend(self) -> str:
        """How to read a drawing."""
        owners = self.scenario.owners
        letters = " ".join(f"{name[0]}{number}" for number, name in enumerate(owners, 2))
        return LEGEND.format(letters=letters, owners=" and ".join(owners))

    def asked(self, state: np.record) -> str:
        """Say who is asked what in this state."""
        return self._questions.asked(state)

    def describe(self, state: np.record, p: np.record, action: int) -> str:
        """Say what an action does in this state."""
        return self._actions.describe(state, p, action)

    def happened(self, state: np.record, p: np.record) -> list[str]:
        """Say line by line what has happened since the decision before."""
        return self._events.happened(state, p)

    def render(self, state: np.record, p: np.record, seat: int | None) -> str:
        """Draw a state: its round and turn in the first line, what owners hold, the board."""
        lines = [
            self._heading(state),
            *self._about(state, p, seat),
            *self._cards(state),
            *self._owners(state),
            *self._attack(state, p),
        ]
        broken = [part for line in lines for part in wrapped(line, _indent(line))]
        return "\n".join([*broken, "", self._board(state, p, seat)])

    # The head.

    def _heading(self, state: np.record) -> str:
        """Round and part of the round."""
        stages = [frame[0] for frame in frames(state)]
        if state.over:
            part = "the game is over"
        elif state.owner_in_turn >= 0:
            part = f"turn of {self._units.owner(int(state.owner_in_turn))}"
        elif st.AT_CAMP in stages:
            part = "Camp"
        elif any(stage in stages for stage in COUNCIL):
            part = "Council"
        else:
            part = "before the turns"
        return f"Round {int(state.turn)}: {part}"

    def _cards(self, state: np.record) -> Iterator[str]:
        left = [
            str(number)
            for number, cards in enumerate(state.round_deck.tolist())
            for _ in range(cards)
        ]
        shown = int(state.round_card) or "none yet"
        order = [self._units.owner(int(player)) for player in state.turn_order]
        players = ", ".join(order[: len(self.scenario.seats)])
        yield f"Round card: {shown}; in the deck: {' '.join(left) or 'none'}; turns: {players}"
        offer = [
            CARDS[kind] if number == 1 else f"{number} × {CARDS[kind]}"
            for kind, number in enumerate(state.council_offer.tolist())
            if number
        ]
        if offer:
            yield f"War Council: {'; '.join(offer)}"

    # What owners hold.

    def _owners(self, state: np.record) -> Iterator[str]:
        width = max(map(len, self.scenario.owners))
        for owner, name in enumerate(self.scenario.owners):
            for number, line in enumerate(self._owner_lines(state, owner)):
                yield f"{name if number == 0 else '':<{width}}  {line}"

    def _owner_lines(self, state: np.record, owner: int) -> Iterator[str]:
        tokens = zip(state.tokens[owner].tolist(), st.TOKENS, strict=True)
        orders = zip(state.orders[owner].tolist(), st.ORDERS, strict=True)
        said = [
            ", ".join(f"{number} {token}" for number, token in tokens if number),
            ", ".join(counted(number, order) for number, order in orders if number),
            self._activated(state, owner),
        ]
        yield "; ".join(filter(None, said)) or "no tokens, no orders"
        own = [n for n in range(len(self.scenario.slots)) if state.unit_owner[n] == owner]
        places = {
            st.PLACES[place]: [unit for unit in own if state.unit_area[unit] == place]
            for place in OFF_THE_BOARD
        }
        if any(places.values()):
            yield "; ".join(
                f"{place}: {self._units.listed(units)}" for place, units in places.items() if units
            )

    def _activated(self, state: np.record, owner: int) -> str:
        areas = [
            name
            for area, name in enumerate(self.scenario.board.areas)
            if int(state.activated[owner, area // 63]) >> (area % 63) & 1
        ]
        return f"activated {' '.join(areas)}" if areas else ""

    def _conditions(self, state: np.record, p: np.record) -> list[str]:
        under_way = attack_under_way(state)
        return [
            self._units.condition(state, p, unit, under_way)
            for unit in range(len(self.scenario.slots))
        ]

    # The attack under way.

    def _attack(self, state: np.record, p: np.record) -> Iterator[str]:
        if not attack_under_way(state):
            return
        melee = state.attack_kind == st.MELEE
        attacker = self._units.owner(int(state.attacker))
        yield (
            f"{'Melee' if melee else 'Shots'} of {attacker} "
            f"from {self._units.area(int(state.attack_from))} "
            f"on {self._units.area(int(state.target))}"
        )
        attack = p.profile_melee_change if melee else p.profile_shot_change
        for side, words, change, shared in (
            (st.ATTACK_DICE, "attack", attack, "Support"),
            (st.DEFENCE_DICE, "defence", p.profile_defence_change, "Cohesion"),
        ):
            if state.dice_count[side]:
                yield f"   {words}: {self._dice(state, side, change, shared)}"
        strikes = state.strikes.tolist()
        back = (strikes[0] + strikes[2], strikes[1] + strikes[3])
        if any(state.results) or any(back):
            told = f"   left: {results_text(state.results.tolist())}"
            yield f"{told}; strikes back: {results_text(back)}" if any(back) else told

    def _dice(self, state: np.record, side: int, change: np.ndarray, shared: str) -> str:
        by_unit: dict[int, list[str]] = {}
        for number in range(int(state.dice_count[side])):
            unit = int(state.die_unit[side, number])
            face = int(state.die_face[side, number])
            counts_as = int(change[state.unit_profile[unit], face]) if unit >= 0 else None
            die = die_text(int(state.die_colour[side, number]), face, counts_as)
            by_unit.setdefault(unit, []).append(die)
        return "; ".join(
            f"{self._units.name(unit) if unit >= 0 else shared} {', '.join(dice)}"
            for unit, dice in by_unit.items()
        )

    # The board.

    def _board(self, state: np.record, p: np.record, seat: int | None) -> str:
        conditions = self._conditions(state, p)
        standing: dict[int, list[int]] = {}
        for unit in range(len(self.scenario.slots)):
            if state.unit_area[unit] >= 0:
                standing.setdefault(int(state.unit_area[unit]), []).append(unit)

        def cell(area: int) -> str:
            own = self._in_area(state, p, area, seat) if self._in_area is not None else ""
            return "; ".join(
                filter(None, [own, *self._sides(state, standing.get(area, []), conditions)])
            )

        def in_hex(number: int) -> str:
            owners = [
                int(state.unit_owner[unit])
                for area, units in standing.items()
                if self.scenario.board.hex_of[area] == number
                for unit in units
            ]
            return " ".join(
                f"{self._units.owner(owner)[0]}{owners.count(owner)}"
                for owner in sorted(set(owners))
            )

        return text_board(self.scenario.board, cell, in_hex)

    def _sides(self, state: np.record, units: list[int], conditions: list[str]) -> Iterator[str]:
        """Units of an area by owner."""
        for owner in sorted({int(state.unit_owner[unit]) for unit in units}):
            own = [unit for unit in units if state.unit_owner[unit] == owner]
            yield f"{self._units.owner(owner)}: {self._units.listed(own, conditions)}"


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()) + 8)
