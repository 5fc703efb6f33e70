"""What an action does in a state, in words."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tolsim.joan import actions as act
from tolsim.joan import state as st
from tolsim.joan.bonus_actions import LEAD_COST, THREE_AREAS_COST
from tolsim.joan.dice import COLOURS, FACES
from tolsim.joan.further_melee import MORE_AREAS
from tolsim.joan.question_text import CONVERTED, STRUCK_BACK
from tolsim.joan.unit_text import RESULTS, UnitText, counted, dice_text, frames

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
CARDS = (
    "up to two Activations become Charges",
    "an Activation becomes a Reactivation",
    "an Activation becomes an Interrupt",
    "1 XP",
    "1 Legend",
    "1 Intrigue",
)
"""War Council cards by kind."""

# Words that mean the same wherever they are offered.
WORDS = {
    act.DO_NOTHING: "do nothing",
    act.THROW: "throw the dice",
    act.KEEP: "keep the dice",
    act.PRAY_FOR_XP: "pray for 1 XP",
    act.PRAY_FOR_LEGEND: "pray for 1 Legend",
    act.HEAL_WORD: "heal a unit of the area",
    act.MELEE_AGAIN: "melee once more, for 1 Legend",
    act.MELEE_AGAINST_MORE: f"melee against {MORE_AREAS} more areas, for {THREE_AREAS_COST} XP",
    act.HEAL_FOR_XP: "heal a unit here or beside it, for 1 XP",
    act.GAIN_INTRIGUE: "gain 1 Intrigue",
    act.GAIN_XP: "gain 1 XP",
    act.GAIN_LEGEND: "gain 1 Legend",
    act.TAKE_REROLL_BACK: "take the Reroll token back",
    act.LEAD_THE_AREA: f"lead all units of the area to another, for {LEAD_COST} XP",
    act.CONVERT: "turn no Activation over",
}
# Words whose meaning depends on the question.
WORDS_OF_STAGE = {
    (st.AT_ORDER, act.PASS): "no Interrupt",
    (st.AT_CHANGE_DOOM, act.PAY): "turn it into a Rally",
    (st.AT_CHANGE_DOOM, act.DECLINE): "leave the unit in the infirmary",
    (st.AT_UPKEEP, act.DECLINE): "back to level 1",
    (st.AT_EMBOLDEN, act.DECLINE): "no further die",
    (st.AT_SPEND_LEGEND, act.SPEND_LEGEND): "Shields count as Disrupted, for 1 Legend",
    (st.AT_SPEND_LEGEND, act.DECLINE): "Shields count for nothing",
    (st.AT_RUTHLESS, act.SPEND_LEGEND): "a Disrupted becomes a Kill, for 1 Legend",
    (st.AT_RUTHLESS, act.DECLINE): "it stays a Disrupted",
    (st.AT_UPGRADE, act.DONE): "upgrade nobody",
    (st.AT_COMMAND, act.DONE): "command nobody else",
    (st.AT_FOLLOW_UP, act.DONE): "nobody else follows up",
    (st.AT_EXTRA_MELEE, act.DONE): "no further melee",
    (st.AT_THREE_AREAS, act.DONE): "no further melee",
}
# What is done with an area that is chosen.
CHOSEN = {
    st.AT_CHARGE_AREA: "Charge at",
    st.AT_REACTIVATION_AREA: "Reactivation at",
    st.AT_PUSH: "push to",
    st.AT_RALLY: "rally at",
    st.AT_LEAD_AREA: "lead to",
}
ORDERED = (st.AT_TURN, st.AT_ORDER, st.AT_CHARGE_AREA, st.AT_REACTIVATION_AREA)
"""Stages at which an area is named for the units there that will act."""
FROM_UNIT = (
    st.AT_UNIT,
    st.AT_MOVE_ON,
    st.AT_CHARGE_MOVE,
    st.AT_EXTRA_MELEE,
    st.AT_THREE_AREAS,
    st.AT_LEAD_AREA,
    st.AT_PUSH,
)
"""Stages at which an area is seen from where the frame's unit stands."""


class ActionText:
    """Actions of a scenario in words.

    Parameters
    ----------
    units
        Its units in words.
    """

    def __init__(self, units: UnitText) -> None:
        self._units = units
        self._board = units.scenario.board
        self._texts = units.scenario.action_texts()
        self._of_unit: dict[int, Callable[[np.record, np.record, int], str]] = {
            st.AT_ACTIVATION: self._acts,
            st.AT_UPGRADE: self._is_upgraded,
            st.AT_HEAL: self._is_healed,
            st.AT_WOUND_TO_HEAL: self._is_healed,
            st.AT_COMMAND: self._is_commanded,
            st.AT_JOIN: self._joins,
            st.AT_EMBOLDEN: self._is_emboldened,
            st.AT_STRIKE_BACK: self._is_struck_back,
            st.AT_ALLOCATE: self._takes_result,
            st.AT_STAND_IN: self._stands_in,
            st.AT_FOLLOW_UP: self._follows_up,
        }

    def describe(self, state: np.record, p: np.record, action: int) -> str:
        """Say what an action does in this state."""
        stage, unit = frames(state)[-1][:2] if state.depth else (st.AT_ROUND, 0)
        if action >= p.area_base:
            verb, area = divmod(action - int(p.area_base), int(p.areas))
            return self._area_action(state, p, stage, unit, verb, area)
        if action >= p.unit_base:
            return self._unit_action(state, p, stage, action - int(p.unit_base))
        if action >= act.SCENARIO_WORD:
            return self._texts[action]
        return self._word(state, p, stage, unit, action)

    # Words.

    def _word(self, state: np.record, p: np.record, stage: int, unit: int, action: int) -> str:
        if (stage, action) in WORDS_OF_STAGE:
            return WORDS_OF_STAGE[stage, action]
        if action in WORDS:
            return WORDS[action]
        if action >= act.REROLL_FIRST:
            colour, face = divmod(action - act.REROLL_FIRST, act.FACES_OF_A_DIE)
            return f"reroll the {COLOURS[colour].lower()} {FACES[face].title()}"
        if action > act.CONVERT:
            return self._convert(state, action - act.CONVERT)
        if action >= act.TAKE_CARD:
            return f"take the card: {CARDS[action - act.TAKE_CARD]}"
        owner = int(state.to_move)
        if stage == st.AT_TURN:
            return self._order_word(state, owner, action)
        if action == act.STOP_HERE:
            return f"stay at {self._units.area(int(state.unit_area[unit]))}"
        if action == act.COMMAND_WORD:
            row = int(state.unit_profile[unit])
            number = counted(int(p.profile_command_number[row]), "unit")
            steps = int(p.profile_command_range[row])
            where = f"within {counted(steps, 'area')}" if steps else "of its own area"
            return f"command up to {number} {where}"
        if (stage, action) == (st.AT_UPKEEP, act.PAY):
            return f"pay {int(p.council_upkeep)} XP"
        if (stage, action) == (st.AT_STAND_IN, act.DECLINE):
            return f"{self._units.name(int(state.unit_in_hand))} takes it"
        return self._texts[action]

    def _convert(self, state: np.record, number: int) -> str:
        kind = frames(state)[-1][2]
        if number == 1:
            one = CONVERTED[kind] if kind else "a Charge"
            return f"turn one Activation into {one}"
        return f"turn two Activations into {CONVERTED[kind]}"

    def _order_word(self, state: np.record, owner: int, action: int) -> str:
        left = [int(number) for number in state.orders[owner]]
        if action == act.CHARGE_ORDER_WORD:
            return f"place a Charge, of {left[st.CHARGE_ORDER]} left"
        if action == act.REACTIVATION_WORD:
            return f"place a Reactivation, of {left[st.REACTIVATION]} left"
        kinds = zip(left[: st.INTERRUPT], st.ORDERS, strict=False)
        unused = ", ".join(counted(number, kind) for number, kind in kinds if number)
        return f"end the turn, {unused} unused" if unused else "end the turn"

    # Units.

    def _unit_action(self, state: np.record, p: np.record, stage: int, unit: int) -> str:
        if stage in self._of_unit:
            return self._of_unit[stage](state, p, unit)
        return self._with_hit_points(state, p, unit, f"choose {self._units.at(state, unit)}")

    def _with_hit_points(self, state: np.record, p: np.record, unit: int, text: str) -> str:
        hit_points = self._units.hit_points(state, p, unit)
        return f"{text} ({hit_points})" if hit_points else text

    def _acts(self, state: np.record, p: np.record, unit: int) -> str:
        name = self._units.name(unit)
        done = int(state.unit_marks[unit]) & st.MAIN_DONE
        return f"bonus actions of {name}" if done else f"let {name} act"

    def _is_upgraded(self, state: np.record, p: np.record, unit: int) -> str:
        cost = int(p.profile_upgrade_cost[state.unit_profile[unit]])
        return f"upgrade {self._units.name(unit)} for {cost} XP"

    def _is_healed(self, state: np.record, p: np.record, unit: int) -> str:
        return self._with_hit_points(state, p, unit, f"heal {self._units.at(state, unit)}")

    def _is_commanded(self, state: np.record, p: np.record, unit: int) -> str:
        return f"command {self._units.at(state, unit)}"

    def _joins(self, state: np.record, p: np.record, unit: int) -> str:
        dice = self._units.attack_dice(state, p, unit, int(state.attack_kind))
        return f"{self._units.name(unit)} joins ({dice})"

    def _is_emboldened(self, state: np.record, p: np.record, unit: int) -> str:
        has = dice_text(p.profile_defence[state.unit_profile[unit]]) or "no dice"
        return f"one black die more for {self._units.name(unit)} ({has}), for 1 Legend"

    def _is_struck_back(self, state: np.record, p: np.record, unit: int) -> str:
        result = STRUCK_BACK[state.allocated]
        return self._with_hit_points(state, p, unit, f"{result} on {self._units.name(unit)}")

    def _takes_result(self, state: np.record, p: np.record, unit: int) -> str:
        result = RESULTS[state.allocated]
        return self._with_hit_points(state, p, unit, f"{result} on {self._units.name(unit)}")

    def _stands_in(self, state: np.record, p: np.record, unit: int) -> str:
        return self._with_hit_points(state, p, unit, f"{self._units.name(unit)} takes it instead")

    def _follows_up(self, state: np.record, p: np.record, unit: int) -> str:
        return f"{self._units.name(unit)} follows up"

    # Areas.

    def _area_action(
        self, state: np.record, p: np.record, stage: int, unit: int, verb: int, area: int
    ) -> str:
        done = act.VERBS[verb] if verb != act.CHOOSE else CHOSEN.get(stage, act.VERBS[verb])
        if stage == st.AT_ORDER:
            done = "Interrupt at"
        origin = int(state.unit_area[unit]) if stage in FROM_UNIT else st.NOWHERE
        where = f"{done} {self.place(p, area, origin)}"
        owner = int(state.to_move) if stage in ORDERED else None
        there = self._units.listed(self._standing(state, area, owner))
        return f"{where}: {there}" if there else where

    def place(self, p: np.record, area: int, origin: int) -> str:
        """Area with its terrain, and where it lies as seen from another (negative: from none)."""
        inside = area >= self._board.ground
        outside = self._board.areas[self._board.outside_of[area]]
        said = [f"inside {outside}" if inside else self._board.terrain(area)]
        if origin >= 0 and (direction := self._direction(origin, area)):
            steps = int(p.distance[origin, area])
            said.append(f"{counted(steps, 'area')} {direction}" if steps > 1 else direction)
        return f"{self._board.areas[area]} ({', '.join(said)})"

    def _direction(self, origin: int, area: int) -> str:
        """Wind by the centres of two areas, "" where they are one place."""
        # A step of centres to the east is wider than one to the south; see Board.
        east = 1.5 * (self._board.centres[area][0] - self._board.centres[origin][0])
        south = math.sqrt(3) / 2 * (self._board.centres[area][1] - self._board.centres[origin][1])
        if east == south == 0:
            return ""
        return WINDS[round(math.atan2(east, -south) / (math.pi / 4)) % 8]

    def _standing(self, state: np.record, area: int, owner: int | None) -> list[int]:
        """Units in an area, of one owner or of all."""
        there = np.flatnonzero(state.unit_area[: len(self._units.scenario.slots)] == area)
        return [int(unit) for unit in there if owner is None or state.unit_owner[unit] == owner]
