"""What a player may know, as numbers: one block a Legion, one a Hero, and one for the rest."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.knowledge import is_stratagem_question, sees_committed
from tolsim.abyss.powers import PUBLIC
from tolsim.abyss.scoring import banners, score
from tolsim.abyss.state import FIVE_LOCATIONS, HEROES, LEGIONS, LOCATIONS, NOBODY, STAGES
from tolsim.core.bits import count, has, lowest, only
from tolsim.core.compile_cache import kernel

# Of one Legion, each 0 or 1 unless said otherwise; "my" is the observer's.
(
    MY_HAND,
    SHOWN_HAND,  # in my hand, and the other knows it
    THEIR_HAND,  # known to me
    ROW_UP,
    ROW_DOWN,  # face down in the row, known to me
    MY_COMMITTED,
    THEIR_COMMITTED,  # visible to me
    MY_UNDER,
    THEIR_UNDER,
    REMOVED,
    UNDER_WHICH,  # (Hero + 1) / 15
    IN_QUESTION,  # chosen before, by me
    MY_SIDE,  # five locations: 1 face up, -1 routed
) = range(13)
THEIR_SIDE = MY_SIDE + LOCATIONS
LEGION_FEATURES = THEIR_SIDE + LOCATIONS

# Of one Hero.
IN_ROW, MINE, THEIRS, RESERVED, IN_HAND, IN_DECK, DEPTH = range(7)
HERO_FEATURES = 7

# Of the rest.
STAGE = 0  # one-hot; empty where the question would give the other's Stratagem away
MAJORITY = STAGE + STAGES  # five locations: 1 mine, -1 theirs
ROUTED_COUNT = MAJORITY + LOCATIONS  # the other's, a fifth each
LOCATION = ROUTED_COUNT + LOCATIONS  # one-hot, of the placement or attack in hand
ROUTE = LOCATION + LOCATIONS  # one-hot
MY_STRATAGEM = ROUTE + LOCATIONS + 1  # one-hot
THEIR_STRATAGEM = MY_STRATAGEM + 3  # one-hot, once used
(
    SIDE,  # 0 King, 1 Necrocampe
    TURN,  # twelfths
    I_DECIDE,
    MY_PART,
    I_LEAD,
    MY_STRATAGEM_USED,
    THEIR_STRATAGEM_USED,
    THEIR_HAND_SIZE,  # thirds
    DECK_SIZE,  # of 22
    HERO_DECK_SIZE,  # of 15
    FACE_DOWN,  # the row has a face-down Legion
    THEY_KNOW_IT,
    LEFT,  # choices of this kind still to come, fifths
    ANY_HERO_USED,
    WIDE_DIG_USED,
    I_CHOOSE_REFILL,
    MY_BANNERS,  # fifths
    THEIR_BANNERS,
    MY_SCORE,  # thirtieths
    THEIR_SCORE,
) = range(THEIR_STRATAGEM + 3, THEIR_STRATAGEM + 23)
GENERAL_FEATURES = THEIR_SCORE + 1

HERO_BLOCK = LEGIONS * LEGION_FEATURES
GENERAL_BLOCK = HERO_BLOCK + HEROES * HERO_FEATURES
OBSERVATION_SIZE = GENERAL_BLOCK + GENERAL_FEATURES


@kernel
def mark(out, legions, feature, value):
    """Write one feature of a set of Legions."""
    left = np.int64(legions)
    while left != 0:
        out[(lowest(left) - 1) * LEGION_FEATURES + feature] = value
        left &= left - 1


@kernel
def observe_legions(s, p, player, out):
    """Hands, rows and what has been committed."""
    other = 1 - player
    hand = s.hand[player]
    mark(out, hand, MY_HAND, 1.0)
    mark(out, hand & s.known[other], SHOWN_HAND, 1.0)
    mark(out, s.hand[other] & s.known[player], THEIR_HAND, 1.0)
    mark(out, s.row_up, ROW_UP, 1.0)
    mark(out, s.removed, REMOVED, 1.0)
    if s.row_down != 0 and s.down_known[player] != 0:
        mark(out, only(s.row_down), ROW_DOWN, 1.0)
    if s.committed[player] != 0:
        mark(out, only(s.committed[player]), MY_COMMITTED, 1.0)
    if s.committed[other] != 0:
        if sees_committed(s, player):
            mark(out, only(s.committed[other]), THEIR_COMMITTED, 1.0)
        elif has(s.known[player], s.committed[other]):
            # Committed out of sight: for the observer it is still among the cards it knows.
            mark(out, only(s.committed[other]), THEIR_HAND, 1.0)


@kernel
def observe_battlefield(s, p, player, out):
    """Both sides of the Battlefield; the other's routed Legions as far as they are public."""
    other = 1 - player
    for location in range(LOCATIONS):
        mark(out, s.up[player, location], MY_SIDE + location, 1.0)
        mark(out, s.routed[player, location], MY_SIDE + location, -1.0)
        mark(out, s.up[other, location], THEIR_SIDE + location, 1.0)
        if p.routed_identity == PUBLIC:
            mark(out, s.routed[other, location], THEIR_SIDE + location, -1.0)


@kernel
def observe_heroes(s, player, out):
    """Heroes in the row, recruited, and known in the deck."""
    heroes = out[HERO_BLOCK:]
    for hero in range(HEROES):
        at = hero * HERO_FEATURES
        if has(s.row_heroes, hero):
            heroes[at + IN_ROW] = 1.0
        elif has(s.heroes[player], hero):
            heroes[at + MINE] = 1.0
            mark(out, s.under[hero], MY_UNDER, 1.0)
            mark(out, s.under[hero], UNDER_WHICH, (hero + 1) / HEROES)
        elif has(s.heroes[1 - player], hero):
            heroes[at + THEIRS] = 1.0
            mark(out, s.under[hero], THEIR_UNDER, 1.0)
            mark(out, s.under[hero], UNDER_WHICH, (hero + 1) / HEROES)
    if s.reserved != NOBODY:
        heroes[s.reserved * HERO_FEATURES + RESERVED] = 1.0
    known = s.hero_known[player]
    while known != 0:
        place = lowest(known)
        at = s.hero_deck[place] * HERO_FEATURES
        heroes[at + IN_DECK] = 1.0
        heroes[at + DEPTH] = (s.hero_deck_size - place) / HEROES
        known &= known - 1


@kernel
def observe_question(s, player, out):
    """Where the turn stands, and what a player who decides has chosen so far."""
    general = out[GENERAL_BLOCK:]
    decides = s.to_move == player
    if decides or not is_stratagem_question(s.stage):
        general[STAGE + s.stage] = 1.0
        if s.location >= 0:
            general[LOCATION + s.location] = 1.0
        if 0 <= s.route <= FIVE_LOCATIONS:
            general[ROUTE + s.route] = 1.0
    if decides:
        general[I_DECIDE] = 1.0
        general[LEFT] = s.left / 5.0
        if 1 <= s.legion <= LEGIONS:
            mark(out, only(s.legion), IN_QUESTION, 1.0)
        if s.hero >= 0:
            out[HERO_BLOCK + s.hero * HERO_FEATURES + IN_HAND] = 1.0
    if s.actor == player:
        general[MY_PART] = 1.0
    if s.chooser == player:
        general[I_CHOOSE_REFILL] = 1.0
    general[ANY_HERO_USED] = s.any_hero
    general[WIDE_DIG_USED] = s.wide_dig


@kernel
def observe_general(s, p, player, out):
    """Tokens, counts and scores."""
    other = 1 - player
    general = out[GENERAL_BLOCK:]
    for location in range(LOCATIONS):
        holder = s.majority[location]
        if holder != NOBODY:
            general[MAJORITY + location] = 1.0 if holder == player else -1.0
        general[ROUTED_COUNT + location] = count(s.routed[other, location]) / 5.0
    general[MY_STRATAGEM + s.stratagem[player]] = 1.0
    if s.stratagem_used[other] != 0:
        general[THEIR_STRATAGEM + s.stratagem[other]] = 1.0
        general[THEIR_STRATAGEM_USED] = 1.0
    if s.stratagem_used[player] != 0:
        general[MY_STRATAGEM_USED] = 1.0
    general[SIDE] = player
    general[TURN] = s.turn / 12.0
    if s.revealed != 0 and s.lead == player:
        general[I_LEAD] = 1.0
    held = count(s.hand[other])
    if s.committed[other] != 0 and not sees_committed(s, player):
        held += 1
    general[THEIR_HAND_SIZE] = held / 3.0
    general[DECK_SIZE] = count(s.deck) / 22.0
    general[HERO_DECK_SIZE] = s.hero_deck_size / 15.0
    if s.row_down != 0:
        general[FACE_DOWN] = 1.0
        general[THEY_KNOW_IT] = s.down_known[other]
    general[MY_BANNERS] = banners(s, p, player) / 5.0
    general[THEIR_BANNERS] = banners(s, p, other) / 5.0
    general[MY_SCORE] = score(s, p, player) / 30.0
    general[THEIR_SCORE] = score(s, p, other) / 30.0


@kernel
def observe(s, p, player, out):
    """Write what ``player`` may know, float32 ``[OBSERVATION_SIZE]``."""
    out[:] = 0.0
    observe_legions(s, p, player, out)
    observe_battlefield(s, p, player, out)
    observe_heroes(s, player, out)
    observe_question(s, player, out)
    observe_general(s, p, player, out)
