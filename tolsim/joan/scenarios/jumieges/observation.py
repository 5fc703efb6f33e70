"""What the player knows of the scenario's own state, as numbers."""

from __future__ import annotations

from tolsim.core.bits import has
from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan.hooks import observe_scenario
from tolsim.joan.scenarios.jumieges.names import (
    FACE_DOWN,
    GONE,
    LOST,
    NUMBER_RELICS,
    NUMBER_SITES,
    ON_GROUND,
)
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.state import HELD, area_of

FIXED = 10
PER_SITE = 4 + NUMBER_RELICS + 2
PER_RELIC = 4
HELD_UNITS = FIXED + NUMBER_SITES * PER_SITE + NUMBER_RELICS * PER_RELIC
SCENARIO_NUMBERS = HELD_UNITS + 1
FULL_HEALTH = 16.0
MANY = 4.0


@kernel
def flag(value):
    """Write a truth as a number."""
    return 1.0 if value else 0.0


@fills(observe_scenario, STATE)
def observe_own(s, p, player, out):
    """Health, damage, tokens as far as they are turned up, Relics, the Priest."""
    out[0] = s.unit_hp[p.leviathan] / FULL_HEALTH
    out[1] = s.church_damage / MANY
    out[2] = s.church_damage / p.church_resistance
    out[3] = s.tokens_revealed / MANY
    out[4] = s.lava_placed / MANY
    out[5] = (s.wounds_inflicted % p.champion_wounds) / MANY
    out[6] = (s.units_destroyed % p.champion_kills) / MANY
    out[7] = flag(s.roared != 0)
    out[8] = flag(area_of(s, p.priest) >= 0)
    out[9] = flag(s.owner_in_turn == player)
    for site in range(NUMBER_SITES):
        observe_site(s, p, site, out[FIXED + site * PER_SITE :])
    place = FIXED + NUMBER_SITES * PER_SITE
    for relic in range(NUMBER_RELICS):
        holder = s.relic_holder[relic]
        out[place] = flag(holder == p.heroes[0])
        out[place + 1] = flag(holder == p.heroes[1])
        out[place + 2] = flag(holder == ON_GROUND)
        out[place + 3] = flag(holder == LOST)
        place += PER_RELIC
    held = 0
    for unit in range(p.units):
        if area_of(s, unit) == HELD:
            held += 1
    out[HELD_UNITS] = held / MANY


@kernel
def observe_site(s, p, site, out):
    """One site: its token, the Relic under it once it is turned up, the Priest, Lava."""
    status = s.token_status[site]
    out[status] = 1.0
    if status != FACE_DOWN and status != GONE:
        out[4 + s.token_relic[site]] = 1.0
    out[4 + NUMBER_RELICS] = flag(area_of(s, p.priest) == p.site_area[site])
    out[5 + NUMBER_RELICS] = flag(has(s.lava, p.site_area[site]))
