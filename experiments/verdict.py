"""Is a game balanced? An equivalence test on the first seat's win share.

The verdict is *balanced* when the 95 % interval lies inside 50 % ± delta, *imbalanced* when it
lies wholly outside, else *undecided*. So a game just at the edge, 50 % ± delta, is called balanced
or imbalanced wrongly at most about once in 40 runs each; no finding of "no difference" follows
from too few games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments.statistics import QUANTILE, Shares

BALANCED, IMBALANCED, UNDECIDED = "balanced", "imbalanced", "undecided"
POWER = 0.8
MOST_GAMES = 10_000_000
"""Beyond this many a share is at the edge for all that can be told."""


@dataclass(frozen=True)
class Verdict:
    """What a match says about a game's balance.

    Attributes
    ----------
    verdict
        ``"balanced"``, ``"imbalanced"`` or ``"undecided"``.
    sentence
        The same for people, with figures.
    more_games
        Games still needed, about: enough in four cases of five, if the share stays what it is.
        0 when decided; None when no sensible number would do.
    """

    verdict: str
    sentence: str
    more_games: int | None


def check_delta(delta: float) -> None:
    """Refuse a margin that is not between 0 and 50 points."""
    if not 0 < delta < 0.5:
        raise TolsimError(f"delta is more than 0 and less than 0.5, not {delta}")


def judge(game: Game, first_seat: Shares, delta: float, games_per_deal: int) -> Verdict | None:
    """Judge a game between two sides; None for games of one side, or of more than two seats.

    Parameters
    ----------
    first_seat
        What the first seat won.
    delta
        Half the width of what counts as balanced, such as 0.05 for 45 to 55 %.
    games_per_deal
        Games in each of its deals.
    """
    teams = game.definition.teams
    if len(teams) != 2 or teams[0] == teams[1]:
        return None
    share = first_seat.rate()
    games = first_seat.deals * games_per_deal
    figures = (
        f"{game.seats[0]} wins {100 * share.rate:.1f} % "
        f"({100 * share.low:.1f}–{100 * share.high:.1f} %) of {games:,} games"
    )
    points = f"{100 * delta:g} points"
    if 0.5 - delta <= share.low and share.high <= 0.5 + delta:
        return Verdict(BALANCED, f"balanced within ±{points}: {figures}", 0)
    if share.high < 0.5 - delta or share.low > 0.5 + delta:
        return Verdict(IMBALANCED, f"imbalanced by more than {points}: {figures}", 0)
    more = more_games(first_seat, delta, games_per_deal)
    needed = (
        f"so close to ±{points} that no number of games decides"
        if more is None
        else f"about {more:,} more games should tell whether it is within ±{points}"
    )
    sentence = f"undecided: {figures}; {needed}"
    if not share.low <= 0.5 <= share.high:
        ahead = game.seats[0 if share.rate > 0.5 else 1]
        sentence += f"; that {ahead} has an edge is beyond doubt"
    return Verdict(UNDECIDED, sentence, more)


def more_games(first_seat: Shares, delta: float, games_per_deal: int) -> int | None:
    """Estimate the games still needed for a verdict, to two digits; None: too many."""
    distance = abs(abs(first_seat.rate().rate - 0.5) - delta)
    reach = (QUANTILE + NormalDist().inv_cdf(POWER)) * first_seat.spread
    if distance == 0 or (reach / distance) ** 2 * games_per_deal > MOST_GAMES:
        return None
    deals = max(1, math.ceil((reach / distance) ** 2) - first_seat.deals)
    games = deals * games_per_deal
    unit = 10 ** max(0, len(str(games)) - 2)
    step = math.lcm(unit, games_per_deal)
    return math.ceil(games / step) * step
