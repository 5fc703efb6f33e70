"""Kernels of the Joan engine that a scenario calls at moments of its own, for tests."""

from tolsim.core.compile_cache import entry
from tolsim.joan.casualties import suffer_wound
from tolsim.joan.gigantic import (
    begin_gigantic,
    count_gigantic,
    hand_out_gigantic,
    throw_gigantic_die,
)
from tolsim.joan.scenarios.four_horsemen import special_rules  # noqa: F401  # fills the hooks


@entry
def wound(states, p, unit):
    """Give a unit of the first row a wound that comes from no attack."""
    suffer_wound(states[0], p[0], unit)


@entry
def gigantic_attack(states, p, giant, struck_hex, area):
    """Let a unit of the first row make a Gigantic attack on a hex, or on one area of it."""
    s = states[0]
    begin_gigantic(s, p[0], giant)
    for _ in range(p[0].combat_gigantic_dice):
        count_gigantic(s, throw_gigantic_die(s, p[0]))
    hand_out_gigantic(s, p[0], struck_hex, area)
