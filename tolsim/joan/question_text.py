"""What is being asked, with who is meant and where."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from tolsim.joan import state as st
from tolsim.joan.unit_text import RESULTS, UnitText, frames

FIRST, SECOND = 1, 2
"""Arguments of a frame that a scenario's question can name: ``{unit}`` and ``{unit2}``, …"""
FIELD = re.compile(r"{(unit|area|owner|number)(2?)}")
STRUCK_BACK = ("Kill", "Disrupted", "Kill", "Disrupted")
"""Results by column of ``strikes``."""
CONVERTED = ("Charges", "a Reactivation", "an Interrupt")
"""What a War Council card turns Activations into, by its kind."""

# Stages whose question needs only the frame's unit.
OF_ONE_UNIT = {
    st.AT_UPKEEP: "pay to keep the level of {}?",
    st.AT_CHARGE_MOVE: "where does {} go before it charges?",
    st.AT_HEAL: "whom does {} heal?",
    st.AT_WOUND_TO_HEAL: "whom does {} heal for XP?",
    st.AT_LEAD_AREA: "where does {} lead all units of its area?",
    st.AT_PUSH: "where is {} pushed to?",
    st.AT_EXTRA_MELEE: "which area does the further melee of {} attack?",
    st.AT_THREE_AREAS: "which further area does the melee of {} strike?",
    st.AT_RALLY: "at which Rally point does {} come back?",
    st.AT_CHANGE_DOOM: "turn the Disrupted that {} threw into a Rally?",
}
# Stages whose question needs nobody's name.
PLAIN = {
    st.AT_UPGRADE: "which Character is upgraded?",
    st.AT_WAR_COUNCIL: "which War Council card?",
    st.AT_TURN: "which order next?",
    st.AT_CHARGE_AREA: "where is the Charge placed?",
    st.AT_REACTIVATION_AREA: "where is the Reactivation placed?",
    st.AT_RUTHLESS: "turn a Disrupted into a Kill?",
}


class QuestionText:
    """Questions of a scenario in words.

    Parameters
    ----------
    units
        Its units in words.
    """

    def __init__(self, units: UnitText) -> None:
        self._units = units
        self._by_stage: dict[int, Callable[[np.record, list[int]], str]] = {
            st.AT_CONVERT: self._convert,
            st.AT_ORDER: self._interrupt,
            st.AT_ACTIVATION: self._activation,
            st.AT_UNIT: self._unit,
            st.AT_MOVE_ON: self._move_on,
            st.AT_COMMAND: self._command,
            st.AT_JOIN: self._join,
            st.AT_EMBOLDEN: self._embolden,
            st.AT_SPEND_LEGEND: self._spend_legend,
            st.AT_REROLL_ATTACK: self._reroll_attack,
            st.AT_REROLL_DEFENCE: self._reroll_defence,
            st.AT_STRIKE_BACK: self._strike_back,
            st.AT_ALLOCATE: self._allocate,
            st.AT_STAND_IN: self._stand_in,
            st.AT_FOLLOW_UP: self._follow_up,
        }

    def asked(self, state: np.record) -> str:
        """Say who is asked what."""
        if state.over or state.depth == 0:
            return "the game is over"
        return f"{self._units.owner(int(state.to_move))}: {self.question(state)}"

    def question(self, state: np.record) -> str:
        """Say what the top frame asks."""
        frame = frames(state)[-1]
        stage = frame[0]
        if stage in PLAIN:
            return PLAIN[stage]
        if stage in OF_ONE_UNIT:
            return OF_ONE_UNIT[stage].format(self._units.at(state, frame[FIRST]))
        if stage in self._by_stage:
            return self._by_stage[stage](state, frame)
        return self._of_scenario(stage, frame)

    def _of_scenario(self, stage: int, frame: list[int]) -> str:
        names: dict[str, Callable[[int], str]] = {
            "unit": self._units.name,
            "area": self._units.area,
            "owner": self._units.owner,
            "number": str,
        }
        template = self._units.scenario.stages[stage]
        return FIELD.sub(
            lambda field: names[field[1]](frame[SECOND if field[2] else FIRST]), template
        )

    def _convert(self, state: np.record, frame: list[int]) -> str:
        return f"how many Activations become {CONVERTED[frame[SECOND]]}?"

    def _interrupt(self, state: np.record, frame: list[int]) -> str:
        return f"an Interrupt after the order of {self._units.owner(frame[FIRST])}?"

    def _activation(self, state: np.record, frame: list[int]) -> str:
        area = frame[3]
        return f"who acts next{f' at {self._units.area(area)}' if area >= 0 else ''}?"

    def _unit(self, state: np.record, frame: list[int]) -> str:
        done = int(state.unit_marks[frame[FIRST]]) & st.MAIN_DONE
        what = "which bonus action?" if done else "what does it do?"
        return f"{self._units.at(state, frame[FIRST])}: {what}"

    def _move_on(self, state: np.record, frame: list[int]) -> str:
        further = "one area" if frame[SECOND] == 1 else f"up to {frame[SECOND]} areas"
        return f"{self._units.at(state, frame[FIRST])}: move on by {further}?"

    def _command(self, state: np.record, frame: list[int]) -> str:
        number = "one unit" if frame[SECOND] == 1 else f"up to {frame[SECOND]} units"
        return f"whom does {self._units.at(state, frame[FIRST])} command, {number}?"

    def _join(self, state: np.record, frame: list[int]) -> str:
        return f"who joins the attack on {self._units.area(int(state.target))}?"

    def _embolden(self, state: np.record, frame: list[int]) -> str:
        target = self._units.area(int(state.target))
        return f"which unit at {target} defends with one black die more?"

    def _spend_legend(self, state: np.record, frame: list[int]) -> str:
        return f"do Shields of {self._in_hand(state)} count as Disrupted?"

    def _reroll_attack(self, state: np.record, frame: list[int]) -> str:
        by = f"Feint of {self._in_hand(state)}" if state.unit_in_hand >= 0 else "a Reroll token"
        return f"which attack die is thrown again by {by}?"

    def _reroll_defence(self, state: np.record, frame: list[int]) -> str:
        by = "a Reroll token" if state.reroll_used else "the terrain"
        if state.unit_in_hand >= 0:
            by = f"Parry of {self._in_hand(state)}"
        return f"which defence die is thrown again by {by}?"

    def _strike_back(self, state: np.record, frame: list[int]) -> str:
        return f"which attacker takes the {STRUCK_BACK[state.allocated]} that strikes back?"

    def _allocate(self, state: np.record, frame: list[int]) -> str:
        target = self._units.area(int(state.target))
        return f"which unit at {target} takes the {RESULTS[state.allocated]}?"

    def _stand_in(self, state: np.record, frame: list[int]) -> str:
        return f"who takes the {RESULTS[state.allocated]} meant for {self._in_hand(state)}?"

    def _follow_up(self, state: np.record, frame: list[int]) -> str:
        return f"who follows up to {self._units.area(int(state.target))}?"

    def _in_hand(self, state: np.record) -> str:
        return self._units.name(int(state.unit_in_hand))
