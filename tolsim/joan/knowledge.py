"""What a player cannot know. Cards are drawn when they are turned over, so decks hide nothing."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import start_stream
from tolsim.joan.hooks import hidden_redrawn, sight_of


@kernel
def redeal(s, p, player, seed):
    """Draw anew what a player cannot know, and the chance to come."""
    s.moves = 0
    start_stream(s.rng, seed, 1)
    hidden_redrawn(s, p, player)


@kernel
def seen(s, p, action, player):
    """Label of what a player sees of an action about to be taken."""
    return sight_of(s, p, action, player)
