"""Choices of the sides under behaviour rules, where the engine asks them."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.actions import (
    CHOOSE,
    DONE,
    FACES_OF_A_DIE,
    KEEP,
    REROLL_FIRST,
    area_action,
    names_unit,
    unit_named,
)
from tolsim.joan.dice import BLANK, SHIELD, WHITE
from tolsim.joan.movement import is_offered
from tolsim.joan.pools import has_ability_in
from tolsim.joan.scenarios.jumieges.names import AT_BESIDE_LAVA, LEVIATHAN
from tolsim.joan.scenarios.jumieges.push_back import (
    AROUND_AREA,
    OWN_AREA,
    leviathan_place,
    leviathan_ring,
    pointer_of,
    ring_area,
    ring_length,
    set_pointer,
)
from tolsim.joan.scenarios.jumieges.ranks import target_rank
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.state import (
    AT_ALLOCATE,
    AT_FOLLOW_UP,
    AT_PUSH,
    AT_REROLL_DEFENCE,
    AT_STRIKE_BACK,
    area_of,
    argument,
    stage_of,
)
from tolsim.joan.traits import BLANKS_STRIKE_BACK

# Choices of the rules named like them.
BY_ORDER = 0


@fills(hooks.behave, STATE)
def behave(s, p):
    """Answer for the Leviathan or the Unholy units."""
    stage = stage_of(s)
    if stage == AT_ALLOCATE and s.attacker == s.to_move:
        return best_target(s, p)
    if stage == AT_ALLOCATE or stage == AT_STRIKE_BACK:
        return first_loss(s, p)
    if stage == AT_PUSH:
        return next_in_ring(s, p, argument(s, 1))
    if stage == AT_BESIDE_LAVA:
        return next_in_ring(s, p, argument(s, 1))
    if stage == AT_FOLLOW_UP:
        return np.int64(s.options[0] if p.behaviour_follow_up == 0 else follower(s, p))
    if stage == AT_REROLL_DEFENCE:
        return worst_die(s, p)
    return np.int64(s.options[0])


@kernel
def best_target(s, p):
    """Unit that comes first in the Leviathan's chart, where it allocates itself."""
    best = np.int64(s.options[0])
    for place in range(1, s.option_count):
        action = np.int64(s.options[place])
        rank = target_rank(s, p, LEVIATHAN, unit_named(p, action))
        other = target_rank(s, p, LEVIATHAN, unit_named(p, best))
        fewer = s.unit_hp[unit_named(p, action)] < s.unit_hp[unit_named(p, best)]
        if rank < other or (rank == other and fewer):
            best = action
    return best


@kernel
def first_loss(s, p):
    """Unholy unit that takes a result first."""
    best = np.int64(s.options[0])
    if p.unholy_death_result != BY_ORDER:
        return best
    for place in range(1, s.option_count):
        action = np.int64(s.options[place])
        if p.loss_rank[unit_named(p, action)] < p.loss_rank[unit_named(p, best)]:
            best = action
    return best


@kernel
def next_in_ring(s, p, unit):
    """Next area clockwise that takes a pushed unit, among those that are offered."""
    around = np.int64(AROUND_AREA)
    place = area_of(s, unit)
    if p.push_roar_ring != OWN_AREA and area_of(s, p.leviathan) >= 0:
        around = np.int64(leviathan_ring(s, p))
        place = np.int64(leviathan_place(s, p))
    length = ring_length(p, around, place)
    pointer = pointer_of(s, around, place)
    for step in range(length):
        number = (pointer + step) % length
        action = area_action(p, CHOOSE, ring_area(p, around, place, number))
        if is_offered(s, action):
            set_pointer(s, around, place, (number + 1) % length)
            return np.int64(action)
    return np.int64(s.options[0])


@kernel
def follower(s, p):
    """First unit that can follow up."""
    for place in range(s.option_count):
        if names_unit(p, np.int64(s.options[place])):
            return np.int64(s.options[place])
    return np.int64(DONE)


@kernel
def worst_die(s, p):
    """Die of the defence that is no Shield: a Blank first, unless a white Blank strikes back."""
    worst = np.int64(KEEP)
    worst_face = -1
    strikes = has_ability_in(s, p, s.target, s.defender, BLANKS_STRIKE_BACK)
    for place in range(s.option_count):
        action = np.int64(s.options[place])
        if action >= REROLL_FIRST:
            colour = (action - REROLL_FIRST) // FACES_OF_A_DIE
            face = (action - REROLL_FIRST) % FACES_OF_A_DIE
            useful = face == SHIELD or (face == BLANK and colour == WHITE and strikes)
            if not useful and face > worst_face:
                worst = action
                worst_face = face
    return worst
