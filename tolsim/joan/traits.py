"""What a unit can be and can do, as the numbers that kernels test for.

Traits are shared words of the rulebooks. Abilities are what a unit's own card says beside them; an
ability that is not listed here is in the ledger as not modelled.
"""

from __future__ import annotations

# Types of unit.
INFANTRY, CAVALRY, FLYER, MACHINE = range(4)
TYPES = ("infantry", "cavalry", "flyer", "machine")

# Ways to shoot.
NO_SHOT, DIRECT, ARCING = range(3)
SHOTS = ("none", "direct", "arcing")

# Traits, each a bit of ``profile_traits``. Haste, Jump and Terror carry a number and are columns.
TRAITS = (
    "Character",
    "Civilian",
    "Big",
    "Gigantic",
    "Charge",
    "Feint",
    "Parry",
    "Dodge",
    "Retaliation",
    "Retaliation vs cavalry",
    "Retaliation vs infantry",
    "Targeting",
    "Slayer",
    "Ruthless",
    "Bodyguard",
    "Shield",
    "Support",
    "Cohesion",
    "Survival",
    "Immortal",
    "Prayer",
    "Heal",
    "Rally",
    "Reroll",
    "Never pushed",
    "Terror-immune",
    "Legendary",
    "Carrier",
    "Engineer",
    "Charisma",
    "Impetuous",
    "Mercenary",
    "Fireproof",
)
(
    CHARACTER,
    CIVILIAN,
    BIG,
    GIGANTIC_UNIT,
    CHARGE,
    FEINT,
    PARRY,
    DODGE,
    RETALIATION,
    RETALIATION_VS_CAVALRY,
    RETALIATION_VS_INFANTRY,
    TARGETING,
    SLAYER,
    RUTHLESS,
    BODYGUARD,
    SHIELD_TRAIT,
    SUPPORT,
    COHESION,
    SURVIVAL,
    IMMORTAL,
    PRAYER,
    HEAL,
    RALLY_POINT,
    REROLL,
    NEVER_PUSHED,
    TERROR_IMMUNE,
) = (1 << bit for bit in range(26))

# Traits without a public text: in the ledger by name, without effect.
UNKNOWN_TRAITS = ("Carrier", "Engineer", "Charisma", "Impetuous", "Mercenary", "Fireproof")

# Whom a unit's extra attack dice are for.
AGAINST_NOBODY, AGAINST_CAVALRY, AGAINST_INFANTRY, AGAINST_UNHOLY, WITH_ITS_LIKE, WITH_PENITENTS = (
    range(6)
)
EXTRA_AGAINST = ("none", "cavalry", "infantry", "unholy", "with its like", "with Penitents")

# Abilities, each a bit of ``profile_abilities``.
ABILITIES = (
    "ignores a Shield",
    "Legend on follow-up",
    "melee on follow-up",
    "follow-up ignores a Shield",
    "drains Legend",
    "second melee for Legend",
    "melee against three areas",
    "heals for XP",
    "Legend for a Kill",
    "defence for Legend",
    "any area of a hex",
    "Shields strike for Legend",
    "rerolls Shields",
    "rallies one Disrupted",
    "arms Peasants",
    "gains Intrigue",
    "gains XP",
    "gains Legend or Intrigue",
    "returns the Reroll",
    "leads its area",
    "Charge each turn",
    "Charge for a Kill",
    "Blanks strike back",
    "ignores terrain",
    "commands cavalry",
)
(
    IGNORES_SHIELD,
    LEGEND_ON_FOLLOW_UP,
    MELEE_ON_FOLLOW_UP,
    FOLLOW_UP_IGNORES_SHIELD,
    DRAINS_LEGEND,
    SECOND_MELEE_FOR_LEGEND,
    MELEE_AGAINST_THREE_AREAS,
    HEALS_FOR_XP,
    LEGEND_FOR_KILL,
    DEFENCE_FOR_LEGEND,
    ANY_AREA_OF_A_HEX,
    SHIELDS_STRIKE_FOR_LEGEND,
    REROLLS_SHIELDS,
    RALLIES_ONE_DISRUPTED,
    ARMS_PEASANTS,
    GAINS_INTRIGUE,
    GAINS_XP,
    GAINS_LEGEND_OR_INTRIGUE,
    RETURNS_REROLL,
    LEADS_ITS_AREA,
    CHARGE_EACH_TURN,
    CHARGE_FOR_KILL,
    BLANKS_STRIKE_BACK,
    IGNORES_TERRAIN,
    COMMANDS_CAVALRY,
) = (1 << bit for bit in range(25))
