"""Whether frequencies agree with exact chances, by bounds that hold without approximation.

The number of fights in which something happens is binomial. By Chernoff's bound it strays from its
mean as far as it did, or farther, with a chance of at most ``2 * exp(-n * d)``, where ``d`` is the
relative entropy of the frequency to the chance. An alarm is raised where that bound falls below
``FALSE_ALARM / MOST_EVENTS``. Over all events of all match-ups a false alarm is then rarer than
``FALSE_ALARM``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import log

from .chances import Chances
from .resolution import Outcome

FALSE_ALARM = 1e-6
MOST_EVENTS = 5_000
"""More events than all match-ups together have; a test counts them."""
STRAY = log(2 * MOST_EVENTS / FALSE_ALARM)
"""Alarm above this ``n * d``."""


def strays_by(count: int, number: int, chance: float) -> float:
    """``n * d`` of a count, infinite where it cannot be."""
    found = 0.0
    for seen, expected in ((count / number, chance), (1 - count / number, 1 - chance)):
        if seen > 0:
            if expected <= 0:
                return float("inf")
            found += seen * log(seen / expected)
    return number * found


def smallest_shift(number: int, chance: float) -> float:
    """Least shift of a chance upwards that raises an alarm when the frequency shows it."""
    low, high = 0.0, 1 - chance
    for _ in range(60):
        middle = (low + high) / 2
        strays = strays_by(round((chance + middle) * number), number, chance) > STRAY
        low, high = (low, middle) if strays else (middle, high)
    return high


def parts(outcome: Outcome, units: tuple[str, ...]) -> list[Hashable]:
    """Events that an outcome is one of: itself, each unit's fate, tokens of both sides.

    An error spread thinly over many outcomes shows in the fate of the unit that it is about.
    """
    fates = [
        (f"{n}: {unit}", end)
        for n, (unit, end) in enumerate(zip(units, outcome.fates, strict=True))
    ]
    return [outcome, *fates, ("Legend", outcome.legend), ("Reroll", outcome.reroll)]


def events(chances: Chances, units: tuple[str, ...]) -> dict[Hashable, Fraction]:
    """Chance of every event."""
    found: dict[Hashable, Fraction] = defaultdict(Fraction)
    for outcome, chance in chances.items():
        for part in parts(outcome, units):
            found[part] += chance
    return dict(found)


def event_counts(counts: Mapping[Outcome, int], units: tuple[str, ...]) -> Counter[Hashable]:
    """How often every event came out."""
    found: Counter[Hashable] = Counter()
    for outcome, count in counts.items():
        for part in parts(outcome, units):
            found[part] += count
    return found


def alarms(chances: Chances, counts: Mapping[Outcome, int], units: tuple[str, ...]) -> list[str]:
    """Events whose frequency cannot be by chance, the most surprising first."""
    number = sum(counts.values())
    expected, seen = events(chances, units), event_counts(counts, units)
    found = []
    for event in {**expected, **seen}:
        chance = float(expected.get(event, 0))
        strays = strays_by(seen[event], number, chance)
        if strays > STRAY:
            text = f"{event}: exact {chance:.5f}, simulated {seen[event] / number:.5f}"
            found.append((-strays, text))
    return [text for _, text in sorted(found)]
