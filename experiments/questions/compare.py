"""Which of two is better? Two agents, or two sets of rules, deal by deal on common deals.

>>> from tolsim.experiments.questions.compare import compare_agents
>>> found = compare_agents("abyss", "greedy", "uniform", at_most=400, workers=1)
>>> found.verdict
'better'
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tolsim.core.game import Game
from tolsim.experiments.questions import deals
from tolsim.experiments.questions.compare_cells import Comparing, agents_compared, rules_compared
from tolsim.experiments.questions.comparison import Comparison, Look, Side
from tolsim.experiments.questions.difference import (
    UNDECIDED,
    interval_of,
    more_deals,
    verdict_of,
)
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.sequential import spread_of
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.study import StudyProgress, desk

__all__ = ["Comparison", "compare_agents", "compare_rules", "play"]


def compare_agents(
    game: str,
    a: str,
    b: str,
    *,
    delta: float = 0.05,
    error: float = 0.05,
    at_least: int = 200,
    at_most: int = 100_000,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    measure: str = "share",
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> Comparison:
    """Compare two agents under the same rules, until it shows which is better.

    In a game of two seats they play each other, each deal with both seatings; what ``a`` wins of a
    deal is held against 1/2. In a game for one each plays the same deals alone.

    Parameters
    ----------
    game
        Name.
    a, b
        Agents, as text.
    delta
        Difference that matters, as a share (or in returns).
    error
        Chance of a wrong verdict, however often it is looked at.
    at_least, at_most
        Games of each pairing, or of each agent in a game for one.
    seed, out, workers, ray, variant, overrides
        As :func:`~tolsim.experiments.studies.study.run_study` and :func:`tolsim.make` take them.
    measure
        In a game for one: ``"share"`` of games won, a draw counting half; or mean ``"return"``.
    on_progress
        Called with how far it is, a few times a second at most.

    Raises
    ------
    TolsimError
        For a game without two sides or more than two seats, or values that do not fit.
    """
    comparing = agents_compared(game, a, b, seed, variant, overrides, measure)
    stop = Stop(delta, error, at_least, at_most)
    return play(comparing, stop, out, workers, ray, on_progress)


def compare_rules(
    game: str,
    agents: str | Sequence[str],
    changes: Mapping[str, object] | None = None,
    *,
    variant: str = "default",
    base_changes: Mapping[str, object] | None = None,
    base_variant: str = "default",
    delta: float = 0.05,
    error: float = 0.05,
    at_least: int = 200,
    at_most: int = 100_000,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    measure: str = "share",
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> Comparison:
    """Compare two sets of rules with the same agents on the same deals: how the first seat fares.

    Parameters
    ----------
    game
        Name.
    agents
        One for every seat, or one a seat.
    changes, variant
        Rules that are looked at.
    base_changes, base_variant
        Rules that they are held against.
    delta, error, at_least, at_most, seed, out, workers, ray, measure, on_progress
        As :func:`compare_agents` takes them; games are of each set of rules.

    Raises
    ------
    TolsimError
        If both sets are the same rules, seat agents in different ways, or do not fit.
    """
    comparing = rules_compared(
        game, agents, changes, seed, variant, base_changes, base_variant, measure
    )
    stop = Stop(delta, error, at_least, at_most)
    return play(comparing, stop, out, workers, ray, on_progress)


def play(
    comparing: Comparing,
    stop: Stop,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> Comparison:
    """Play until a verdict comes, or ``stop.at_most`` games are played.

    Games at a look follow from ``stop`` alone, so a comparison that was stopped and goes on finds
    what one that was not finds.
    """
    made = comparing.cells[0].make_game()
    size = games_per_deal(made)
    unit = comparing.scale.unit
    dataclasses.replace(stop, delta=stop.delta / unit).checked(size)
    looks: list[Look] = []
    with desk(out, workers=workers, ray=ray) as at:
        for games in stop.looks(size):
            told = _told_of_the_end(on_progress, len(comparing.cells) * stop.at_most)
            result = at.play(comparing.study(games), told)
            sides = _by_deal(comparing, result, games)
            looks.append(_look(comparing, stop, sides, games))
            if looks[-1].verdict != UNDECIDED:
                break
    return _comparison(comparing, stop, made, looks, sides)


def _told_of_the_end(on_progress: Any, most: int) -> Any:
    """Tell of all games that may come, not of those of the next look alone."""
    if on_progress is None:
        return None
    return lambda now: on_progress(dataclasses.replace(now, total=most))


def _by_deal(comparing: Comparing, result: StudyResult, games: int) -> list[np.ndarray]:
    return [
        deals.by_deal(result, cell, games, values)
        for cell, values in zip(comparing.cells, comparing.values, strict=True)
    ]


def _differences(sides: Sequence[np.ndarray]) -> np.ndarray:
    found: np.ndarray = sides[0] - 0.5 if len(sides) == 1 else sides[1] - sides[0]
    return found


def _look(comparing: Comparing, stop: Stop, sides: Sequence[np.ndarray], games: int) -> Look:
    found = _differences(sides)
    sums = len(found), float(found.sum()), float((found**2).sum())
    low, high = map(float, interval_of(*sums, stop.delta, stop.error, comparing.scale))
    verdict = str(verdict_of(low, high, stop.delta))
    return Look(games, float(found.mean()), low, high, verdict)


def _comparison(
    comparing: Comparing, stop: Stop, game: Game, looks: list[Look], sides: Sequence[np.ndarray]
) -> Comparison:
    size = games_per_deal(game)
    names = comparing.names[::-1] if len(sides) == 1 else comparing.names
    return Comparison(
        game=game.name,
        kind=comparing.kind,
        seat=game.seats[0],
        measure=comparing.measure,
        names=comparing.names,
        sides=tuple(
            Side.of(name, side, size, comparing.measure)
            for name, side in zip(names, sides, strict=False)
        ),
        deal_size=size,
        looks=tuple(looks),
        delta=stop.delta,
        error=stop.error,
        more_games=_more_games(comparing, stop, looks[-1], _differences(sides), size),
    )


def _more_games(
    comparing: Comparing, stop: Stop, last: Look, found: np.ndarray, size: int
) -> int | None:
    if last.verdict != UNDECIDED:
        return 0
    scale = comparing.scale
    spread = spread_of(len(found), float(found.sum()), float((found**2).sum()), scale.reach)
    needed = more_deals(len(found), float(found.mean()), spread, stop.delta, stop.error, scale)
    return None if needed is None else needed * size
