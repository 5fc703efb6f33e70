"""What has happened since the decision before, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import numpy as np

from tolsim.joan import events as ev
from tolsim.joan import state as st
from tolsim.joan.action_text import CARDS
from tolsim.joan.dice import DEATH, DELAYED_RALLY, FACES, STAYS
from tolsim.joan.unit_text import RESULTS, UnitText, counted, die_text, results_text

Event = tuple[int, int, int, int, int]
"""Kind and four numbers."""
OwnEvent = Callable[[np.record, np.record, int, int, int, int], str]
"""Words of a scenario for an event of its own: state, parameters, number of it, three more."""

ATTACK_NAMES = {st.MELEE: "Melee", st.SHOT: "Shots"}
DOOM_NAMES = ("Rally", "Delayed Rally", "Death", "Disrupted")
DOOM_MEANS = {DELAYED_RALLY: "waits", DEATH: "out of the game", STAYS: "stays in the infirmary"}
FALLEN = {
    st.INFIRMARY: "to the infirmary",
    st.WAITING: "to the waiting part of the infirmary",
    st.DESTROYED: "out of the game",
    st.RETURNING: "off the board, to return",
    st.HELD: "held",
    st.RESERVE: "back to the reserve",
}
REWARDS = (ev.GAINS, ev.SPENDS, ev.GAINS_ORDERS)
"""Events that the engine tells before the fall that brings them."""


class Reading:
    """Events of one step, read one after another.

    Parameters
    ----------
    state, p
        The state that holds them, and its parameters.
    """

    def __init__(self, state: np.record, p: np.record) -> None:
        self.state = state
        self.p = p
        kept = state.events[: min(int(state.event_count), st.EVENTS)]
        self._left = _falls_first([ev.read(int(word)) for word in kept])
        self.attack_kind = int(state.attack_kind)

    def __bool__(self) -> bool:
        return bool(self._left)

    def take(self) -> Event:
        """Take the next event."""
        return self._left.pop(0)

    def run(self, *kinds: int) -> list[Event]:
        """Take the next events as long as they are of these kinds."""
        found = []
        while self._left and self._left[0][0] in kinds:
            found.append(self.take())
        return found

    def take_of(self, unit: int, kind: int) -> Event | None:
        """Take the next event if it is of this kind and this unit."""
        if self._left and self._left[0][:2] == (kind, unit):
            return self.take()
        return None


def _falls_first(events: list[Event]) -> list[Event]:
    """Put each fall before its rewards, which are paid first."""
    found: list[Event] = []
    for event in events:
        place = len(found)
        while event[0] == ev.FALLS and place > 0 and found[place - 1][0] in REWARDS:
            place -= 1
        found.insert(place, event)
    return found


class EventText:
    """Events of a scenario in words.

    Parameters
    ----------
    units
        Its units in words.
    own_event
        Words for the scenario's own events.
    """

    def __init__(self, units: UnitText, own_event: OwnEvent | None = None) -> None:
        self._units = units
        self._own_event = own_event
        self._tellers: dict[int, Callable[[Event, Reading], Iterator[str]]] = {
            ev.ROUND_BEGINS: self._round_begins,
            ev.ROUND_CARD: self._round_card,
            ev.COUNCIL_CARD: self._council_card,
            ev.TURNS_OVER: self._turns_over,
            ev.TURN_BEGINS: self._turn_begins,
            ev.ORDER: self._order,
            ev.MOVES: self._moves,
            ev.ATTACKS: self._attacks,
            ev.TEST_DIE: self._test,
            ev.TERROR_TEST: self._terror,
            ev.THROWS: self._attack_dice,
            ev.DEFENDS: self._defence_dice,
            ev.REROLLS: self._rerolls,
            ev.COUNTS: self._counts,
            ev.SHIELDS: self._left,
            ev.DODGES: self._dodges,
            ev.RESULT: self._result,
            ev.SURVIVES: self._survives,
            ev.FALLS: self._falls,
            ev.PUSHED: self._pushed,
            ev.STUCK: self._stuck,
            ev.DOOM: self._doom,
            ev.RETURNS: self._returns,
            ev.WAITS: self._waits,
            ev.GAINS: self._tokens,
            ev.SPENDS: self._tokens,
            ev.GAINS_ORDERS: self._gains_orders,
            ev.GIGANTIC_THROW: self._gigantic,
            ev.HEALS: self._heals,
            ev.LEVEL: self._level,
            ev.PLACED: self._placed,
            ev.SCENARIO_EVENT: self._scenario,
        }

    def happened(self, state: np.record, p: np.record) -> list[str]:
        """Say line by line what has happened since the decision before."""
        reading = Reading(state, p)
        lines: list[str] = []
        while reading:
            event = reading.take()
            lines += self._tellers[event[0]](event, reading)
        if (more := int(state.event_count) - st.EVENTS) > 0:
            lines.append(f"… and {more} more events, of which no record is kept")
        return lines

    # The round.

    def _round_begins(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"Round {event[1]} begins"

    def _round_card(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"Round card: {counted(event[1], 'Activation')} for each player"

    def _council_card(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"Council: {self._units.owner(event[1])} takes the card “{CARDS[event[2]]}”"

    def _turns_over(self, event: Event, reading: Reading) -> Iterator[str]:
        order = st.ORDERS[event[2]]
        yield f"{self._units.owner(event[1])}: +{event[3]} {order}, −{event[3]} Activation"

    def _turn_begins(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"Turn of {self._units.owner(event[1])}"

    def _order(self, event: Event, reading: Reading) -> Iterator[str]:
        owner, order, area = event[1:4]
        yield f"{st.ORDERS[order]} of {self._units.owner(owner)} at {self._units.area(area)}"

    def _tokens(self, event: Event, reading: Reading) -> Iterator[str]:
        run = [event, *reading.run(ev.GAINS, ev.SPENDS)]
        for owner, of_owner in groupby(run, key=lambda each: each[1]):
            sums: dict[tuple[int, int], int] = {}
            for kind, _, token, number, _ in of_owner:
                sums[kind, token] = sums.get((kind, token), 0) + number
            told = ", ".join(
                f"{'+' if kind == ev.GAINS else '−'}{number} {st.TOKENS[token]}"
                for (kind, token), number in sums.items()
            )
            yield f"{self._units.owner(owner)}: {told}"

    def _gains_orders(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"{self._units.owner(event[1])}: +{event[3]} {st.ORDERS[event[2]]}"

    # Units that move and come.

    def _moves(self, event: Event, reading: Reading) -> Iterator[str]:
        ways: list[tuple[int, list[int]]] = []
        for _, unit, before, after, _ in [event, *reading.run(ev.MOVES)]:
            if ways and ways[-1][0] == unit and ways[-1][1][-1] == before:
                ways[-1][1].append(after)
            else:
                ways.append((unit, [before, after]))
        for way, together in groupby(ways, key=lambda each: each[1]):
            names = self._units.listed(unit for unit, _ in together)
            yield f"Move: {names}, {' → '.join(map(self._units.area, way))}"

    def _placed(self, event: Event, reading: Reading) -> Iterator[str]:
        yield from self._arrivals("Placed at", [event, *reading.run(ev.PLACED)])

    def _returns(self, event: Event, reading: Reading) -> Iterator[str]:
        yield from self._arrivals("Back at", [event, *reading.run(ev.RETURNS)])

    def _arrivals(self, words: str, run: Sequence[Event]) -> Iterator[str]:
        for area, together in groupby(run, key=lambda each: each[2]):
            names = self._units.listed(each[1] for each in together)
            yield f"{words} {self._units.area(area)}: {names}"

    def _pushed(self, event: Event, reading: Reading) -> Iterator[str]:
        name = self._units.name(event[1])
        yield f"   Push: {name}, {self._units.area(event[2])} → {self._units.area(event[3])}"

    def _stuck(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"   Push: {self._units.name(event[1])} has nowhere to go"

    def _heals(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"Heal: {self._units.name(event[1])} has {event[2]} HP"

    def _level(self, event: Event, reading: Reading) -> Iterator[str]:
        level = 2 if reading.p.profile_upgraded_from[event[2]] >= 0 else 1
        yield f"Level {level}: {self._units.name(event[1])}"

    # An attack.

    def _attacks(self, event: Event, reading: Reading) -> Iterator[str]:
        owner, origin, target, kind = event[1:]
        reading.attack_kind = kind
        source = f" from {self._units.area(origin)}" if origin >= 0 else ""
        name = ATTACK_NAMES.get(kind, "Attack")
        yield f"{name} of {self._units.owner(owner)}{source} on {self._units.area(target)}"

    def _test(self, event: Event, reading: Reading) -> Iterator[str]:
        dice = self._test_dice([event, *reading.run(ev.TEST_DIE)])
        tests = reading.run(ev.TERROR_TEST)
        if not tests:
            yield f"   Test: {dice}"
        for number, test in enumerate(tests):
            yield self._terror_line(test, f": {dice}" if number == 0 else "")

    def _terror(self, event: Event, reading: Reading) -> Iterator[str]:
        yield self._terror_line(event, "")

    def _terror_line(self, event: Event, dice: str) -> str:
        outcome = "stands firm" if event[2] else "attacks with one die only"
        return f"   Terror {event[3]} tests {self._units.name(event[1])}{dice}; {outcome}"

    def _test_dice(self, run: Sequence[Event]) -> str:
        return ", ".join(die_text(colour, face) for _, colour, face, _, _ in run)

    def _attack_dice(self, event: Event, reading: Reading) -> Iterator[str]:
        melee = reading.attack_kind == st.MELEE
        change = reading.p.profile_melee_change if melee else reading.p.profile_shot_change
        run = [event, *reading.run(ev.THROWS)]
        yield f"   Attack dice: {self._dice(run, reading, change, 'Support')}"

    def _defence_dice(self, event: Event, reading: Reading) -> Iterator[str]:
        run = [event, *reading.run(ev.DEFENDS)]
        change = reading.p.profile_defence_change
        yield f"   Defence dice: {self._dice(run, reading, change, 'Cohesion')}"

    def _dice(self, run: Sequence[Event], reading: Reading, change: np.ndarray, shared: str) -> str:
        """Dice by unit; ``shared`` names the die that is nobody's own."""
        told = []
        for unit, own in groupby(run, key=lambda each: each[1]):
            dice = []
            for _, _, colour, face, _ in own:
                row = int(reading.state.unit_profile[unit])
                dice.append(die_text(colour, face, int(change[row, face]) if unit >= 0 else None))
            told.append(f"{self._units.name(unit) if unit >= 0 else shared} {', '.join(dice)}")
        return "; ".join(told)

    def _rerolls(self, event: Event, reading: Reading) -> Iterator[str]:
        colour, before, after, unit = event[1:]
        whose = f" of {self._units.name(unit)}" if unit >= 0 else ""
        yield f"   Reroll{whose}: {die_text(colour, before)} → {FACES[after].title()}"

    def _counts(self, event: Event, reading: Reading) -> Iterator[str]:
        kills, disrupteds, pushes, shields = event[1:]
        dodges = reading.run(ev.DODGES)
        line = f"   Result: {results_text((kills, disrupteds, pushes))}"
        if shields:
            line = f"{line} against {counted(shields, 'Shield')}"
        for _, _, *left in reading.run(ev.SHIELDS):
            if tuple(left) != (kills, disrupteds, pushes):
                line = f"{line}; left: {results_text(left)}"
        yield line
        for dodge in dodges:
            yield from self._dodges(dodge, reading)

    def _left(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"   Left: {results_text(event[2:5])}"

    def _dodges(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"   Dodge: {self._units.name(event[1])} avoids the attack"

    def _gigantic(self, event: Event, reading: Reading) -> Iterator[str]:
        run = [event, *reading.run(ev.GIGANTIC_THROW)]
        yield f"   Gigantic dice: {', '.join(FACES[each[1]].title() for each in run)}"

    # Casualties.

    def _result(self, event: Event, reading: Reading) -> Iterator[str]:
        unit, result, hp_left, cause = event[1:]
        begin = "Strikes back: " if cause == st.BY_STRIKE_BACK else ""
        line = f"   {begin}{RESULTS[result]} on {self._units.name(unit)}"
        if hp_left > 0:
            yield f"{line}, {hp_left} HP left"
            return
        if tests := reading.run(ev.TEST_DIE):
            line = f"{line}; Survival: {self._test_dice(tests)}"
        if reading.take_of(unit, ev.SURVIVES):
            yield f"{line}, survives with 1 HP"
        elif fall := reading.take_of(unit, ev.FALLS):
            yield f"{line} → {self._fate(fall[2])}"
        else:
            yield line

    def _fate(self, place: int) -> str:
        return FALLEN.get(place, "off the board")

    def _survives(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"   {self._units.name(event[1])} survives with 1 HP"

    def _falls(self, event: Event, reading: Reading) -> Iterator[str]:
        run = [event, *reading.run(ev.FALLS)]
        for (_, place, killed), together in groupby(run, key=lambda each: (each[0], *each[2:4])):
            names = self._units.listed(each[1] for each in together)
            fate = "" if killed and place == st.DESTROYED else f" → {self._fate(place)}"
            yield f"   {'Destroyed' if killed else 'Falls'}: {names}{fate}"

    def _doom(self, event: Event, reading: Reading) -> Iterator[str]:
        unit, thrown, face = event[1:4]
        line = f"Doom die for {self._units.name(unit)}: {DOOM_NAMES[thrown]}"
        if face != thrown:
            line = f"{line}, counts as {DOOM_NAMES[face]}"
        if back := reading.take_of(unit, ev.RETURNS):
            yield f"{line} → back at {self._units.area(back[2])}"
        elif reading.take_of(unit, ev.WAITS):
            yield f"{line} → waits, for no Rally point has room"
        else:
            yield f"{line} → {DOOM_MEANS[face]}" if face in DOOM_MEANS else line

    def _waits(self, event: Event, reading: Reading) -> Iterator[str]:
        yield f"No Rally point has room: {self._units.name(event[1])} waits"

    def _scenario(self, event: Event, reading: Reading) -> Iterator[str]:
        assert self._own_event is not None, "a scenario with events of its own has words for them"
        number, first, second, third = event[1:]
        yield self._own_event(reading.state, reading.p, number, first, second, third)
