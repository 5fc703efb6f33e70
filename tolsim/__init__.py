"""Fast, exact tabletop games for research on play and balance.

>>> import tolsim
>>> [game["name"] for game in tolsim.games()]
['abyss', 'four_horsemen', 'jumieges']
"""

from __future__ import annotations

from pathlib import Path

from tolsim.core.batch import Batch
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.registry import games, make

__version__ = "0.1.0"
__all__ = ["Batch", "Game", "TolsimError", "__version__", "games", "make"]

# In a wheel envs/, agents/ and experiments/ lie inside this package; in a checkout, beside it.
_checkout = Path(__file__).resolve().parent.parent
if (_checkout / "pyproject.toml").is_file():
    __path__.append(str(_checkout))
