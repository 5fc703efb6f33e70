"""Prayers in the church: Angels, Saint Patrick, the Miracle."""

from __future__ import annotations

import numpy as np

from tolsim.core.bits import has, only
from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import CHOOSE, area_action, area_named, unit_named
from tolsim.joan.areas import enemy_in, linked, room_in, size_of
from tolsim.joan.attack import offer_unlike
from tolsim.joan.casualties import begin_push, can_be_pushed
from tolsim.joan.flow import end_game
from tolsim.joan.scenarios.four_horsemen.arrival import place_unit
from tolsim.joan.scenarios.four_horsemen.names import (
    AT_EFFECT,
    AT_SUMMON,
    BY_MIRACLE,
    HOLY,
    NO_EFFECT,
    SUMMON_ANGEL,
    SUMMON_PATRICK,
    UNHOLY,
)
from tolsim.joan.state import (
    BY_NO_ATTACK,
    DESTROYED,
    INFIRMARY,
    LEGEND,
    NOBODY,
    PUSHES,
    RESERVE,
    WAITING,
    XP,
    area_of,
    argument,
    ask,
    has_trait,
    offer,
    on_board,
    owner_of,
    pop,
    profile,
    push,
    set_argument,
)
from tolsim.joan.traits import CIVILIAN

# Choices of the rules named like them.
ONE, EACH, SPLIT = range(3)
AT_LEAST = 0
ALWAYS = 0
PLACING = 0
BOARD = 0
REUSE = 0


@kernel
def is_in_church(s, p, unit):
    """Tell whether a unit is in the church."""
    return on_board(s, unit) and p.is_church[area_of(s, unit)] != 0


@kernel
def is_praying_civilian(s, p, unit):
    """Tell whether a unit is a Civilian in the church."""
    return is_in_church(s, p, unit) and has_trait(s, p, unit, CIVILIAN)


@kernel
def note_prayer(s, p, unit, token):
    """Count a Civilian who prays in the church, once in a window."""
    civilian = unit - p.first_civilian
    if not has(s.prayed_by, civilian):
        s.prayed_by |= only(civilian)
        s.prayers += 1
    s.prayers_said += 1
    if token >= 0:
        s.church_gains[token] += 1


@kernel
def forget_prayers(s):
    """A new window of praying at the same time begins."""
    s.prayers = 0
    s.prayed_by = 0
    s.prayers_spent = 0
    s.prayers_answered = 0
    s.effects_taken = 0
    s.angel_taken = 0
    s.church_gains[:] = 0


@kernel
def is_reached(p, prayers, needed):
    """Tell whether so many Prayers bring an effect."""
    return prayers == needed or (prayers > needed and p.prayer_threshold == AT_LEAST)


@kernel
def answer_prayers(s, p):
    """After the last Prayer: a Miracle, or a choice among the effects that are reached."""
    if s.prayers == s.prayers_answered:
        return
    s.prayers_answered = s.prayers
    if is_reached(p, s.prayers, p.prayer_for_a_miracle):
        end_game(s, BY_MIRACLE)
        s.returns[HOLY] = 1.0
        s.returns[UNHOLY] = -1.0
        return
    push(s, AT_EFFECT, 1 - s.patrick_used, 0, 0)
    if p.patrick_spent_on != PLACING and is_reached(p, s.prayers, p.prayer_for_saint_patrick):
        s.patrick_used = 1


# Angels.


@kernel
def angels_in(s, p, place):
    """Angels on the board (place 0), or at a place off it."""
    number = 0
    for angel in range(p.first_angel, p.first_angel + p.angels):
        there = area_of(s, angel)
        if there == place or (place == 0 and there >= 0):
            number += 1
    return number


@kernel
def angels_deployed(s, p):
    """Angels that count in the limit."""
    number = angels_in(s, p, 0)
    if p.angel_limit_counts != BOARD:
        number += angels_in(s, p, INFIRMARY) + angels_in(s, p, WAITING)
    return number


@kernel
def next_angel(s, p):
    """Angel that can be summoned, NOBODY if none is left."""
    for angel in range(p.first_angel, p.first_angel + p.angels):
        there = area_of(s, angel)
        if there == RESERVE or (there == DESTROYED and p.angel_stock == REUSE):
            return np.int64(angel)
    return np.int64(NOBODY)


@kernel
def may_summon_in(s, p, unit, area):
    """Tell whether a figure can be summoned into an area: free or allied, with room, in the open."""
    return (
        p.is_interior[area] == 0
        and p.is_church[area] == 0
        and (p.pentacle_of[area] < 0 or p.angel_summon_in_pentacle != 0)
        and not enemy_in(s, p, HOLY, area)
        and room_in(s, p, area) >= size_of(s, p, unit)
    )


@kernel
def has_place(s, p, unit):
    """Tell whether a figure can be summoned anywhere."""
    for area in range(p.areas):
        if may_summon_in(s, p, unit, area):
            return True
    return False


# Effects.


@kernel
def left_of(s, p):
    """Prayers that can still bring an effect."""
    return s.prayers - s.prayers_spent if p.prayer_effects == SPLIT else s.prayers


@kernel
def pose_effect(s, p):
    """What do the Prayers bring? The argument: Saint Patrick is free to come."""
    ask(s, HOLY)
    prayers = left_of(s, p)
    angel = next_angel(s, p)
    done = p.prayer_effects == ONE and s.effects_taken > 0
    if (
        not done
        and not (p.prayer_effects == EACH and s.angel_taken != 0)
        and is_reached(p, prayers, p.prayer_for_an_angel)
        and angel >= 0
        and angels_deployed(s, p) < p.angel_limit
        and has_place(s, p, angel)
    ):
        offer(s, SUMMON_ANGEL)
    if (
        not done
        and argument(s, 1) != 0
        and is_reached(p, prayers, p.prayer_for_saint_patrick)
        and has_place(s, p, p.patrick)
    ):
        offer(s, SUMMON_PATRICK)
    if s.option_count == 0:
        pop(s)
    else:
        offer(s, NO_EFFECT)


@kernel
def answer_effect(s, p, action):
    """Summon, or end."""
    if action == NO_EFFECT:
        pop(s)
        return
    s.effects_taken += 1
    take_gains_back(s, p)
    if action == SUMMON_ANGEL:
        s.angel_taken = 1
        s.prayers_spent += p.prayer_for_an_angel
        s.angels_summoned += 1
        push(s, AT_SUMMON, next_angel(s, p), 0, 0)
    else:
        set_argument(s, 1, 0)
        s.prayers_spent += p.prayer_for_saint_patrick
        s.patrick_used = 1
        push(s, AT_SUMMON, p.patrick, 0, 0)


@kernel
def take_gains_back(s, p):
    """Where Prayers gain only without an effect, take back what they gained."""
    if p.prayer_church_gain == ALWAYS:
        return
    s.tokens[HOLY, XP] -= min(s.tokens[HOLY, XP], s.church_gains[0])
    s.tokens[HOLY, LEGEND] -= min(s.tokens[HOLY, LEGEND], s.church_gains[1])
    s.church_gains[:] = 0


@kernel
def pose_summon(s, p):
    """Ask where the summoned figure appears."""
    ask(s, HOLY)
    for area in range(p.areas):
        if may_summon_in(s, p, argument(s, 1), area):
            offer(s, area_action(p, CHOOSE, area))


@kernel
def answer_summon(s, p, action):
    """It appears."""
    unit = argument(s, 1)
    pop(s)
    s.unit_hp[unit] = p.profile_hp[profile(s, unit)]
    place_unit(s, unit, area_named(p, action))


# Saint Patrick's push.


@kernel
def is_saintly_target(s, p, unit):
    """Tell whether Saint Patrick's push moves a unit: an Unholy one in an area adjacent to him."""
    if (
        not on_board(s, unit)
        or owner_of(s, unit) != UNHOLY
        or not can_be_pushed(s, p, unit)
        or not linked(s, p, area_of(s, p.patrick), area_of(s, unit))
    ):
        return False
    return p.patrick_push_cancellable == 0 or p.profile_cancel[profile(s, unit), PUSHES] == 0


@kernel
def has_saintly_target(s, p):
    """Tell whether Saint Patrick has anybody to push."""
    for unit in range(p.units):
        if is_saintly_target(s, p, unit):
            return True
    return False


@kernel
def pose_saintly_push(s, p):
    """Ask whom Saint Patrick pushes."""
    ask(s, HOLY)
    for unit in range(p.units):
        if is_saintly_target(s, p, unit):
            offer_unlike(s, p, unit)


@kernel
def answer_saintly_push(s, p, action):
    """It suffers a Push, without defence dice."""
    pop(s)
    s.cause = BY_NO_ATTACK
    begin_push(s, p, unit_named(p, action), HOLY, area_of(s, p.patrick))
