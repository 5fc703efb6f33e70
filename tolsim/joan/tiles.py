"""The tiles of the boxes: how many hexes each has, and how many areas each side of a hex has."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TILES_FILE = Path(__file__).parent / "data" / "tiles.toml"
NUMBERS = {"one": 1, "two": 2, "three": 3}


@dataclass(frozen=True)
class Tiles:
    """What is known of the tiles.

    Attributes
    ----------
    areas
        Side of a hex to its number of areas: ``"5A"``, and ``"2B.1"`` for a part of a larger tile.
    hexes
        Tiles of more than one hex to their number of hexes.
    """

    areas: Mapping[str, int]
    hexes: Mapping[str, int]

    @property
    def names(self) -> list[str]:
        """Every tile's name, such as ``"5"`` or ``"A1"``."""
        return list(dict.fromkeys(self.tile_of(side) for side in self.areas))

    def sides(self, tile: str) -> list[str]:
        """Sides of a tile, hex by hex.

        >>> tiles().sides("16")
        ['16B.2', '16A.2', '16B.1', '16A.1']
        """
        return [side for side in self.areas if self.tile_of(side) == tile]

    @staticmethod
    def tile_of(side: str) -> str:
        """Tile that a side belongs to.

        >>> Tiles.tile_of("A1B"), Tiles.tile_of("16B.2"), Tiles.tile_of("sky")
        ('A1', '16', 'sky')
        """
        return side.partition(".")[0].removesuffix("A").removesuffix("B")


@cache
def tiles() -> Tiles:
    """Read the table of tiles."""
    data = tomllib.loads(TILES_FILE.read_text(encoding="utf-8"))
    hexes = data.pop("hexes")
    return Tiles(
        areas={
            side: number
            for group in data.values()
            for word, number in NUMBERS.items()
            for side in group.get(word, ())
        },
        hexes={tile: NUMBERS[word] for word in ("two", "three") for tile in hexes[word]},
    )
