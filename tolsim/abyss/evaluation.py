"""A heuristic value of a position, for searches that stop before the end."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.scoring import banners, score
from tolsim.abyss.state import KING, NECROCAMPE
from tolsim.core.compile_cache import kernel

BANNER_WORTH = 1.5
"""Points that a Banner is taken for, on the way to five."""
SCALE = 8.0
"""Lead in points at which the value is one half."""


@kernel
def evaluate(s, p, out):
    """Write a value per player in [-1, 1], float32 ``[2]``: the lead in points and Banners."""
    lead = np.float64(score(s, p, KING) - score(s, p, NECROCAMPE))
    lead += BANNER_WORTH * (banners(s, p, KING) - banners(s, p, NECROCAMPE))
    value = lead / (SCALE + abs(lead))
    out[KING] = value
    out[NECROCAMPE] = -value
