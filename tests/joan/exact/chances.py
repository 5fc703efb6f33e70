"""Distributions: what can come out, and how likely each of it is, as exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Chances = dict[Any, Fraction]


def sure(value: Any) -> Chances:
    """One value that comes out for certain."""
    return {value: Fraction(1)}


def then(chances: Chances, step: Callable[[Any], Chances]) -> Chances:
    """What comes out of a second step that goes on from what came out of the first."""
    found: Chances = defaultdict(Fraction)
    for value, chance in chances.items():
        for after, further in step(value).items():
            found[after] += chance * further
    return dict(found)


def seen_as(chances: Chances, look: Callable[[Any], Any]) -> Chances:
    """The same chances of what is seen of each value."""
    return then(chances, lambda value: sure(look(value)))
