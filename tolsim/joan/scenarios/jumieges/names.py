"""Names and numbers of the scenario: owners, tokens, stages, words, reasons."""

from __future__ import annotations

from tolsim.joan.actions import SCENARIO_WORD
from tolsim.joan.state import SCENARIO_STAGE

HOLY, LEVIATHAN, UNHOLY = 0, 1, 2
SEATS = ("holy",)
OWNERS = ("holy", "leviathan", "unholy")

# Sites of the number tokens, and the Relics under tokens 1 to 3.
SITES = ("NW", "NE", "central")
NUMBER_SITES = len(SITES)
RELICS = ("Relic", "Holy Cross", "Saint Martha's Belt")
DAGOBERT, CROSS, BELT = range(3)
NUMBER_RELICS = len(RELICS)

# Columns of ``p.relics_needed``, whose rows are the levels of difficulty.
FOR_MAJOR, FOR_MINOR, FOR_DEFEAT = range(3)
RELICS_NEEDED = ("major", "minor", "lost")

# What a token is, entries of ``token_status``. KEPT: its Relic is taken, the token left behind.
FACE_DOWN, FACE_UP, KEPT, GONE = range(4)
TOKEN_STATUS = ("face down", "face up", "left behind", "gone")

# Where a Relic is, entries of ``relic_holder`` beside the number of the unit that carries it.
ON_GROUND, LOST = -1, -2

(
    AT_LEVIATHAN,
    AT_PATH,
    AT_STRIKE_HEX,
    AT_LEVIATHAN_MELEE,
    AT_ROAR,
    AT_UNHOLY,
    AT_UNHOLY_MELEE,
    AT_UNHOLY_WAY,
    AT_INTERRUPTS,
    AT_TOKEN,
    AT_REVEALER,
    AT_BESIDE_LAVA,
    AT_BOARD,
) = range(SCENARIO_STAGE, SCENARIO_STAGE + 13)

STAGE_QUESTIONS = {
    AT_LEVIATHAN: "the Leviathan acts",
    AT_PATH: "which way does the Leviathan go?",
    AT_STRIKE_HEX: "which hex does the Leviathan strike?",
    AT_LEVIATHAN_MELEE: "which area does the Leviathan attack?",
    AT_ROAR: "the Leviathan roars",
    AT_UNHOLY: "which Unholy unit acts next?",
    AT_UNHOLY_MELEE: "which area does {unit} attack?",
    AT_UNHOLY_WAY: "whom does {unit} walk towards?",
    AT_INTERRUPTS: "play an Interrupt before the Unholy units act?",
    AT_TOKEN: "what does {unit} do with the token?",
    AT_REVEALER: "who turns the token up?",
    AT_BESIDE_LAVA: "where does {unit} get out of the Lava?",
    AT_BOARD: "the Leviathan's board is checked",
}

WORDS = ("turn the token up", "take the Relic", "remove the token", "leave the token")
REVEAL, EQUIP, REMOVE_TOKEN, LEAVE_TOKEN = range(SCENARIO_WORD, SCENARIO_WORD + 4)

# Reasons why a game ends.
BY_LEVIATHAN, BY_RELICS, BY_CHURCH, BY_RELICS_LOST, BY_TOO_FEW = range(1, 6)
OUTCOMES = {
    BY_LEVIATHAN: "leviathan_destroyed",
    BY_RELICS: "relics",
    BY_CHURCH: "church_destroyed",
    BY_RELICS_LOST: "relics_destroyed",
    BY_TOO_FEW: "too_few_relics",
}
MAJOR, MINOR, DEFEAT = 1.0, 0.5, -1.0
GRADES = {MAJOR: "major victory", MINOR: "minor victory", DEFEAT: "defeat"}

# How a Holy unit was destroyed, columns of ``holy_lost``.
LOST_TO_LEVIATHAN, LOST_TO_UNHOLY, LOST_TO_LAVA, LOST_TO_DOOM = range(4)
LOSSES = ("leviathan", "unholy", "lava", "doom")

# How an Unholy unit was destroyed or the Leviathan wounded, columns of ``unholy_killed`` and
# ``leviathan_wounds``.
IN_MELEE, BY_SHOTS, BY_RETALIATION, BY_FIRE = range(4)
MEANS = ("melee", "shots", "retaliation", "lava")

# Scenario events, first number of ``events.SCENARIO_EVENT``.
(
    TOKEN_TURNED_UP,  # site, Relic
    RELIC_TAKEN,  # Relic, unit
    RELIC_LOST,  # Relic
    PRIEST_GONE,
    CHURCH_DAMAGED,  # damage so far
    ROARS,
    ERUPTS,
    LAVA_PLACED,  # area
) = range(8)

# Phases of a round.
(
    TO_BEGIN_ROUND,
    TO_HOLD_COUNCIL,
    TO_TAKE_TURN,
    TO_ROAR_LATE,
    TO_LEVIATHAN,
    TO_INTERRUPT,
    TO_UNHOLY,
    TO_CAMP,
    TO_END_ROUND,
) = range(9)
