"""The two rows and the Hero deck: refilling, digging, putting back."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.state import NECROCAMPE, NOBODY
from tolsim.core.bits import count, only, pick
from tolsim.core.compile_cache import kernel


@kernel
def refill_legions(s):
    """Turn Legions up until two lie face up, and lay one face down, unseen."""
    deck = s.deck
    row = s.row_up
    while count(row) < 2:
        card = only(pick(deck, s.rng))
        row |= card
        deck ^= card
    s.row_up = row
    down = pick(deck, s.rng)
    s.row_down = down
    s.deck = deck ^ only(down)
    s.down_known[0] = 0
    s.down_known[1] = 0


@kernel
def refill_heroes(s, p):
    """Turn Heroes up from the top of the deck while the row has room and the deck a card."""
    while s.hero_deck_size > 0 and count(s.row_heroes) < p.setup_hero_row:
        s.row_heroes |= only(s.hero_deck[s.hero_deck_size - 1])
        s.hero_deck_size -= 1
        forget_above(s)


@kernel
def forget_above(s):
    """Drop what players know of deck positions that are no more."""
    there = only(s.hero_deck_size) - 1
    s.hero_known[0] &= there
    s.hero_known[1] &= there


@kernel
def takeable(s, player):
    """Heroes of the row that a player may have: not one that the King has reserved against it."""
    row = s.row_heroes
    if player == NECROCAMPE and s.reserved != NOBODY:
        row &= ~only(s.reserved)
    return row


@kernel
def top_heroes(s, number):
    """The top Heroes of the deck, as a set."""
    heroes = np.int64(0)
    for i in range(number):
        heroes |= only(s.hero_deck[s.hero_deck_size - 1 - i])
    return heroes


@kernel
def look_at_top(s, player, number):
    """Let a player know the top Heroes of the deck."""
    size = s.hero_deck_size
    s.hero_known[player] |= only(size) - only(size - number)


@kernel
def take_from_deck(s, hero):
    """Take a Hero out of the deck; those above move down, and so does what is known of them."""
    size = s.hero_deck_size
    place = size - 1
    while s.hero_deck[place] != hero:
        place -= 1
    for i in range(place, size - 1):
        s.hero_deck[i] = s.hero_deck[i + 1]
    below_it = only(place) - 1
    for player in range(2):
        known = s.hero_known[player]
        s.hero_known[player] = (known & below_it) | ((known >> 1) & ~below_it)
    s.hero_deck_size = size - 1


@kernel
def top_to_bottom(s):
    """Move the top Hero to the bottom of the deck, and what is known of every place with it."""
    size = s.hero_deck_size
    hero = s.hero_deck[size - 1]
    for i in range(size - 1, 0, -1):
        s.hero_deck[i] = s.hero_deck[i - 1]
    s.hero_deck[0] = hero
    for player in range(2):
        known = s.hero_known[player]
        on_top = (known >> (size - 1)) & 1
        s.hero_known[player] = ((known << 1) & (only(size) - 1)) | on_top
