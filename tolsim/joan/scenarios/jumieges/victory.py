"""How the game ends, and what the Leviathan heals for what it destroys."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.events import tell
from tolsim.joan.flow import end_game
from tolsim.joan.scenarios.jumieges.names import (
    BY_CHURCH,
    BY_LEVIATHAN,
    BY_RELICS,
    BY_RELICS_LOST,
    BY_TOO_FEW,
    CHURCH_DAMAGED,
    DEFEAT,
    FOR_DEFEAT,
    FOR_MAJOR,
    FOR_MINOR,
    HOLY,
    LOST,
    MAJOR,
    MINOR,
    NUMBER_RELICS,
    RELIC_LOST,
)
from tolsim.joan.state import XP, on_board, profile
from tolsim.joan.tokens import gain

# Choices of the rules named like them.
KEPT_IN_INFIRMARY = 1


@kernel
def finish(s, p, reason, result):
    """End the game with a result."""
    end_game(s, reason)
    s.returns[HOLY] = result


@kernel
def leviathan_destroyed(s, p):
    """Major victory, whatever else is left to resolve."""
    finish(s, p, BY_LEVIATHAN, MAJOR)


@kernel
def damage_church(s, p):
    """Damage the church; with enough it is destroyed."""
    s.church_damage += 1
    tell(s, events.SCENARIO_EVENT, CHURCH_DAMAGED, s.church_damage, 0)
    if s.church_damage >= p.church_resistance:
        finish(s, p, BY_CHURCH, DEFEAT)


# Relics.


@kernel
def relics_needed(p, result):
    """Relics reclaimed, or lost, that bring a result at the level of difficulty."""
    return p.relics_needed[p.scenario_difficulty, result]


@kernel
def relics_lost(s):
    """Relics destroyed so far."""
    number = np.int64(0)
    for relic in range(NUMBER_RELICS):
        if s.relic_holder[relic] == LOST:
            number += 1
    return number


@kernel
def relics_carried(s):
    """Relics that Characters carry, in the infirmary or not."""
    number = np.int64(0)
    for relic in range(NUMBER_RELICS):
        if s.relic_holder[relic] >= 0:
            number += 1
    return number


@kernel
def is_carrier(s, unit):
    """Tell whether a unit carries a Relic."""
    for relic in range(NUMBER_RELICS):
        if s.relic_holder[relic] == unit:
            return True
    return False


@kernel
def lose_relic(s, p, relic):
    """A Relic is destroyed: the Leviathan heals, and with enough of them the game is lost."""
    s.relic_holder[relic] = LOST
    tell(s, events.SCENARIO_EVENT, RELIC_LOST, relic, 0)
    heal_leviathan(s, p, p.soul_eater_relic)
    if relics_lost(s) >= relics_needed(p, FOR_DEFEAT):
        finish(s, p, BY_RELICS_LOST, DEFEAT)


@kernel
def lose_relics_of(s, p, unit):
    """A carrier is destroyed, and its Relics with it."""
    for relic in range(NUMBER_RELICS):
        if s.relic_holder[relic] == unit and s.over == 0:
            lose_relic(s, p, relic)


@kernel
def count_reclaimed(s, p):
    """Relics reclaimed at the end; a carrier in the infirmary counts as destroyed."""
    number = 0
    for relic in range(NUMBER_RELICS):
        holder = s.relic_holder[relic]
        if holder >= 0 and (
            on_board(s, holder) or p.victory_relic_in_infirmary == KEPT_IN_INFIRMARY
        ):
            number += 1
    return number


@kernel
def judge_the_end(s, p):
    """After the Camp of the last round, with the church standing: what the Relics are worth."""
    reclaimed = count_reclaimed(s, p)
    if reclaimed >= relics_needed(p, FOR_MAJOR):
        finish(s, p, BY_RELICS, MAJOR)
    elif reclaimed >= relics_needed(p, FOR_MINOR):
        finish(s, p, BY_RELICS, MINOR)
    else:
        finish(s, p, BY_TOO_FEW, DEFEAT)


# What the Leviathan heals, and what the player earns.


@kernel
def heal_leviathan(s, p, wounds):
    """Heal the Leviathan, never above its full health."""
    if not on_board(s, p.leviathan):
        return
    missing = p.profile_hp[profile(s, p.leviathan)] - np.int64(s.unit_hp[p.leviathan])
    healed = min(missing, np.int64(wounds))
    if healed > 0:
        s.unit_hp[p.leviathan] = np.int64(s.unit_hp[p.leviathan]) + healed
        s.healed += healed
        tell(s, events.HEALS, p.leviathan, healed, 0)


@kernel
def win_champion(s, p, before, after, needed):
    """Pay an XP for every so many wounds or kills in all."""
    xp = after // needed - before // needed
    s.xp_won += xp
    gain(s, HOLY, XP, xp)


@kernel
def note_wounds(s, p, wounds):
    """Count wounds that the player has inflicted on the Leviathan."""
    before = s.wounds_inflicted
    s.wounds_inflicted = before + wounds
    win_champion(s, p, before, s.wounds_inflicted, p.champion_wounds)


@kernel
def note_kill(s, p):
    """Count an Unholy unit that the player has destroyed."""
    before = s.units_destroyed
    s.units_destroyed = before + 1
    win_champion(s, p, before, s.units_destroyed, p.champion_kills)
