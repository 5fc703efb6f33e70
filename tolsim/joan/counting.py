"""What an attack has left after Shields and cancelling, and what strikes back."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.dice import BLANK, DISRUPTED, KILL, PUSH, SHIELD, WHITE
from tolsim.joan.events import tell, tell_more
from tolsim.joan.hooks import soften, terrain_of
from tolsim.joan.pools import attack_face, defence_face, is_armed_peasants
from tolsim.joan.state import (
    ATTACK_DICE,
    ATTACKING,
    DEFENCE_DICE,
    DISRUPTEDS,
    DODGED,
    KILLS,
    MELEE,
    PUSHES,
    has_ability,
    has_trait,
    mark,
    marked,
    owner_of,
    profile,
    same_team,
)
from tolsim.joan.terrain import ROCKS, SWAMP
from tolsim.joan.traits import (
    BLANKS_STRIKE_BACK,
    CAVALRY,
    DODGE,
    FOLLOW_UP_IGNORES_SHIELD,
    IGNORES_SHIELD,
    IGNORES_TERRAIN,
    INFANTRY,
    RETALIATION,
    RETALIATION_VS_CAVALRY,
    RETALIATION_VS_INFANTRY,
)

STRIKES_CAVALRY = 2
"""First column of ``strikes`` for results that strike only cavalry back."""


@kernel
def count_shields(s, p):
    """Shields of the defence, less what the attack and the terrain take away."""
    shields = np.int64(0)
    for number in range(s.dice_count[DEFENCE_DICE]):
        if defence_face(s, p, number) == SHIELD:
            shields += 1
    unit = first_in(s, s.target)
    while unit >= 0:
        if not same_team(p, s.attacker, owner_of(s, unit)):
            shields += p.profile_shields[profile(s, unit)]
        unit = next_in(s, unit)
    if terrain_of(s, p, s.target) == SWAMP and terrain_counts(s, p):
        shields -= p.terrain_swamp_shields
    for attacker in range(p.units):
        if marked(s, attacker, ATTACKING) and s.attack_kind == MELEE:
            if has_ability(s, p, attacker, IGNORES_SHIELD):
                shields -= 1
            if s.attack_follows != 0 and has_ability(s, p, attacker, FOLLOW_UP_IGNORES_SHIELD):
                shields -= 1
    return max(np.int64(0), shields)


@kernel
def cancel(s, result, number):
    """Strike out results of a kind; return how many of the number are left."""
    struck = min(s.results[result], number)
    s.results[result] -= struck
    return number - struck


@kernel
def count_results(s, p):
    """Count what the attack has left after Shields and cancelling, and what strikes back."""
    for number in range(s.dice_count[ATTACK_DICE]):
        face = attack_face(s, p, number)
        if face == KILL:
            s.results[KILLS] += 1
        elif face == DISRUPTED:
            s.results[DISRUPTEDS] += 1
        elif face == PUSH:
            s.results[PUSHES] += 1
    if s.attack_kind == MELEE:
        for unit in range(p.units):
            if marked(s, unit, ATTACKING):
                s.results[PUSHES] += p.profile_pushes[profile(s, unit)]
    shields = count_shields(s, p)
    kills, disrupteds, pushes = s.results[KILLS], s.results[DISRUPTEDS], s.results[PUSHES]
    tell_more(s, events.COUNTS, kills, disrupteds, pushes, shields)
    soften(s, p, False)
    left = cancel(s, PUSHES, cancel(s, DISRUPTEDS, cancel(s, KILLS, shields)))
    cancel_by_units(s, p)
    soften(s, p, True)
    note_dodges(s, p)
    count_strikes(s, p)
    tell_more(
        s,
        events.SHIELDS,
        shields - left,
        s.results[KILLS],
        s.results[DISRUPTEDS],
        s.results[PUSHES],
    )


@kernel
def cancel_by_units(s, p):
    """Let the defending units cancel results that their profiles name."""
    unit = first_in(s, s.target)
    while unit >= 0:
        if not same_team(p, s.attacker, owner_of(s, unit)):
            row = profile(s, unit)
            cancel(s, KILLS, p.profile_cancel[row, KILLS])
            cancel(s, DISRUPTEDS, p.profile_cancel[row, DISRUPTEDS])
            cancel(s, PUSHES, p.profile_cancel[row, PUSHES])
        unit = next_in(s, unit)


@kernel
def note_dodges(s, p):
    """A unit with Dodge whose own defence shows a Blank avoids the attack."""
    for number in range(s.dice_count[DEFENCE_DICE]):
        unit = np.int64(s.die_unit[DEFENCE_DICE, number])
        if (
            unit >= 0
            and s.die_face[DEFENCE_DICE, number] == BLANK
            and has_trait(s, p, unit, DODGE)
            and not marked(s, unit, DODGED)
        ):
            mark(s, unit, DODGED)
            tell(s, events.DODGES, unit, 0, 0)


@kernel
def has_attacker_of(s, p, kind):
    """Tell whether a unit of a type is among the attackers."""
    for unit in range(p.units):
        if marked(s, unit, ATTACKING) and type_is(s, p, unit, kind):
            return True
    return False


@kernel
def type_is(s, p, unit, kind):
    """Tell whether a unit is of a type."""
    return p.profile_type[profile(s, unit)] == kind


@kernel
def retaliates(s, p, unit):
    """Tell whether a unit's Retaliation strikes all attackers."""
    if has_trait(s, p, unit, RETALIATION) or is_armed_peasants(s, p, unit):
        return True
    return has_trait(s, p, unit, RETALIATION_VS_INFANTRY) and has_attacker_of(s, p, INFANTRY)


@kernel
def count_strikes(s, p):
    """Count the results that strike the attackers of a melee back."""
    if s.attack_kind != MELEE:
        return
    rocks = terrain_of(s, p, s.target) == ROCKS and p.terrain_rocks_retaliation != 0
    rocks = rocks and terrain_counts(s, p)
    best_of_rocks = np.int64(PUSH)
    for number in range(s.dice_count[DEFENCE_DICE]):
        unit = np.int64(s.die_unit[DEFENCE_DICE, number])
        if unit < 0:
            continue
        face = defence_face(s, p, number)
        if face == KILL or face == DISRUPTED:
            if retaliates(s, p, unit):
                s.strikes[KILLS if face == KILL else DISRUPTEDS] += 1
            elif has_trait(s, p, unit, RETALIATION_VS_CAVALRY) and has_attacker_of(s, p, CAVALRY):
                s.strikes[STRIKES_CAVALRY + (KILLS if face == KILL else DISRUPTEDS)] += 1
            elif rocks:
                best_of_rocks = min(best_of_rocks, face)
        elif (
            face == BLANK
            and s.die_colour[DEFENCE_DICE, number] == WHITE
            and has_ability(s, p, unit, BLANKS_STRIKE_BACK)
        ):
            s.strikes[KILLS] += 1
    if best_of_rocks != PUSH:
        s.strikes[KILLS if best_of_rocks == KILL else DISRUPTEDS] += 1


@kernel
def terrain_counts(s, p):
    """Tell whether attackers and defenders include units that terrain helps and hinders."""
    attackers, defenders = False, False
    for unit in range(p.units):
        if marked(s, unit, ATTACKING):
            attackers = attackers or not has_ability(s, p, unit, IGNORES_TERRAIN)
        elif s.unit_area[unit] == s.target and not same_team(p, s.attacker, owner_of(s, unit)):
            defenders = defenders or not has_ability(s, p, unit, IGNORES_TERRAIN)
    return attackers and defenders
