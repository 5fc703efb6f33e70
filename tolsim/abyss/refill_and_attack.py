"""The end of a player's part of the turn: filling the hand, and the second player's attack."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import ATTACK, DIVERT_TO, TAKE, USE_STRATAGEM
from tolsim.abyss.battlefield import divert_targets
from tolsim.abyss.state import (
    ALL_LOCATIONS,
    AT_ATTACK,
    AT_DIVERT,
    AT_PLACE,
    AT_REFILL,
    AT_TURN_END,
    CHOOSE_REFILL,
    DIVERT,
    KING,
    NECROCAMPE,
    PASS,
    WHITE,
    all_up,
    ask,
    holds_unused,
    use_stratagem,
)
from tolsim.core.bits import lowest, only
from tolsim.core.compile_cache import kernel

# Choices of stratagem.choose_refill.
UNSEEN, SEEN = 0, 1
FACE_DOWN = 0
"""Choice of a refill that means the face-down Legion."""


@kernel
def pose_choose_refill(s, p):
    """The Necrocampe may choose which Legion the King takes."""
    s.chooser = s.actor
    if s.actor == KING and holds_unused(s, NECROCAMPE, CHOOSE_REFILL):
        ask(s, NECROCAMPE, USE_STRATAGEM, 1, 1)
    else:
        s.stage = AT_REFILL


@kernel
def answer_choose_refill(s, p, choice):
    """Use the Stratagem, or not."""
    if choice != PASS:
        use_stratagem(s, NECROCAMPE)
        s.chooser = NECROCAMPE
        if p.stratagem_choose_refill == SEEN and s.row_down != 0:
            s.down_known[NECROCAMPE] = 1
    s.stage = AT_REFILL


@kernel
def pose_refill(s, p):
    """Fill the hand by a Legion of the row."""
    options = s.row_up
    if s.row_down != 0:
        options |= only(FACE_DOWN)
    ask(s, s.chooser, TAKE, options, 0)


@kernel
def answer_refill(s, p, choice):
    """Take it; the opponent knows a face-up one, and a face-down one only if it has seen it."""
    actor = s.actor
    other = 1 - actor
    if choice == FACE_DOWN:
        legion = s.row_down
        opponent_knows = s.down_known[other] != 0
        s.row_down = 0
        s.down_known[0] = 0
        s.down_known[1] = 0
    else:
        legion = choice
        opponent_knows = True
        s.row_up &= ~only(legion)
    s.hand[actor] |= only(legion)
    if opponent_knows:
        s.known[other] |= only(legion)
    if actor == s.lead:
        s.actor = other
        s.stage = AT_PLACE
    else:
        s.stage = AT_ATTACK


@kernel
def pose_attack(s, p):
    """The Legion left in the row says where the second player attacks; an Ambassador, anywhere."""
    if s.row_down != 0:
        s.row_up |= only(s.row_down)
        s.row_down = 0
    colour = np.int64(p.legion_colour[lowest(s.row_up)])
    if all_up(s, 1 - s.actor) == 0:
        s.stage = AT_TURN_END
    elif colour == WHITE:
        ask(s, s.actor, ATTACK, ALL_LOCATIONS, 0)
    else:
        s.location = colour
        s.stage = AT_DIVERT


@kernel
def answer_attack(s, p, choice):
    """Choose the location."""
    s.location = choice
    s.stage = AT_DIVERT


@kernel
def pose_divert(s, p):
    """The Necrocampe may divert an attack that would rout something."""
    if (
        s.actor == KING
        and holds_unused(s, NECROCAMPE, DIVERT)
        and s.up[NECROCAMPE, s.location] != 0
        and divert_targets(s, p) != 0
    ):
        ask(s, NECROCAMPE, DIVERT_TO, divert_targets(s, p), 1)
    else:
        attack(s)


@kernel
def answer_divert(s, p, choice):
    """Divert the attack, or suffer it."""
    if choice != PASS:
        use_stratagem(s, NECROCAMPE)
        s.location = choice
    attack(s)


@kernel
def attack(s):
    """Rout every Legion of the opponent at the location."""
    other = 1 - s.actor
    s.routed[other, s.location] |= s.up[other, s.location]
    s.up[other, s.location] = 0
    s.stage = AT_TURN_END
