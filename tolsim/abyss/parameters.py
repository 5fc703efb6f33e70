"""The parameter record: rule values, and card tables in the form that the kernels read fastest."""

from __future__ import annotations

import numpy as np

from tolsim.abyss.state import COLOURS, HEROES, LEGIONS, LOCATIONS
from tolsim.core.rules import Ruleset, compile_parameters

PAIRS = ("A", "B")


def _set(members: list[int]) -> int:
    return sum(1 << member for member in members)


def parameters(ruleset: Ruleset) -> np.ndarray:
    """Lay a ruleset out for the kernels; arrays of Legions are indexed by their number."""

    def legions(column: str) -> np.ndarray:
        return np.array([0, *ruleset.column("legions", column)], np.int64)

    def heroes(column: str) -> np.ndarray:
        return np.array(ruleset.column("heroes", column), np.int64)

    legion_colour, hero_colour = legions("colour"), heroes("colour")
    legion_banner, hero_pair = legions("banner"), heroes("pair")
    return compile_parameters(
        ruleset,
        {
            "legion_colour": legion_colour,
            "legion_points": legions("points"),
            "banner_legions": np.array(
                _set([n for n in range(1, LEGIONS + 1) if legion_banner[n] != 0]), np.int64
            ),
            "legions_of": np.array(
                [
                    _set([n for n in range(1, LEGIONS + 1) if legion_colour[n] == colour])
                    for colour in range(len(COLOURS))
                ],
                np.int64,
            ),
            "hero_colour": hero_colour,
            "hero_points": heroes("points"),
            "hero_scoring": heroes("scoring"),
            "hero_power": heroes("power"),
            "hero_banner": heroes("banner"),
            "heroes_of": np.array(
                [
                    _set([h for h in range(HEROES) if hero_colour[h] == colour])
                    for colour in range(LOCATIONS)
                ],
                np.int64,
            ),
            "pair_heroes": np.array(
                [
                    _set([h for h in range(HEROES) if hero_pair[h] == pair + 1])
                    for pair in range(len(PAIRS))
                ],
                np.int64,
            ),
            "pair_points": np.array(ruleset.column("pairs", "points"), np.int64),
            "pair_banners": np.array(ruleset.column("pairs", "banners"), np.int64),
            "location_points": np.array(ruleset.column("locations", "points"), np.int64),
            "location_banner": np.array(ruleset.column("locations", "banner"), np.int64),
        },
    )
