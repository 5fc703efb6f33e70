"""The return of the undying: fallen Unholy units come back in Camp and after a Roar."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.areas import is_free_for, put
from tolsim.joan.events import tell
from tolsim.joan.hooks import BY_PLACEMENT
from tolsim.joan.scenarios.jumieges.names import UNHOLY
from tolsim.joan.scenarios.jumieges.ranks import holy_areas
from tolsim.joan.scenarios.jumieges.unholy_ways import best_enemy_areas, crossable, moves_to
from tolsim.joan.state import INFIRMARY, NOWHERE, owner_of


@kernel
def return_undying(s, p):
    """Bring the Unholy units of the infirmary back, by name, then by number."""
    fallen = np.int64(0)
    for unit in range(p.units):
        if owner_of(s, unit) == UNHOLY and s.unit_area[unit] == INFIRMARY:
            fallen |= only(unit)
    while fallen != 0:
        unit = first_of_turn_chart(p, fallen)
        fallen &= ~only(unit)
        area = place_of_return(s, p, unit)
        if area >= 0:
            put(s, unit, area)
            tell(s, events.RETURNS, unit, area, 0)


@kernel
def first_of_turn_chart(p, units):
    """Unit of a set whose name acts first, of these the one with the lowest number."""
    first = lowest(units)
    while units != 0:
        if p.turn_rank[lowest(units)] < p.turn_rank[first]:
            first = lowest(units)
        units &= units - 1
    return first


@kernel
def place_of_return(s, p, unit):
    """Lava nearest to a Holy unit, else the Unholy Rally area; NOWHERE without room."""
    free = crossable(s, p)
    found = np.int64(NOWHERE)
    for area in range(p.areas):
        if (
            has(s.lava, area)
            and is_free_for(s, p, unit, area, BY_PLACEMENT)
            and (found < 0 or is_nearer(s, p, area, found, free))
        ):
            found = np.int64(area)
    if found < 0 and is_free_for(s, p, unit, p.unholy_rally, BY_PLACEMENT):
        return np.int64(p.unholy_rally)
    return found


@kernel
def is_nearer(s, p, area, other, free):
    """Compare two Lava areas: nearer to any enemy, to the best target, to the North-East."""
    holy = holy_areas(s, p)
    best = best_enemy_areas(s, p)
    nearer = moves_to(p, area, holy, free) - moves_to(p, other, holy, free)
    if nearer == 0:
        nearer = moves_to(p, area, best, free) - moves_to(p, other, best, free)
    return nearer < 0 or (nearer == 0 and p.north_east[area] > p.north_east[other])
