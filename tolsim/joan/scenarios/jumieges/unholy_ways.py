"""Where Unholy units walk: the closest enemy, shortest ways, and back onto the board.

Sets of areas are bits; a walk is looked at layer by layer.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, only
from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import giant_area, may_stand
from tolsim.joan.hooks import BY_MOVE
from tolsim.joan.scenarios.jumieges.names import UNHOLY
from tolsim.joan.scenarios.jumieges.ranks import first_by_chart, holy_areas, holy_in
from tolsim.joan.state import NOWHERE, area_of

FAR = 99
# Choices of the rules named like them.
BY_MOVES = 0


@kernel
def crossable(s, p):
    """Areas that Unholy units may cross: no Holy unit, no Lava, no interior, not the Leviathan's."""
    areas = ~(holy_areas(s, p) | s.lava | p.interiors)
    for area in range(p.areas):
        if giant_area(s, p, area) != NOWHERE:
            areas &= ~only(area)
    if area_of(s, p.leviathan) >= 0:
        areas &= ~only(area_of(s, p.leviathan))
    return areas


@kernel
def beyond(p, areas):
    """Areas next to one of a set."""
    found = np.int64(0)
    for area in range(p.areas):
        if has(areas, area):
            found |= p.near_areas[area]
    return found


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
    for area in range(p.areas):
        if has(holy, area):
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
    moves = moves_to(p, start, goals, free)
    if moves == FAR:
        return np.int64(0)
    return beyond(p, layer_from(p, only(start), free, moves - 1)) & goals


@kernel
def farthest_north_east(p, areas):
    """Area of a set that lies farthest to the North-East."""
    found = np.int64(NOWHERE)
    for area in range(p.areas):
        if has(areas, area) and (found < 0 or p.north_east[area] > p.north_east[found]):
            found = np.int64(area)
    return found


@kernel
def with_room(s, p, unit, areas):
    """Areas of a set where a unit may stand."""
    found = np.int64(0)
    for area in range(p.areas):
        if has(areas, area) and may_stand(s, p, unit, area, BY_MOVE):
            found |= only(area)
    return found


@kernel
def best_enemy_areas(s, p):
    """Areas of the Holy units that stand highest in the Unholy chart."""
    units = np.int64(0)
    for area in range(p.areas):
        units |= holy_in(s, area)
    found = np.int64(0)
    if units != 0:
        found = only(area_of(s, first_by_chart(s, p, UNHOLY, units)))
    return found
