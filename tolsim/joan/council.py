"""The Council: Round card, upkeep, upgrades, War Council."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below
from tolsim.joan import events
from tolsim.joan.actions import (
    CONVERT,
    COUNCIL_KINDS,
    DECLINE,
    DONE,
    PAY,
    TAKE_CARD,
    names_unit,
    unit_action,
    unit_named,
)
from tolsim.joan.events import tell
from tolsim.joan.state import (
    ACTIVATION,
    AT_CONVERT,
    AT_COUNCIL,
    AT_UPGRADE,
    AT_UPKEEP,
    AT_WAR_COUNCIL,
    CHARGE_ORDER,
    INTRIGUE,
    LEGEND,
    REROLL_TOKEN,
    XP,
    argument,
    ask,
    has_trait,
    offer,
    on_board,
    owner_of,
    pop,
    profile,
    push,
    set_argument,
)
from tolsim.joan.tokens import gain, holds, spend
from tolsim.joan.traits import CIVILIAN, REROLL

# Kinds of War Council cards; the first three turn Activations into other orders.
TO_CHARGE_ORDERS, TO_REACTIVATION, TO_INTERRUPT, CARD_XP, CARD_LEGEND, CARD_INTRIGUE = range(6)
COUNCIL_CARDS = (3, 3, 3, 1, 1, 1)
MOST_CHARGES = 2
LEAST_ON_OFFER = 3
NO_COUNCIL = 1
"""Choice of council.war_council without one."""


@kernel
def begin_council(s, p):
    """Begin the Council."""
    push(s, AT_COUNCIL, 0, 0, 0)


@kernel
def pose_council(s, p):
    """Take the Council's next step."""
    step = argument(s, 1)
    set_argument(s, 1, step + 1)
    if step == 0:
        draw_round_card(s, p)
    elif step == 1:
        if p.council_upkeep > 0:
            push(s, AT_UPKEEP, 0, 0, 0)
    elif step == 2:
        push(s, AT_UPGRADE, 0, 0, 0)
    elif step == 3:
        if p.council_war_council != NO_COUNCIL:
            lay_out_cards(s, p)
            push(s, AT_WAR_COUNCIL, 0, 0, 0)
    else:
        turn_reroll_tokens_back(s, p)
        pop(s)


# Round cards.


@kernel
def shuffle_round_cards(s, p):
    """Make the deck of Round cards anew."""
    s.round_deck[:] = p.round_cards


@kernel
def draw_round_card(s, p):
    """Turn a Round card over: so many Activation orders for every player."""
    left = np.int64(0)
    for number in range(8):
        left += s.round_deck[number]
    if left == 0:
        shuffle_round_cards(s, p)
        for number in range(8):
            left += s.round_deck[number]
    place = below(s.rng, left)
    number = 0
    while place >= s.round_deck[number]:
        place -= s.round_deck[number]
        number += 1
    s.round_deck[number] -= 1
    s.round_card = number
    tell(s, events.ROUND_CARD, number, 0, 0)
    for player in range(p.players):
        s.orders[player, :] = 0
        s.orders[player, ACTIVATION] = number


# Characters.


@kernel
def set_profile(s, p, unit, row):
    """Turn a Character's card over; wounds stay, as far as the new one can bear them."""
    wounds = p.profile_hp[profile(s, unit)] - np.int64(s.unit_hp[unit])
    s.unit_profile[unit] = row
    s.unit_hp[unit] = max(np.int64(1), p.profile_hp[row] - wounds)
    tell(s, events.LEVEL, unit, row, 0)


@kernel
def needs_upkeep(s, p, unit):
    """Tell whether a unit is a Character of level 2 on the board."""
    return on_board(s, unit) and p.profile_upgraded_from[profile(s, unit)] >= 0


@kernel
def pose_upkeep(s, p):
    """Pay to keep a Character's level? Who cannot drops to level 1."""
    unit = argument(s, 1)
    while unit < p.units and not needs_upkeep(s, p, unit):
        unit += 1
    set_argument(s, 1, unit)
    if unit == p.units:
        pop(s)
        return
    owner = owner_of(s, unit)
    ask(s, owner)
    if holds(s, owner, XP, p.council_upkeep):
        offer(s, PAY)
    offer(s, DECLINE)


@kernel
def answer_upkeep(s, p, action):
    """Pay, or turn the card back."""
    unit = argument(s, 1)
    set_argument(s, 1, unit + 1)
    if action == PAY:
        spend(s, owner_of(s, unit), XP, p.council_upkeep)
    else:
        set_profile(s, p, unit, p.profile_upgraded_from[profile(s, unit)])


@kernel
def pose_upgrade(s, p):
    """Which Character is upgraded? Players in turn order."""
    place = argument(s, 1)
    if place >= p.players:
        pop(s)
        return
    owner = s.turn_order[place]
    ask(s, owner)
    for unit in range(p.units):
        if on_board(s, unit) and owner_of(s, unit) == owner:
            row = profile(s, unit)
            if p.profile_upgrade_to[row] >= 0 and holds(s, owner, XP, p.profile_upgrade_cost[row]):
                offer(s, unit_action(p, unit))
    if s.option_count == 0:
        set_argument(s, 1, place + 1)
    else:
        offer(s, DONE)


@kernel
def answer_upgrade(s, p, action):
    """Pay the printed cost and turn the card over."""
    if not names_unit(p, action):
        set_argument(s, 1, argument(s, 1) + 1)
        return
    unit = unit_named(p, action)
    row = profile(s, unit)
    spend(s, owner_of(s, unit), XP, p.profile_upgrade_cost[row])
    set_profile(s, p, unit, p.profile_upgrade_to[row])


# War Council.


@kernel
def draw_council_card(s):
    """Draw a card: one of those never seen, else the next of those put under the deck."""
    unseen = np.int64(0)
    for kind in range(COUNCIL_KINDS):
        unseen += s.council_unseen[kind]
    if unseen > 0:
        place = below(s.rng, unseen)
        kind = 0
        while place >= s.council_unseen[kind]:
            place -= s.council_unseen[kind]
            kind += 1
        s.council_unseen[kind] -= 1
        return np.int64(kind)
    kind = s.council_seen[0]
    s.council_seen_count -= 1
    for place in range(s.council_seen_count):
        s.council_seen[place] = s.council_seen[place + 1]
    s.council_seen[s.council_seen_count] = 0
    return kind


@kernel
def put_under(s, kind):
    """Put a card under the deck."""
    s.council_seen[s.council_seen_count] = kind
    s.council_seen_count += 1


@kernel
def lay_out_cards(s, p):
    """One card face up per player and one more, at least three."""
    s.council_offer[:] = 0
    for _ in range(max(np.int64(LEAST_ON_OFFER), p.players + 1)):
        s.council_offer[draw_council_card(s)] += 1


@kernel
def pose_war_council(s, p):
    """Each player takes a card in turn order; the others go under the deck."""
    place = argument(s, 1)
    if place >= p.players:
        for kind in range(COUNCIL_KINDS):
            for _ in range(s.council_offer[kind]):
                put_under(s, kind)
            s.council_offer[kind] = 0
        pop(s)
        return
    ask(s, s.turn_order[place])
    for kind in range(COUNCIL_KINDS):
        if s.council_offer[kind] > 0:
            offer(s, TAKE_CARD + kind)


@kernel
def answer_war_council(s, p, action):
    """Take it; a card that turns orders over asks how many."""
    owner = s.turn_order[argument(s, 1)]
    kind = np.int64(action) - TAKE_CARD
    set_argument(s, 1, argument(s, 1) + 1)
    s.council_offer[kind] -= 1
    put_under(s, kind)
    tell(s, events.COUNCIL_CARD, owner, kind, 0)
    if kind == CARD_XP:
        gain(s, owner, XP, 1)
    elif kind == CARD_LEGEND:
        gain(s, owner, LEGEND, 1)
    elif kind == CARD_INTRIGUE:
        gain(s, owner, INTRIGUE, 1)
    else:
        push(s, AT_CONVERT, owner, kind, 0)


@kernel
def pose_convert(s, p):
    """Ask how many Activations are turned over."""
    owner = argument(s, 1)
    most = MOST_CHARGES if argument(s, 2) == TO_CHARGE_ORDERS else 1
    ask(s, owner)
    for number in range(min(np.int64(most), s.orders[owner, ACTIVATION]) + 1):
        offer(s, CONVERT + number)


@kernel
def answer_convert(s, p, action):
    """Turn them over."""
    owner = argument(s, 1)
    number = np.int64(action) - CONVERT
    order = CHARGE_ORDER + argument(s, 2)
    pop(s)
    s.orders[owner, ACTIVATION] -= number
    s.orders[owner, order] += number
    if number > 0:
        tell(s, events.TURNS_OVER, owner, order, number)


@kernel
def turn_reroll_tokens_back(s, p):
    """Reroll tokens come back; units with the trait give one more."""
    for player in range(p.players):
        tokens = p.start_tokens[player, REROLL_TOKEN]
        for unit in range(p.units):
            if (
                on_board(s, unit)
                and owner_of(s, unit) == player
                and has_trait(s, p, unit, REROLL)
                and not has_trait(s, p, unit, CIVILIAN)
            ):
                tokens += 1
        s.tokens[player, REROLL_TOKEN] = tokens
