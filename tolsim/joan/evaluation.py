"""A heuristic value of a position, for searches that stop before the end."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan.hooks import value_of_state


@kernel
def evaluate(s, p, out):
    """Write a value per player in [-1, 1], float32 ``[P]``."""
    out[:] = 0.0
    value_of_state(s, p, out)
