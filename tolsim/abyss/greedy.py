"""A documented heuristic player: it takes what looks best now, without looking ahead.

It gathers Legions towards three at a location and towards Majorities worth points, recruits
whenever it can, prefers Heroes by their printed points and what their effect is usually worth,
slides its best-paying Legions underneath and keeps Banners on the Battlefield, attacks where most
Legions stand, and uses its Stratagem only where that is plainly worth more than the points it costs.
"""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import DIG_REST, PASS_ACTION
from tolsim.abyss.powers import NO_POWER, STEAL, THIRD_LEGION
from tolsim.abyss.scoring import DOUBLE_UNDERNEATH, PER_BANNER, PLAIN, banners, has_pair
from tolsim.abyss.state import (
    AT_ANY_HERO,
    AT_ATTACK,
    AT_CHOOSE_REFILL,
    AT_COMMAND,
    AT_COMMANDED_LEGION,
    AT_DIG,
    AT_DIG_REST,
    AT_DIVERT,
    AT_HERO,
    AT_KING_CHOICE,
    AT_NECROCAMPE_CHOICE,
    AT_PAYMENT,
    AT_PLACE,
    AT_POWER_EXCHANGE,
    AT_POWER_GIVE,
    AT_POWER_MOVE,
    AT_POWER_MOVE_TO,
    AT_POWER_PICK_UP,
    AT_POWER_PLACE,
    AT_POWER_PLAY,
    AT_POWER_RETURN,
    AT_POWER_THIRD_LEGION,
    AT_REFILL,
    AT_RESERVE,
    AT_ROUT,
    AT_ROUT_DIVERT,
    AT_ROUT_DIVERTED,
    AT_ROUTE,
    BLUE,
    DIG_INSTEAD,
    FIVE_LOCATIONS,
    LEGIONS,
    LOCATIONS,
    WHITE,
    location_of,
)
from tolsim.core.bits import count, has
from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below

NEVER = -100.0


@kernel
def place_worth(s, p, player, location):
    """Worth of one more Legion face up at a location."""
    mine = count(s.up[player, location])
    theirs = count(s.up[1 - player, location])
    worth = 1.0
    if mine == p.recruit_legions_needed - 1:
        worth += 5.0
    elif mine < p.recruit_legions_needed - 1:
        worth += 1.0 + mine
    if mine == theirs:
        worth += 0.5 * p.location_points[location]
    if location == BLUE and mine == theirs:
        worth += 1.0
    return worth


@kernel
def legion_worth(p, legion):
    """Worth of a Legion for what is printed on it."""
    worth = 1.0 * p.legion_points[legion]
    if has(p.banner_legions, legion):
        worth += 1.5
    if p.legion_colour[legion] == WHITE:
        worth += 1.5
    return worth


@kernel
def best_place(s, p, player, legion):
    """Worth of playing a Legion where it does most."""
    colour = p.legion_colour[legion]
    if colour != WHITE:
        return place_worth(s, p, player, colour)
    best = NEVER
    for location in range(LOCATIONS):
        best = max(best, place_worth(s, p, player, location))
    return best


@kernel
def hero_worth(s, p, player, hero):
    """Worth of a Hero: its points, its effect, and a pair it completes."""
    worth = 1.0 * p.hero_points[hero]
    scoring = p.hero_scoring[hero]
    if scoring == PER_BANNER:
        worth += banners(s, p, player)
    elif scoring == DOUBLE_UNDERNEATH:
        worth += 4.0
    elif scoring != PLAIN:
        worth += 2.0
    power = p.hero_power[hero]
    if power == STEAL or power == THIRD_LEGION:
        worth += 2.0
    elif power != NO_POWER:
        worth += 1.0
    worth += p.hero_banner[hero] * (1.0 + banners(s, p, player))
    for pair in range(p.pair_heroes.shape[0]):
        if has(p.pair_heroes[pair], hero):
            partner = p.pair_heroes[pair] & s.heroes[player] != 0
            bonus = p.pair_points[pair] + 3.0 * p.pair_banners[pair]
            worth += bonus if partner and not has_pair(s, p, player, pair) else 0.5
    return worth


@kernel
def payment_worth(s, p, player, legion):
    """Worth of sliding a Legion under a Hero rather than leaving it on the Battlefield."""
    worth = 2.0 * p.legion_points[legion]
    if has(p.banner_legions, legion):
        worth -= 1.0 + banners(s, p, player)
    location = location_of(s, player, legion)
    if count(s.up[player, location]) <= count(s.up[1 - player, location]) + 1:
        worth -= 0.5 * p.location_points[location]
    return worth


@kernel
def refill_worth(s, p, player, legion):
    """Worth of a Legion of the row in one's hand; the face-down one counts as an average card."""
    if legion == 0:
        return 4.0
    return legion_worth(p, legion) + 0.7 * best_place(s, p, player, legion)


@kernel
def rout_worth(s, p, owner, legion):
    """Worth of routing a Legion: more where it breaks three, a Majority or a Banner."""
    location = location_of(s, owner, legion)
    legions = count(s.up[owner, location])
    worth = 1.0 + (3.0 if legions == p.recruit_legions_needed else 0.0)
    if has(p.banner_legions, legion):
        worth += 1.0 + banners(s, p, owner)
    if legions == count(s.up[1 - owner, location]):
        worth += 0.5 * p.location_points[location]
    return worth


@kernel
def flip_worth(s, p, player, legion):
    """Worth of turning a Legion over: an opposing one is routed, one's own rallied."""
    other = 1 - player
    location = location_of(s, other, legion)
    if location >= 0 and has(s.up[other, location], legion):
        return rout_worth(s, p, other, legion)
    return 1.0 + legion_worth(p, legion) + place_worth(s, p, player, location_of(s, player, legion))


@kernel
def pass_worth(s):
    """Worth of passing, against that of what is offered; a Stratagem is kept for its points."""
    stage = s.stage
    if stage == AT_RESERVE or stage == AT_COMMAND or stage == AT_CHOOSE_REFILL:
        return 100.0
    if stage == AT_ANY_HERO:
        return 0.5
    if stage == AT_DIVERT or stage == AT_ROUT_DIVERT:
        return 1.5
    if stage == AT_POWER_MOVE or stage == AT_POWER_PICK_UP or stage == AT_POWER_RETURN:
        return 1.5
    if stage == AT_POWER_THIRD_LEGION:
        return 0.5
    return -1.0


@kernel
def divert_worth(s, player, location):
    """Worth of suffering an attack at another location than the one attacked."""
    return 1.0 * count(s.up[player, s.location]) - count(s.up[player, location])


@kernel
def legion_choice_worth(s, p, player, choice):
    """Worth of naming a Legion in answer to the question at hand."""
    stage = s.stage
    if stage == AT_KING_CHOICE or stage == AT_NECROCAMPE_CHOICE:
        return best_place(s, p, player, choice) - 0.04 * choice
    if stage == AT_POWER_PLAY:
        return best_place(s, p, player, choice)
    if stage == AT_COMMANDED_LEGION:
        return -best_place(s, p, 1 - player, choice)
    if stage == AT_REFILL:
        if s.actor != player:
            return -refill_worth(s, p, 1 - player, choice)
        return refill_worth(s, p, player, choice)
    if stage == AT_PAYMENT or stage == AT_POWER_THIRD_LEGION:
        return payment_worth(s, p, player, choice)
    if stage == AT_POWER_GIVE:
        return -legion_worth(p, choice)
    if stage == AT_POWER_MOVE or stage == AT_POWER_PICK_UP:
        return 1.0 if count(s.up[player, location_of(s, player, choice)]) == 1 else 0.0
    if choice > LEGIONS:
        return 2.0
    if location_of(s, player, choice) >= 0 or location_of(s, 1 - player, choice) >= 0:
        return flip_worth(s, p, player, choice)
    return 1.0 + legion_worth(p, choice)


@kernel
def worth(s, p, player, choice):
    """Worth of an answer to the question at hand."""
    stage = s.stage
    if stage == AT_PLACE or stage == AT_POWER_PLACE or stage == AT_POWER_MOVE_TO:
        return place_worth(s, p, player, choice)
    if stage == AT_ROUTE:
        return 5.0 if choice == FIVE_LOCATIONS else 4.0
    if stage == AT_HERO or stage == AT_DIG or stage == AT_POWER_EXCHANGE:
        return 2.5 if choice == DIG_INSTEAD else hero_worth(s, p, player, choice)
    if stage == AT_POWER_RETURN:
        return 3.0 - hero_worth(s, p, player, choice)
    if stage == AT_ATTACK:
        return 1.0 * count(s.up[1 - player, choice])
    if stage == AT_DIVERT or stage == AT_ROUT_DIVERT:
        return divert_worth(s, player, choice)
    if stage == AT_DIG_REST:
        return 1.0 * choice
    if stage == AT_ROUT or stage == AT_ROUT_DIVERTED:
        return flip_worth(s, p, player, choice)
    if s.first_action <= DIG_REST:
        return 1.0
    if stage == AT_RESERVE:
        return hero_worth(s, p, player, choice)
    return legion_choice_worth(s, p, player, choice)


@kernel
def greedy(s, p, actions, number, rng):
    """Choose the first ``number`` actions' most worthy one; equals are drawn among."""
    player = s.to_move
    best = 2.0 * NEVER
    chosen = np.int64(actions[0])
    equals = 0
    for i in range(number):
        action = np.int64(actions[i])
        value = (
            pass_worth(s) if action == PASS_ACTION else worth(s, p, player, action - s.first_action)
        )
        if value > best:
            best = value
            chosen = action
            equals = 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen
