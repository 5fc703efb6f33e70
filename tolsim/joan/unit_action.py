"""What a unit does when it acts: one action, and its bonus actions before or after."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.acting import ON_CHARGE, ON_COMMAND, finish_unit
from tolsim.joan.actions import (
    ATTACK,
    DO_NOTHING,
    HEAL_WORD,
    MOVE_TO,
    PRAY_FOR_LEGEND,
    PRAY_FOR_XP,
    SHOOT_AT,
    STOP_HERE,
    area_action,
    area_named,
    verb_of,
)
from tolsim.joan.attack import declare
from tolsim.joan.bonus_actions import answer_bonus, offer_bonus_actions
from tolsim.joan.dice import throws_shield
from tolsim.joan.further_melee import offer_melee
from tolsim.joan.healing import has_wounded
from tolsim.joan.hooks import BY_CHARGE, BY_MOVE, can_pray, offer_actions, prayed, take_action
from tolsim.joan.movement import begin_move, offer_moves, offer_walk, steps_of
from tolsim.joan.reach import can_shoot
from tolsim.joan.state import (
    AT_HEAL,
    LEGEND,
    MAIN_DONE,
    MELEE,
    MELEED,
    NOBODY,
    SHOT,
    XP,
    argument,
    ask,
    has_trait,
    mark,
    marked,
    offer,
    on_board,
    owner_of,
    pop,
    profile,
    push,
)
from tolsim.joan.tokens import gain
from tolsim.joan.traits import HEAL

# Choice of prayer.gain.
ALWAYS = 0


CHARGE_STEPS = 2


@kernel
def offer_shots(s, p, unit):
    """Offer the areas that a unit can shoot at."""
    if p.profile_shot_kind[profile(s, unit)] == 0:
        return
    for area in range(p.areas):
        if s.area_first[area] >= 0 and can_shoot(s, p, unit, area):
            offer(s, area_action(p, SHOOT_AT, area))


@kernel
def offer_main_actions(s, p, unit, how):
    """Move, attack, pray, heal; on a Charge only melee."""
    if how != ON_CHARGE:
        offer_moves(s, p, unit, steps_of(s, p, unit), BY_MOVE)
    offer_melee(s, p, unit)
    if how == ON_CHARGE:
        return
    offer_shots(s, p, unit)
    if can_pray(s, p, unit):
        offer(s, PRAY_FOR_XP)
        offer(s, PRAY_FOR_LEGEND)
    if has_trait(s, p, unit, HEAL) and has_wounded(s, p, unit, False):
        offer(s, HEAL_WORD)


@kernel
def pose_unit(s, p):
    """Ask what the unit does."""
    unit = argument(s, 1)
    how = argument(s, 2)
    if not on_board(s, unit):
        pop(s)
        return
    ask(s, owner_of(s, unit))
    done = marked(s, unit, MAIN_DONE)
    if not done:
        offer_main_actions(s, p, unit, how)
    offer_bonus_actions(s, p, unit)
    offer_actions(s, p, unit, done)
    if s.option_count == 0:
        finish_unit(s, p, unit, how, argument(s, 3))
    else:
        offer(s, DO_NOTHING)


@kernel
def answer_unit(s, p, action):
    """Do it."""
    unit = argument(s, 1)
    how = argument(s, 2)
    verb = verb_of(p, action)
    if action == DO_NOTHING:
        finish_unit(s, p, unit, how, argument(s, 3))
    elif verb == MOVE_TO:
        mark(s, unit, MAIN_DONE)
        begin_move(s, p, unit, area_named(p, action), steps_of(s, p, unit), BY_MOVE)
    elif verb == ATTACK or verb == SHOOT_AT:
        kind = MELEE if verb == ATTACK else SHOT
        mark(s, unit, MAIN_DONE | (MELEED if kind == MELEE else 0))
        joinable = 1 if how != ON_COMMAND else 0
        declare(s, p, unit, area_named(p, action), kind, joinable, 0)
    elif action == PRAY_FOR_XP or action == PRAY_FOR_LEGEND:
        mark(s, unit, MAIN_DONE)
        token = XP if action == PRAY_FOR_XP else LEGEND
        heard = p.prayer_gain == ALWAYS or throws_shield(s, p)
        if heard:
            gain(s, owner_of(s, unit), token, 1)
        prayed(s, p, unit, np.int64(token if heard else NOBODY))
    elif action == HEAL_WORD:
        mark(s, unit, MAIN_DONE)
        push(s, AT_HEAL, unit, 0, 0)
    else:
        answer_bonus(s, p, unit, action)


@kernel
def pose_charge_move(s, p):
    """A charging unit moves up to two areas first."""
    unit = argument(s, 1)
    if not on_board(s, unit):
        pop(s)
        return
    ask(s, owner_of(s, unit))
    offer_walk(s, p, unit, np.int64(CHARGE_STEPS), np.int64(BY_CHARGE))
    offer_actions(s, p, unit, True)
    if s.option_count == 0:
        pop(s)
    else:
        offer(s, STOP_HERE)


@kernel
def answer_charge_move(s, p, action):
    """Move it, or let it stand; a bonus action of the scenario's may come first."""
    unit = argument(s, 1)
    if action != STOP_HERE and verb_of(p, action) != MOVE_TO:
        take_action(s, p, unit, action)
        return
    pop(s)
    if verb_of(p, action) == MOVE_TO:
        steps = np.int64(CHARGE_STEPS)
        begin_move(s, p, unit, area_named(p, action), steps, np.int64(BY_CHARGE))
