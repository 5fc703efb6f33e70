"""What a player knows of the scenario's own state, as numbers."""

from __future__ import annotations

from tolsim.core.bits import has
from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan.hooks import observe_scenario
from tolsim.joan.observation import MANY
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.state import area_of

FIXED = 5
SCENARIO_NUMBERS = FIXED + 3 * 4


@kernel
def flag(value):
    """Write a truth as a number."""
    return 1.0 if value else 0.0


@fills(observe_scenario, STATE)
def observe_own(s, p, player, out):
    """Points, prayers, Saint Patrick, Horsemen and pentacles used."""
    out[0] = (s.vp_civilians + s.vp_final) / p.victory_points
    out[1] = s.prayers / MANY
    out[2] = s.prayers_spent / MANY
    out[3] = flag(s.patrick_used != 0)
    out[4] = flag(area_of(s, p.patrick) >= 0)
    for place in range(4):
        out[FIXED + place] = flag(has(s.horsemen_used, place))
        out[FIXED + 4 + place] = flag(has(s.pentacles_used, place))
        out[FIXED + 8 + place] = flag(s.last_pentacle == place)
