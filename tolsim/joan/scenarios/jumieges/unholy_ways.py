"""Where Unholy units walk: the closest enemy, shortest ways, and back onto the board.

Sets of areas are bits; a walk is looked at layer by layer.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import area_of_giant, may_stand
from tolsim.joan.hooks import BY_MOVE
from tolsim.joan.scenarios.jumieges.names import HOLY, UNHOLY
from tolsim.joan.scenarios.jumieges.ranks import first_by_chart, holy_areas
from tolsim.joan.state import NOWHERE, area_of, on_board, owner_of

FAR = 99
# Choices of the rules named like them.
BY_MOVES = 0


@kernel
def crossable(s, p):
    """Areas that Unholy units may cross: no Holy unit, no Lava, no interior, not the Leviathan's."""
    barred = holy_areas(s, p) | s.lava | p.interiors
    for number in range(p.giants):
        there = area_of_giant(s, p, number)
        if there >= 0:
            barred |= p.areas_of_hex[p.hex_of[there]]
    if on_board(s, p.leviathan):
        barred |= only(area_of(s, p.leviathan))
    return ~barred


@kernel
def beyond(p, areas):
    """Areas next to one of a set."""
    found = np.int64(0)
    while areas != 0:
        found |= p.near_areas[lowest(areas)]
        areas &= areas - 1
    return found


@kernel
def nearest_of(p, areas, goals, free):
    """Areas of a set with fewest moves into one of the goals; all of them where none has a way.

    The search goes out from the goals, which takes as many moves as the way there.
    """
    found = areas & goals
    layer = goals
    reached = goals
    while found == 0 and layer != 0:
        around = beyond(p, layer)
        found = around & areas
        layer = around & free & ~reached
        reached |= layer
    return found if found != 0 else areas


@kernel
def moves_to(p, start, goals, free):
    """Fewest moves from an area into one of a set, over free areas between; FAR without a way."""
    if has(goals, start):
        return np.int64(0)
    layer = only(start)
    reached = layer
    moves = np.int64(0)
    while layer != 0:
        moves += 1
        around = beyond(p, layer)
        if around & goals != 0:
            return moves
        layer = around & free & ~reached
        reached |= layer
    return np.int64(FAR)


@kernel
def layer_from(p, areas, free, moves):
    """Areas exactly so many moves from a set, over free areas."""
    layer = areas
    reached = areas
    for _ in range(moves):
        layer = beyond(p, layer) & free & ~reached
        reached |= layer
    return layer


@kernel
def closest_by_hexes(s, p, start):
    """Areas of the Holy units whose hexes are nearest."""
    nearest = np.int64(FAR)
    found = np.int64(0)
    holy = holy_areas(s, p)
    while holy != 0:
        area = lowest(holy)
        holy &= holy - 1
        steps = p.hex_steps[p.hex_of[start], p.hex_of[area]]
        if steps < nearest:
            nearest = np.int64(steps)
            found = np.int64(0)
        if steps == nearest:
            found |= only(area)
    return found


@kernel
def closest_enemies(s, p, start):
    """Areas of the closest Holy units that can be reached."""
    free = crossable(s, p)
    goals = holy_areas(s, p) if p.unholy_closest == BY_MOVES else closest_by_hexes(s, p, start)
    # One search tells how far they are and which: those met by the first layer that meets any.
    found = np.int64(0)
    layer = only(start)
    reached = layer
    while found == 0 and layer != 0:
        around = beyond(p, layer)
        found = around & goals
        layer = around & free & ~reached
        reached |= layer
    return found


@kernel
def farthest_north_east(p, areas):
    """Area of a set that lies farthest to the North-East."""
    found = np.int64(NOWHERE)
    while areas != 0:
        area = lowest(areas)
        areas &= areas - 1
        if found < 0 or p.north_east[area] > p.north_east[found]:
            found = area
    return found


@kernel
def with_room(s, p, unit, areas):
    """Areas of a set where a unit may stand."""
    found = np.int64(0)
    while areas != 0:
        area = lowest(areas)
        areas &= areas - 1
        if may_stand(s, p, unit, area, BY_MOVE):
            found |= only(area)
    return found


@kernel
def best_enemy_areas(s, p):
    """Areas of the Holy units that stand highest in the Unholy chart."""
    units = np.int64(0)
    for unit in range(p.units):
        if owner_of(s, unit) == HOLY and on_board(s, unit):
            units |= only(unit)
    found = np.int64(0)
    if units != 0:
        found = only(area_of(s, first_by_chart(s, p, UNHOLY, units)))
    return found
