"""Is a game balanced? An equivalence test on the first seat's win share.

The verdict is *balanced* when the 95 % interval lies inside 50 % ± delta, *imbalanced* when it
lies wholly outside, else *undecided*. So a game just at the edge, 50 % ± delta, is called balanced
or imbalanced wrongly at most about once in 40 runs each; no finding of "no difference" follows
from too few games. That holds for a number of games fixed beforehand: who adds games until a
verdict comes, errs about three times as often.

Balance shows between equals. Where one agent wins more than three games in four, the seats change
few results whatever they are worth, and the verdict is *undecided* for that reason.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments.statistics import QUANTILE, Rate, Shares

BALANCED, IMBALANCED, UNDECIDED = "balanced", "imbalanced", "undecided"
POWER = 0.8
UNEQUAL = 0.75
"""Share of the stronger agent from which on a match says little about the seats."""
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


def no_verdict(game: Game) -> str | None:
    """Say in a line why a game's balance cannot be judged; None where it can."""
    teams = game.definition.teams
    if len(teams) == 1:
        return "one player: no sides to balance"
    if len(set(teams)) == 1:
        return "one team: no sides to balance"
    if len(teams) > 2:
        return f"{len(teams)} seats: balance is judged between two"
    return None


def judge(
    game: Game,
    first_seat: Shares,
    delta: float,
    games_per_deal: int,
    strongest: float = 0.5,
    share: Rate | None = None,
) -> Verdict | None:
    """Judge a game between two sides; None for games of one side, or of more than two seats.

    Parameters
    ----------
    first_seat
        What the first seat won.
    strongest
        Win share of the stronger agent.
    share
        What the first seat won with its interval, where that is not the usual one.
    delta
        Half the width of what counts as balanced, such as 0.05 for 45 to 55 %.
    games_per_deal
        Games in each of its deals.
    """
    if no_verdict(game) is not None:
        return None
    usual = first_seat.rate()
    share = share or usual
    games = first_seat.deals * games_per_deal
    figures = (
        f"{game.seats[0]} wins {100 * share.rate:.1f} % "
        f"({100 * share.low:.1f}–{100 * share.high:.1f} %) of {games:,} games"
    )
    if strongest > UNEQUAL:
        unequal = (
            f"the agents are too unequal to tell: the stronger one wins {100 * strongest:.1f} %"
        )
        return Verdict(UNDECIDED, f"undecided: {figures}, but {unequal}", None)
    points = f"{100 * delta:g} points"
    edge = ""
    if not share.low <= 0.5 <= share.high:
        edge = f"; {game.seats[0 if share.rate > 0.5 else 1]} has an edge"
    if 0.5 - delta <= share.low and share.high <= 0.5 + delta:
        return Verdict(BALANCED, f"balanced within ±{points}: {figures}{edge}", 0)
    if share.high < 0.5 - delta or share.low > 0.5 + delta:
        return Verdict(IMBALANCED, f"imbalanced by more than {points}: {figures}", 0)
    wider = (share.high - share.low) / (usual.high - usual.low)
    more = more_games(first_seat, delta, games_per_deal, wider)
    needed = (
        f"so close to ±{points} that no number of games decides"
        if more is None
        else f"about {more:,} more games should tell whether it is within ±{points}"
    )
    return Verdict(UNDECIDED, f"undecided: {figures}; {needed}{edge}", more)


def more_games(
    first_seat: Shares, delta: float, games_per_deal: int, wider: float = 1.0
) -> int | None:
    """Estimate the games still needed for a verdict, to two digits; None: too many.

    ``wider`` is how many times as wide as the usual interval the one is that has to decide.
    """
    offset = abs(first_seat.rate().rate - 0.5)
    error = _standard_error_needed(offset, delta) / wider
    if error == 0 or (first_seat.spread / error) ** 2 * games_per_deal > MOST_GAMES:
        return None
    deals = max(1, math.ceil((first_seat.spread / error) ** 2) - first_seat.deals)
    games = deals * games_per_deal
    unit = 10 ** max(0, len(str(games)) - 2)
    step = math.lcm(unit, games_per_deal)
    return math.ceil(games / step) * step


def _chance_of_verdict(offset: float, delta: float, error: float) -> float:
    """Chance that an interval decides, for a true share this far from 50 %."""
    below = NormalDist().cdf
    if offset > delta:
        return below((offset - delta) / error - QUANTILE)
    return (
        below((delta - offset) / error - QUANTILE) + below((delta + offset) / error - QUANTILE) - 1
    )


def _standard_error_needed(offset: float, delta: float) -> float:
    """Largest standard error of the share at which a verdict comes four times in five."""
    if offset == delta:
        return 0.0
    enough, too_much = 0.0, 1.0
    for _ in range(60):
        middle = (enough + too_much) / 2
        if _chance_of_verdict(offset, delta, middle) >= POWER:
            enough = middle
        else:
            too_much = middle
    return enough
