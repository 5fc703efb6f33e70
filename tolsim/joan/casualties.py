"""What results do to units: wounds, falling, surviving, being pushed."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import CHOOSE, area_action, area_named
from tolsim.joan.areas import is_free_for, lift, linked_at, put
from tolsim.joan.dice import throws_shield
from tolsim.joan.events import tell, tell_more
from tolsim.joan.hooks import (
    BECOMES_DISRUPTED,
    BY_PUSH,
    DESTROYS,
    push_stuck,
    unit_fell,
    unit_removed,
    was_pushed,
    wounded,
)
from tolsim.joan.state import (
    AT_PUSH,
    ATTACK_MARKS,
    ATTACKING,
    BY_ATTACK,
    BY_NO_ATTACK,
    DISRUPTEDS,
    KILL_AMONG,
    KILLS,
    MAIN_DONE,
    NOWHERE,
    TO_ACT,
    TO_CHARGE,
    TRAMPLES,
    UNDER_COMMAND,
    area_of,
    argument,
    ask,
    has_trait,
    mark,
    marked,
    offer,
    on_board,
    pop,
    profile,
    push,
    unmark,
)
from tolsim.joan.traits import (
    CHARACTER,
    GIGANTIC_UNIT,
    IMMORTAL,
    NEVER_PUSHED,
    SLAYER,
    SURVIVAL,
)

# Choice of combat.immortal.
TO_THE_INFIRMARY = 0

FALLEN_MARKS = ATTACK_MARKS | TO_ACT | TO_CHARGE | MAIN_DONE | UNDER_COMMAND


@kernel
def fall(s, p, unit, killed):
    """Take a unit off the board, destroyed or Disrupted."""
    if killed and s.cause == BY_ATTACK:
        s.killed_in_attack += 1
    place = unit_fell(s, p, unit, killed)
    tell(s, events.FALLS, unit, place, 1 if killed else 0)
    lift(s, unit, place)
    s.unit_hp[unit] = p.profile_hp[profile(s, unit)]
    unmark(s, unit, FALLEN_MARKS)
    unit_removed(s, p, unit)


@kernel
def survives(s, p, unit):
    """Let a unit that is about to be destroyed throw for its Survival."""
    if not has_trait(s, p, unit, SURVIVAL) or not throws_shield(s, p):
        return False
    s.unit_hp[unit] = 1
    tell(s, events.SURVIVES, unit, 0, 0)
    return True


@kernel
def wounds_of(s, p, unit, result):
    """Wounds of one result: two of a Kill on a Character, where a Slayer attacks."""
    if result == KILLS and s.cause == BY_ATTACK and has_trait(s, p, unit, CHARACTER):
        for other in range(p.units):
            if marked(s, other, ATTACKING) and has_trait(s, p, other, SLAYER):
                return np.int64(2)
    return np.int64(1)


@kernel
def suffer(s, p, unit, result):
    """Give a unit a Kill, Trample or Disrupted."""
    if s.cause == BY_NO_ATTACK:
        unmark(s, unit, KILL_AMONG)  # of the attack before
    kills = result == KILLS or result == TRAMPLES
    if kills and has_trait(s, p, unit, IMMORTAL) and p.combat_immortal == TO_THE_INFIRMARY:
        kills = False
    if kills:
        mark(s, unit, KILL_AMONG)
    wounds = min(wounds_of(s, p, unit, result), np.int64(s.unit_hp[unit]))
    s.unit_hp[unit] = np.int64(s.unit_hp[unit]) - wounds
    tell_more(s, events.RESULT, unit, result, np.int64(s.unit_hp[unit]), s.cause)
    if p.profile_hp[profile(s, unit)] > 1:
        wounded(s, p, unit, wounds)
    if s.unit_hp[unit] > 0 or s.over != 0:
        return
    dies = marked(s, unit, KILL_AMONG) or has_trait(s, p, unit, GIGANTIC_UNIT)
    if not dies or not survives(s, p, unit):
        fall(s, p, unit, dies)


@kernel
def suffer_wound(s, p, unit):
    """Give a unit a wound that comes from no attack; on the last HP it destroys."""
    s.unit_hp[unit] = np.int64(s.unit_hp[unit]) - 1
    tell_more(s, events.RESULT, unit, KILLS, np.int64(s.unit_hp[unit]), BY_NO_ATTACK)
    if p.profile_hp[profile(s, unit)] > 1:
        wounded(s, p, unit, np.int64(1))
    if s.unit_hp[unit] <= 0 and s.over == 0:
        dies = p.combat_plain_wound_kills != 0
        if not dies or not survives(s, p, unit):
            fall(s, p, unit, dies)


# Push.


@kernel
def can_be_pushed(s, p, unit):
    """Tell whether a Push can move a unit at all."""
    return not has_trait(s, p, unit, NEVER_PUSHED | GIGANTIC_UNIT)


@kernel
def begin_push(s, p, unit, chooser, origin):
    """Push a unit: its attacker chooses where to, never into the area the attack came from."""
    push(s, AT_PUSH, unit, chooser, origin)


@kernel
def pose_push(s, p):
    """Ask where the unit is pushed to."""
    unit = argument(s, 1)
    if not on_board(s, unit):
        pop(s)
        return
    here = area_of(s, unit)
    ask(s, argument(s, 2))
    for place in range(p.near_count[here]):
        area = p.near[here, place]
        if (
            p.is_interior[area] == 0
            and area != argument(s, 3)
            and linked_at(s, p, here, place)
            and is_free_for(s, p, unit, area, BY_PUSH)
        ):
            offer(s, area_action(p, CHOOSE, area))
    if s.option_count == 0:
        pop(s)
        be_stuck(s, p, unit)


@kernel
def be_stuck(s, p, unit):
    """A Push has nowhere to go."""
    tell(s, events.STUCK, unit, 0, 0)
    result = push_stuck(s, p, unit)
    if result == BECOMES_DISRUPTED:
        suffer(s, p, unit, DISRUPTEDS)
    elif result == DESTROYS:
        fall(s, p, unit, True)


@kernel
def answer_push(s, p, action):
    """Move the pushed unit."""
    unit = argument(s, 1)
    origin = area_of(s, unit)
    pop(s)
    shove(s, unit, area_named(p, action))
    was_pushed(s, p, unit, origin, area_named(p, action))


@kernel
def shove(s, unit, area):
    """Put a pushed unit into an area; nothing is entered by its own will."""
    tell(s, events.PUSHED, unit, area_of(s, unit), area)
    lift(s, unit, NOWHERE)
    put(s, unit, area)
