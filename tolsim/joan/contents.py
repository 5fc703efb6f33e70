"""What decisions on the Joan of Arc engine make use of: orders, actions, rules, cards and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from tolsim.core.contents import Content
from tolsim.joan import actions as act
from tolsim.joan import state as st
from tolsim.joan.scenario import Scenario

ORDER, ACTION, RULE, COUNCIL, OWN_RULE, UNIT = (
    "order",
    "action",
    "rule",
    "War Council",
    "scenario's rule",
    "unit",
)
INTERRUPTED = Content(ORDER, "Interrupt")
WORDS = {
    act.CHARGE_ORDER_WORD: Content(ORDER, "Charge"),
    act.REACTIVATION_WORD: Content(ORDER, "Reactivation"),
    act.PRAY_FOR_XP: Content(ACTION, "pray for XP"),
    act.PRAY_FOR_LEGEND: Content(ACTION, "pray for Legend"),
    act.HEAL_WORD: Content(ACTION, "heal"),
    act.COMMAND_WORD: Content(RULE, "Command"),
    act.MELEE_AGAIN: Content(RULE, "melee again"),
    act.MELEE_AGAINST_MORE: Content(RULE, "melee against more areas"),
    act.HEAL_FOR_XP: Content(RULE, "heal for XP"),
    act.GAIN_INTRIGUE: Content(RULE, "gain Intrigue"),
    act.GAIN_XP: Content(RULE, "gain XP"),
    act.GAIN_LEGEND: Content(RULE, "gain Legend"),
    act.TAKE_REROLL_BACK: Content(RULE, "take the Reroll back"),
    act.LEAD_THE_AREA: Content(RULE, "lead the area"),
}
"""Words that name a content wherever they are chosen."""
WORDS_OF_STAGE = {
    (st.AT_UPKEEP, act.PAY): Content(COUNCIL, "keep the level"),
    (st.AT_CHANGE_DOOM, act.PAY): Content(RULE, "turn a Doom into a Rally"),
    (st.AT_SPEND_LEGEND, act.SPEND_LEGEND): Content(RULE, "Legend for Shields"),
    (st.AT_RUTHLESS, act.SPEND_LEGEND): Content(RULE, "Legend for a Kill"),
}
UNITS_OF_STAGE = {
    st.AT_UPGRADE: Content(RULE, "upgrade"),
    st.AT_JOIN: Content(RULE, "join an attack"),
    st.AT_EMBOLDEN: Content(RULE, "Legend for a black die"),
    st.AT_STAND_IN: Content(RULE, "stand in for a unit"),
    st.AT_FOLLOW_UP: Content(RULE, "follow up"),
}
"""What is used where a unit is chosen."""
AREAS_OF_STAGE = {
    (st.AT_TURN, act.ACTIVATE): Content(ORDER, "Activation"),
    (st.AT_ORDER, act.ACTIVATE): INTERRUPTED,
    (st.AT_UNIT, act.MOVE_TO): Content(ACTION, "move"),
    (st.AT_CHARGE_MOVE, act.MOVE_TO): Content(ACTION, "move of a Charge"),
    (st.AT_UNIT, act.ATTACK): Content(ACTION, "melee"),
    (st.AT_UNIT, act.SHOOT_AT): Content(ACTION, "shoot"),
}
"""What is used where an area is chosen, by what is done there."""
ACTING = (st.AT_UNIT, st.AT_CHARGE_MOVE)
"""Stages at which the frame's unit acts."""
IDLE = (act.PASS, act.DO_NOTHING, act.STOP_HERE, act.DECLINE, act.DONE)
"""Words by which it does not."""
STAGES = 256
NOTHING = -1


class JoanContents:
    """Contents of a scenario; see :class:`tolsim.core.contents.Contents`.

    Parameters
    ----------
    scenario
        Whose.
    areas_of_own_stages
        What is used where an area is chosen at the scenario's own stages, as ``AREAS_OF_STAGE``.
    """

    def __init__(
        self,
        scenario: Scenario,
        areas_of_own_stages: Mapping[tuple[int, int], Content] | None = None,
    ) -> None:
        words = act.SCENARIO_WORD + len(scenario.words)
        self._first_unit, self._first_area = words, words + len(scenario.slots)
        self._areas = len(scenario.board.areas)
        areas = {**AREAS_OF_STAGE, **(areas_of_own_stages or {})}
        table = list(_table(scenario, words, areas))
        units = [Content(UNIT, slot.unit) for slot in scenario.slots]
        self.names = tuple(dict.fromkeys([*(content for *_, content in table), *units]))
        place = {content: number for number, content in enumerate(self.names)}
        # A word is a column of its own; then one for units, and one for each thing done at areas.
        self._what = np.full((STAGES, words + 1 + len(act.VERBS)), NOTHING, np.int16)
        for stage, column, content in table:
            self._what[slice(None) if stage is None else stage, column] = place[content]
        self._unit = np.array([place[content] for content in units], np.int16)

    def used(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Places of what is done and of the unit that does it, int16 ``[B, 2]``."""
        frames = states["stack"][np.arange(len(states)), np.maximum(states["depth"] - 1, 0)]
        stage, unit = frames[:, 0].astype(np.int64), frames[:, 1].astype(np.int64)
        chosen = np.asarray(actions, np.int64)
        of_area, of_unit = chosen >= self._first_area, chosen >= self._first_unit
        done_there = self._first_unit + 1 + (chosen - self._first_area) // self._areas
        column = np.where(of_area, done_there, np.where(of_unit, self._first_unit, chosen))
        what = self._what[stage, column]
        named = of_unit & ~of_area & np.isin(stage, [st.AT_JOIN, st.AT_FOLLOW_UP])
        acts = np.isin(stage, ACTING) & ~np.isin(chosen, IDLE)
        unit = np.where(named, chosen - self._first_unit, unit)
        known = (named | acts) & (unit >= 0) & (unit < len(self._unit))
        who = np.where(known, self._unit[np.where(known, unit, 0)], NOTHING)
        return np.stack([what, who], axis=1).astype(np.int16)


def _table(
    scenario: Scenario, words: int, areas: Mapping[tuple[int, int], Content]
) -> Iterator[tuple[int | None, int, Content]]:
    """Stage (None: all), column and content."""
    for word, content in WORDS.items():
        yield None, word, content
    for word in range(act.TAKE_CARD, act.TAKE_CARD + act.COUNCIL_KINDS):
        yield None, word, Content(COUNCIL, act.ENGINE_WORDS[word])
    for word in range(act.CONVERT + 1, act.REROLL_FIRST):
        yield None, word, Content(COUNCIL, "turn Activations over")
    for word in range(act.REROLL_FIRST, act.SCENARIO_WORD):
        yield None, word, Content(RULE, "reroll a die")
    for word, text in enumerate(scenario.words, act.SCENARIO_WORD):
        yield None, word, Content(OWN_RULE, text)
    for (stage, word), content in WORDS_OF_STAGE.items():
        yield stage, word, content
    for stage, content in UNITS_OF_STAGE.items():
        yield stage, words, content
    for (stage, verb), content in areas.items():
        yield stage, words + 1 + verb, content
