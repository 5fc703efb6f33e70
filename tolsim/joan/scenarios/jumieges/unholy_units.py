"""The Unholy units' turn: each attacks who is next to it, or walks towards the closest enemy."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import count, has, lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import CHOOSE, area_action, area_named, unit_named
from tolsim.joan.attack import begin_attack, offer_unlike
from tolsim.joan.hooks import came_to_rest
from tolsim.joan.movement import come_to
from tolsim.joan.scenarios.jumieges.interrupts import begin_interrupts
from tolsim.joan.scenarios.jumieges.names import (
    AT_UNHOLY,
    AT_UNHOLY_MELEE,
    AT_UNHOLY_WAY,
    HOLY,
    UNHOLY,
)
from tolsim.joan.scenarios.jumieges.ranks import PLAYER, holy_areas, holy_in, rank_list, ties
from tolsim.joan.scenarios.jumieges.unholy_ways import (
    FAR,
    best_enemy_areas,
    closest_enemies,
    crossable,
    farthest_north_east,
    layer_from,
    moves_to,
    nearest_of,
    with_room,
)
from tolsim.joan.state import (
    ATTACK_MARKS,
    ATTACKING,
    MELEE,
    NOWHERE,
    area_of,
    argument,
    ask,
    mark,
    offer,
    on_board,
    owner_of,
    pop,
    profile,
    push,
    set_argument,
    type_of,
    unmark_all,
)
from tolsim.joan.traits import ANY_AREA_OF_A_HEX, CAVALRY

CAVALRY_MOVES = 2
# Choices of the rules named like them.
NEAREST, BY_NUMBER, PLAYERS_CHOICE = range(3)
POOLED = 0
SIDESTEP = 0


@kernel
def begin_unholy(s, p, own_turn):
    """Let every Unholy unit act, in their own turn or by a Roar."""
    s.unholy_acted = 0
    s.by_leviathan = 0
    push(s, AT_UNHOLY, 1 if own_turn else 0, 0, 0)


# Who acts next.


@kernel
def is_to_act(s, unit):
    """Tell whether an Unholy unit has not acted yet."""
    return owner_of(s, unit) == UNHOLY and on_board(s, unit) and not has(s.unholy_acted, unit)


@kernel
def next_of_a_name(s, p):
    """Units of the name that acts next, as bits; none when all have acted."""
    first = np.int64(p.turn_ranks)
    units = np.int64(0)
    for unit in range(p.units):
        if is_to_act(s, unit):
            rank = p.turn_rank[unit]
            if rank < first:
                first = rank
                units = np.int64(0)
            if rank == first:
                units |= only(unit)
    return units


@kernel
def next_unit(s, p, units):
    """Unit of a name that acts first: nearest to an enemy, North-Easternmost; or by number."""
    if p.unholy_order == BY_NUMBER or count(units) == 1:
        return lowest(units)
    areas = np.int64(0)
    left = units
    while left != 0:
        areas |= only(area_of(s, lowest(left)))
        left &= left - 1
    area = farthest_north_east(p, nearest_of(p, areas, holy_areas(s, p), crossable(s, p)))
    while area_of(s, lowest(units)) != area:
        units &= units - 1
    return lowest(units)


@kernel
def pose_unholy(s, p):
    """Let the next unit act; in their own turn an Interrupt may come between."""
    if argument(s, 2) != 0:
        set_argument(s, 2, 0)
        begin_interrupts(s, p)
        return
    units = next_of_a_name(s, p)
    if units == 0:
        pop(s)
        return
    if p.unholy_order != PLAYERS_CHOICE:
        begin_acting(s, p, next_unit(s, p, units))
        return
    ask(s, HOLY)
    while units != 0:
        offer_unlike(s, p, lowest(units))
        units &= units - 1


@kernel
def answer_unholy(s, p, action):
    """Let it act."""
    begin_acting(s, p, unit_named(p, action))


@kernel
def begin_acting(s, p, unit):
    """Attack if an enemy is next to the unit, else walk."""
    s.unholy_acted |= only(unit)
    if argument(s, 1) != 0 and p.orders_interrupt_window == 0:
        set_argument(s, 2, 1)
    if has_enemy_beside(s, p, unit):
        push(s, AT_UNHOLY_MELEE, unit, 0, 0)
    else:
        push(s, AT_UNHOLY_WAY, unit, 0, 0)


# Attacking.


@kernel
def ranks_at(s, p, area):
    """Rank list of an area's Holy units in the Unholy chart."""
    return rank_list(s, p, UNHOLY, holy_in(s, area))


@kernel
def has_enemy_beside(s, p, unit):
    """Tell whether a target is next to a unit."""
    here = area_of(s, unit)
    for place in range(p.near_count[here]):
        if ranks_at(s, p, p.near[here, place]) != 0:
            return True
    return False


@kernel
def offer_best_areas(s, p, areas):
    """Offer the area with the best targets, then with more units, then North-Easternmost.

    Where the player decides ties, all whose best target is as good.
    """
    best = np.int64(0)
    left = areas
    while left != 0:
        best = max(best, ranks_at(s, p, lowest(left)))
        left &= left - 1
    chosen = np.int64(NOWHERE)
    while areas != 0:
        area = lowest(areas)
        areas &= areas - 1
        if ties(p, ranks_at(s, p, area), best):
            if p.behaviour_ties == PLAYER:
                offer(s, area_action(p, CHOOSE, area))
            elif chosen < 0 or comes_first(s, p, area, chosen):
                chosen = area
    if chosen >= 0:
        offer(s, area_action(p, CHOOSE, chosen))


@kernel
def comes_first(s, p, area, other):
    """Tell which of two areas of equal rank lists comes first."""
    more = count(holy_in(s, area)) - count(holy_in(s, other))
    return more > 0 or (more == 0 and p.north_east[area] > p.north_east[other])


@kernel
def pose_unholy_melee(s, p):
    """Choose the area to attack."""
    ask(s, HOLY)
    here = area_of(s, argument(s, 1))
    areas = np.int64(0)
    for place in range(p.near_count[here]):
        if ranks_at(s, p, p.near[here, place]) != 0:
            areas |= only(p.near[here, place])
    offer_best_areas(s, p, areas)


@kernel
def answer_unholy_melee(s, p, action):
    """Attack it, together with the units of the area that have not acted."""
    unit = argument(s, 1)
    here = area_of(s, unit)
    pop(s)
    unmark_all(s, p, ATTACK_MARKS)
    mark(s, unit, ATTACKING)
    if p.unholy_attack == POOLED:
        for other in range(p.units):
            if is_to_act(s, other) and area_of(s, other) == here:
                mark(s, other, ATTACKING)
                s.unholy_acted |= only(other)
    begin_attack(s, p, here, area_named(p, action), MELEE, UNHOLY, 0, 0)


# Walking.


@kernel
def pose_unholy_way(s, p):
    """Choose the closest enemy to walk towards; without a way the unit stays."""
    ask(s, HOLY)
    unit = argument(s, 1)
    goals = closest_enemies(s, p, area_of(s, unit))
    if goals == 0:
        pop(s)
        return
    offer_best_areas(s, p, goals)


@kernel
def answer_unholy_way(s, p, action):
    """Walk."""
    unit = argument(s, 1)
    pop(s)
    walk_towards(s, p, unit, area_named(p, action))


@kernel
def walk_towards(s, p, unit, goal):
    """Walk one area, cavalry two, never past the area next to the goal."""
    free = crossable(s, p)
    here = area_of(s, unit)
    moves = moves_to(p, here, only(goal), free)
    most = CAVALRY_MOVES if type_of(s, p, unit) == CAVALRY else 1
    steps = min(np.int64(most), moves - 1)
    if steps <= 0:
        return
    if uses_whole_hexes(s, p, unit):
        walk_by_hexes(s, p, unit, goal, steps)
        return
    while steps > 0:
        ways = layer_from(p, only(here), free, steps) & layer_from(
            p, only(goal), free, moves - steps
        )
        last = farthest_north_east(p, with_room(s, p, unit, ways))
        if last >= 0:
            walk_through(s, p, unit, goal, last, steps, moves)
            return
        steps -= 1
    if p.unholy_no_room == SIDESTEP:
        step_aside(s, p, unit, free)


@kernel
def walk_through(s, p, unit, goal, last, steps, moves):
    """Walk to an area of a shortest way, North-Easternmost between; each area is entered."""
    if steps == CAVALRY_MOVES:
        free = crossable(s, p)
        here = area_of(s, unit)
        between = p.near_areas[here] & p.near_areas[last] & free
        between &= layer_from(p, only(goal), free, moves - 1)
        come_to(s, p, unit, farthest_north_east(p, between))
    come_to(s, p, unit, last)
    came_to_rest(s, p, unit, last)


@kernel
def step_aside(s, p, unit, free):
    """Without room on the way, go to the area beside that is nearest to the best target."""
    here = area_of(s, unit)
    goals = best_enemy_areas(s, p)
    nearest = moves_to(p, here, goals, free)
    around = with_room(s, p, unit, p.near_areas[here] & free)
    found = np.int64(0)
    while around != 0:
        area = lowest(around)
        around &= around - 1
        moves = moves_to(p, area, goals, free)
        if moves < nearest:
            nearest = moves
            found = np.int64(0)
        if moves == nearest and moves != FAR:
            found |= only(area)
    area = farthest_north_east(p, found)
    if area >= 0:
        come_to(s, p, unit, area)
        came_to_rest(s, p, unit, area)


# Mounted Spectres that use any area of a hex they enter.


@kernel
def uses_whole_hexes(s, p, unit):
    """Tell whether a unit picks its area in the hexes that it enters."""
    abilities = p.profile_abilities[profile(s, unit)]
    return p.unholy_spectre_hex_step != 0 and abilities & ANY_AREA_OF_A_HEX != 0


@kernel
def walk_by_hexes(s, p, unit, goal, steps):
    """Walk step by step; in each hex entered take the area with fewest moves left."""
    for step in range(steps):
        free = crossable(s, p)
        here = area_of(s, unit)
        moves = moves_to(p, here, only(goal), free)
        if moves <= 1:
            break
        nearer = p.near_areas[here] & layer_from(p, only(goal), free, moves - 1)
        if step == steps - 1:
            nearer = with_room(s, p, unit, nearer)
        area = farthest_north_east(p, nearer)
        if area < 0:
            break
        come_to(s, p, unit, nearest_in_hex(s, p, unit, area, goal, free))
    came_to_rest(s, p, unit, area_of(s, unit))


@kernel
def nearest_in_hex(s, p, unit, area, goal, free):
    """Area of the hex entered that has fewest moves left to the goal and room."""
    best = np.int64(area)
    if p.hex_of[area] == p.hex_of[area_of(s, unit)]:
        return best
    others = with_room(s, p, unit, p.areas_of_hex[p.hex_of[area]] & free)
    while others != 0:
        other = lowest(others)
        others &= others - 1
        moves = moves_to(p, other, only(goal), free)
        if moves < moves_to(p, best, only(goal), free):
            best = other
    return best
