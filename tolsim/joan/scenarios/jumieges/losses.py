"""Units that fall: who did it, where they go, and what the Leviathan gains."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.scenarios.jumieges import victory
from tolsim.joan.scenarios.jumieges.names import (
    BY_FIRE,
    BY_RETALIATION,
    BY_SHOTS,
    HOLY,
    IN_MELEE,
    LEVIATHAN,
    LOST_TO_DOOM,
    LOST_TO_LAVA,
    LOST_TO_LEVIATHAN,
    LOST_TO_UNHOLY,
    UNHOLY,
)
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.state import (
    BY_ATTACK,
    BY_NO_ATTACK,
    BY_STRIKE_BACK,
    DESTROYED,
    HELD,
    INFIRMARY,
    KILL_AMONG,
    MELEE,
    marked,
    owner_of,
)

# Choices of the rules named like them.
KILL = 0
ANY_CAUSE = 0
DESTROYED_AT_ZERO = 0


@kernel
def means(s):
    """Name what strikes the Leviathan or its units now."""
    if s.cause == BY_NO_ATTACK:
        return BY_FIRE
    if s.cause == BY_STRIKE_BACK:
        return BY_RETALIATION
    return IN_MELEE if s.attack_kind == MELEE else BY_SHOTS


@fills(hooks.unit_fell, STATE)
def unit_fell(s, p, unit, killed):
    """The Leviathan ends the game; its units come back; Holy ones feed it."""
    owner = owner_of(s, unit)
    if owner == LEVIATHAN:
        return place_of_leviathan(s, p)
    if owner == UNHOLY:
        if killed:
            s.unholy_killed[means(s)] += 1
        if is_players_doing(s):
            s.unholy_fallen += 1
            if killed or p.champion_counts != KILL:
                victory.note_kill(s, p)
        return INFIRMARY
    if killed:
        lose_holy(s, p, unit, cause_of_loss(s))
        return DESTROYED
    return HELD if s.by_leviathan != 0 and s.cause == BY_ATTACK else INFIRMARY


@kernel
def place_of_leviathan(s, p):
    """Without health it is destroyed; or, as other units, only by a Kill or a plain wound."""
    at_zero = p.leviathan_at_zero == DESTROYED_AT_ZERO
    if at_zero or s.cause == BY_NO_ATTACK or marked(s, p.leviathan, KILL_AMONG):
        victory.leviathan_destroyed(s, p)
        return DESTROYED
    return INFIRMARY


@kernel
def is_players_doing(s):
    """Tell whether an Unholy unit falls to the player, Retaliation included."""
    return (s.cause == BY_ATTACK and s.attacker == HOLY) or (
        s.cause == BY_STRIKE_BACK and s.attacker != HOLY
    )


@kernel
def cause_of_loss(s):
    """Name what destroys a Holy unit now."""
    if s.cause == BY_NO_ATTACK:
        return LOST_TO_LAVA
    return LOST_TO_LEVIATHAN if s.by_leviathan != 0 else LOST_TO_UNHOLY


@kernel
def lose_holy(s, p, unit, cause):
    """A Holy unit is destroyed: the Leviathan heals, and a carrier's Relics are lost."""
    s.holy_lost[cause] += 1
    if p.soul_eater_by == ANY_CAUSE or s.by_leviathan != 0:
        victory.heal_leviathan(s, p, p.soul_eater_unit)
    victory.lose_relics_of(s, p, unit)


@fills(hooks.unit_died, STATE)
def unit_died(s, p, unit):
    """Death on the Doom die kills all the same; without the Leviathan the game is won."""
    if owner_of(s, unit) == HOLY:
        lose_holy(s, p, unit, LOST_TO_DOOM)
    elif unit == p.leviathan:
        victory.leviathan_destroyed(s, p)
