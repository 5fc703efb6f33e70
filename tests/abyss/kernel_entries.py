"""Kernels that only the search calls, for tests."""

from tolsim.abyss.knowledge import seen
from tolsim.core.compile_cache import entry
from tolsim.core.search import note_seen_by


@entry
def labels(states, p, action, player):
    """Label of what a player sees of an action in the first row."""
    return seen(states[0], p[0], action, player)


@entry
def note(states, p, action, owner, history):
    """Extend the histories of a kept tree by an action in the first row, before it is taken."""
    note_seen_by(history, states[0], p[0], action, owner, seen)
