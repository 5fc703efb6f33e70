"""Tokens of owners: gained, spent, told."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.events import tell


@kernel
def gain(s, owner, token, number):
    """Give an owner tokens."""
    if number > 0:
        s.tokens[owner, token] += number
        tell(s, events.GAINS, owner, token, number)


@kernel
def gain_orders(s, owner, order, number):
    """Give an owner orders for this turn."""
    s.orders[owner, order] += number
    tell(s, events.GAINS_ORDERS, owner, order, number)


@kernel
def spend(s, owner, token, number):
    """Take tokens from an owner that has them."""
    s.tokens[owner, token] -= number
    tell(s, events.SPENDS, owner, token, number)


@kernel
def holds(s, owner, token, number):
    """Tell whether an owner can spend so many tokens."""
    return s.tokens[owner, token] >= number
