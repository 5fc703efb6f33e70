"""Placing a Legion, and what it triggers: rallying, and the red location's rout."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import DIVERT_TO, FLIP, PLACE
from tolsim.abyss.state import (
    ALL_LOCATIONS,
    AT_CHOOSE_REFILL,
    AT_RALLY,
    AT_ROUT,
    AT_ROUT_DIVERT,
    AT_ROUT_DIVERTED,
    AT_ROUTE,
    DIVERT,
    LOCATIONS,
    MOVED,
    NECROCAMPE,
    PASS,
    PLACED_BY_POWER,
    PLAYED,
    PURPLE,
    RED,
    WHITE,
    all_up,
    ask,
    holds_unused,
    location_of,
    use_stratagem,
)
from tolsim.core.bits import only
from tolsim.core.compile_cache import kernel

# Choices of rout.trigger and stratagem.divert_target.
FROM_HAND, STEP_ONE, ANY_ARRIVAL = 0, 1, 2
ANY_LOCATION, MUST_HOLD_LEGIONS = 0, 1


@kernel
def pose_place(s, p):
    """A Legion goes to its colour; an Ambassador, or a Mage of the purple holder, anywhere."""
    actor = s.actor
    colour = p.legion_colour[s.committed[actor]]
    free = colour == WHITE or (colour == PURPLE and s.majority[PURPLE] == actor)
    ask(s, actor, PLACE, ALL_LOCATIONS if free else only(colour), 0)


@kernel
def put_down(s, location, arrival):
    """Put the actor's Legion face up in front of a location."""
    actor = s.actor
    s.up[actor, location] |= only(s.committed[actor])
    s.committed[actor] = 0
    s.location = location
    s.arrival = arrival
    s.stage = AT_RALLY


@kernel
def answer_place(s, p, choice):
    """Place the revealed Legion."""
    put_down(s, choice, PLAYED)


@kernel
def pose_rally(s, p):
    """Who plays a Legion where it has routed ones may turn one of them face up."""
    routed = s.routed[s.actor, s.location]
    allowed = s.arrival == PLAYED or (
        s.arrival == PLACED_BY_POWER and p.rally_on_power_placement != 0
    )
    if allowed and routed != 0:
        ask(s, s.actor, FLIP, routed, 1)
    else:
        s.stage = AT_ROUT


@kernel
def turn_up(s, player, legion):
    """Rally a Legion."""
    location = location_of(s, player, legion)
    s.routed[player, location] &= ~only(legion)
    s.known_routed[1 - player] &= ~only(legion)
    s.up[player, location] |= only(legion)


@kernel
def turn_down(s, player, legion):
    """Rout a Legion."""
    location = location_of(s, player, legion)
    s.up[player, location] &= ~only(legion)
    s.routed[player, location] |= only(legion)


@kernel
def answer_rally(s, p, choice):
    """Rally the chosen Legion, or none."""
    if choice != PASS:
        turn_up(s, s.actor, choice)
    s.stage = AT_ROUT


@kernel
def routs_on_arrival(s, p):
    """Tell whether the Legion that has just arrived sets the red location's effect off."""
    if s.location != RED or s.majority[RED] != s.actor:
        return False
    if s.arrival == PLAYED:
        return True
    if s.arrival == MOVED:
        return p.rout_trigger == ANY_ARRIVAL
    return p.rout_trigger != STEP_ONE


@kernel
def pose_rout(s, p):
    """The red holder who places a Legion in red routs one opposing Legion, wherever it lies."""
    targets = all_up(s, 1 - s.actor)
    if targets != 0 and routs_on_arrival(s, p):
        ask(s, s.actor, FLIP, targets, 0)
    else:
        after_arrival(s)


@kernel
def answer_rout(s, p, choice):
    """Rout the chosen Legion, unless the rout can be answered like an attack."""
    other = 1 - s.actor
    s.legion = choice
    if (
        p.stratagem_divert_answers_rout != 0
        and other == NECROCAMPE
        and holds_unused(s, NECROCAMPE, DIVERT)
    ):
        s.stage = AT_ROUT_DIVERT
    else:
        turn_down(s, other, choice)
        after_arrival(s)


@kernel
def divert_targets(s, p):
    """Other locations that the Necrocampe may divert an attack to."""
    targets = np.int64(0)
    for location in range(LOCATIONS):
        held = s.up[NECROCAMPE, location] | s.routed[NECROCAMPE, location]
        if p.stratagem_divert_target == ANY_LOCATION or held != 0:
            targets |= only(location)
    return targets & ~only(s.location)


@kernel
def answer_rout_divert(s, p, choice):
    """Divert the rout, or suffer it."""
    if choice == PASS:
        turn_down(s, NECROCAMPE, s.legion)
        after_arrival(s)
    else:
        use_stratagem(s, NECROCAMPE)
        s.location = choice
        s.stage = AT_ROUT_DIVERTED


@kernel
def pose_rout_divert(s, p):
    """The Necrocampe may divert the rout to another of its locations."""
    s.location = location_of(s, NECROCAMPE, s.legion)
    targets = divert_targets(s, p)
    if targets != 0:
        ask(s, NECROCAMPE, DIVERT_TO, targets, 1)
    else:
        answer_rout_divert(s, p, PASS)


@kernel
def pose_rout_diverted(s, p):
    """The King routs one Legion of the location the rout was diverted to, if there is one."""
    targets = s.up[NECROCAMPE, s.location]
    if targets != 0:
        ask(s, s.actor, FLIP, targets, 0)
    else:
        after_arrival(s)


@kernel
def answer_rout_diverted(s, p, choice):
    """Rout the chosen Legion."""
    turn_down(s, NECROCAMPE, choice)
    after_arrival(s)


@kernel
def after_arrival(s):
    """Go on to recruiting after step one, to the refill after a power."""
    s.stage = AT_ROUTE if s.arrival == PLAYED else AT_CHOOSE_REFILL
