"""A scenario's map and set-up: what a map file holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tolsim.core.rules import Rule

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
VECTORS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Steps (q, r) to the neighbouring hex over each edge; hexes are flat-top, north is up."""
UNLIMITED = 99
"""Spaces of an area without a limit."""


@dataclass(frozen=True)
class Status:
    """Where a part of the file comes from: a status of the ledger, its source, and a note."""

    status: str
    source: str = ""
    note: str = ""


@dataclass(frozen=True)
class Hex:
    """One hex of the board.

    Attributes
    ----------
    id
        Tile, side, part and copy in one name, such as ``"2B.1"`` or ``"A1B#3"``. An area's name is
        this and the area's letter.
    tile, side, part, copy
        Which hex of which cardboard tile it is; part and copy are None where there is one only.
    q, r
        Place on the board: q grows to the east, r to the south.
    edges
        Letter of the area that owns each edge, in the order N NE SE S SW NW.
    split
        How it is divided, a name of ``MapFile.splits``.
    terrain
        Letter of an area to its terrain.
    """

    id: str
    tile: str
    side: str
    part: int | None
    copy: int | None
    q: int
    r: int
    split: str
    edges: tuple[str, ...]
    terrain: Mapping[str, str]

    @property
    def areas(self) -> tuple[str, ...]:
        """Names of its areas, letters in order."""
        return tuple(self.id + letter for letter in sorted(self.terrain))


@dataclass(frozen=True)
class Scenery:
    """Trees, buildings and the like in an area; ``size`` is the spaces they take together."""

    kind: str
    area: str
    count: int
    size: int


@dataclass(frozen=True)
class Interior:
    """The inside of a building: an area of its own that touches the building's area only."""

    id: str
    building: str
    area: str
    capacity: int


@dataclass(frozen=True)
class Army:
    """Units of one side or group, the levels of its Characters, its tokens at the start."""

    units: Mapping[str, int]
    levels: Mapping[str, int]
    tokens: Mapping[str, int]
    extra: Mapping[str, Any]


@dataclass(frozen=True)
class MapFile:
    """A scenario's map and set-up as its file gives them.

    Attributes
    ----------
    path, scenario, note
        The file, the scenario's name, and what is said of the map as a whole.
    status
        Part of the file to where it comes from; a part is a key, or a key and what is below it,
        such as ``armies.tokens``.
    tiles
        Tile to how many of it the board is made of.
    splits
        Way to divide a hex to the owner of each edge before it is turned.
    capacity_rule
        Split to the spaces of each area of such a hex.
    strip_contact
        Whether the areas beside a river or a castle wall meet those of the next hex along it.
    no_contact
        Pairs of areas of one hex that do not touch.
    unlimited_capacity
        Whether areas hold any number of units.
    hexes, scenery, interiors
        In the file's order.
    places
        Name of a place to its areas.
    rally_points
        Side to the areas of its Rally points.
    civilians
        Civilian to area.
    armies
        Side or group to its army.
    turn_order
        Names of those who take turns.
    deployment
        Side to area to unit to number: the standard set-up.
    sizes
        Unit to the spaces it takes, where that is not 1.
    extra
        Further keys, as they stand in the file; what they mean is the scenario's business.
    """

    path: Path
    scenario: str
    note: str
    status: Mapping[str, Status]
    tiles: Mapping[str, int]
    splits: Mapping[str, tuple[str, ...]]
    capacity_rule: Mapping[str, int]
    strip_contact: bool
    no_contact: tuple[frozenset[str], ...]
    unlimited_capacity: bool
    hexes: tuple[Hex, ...]
    scenery: tuple[Scenery, ...]
    interiors: tuple[Interior, ...]
    places: Mapping[str, tuple[str, ...]]
    rally_points: Mapping[str, tuple[str, ...]]
    civilians: Mapping[str, str]
    armies: Mapping[str, Army]
    turn_order: tuple[str, ...]
    deployment: Mapping[str, Mapping[str, Mapping[str, int]]]
    sizes: Mapping[str, int]
    extra: Mapping[str, Any]

    @property
    def ground(self) -> tuple[str, ...]:
        """Names of the areas of the hexes."""
        return tuple(area for one in self.hexes for area in one.areas)

    def room(self, area: str) -> int:
        """Spaces left for units in an area, its scenery and fortifications taken off."""
        for interior in self.interiors:
            if interior.id == area:
                return interior.capacity
        if self.unlimited_capacity:
            return UNLIMITED
        one = next(one for one in self.hexes if area in one.areas)
        if one.terrain[area[-1]] == "fortification":
            return self.capacity_rule["fortification_top"] - self._scenery(area)
        occupied: int = sum(
            built["occupies"]
            for built in self.extra.get("fortifications", ())
            if built["area"] == area
        )
        return self.capacity_rule[one.split] - occupied - self._scenery(area)

    def _scenery(self, area: str) -> int:
        return sum(piece.size for piece in self.scenery if piece.area == area)

    def ledger(self) -> dict[str, Rule]:
        """Parts of the map as entries of the ledger, ``map.hexes`` and the like."""
        return {
            f"map.{part}": Rule(
                id=f"map.{part}",
                title=f"The map's {part.replace('_', ' ').replace('.', ', ')}",
                status=said.status,
                source=said.source,
                note=said.note,
            )
            for part, said in self.status.items()
        }
