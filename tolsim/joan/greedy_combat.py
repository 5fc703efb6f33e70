"""What the heuristic player expects of an attack, from the strengths of both sides.

A strength is the number of striking faces, or of Shields, that a unit's dice show on average.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import first_in, giant_area, next_in
from tolsim.joan.dice import DISRUPTED, KILL, SIDES
from tolsim.joan.hooks import may_act, terrain_of, worth_of_unit
from tolsim.joan.reach import can_attack, may_target
from tolsim.joan.state import (
    ATTACKING,
    DISRUPTEDS,
    KILLS,
    MAIN_DONE,
    MELEE,
    NOBODY,
    SHOT,
    TO_ACT,
    has_trait,
    marked,
    owner_of,
    profile,
    same_team,
)
from tolsim.joan.terrain import FOREST, SWAMP, VILLAGE
from tolsim.joan.traits import RETALIATION, RETALIATION_VS_CAVALRY

REROLL_IN_SHIELDS = 0.25
"""Shields that a reroll of one defence die is worth."""
CANCEL_IN_SHIELDS = 0.4
"""Shields that cancelling one Kill or Disrupted is worth; there may be none of the kind."""
VS_CAVALRY = 0.3
"""Share of attacks in which Retaliation against cavalry finds any."""
TERROR_LOSS = 0.3
"""Part of an attack that each level of Terror takes, tests of some attackers failing."""
RISK = 0.7
"""Weight of what an attack costs against what it takes."""
FALL_WORTH = 0.3
"""Part of a unit's worth that its first wounds take, the rest goes with the last."""


@kernel
def attack_strength(p, row):
    """Striking faces of a unit's attack."""
    return np.float64(p.profile_attack_strength[row])


@kernel
def strikes_of(p, row):
    """Striking faces of a unit's defence dice."""
    strikes = 0.0
    for colour in range(4):
        if p.profile_defence[row, colour] > 0:
            for side in range(SIDES):
                face = p.die_side[colour, side]
                if face == KILL or face == DISRUPTED:
                    strikes += p.profile_defence[row, colour] / SIDES
    return strikes


@kernel
def strike_back_strength(s, p, unit):
    """Results that a defending unit returns to its attackers on average."""
    if has_trait(s, p, unit, RETALIATION):
        return strikes_of(p, profile(s, unit))
    if has_trait(s, p, unit, RETALIATION_VS_CAVALRY):
        return VS_CAVALRY * strikes_of(p, profile(s, unit))
    return 0.0


@kernel
def hit_worth(s, p, unit):
    """Worth of one result to a unit's side: all of it on the last HP, else a part."""
    hp = np.int64(s.unit_hp[unit])
    worth = worth_of_unit(s, p, unit)
    return worth if hp <= 1 else FALL_WORTH * worth + (1.0 - FALL_WORTH) * worth / hp


@kernel
def results_left(attack, shields):
    """Results that are left on average: all without Shields, half against as many."""
    return 0.0 if attack <= 0.0 else attack * attack / (attack + shields)


@kernel
def terrain_shields(s, p, target, shields):
    """Shields of a defence with what the terrain adds and takes away."""
    terrain = terrain_of(s, p, target)
    if terrain == SWAMP:
        return max(0.0, shields - p.terrain_swamp_shields)
    if (terrain == FOREST and p.terrain_forest_parry != 0) or (
        terrain == VILLAGE and p.terrain_village_parry != 0
    ):
        return shields + REROLL_IN_SHIELDS
    return shields


@kernel
def attack_worth(s, p, owner, target, kind, attack, risk):
    """Worth of an attack: the units it takes, less those it costs.

    ``risk`` is the worth of the attacker that a result strikes back.
    """
    shields, back, total, lives = 0.0, 0.0, 0.0, 0.0
    least = np.inf
    terror = np.int64(0)
    unit = first_in(s, target)
    while unit >= 0:
        if not same_team(p, owner, owner_of(s, unit)):
            row = profile(s, unit)
            worth = hit_worth(s, p, unit)
            shields += p.profile_defence_strength[row]
            cancelled = p.profile_cancel[row, KILLS] + p.profile_cancel[row, DISRUPTEDS]
            shields += CANCEL_IN_SHIELDS * cancelled
            least = min(least, worth)
            total += worth * s.unit_hp[unit]
            lives += s.unit_hp[unit]
            if kind == MELEE:
                back += strike_back_strength(s, p, unit)
                terror = max(terror, p.profile_terror[row])
        unit = next_in(s, unit)
    if lives == 0.0:
        return 0.0
    attack *= 1.0 - TERROR_LOSS * min(np.int64(2), terror)
    results = min(lives, results_left(attack, terrain_shields(s, p, target, shields)))
    # Who defends gives the results to the units it can best do without.
    return results * 0.5 * (least + total / lives) - RISK * back * risk


@kernel
def joins(s, p, unit, under_way):
    """Tell whether a unit of an area can add its dice, now or in an activation to come."""
    if marked(s, unit, ATTACKING):
        return True
    if under_way:
        return marked(s, unit, TO_ACT) and not marked(s, unit, MAIN_DONE)
    return may_act(s, p, unit)


@kernel
def pooled_worth(s, p, owner, origin, target, kind, under_way):
    """Worth of an attack by all units of an area that can take part."""
    attack = 0.0
    risk = np.inf
    unit = first_in(s, origin)
    while unit >= 0:
        if (
            owner_of(s, unit) == owner
            and joins(s, p, unit, under_way)
            and can_attack(s, p, unit, target, kind)
        ):
            attack += attack_strength(p, profile(s, unit))
            risk = min(risk, hit_worth(s, p, unit))
        unit = next_in(s, unit)
    if attack == 0.0:
        return 0.0
    return attack_worth(s, p, owner, target, kind, attack, risk)


@kernel
def alone_worth(s, p, unit, target, kind):
    """Worth of an attack by one unit alone."""
    attack = attack_strength(p, profile(s, unit))
    return attack_worth(s, p, owner_of(s, unit), target, kind, attack, hit_worth(s, p, unit))


@kernel
def melee_target(s, p, origin, place):
    """Area that a melee over a neighbour's border attacks."""
    area = p.near[origin, place]
    giant = giant_area(s, p, area)
    return giant if giant >= 0 else area


@kernel
def best_melee_target(s, p, owner, origin):
    """Neighbour that an area's units attack with the most worth, NOBODY if it is worth nothing."""
    best = 0.0
    chosen = np.int64(NOBODY)
    for place in range(p.near_count[origin]):
        target = np.int64(melee_target(s, p, origin, place))
        if s.area_first[target] >= 0 and may_target(s, p, owner, target):
            worth = pooled_worth(s, p, owner, origin, target, MELEE, False)
            if worth > best:
                best = worth
                chosen = target
    return chosen


@kernel
def best_shot_worth(s, p, unit):
    """Worth of a unit's best shot, 0 if it has none."""
    best = 0.0
    if p.profile_shot_kind[profile(s, unit)] != 0:
        for area in range(p.areas):
            if s.area_first[area] >= 0 and can_attack(s, p, unit, area, SHOT):
                best = max(best, alone_worth(s, p, unit, area, SHOT))
    return best
