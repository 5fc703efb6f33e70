"""What a position, a unit and an area are worth here: the compass of heuristic play."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.actions import CHOOSE, PRAY_FOR_LEGEND, PRAY_FOR_XP, area_named, verb_of
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.movement import steps_of
from tolsim.joan.scenarios.jumieges.names import (
    AT_PATH,
    DAGOBERT,
    EQUIP,
    FACE_DOWN,
    FACE_UP,
    FOR_MAJOR,
    HOLY,
    LEAVE_TOKEN,
    LEVIATHAN,
    LOST,
    NUMBER_RELICS,
    NUMBER_SITES,
    ON_GROUND,
    REMOVE_TOKEN,
    REVEAL,
)
from tolsim.joan.scenarios.jumieges.relics import carries_another, is_hero
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.scenarios.jumieges.victory import is_carrier, relics_needed
from tolsim.joan.state import (
    LEGEND,
    area_of,
    on_board,
    owner_of,
    profile,
    stage_of,
)

# Units.
CARRIER_WORTH = 8.0
HERO_WORTH = 3.0
LEVIATHAN_WORTH = 12.0
UNDYING_WORTH = 0.3
STRENGTH_WORTH = 0.15

# Areas, in what a step nearer or farther is worth.
TO_A_TOKEN = 0.8
AT_A_TOKEN = 1.0
TO_THE_CHURCH = 0.15
GARRISON = 1.5
ENOUGH_GARRISON = 3
"""Units that a Gigantic attack of three dice may leave behind."""
ALARM = 4
"""Hexes between Leviathan and church at which the church wants a garrison."""
DANGER = 0.12
HERO_DANGER = 0.4
CARRIER_DANGER = 1.2
LEVIATHAN_DANGER = 0.6
CARRIER_NEAR_LEVIATHAN = 2.0
COMPANY = 0.3
"""What each troop beside a Character is worth, up to three: they take the results."""
ESCORT = 0.25
HUNT = 0.12

# Positions.
ON_THE_WAY = 0.75
"""Chance of a Relic that lies in the open, with all rounds to go."""
IN_INFIRMARY = 0.4
LEGEND_HELP = 0.05
DAMAGE_FEAR = 0.35
WOUND_HOPE = 0.5


@kernel
def rounds_left(s, p):
    """Rounds to go, the running one counted."""
    return p.scenario_rounds - s.turn + 1


@kernel
def hexes_to_church(s, p):
    """Hexes from the Leviathan to the church's."""
    there = area_of(s, p.leviathan)
    return p.hex_steps[p.hex_of[there], p.church_hex] if there >= 0 else np.int64(99)


# Units.


@fills(hooks.worth_of_unit, STATE)
def worth_of_unit(s, p, unit):
    """Carriers above all, then Characters; the Leviathan's health; the undying come back."""
    row = profile(s, unit)
    strength = STRENGTH_WORTH * (p.profile_attack_strength[row] + p.profile_defence_strength[row])
    if unit == p.leviathan:
        return LEVIATHAN_WORTH
    if owner_of(s, unit) != HOLY:
        return UNDYING_WORTH + strength
    if is_carrier(s, unit):
        return CARRIER_WORTH
    return HERO_WORTH if is_hero(p, unit) else 1.0 + strength


# Areas.


@kernel
def wants_token(s, p, unit, site):
    """Tell whether a Character has something to do at a site."""
    if s.token_status[site] == FACE_DOWN:
        return area_of(s, p.priest) == p.site_area[site]
    if s.token_status[site] != FACE_UP:
        return False
    relic = s.token_relic[site]
    return (
        s.relic_holder[relic] == ON_GROUND
        and s.tokens[HOLY, LEGEND] >= p.relic_cost[relic]
        and (relic == DAGOBERT or not carries_another(s, unit))
    )


@kernel
def danger_at(s, p, area):
    """Strength of the Unholy units that can strike an area with their next action."""
    strength = 0.0
    for unit in range(p.units):
        there = area_of(s, unit)
        if (
            there >= 0
            and owner_of(s, unit) > LEVIATHAN
            and p.distance[there, area] <= 1 + steps_of(s, p, unit)
        ):
            strength += p.profile_attack_strength[profile(s, unit)]
    return strength


@kernel
def is_near_leviathan(s, p, area):
    """Tell whether an area lies on a hex next to the Leviathan's."""
    there = area_of(s, p.leviathan)
    return there >= 0 and p.hex_steps[p.hex_of[there], p.hex_of[area]] <= 1


@kernel
def garrison(s, p, but):
    """Holy units in the church and its area, one not counted."""
    number = np.int64(0)
    for area in (p.church, p.church_area):
        unit = first_in(s, area)
        while unit >= 0:
            if owner_of(s, unit) == HOLY and unit != but:
                number += 1
            unit = next_in(s, unit)
    return number


@kernel
def troops_in(s, p, area):
    """Holy units of an area that are no Characters."""
    number = np.int64(0)
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY and not is_hero(p, unit):
            number += 1
        unit = next_in(s, unit)
    return number


@kernel
def worth_for_hero(s, p, unit, area):
    """Towards the Priest or a Relic that can be paid for, out of danger, among troops."""
    carrier = is_carrier(s, unit)
    fear = CARRIER_DANGER if carrier else HERO_DANGER
    worth = -fear * min(2.0, danger_at(s, p, area))
    worth += COMPANY * min(np.int64(3), troops_in(s, p, area))
    if is_near_leviathan(s, p, area):
        worth -= CARRIER_NEAR_LEVIATHAN if carrier else LEVIATHAN_DANGER
    nearest = np.int64(99)
    for site in range(NUMBER_SITES):
        if wants_token(s, p, unit, site):
            nearest = min(nearest, np.int64(p.distance[area, p.site_area[site]]))
    if nearest < 99:
        worth -= TO_A_TOKEN * nearest
        if nearest == 0:
            worth += AT_A_TOKEN
    return worth


@kernel
def worth_for_troop(s, p, unit, area):
    """Into the church when the Leviathan is near, else where there is somebody to strike."""
    worth = -DANGER * danger_at(s, p, area)
    if area_of(s, p.heroes[0]) == area or area_of(s, p.heroes[1]) == area:
        worth += ESCORT
    alarm = hexes_to_church(s, p) <= ALARM
    steps = p.distance[area, p.church]
    if alarm and garrison(s, p, unit) < ENOUGH_GARRISON:
        worth += GARRISON - 2.0 * TO_THE_CHURCH * steps
    else:
        worth -= TO_THE_CHURCH * min(np.int64(2), steps)
    if is_near_leviathan(s, p, area) and steps > 1:
        worth += HUNT
    for other in range(p.units):
        there = area_of(s, other)
        if there >= 0 and owner_of(s, other) > LEVIATHAN and p.distance[area, there] == 1:
            return worth + HUNT
    return worth


@fills(hooks.worth_of_area, STATE)
def worth_of_area(s, p, unit, area):
    """Worth of an area to a Character, to a troop, or, with the sign turned, to the undying."""
    if owner_of(s, unit) != HOLY:
        nearest = np.int64(99)
        for other in range(p.units):
            if owner_of(s, other) == HOLY and on_board(s, other):
                nearest = min(nearest, np.int64(p.distance[area, area_of(s, other)]))
        return -HUNT * nearest
    if is_hero(p, unit):
        return worth_for_hero(s, p, unit, area)
    return worth_for_troop(s, p, unit, area)


# Options.


@kernel
def legend_wanted(s, p):
    """Legend that the Relics left will cost, beyond what is at hand."""
    cost = np.int64(0)
    for relic in range(NUMBER_RELICS):
        if s.relic_holder[relic] == ON_GROUND:
            cost += p.relic_cost[relic]
    return cost - s.tokens[HOLY, LEGEND]


@fills(hooks.worth_of_action, STATE)
def worth_of_action(s, p, action):
    """Tokens, Relics, Prayers; a way for the Leviathan that strikes few units."""
    if action == EQUIP:
        return 100.0
    if action == REVEAL:
        return 90.0
    if action == REMOVE_TOKEN:
        return 1.0
    if action == LEAVE_TOKEN:
        return 0.0
    if action == PRAY_FOR_LEGEND:
        return 1.0 if legend_wanted(s, p) > 0 else 0.1
    if action == PRAY_FOR_XP:
        return 0.2
    if stage_of(s) == AT_PATH and verb_of(p, action) == CHOOSE:
        return path_worth(s, p, p.hex_of[area_named(p, action)])
    return -1.0


@kernel
def path_worth(s, p, goal):
    """Worth of a hex for the Leviathan: the fewer Holy units it comes near, the better."""
    worth = 20.0
    for unit in range(p.units):
        there = area_of(s, unit)
        if there >= 0 and owner_of(s, unit) == HOLY and p.hex_steps[p.hex_of[there], goal] <= 1:
            worth -= worth_of_unit(s, p, unit) / 2.0
    return max(0.0, worth)


# Positions.


@kernel
def relics_to_come(s, p):
    """Relics expected at the end: carried ones, and those that can still be reached."""
    number = 0.0
    reach = ON_THE_WAY * max(0.0, rounds_left(s, p) / p.scenario_rounds)
    heroes = 0
    for place in range(2):
        if on_board(s, p.heroes[place]):
            heroes += 1
    for relic in range(NUMBER_RELICS):
        holder = s.relic_holder[relic]
        if holder >= 0:
            number += 1.0 if on_board(s, holder) else IN_INFIRMARY
        elif holder != LOST and heroes > 0:
            number += reach * (0.5 if heroes == 1 else 1.0)
    return number


@fills(hooks.value_of_state, STATE)
def value_of_state(s, p, out):
    """Relics to come against those needed, the church's walls, the Leviathan's wounds."""
    if s.over != 0:
        out[HOLY] = s.returns[HOLY]
        return
    legend = np.int64(max(np.int64(0), min(np.int64(4), s.tokens[HOLY, LEGEND])))
    progress = relics_to_come(s, p) + LEGEND_HELP * legend
    value = -1.0 + 1.6 * min(1.0, progress / relics_needed(p, FOR_MAJOR))
    risk = s.church_damage / p.church_resistance
    if hexes_to_church(s, p) <= 1 and garrison(s, p, -1) == 0:
        risk += 0.5 / p.church_resistance
    value -= DAMAGE_FEAR * 2.0 * min(1.0, risk)
    full = p.profile_hp[profile(s, p.leviathan)]
    wounds = 1.0 - s.unit_hp[p.leviathan] / full
    value += WOUND_HOPE * wounds * wounds
    out[HOLY] = max(-1.0, min(1.0, value))
