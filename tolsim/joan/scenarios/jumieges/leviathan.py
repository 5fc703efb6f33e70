"""The Leviathan's turn: which action it takes, step by step."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.scenarios.jumieges.lava import erupt
from tolsim.joan.scenarios.jumieges.leviathan_attacks import (
    has_melee_target,
    has_target_hex,
    strike_church,
)
from tolsim.joan.scenarios.jumieges.leviathan_path import (
    ANY_STEP,
    USEFUL_STEP,
    WITH_CONTACT,
    at_church,
    has_tie,
    useful_steps,
)
from tolsim.joan.scenarios.jumieges.names import (
    AT_LEVIATHAN,
    AT_LEVIATHAN_MELEE,
    AT_PATH,
    AT_STRIKE_HEX,
)
from tolsim.joan.scenarios.jumieges.roar import begin_roar
from tolsim.joan.state import argument, on_board, pop, push, set_argument

# What the Leviathan has decided to do, first argument of its frame; the second is the step.
(
    UNDECIDED,
    PRIMARY,
    SECONDARY_IN_CONTACT,
    SECONDARY_ADVANCE,
    TERTIARY_IN_CONTACT,
    TERTIARY_STEP,
    TERTIARY_RUN,
) = range(7)
# Choices of the rules named like them.
IF_USEFUL = 0
ALWAYS = 0


@kernel
def begin_leviathan(s, p):
    """Begin its turn."""
    if on_board(s, p.leviathan):
        push(s, AT_LEVIATHAN, UNDECIDED, 0, 0)


@kernel
def decide(s, p):
    """Primary if possible, secondary in good health, else tertiary."""
    if at_church(s, p):
        return PRIMARY
    if s.unit_hp[p.leviathan] >= p.leviathan_secondary_health:
        return SECONDARY_IN_CONTACT if has_target_hex(s, p) else SECONDARY_ADVANCE
    if has_melee_target(s, p):
        return TERTIARY_IN_CONTACT
    if p.leviathan_tertiary_step != IF_USEFUL or useful_steps(s, p) != 0:
        return TERTIARY_STEP
    return TERTIARY_RUN


@kernel
def pose_leviathan(s, p):
    """Take the next step of its action."""
    if not on_board(s, p.leviathan):
        pop(s)
        return
    action = argument(s, 1)
    step = argument(s, 2)
    set_argument(s, 2, step + 1)
    if action == UNDECIDED:
        set_argument(s, 1, decide(s, p))
        set_argument(s, 2, 0)
    elif action == PRIMARY:
        go_on_with_primary(s, p, step)
    elif action == SECONDARY_IN_CONTACT:
        go_on_in_contact(s, p, step)
    elif action == SECONDARY_ADVANCE:
        go_on_with_advance(s, p, step)
    elif action == TERTIARY_IN_CONTACT:
        go_on_with_two_attacks(s, p, step)
    elif action == TERTIARY_STEP:
        go_on_with_single_step(s, p, step)
    else:
        go_on_with_run(s, p, step)


@kernel
def go_on_with_primary(s, p, step):
    """The church; a melee attack; the search for Relics."""
    if step == 0:
        strike_church(s, p)
    elif step == 1:
        push(s, AT_LEVIATHAN_MELEE, 0, 0, 0)
    else:
        pop(s)
        erupt(s, p)


@kernel
def go_on_in_contact(s, p, step):
    """A Gigantic attack, then a hex towards the church."""
    if step == 0:
        push(s, AT_STRIKE_HEX, 0, 0, 0)
    else:
        pop(s)
        push(s, AT_PATH, ANY_STEP, 0, 0)


@kernel
def go_on_with_advance(s, p, step):
    """A hex towards the church, then a melee attack or a Roar; argument 5: a tie was broken."""
    if step == 0:
        set_argument(s, 5, 1 if has_tie(s, p) else 0)
        push(s, AT_PATH, WITH_CONTACT, 0, 0)
    elif step == 1 and has_melee_target(s, p):
        if p.leviathan_secondary_melee == ALWAYS or argument(s, 5) != 0:
            push(s, AT_LEVIATHAN_MELEE, 0, 0, 0)
    else:
        pop(s)
        if step == 1:
            begin_roar(s, p)


@kernel
def go_on_with_two_attacks(s, p, step):
    """Two melee attacks on different areas, then the search for Relics."""
    if step < 2:
        push(s, AT_LEVIATHAN_MELEE, 0, argument(s, 3), 0)
    else:
        pop(s)
        erupt(s, p)


@kernel
def go_on_with_single_step(s, p, step):
    """One hex, then the attacks; where the step was to no use, the rest of the run."""
    if step == 0:
        useful = p.leviathan_tertiary_step == IF_USEFUL
        push(s, AT_PATH, USEFUL_STEP if useful else WITH_CONTACT, 0, 0)
        return
    contact = has_melee_target(s, p)
    set_argument(s, 1, TERTIARY_IN_CONTACT if contact else TERTIARY_RUN)
    set_argument(s, 2, 0 if contact else 1)


@kernel
def go_on_with_run(s, p, step):
    """So many hexes, no farther than next to the church, then the search for Relics."""
    if step < np.int64(p.leviathan_tertiary_run):
        if not at_church(s, p):
            push(s, AT_PATH, ANY_STEP, 0, 0)
    else:
        pop(s)
        erupt(s, p)
