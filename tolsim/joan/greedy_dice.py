"""Which dice the heuristic player throws again: those that do less than a new throw would."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import FACES_OF_A_DIE, KEEP, REROLL_FIRST
from tolsim.joan.dice import DISRUPTED, KILL, PUSH, SHIELD, SIDES
from tolsim.joan.pools import attack_face, defence_face
from tolsim.joan.state import (
    AT_REROLL_ATTACK,
    ATTACK_DICE,
    DEFENCE_DICE,
    MELEE,
    has_trait,
    profile,
)
from tolsim.joan.traits import RETALIATION

DISRUPTED_WORTH = 0.9
PUSH_WORTH = 0.25
STRIKE_BACK_WORTH = 0.6
"""Worth of faces against a Kill's in attack, a Shield's in defence."""
TOKEN_WORTH = 0.3
"""What a throw must gain before a Reroll token is spent on it."""


@kernel
def attack_die_worth(s, p, unit, face):
    """Worth of a face of an attack die, its unit's changes made."""
    if unit >= 0:
        row = profile(s, unit)
        if s.attack_kind == MELEE:
            face = p.profile_melee_change[row, face]
        else:
            face = p.profile_shot_change[row, face]
    if face == KILL:
        return 1.0
    if face == DISRUPTED:
        return DISRUPTED_WORTH
    return PUSH_WORTH if face == PUSH else 0.0


@kernel
def defence_die_worth(s, p, unit, face):
    """Worth of a face of a defence die, its unit's changes made."""
    if unit >= 0:
        face = p.profile_defence_change[profile(s, unit), face]
    if face == SHIELD:
        return 1.0
    if (
        unit >= 0
        and s.attack_kind == MELEE
        and (face == KILL or face == DISRUPTED)
        and has_trait(s, p, unit, RETALIATION)
    ):
        return STRIKE_BACK_WORTH
    return 0.0


@kernel
def strikes_uncancelled(s, p):
    """Tell whether the attack shows more Kills and Disrupteds than the defence shows Shields."""
    left = 0
    for number in range(s.dice_count[ATTACK_DICE]):
        face = attack_face(s, p, number)
        if face == KILL or face == DISRUPTED:
            left += 1
    for number in range(s.dice_count[DEFENCE_DICE]):
        if defence_face(s, p, number) == SHIELD:
            left -= 1
    return left > 0


@kernel
def reroll_worth(s, p, stage, action):
    """Worth of throwing a die that shows this once more, against keeping all."""
    if action == KEEP:
        return 0.0
    attacks = stage == AT_REROLL_ATTACK
    if not attacks and not strikes_uncancelled(s, p):
        return -1.0
    unit = np.int64(s.unit_in_hand)
    die = np.int64(action) - REROLL_FIRST
    colour = die // FACES_OF_A_DIE
    shown = die % FACES_OF_A_DIE
    now, new = 0.0, 0.0
    if attacks:
        now = attack_die_worth(s, p, unit, shown)
        for side in range(SIDES):
            new += attack_die_worth(s, p, unit, p.die_side[colour, side]) / SIDES
    else:
        now = defence_die_worth(s, p, unit, shown)
        for side in range(SIDES):
            new += defence_die_worth(s, p, unit, p.die_side[colour, side]) / SIDES
    return new - now - (TOKEN_WORTH if unit < 0 else 0.0)
