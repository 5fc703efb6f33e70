"""Names and numbers of the scenario: seats, Horsemen, pentacles, stages, words, reasons."""

from __future__ import annotations

from tolsim.joan.actions import SCENARIO_WORD
from tolsim.joan.state import SCENARIO_STAGE

HOLY, UNHOLY = 0, 1
SEATS = ("holy", "unholy")
OWNERS = SEATS

HORSEMEN = ("Conquest", "War", "Famine", "Death")
PENTACLES = ("A", "B", "C", "D")
CIVILIANS = (
    "Apothecary",
    "Farmer",
    "Merchant Girl",
    "Blacksmith",
    "Guide",
    "Soothsayer",
    "Citizen",
    "Noble Lady",
    "Hunter",
)

(
    AT_DEPLOY,
    AT_HORSEMAN,
    AT_PENTACLE,
    AT_FIT,
    AT_EFFECT,
    AT_SUMMON,
    AT_SAINTLY_PUSH,
) = range(SCENARIO_STAGE, SCENARIO_STAGE + 7)

STAGE_QUESTIONS = {
    AT_DEPLOY: "where to deploy {unit}?",
    AT_HORSEMAN: "which Horseman comes?",
    AT_PENTACLE: "in which pentacle does {unit2} appear?",
    AT_FIT: "which unit enters the pentacle next?",
    AT_EFFECT: "what do the Prayers bring?",
    AT_SUMMON: "where does {unit} appear?",
    AT_SAINTLY_PUSH: "whom does Saint Patrick push?",
}

WORDS = ("summon an Angel", "summon Saint Patrick", "no effect", "Saint Patrick's push")
SUMMON_ANGEL, SUMMON_PATRICK, NO_EFFECT, SAINTLY_PUSH = range(SCENARIO_WORD, SCENARIO_WORD + 4)

# Reasons why a game ends.
BY_MIRACLE, BY_POINTS, BY_HOLDING = 1, 2, 3
OUTCOMES = {BY_MIRACLE: "miracle", BY_POINTS: "twenty points", BY_HOLDING: "held to the end"}

# How a Civilian was lost, columns of ``civilians_lost``.
LOST_TO_ENTRY, LOST_TO_ATTACK, LOST_TO_DOOM = range(3)
LOSSES = ("entered", "attacked", "doom")

# Phases of a round.
(
    TO_BEGIN_ROUND,
    TO_BRING_HORSEMAN,
    TO_HOLD_COUNCIL,
    TO_BRING_HORSEMAN_LATE,
    TO_TAKE_FIRST_TURN,
    TO_TAKE_SECOND_TURN,
    TO_CAMP,
    TO_END_ROUND,
) = range(8)
