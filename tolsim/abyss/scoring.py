"""Banners a player controls, and victory points."""

from __future__ import annotations

from tolsim.abyss.state import LOCATIONS, all_up
from tolsim.core.bits import count, lowest
from tolsim.core.compile_cache import kernel

# Choices of heroes.*.scoring, in the order of cards.toml.
PLAIN, DOUBLE_UNDERNEATH, PER_BANNER, PER_LOCATION_WITHOUT_MAJORITY, PER_HERO_COLOUR = range(5)


@kernel
def has_pair(s, p, player, pair):
    """Tell whether a player has recruited every Hero of a matched pair, two at the least."""
    members = p.pair_heroes[pair]
    return count(members) >= 2 and (s.heroes[player] & members) == members


@kernel
def banners(s, p, player):
    """Banners a player controls: on face-up Legions, Heroes, pairs and Majority tokens."""
    visible = all_up(s, player)
    total = 0
    left = s.heroes[player]
    while left != 0:
        hero = lowest(left)
        total += p.hero_banner[hero]
        if p.banner_under_heroes != 0:
            visible |= s.under[hero]
        left &= left - 1
    total += count(visible & p.banner_legions)
    for pair in range(p.pair_heroes.shape[0]):
        if has_pair(s, p, player, pair):
            total += p.pair_banners[pair]
    for location in range(LOCATIONS):
        if s.majority[location] == player:
            total += p.location_banner[location]
    return total


@kernel
def points_of(p, legions):
    """Printed points of a set of Legions."""
    total = 0
    left = legions
    while left != 0:
        total += p.legion_points[lowest(left)]
        left &= left - 1
    return total


@kernel
def hero_colours(s, p, player):
    """Different colours among a player's Heroes."""
    colours = 0
    for colour in range(LOCATIONS):
        if s.heroes[player] & p.heroes_of[colour] != 0:
            colours += 1
    return colours


@kernel
def hero_score(s, p, player, hero):
    """Points of one recruited Hero and of the Legions under it."""
    below = points_of(p, s.under[hero])
    total = p.hero_points[hero] + below
    scoring = p.hero_scoring[hero]
    if scoring == DOUBLE_UNDERNEATH:
        total += below
    elif scoring == PER_BANNER:
        total += banners(s, p, player)
    elif scoring == PER_LOCATION_WITHOUT_MAJORITY:
        for location in range(LOCATIONS):
            if s.majority[location] != player:
                total += 1
    elif scoring == PER_HERO_COLOUR:
        total += hero_colours(s, p, player)
    return total


@kernel
def score(s, p, player):
    """Victory points: an unused Stratagem, Heroes, the Legions under them, and Majorities."""
    total = p.stratagem_unused_points if s.stratagem_used[player] == 0 else 0
    left = s.heroes[player]
    while left != 0:
        total += hero_score(s, p, player, lowest(left))
        left &= left - 1
    for pair in range(p.pair_heroes.shape[0]):
        if has_pair(s, p, player, pair):
            total += p.pair_points[pair]
    for location in range(LOCATIONS):
        if s.majority[location] == player:
            total += p.location_points[location]
    return total
