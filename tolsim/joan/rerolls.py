"""Rerolls of an attack: each unit with the trait one of its own dice, terrain and the token any."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import FACES_OF_A_DIE, KEEP, REROLL_FIRST, reroll_action
from tolsim.joan.counting import count_results, terrain_counts
from tolsim.joan.hooks import may_reroll, terrain_of
from tolsim.joan.movement import is_offered
from tolsim.joan.pools import reroll, throw_defence
from tolsim.joan.state import (
    AT_REROLL_DEFENCE,
    AT_STRIKE_BACK,
    ATTACK_DICE,
    DEFENCE_DICE,
    NOBODY,
    REROLL_TOKEN,
    REROLLED,
    argument,
    ask,
    go,
    mark,
    marked,
    offer,
    set_argument,
)
from tolsim.joan.terrain import FOREST, VILLAGE
from tolsim.joan.tokens import holds, spend
from tolsim.joan.traits import FEINT, PARRY


@kernel
def offer_dice(s, p, side, unit):
    """Offer the different dice of a pool, or of one unit in it."""
    for number in range(s.dice_count[side]):
        if unit < 0 or s.die_unit[side, number] == unit:
            action = reroll_action(
                np.int64(s.die_colour[side, number]), np.int64(s.die_face[side, number])
            )
            if not is_offered(s, action):
                offer(s, action)


@kernel
def offer_reroll_of_units(s, p, side, trait):
    """Offer the next unit's reroll of an own die; tell whether there is one."""
    for number in range(s.dice_count[side]):
        unit = np.int64(s.die_unit[side, number])
        if unit >= 0 and not marked(s, unit, REROLLED) and may_reroll(s, p, unit, trait):
            s.unit_in_hand = unit
            offer_dice(s, p, side, unit)
            return True
    return False


@kernel
def pose_reroll_attack(s, p):
    """Feint, then the token."""
    ask(s, s.attacker)
    if not offer_reroll_of_units(s, p, ATTACK_DICE, FEINT):
        s.unit_in_hand = NOBODY
        if argument(s, 2) == 0 and holds(s, s.attacker, REROLL_TOKEN, 1):
            offer_dice(s, p, ATTACK_DICE, NOBODY)
    if s.option_count == 0:
        throw_defence(s, p)
        set_argument(s, 2, 0)
        go(s, AT_REROLL_DEFENCE)
    else:
        offer(s, KEEP)


@kernel
def terrain_parries(s, p):
    """Tell whether forest or village lets the defence reroll a die."""
    terrain = terrain_of(s, p, s.target)
    parries = (terrain == FOREST and p.terrain_forest_parry != 0) or (
        terrain == VILLAGE and p.terrain_village_parry != 0
    )
    return parries and terrain_counts(s, p)


@kernel
def pose_reroll_defence(s, p):
    """Parry of units, of the terrain, then the token."""
    ask(s, s.defender)
    if not offer_reroll_of_units(s, p, DEFENCE_DICE, PARRY):
        s.unit_in_hand = NOBODY
        if s.reroll_used == 0 and terrain_parries(s, p):
            offer_dice(s, p, DEFENCE_DICE, NOBODY)
        elif argument(s, 2) == 0 and s.defender >= 0 and holds(s, s.defender, REROLL_TOKEN, 1):
            s.reroll_used = 1
            offer_dice(s, p, DEFENCE_DICE, NOBODY)
    if s.option_count == 0:
        count_results(s, p)
        go(s, AT_STRIKE_BACK)
    else:
        offer(s, KEEP)


@kernel
def reroll_shown(s, p, side, unit, colour, face):
    """Throw a die that shows this once more, of one unit or of any."""
    for number in range(s.dice_count[side]):
        if (
            (unit < 0 or s.die_unit[side, number] == unit)
            and s.die_colour[side, number] == colour
            and s.die_face[side, number] == face
        ):
            reroll(s, p, side, number)
            return


@kernel
def answer_reroll(s, p, action, side, owner):
    """Throw the die once more, or keep them all."""
    kept = action == KEEP
    if not kept:
        die = np.int64(action) - REROLL_FIRST
        reroll_shown(s, p, side, s.unit_in_hand, die // FACES_OF_A_DIE, die % FACES_OF_A_DIE)
    if s.unit_in_hand >= 0:
        mark(s, s.unit_in_hand, REROLLED)
    elif side == DEFENCE_DICE and s.reroll_used == 0:
        s.reroll_used = 1
    else:
        set_argument(s, 2, 1)
        if not kept:
            spend(s, owner, REROLL_TOKEN, 1)
