"""Bonus actions that units' own abilities give, each within its limit."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.actions import (
    COMMAND_WORD,
    GAIN_INTRIGUE,
    GAIN_LEGEND,
    GAIN_XP,
    HEAL_FOR_XP,
    LEAD_THE_AREA,
    MELEE_AGAIN,
    MELEE_AGAINST_MORE,
    TAKE_REROLL_BACK,
)
from tolsim.joan.command import can_command
from tolsim.joan.further_melee import can_melee_again
from tolsim.joan.healing import has_wounded
from tolsim.joan.hooks import activation_started, take_action
from tolsim.joan.leading import leads_somewhere
from tolsim.joan.state import (
    AT_COMMAND,
    AT_EXTRA_MELEE,
    AT_LEAD_AREA,
    AT_THREE_AREAS,
    AT_WOUND_TO_HEAL,
    ATTACKING,
    COMMANDED_OTHERS,
    INTRIGUE,
    LEGEND,
    MAIN_DONE,
    MELEED,
    NOWHERE,
    REROLL_TOKEN,
    USED_THIS_ACTIVATION,
    USED_THIS_ROUND,
    USED_THIS_TURN,
    XP,
    mark,
    marked,
    offer,
    owner_of,
    profile,
    push,
)
from tolsim.joan.tokens import gain, holds, spend
from tolsim.joan.traits import (
    GAINS_INTRIGUE,
    GAINS_LEGEND_OR_INTRIGUE,
    GAINS_XP,
    HEALS_FOR_XP,
    LEADS_ITS_AREA,
    MELEE_AGAINST_THREE_AREAS,
    RETURNS_REROLL,
    SECOND_MELEE_FOR_LEGEND,
)

LEAD_COST = 2


THREE_AREAS_COST = 3


@kernel
def offer_bonus_actions(s, p, unit):
    """Command and what the unit's own abilities give, each within its limit."""
    owner = owner_of(s, unit)
    abilities = p.profile_abilities[profile(s, unit)]
    if can_command(s, p, unit):
        offer(s, COMMAND_WORD)
    if abilities == 0:
        return
    turn = not marked(s, unit, USED_THIS_TURN)
    this_round = not marked(s, unit, USED_THIS_ROUND)
    if abilities & GAINS_INTRIGUE != 0 and turn:
        offer(s, GAIN_INTRIGUE)
    if abilities & GAINS_XP != 0 and turn:
        offer(s, GAIN_XP)
    if abilities & GAINS_LEGEND_OR_INTRIGUE != 0 and this_round:
        offer(s, GAIN_LEGEND)
        offer(s, GAIN_INTRIGUE)
    if abilities & RETURNS_REROLL != 0 and turn and can_return_reroll(s, p, owner):
        offer(s, TAKE_REROLL_BACK)
    leads = abilities & LEADS_ITS_AREA != 0 and this_round and holds(s, owner, XP, LEAD_COST)
    if leads and leads_somewhere(s, p, unit):
        offer(s, LEAD_THE_AREA)
    offer_bonus_of_activation(s, p, unit, owner, abilities)


@kernel
def can_return_reroll(s, p, owner):
    """Tell whether an owner's Reroll token has been used."""
    return s.tokens[owner, REROLL_TOKEN] < p.start_tokens[owner, REROLL_TOKEN]


@kernel
def offer_bonus_of_activation(s, p, unit, owner, abilities):
    """Abilities of once an activation."""
    if marked(s, unit, USED_THIS_ACTIVATION):
        return
    if abilities & HEALS_FOR_XP != 0 and holds(s, owner, XP, 1) and has_wounded(s, p, unit, True):
        offer(s, HEAL_FOR_XP)
    if marked(s, unit, MELEED) and can_melee_again(s, p, unit):
        if abilities & SECOND_MELEE_FOR_LEGEND != 0 and holds(s, owner, LEGEND, 1):
            offer(s, MELEE_AGAIN)
        # Its melee is the last attack of all, so the target is the one that has been struck.
        three = abilities & MELEE_AGAINST_THREE_AREAS != 0 and marked(s, unit, ATTACKING)
        if three and holds(s, owner, XP, THREE_AREAS_COST):
            offer(s, MELEE_AGAINST_MORE)


@kernel
def answer_bonus(s, p, unit, action):
    """Carry a bonus action out, or one of the scenario's."""
    owner = owner_of(s, unit)
    if action == COMMAND_WORD:
        mark(s, unit, COMMANDED_OTHERS)
        push(s, AT_COMMAND, unit, p.profile_command_number[profile(s, unit)], 0)
        activation_started(s, p, NOWHERE)
    elif action == GAIN_INTRIGUE or action == GAIN_XP or action == GAIN_LEGEND:
        mark(s, unit, USED_THIS_TURN | USED_THIS_ROUND)
        token = XP if action == GAIN_XP else LEGEND if action == GAIN_LEGEND else INTRIGUE
        gain(s, owner, token, 1)
    elif action == TAKE_REROLL_BACK:
        mark(s, unit, USED_THIS_TURN)
        gain(s, owner, REROLL_TOKEN, 1)
    elif action == LEAD_THE_AREA:
        mark(s, unit, USED_THIS_ROUND)
        spend(s, owner, XP, LEAD_COST)
        push(s, AT_LEAD_AREA, unit, 0, 0)
    elif action == HEAL_FOR_XP:
        mark(s, unit, USED_THIS_ACTIVATION)
        spend(s, owner, XP, 1)
        push(s, AT_WOUND_TO_HEAL, unit, 0, 0)
    elif action == MELEE_AGAIN:
        mark(s, unit, USED_THIS_ACTIVATION)
        spend(s, owner, LEGEND, 1)
        push(s, AT_EXTRA_MELEE, unit, 0, 0)
    elif action == MELEE_AGAINST_MORE:
        mark(s, unit, USED_THIS_ACTIVATION)
        spend(s, owner, XP, THREE_AREAS_COST)
        push(s, AT_THREE_AREAS, unit, s.target, NOWHERE)
    elif take_action(s, p, unit, action):
        mark(s, unit, MAIN_DONE)
