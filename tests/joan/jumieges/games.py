"""Games and positions of Jumièges Abbey for the tests of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import tolsim
from tolsim.core.game import Game

from ..positions import Table

PLAIN = {"council.war_council": "none", "council.round_cards": "all 5"}
"""Rules under which a Council asks nothing and no Round card makes the Leviathan roar."""
FACE_DOWN, FACE_UP, KEPT, GONE = range(4)
ON_GROUND, LOST = -1, -2
NW, NE, CENTRAL = range(3)
SITES = ("1Aa", "15B.2a", "16B.2a")
UNHOLY = (
    "Mounted Skeletons 1", "Mounted Skeletons 2", "Mounted Skeletons 3", "Mounted Spectres",
    "Skeletons 1", "Skeletons 2", "Skeletons 3", "Skeletons 4", "Voracious Demons 1",
    "Voracious Demons 2", "Ghosts 1", "Ghosts 2",
)  # fmt: skip
NOTHING_FOUND = {
    "round_card": 5,
    "token_relic": [0, 1, 2],
    "token_status": [FACE_DOWN] * 3,
    "relic_holder": [ON_GROUND] * 3,
}


@cache
def _game(variant: str, overrides: tuple[tuple[str, Any], ...]) -> Game:
    return tolsim.make("jumieges", variant=variant, overrides=dict(overrides))


def jumieges(overrides: Mapping[str, Any] | None = None, variant: str = "default") -> Game:
    """The game, with a variant and single rules changed."""
    return _game(variant, tuple(sorted((overrides or {}).items())))


def laid(
    units: Mapping[str, Any] | None = None,
    rules: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    variant: str = "default",
    **layout: Any,
) -> Table:
    """A table with these units, and the Priest at the north-eastern token unless told otherwise."""
    game = jumieges({**PLAIN, **(rules or {})}, variant)
    return Table(
        game,
        {"Priest": "15B.2a", **(units or {})},
        fields={**NOTHING_FOUND, **(fields or {})},
        **layout,
    )


def from_start(rules: Mapping[str, Any] | None = None, seed: int = 1, **make: Any) -> Table:
    """A table with a game as it begins."""
    table = Table(jumieges({**PLAIN, **(rules or {})}, **make))
    table.states[:] = table.game.reset(seed, [0])
    return table


def players_turn(
    units: Mapping[str, Any], rules: Mapping[str, Any] | None = None, **layout: Any
) -> Table:
    """A table in the player's turn, after which the Leviathan's comes.

    Crossbowmen in a corner see to it that the player has something to pass on, and an Interrupt that
    the game stops after the Leviathan's turn.
    """
    layout.setdefault("orders", {"holy": {"Activation": 9, "Interrupt": 1}})
    corner = {"Crossbowmen 2": "14B.1a"}
    return laid({**corner, **units}, rules, turn_of="holy", then="TO_ROAR_LATE", **layout)


def leviathan_acts(
    units: Mapping[str, Any],
    rules: Mapping[str, Any] | None = None,
    dice: Mapping[str, str] | None = None,
    **layout: Any,
) -> Table:
    """The player has passed, and the Leviathan has acted as far as the player has no choice."""
    return players_turn(units, rules, **layout).load(**(dice or {})).do("pass")


def unholy_act(
    units: Mapping[str, Any],
    rules: Mapping[str, Any] | None = None,
    dice: Mapping[str, str] | None = None,
    **layout: Any,
) -> Table:
    """The Unholy units have acted, and the Camp is over unless the player had a choice."""
    layout.setdefault("orders", {"holy": {"Activation": 9}})
    table = laid(
        {"Crossbowmen 2": "13A.1b", **units}, rules, turn_of="holy", then="TO_UNHOLY", **layout
    )
    return table.load(**(dice or {})).do("pass")


def kinds(table: Table) -> list[str]:
    """Kinds of what has happened since the decision before, throws of single dice apart."""
    return [kind for kind, *_ in table.happened()]


def own_events(table: Table) -> list[int]:
    """Numbers of the scenario's own events since the decision before."""
    return [numbers[0] for kind, *numbers in table.happened() if kind == "scenario event"]


def attacked(table: Table) -> list[str]:
    """Areas attacked in melee since the decision before."""
    return [table.areas[numbers[2]] for kind, *numbers in table.happened() if kind == "attacks"]


def moves_of(table: Table) -> set[str]:
    """Areas that the unit in question is offered to move to."""
    return {text[8:] for text in table.options() if text.startswith("move to ")}


def choices(table: Table) -> set[str]:
    """Areas that can be chosen."""
    return {text[7:] for text in table.options() if text.startswith("choose ")}


def health(table: Table) -> int:
    """Health of the Leviathan."""
    return table.hp("The Leviathan")


def holders(table: Table) -> list[Any]:
    """Who carries each Relic, or "ground", "lost"."""
    words = {ON_GROUND: "ground", LOST: "lost"}
    return [
        words.get(int(holder)) or table.scenario.slots[holder].name
        for holder in table.state.relic_holder
    ]


def status(table: Table) -> list[int]:
    """What each token is, by site."""
    return [int(value) for value in table.state.token_status]


def grade(table: Table) -> str:
    """Class of the victory."""
    return table.game.definition.grades[float(table.state.returns[0])]


def holy_units(table: Table) -> list[str]:
    """Names of the Holy army."""
    return [slot.name for slot in table.scenario.slots if slot.owner == table.owner("holy")]
