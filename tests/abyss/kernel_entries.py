"""Kernels that only the search calls, for tests."""

from tolsim.abyss.knowledge import seen
from tolsim.core.compile_cache import entry


@entry
def labels(states, p, action, player):
    """Label of what a player sees of an action in the first row."""
    return seen(states[0], p[0], action, player)
