"""What a player may know, as numbers: planes of Legions, planes of Heroes, and the rest.

A plane holds one number for each card. Writing whole planes costs less than asking of each card
where it is: the loops have no branches, and the compiler makes vector instructions of them.
"""

from __future__ import annotations

import numpy as np

from tolsim.abyss.knowledge import is_stratagem_question, sees_committed
from tolsim.abyss.scoring import banners, score
from tolsim.abyss.state import (
    AT_ANY_HERO,
    AT_CHOOSE_REFILL,
    AT_COMMAND,
    AT_DIG,
    AT_DIG_REST,
    AT_HERO,
    AT_KING_CHOICE,
    AT_PAYMENT,
    AT_POWER_EXCHANGE,
    AT_POWER_GIVE,
    AT_POWER_MOVE_TO,
    AT_POWER_PLAY,
    AT_POWER_RALLY,
    AT_REFILL,
    AT_RESERVE,
    AT_ROUT_DIVERT,
    AT_ROUTE,
    AT_TURN_END,
    AT_WIDE_DIG,
    FIVE_LOCATIONS,
    HEROES,
    LEGIONS,
    LOCATIONS,
    NOBODY,
    PASS,
    STAGES,
    shown_routed,
)
from tolsim.core.bits import count, has, lowest, only
from tolsim.core.compile_cache import kernel

# Planes of Legions, 31 numbers each, 0 or 1 unless said otherwise; "my" is the observer's.
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
    IN_QUESTION,  # what the question to me is about
    MY_SIDE,  # five planes, one a location: 1 face up, -1 routed
) = range(13)
THEIR_SIDE = MY_SIDE + LOCATIONS
LEGION_PLANES = THEIR_SIDE + LOCATIONS

# Planes of Heroes, 15 numbers each.
HERO_BLOCK = LEGION_PLANES * LEGIONS
IN_ROW, MINE, THEIRS, RESERVED, IN_HAND, IN_DECK, DEPTH = range(7)
HERO_PLANES = 7

# The rest.
GENERAL_BLOCK = HERO_BLOCK + HERO_PLANES * HEROES
STAGE = GENERAL_BLOCK  # one-hot, as I may know it
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
OBSERVATION_SIZE = THEIR_SCORE + 1


@kernel
def legion_plane(out, plane, positive, negative):
    """Write 1 for the Legions of one set, -1 for those of another."""
    at = plane * LEGIONS
    for i in range(LEGIONS):
        out[at + i] = np.float32(((positive >> (i + 1)) & 1) - ((negative >> (i + 1)) & 1))


@kernel
def hero_plane(out, plane, members):
    """Write 1 for the Heroes of a set."""
    at = HERO_BLOCK + plane * HEROES
    for hero in range(HEROES):
        out[at + hero] = np.float32((members >> hero) & 1)


@kernel
def known_in_hand(s, player):
    """Legions that a player knows the other to hold; one committed out of sight is still there."""
    other = 1 - player
    held = s.hand[other]
    if not sees_committed(s, player):
        held |= only(s.committed[other])
    return held & s.known[player]


@kernel
def observe_legions(s, p, player, out):
    """Hands, rows and what has been committed."""
    other = 1 - player
    legion_plane(out, MY_HAND, s.hand[player], 0)
    legion_plane(out, SHOWN_HAND, s.hand[player] & s.known[other], 0)
    legion_plane(out, THEIR_HAND, known_in_hand(s, player), 0)
    legion_plane(out, ROW_UP, s.row_up, 0)
    down = only(s.row_down) if s.down_known[player] != 0 else 0
    legion_plane(out, ROW_DOWN, down, 0)
    legion_plane(out, MY_COMMITTED, only(s.committed[player]), 0)
    theirs = only(s.committed[other]) if sees_committed(s, player) else 0
    legion_plane(out, THEIR_COMMITTED, theirs, 0)
    legion_plane(out, REMOVED, s.removed, 0)


@kernel
def observe_battlefield(s, p, player, out):
    """Both sides of the Battlefield; the other's routed Legions as far as they are public."""
    other = 1 - player
    shown = shown_routed(s, p, player)
    for location in range(LOCATIONS):
        legion_plane(out, MY_SIDE + location, s.up[player, location], s.routed[player, location])
        legion_plane(
            out, THEIR_SIDE + location, s.up[other, location], s.routed[other, location] & shown
        )


@kernel
def observe_under(s, player, out):
    """Legions under Heroes, and which Hero each is under."""
    under_mine, under_theirs = np.int64(0), np.int64(0)
    legion_plane(out, UNDER_WHICH, 0, 0)
    recruited = s.heroes[0] | s.heroes[1]
    while recruited != 0:
        hero = lowest(recruited)
        legions = s.under[hero]
        if has(s.heroes[player], hero):
            under_mine |= legions
        else:
            under_theirs |= legions
        while legions != 0:
            out[UNDER_WHICH * LEGIONS + lowest(legions) - 1] = (hero + 1) * (1.0 / HEROES)
            legions &= legions - 1
        recruited &= recruited - 1
    legion_plane(out, MY_UNDER, under_mine, 0)
    legion_plane(out, THEIR_UNDER, under_theirs, 0)


@kernel
def observe_heroes(s, player, out):
    """Heroes in the row, recruited, and known in the deck."""
    hero_plane(out, IN_ROW, s.row_heroes)
    hero_plane(out, MINE, s.heroes[player])
    hero_plane(out, THEIRS, s.heroes[1 - player])
    hero_plane(out, RESERVED, only(s.reserved) if s.reserved != NOBODY else 0)
    hero_plane(out, DEPTH, 0)
    in_deck = np.int64(0)
    known = s.hero_known[player]
    while known != 0:
        place = lowest(known)
        hero = s.hero_deck[place]
        in_deck |= only(hero)
        out[HERO_BLOCK + DEPTH * HEROES + hero] = (s.hero_deck_size - place) * (1.0 / HEROES)
        known &= known - 1
    hero_plane(out, IN_DECK, in_deck)


@kernel
def shown_stage(s, player):
    """Stage as a player may know it: a question about the other's Stratagem looks like what follows."""
    stage = s.stage
    if s.to_move == player or not is_stratagem_question(stage):
        return stage
    if stage == AT_RESERVE or stage == AT_COMMAND:
        return AT_KING_CHOICE
    if stage == AT_ANY_HERO:
        return AT_HERO
    if stage == AT_WIDE_DIG:
        return AT_DIG
    if stage == AT_CHOOSE_REFILL:
        return AT_REFILL
    return AT_ROUTE if stage == AT_ROUT_DIVERT else AT_TURN_END


@kernel
def legion_in_question(s):
    """Legion that the question at hand is about, named in answer to the one before."""
    stage = s.stage
    if (
        stage == AT_PAYMENT
        or stage == AT_POWER_RALLY
        or stage == AT_POWER_MOVE_TO
        or stage == AT_POWER_GIVE
        or stage == AT_POWER_PLAY
        or stage == AT_ROUT_DIVERT
    ):
        return only(s.legion)
    return np.int64(0)


@kernel
def heroes_in_hand(s):
    """Heroes that the question at hand is about: the one recruited, and the one given for another."""
    if s.stage == AT_POWER_EXCHANGE:
        return only(s.hero) | only(s.legion)
    if s.stage == AT_DIG_REST and s.hero == PASS:
        return np.int64(0)
    if AT_DIG_REST <= s.stage < AT_CHOOSE_REFILL:
        return only(s.hero)
    return np.int64(0)


@kernel
def observe_question(s, player, out):
    """Where the turn stands, and what a player who decides has chosen so far."""
    decides = s.to_move == player
    out[STAGE + shown_stage(s, player)] = 1.0
    if s.location >= 0:
        out[LOCATION + s.location] = 1.0
    if 0 <= s.route <= FIVE_LOCATIONS:
        out[ROUTE + s.route] = 1.0
    if decides:
        out[I_DECIDE] = 1.0
        out[LEFT] = s.left * 0.2
    legion_plane(out, IN_QUESTION, legion_in_question(s) if decides else 0, 0)
    hero_plane(out, IN_HAND, heroes_in_hand(s) if decides else 0)
    out[MY_PART] = 1.0 if s.actor == player else 0.0
    out[I_CHOOSE_REFILL] = 1.0 if s.chooser == player else 0.0
    out[ANY_HERO_USED] = s.any_hero
    out[WIDE_DIG_USED] = s.wide_dig


@kernel
def observe_tokens(s, player, out):
    """Majorities and Stratagems."""
    other = 1 - player
    for location in range(LOCATIONS):
        holder = s.majority[location]
        out[MAJORITY + location] = np.float32(int(holder == player) - int(holder == other))
        out[ROUTED_COUNT + location] = count(s.routed[other, location]) * 0.2
    out[MY_STRATAGEM + s.stratagem[player]] = 1.0
    if s.stratagem_used[other] != 0:
        out[THEIR_STRATAGEM + s.stratagem[other]] = 1.0
        out[THEIR_STRATAGEM_USED] = 1.0
    if s.stratagem_used[player] != 0:
        out[MY_STRATAGEM_USED] = 1.0


@kernel
def observe_general(s, p, player, out):
    """Counts, Banners and scores."""
    other = 1 - player
    out[SIDE] = player
    out[TURN] = s.turn * (1.0 / 12.0)
    out[I_LEAD] = 1.0 if s.revealed != 0 and s.lead == player else 0.0
    held = count(s.hand[other])
    if s.committed[other] != 0 and not sees_committed(s, player):
        held += 1
    out[THEIR_HAND_SIZE] = held * (1.0 / 3.0)
    out[DECK_SIZE] = count(s.deck) * (1.0 / 22.0)
    out[HERO_DECK_SIZE] = s.hero_deck_size * (1.0 / HEROES)
    if s.row_down != 0:
        out[FACE_DOWN] = 1.0
        out[THEY_KNOW_IT] = s.down_known[other]
    out[MY_BANNERS] = banners(s, p, player) * 0.2
    out[THEIR_BANNERS] = banners(s, p, other) * 0.2
    out[MY_SCORE] = score(s, p, player) * (1.0 / 30.0)
    out[THEIR_SCORE] = score(s, p, other) * (1.0 / 30.0)


@kernel
def observe(s, p, player, out):
    """Write what ``player`` may know, float32 ``[OBSERVATION_SIZE]``."""
    for i in range(GENERAL_BLOCK, OBSERVATION_SIZE):
        out[i] = 0.0
    observe_legions(s, p, player, out)
    observe_battlefield(s, p, player, out)
    observe_under(s, player, out)
    observe_heroes(s, player, out)
    observe_question(s, player, out)
    observe_tokens(s, player, out)
    observe_general(s, p, player, out)
