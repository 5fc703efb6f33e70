"""Action ids: words, then units, then areas by what is done there.

A word, a unit or an area is chosen on its own, one small choice after another, so ids stay few and
keep their meaning. The scenario's words follow the engine's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.dice import COLOURS, FACES

ENGINE_WORDS = (
    "pass",
    "charge order",
    "reactivation order",
    "do nothing",
    "stop here",
    "throw",
    "keep the dice",
    "pay",
    "decline",
    "pray for XP",
    "pray for Legend",
    "heal",
    "command",
    "done",
    "spend Legend",
    "melee again",
    "melee against more areas",
    "heal for XP",
    "gain Intrigue",
    "gain XP",
    "gain Legend",
    "take the Reroll back",
    "lead the area",
    "take Charge orders",
    "take a Reactivation",
    "take an Interrupt",
    "take XP",
    "take Legend",
    "take Intrigue",
    "turn none over",
    "turn one over",
    "turn two over",
    *(f"reroll {colour} {face}" for colour in COLOURS[:4] for face in FACES[:5]),
)
(
    PASS,
    CHARGE_ORDER_WORD,
    REACTIVATION_WORD,
    DO_NOTHING,
    STOP_HERE,
    THROW,
    KEEP,
    PAY,
    DECLINE,
    PRAY_FOR_XP,
    PRAY_FOR_LEGEND,
    HEAL_WORD,
    COMMAND_WORD,
    DONE,
    SPEND_LEGEND,
    MELEE_AGAIN,
    MELEE_AGAINST_MORE,
    HEAL_FOR_XP,
    GAIN_INTRIGUE,
    GAIN_XP,
    GAIN_LEGEND,
    TAKE_REROLL_BACK,
    LEAD_THE_AREA,
    TAKE_CARD,
) = range(24)
COUNCIL_KINDS = 6
CONVERT = TAKE_CARD + COUNCIL_KINDS
REROLL_FIRST = CONVERT + 3
FACES_OF_A_DIE = 5
SCENARIO_WORD = len(ENGINE_WORDS)
"""First id of the scenario's own words."""

VERBS = ("activate", "move to", "attack", "shoot at", "choose")
ACTIVATE, MOVE_TO, ATTACK, SHOOT_AT, CHOOSE = range(5)


def action_texts(
    words: Sequence[str], units: Sequence[str], areas: Sequence[str]
) -> tuple[str, ...]:
    """Text of every action of a scenario."""
    texts = [*ENGINE_WORDS, *words, *units]
    for verb in VERBS:
        texts += [f"{verb} {area}" for area in areas]
    return tuple(texts)


def action_arrays(words: Sequence[str], units: int, areas: int) -> dict[str, np.ndarray]:
    """Where units and areas begin among the ids, for the parameter record."""
    first_unit = SCENARIO_WORD + len(words)
    return {
        "units": np.array(units, np.int64),
        "areas": np.array(areas, np.int64),
        "unit_base": np.array(first_unit, np.int64),
        "area_base": np.array(first_unit + units, np.int64),
    }


@kernel
def unit_action(p, unit):
    """Id that names a unit."""
    return p.unit_base + unit


@kernel
def area_action(p, verb, area):
    """Id that names an area and what is done there."""
    return p.area_base + verb * p.areas + area


@kernel
def names_unit(p, action):
    """Tell whether an id names a unit."""
    return action >= p.unit_base and action < p.area_base


@kernel
def unit_named(p, action):
    """Unit that an id names."""
    return np.int64(action) - p.unit_base


@kernel
def verb_of(p, action):
    """What an id does to an area, -1 if it names none."""
    if action < p.area_base:
        return np.int64(-1)
    return (np.int64(action) - p.area_base) // p.areas


@kernel
def area_named(p, action):
    """Area that an id names."""
    return (np.int64(action) - p.area_base) % p.areas


@kernel
def reroll_action(colour, face):
    """Id that picks a die by what it shows."""
    return REROLL_FIRST + colour * FACES_OF_A_DIE + face


@kernel
def legal(s, p, actions):
    """Write the legal action ids, ascending, and return how many they are."""
    for place in range(s.option_count):
        actions[place] = s.options[place]
    return s.option_count
