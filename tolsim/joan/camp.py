"""The Camp: deliveries of the waiting area, the casualties check, orders lost."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, only
from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.actions import CHOOSE, DECLINE, PAY, area_action, area_named
from tolsim.joan.areas import is_free_for, put
from tolsim.joan.dice import DEATH, DELAYED_RALLY, RALLY, STAYS, throw_doom
from tolsim.joan.events import tell
from tolsim.joan.hooks import (
    BY_RALLY,
    camp_ended,
    camp_started,
    doom_thrown,
    may_rally,
    throws_doom,
    unit_died,
)
from tolsim.joan.state import (
    ACTED,
    AT_CAMP,
    AT_CHANGE_DOOM,
    AT_RALLY,
    BY_NO_ATTACK,
    CHECKED,
    DESTROYED,
    INFIRMARY,
    NOBODY,
    USED_THIS_ROUND,
    WAITING,
    argument,
    ask,
    has_ability,
    has_trait,
    mark,
    marked,
    offer,
    on_board,
    owner_of,
    pop,
    push,
    set_argument,
    unmark,
    unmark_all,
)
from tolsim.joan.traits import IMMORTAL, RALLIES_ONE_DISRUPTED, RALLY_POINT

# Steps of the Camp's frame.
TO_BEGIN, TO_DELIVER, TO_CHECK, TO_END = range(4)


@kernel
def begin_camp(s, p):
    """Begin the Camp."""
    s.cause = BY_NO_ATTACK
    s.doom_changed = 0
    push(s, AT_CAMP, TO_BEGIN, 0, 0)


@kernel
def pose_camp(s, p):
    """Take the Camp's next step."""
    step = argument(s, 1)
    if step == TO_BEGIN:
        set_argument(s, 1, TO_DELIVER)
        note_who_waits(s, p)
        camp_started(s, p)
    elif step == TO_DELIVER:
        deliver_next(s, p)
    elif step == TO_CHECK:
        check_next(s, p)
    else:
        pop(s)
        unmark_all(s, p, CHECKED | ACTED | USED_THIS_ROUND)
        for owner in range(p.owners):
            s.activated[owner, :] = 0
            if owner < p.players:
                s.orders[owner, :] = 0
        camp_ended(s, p)


@kernel
def note_who_waits(s, p):
    """Mark the units of the waiting part: they come back without a throw, the others throw."""
    for unit in range(p.units):
        if s.unit_area[unit] == WAITING:
            mark(s, unit, CHECKED)


@kernel
def next_unit(s, p, place, checked):
    """Next unit off the board that a step of the Camp is about, in the owners' order."""
    for rank in range(p.owners):
        owner = p.camp_order[rank]
        for unit in range(p.units):
            if (
                s.unit_area[unit] == place
                and owner_of(s, unit) == owner
                and marked(s, unit, CHECKED) == checked
            ):
                return np.int64(unit)
    return np.int64(NOBODY)


@kernel
def deliver_next(s, p):
    """Bring the next unit of the waiting part back."""
    unit = next_unit(s, p, WAITING, True)
    if unit < 0:
        set_argument(s, 1, TO_CHECK)
        return
    unmark(s, unit, CHECKED)
    push(s, AT_RALLY, unit, 0, 0)


@kernel
def check_next(s, p):
    """Throw the Doom die for the next unit of the infirmary."""
    unit = next_unit(s, p, INFIRMARY, False)
    if unit < 0:
        set_argument(s, 1, TO_END)
        return
    mark(s, unit, CHECKED)
    if not throws_doom(s, p, unit):
        return
    thrown = throw_doom(p, s.rng)
    face = thrown
    if face == DEATH and has_trait(s, p, unit, IMMORTAL):
        face = np.int64(STAYS)
    face = doom_thrown(s, p, unit, face)
    tell(s, events.DOOM, unit, thrown, face)
    if face == STAYS and can_change_doom(s, p, owner_of(s, unit)):
        push(s, AT_CHANGE_DOOM, unit, 0, 0)
    else:
        apply_doom(s, p, unit, face)


@kernel
def apply_doom(s, p, unit, face):
    """Carry a Doom die's result out; with STAYS the unit remains where it is."""
    if face == RALLY:
        push(s, AT_RALLY, unit, 0, 0)
    elif face == DELAYED_RALLY:
        s.unit_area[unit] = WAITING
    elif face == DEATH:
        s.unit_area[unit] = DESTROYED
        unit_died(s, p, unit)


@kernel
def can_change_doom(s, p, owner):
    """Tell whether an owner can turn one Disrupted of this Camp into a Rally."""
    if owner < 0 or has(s.doom_changed, owner):
        return False
    for unit in range(p.units):
        if (
            on_board(s, unit)
            and owner_of(s, unit) == owner
            and has_ability(s, p, unit, RALLIES_ONE_DISRUPTED)
        ):
            return True
    return False


@kernel
def pose_change_doom(s, p):
    """Ask whether this Disrupted is turned into a Rally."""
    ask(s, owner_of(s, argument(s, 1)))
    offer(s, PAY)
    offer(s, DECLINE)


@kernel
def answer_change_doom(s, p, action):
    """Turn it, or leave the unit in the infirmary."""
    unit = argument(s, 1)
    pop(s)
    if action == PAY:
        s.doom_changed |= only(owner_of(s, unit))
        apply_doom(s, p, unit, RALLY)


# Rally points.


@kernel
def is_rally_point(s, p, owner, area):
    """Tell whether an area is a Rally point of an owner, by the map or by a unit there."""
    if p.rally_points[owner, area] != 0:
        return True
    unit = np.int64(s.area_first[area])
    while unit >= 0:
        if owner_of(s, unit) == owner and has_trait(s, p, unit, RALLY_POINT):
            return True
        unit = np.int64(s.unit_next[unit])
    return False


@kernel
def pose_rally(s, p):
    """At which Rally point does the unit come back? Without room it waits."""
    unit = argument(s, 1)
    owner = owner_of(s, unit)
    ask(s, owner)
    for area in range(p.areas):
        if (
            is_rally_point(s, p, owner, area)
            and is_free_for(s, p, unit, area, BY_RALLY)
            and may_rally(s, p, unit, area)
        ):
            offer(s, area_action(p, CHOOSE, area))
    if s.option_count == 0:
        s.unit_area[unit] = WAITING
        tell(s, events.WAITS, unit, 0, 0)
        pop(s)


@kernel
def answer_rally(s, p, action):
    """Put it there."""
    unit = argument(s, 1)
    pop(s)
    return_to(s, unit, area_named(p, action))


@kernel
def return_to(s, unit, area):
    """Put a unit that comes back into an area."""
    put(s, unit, area)
    tell(s, events.RETURNS, unit, area, 0)
