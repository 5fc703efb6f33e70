"""What a player may know, as numbers: a block a unit, a block an area, and the rest.

Everything on the board is open to all; what a scenario hides it leaves out of its own part. "Mine"
and "theirs" are the observer's side and its enemies.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import state as st
from tolsim.joan.hooks import observe_scenario
from tolsim.joan.state import (
    argument,
    in_set,
    owner_of,
    profile,
    same_team,
    stage_of,
)

# Numbers of a unit's block.
(
    UNIT_MINE,
    UNIT_ON_BOARD,
    UNIT_X,
    UNIT_Y,
    UNIT_HP,
    UNIT_HIGHER_LEVEL,
    UNIT_IN_INFIRMARY,
    UNIT_WAITING,
    UNIT_DESTROYED,
    UNIT_RETURNING,
    UNIT_TO_ACT,
    UNIT_ATTACKING,
    UNIT_IN_HAND,
) = range(13)
UNIT_NUMBERS = 13

# Numbers of an area's block.
(
    AREA_MY_UNITS,
    AREA_THEIR_UNITS,
    AREA_MY_ATTACK,
    AREA_THEIR_ATTACK,
    AREA_MY_DEFENCE,
    AREA_THEIR_DEFENCE,
    AREA_ACTIVATED_BY_ME,
    AREA_IS_TARGET,
    AREA_IN_QUESTION,
) = range(9)
AREA_NUMBERS = 9

MANY = 4.0
"""Units, tokens, results and orders are divided by this."""
STAGES = st.SCENARIO_STAGE + 16
RESULTS = 8
DICE_NUMBERS = 2 * 4 * 6
TOKEN_NUMBERS = 8
GENERAL = 6


def observation_size(units: int, areas: int, owners: int, scenario: int) -> int:
    """Floats of an observation; ``scenario`` of them are the scenario's own, the last ones."""
    rest = GENERAL + owners * TOKEN_NUMBERS + RESULTS + DICE_NUMBERS + STAGES
    return units * UNIT_NUMBERS + areas * AREA_NUMBERS + rest + scenario


@kernel
def observe(s, p, player, out):
    """Write what a player may know, float32 ``[observation_size]``."""
    out[:] = 0.0
    place = write_units(s, p, player, out)
    place = write_areas(s, p, player, out, place)
    place = write_general(s, p, player, out, place)
    if s.over == 0:
        write_question(s, p, out, place)
    observe_scenario(s, p, player, out[place + RESULTS + DICE_NUMBERS + STAGES :])


@kernel
def write_units(s, p, player, out):
    """A block for each unit in play."""
    for unit in range(p.units):
        owner = owner_of(s, unit)
        if owner < 0:
            continue
        block = out[unit * UNIT_NUMBERS : (unit + 1) * UNIT_NUMBERS]
        area = np.int64(s.unit_area[unit])
        block[UNIT_MINE] = 1.0 if same_team(p, player, owner) else -1.0
        if area >= 0:
            block[UNIT_ON_BOARD] = 1.0
            block[UNIT_X] = p.area_x[area]
            block[UNIT_Y] = p.area_y[area]
            block[UNIT_HP] = np.int64(s.unit_hp[unit]) / MANY
        elif area == st.INFIRMARY:
            block[UNIT_IN_INFIRMARY] = 1.0
        elif area == st.WAITING:
            block[UNIT_WAITING] = 1.0
        elif area == st.DESTROYED:
            block[UNIT_DESTROYED] = 1.0
        elif area == st.RETURNING:
            block[UNIT_RETURNING] = 1.0
        if p.profile_upgraded_from[profile(s, unit)] >= 0:
            block[UNIT_HIGHER_LEVEL] = 1.0
        marks = np.int64(s.unit_marks[unit])
        if marks & st.TO_ACT != 0:
            block[UNIT_TO_ACT] = 1.0
        if marks & st.ATTACKING != 0:
            block[UNIT_ATTACKING] = 1.0
    return p.units * UNIT_NUMBERS


@kernel
def write_areas(s, p, player, out, place):
    """A block for each area: who stands there and how strong they are."""
    for unit in range(p.units):
        area = np.int64(s.unit_area[unit])
        owner = owner_of(s, unit)
        if area < 0 or owner < 0:
            continue
        block = out[place + area * AREA_NUMBERS : place + (area + 1) * AREA_NUMBERS]
        theirs = 0 if same_team(p, player, owner) else 1
        row = profile(s, unit)
        block[AREA_MY_UNITS + theirs] += 1.0 / MANY
        block[AREA_MY_ATTACK + theirs] += p.profile_attack_strength[row] / MANY
        block[AREA_MY_DEFENCE + theirs] += p.profile_defence_strength[row] / MANY
    for area in range(p.areas):
        if in_set(s.activated[player], area):
            out[place + area * AREA_NUMBERS + AREA_ACTIVATED_BY_ME] = 1.0
    if s.target >= 0:
        out[place + s.target * AREA_NUMBERS + AREA_IS_TARGET] = 1.0
    for option in range(s.option_count):
        action = np.int64(s.options[option])
        if action >= p.area_base:
            area = (action - p.area_base) % p.areas
            out[place + area * AREA_NUMBERS + AREA_IN_QUESTION] = 1.0
    return place + p.areas * AREA_NUMBERS


@kernel
def write_general(s, p, player, out, place):
    """Round, whose turn, orders and tokens, the observer's first."""
    out[place] = s.turn / 8.0
    out[place + 1] = s.phase / 8.0
    out[place + 2] = s.round_card / 8.0
    out[place + 3] = 1.0 if s.over == 0 and s.to_move == player else 0.0
    out[place + 4] = 1.0 if s.owner_in_turn == player else 0.0
    out[place + 5] = s.orders_done / 8.0
    place += GENERAL
    for ahead in range(p.owners):
        owner = (player + ahead) % p.owners
        for column in range(4):
            out[place + column] = s.tokens[owner, column] / MANY
            out[place + 4 + column] = s.orders[owner, column] / MANY
        place += TOKEN_NUMBERS
    return place


@kernel
def write_question(s, p, out, place):
    """What is asked, about which unit, with which dice and results on the table."""
    stage = stage_of(s)
    for column in range(4):
        out[place + column] = s.results[column] / MANY
        out[place + 4 + column] = s.strikes[column] / MANY
    place += RESULTS
    for side in range(2):
        for number in range(s.dice_count[side]):
            colour = np.int64(s.die_colour[side, number])
            face = np.int64(s.die_face[side, number])
            if colour < 4:
                out[place + (side * 4 + colour) * 6 + face] += 1.0 / MANY
    place += DICE_NUMBERS
    if stage < STAGES:
        out[place + stage] = 1.0
    unit = unit_asked_about(s, stage)
    if unit >= 0:
        out[unit * UNIT_NUMBERS + UNIT_IN_HAND] = 1.0


@kernel
def unit_asked_about(s, stage):
    """Unit that the question is about, -1 if it is about none."""
    if (
        stage == st.AT_UNIT
        or stage == st.AT_MOVE_ON
        or stage == st.AT_CHARGE_MOVE
        or stage == st.AT_PUSH
        or stage == st.AT_RALLY
        or stage == st.AT_CHANGE_DOOM
        or stage == st.AT_EXTRA_MELEE
        or stage == st.AT_THREE_AREAS
        or stage == st.AT_COMMAND
        or stage == st.AT_HEAL
        or stage == st.AT_WOUND_TO_HEAL
        or stage == st.AT_LEAD_AREA
        or stage == st.AT_UPKEEP
    ):
        return argument(s, 1)
    if (
        stage == st.AT_STAND_IN
        or stage == st.AT_REROLL_ATTACK
        or stage == st.AT_REROLL_DEFENCE
        or stage == st.AT_SPEND_LEGEND
    ):
        return s.unit_in_hand
    return np.int64(-1)
