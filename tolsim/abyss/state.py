"""State of a game of Legions: Abyss, and the names of everything in it.

Legions are their printed numbers 1 to 31, Heroes 0 to 14 in the order of ``cards.toml``, locations
0 to 4 from yellow to green. Sets of them are bits of an integer (:mod:`tolsim.core.bits`).
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.state import state_dtype

LEGIONS = 31
HEROES = 15
LOCATIONS = 5
ALL_LEGIONS = (1 << (LEGIONS + 1)) - 2
ALL_LOCATIONS = (1 << LOCATIONS) - 1

KING, NECROCAMPE = 0, 1
SEATS = ("king", "necrocampe")
NOBODY = -1

YELLOW, RED, BLUE, PURPLE, GREEN, WHITE = range(6)
COLOURS = ("yellow", "red", "blue", "purple", "green", "white")

# Stratagems, numbered within their side.
ANY_HERO, WIDE_DIG, RESERVE = 0, 1, 2
COMMAND, DIVERT, CHOOSE_REFILL = 0, 1, 2
STRATAGEMS = (
    ("any hero", "wide dig", "reserve"),
    ("command", "divert", "choose refill"),
)

# Choice of routed.identity.
PUBLIC = 0

# Reasons why a game ends.
BY_BANNERS, BY_POINTS, BY_LOWEST_LEGION = 1, 2, 3
OUTCOMES = {BY_BANNERS: "banners", BY_POINTS: "points", BY_LOWEST_LEGION: "lowest legion"}

FIVE_LOCATIONS = 5
"""The recruiting route that takes one Legion at each location; 0 to 4 are the locations' own."""
DIG_INSTEAD = 15
"""Choice of a Hero that means: none of the row, dig."""
PASS = -1

# Why a Legion has just come to a location, for what its arrival triggers.
PLAYED, PLACED_BY_POWER, MOVED = 0, 1, 2

# What the game is about to do, in the order of a turn.
(
    AT_TURN_START,
    AT_RESERVE,
    AT_COMMAND,
    AT_COMMANDED_LEGION,
    AT_KING_CHOICE,
    AT_NECROCAMPE_CHOICE,
    AT_PLACE,
    AT_RALLY,
    AT_ROUT,
    AT_ROUT_DIVERT,
    AT_ROUT_DIVERTED,
    AT_ROUTE,
    AT_ANY_HERO,
    AT_HERO,
    AT_WIDE_DIG,
    AT_DIG,
    AT_DIG_REST,
    AT_PAYMENT,
    AT_POWER,
    AT_POWER_RALLY,
    AT_POWER_MOVE,
    AT_POWER_MOVE_TO,
    AT_POWER_REMOVE,
    AT_POWER_STEAL,
    AT_POWER_LOOK,
    AT_POWER_RECEIVE,
    AT_POWER_GIVE,
    AT_POWER_THIRD_LEGION,
    AT_POWER_RETURN,
    AT_POWER_EXCHANGE,
    AT_POWER_PICK_UP,
    AT_POWER_PLAY,
    AT_POWER_PLACE,
    AT_CHOOSE_REFILL,
    AT_REFILL,
    AT_ATTACK,
    AT_DIVERT,
    AT_TURN_END,
) = range(38)
STAGES = 38

STATE = state_dtype(
    2,
    [
        # Legions
        ("deck", np.int64),  # draw pile; its order is drawn when a card is
        ("hand", np.int64, (2,)),
        ("known", np.int64, (2,)),  # what a player knows the other to hold
        ("known_routed", np.int64, (2,)),  # what it knows of the other's where those are hidden
        ("row_up", np.int64),
        ("removed", np.int64),
        ("up", np.int64, (2, LOCATIONS)),
        ("routed", np.int64, (2, LOCATIONS)),
        ("under", np.int64, (HEROES,)),
        ("row_down", np.int64),  # the face-down Legion of the row, 0: none
        ("down_known", np.int64, (2,)),  # who has seen it
        (
            "committed",
            np.int64,
            (2,),
        ),  # Legion out of the hand, not yet on the Battlefield; 0: none
        ("revealed", np.int64),  # whether both have been turned over this turn
        ("commanded", np.int64),  # whether the Necrocampe named the King's
        # Heroes
        ("heroes", np.int64, (2,)),
        ("row_heroes", np.int64),
        ("hero_known", np.int64, (2,)),  # deck positions a player knows, from the bottom
        ("hero_deck", np.int64, (HEROES,)),  # bottom to top
        ("hero_deck_size", np.int64),
        ("reserved", np.int64),  # the King's reserved Hero, -1: none
        ("reserving", np.int64),  # a reservation not yet shown
        # Tokens
        ("stratagem", np.int64, (2,)),
        ("stratagem_used", np.int64, (2,)),  # turn of its use, 0: unused
        ("majority", np.int64, (LOCATIONS,)),  # holder, -1: in the centre
        # Where the turn stands
        ("turn", np.int64),
        ("lead", np.int64),  # who plays first this turn
        ("actor", np.int64),  # whose part of the turn it is
        ("chooser", np.int64),  # who takes the actor's refill
        ("stage", np.int64),
        ("location", np.int64),  # of the placement or attack in hand
        ("arrival", np.int64),  # PLAYED, PLACED_BY_POWER or MOVED
        ("route", np.int64),
        ("hero", np.int64),  # being recruited or applied
        ("legion", np.int64),  # chosen before, where a choice takes two steps
        ("left", np.int64),  # choices of the same kind still to come, or Heroes being looked at
        ("paid_locations", np.int64),
        ("any_hero", np.int64),  # this recruitment uses the King's Stratagem
        ("wide_dig", np.int64),  # this dig does
        ("exchanged", np.int64),  # the power in hand is of an exchanged Hero
        # The question
        ("may_pass", np.int64),
        ("first_action", np.int64),  # action id of option 0
        ("options", np.int64),
        # Telemetry, read when the game is over
        ("scores", np.int64, (2,)),
        ("banners", np.int64, (2,)),
        ("turns_led", np.int64, (2,)),
        ("majority_turns", np.int64, (2, LOCATIONS)),
        ("recruited_by", np.int64, (HEROES,)),
        ("recruited_turn", np.int64, (HEROES,)),  # 0: never
    ],
)


@kernel
def ask(s, player, base, options, may_pass):
    """Put a question to a player: option ``i`` is action ``base + i``."""
    s.to_move = player
    s.first_action = base
    s.options = options
    s.may_pass = may_pass


@kernel
def all_up(s, player):
    """Every face-up Legion on a player's side of the Battlefield."""
    up = s.up[player]
    return up[0] | up[1] | up[2] | up[3] | up[4]


@kernel
def all_routed(s, player):
    """Every routed Legion on a player's side of the Battlefield."""
    routed = s.routed[player]
    return routed[0] | routed[1] | routed[2] | routed[3] | routed[4]


@kernel
def location_of(s, player, legion):
    """Where a Legion of a player's side lies."""
    for location in range(LOCATIONS):
        if ((s.up[player, location] | s.routed[player, location]) >> legion) & 1 != 0:
            return location
    return NOBODY


@kernel
def shown_routed(s, p, player):
    """Legions that a player can tell among the other's routed ones."""
    return ALL_LEGIONS if p.routed_identity == PUBLIC else s.known_routed[player]


@kernel
def lift(s, player, legion):
    """Take a Legion off a player's side, face up or routed."""
    keep = ~(np.int64(1) << legion)
    for location in range(LOCATIONS):
        s.up[player, location] &= keep
        s.routed[player, location] &= keep


@kernel
def holds_unused(s, player, stratagem):
    """Tell whether a player can still use this Stratagem."""
    return s.stratagem[player] == stratagem and s.stratagem_used[player] == 0


@kernel
def use_stratagem(s, player):
    """Flip a player's Stratagem token over."""
    s.stratagem_used[player] = s.turn
