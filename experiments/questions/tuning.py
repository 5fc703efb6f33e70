"""Plays values of rules until it is known where their measure stands to a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.core.registry import make
from tolsim.experiments.questions.asking import OnProgress, refusal
from tolsim.experiments.questions.measure import Measure, by_deal
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.sequential import MORE_DEALS, USUAL_SPREAD, half_width, tightest_at
from tolsim.experiments.statistics import QUANTILE, Rate
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.study import Desk
from tolsim.experiments.studies.study_file import Study, StudyCell

WITHIN, ABOVE, BELOW, UNDECIDED = "within", "above", "below", "undecided"


@dataclass(frozen=True)
class Played:
    """What a set of rule values measured.

    Attributes
    ----------
    changes
        The rules' values.
    deals
        Mean of each deal, float64 ``[deals]``.
    games
        Played.
    rate
        Mean with its interval.
    standing
        ``"within"`` the target ± delta, ``"above"``, ``"below"`` or ``"undecided"``.
    """

    changes: Mapping[str, Any]
    deals: np.ndarray
    games: int
    rate: Rate
    standing: str


@dataclass(frozen=True)
class Aim:
    """What the measure should be.

    Attributes
    ----------
    measure
        What is measured.
    target
        What its mean should be.
    delta
        How far from it is near enough.
    error
        Chance of a wrong standing of a set of values, however often it is looked at.
    """

    measure: Measure
    target: float
    delta: float
    error: float = 0.05

    def standing(self, rate: Rate) -> str:
        """Say where an interval lies."""
        low, high = self.target - self.delta, self.target + self.delta
        if low <= rate.low and rate.high <= high:
            return WITHIN
        if rate.low > high:
            return ABOVE
        return BELOW if rate.high < low else UNDECIDED


def rate_of(
    deals: np.ndarray, aim: Aim, spread: float, *, at_any_time: bool = True, reach: float = 0.5
) -> Rate:
    """Mean over deals with its interval, some deals more taken as for win shares.

    Parameters
    ----------
    deals
        Float64 ``[deals]``; those without a value are left out.
    aim
        Differences of its delta matter.
    spread
        Usual standard deviation of a deal.
    at_any_time
        Whether it may be looked at again and again.
    reach
        How far from the middle the further deals lie.
    """
    known = deals[~np.isnan(deals)]
    if len(known) < 2:
        return Rate(float("nan"), -np.inf, np.inf)
    share = aim.measure.share
    middle = 0.5 if share else float(known.mean())
    further = MORE_DEALS // 2 if at_any_time else 1
    taken = np.concatenate([known, np.repeat([middle - reach, middle + reach], further)])
    centre, deviation = float(taken.mean()), float(taken.std(ddof=1))
    if at_any_time:
        tightest = tightest_at(aim.delta * USUAL_SPREAD / spread, aim.error)
        half = half_width(len(known), deviation, tightest, aim.error)
    else:
        half = QUANTILE * deviation / np.sqrt(len(taken))
    low, high = centre - half, centre + half
    if share:
        low, high = max(0.0, low), min(1.0, high)
    return Rate(float(known.mean()), float(low), float(high))


class Player:
    """Plays sets of values at a desk, each on the same deals, and keeps what they measured."""

    def __init__(
        self,
        desk: Desk,
        base: Cell,
        overrides: Mapping[str, object],
        aim: Aim,
        stop: Stop,
        on_progress: OnProgress | None,
    ) -> None:
        self.played: dict[str, Played] = {}
        self.refused: dict[str, str] = {}
        self.aim = aim
        self._desk, self._base, self._on_progress = desk, base, on_progress
        self._overrides = dict(overrides)
        self._stop = stop
        self._spread = USUAL_SPREAD

    def cell(self, changes: Mapping[str, Any], seed: int | None = None) -> Cell:
        """Cell with some rules changed."""
        return Cell.of(
            self._base.game,
            self._base.agents,
            variant=self._base.variant,
            overrides={**self._overrides, **changes},
            seed=self._base.seed if seed is None else seed,
        )

    def playable(self, changes: Mapping[str, Any]) -> bool:
        """Whether the game can be made; a reason is kept where it cannot."""
        cell = self.cell(changes)
        reason = refusal(cell)
        if reason is not None:
            self.refused[cell.key] = reason
        return reason is None

    def until_known(self, several: Sequence[Mapping[str, Any]]) -> list[Played]:
        """Play sets of values until each one's standing is known, or it has its most games."""
        size = games_per_deal(make(self._base.game))
        looks = self._stop.looks(size)
        cells = [self.cell(changes) for changes in several]
        for place, games in enumerate(looks):
            open_cells = [
                (cell, changes)
                for cell, changes in zip(cells, several, strict=True)
                if self._goes_on(cell, looks, place)
            ]
            if open_cells:
                self._play(open_cells, games)
        return [self.played[cell.key] for cell in cells]

    def _goes_on(self, cell: Cell, looks: Sequence[int], place: int) -> bool:
        known = self.played.get(cell.key)
        if known is None:
            return True
        return known.standing == UNDECIDED and known.games < looks[place]

    def _play(self, cells: Sequence[tuple[Cell, Mapping[str, Any]]], games: int) -> None:
        for (cell, changes), deals in zip(cells, self.deals_of(cells, games), strict=True):
            if not self.aim.measure.share and not self.played and np.nanstd(deals) > 0:
                # Chosen once, by what is played first: the sequences must not follow their data.
                self._spread = float(np.nanstd(deals))
            reach = 0.5 if self.aim.measure.share else self._spread
            rate = rate_of(deals, self.aim, self._spread, reach=reach)
            standing = self.aim.standing(rate)
            self.played[cell.key] = Played(changes, deals, games, rate, standing)

    def deals_of(
        self, cells: Sequence[tuple[Cell, Mapping[str, Any]]], games: int
    ) -> list[np.ndarray]:
        """Play so many games of some cells; what each of their deals brought."""
        distinct = {cell.key: StudyCell(cell, {}) for cell, _ in cells}
        study = Study("tuning", tuple(distinct.values()), games)
        result = self._desk.play(study, self._on_progress)
        found = []
        for cell, _ in cells:
            deals = games // games_per_deal(cell.make_game())
            found.append(by_deal(result, cell, self.aim.measure)[:deals])
        return found

    def measured(
        self, several: Sequence[Mapping[str, Any]], games: int, seed: int | None = None
    ) -> list[Played]:
        """Play a fixed number of games of some sets of values."""
        cells = [(self.cell(changes, seed), changes) for changes in several]
        found = []
        for (_, changes), deals in zip(cells, self.deals_of(cells, games), strict=True):
            reach = 0.5 if self.aim.measure.share else float(np.nanstd(deals))
            rate = rate_of(deals, self.aim, self._spread, at_any_time=False, reach=reach)
            found.append(Played(changes, deals, games, rate, self.aim.standing(rate)))
        return found


def check_aim(measure: Measure, target: float | None, delta: float) -> float:
    """Target, one half for a win rate that is given none.

    Raises
    ------
    TolsimError
        If a target is missing or out of range, or delta is not above 0.
    """
    if target is None:
        if not measure.column.startswith("return_"):
            raise TolsimError(f"give a target for {measure.name}")
        target = 0.5
    if measure.share and not 0 < target < 1:
        raise TolsimError(f"target of {measure.name} is more than 0 and less than 1, not {target}")
    if not delta > 0 or (measure.share and delta >= 0.5):
        raise TolsimError(
            f"delta of {measure.name} is more than 0{' and less than 0.5' * measure.share}, "
            f"not {delta}"
        )
    return target
