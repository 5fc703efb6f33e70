"""The Heroes' powers, applied when one is recruited or comes by exchange."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import (
    A_ROUTED_LEGION,
    FLIP,
    GIVE,
    PLACE,
    PLAY,
    POWER,
    RETURN_HERO,
    TAKE_HERO,
    UNDER,
    USE_POWER,
)
from tolsim.abyss.battlefield import put_down, turn_up
from tolsim.abyss.recruiting import gain, slide_under
from tolsim.abyss.rows import takeable
from tolsim.abyss.state import (
    ALL_LOCATIONS,
    AT_CHOOSE_REFILL,
    AT_POWER,
    AT_POWER_EXCHANGE,
    AT_POWER_GIVE,
    AT_POWER_LOOK,
    AT_POWER_MOVE,
    AT_POWER_MOVE_TO,
    AT_POWER_PICK_UP,
    AT_POWER_PLACE,
    AT_POWER_PLAY,
    AT_POWER_RALLY,
    AT_POWER_RECEIVE,
    AT_POWER_REMOVE,
    AT_POWER_RETURN,
    AT_POWER_STEAL,
    AT_POWER_THIRD_LEGION,
    AT_ROUT,
    HEROES,
    LOCATIONS,
    MOVED,
    PASS,
    PLACED_BY_POWER,
    all_routed,
    all_up,
    ask,
    lift,
    location_of,
    shown_routed,
)
from tolsim.core.bits import has, only, pick
from tolsim.core.compile_cache import kernel

# Choices of heroes.*.power, in the order of cards.toml.
NO_POWER, PICK_UP, RALLY, MOVE, REMOVE, STEAL, SWAP, THIRD_LEGION, EXCHANGE = range(9)
# Choice of power.third_legion.
ANYWHERE = 0


@kernel
def pose_power(s, p):
    """Go to the power of the Hero in hand."""
    power = p.hero_power[s.hero]
    s.legion = 0
    if power == NO_POWER:
        s.stage = AT_CHOOSE_REFILL
    elif power == PICK_UP:
        s.stage = AT_POWER_PICK_UP
    elif power == RALLY:
        s.left = p.power_rally_up_to
        s.stage = AT_POWER_RALLY
    elif power == MOVE:
        s.stage = AT_POWER_MOVE
    elif power == REMOVE:
        s.stage = AT_POWER_REMOVE
    elif power == STEAL:
        s.stage = AT_POWER_STEAL
    elif power == SWAP:
        s.stage = AT_POWER_LOOK
    elif power == EXCHANGE:
        s.stage = AT_POWER_RETURN
    elif s.exchanged != 0 and p.power_exchange_third_legion == 0:
        s.stage = AT_CHOOSE_REFILL
    else:
        s.stage = AT_POWER_THIRD_LEGION


@kernel
def offer(s, base, options, may_pass):
    """Ask the actor, or end the power where there is nothing to choose from."""
    if options != 0:
        ask(s, s.actor, base, options, may_pass)
    else:
        s.stage = AT_CHOOSE_REFILL


@kernel
def whole_side(s, player):
    """Every Legion on a player's side of the Battlefield, face up or routed."""
    return all_up(s, player) | all_routed(s, player)


@kernel
def pose_rally(s, p):
    """Rally up to two; named in ascending order, so that each set comes up once."""
    routed = all_routed(s, s.actor) & ~(only(s.legion + 1) - 1)
    offer(s, FLIP, routed if s.left > 0 else np.int64(0), 1)


@kernel
def answer_rally(s, p, choice):
    """Rally the chosen Legion, or no more."""
    if choice == PASS:
        s.left = 0
    else:
        turn_up(s, s.actor, choice)
        s.legion = choice
        s.left -= 1


@kernel
def pose_move(s, p):
    """Move one of one's own Legions."""
    offer(s, POWER, whole_side(s, s.actor), p.power_optional)


@kernel
def answer_move(s, p, choice):
    """Take hold of the Legion, or leave them all."""
    s.legion = choice
    s.stage = AT_CHOOSE_REFILL if choice == PASS else AT_POWER_MOVE_TO


@kernel
def pose_move_to(s, p):
    """Choose another location for it."""
    here = only(location_of(s, s.actor, s.legion))
    ask(s, s.actor, PLACE, ALL_LOCATIONS & ~here, 0)


@kernel
def answer_move_to(s, p, choice):
    """Move it in its state, face up or routed."""
    arrive(s, s.actor, s.legion, choice)


@kernel
def arrive(s, owner, legion, location):
    """Bring a Legion of ``owner``'s side to the actor's, in the same state."""
    actor = s.actor
    face_up = has(all_up(s, owner), legion)
    lift(s, owner, legion)
    if face_up:
        s.up[actor, location] |= only(legion)
    else:
        s.routed[actor, location] |= only(legion)
    s.location = location
    s.arrival = MOVED
    s.stage = AT_ROUT


@kernel
def pose_steal(s, p):
    """Steal a Legion from the opposing side of the Battlefield."""
    other = 1 - s.actor
    shown = shown_routed(s, p, s.actor)
    options = all_up(s, other) | (all_routed(s, other) & shown)
    for location in range(LOCATIONS):
        if s.routed[other, location] & ~shown != 0:
            options |= only(A_ROUTED_LEGION + location)
    offer(s, POWER, options, p.power_optional)


@kernel
def answer_steal(s, p, choice):
    """Bring it over, to the same location."""
    owner = 1 - s.actor
    if choice == PASS:
        s.stage = AT_CHOOSE_REFILL
    elif choice >= A_ROUTED_LEGION:
        location = choice - A_ROUTED_LEGION
        legion = pick(s.routed[owner, location] & ~shown_routed(s, p, s.actor), s.rng)
        s.known_routed[owner] |= only(legion)  # its owner sees which one is gone
        arrive(s, owner, legion, location)
    else:
        arrive(s, owner, choice, location_of(s, owner, choice))


@kernel
def under_heroes_of(s, player):
    """Every Legion under a player's Heroes."""
    legions = np.int64(0)
    for hero in range(HEROES):
        if has(s.heroes[player], hero):
            legions |= s.under[hero]
    return legions


@kernel
def pose_remove(s, p):
    """Remove a Legion from under an opposing Hero."""
    offer(s, POWER, under_heroes_of(s, 1 - s.actor), p.power_optional)


@kernel
def answer_remove(s, p, choice):
    """Remove it from the game."""
    if choice != PASS:
        for hero in range(HEROES):
            s.under[hero] &= ~only(choice)
        s.removed |= only(choice)
    s.stage = AT_CHOOSE_REFILL


@kernel
def pose_look(s, p):
    """Look at the opponent's hand."""
    both = s.hand[0] != 0 and s.hand[1] != 0
    offer(s, USE_POWER, 1 if both else 0, p.power_optional)


@kernel
def answer_look(s, p, choice):
    """Know the hand, and go on to the exchange."""
    if choice == PASS:
        s.stage = AT_CHOOSE_REFILL
    else:
        s.known[s.actor] = s.hand[1 - s.actor]
        s.stage = AT_POWER_RECEIVE


@kernel
def pose_receive(s, p):
    """Choose a Legion of the opponent's hand, if any."""
    offer(s, POWER, s.hand[1 - s.actor], 1)


@kernel
def answer_receive(s, p, choice):
    """Go on to the Legion given for it."""
    s.legion = choice
    s.stage = AT_CHOOSE_REFILL if choice == PASS else AT_POWER_GIVE


@kernel
def pose_give(s, p):
    """Choose a Legion of one's own hand to give."""
    ask(s, s.actor, GIVE, s.hand[s.actor], 0)


@kernel
def answer_give(s, p, choice):
    """Exchange the two; each player knows the one it gave away."""
    actor = s.actor
    other = 1 - actor
    received, given = only(s.legion), only(choice)
    s.hand[actor] = (s.hand[actor] ^ given) | received
    s.hand[other] = (s.hand[other] ^ received) | given
    s.known[actor] = (s.known[actor] & ~received) | given
    s.known[other] = (s.known[other] & ~given) | received
    s.stage = AT_CHOOSE_REFILL


@kernel
def pose_third_legion(s, p):
    """Slide a third Legion under the Hero."""
    legions = all_up(s, s.actor)
    if p.power_third_legion == ANYWHERE:
        legions |= all_routed(s, s.actor)
    offer(s, UNDER, legions, p.power_optional)


@kernel
def answer_third_legion(s, p, choice):
    """Slide the chosen Legion under, or none."""
    if choice != PASS:
        slide_under(s, choice)
    s.stage = AT_CHOOSE_REFILL


@kernel
def pose_return(s, p):
    """Choose another Hero of one's own to exchange."""
    own = s.heroes[s.actor] & ~only(s.hero)
    row = takeable(s, s.actor)
    offer(s, RETURN_HERO, own if row != 0 else np.int64(0), p.power_optional)


@kernel
def answer_return(s, p, choice):
    """Go on to the Hero taken for it."""
    s.legion = choice
    s.stage = AT_CHOOSE_REFILL if choice == PASS else AT_POWER_EXCHANGE


@kernel
def pose_exchange(s, p):
    """Choose a Hero of the row."""
    ask(s, s.actor, TAKE_HERO, takeable(s, s.actor), 0)


@kernel
def answer_exchange(s, p, choice):
    """Exchange: the Legions stay and go under the new Hero, whose power applies."""
    actor = s.actor
    old = s.legion
    s.heroes[actor] &= ~only(old)
    s.row_heroes = (s.row_heroes & ~only(choice)) | only(old)
    s.under[choice] = s.under[old]
    s.under[old] = 0
    s.exchanged = 1
    gain(s, choice)
    s.stage = AT_POWER


@kernel
def pose_pick_up(s, p):
    """Pick a Legion of one's own side up."""
    offer(s, POWER, whole_side(s, s.actor), p.power_optional)


@kernel
def answer_pick_up(s, p, choice):
    """Add it to the hand, where an opponent who knew it knows it to be."""
    if choice == PASS:
        s.stage = AT_CHOOSE_REFILL
    else:
        actor = s.actor
        s.known[1 - actor] |= only(choice) & (all_up(s, actor) | shown_routed(s, p, 1 - actor))
        s.known_routed[1 - actor] &= ~only(choice)
        lift(s, actor, choice)
        s.hand[actor] |= only(choice)
        s.legion = choice
        s.stage = AT_POWER_PLAY


@kernel
def pose_play(s, p):
    """Choose another Legion of the hand to place."""
    hand = s.hand[s.actor]
    if p.power_pick_up_places_another != 0:
        hand &= ~only(s.legion)
    offer(s, PLAY, hand, 0)


@kernel
def answer_play(s, p, choice):
    """Take it out of the hand."""
    actor = s.actor
    s.hand[actor] &= ~only(choice)
    s.known[1 - actor] &= ~only(choice)
    s.committed[actor] = choice
    s.stage = AT_POWER_PLACE


@kernel
def pose_place(s, p):
    """Place it anywhere, whatever its colour."""
    ask(s, s.actor, PLACE, ALL_LOCATIONS, 0)


@kernel
def answer_place(s, p, choice):
    """Place it."""
    put_down(s, choice, PLACED_BY_POWER)
