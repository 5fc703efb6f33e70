"""What a player cannot know: drawing it anew, and what each sees of the other's actions."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.actions import A_ROUTED_LEGION, PASS_ACTION, POWER
from tolsim.abyss.state import (
    ALL_LEGIONS,
    AT_ANY_HERO,
    AT_CHOOSE_REFILL,
    AT_COMMAND,
    AT_DIVERT,
    AT_KING_CHOICE,
    AT_NECROCAMPE_CHOICE,
    AT_POWER_MOVE,
    AT_POWER_MOVE_TO,
    AT_POWER_PICK_UP,
    AT_POWER_PLAY,
    AT_RESERVE,
    AT_ROUT_DIVERT,
    AT_WIDE_DIG,
    HEROES,
    KING,
    LEGIONS,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
    PUBLIC,
    PURPLE,
    RESERVE,
    WHITE,
    all_routed,
    all_up,
    location_of,
    shown_routed,
)
from tolsim.abyss.turn import KING_FIRST, pose
from tolsim.core.bits import count, has, lowest, only, pick
from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below, start_stream
from tolsim.core.search import NOTHING_SEEN


@kernel
def is_stratagem_question(stage):
    """Tell whether being asked this gives away which Stratagem one holds."""
    return (
        stage == AT_RESERVE
        or stage == AT_COMMAND
        or stage == AT_ANY_HERO
        or stage == AT_WIDE_DIG
        or stage == AT_CHOOSE_REFILL
        or stage == AT_DIVERT
        or stage == AT_ROUT_DIVERT
    )


@kernel
def sees_committed(s, player):
    """Tell whether a player can see which Legion the other has committed."""
    return s.revealed != 0 or (player == NECROCAMPE and s.commanded != 0)


@kernel
def seen(s, p, action, player):
    """Label of what a player sees of an action about to be taken.

    The two choices of a Legion are simultaneous: the first one is seen by nobody else, the second
    reveals both. That a Stratagem was not used is not seen either.
    """
    if player == s.to_move:
        if s.stage == AT_NECROCAMPE_CHOICE:
            return np.int64(action) * (LEGIONS + 1) + s.committed[KING]
        if s.stage == AT_COMMAND:
            return np.int64(action) * (HEROES + 1) + s.reserving + 1  # shown by the answer
        return np.int64(action)
    if s.stage == AT_KING_CHOICE:
        return np.int64(NOTHING_SEEN)
    if action == PASS_ACTION and is_stratagem_question(s.stage):
        return np.int64(NOTHING_SEEN)
    if s.stage == AT_RESERVE and p.stratagem_start_of_turn != KING_FIRST:
        return np.int64(NOTHING_SEEN)
    if action != PASS_ACTION and (s.stage == AT_POWER_MOVE or s.stage == AT_POWER_PICK_UP):
        return sight_of_own_legion(s, p, action, player)
    return np.int64(action)


@kernel
def sight_of_own_legion(s, p, action, player):
    """Label of a Legion that the other takes from its own side: a hidden one shows its location."""
    legion = action - s.first_action
    location = location_of(s, s.to_move, legion)
    if has(s.routed[s.to_move, location] & ~shown_routed(s, p, player), legion):
        return np.int64(POWER + A_ROUTED_LEGION + location)
    return np.int64(action)


@kernel
def visible_legions(s, p, player):
    """Legions whose place a player knows, what it knows of the other's hand apart."""
    other = 1 - player
    seen_legions = s.hand[player] | s.row_up | s.removed
    seen_legions |= all_up(s, 0) | all_up(s, 1) | all_routed(s, player)
    seen_legions |= all_routed(s, other) & shown_routed(s, p, player)
    for hero in range(HEROES):
        seen_legions |= s.under[hero]
    seen_legions |= only(s.committed[player])
    if sees_committed(s, player):
        seen_legions |= only(s.committed[other])
    if s.down_known[player] != 0:
        seen_legions |= only(s.row_down)
    return seen_legions & ALL_LEGIONS


@kernel
def draw(pool, number, rng):
    """Draw a set of Legions from a pool."""
    drawn = np.int64(0)
    for _ in range(number):
        drawn |= only(pick(pool & ~drawn, rng))
    return drawn


@kernel
def in_question(s):
    """Legion that has been named and not yet put where it goes; it stays the same."""
    if s.stage == AT_POWER_MOVE_TO or s.stage == AT_POWER_PLAY:
        return only(s.legion)
    return np.int64(0)


@kernel
def redeal_routed(s, p, player, pool):
    """Draw the other's routed Legions anew where they are hidden; return what is left of the pool.

    Most lie at their colour's location; only where the pool runs out of those, any will do.
    """
    other = 1 - player
    for location in range(LOCATIONS):
        anew = s.routed[other, location] & (in_question(s) | s.known_routed[player])
        likely = p.legions_of[location] | p.legions_of[PURPLE] | p.legions_of[WHITE]
        for _ in range(count(s.routed[other, location] & ~anew)):
            candidates = pool & likely
            legion = only(pick(candidates if candidates != 0 else pool, s.rng))
            anew |= legion
            pool &= ~legion
        s.routed[other, location] = anew
    return pool


@kernel
def redeal_hand(s, player, pool):
    """Draw the other's hand and hidden choice anew; return what is left of the pool."""
    other = 1 - player
    hidden_choice = s.committed[other] != 0 and not sees_committed(s, player)
    held = s.hand[other]
    if hidden_choice:
        held |= only(s.committed[other])
    known = held & (s.known[player] | in_question(s))
    drawn = draw(pool, count(held) - count(known), s.rng)
    held = known | drawn
    if hidden_choice:
        choice = pick(held, s.rng)
        s.committed[other] = choice
        held &= ~only(choice)
    s.hand[other] = held
    return pool & ~drawn


@kernel
def redeal_legions(s, p, player):
    """Draw anew the other's hand, the face-down Legion and the deck."""
    other = 1 - player
    held = s.hand[other] | only(s.committed[other])
    known = held & (s.known[player] | in_question(s))
    pool = ALL_LEGIONS & ~visible_legions(s, p, player) & ~known & ~in_question(s)
    if p.routed_identity != PUBLIC:
        pool = redeal_routed(s, p, player, pool)
    pool = redeal_hand(s, player, pool)
    if s.row_down != 0 and s.down_known[player] == 0:
        down = pick(pool, s.rng)
        s.row_down = down
        pool &= ~only(down)
    s.deck = pool


@kernel
def redeal_hero_deck(s, player):
    """Deal the Heroes that a player does not know the places of out to those places.

    A shuffle of the deck as it lies would let what is drawn depend on the hidden order.
    """
    places = (only(s.hero_deck_size) - 1) & ~s.hero_known[player]
    heroes = np.int64(0)
    left = places
    while left != 0:
        heroes |= only(s.hero_deck[lowest(left)])
        left &= left - 1
    while places != 0:
        hero = pick(heroes, s.rng)
        s.hero_deck[lowest(places)] = hero
        heroes &= ~only(hero)
        places &= places - 1


@kernel
def redeal_stratagem(s, p, player):
    """Draw the other's unused Stratagem anew, with a reservation not yet shown.

    While the other is being asked about its Stratagem it keeps it, so that the question stands.
    """
    other = 1 - player
    asked = s.to_move == other and s.over == 0 and is_stratagem_question(s.stage)
    if s.stratagem_used[other] != 0 or asked:
        return
    s.stratagem[other] = below(s.rng, 3)
    if s.stage == AT_COMMAND and other == KING and p.stratagem_start_of_turn != KING_FIRST:
        s.reserving = NOBODY
        if s.stratagem[KING] == RESERVE:
            choice = below(s.rng, count(s.row_heroes) + 1)
            if choice > 0:
                s.reserving = pick(s.row_heroes, s.rng)


@kernel
def redeal(s, p, player, seed):
    """Redraw everything that a player cannot know, and the chance to come.

    The number of decisions so far tells of questions that only the other was asked: it is dropped.
    """
    start_stream(s.rng, seed, 0)
    s.moves = 0
    redeal_stratagem(s, p, player)
    redeal_legions(s, p, player)
    redeal_hero_deck(s, player)
    if s.over == 0 and s.to_move != player:
        pose(s, p)  # its options may be hidden cards that have just been redrawn
