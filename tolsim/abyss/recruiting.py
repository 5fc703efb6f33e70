"""Recruiting a Hero: the routes, the dig, the Legions that go underneath."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import DIG_REST, ROUTE, TAKE_HERO, UNDER, USE_STRATAGEM
from tolsim.abyss.rows import (
    look_at_top,
    take_from_deck,
    takeable,
    top_heroes,
    top_to_bottom,
)
from tolsim.abyss.state import (
    ALL_LOCATIONS,
    ANY_HERO,
    AT_ANY_HERO,
    AT_CHOOSE_REFILL,
    AT_DIG,
    AT_DIG_REST,
    AT_HERO,
    AT_PAYMENT,
    AT_POWER,
    AT_WIDE_DIG,
    DIG_INSTEAD,
    FIVE_LOCATIONS,
    KING,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
    PASS,
    WIDE_DIG,
    all_up,
    ask,
    holds_unused,
    lift,
    location_of,
    use_stratagem,
)
from tolsim.core.bits import count, has, lowest, only
from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import shuffle

# Choices of recruit.three_legions, recruit.five_locations_payment and recruit.dig_choice.
AT_LEAST, EXACTLY = 0, 1
DIFFERENT_LOCATIONS, ANY_TWO = 0, 1
ANY_COLOUR, MATCHING_COLOUR, MAY_DECLINE = 0, 1, 2


@kernel
def may_dig(s, p, player, location):
    """Tell whether the Hero deck can be dug for a location without a matching Hero in the row."""
    if s.hero_deck_size == 0:
        return False
    blocked = (
        p.stratagem_reserved_blocks_dig != 0
        and player == NECROCAMPE
        and s.reserved != NOBODY
        and has(s.row_heroes & p.heroes_of[location], s.reserved)
    )
    return not blocked


@kernel
def enough_at(s, p, player, location):
    """Tell whether the Legions face up at a location allow recruiting there."""
    legions = count(s.up[player, location])
    if p.recruit_three_legions == EXACTLY:
        return legions == p.recruit_legions_needed
    return legions >= p.recruit_legions_needed


@kernel
def routes(s, p, player):
    """Routes that would bring a Hero, as a set of locations and FIVE_LOCATIONS."""
    open_routes = np.int64(0)
    everywhere = True
    row = takeable(s, player)
    any_hero = row != 0 and player == KING and holds_unused(s, KING, ANY_HERO)
    for location in range(LOCATIONS):
        if s.up[player, location] == 0:
            everywhere = False
        elif enough_at(s, p, player, location) and (
            any_hero or row & p.heroes_of[location] != 0 or may_dig(s, p, player, location)
        ):
            open_routes |= only(location)
    if everywhere and row != 0:
        open_routes |= only(FIVE_LOCATIONS)
    return open_routes


@kernel
def pose_route(s, p):
    """A player may recruit by three Legions at one location or by one at each of the five."""
    s.any_hero = 0
    s.wide_dig = 0
    s.exchanged = 0
    open_routes = routes(s, p, s.actor)
    if open_routes != 0:
        ask(s, s.actor, ROUTE, open_routes, 1)
    else:
        s.stage = AT_CHOOSE_REFILL


@kernel
def answer_route(s, p, choice):
    """Take a route, or recruit nobody."""
    s.route = choice
    if choice == PASS:
        s.stage = AT_CHOOSE_REFILL
    elif choice == FIVE_LOCATIONS:
        s.stage = AT_HERO
    else:
        s.stage = AT_ANY_HERO


@kernel
def matching(s, p):
    """Heroes of the row in the colour of the route that the actor may have."""
    return takeable(s, s.actor) & p.heroes_of[s.route]


@kernel
def pose_any_hero(s, p):
    """The King may use his Stratagem to have a Hero of another colour."""
    match = matching(s, p)
    others = takeable(s, s.actor) & ~match
    if s.actor == KING and others != 0 and holds_unused(s, KING, ANY_HERO):
        can_do_without = match != 0 or may_dig(s, p, KING, s.route)
        ask(s, KING, USE_STRATAGEM, 1, 1 if can_do_without else 0)
    else:
        s.stage = AT_HERO


@kernel
def answer_any_hero(s, p, choice):
    """Use the Stratagem, or not."""
    if choice != PASS:
        use_stratagem(s, KING)
        s.any_hero = 1
    s.stage = AT_HERO


@kernel
def pose_hero(s, p):
    """Choose a Hero of the row, or dig where none matches."""
    actor = s.actor
    row = takeable(s, actor)
    if s.route == FIVE_LOCATIONS:
        ask(s, actor, TAKE_HERO, row, 0)
        return
    match = matching(s, p)
    if s.any_hero != 0:
        ask(s, actor, TAKE_HERO, row & ~match, 0)
    elif match == 0:
        s.stage = AT_WIDE_DIG
    else:
        if p.recruit_dig_with_match_in_row != 0 and may_dig(s, p, actor, s.route):
            match |= only(DIG_INSTEAD)
        ask(s, actor, TAKE_HERO, match, 0)


@kernel
def answer_hero(s, p, choice):
    """Take the chosen Hero from the row."""
    if choice == DIG_INSTEAD:
        s.stage = AT_WIDE_DIG
    else:
        s.row_heroes &= ~only(choice)
        recruit(s, p, choice)


@kernel
def gain(s, hero):
    """Put a Hero in front of the actor, and write down when."""
    s.heroes[s.actor] |= only(hero)
    s.recruited_by[hero] = s.actor
    s.recruited_turn[hero] = s.turn
    s.hero = hero


@kernel
def recruit(s, p, hero):
    """Recruit a Hero and go on to its payment."""
    gain(s, hero)
    s.left = p.recruit_legions_paid
    s.legion = 0
    s.paid_locations = 0
    s.stage = AT_PAYMENT


@kernel
def pose_wide_dig(s, p):
    """The King may use his Stratagem to look at five Heroes instead of two."""
    if (
        s.actor == KING
        and s.hero_deck_size > p.recruit_dig_looked
        and p.stratagem_dig_looked > p.recruit_dig_looked
        and holds_unused(s, KING, WIDE_DIG)
    ):
        ask(s, KING, USE_STRATAGEM, 1, 1)
    else:
        start_dig(s, p)


@kernel
def answer_wide_dig(s, p, choice):
    """Use the Stratagem, or not."""
    if choice != PASS:
        use_stratagem(s, KING)
        s.wide_dig = 1
    start_dig(s, p)


@kernel
def start_dig(s, p):
    """Look at the top of the Hero deck."""
    wanted = p.stratagem_dig_looked if s.wide_dig != 0 else p.recruit_dig_looked
    s.left = min(np.int64(wanted), s.hero_deck_size)
    look_at_top(s, s.actor, s.left)
    s.stage = AT_DIG


@kernel
def pose_dig(s, p):
    """Choose one of the Heroes looked at."""
    looked = top_heroes(s, s.left)
    options = looked
    may_decline = p.recruit_dig_choice == MAY_DECLINE
    if p.recruit_dig_choice == MATCHING_COLOUR:
        options = looked & p.heroes_of[s.route]
        may_decline = options == 0
    ask(s, s.actor, TAKE_HERO, options, 1 if may_decline else 0)


@kernel
def answer_dig(s, p, choice):
    """Recruit the chosen Hero; the rest goes back."""
    if choice != PASS:
        take_from_deck(s, choice)
        s.left -= 1
    s.hero = choice
    if s.wide_dig != 0:
        shuffle(s.hero_deck, s.hero_deck_size, s.rng)
        s.hero_known[0] = 0
        s.hero_known[1] = 0
        after_dig(s, p)
    elif s.left == 0 or s.left == s.hero_deck_size:
        after_dig(s, p)  # top and bottom are the same place
    else:
        s.stage = AT_DIG_REST


@kernel
def pose_dig_rest(s, p):
    """The Hero not chosen goes on top of the deck or to its bottom."""
    ask(s, s.actor, DIG_REST, 3, 0)


@kernel
def answer_dig_rest(s, p, choice):
    """Put the rest back."""
    if choice == 1:
        for _ in range(s.left):
            top_to_bottom(s)
    after_dig(s, p)


@kernel
def after_dig(s, p):
    """Pay for the Hero that was dug, if one was taken."""
    if s.hero == PASS:
        s.stage = AT_CHOOSE_REFILL
    else:
        recruit(s, p, s.hero)


@kernel
def still_payable(s, p, legions):
    """How many of a set of Legions could all go under: one a location, where that is asked."""
    if s.route != FIVE_LOCATIONS or p.recruit_five_locations_payment == ANY_TWO:
        return count(legions)
    locations = 0
    for location in range(LOCATIONS):
        if legions & s.up[s.actor, location] != 0:
            locations += 1
    return locations


@kernel
def payable(s, p):
    """Legions used for this recruitment that may still go under it."""
    actor = s.actor
    if s.route != FIVE_LOCATIONS:
        return s.up[actor, s.route]
    legions = all_up(s, actor)
    if p.recruit_five_locations_payment == DIFFERENT_LOCATIONS:
        for location in range(LOCATIONS):
            if has(s.paid_locations, location):
                legions &= ~s.up[actor, location]
    return legions


@kernel
def pose_payment(s, p):
    """Choose a Legion to slide under the Hero.

    The Legions of one payment are named in ascending order, so that each set comes up once; a
    Legion is offered if enough others can follow it.
    """
    if s.left == 0:
        s.stage = AT_POWER
        return
    legions = payable(s, p) & ~(only(s.legion + 1) - 1)
    options = np.int64(0)
    rest = legions
    while rest != 0:
        legion = lowest(rest)
        rest &= rest - 1
        following = rest
        if s.route == FIVE_LOCATIONS and p.recruit_five_locations_payment == DIFFERENT_LOCATIONS:
            following &= ~np.int64(s.up[s.actor, location_of(s, s.actor, legion)])
        if still_payable(s, p, following) >= s.left - 1:
            options |= only(legion)
    if options == 0:
        s.left = 0
    else:
        ask(s, s.actor, UNDER, options, 0)


@kernel
def answer_payment(s, p, choice):
    """Slide the chosen Legion under the Hero."""
    s.paid_locations |= only(location_of(s, s.actor, choice)) & ALL_LOCATIONS
    slide_under(s, choice)
    s.legion = choice
    s.left -= 1


@kernel
def slide_under(s, legion):
    """Move a Legion of the actor's side under the Hero in hand."""
    lift(s, s.actor, legion)
    s.under[s.hero] |= only(legion)
