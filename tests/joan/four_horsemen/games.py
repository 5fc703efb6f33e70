"""Games and positions of the Four Horsemen for the tests of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import tolsim
from tolsim.core.game import Game

from ..positions import Table

CIVILIANS = (
    "Apothecary", "Farmer", "Merchant Girl", "Blacksmith", "Guide", "Soothsayer", "Citizen",
)  # fmt: skip
ALL_USED = {"horsemen_used": 15, "pentacles_used": 15}
"""State in which no Horseman is left to come."""


@cache
def _game(variant: str, overrides: tuple[tuple[str, Any], ...]) -> Game:
    return tolsim.make("four_horsemen", variant=variant, overrides=dict(overrides))


def four_horsemen(variant: str = "default", overrides: Mapping[str, Any] | None = None) -> Game:
    """The game, with a variant and single rules changed."""
    return _game(variant, tuple(sorted((overrides or {}).items())))


def laid(
    units: Mapping[str, Any] | None = None,
    rules: Mapping[str, Any] | None = None,
    variant: str = "default",
    **layout: Any,
) -> Table:
    """A table with these units, on which no Horseman is left to come unless the layout says so."""
    layout["fields"] = {**ALL_USED, **layout.get("fields", {})}
    return Table(four_horsemen(variant, rules), units, **layout)


def from_start(rules: Mapping[str, Any] | None = None, variant: str = "default") -> Table:
    """A table with a game as it begins."""
    table = Table(four_horsemen(variant, rules))
    table.states[:] = table.game.reset(1, [0])
    return table


def act(table: Table, area: str, unit: str, *texts: str, order: str = "activate") -> Table:
    """Activate an area and take actions of a unit, chosen first where the area holds others."""
    return turn_to(table.do(f"{order} {area}"), unit).do(*texts)


def turn_to(table: Table, unit: str) -> Table:
    """Choose a unit of the activated area; the last one acts without a choice."""
    return table.do(unit) if table.stage == "activation" else table


def pray(table: Table, *civilians: str, token: str = "XP") -> Table:
    """Let Civilians of the activated church pray, one after the other."""
    for civilian in civilians:
        turn_to(table, civilian).do(f"pray for {token}")
        leave_off(table)
    return table


def do_nothing(table: Table, *units: str) -> Table:
    """Let units of the activated area do nothing."""
    for unit in units:
        turn_to(table, unit).do("do nothing")
    return table


def leave_off(table: Table) -> Table:
    """Take no bonus action that is left to a unit which has acted."""
    if table.stage == "unit" and not any(text.startswith("pray") for text in table.options()):
        table.do("do nothing")
    return table


def points(table: Table) -> int:
    """Victory Points of the Unholy side."""
    return int(table.state.vp_civilians + table.state.vp_final)


def moves_of(table: Table) -> set[str]:
    """Areas that the unit in question is offered to move to."""
    return {text[8:] for text in table.options() if text.startswith("move to ")}


def attacks_of(table: Table) -> set[str]:
    """Areas that the unit in question is offered to attack or shoot at."""
    verbs = ("attack ", "shoot at ")
    return {
        text[len(verb) :] for text in table.options() for verb in verbs if text.startswith(verb)
    }


def choices(table: Table) -> set[str]:
    """Areas that can be chosen."""
    return {text[7:] for text in table.options() if text.startswith("choose ")}


def set_parameter(table: Table, name: str, value: Any) -> Table:
    """Change a field of this table's parameter record, such as the room in all areas."""
    table.game.parameters.flags.writeable = True
    table.game.parameters[name][0] = value
    table.game.parameters.flags.writeable = False
    return table
