"""Number tokens and the Relics under them: turning up, equipping, what the Relics do."""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below
from tolsim.joan import events
from tolsim.joan.actions import DECLINE, unit_named
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.attack import offer_unlike
from tolsim.joan.events import tell
from tolsim.joan.scenarios.jumieges.names import (
    AT_REVEALER,
    AT_TOKEN,
    BELT,
    CROSS,
    DAGOBERT,
    EQUIP,
    FACE_DOWN,
    FACE_UP,
    GONE,
    HOLY,
    KEPT,
    LEAVE_TOKEN,
    NUMBER_RELICS,
    NUMBER_SITES,
    ON_GROUND,
    RELIC_TAKEN,
    REMOVE_TOKEN,
    REVEAL,
    TOKEN_TURNED_UP,
)
from tolsim.joan.scenarios.jumieges.priest import send_priest_on
from tolsim.joan.state import (
    EMBOLDENED,
    KILLS,
    LEGEND,
    NOBODY,
    area_of,
    argument,
    ask,
    mark,
    offer,
    on_board,
    pop,
    profile,
    push,
    set_argument,
)
from tolsim.joan.tokens import holds, spend

# Steps of a token's frame, its third argument.
TO_BUY, TO_KEEP, TO_SEND_PRIEST, TO_END = range(4)
# Choices of the rules named like them.
REMOVED = 0
MUST = 1
NO_EFFECTS = 0


@kernel
def deal_relics(s, p):
    """Lay the tokens out face down at random."""
    for site in range(NUMBER_SITES):
        s.token_relic[site] = site
        s.token_status[site] = FACE_DOWN
    for relic in range(NUMBER_RELICS):
        s.relic_holder[relic] = ON_GROUND
    shuffle_hidden(s)


@kernel
def shuffle_hidden(s):
    """Deal the Relics of the face-down tokens anew, whichever way they lie now."""
    sort_hidden(s)
    for site in range(NUMBER_SITES):
        if s.token_status[site] == FACE_DOWN:
            others = np.int64(0)
            for other in range(site, NUMBER_SITES):
                if s.token_status[other] == FACE_DOWN:
                    others += 1
            place = below(s.rng, others)
            for other in range(site, NUMBER_SITES):
                if s.token_status[other] == FACE_DOWN:
                    if place == 0:
                        swap_tokens(s, site, other)
                    place -= 1


@kernel
def sort_hidden(s):
    """Put the Relics of the face-down tokens in order, so that a deal depends on nothing hidden."""
    for site in range(NUMBER_SITES):
        for other in range(site + 1, NUMBER_SITES):
            if (
                s.token_status[site] == FACE_DOWN
                and s.token_status[other] == FACE_DOWN
                and s.token_relic[other] < s.token_relic[site]
            ):
                swap_tokens(s, site, other)


@kernel
def swap_tokens(s, site, other):
    """Swap what lies under two tokens."""
    relic = s.token_relic[site]
    s.token_relic[site] = s.token_relic[other]
    s.token_relic[other] = relic


@kernel
def site_at(p, area):
    """Site in an area, NOBODY without one."""
    for site in range(NUMBER_SITES):
        if p.site_area[site] == area:
            return np.int64(site)
    return np.int64(NOBODY)


@kernel
def is_hero(p, unit):
    """Tell whether a unit is one of the two Characters that the Relics are for."""
    return unit == p.heroes[0] or unit == p.heroes[1]


# Turning up.


@kernel
def can_reveal(s, p, unit):
    """Tell whether a unit stands with the Priest at a face-down token."""
    site = site_at(p, area_of(s, unit))
    return (
        is_hero(p, unit)
        and site >= 0
        and s.token_status[site] == FACE_DOWN
        and area_of(s, p.priest) == p.site_area[site]
    )


@kernel
def reveal(s, p, unit):
    """Turn the token up; its Character may pay for the Relic at once."""
    site = site_at(p, area_of(s, unit))
    s.token_status[site] = FACE_UP
    s.tokens_revealed += 1
    tell(s, events.SCENARIO_EVENT, TOKEN_TURNED_UP, site, s.token_relic[site])
    push(s, AT_TOKEN, unit, site, TO_BUY)


@kernel
def force_reveal(s, p, area):
    """Where turning up is compulsory, a Character who stands there at the end does it."""
    if p.token_reveal != MUST or area < 0 or s.over != 0:
        return
    unit = first_in(s, area)
    while unit >= 0:
        if can_reveal(s, p, unit):
            push(s, AT_REVEALER, area, 0, 0)
            return
        unit = next_in(s, unit)


@kernel
def pose_revealer(s, p):
    """Ask which Character turns the token up."""
    ask(s, HOLY)
    unit = first_in(s, argument(s, 1))
    while unit >= 0:
        if can_reveal(s, p, unit):
            offer_unlike(s, p, unit)
        unit = next_in(s, unit)


@kernel
def answer_revealer(s, p, action):
    """Turn it up."""
    pop(s)
    reveal(s, p, unit_named(p, action))


# Equipping.


@kernel
def carries_another(s, unit):
    """Tell whether a unit carries a Relic that lets no other beside it."""
    return s.relic_holder[CROSS] == unit or s.relic_holder[BELT] == unit


@kernel
def can_equip(s, p, unit):
    """Tell whether a unit stands at a Relic that it may carry and the player can pay."""
    site = site_at(p, area_of(s, unit))
    if site < 0 or not is_hero(p, unit) or s.token_status[site] != FACE_UP:
        return False
    relic = s.token_relic[site]
    return (
        s.relic_holder[relic] == ON_GROUND
        and holds(s, HOLY, LEGEND, p.relic_cost[relic])
        and (relic == DAGOBERT or not carries_another(s, unit))
    )


@kernel
def equip(s, p, unit, site):
    """Pay for the Relic and carry it; some heal their Character."""
    relic = s.token_relic[site]
    if p.relic_cost[relic] > 0:
        spend(s, HOLY, LEGEND, p.relic_cost[relic])
    s.relic_holder[relic] = unit
    s.relics_taken += 1
    tell(s, events.SCENARIO_EVENT, RELIC_TAKEN, relic, unit)
    most = p.profile_hp[profile(s, unit)]
    healed = min(most - np.int64(s.unit_hp[unit]), p.relic_heals[relic])
    if healed > 0:
        s.unit_hp[unit] = np.int64(s.unit_hp[unit]) + healed
        tell(s, events.HEALS, unit, healed, 0)


@kernel
def pose_token(s, p):
    """Buy or leave; then what becomes of the token, and of the Priest."""
    unit = argument(s, 1)
    step = argument(s, 3)
    ask(s, HOLY)
    if step == TO_BUY and can_equip(s, p, unit):
        offer(s, EQUIP)
        offer(s, DECLINE)
    elif step == TO_BUY:
        set_argument(s, 3, TO_SEND_PRIEST)
    elif step == TO_KEEP:
        offer(s, REMOVE_TOKEN)
        offer(s, LEAVE_TOKEN)
    else:
        pop(s)
        if step == TO_SEND_PRIEST:
            send_priest_on(s, p)


@kernel
def answer_token(s, p, action):
    """Buy it or leave it; remove the token or leave it behind."""
    site = argument(s, 2)
    if action == EQUIP:
        equip(s, p, argument(s, 1), site)
        settle_token(s, p, site, TO_SEND_PRIEST)
    elif action == DECLINE:
        set_argument(s, 3, TO_SEND_PRIEST)
    else:
        s.token_status[site] = GONE if action == REMOVE_TOKEN else KEPT
        set_argument(s, 3, argument(s, 4))


@kernel
def settle_token(s, p, site, after):
    """A bought Relic's token is removed, or, of tokens 2 and 3, as the player likes."""
    if p.token_keep != REMOVED and s.token_relic[site] != DAGOBERT:
        set_argument(s, 3, TO_KEEP)
        set_argument(s, 4, after)
    else:
        s.token_status[site] = GONE
        set_argument(s, 3, after)


@kernel
def buy_later(s, p, unit):
    """Equip a Relic whose token was turned up before."""
    site = site_at(p, area_of(s, unit))
    push(s, AT_TOKEN, unit, site, TO_END)
    equip(s, p, unit, site)
    settle_token(s, p, site, TO_END)


@kernel
def offer_tokens(s, p, unit, only_equip):
    """Offer what a Character can do with the token of the area that has been activated."""
    if can_reveal(s, p, unit) and not only_equip:
        if p.token_reveal == MUST:
            s.option_count = 0
        offer(s, REVEAL)
    if can_equip(s, p, unit):
        offer(s, EQUIP)


# House effects of the Relics.


@kernel
def guards(s, p, relic):
    """Tell whether the carrier of a Relic with an effect stands in the area under attack."""
    holder = s.relic_holder[relic]
    return (
        p.token_relic_effects != NO_EFFECTS
        and holder >= 0
        and on_board(s, holder)
        and area_of(s, holder) == s.target
    )


@kernel
def strengthen_carriers(s, p):
    """The first Relic adds a black die to its carrier's defence."""
    if guards(s, p, DAGOBERT):
        mark(s, s.relic_holder[DAGOBERT], EMBOLDENED)


@kernel
def cancel_by_cross(s, p):
    """The Holy Cross cancels a Kill."""
    if guards(s, p, CROSS) and s.results[KILLS] > 0:
        s.results[KILLS] -= 1
