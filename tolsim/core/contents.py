"""What a decision makes use of: the contents of a game, for counting them in its records."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np


class Content(NamedTuple):
    """A content of a game.

    Attributes
    ----------
    kind
        What it is one of, such as ``"order"`` or ``"unit"``.
    name
        What it is called.
    """

    kind: str
    name: str


class Contents(Protocol):
    """Tells what decisions make use of.

    Attributes
    ----------
    names
        Every content of the game, C of them, each different.
    """

    names: tuple[Content, ...]

    def used(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Places among ``names`` of what decisions use, int16 ``[B, K]``; -1 stands for nothing.

        Parameters
        ----------
        states
            [B] states before the decisions.
        actions
            int [B], what was chosen.
        """
