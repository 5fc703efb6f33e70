"""The Four Horsemen under rules of a test's own, on which the core rules are played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import tolsim
from tolsim.core.game import Game
from tolsim.core.rules import Value

from ..positions import Table

HOLY_SPARE, UNHOLY_SPARE = "13A.2a", "A1B#1a"


@cache
def _made(changes: tuple[tuple[str, Value], ...]) -> Game:
    return tolsim.make("four_horsemen", overrides=dict(changes))


def horsemen(changes: Mapping[str, Value] | None = None) -> Game:
    """Make the game with some rules changed."""
    return _made(tuple((changes or {}).items()))


def holy(
    units: Mapping[str, Any], changes: Mapping[str, Value] | None = None, **more: Any
) -> Table:
    """Lay out a turn of the Holy side; a Hunter far away keeps it from ending too soon."""
    return Table(horsemen(changes), {**units, "Hunter": HOLY_SPARE}, turn_of="holy", **more)


def unholy(
    units: Mapping[str, Any], changes: Mapping[str, Value] | None = None, **more: Any
) -> Table:
    """Lay out a turn of the Unholy side; Gargoyles far away keep it from ending too soon."""
    return Table(
        horsemen(changes), {**units, "Gargoyles 3": UNHOLY_SPARE}, turn_of="unholy", **more
    )


def offered(table: Table, verb: str) -> list[str]:
    """Areas that are offered for a verb, such as "move to"."""
    return [text[len(verb) + 1 :] for text in table.options() if text.startswith(f"{verb} ")]
