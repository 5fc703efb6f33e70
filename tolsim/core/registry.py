"""Which games there are, and how one is made."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from tolsim.core.definition import Definition
from tolsim.core.errors import unknown
from tolsim.core.game import Game
from tolsim.core.rules import Ruleset

# One line a game: its name, and the module whose DEFINITION declares it.
GAMES = {
    "abyss": "tolsim.abyss.definition",
    "four_horsemen": "tolsim.joan.scenarios.four_horsemen.definition",
    "jumieges": "tolsim.joan.scenarios.jumieges.definition",
}


@cache
def definition(name: str) -> Definition:
    """Definition of a game, imported when first asked for."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    found: Definition = importlib.import_module(GAMES[name]).DEFINITION
    return found


def games() -> list[dict[str, Any]]:
    """Every game, as ``name``, ``title``, ``players`` and ``kind``."""
    return [
        {
            "name": name,
            "title": definition(name).title,
            "players": len(definition(name).seats),
            "kind": definition(name).kind,
        }
        for name in GAMES
    ]


@cache
def default_rules(name: str) -> Ruleset:
    """Ruleset of a game as its files give it."""
    found = definition(name)
    return Ruleset.load(found.folder) if found.rules is None else found.rules()


def make(
    name: str, *, variant: str = "default", overrides: Mapping[str, object] | None = None
) -> Game:
    """Make a game.

    Parameters
    ----------
    name
        One of :func:`games`.
    variant
        A named variant, such as another card set.
    overrides
        Dotted rule name to value, on top of the variant.

    Raises
    ------
    TolsimError
        For an unknown name or a value out of range; its text names the nearest valid one.

    Examples
    --------
    >>> import tolsim
    >>> tolsim.make("abyss", overrides={"stratagem.unused_points": 3}).overrides
    {'stratagem.unused_points': 3}
    """
    found = definition(name)
    return Game(found, default_rules(name).with_changes(variant, overrides or {}))
