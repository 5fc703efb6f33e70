"""State of a game on the Joan of Arc engine, and the names of everything in it.

A unit is a number below U, an area a number below N. Units that stand in one area form a chain,
lowest number first: ``area_first`` and ``unit_next``. An owner is a player, or, from P on, a side
that follows behaviour rules.

What the game is doing is a stack of frames, each a stage with its arguments: a turn, in it an
order, in it an activated area, in it a unit's action, in it an attack. The top frame asks the next
question or goes on; so a question can come up in the middle of anything, to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.state import state_dtype

NOBODY = -1
NOWHERE = -1

# Places of a unit that stands in no area.
RESERVE, INFIRMARY, WAITING, DESTROYED, RETURNING, HELD = -1, -2, -3, -4, -5, -6
"""Not yet in play; infirmary; its waiting part; out of the game; off the board, to come back by a
scenario's rule; held by an enemy unit."""
PLACES = {
    RESERVE: "in reserve",
    INFIRMARY: "infirmary",
    WAITING: "waiting",
    DESTROYED: "destroyed",
    RETURNING: "returning",
    HELD: "held",
}

# Tokens and orders, columns of ``tokens`` and ``orders``.
XP, LEGEND, INTRIGUE, REROLL_TOKEN = range(4)
TOKENS = ("XP", "Legend", "Intrigue", "Reroll")
ACTIVATION, CHARGE_ORDER, REACTIVATION, INTERRUPT = range(4)
ORDERS = ("Activation", "Charge", "Reactivation", "Interrupt")

# Marks of a unit, bits of ``unit_marks``.
TO_ACT = 1 << 0  # still to act in this activation
ATTACKING = 1 << 1
HIT = 1 << 2  # has had a result of this attack, others come first
KILL_AMONG = 1 << 3  # a Kill was among its wounds in this attack
DODGED = 1 << 4  # avoids this attack
REROLLED = 1 << 5  # its Feint or Parry has been used in this attack
EMBOLDENED = 1 << 6  # defends with one black die more
LEGEND_SPENT = 1 << 7  # its own dice's faces are changed for Legend in this attack
FOLLOWED = 1 << 8  # followed up after this attack
ACTED = 1 << 9  # acted on an Activation this round
COMMANDED_OTHERS = 1 << 10  # has used its Command this turn
USED_THIS_TURN = 1 << 11  # its ability of once a turn
USED_THIS_ROUND = 1 << 12
CHECKED = 1 << 13  # its casualties check of this Camp is done
TO_CHARGE = 1 << 14  # still to make the move of its Charge
SHAKEN = 1 << 16  # failed the Terror test of this attack
MAIN_DONE = 1 << 17  # has taken its action, bonus actions are left
USED_THIS_ACTIVATION = 1 << 18
MELEED = 1 << 19  # its action was a melee attack
UNDER_COMMAND = 15 << 20  # chosen by a Command that is not over, a bit for each within another
UNDER_FIRST_COMMAND, UNDER_LAST_COMMAND = 1 << 20, 1 << 23
ATTACK_MARKS = ATTACKING | HIT | KILL_AMONG | DODGED | REROLLED | EMBOLDENED | LEGEND_SPENT
ATTACK_MARKS |= FOLLOWED | SHAKEN

# Kinds of attack.
MELEE, SHOT = 0, 1

# Whose doing a result is.
BY_ATTACK, BY_STRIKE_BACK, BY_NO_ATTACK = range(3)

# Results, columns of ``results``.
KILLS, DISRUPTEDS, PUSHES, TRAMPLES = range(4)

# Dice of an attack: the attackers' and the defenders'.
ATTACK_DICE, DEFENCE_DICE = 0, 1
MOST_DICE = 64
NO_OWNER = -1

STACK = 20
FRAME = 8
EVENTS = 120
OPTIONS_BESIDE_AREAS = 40

# Stages of the engine; a scenario's own begin at SCENARIO_STAGE.
(
    AT_ROUND,
    AT_COUNCIL,
    AT_UPKEEP,
    AT_UPGRADE,
    AT_WAR_COUNCIL,
    AT_CONVERT,
    AT_TURN,
    AT_CHARGE_AREA,
    AT_REACTIVATION_AREA,
    AT_ORDER,
    AT_ACTIVATION,
    AT_CHARGE_MOVE,
    AT_UNIT,
    AT_MOVE_ON,
    AT_HEAL,
    AT_COMMAND,
    AT_WOUND_TO_HEAL,
    AT_LEAD_AREA,
    AT_JOIN,
    AT_EMBOLDEN,
    AT_SPEND_LEGEND,
    AT_REROLL_ATTACK,
    AT_REROLL_DEFENCE,
    AT_STRIKE_BACK,
    AT_RUTHLESS,
    AT_ALLOCATE,
    AT_STAND_IN,
    AT_PUSH,
    AT_FOLLOW_UP,
    AT_ATTACK_END,
    AT_EXTRA_MELEE,
    AT_CAMP,
    AT_RALLY,
    AT_CHANGE_DOOM,
    AT_THREE_AREAS,
) = range(35)
SCENARIO_STAGE = 40


def padded(count: int, size: int) -> int:
    """Entries of ``size`` bytes that fill whole words of 8 bytes, at least ``count`` of them."""
    per_word = 8 // size
    return -(-count // per_word) * per_word


def joan_state(
    players: int, owners: int, units: int, areas: int, links: int, fields: Sequence[tuple[Any, ...]]
) -> np.dtype[Any]:
    """State record of a scenario.

    Parameters
    ----------
    players
        Seats, P.
    owners
        Players and sides that follow behaviour rules.
    units
        Units that can ever be in play, U.
    areas
        Areas of the board, N.
    links
        Pairs of areas that touch.
    fields
        ``(name, dtype)`` or ``(name, dtype, shape)`` of the scenario; 8 bytes each, or whole words.
    """
    return state_dtype(
        players,
        [
            # The board
            ("area_first", np.int16, (padded(areas, 2),)),  # lowest unit there, -1: nobody
            ("links", np.int64, (-(-links // 63),)),  # bits of the pairs that are linked now
            ("activated", np.int64, (owners, -(-areas // 63))),  # bits of areas, of this round
            # Units
            ("unit_area", np.int16, (padded(units, 2),)),  # or a place off the board
            ("unit_next", np.int16, (padded(units, 2),)),  # next in its area, -1: the last
            ("unit_profile", np.int16, (padded(units, 2),)),
            ("unit_home", np.int16, (padded(units, 2),)),  # area it belongs to, of the scenario
            ("unit_owner", np.int8, (padded(units, 1),)),
            ("unit_hp", np.int8, (padded(units, 1),)),
            ("unit_marks", np.int32, (padded(units, 4),)),
            # What owners hold
            ("tokens", np.int64, (owners, 4)),
            ("orders", np.int64, (owners, 4)),
            # The round
            ("turn", np.int64),  # number of the round, 1 and up
            ("phase", np.int64),  # of the round, counted by the scenario
            ("owner_in_turn", np.int64),
            ("turn_order", np.int64, (owners,)),  # players in the order of their turns
            ("round_card", np.int64),
            ("round_deck", np.int64, (8,)),  # cards left by number
            ("council_unseen", np.int64, (6,)),  # cards not yet seen by kind
            ("council_seen", np.int64, (12,)),  # cards under the deck, the next one first
            ("council_seen_count", np.int64),
            ("council_offer", np.int64, (6,)),  # cards face up by kind
            ("orders_done", np.int64),  # in this turn
            ("doom_changed", np.int64),  # owners whose change of a Doom die is used, bits
            # The attack
            ("attack_from", np.int64),
            ("target", np.int64),
            ("attack_kind", np.int64),
            ("attacker", np.int64),  # owner
            ("defender", np.int64),  # owner who throws for the target area
            ("attack_follows", np.int64),  # the attack is made after a follow-up
            ("results", np.int64, (4,)),
            ("strikes", np.int64, (4,)),  # results that strike the attackers back
            ("allocated", np.int64),  # kind of the result in hand
            ("unit_in_hand", np.int64),
            ("cause", np.int64),
            ("killed_in_attack", np.int64),  # units destroyed by a Kill of it
            ("killed_mark", np.int64),  # what a scenario notes of them
            ("reroll_used", np.int64),  # area's reroll by terrain
            ("boosted", np.int64),  # the question of an emboldened unit has been put
            ("dice_count", np.int64, (2,)),
            ("die_colour", np.int8, (2, MOST_DICE)),
            ("die_face", np.int8, (2, MOST_DICE)),
            ("die_unit", np.int8, (2, MOST_DICE)),
            # Frames
            ("depth", np.int64),
            ("stack", np.int16, (STACK, FRAME)),
            # The question
            ("option_count", np.int64),
            ("options", np.int16, (padded(areas + OPTIONS_BESIDE_AREAS, 2),)),
            # What happened since the last decision, for a person
            ("event_count", np.int64),
            ("events", np.int64, (EVENTS,)),
            *fields,
        ],
    )


# Frames.


@kernel
def push(s, stage, first, second, third):
    """Begin a frame on top of the others."""
    frame = s.stack[s.depth]
    frame[:] = 0
    frame[0] = stage
    frame[1] = first
    frame[2] = second
    frame[3] = third
    s.depth += 1


@kernel
def pop(s):
    """End the top frame."""
    s.depth -= 1
    s.stack[s.depth][:] = 0


@kernel
def stage_of(s):
    """Stage of the top frame."""
    return np.int64(s.stack[s.depth - 1, 0])


@kernel
def go(s, stage):
    """Let the top frame go on to another stage."""
    s.stack[s.depth - 1, 0] = stage


@kernel
def argument(s, index):
    """Argument of the top frame, 1 to 7."""
    return np.int64(s.stack[s.depth - 1, index])


@kernel
def set_argument(s, index, value):
    """Change an argument of the top frame."""
    s.stack[s.depth - 1, index] = value


# Questions.


@kernel
def ask(s, owner):
    """Begin a question to an owner; options follow by :func:`offer`."""
    s.to_move = owner
    s.option_count = 0


@kernel
def offer(s, action):
    """Add an option; they are kept in ascending order."""
    place = s.option_count
    while place > 0 and s.options[place - 1] > action:
        s.options[place] = s.options[place - 1]
        place -= 1
    s.options[place] = action
    s.option_count += 1


# Marks of units.


@kernel
def marked(s, unit, mark):
    """Tell whether a unit carries one of these marks."""
    return (np.int64(s.unit_marks[unit]) & mark) != 0


@kernel
def mark(s, unit, bits):
    """Give a unit marks."""
    s.unit_marks[unit] = np.int64(s.unit_marks[unit]) | bits


@kernel
def unmark(s, unit, bits):
    """Take marks off a unit."""
    s.unit_marks[unit] = np.int64(s.unit_marks[unit]) & ~bits


@kernel
def unmark_all(s, p, bits):
    """Take marks off every unit."""
    for unit in range(p.units):
        unmark(s, unit, bits)


# Profiles.


@kernel
def profile(s, unit):
    """Row of a unit's profile."""
    return np.int64(s.unit_profile[unit])


@kernel
def has_trait(s, p, unit, traits):
    """Tell whether a unit has one of these traits."""
    return (p.profile_traits[profile(s, unit)] & traits) != 0


@kernel
def has_ability(s, p, unit, ability):
    """Tell whether a unit has this ability."""
    return (p.profile_abilities[profile(s, unit)] & ability) != 0


@kernel
def type_of(s, p, unit):
    """Type of a unit."""
    return p.profile_type[profile(s, unit)]


@kernel
def kind_of(s, p, unit):
    """Which unit of the book it is, whatever its level."""
    return p.profile_kind[profile(s, unit)]


@kernel
def owner_of(s, unit):
    """Owner of a unit, NOBODY for one of no side."""
    return np.int64(s.unit_owner[unit])


@kernel
def area_of(s, unit):
    """Area where a unit stands, or a place off the board (negative)."""
    return np.int64(s.unit_area[unit])


@kernel
def on_board(s, unit):
    """Tell whether a unit stands in an area."""
    return s.unit_area[unit] >= 0


@kernel
def same_team(p, one, other):
    """Tell whether two owners are on one side; units of no side are nobody's enemies."""
    return one < 0 or other < 0 or p.team[one] == p.team[other]


@kernel
def twins(s, unit, other):
    """Tell whether two units of one owner are alike in everything, so that one choice is enough."""
    return (
        s.unit_profile[unit] == s.unit_profile[other]
        and s.unit_area[unit] == s.unit_area[other]
        and s.unit_hp[unit] == s.unit_hp[other]
        and s.unit_home[unit] == s.unit_home[other]
        and s.unit_owner[unit] == s.unit_owner[other]
        and s.unit_marks[unit] == s.unit_marks[other]
    )


# Sets of areas, bits of words of 63.


@kernel
def in_set(words, member):
    """Tell whether a number is a member."""
    return (np.int64(words[member // 63]) >> (member % 63)) & 1 != 0


@kernel
def add_to(words, member):
    """Add a member."""
    words[member // 63] |= np.int64(1) << np.int64(member % 63)


@kernel
def remove_from(words, member):
    """Take a member out."""
    words[member // 63] &= ~(np.int64(1) << np.int64(member % 63))
