"""When a cell has enough games: a number of them, or a rule that looks at what they say."""

from __future__ import annotations

from dataclasses import dataclass

from tolsim.core.errors import TolsimError

GROWTH = 1.3
"""Games at a look, as a multiple of those at the look before."""


@dataclass(frozen=True)
class Stop:
    """Play until the first seat's win share is known to be within 50 % ± delta, or not to be.

    The verdict errs in at most ``error`` of all cells, however often it is looked at: see
    :mod:`tolsim.experiments.sequential`.

    Attributes
    ----------
    delta
        Half the width of what counts as balanced.
    error
        Chance of a wrong verdict.
    at_least, at_most
        Games of a cell.
    """

    delta: float = 0.05
    error: float = 0.05
    at_least: int = 200
    at_most: int = 100_000

    def checked(self, deal_size: int) -> Stop:
        """Itself, if it can be obeyed with deals of so many games.

        Raises
        ------
        TolsimError
            If a value is out of its range, or no game would be played.
        """
        if not 0 < self.delta < 0.5:
            raise TolsimError(f"stop.delta is more than 0 and less than 0.5, not {self.delta}")
        if not 0 < self.error < 0.5:
            raise TolsimError(f"stop.error is more than 0 and less than 0.5, not {self.error}")
        if self.at_least < 2 * deal_size:
            raise TolsimError(f"stop.at_least is at least {2 * deal_size}, not {self.at_least}")
        if self.at_most < self.at_least:
            raise TolsimError(
                f"stop.at_most is at least stop.at_least, {self.at_least:,}, not {self.at_most:,}"
            )
        return self

    def looks(self, deal_size: int) -> list[int]:
        """Games at each look, whole deals, the last at ``at_most``.

        >>> Stop(at_least=200, at_most=500).looks(2)
        [200, 260, 338, 438, 500]
        """
        found, games = [], self.at_least
        while games < self.at_most:
            found.append(games - games % deal_size)
            games = max(int(games * GROWTH), games + deal_size)
        return [*found, self.at_most - self.at_most % deal_size]
