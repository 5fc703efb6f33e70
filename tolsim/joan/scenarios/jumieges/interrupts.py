"""Interrupt orders, played between the Leviathan's turn and the Unholy units'."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import ACTIVATE, PASS, area_named
from tolsim.joan.orders import begin_order, offer_areas
from tolsim.joan.scenarios.jumieges.names import AT_INTERRUPTS, HOLY
from tolsim.joan.state import INTERRUPT, argument, ask, offer, pop, push


@kernel
def begin_interrupts(s, p):
    """Ask for Interrupts."""
    if s.orders[HOLY, INTERRUPT] > 0:
        push(s, AT_INTERRUPTS, HOLY, 0, 0)


@kernel
def pose_interrupts(s, p):
    """Ask where an Interrupt is played; any number, any area of the player's."""
    owner = argument(s, 1)
    ask(s, owner)
    if s.orders[owner, INTERRUPT] > 0:
        offer_areas(s, p, owner, INTERRUPT, ACTIVATE)
    if s.option_count == 0:
        pop(s)
    else:
        offer(s, PASS)


@kernel
def answer_interrupts(s, p, action):
    """Play it, or pass."""
    if action == PASS:
        pop(s)
    else:
        begin_order(s, p, argument(s, 1), INTERRUPT, area_named(p, action))
