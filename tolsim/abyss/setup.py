"""Setup: what lies where before the first turn."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.rows import refill_heroes, refill_legions
from tolsim.abyss.state import (
    ALL_LEGIONS,
    AT_TURN_START,
    HEROES,
    KING,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
)
from tolsim.core.bits import only, pick
from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below, shuffle, start_stream


@kernel
def clear_tokens(s):
    """Majorities in their spaces, nothing under any Hero, nothing recruited."""
    s.heroes[:] = 0
    s.hero_known[:] = 0
    s.known_routed[:] = 0
    s.row_heroes = 0
    s.reserved = NOBODY
    s.reserving = NOBODY
    s.stratagem_used[:] = 0
    for location in range(LOCATIONS):
        s.majority[location] = NOBODY
        for player in range(2):
            s.up[player, location] = 0
            s.routed[player, location] = 0
            s.majority_turns[player, location] = 0
    for hero in range(HEROES):
        s.under[hero] = 0
        s.recruited_by[hero] = NOBODY
        s.recruited_turn[hero] = 0


@kernel
def clear_turn(s):
    """No decision taken, nothing in hand."""
    s.moves = 0
    s.over = 0
    s.outcome = 0
    s.to_move = 0
    s.turn = 0
    s.lead = 0
    s.actor = 0
    s.chooser = 0
    s.location = 0
    s.arrival = 0
    s.route = 0
    s.hero = 0
    s.legion = 0
    s.left = 0
    s.paid_locations = 0
    s.any_hero = 0
    s.wide_dig = 0
    s.exchanged = 0
    s.may_pass = 0
    s.first_action = 0
    s.options = 0
    s.revealed = 0
    s.commanded = 0
    s.stage = AT_TURN_START
    for player in range(2):
        s.returns[player] = 0.0
        s.known[player] = 0
        s.committed[player] = 0
        s.down_known[player] = 0
        s.scores[player] = 0
        s.banners[player] = 0
        s.turns_led[player] = 0


@kernel
def draw_hand(s, player, size):
    """Draw Legions from the deck."""
    hand = np.int64(0)
    deck = s.deck
    for _ in range(size):
        card = only(pick(deck, s.rng))
        hand |= card
        deck ^= card
    s.hand[player] = hand
    s.deck = deck


@kernel
def deal(s, p, seed):
    """Set a game up: shuffled Heroes and Legions, hands, rows, one Stratagem a side."""
    start_stream(s.rng, seed, 0)
    clear_tokens(s)
    clear_turn(s)
    s.deck = ALL_LEGIONS
    s.row_up = 0
    s.row_down = 0
    s.removed = 0
    for hero in range(HEROES):
        s.hero_deck[hero] = hero
    shuffle(s.hero_deck, HEROES, s.rng)
    s.hero_deck_size = HEROES
    refill_heroes(s, p)
    refill_legions(s)
    draw_hand(s, KING, p.setup_hand_size)
    draw_hand(s, NECROCAMPE, p.setup_hand_size)
    s.stratagem[KING] = below(s.rng, 3)
    s.stratagem[NECROCAMPE] = below(s.rng, 3)
