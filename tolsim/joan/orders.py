"""Turns and orders: who may act where, and the rivals' Interrupts."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.acting import BY_ACTIVATION, ON_CHARGE, begin_unit
from tolsim.joan.actions import (
    ACTIVATE,
    CHARGE_ORDER_WORD,
    CHOOSE,
    PASS,
    REACTIVATION_WORD,
    area_action,
    area_named,
    unit_named,
    verb_of,
)
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.attack import offer_unlike
from tolsim.joan.bonus_actions import offer_bonus_actions
from tolsim.joan.events import tell
from tolsim.joan.hooks import (
    acted,
    activation_ended,
    activation_started,
    may_act,
    offer_actions,
    order_resolved,
    turn_started,
)
from tolsim.joan.state import (
    ACTED,
    ACTIVATION,
    AT_ACTIVATION,
    AT_CHARGE_AREA,
    AT_CHARGE_MOVE,
    AT_ORDER,
    AT_REACTIVATION_AREA,
    AT_TURN,
    CHARGE_ORDER,
    COMMANDED_OTHERS,
    INTERRUPT,
    MAIN_DONE,
    NOBODY,
    REACTIVATION,
    TO_ACT,
    TO_CHARGE,
    USED_THIS_TURN,
    add_to,
    argument,
    ask,
    has_ability,
    has_trait,
    in_set,
    mark,
    marked,
    offer,
    on_board,
    owner_of,
    pop,
    push,
    same_team,
    set_argument,
    unmark,
    unmark_all,
)
from tolsim.joan.tokens import gain_orders
from tolsim.joan.traits import CHARGE, CHARGE_EACH_TURN

# Choices of orders.activation_limit.
LIMIT_AREA = 0
# Choices of orders.interrupt_window.
AFTER_EACH_ORDER = 0

# Steps of an order's frame, its fourth argument.
TO_ACTIVATE, TO_RESOLVE, TO_INTERRUPT = range(3)


@kernel
def begin_turn(s, p, owner):
    """Begin an owner's turn."""
    s.owner_in_turn = owner
    s.orders_done = 0
    unmark_all(s, p, COMMANDED_OTHERS | USED_THIS_TURN)
    tell(s, events.TURN_BEGINS, owner, 0, 0)
    for unit in range(p.units):
        if (
            on_board(s, unit)
            and owner_of(s, unit) == owner
            and has_ability(s, p, unit, CHARGE_EACH_TURN)
        ):
            gain_orders(s, owner, CHARGE_ORDER, 1)
    push(s, AT_TURN, owner, 0, 0)
    turn_started(s, p, owner)


@kernel
def reached(s, p, owner, unit, order):
    """Tell whether an order lets a unit act."""
    if owner_of(s, unit) != owner or not may_act(s, p, unit):
        return False
    if order == CHARGE_ORDER:
        return has_trait(s, p, unit, CHARGE)
    return not (
        order == ACTIVATION and p.orders_activation_limit != LIMIT_AREA and marked(s, unit, ACTED)
    )


@kernel
def has_reached(s, p, owner, area, order):
    """Tell whether an order lets any unit of an area act."""
    unit = first_in(s, area)
    while unit >= 0:
        if reached(s, p, owner, unit, order):
            return True
        unit = next_in(s, unit)
    return False


@kernel
def may_order(s, p, owner, area, order):
    """Tell whether an order can be placed on an area: one Activation an area and round."""
    if order == ACTIVATION and in_set(s.activated[owner], area):
        return False
    return has_reached(s, p, owner, area, order)


@kernel
def offer_areas(s, p, owner, order, verb):
    """Offer the areas on which an order can be placed."""
    for area in range(p.areas):
        if s.area_first[area] >= 0 and may_order(s, p, owner, area, order):
            offer(s, area_action(p, verb, area))


@kernel
def can_place(s, p, owner, order):
    """Tell whether an owner has an order left that can be placed somewhere."""
    if s.orders[owner, order] == 0:
        return False
    for area in range(p.areas):
        if s.area_first[area] >= 0 and may_order(s, p, owner, area, order):
            return True
    return False


@kernel
def pose_turn(s, p):
    """Which order next? The turn ends with the last order, or with a pass."""
    owner = argument(s, 1)
    ask(s, owner)
    if s.orders[owner, ACTIVATION] > 0:
        offer_areas(s, p, owner, ACTIVATION, ACTIVATE)
    if can_place(s, p, owner, CHARGE_ORDER):
        offer(s, CHARGE_ORDER_WORD)
    if can_place(s, p, owner, REACTIVATION):
        offer(s, REACTIVATION_WORD)
    if s.option_count == 0:
        end_turn(s)
    else:
        offer(s, PASS)


@kernel
def end_turn(s):
    """The turn is over."""
    pop(s)
    s.owner_in_turn = NOBODY


@kernel
def answer_turn(s, p, action):
    """Place an order, or pass."""
    owner = argument(s, 1)
    if action == PASS:
        end_turn(s)
    elif action == CHARGE_ORDER_WORD:
        push(s, AT_CHARGE_AREA, owner, 0, 0)
    elif action == REACTIVATION_WORD:
        push(s, AT_REACTIVATION_AREA, owner, 0, 0)
    else:
        begin_order(s, p, owner, ACTIVATION, area_named(p, action))


@kernel
def pose_order_area(s, p, order):
    """Ask where the order is placed."""
    ask(s, argument(s, 1))
    offer_areas(s, p, argument(s, 1), order, CHOOSE)


@kernel
def answer_order_area(s, p, action, order):
    """Place it."""
    owner = argument(s, 1)
    pop(s)
    begin_order(s, p, owner, order, area_named(p, action))


@kernel
def begin_order(s, p, owner, order, area):
    """Place an order on an area: the units there that it reaches will act."""
    s.orders[owner, order] -= 1
    tell(s, events.ORDER, owner, order, area)
    if order == ACTIVATION:
        add_to(s.activated[owner], area)
    unit = first_in(s, area)
    while unit >= 0:
        if reached(s, p, owner, unit, order):
            bits = TO_ACT
            if order == CHARGE_ORDER:
                bits |= TO_CHARGE
            if order == ACTIVATION:
                bits |= ACTED
            mark(s, unit, bits)
        unit = next_in(s, unit)
    push(s, AT_ORDER, owner, order, area)


@kernel
def pose_order(s, p):
    """Let the units act; then what follows on the order, then the rivals' Interrupts."""
    owner = argument(s, 1)
    order = argument(s, 2)
    step = argument(s, 4)
    if step == TO_ACTIVATE:
        set_argument(s, 4, TO_RESOLVE)
        activation_started(s, p, argument(s, 3))
        how = ON_CHARGE if order == CHARGE_ORDER else BY_ACTIVATION
        push(s, AT_ACTIVATION, owner, how, argument(s, 3))
    elif step == TO_RESOLVE:
        set_argument(s, 4, TO_INTERRUPT)
        if order != INTERRUPT:
            s.orders_done += 1
        order_resolved(s, p, owner)
    else:
        pose_interrupt(s, p, owner, order)


@kernel
def pose_interrupt(s, p, owner, order):
    """After a rival's order, one Interrupt: each in turn order may place one."""
    place = argument(s, 5)
    if order == INTERRUPT or p.orders_interrupt_window != AFTER_EACH_ORDER or place >= p.players:
        pop(s)
        return
    set_argument(s, 5, place + 1)
    rival = s.turn_order[place]
    ask(s, rival)
    if not same_team(p, owner, rival) and s.orders[rival, INTERRUPT] > 0:
        offer_areas(s, p, rival, INTERRUPT, ACTIVATE)
        if s.option_count > 0:
            offer(s, PASS)


@kernel
def answer_order(s, p, action):
    """Interrupt, or pass; one Interrupt closes the window."""
    if verb_of(p, action) == ACTIVATE:
        rival = s.turn_order[argument(s, 5) - 1]
        set_argument(s, 5, p.players)
        begin_order(s, p, rival, INTERRUPT, area_named(p, action))


# An activated area.


@kernel
def next_charger(s, p):
    """Lowest unit that has its Charge's move before it."""
    for unit in range(p.units):
        if marked(s, unit, TO_CHARGE):
            return np.int64(unit)
    return np.int64(NOBODY)


@kernel
def pose_activation(s, p):
    """Ask which unit of the area acts next."""
    charger = next_charger(s, p)
    if charger >= 0:
        unmark(s, charger, TO_CHARGE)
        push(s, AT_CHARGE_MOVE, charger, 0, 0)
        return
    for unit in range(p.units):
        if marked(s, unit, TO_ACT) and not on_board(s, unit):
            unmark(s, unit, TO_ACT | MAIN_DONE)
        elif marked(s, unit, TO_ACT) and marked(s, unit, MAIN_DONE):
            end_if_nothing_left(s, p, unit)
    ask(s, argument(s, 1))
    for unit in range(p.units):
        if marked(s, unit, TO_ACT):
            offer_unlike(s, p, unit)
    if s.option_count == 0:
        area = argument(s, 3)
        pop(s)
        activation_ended(s, p, area)


@kernel
def end_if_nothing_left(s, p, unit):
    """A unit that has joined an attack is asked again only if it has a bonus action left."""
    ask(s, owner_of(s, unit))
    offer_bonus_actions(s, p, unit)
    offer_actions(s, p, unit, True)
    if s.option_count == 0:
        unmark(s, unit, TO_ACT | MAIN_DONE)
        acted(s, p, unit)


@kernel
def answer_activation(s, p, action):
    """Let it act."""
    begin_unit(s, p, unit_named(p, action), argument(s, 2))
