"""Priority charts at work: who comes first, and which area or hex holds the best targets.

A rank list is written as one number: a hexadecimal digit a line of the chart, the first line
highest, each the number of Holy units on that line. So the greater number is the better list: at
the first line where two lists differ, it has more units.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.scenarios.jumieges.charts import MOST_LINES, NOT_RANKED
from tolsim.joan.scenarios.jumieges.names import HOLY, LEVIATHAN
from tolsim.joan.scenarios.jumieges.victory import is_carrier
from tolsim.joan.state import NOBODY, area_of, owner_of

DIGIT = 4
# Choice of behaviour.ties.
PLAYER = 1


@kernel
def target_rank(s, p, chart, unit):
    """Line of a Holy unit in a chart, the first that fits; the charts are numbered like owners."""
    rank = p.target_rank[chart, unit]
    if chart == LEVIATHAN:
        if is_carrier(s, unit):
            rank = min(rank, p.rank_of_carrier)
        there = area_of(s, unit)
        if there == p.church or there == p.church_area:
            rank = min(rank, p.rank_in_church)
    return rank


@kernel
def holy_in(s, area):
    """Holy units of an area, as bits."""
    units = np.int64(0)
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY:
            units |= only(unit)
        unit = next_in(s, unit)
    return units


@kernel
def rank_list(s, p, chart, units):
    """Rank list of a set of Holy units."""
    found = np.int64(0)
    while units != 0:
        rank = target_rank(s, p, chart, lowest(units))
        units &= units - 1
        if rank != NOT_RANKED:
            found += np.int64(1) << np.int64(DIGIT * (MOST_LINES - 1 - rank))
    return found


@kernel
def first_line(ranks):
    """First line that a rank list fills, MOST_LINES if it is empty."""
    for line in range(MOST_LINES):
        if (ranks >> np.int64(DIGIT * (MOST_LINES - 1 - line))) & 15 != 0:
            return np.int64(line)
    return np.int64(MOST_LINES)


@kernel
def ties(p, ranks, best):
    """Tell whether a rank list leaves the choice between it and the best one open.

    Where the player decides ties, one equal best target is enough.
    """
    if p.behaviour_ties == PLAYER:
        return first_line(ranks) == first_line(best)
    return ranks == best


@kernel
def first_by_chart(s, p, chart, units):
    """Unit of a set that comes first: by rank, then fewer HP left, then number."""
    first = np.int64(NOBODY)
    best_rank = np.int64(0)
    while units != 0:
        unit = lowest(units)
        units &= units - 1
        rank = target_rank(s, p, chart, unit) if owner_of(s, unit) == HOLY else NOT_RANKED
        if (
            first < 0
            or rank < best_rank
            or (rank == best_rank and s.unit_hp[unit] < s.unit_hp[first])
        ):
            first = unit
            best_rank = np.int64(rank)
    return first


@kernel
def holy_areas(s, p):
    """Areas that hold Holy units, interiors among them, as bits."""
    areas = np.int64(0)
    for unit in range(p.units):
        if owner_of(s, unit) == HOLY and area_of(s, unit) >= 0:
            areas |= only(area_of(s, unit))
    return areas
