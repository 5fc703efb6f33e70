"""The board of a map file, as the arrays that kernels read: who touches whom, compass, distances.

Nothing here is entered by hand: touching follows from which area owns each edge of a hex. Letters
for shapes: N areas, H hexes, E touching pairs, K the most neighbours an area has.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

import numpy as np

from tolsim.core.errors import unknown
from tolsim.joan.map_parts import VECTORS, Hex, MapFile
from tolsim.joan.terrain import INTERIOR, TERRAINS

COMPASSES = ("diagonal", "north_first", "edge")
"""Readings of "the North-Easternmost area"; the first is the default."""
NORTH_EAST, NORTH_WEST = 1, -1
UNREACHABLE = 99
LINKS_A_WORD = 63
"""Pairs in one word of ``link_open``; words of the state hold as many."""

EDGE_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""From a hex's centre to the middle of each edge, on the grid of the areas' centres."""
CLOCKWISE_FROM_NORTH_EAST = (1, 2, 3, 4, 5, 0)

# Splits with a strip of one letter through the hex, a river or a castle wall, and land on both
# sides of it. The two lands do not touch each other inside the hex.
STRIPS = {"band": "f", "bend_out": "f", "bend_in": "f", "river": "a", "river_bend": "a"}


class Board:
    """Areas of a map, ground and interiors, and how they lie to each other.

    Overlays (bridges) are no areas of it, and links that walls, water or gates break or make are
    not its business: it says what touches.

    Parameters
    ----------
    map_file
        The map.
    compass
        One of ``COMPASSES``. North-Easternmost is the area farthest along the diagonal of the
        screen (``diagonal``); the farthest north, and of these the farthest east
        (``north_first``); or the farthest across a hex's north-east edge (``edge``).

    Attributes
    ----------
    areas
        Names of the areas, N of them: those of each hex in the file's order, letters in order,
        then the interiors.
    near
        For each area the numbers of those that touch it: ground clockwise by the bearing of their
        centres, beginning with the one of greatest north-east score, then interiors.
    centres
        Place (x, y) of each area, y growing to the south; an interior lies where its building does.

    Raises
    ------
    TolsimError
        For an unknown compass.
    """

    def __init__(self, map_file: MapFile, compass: str = "diagonal") -> None:
        if compass not in COMPASSES:
            raise unknown("compass", compass, COMPASSES)
        self.map_file = map_file
        self.compass = compass
        self.hexes = map_file.hexes
        self.ground = len(map_file.ground)
        self.areas = (*map_file.ground, *(interior.id for interior in map_file.interiors))
        self._numbers = {name: number for number, name in enumerate(self.areas)}
        self._hex_at = {(one.q, one.r): number for number, one in enumerate(self.hexes)}
        self.hex_of = self._hexes_of_areas()
        self.outside_of = [
            *range(self.ground),
            *(self._numbers[interior.area] for interior in map_file.interiors),
        ]
        self.centres = [self._centre(area) for area in self.outside_of]
        self.touching = self._touching()
        self.near = [self._ring(area) + self._inside(area) for area in range(len(self.areas))]

    def number(self, name: str) -> int:
        """Number of an area.

        Raises
        ------
        TolsimError
            If there is none of that name.
        """
        if name not in self._numbers:
            raise unknown("area", name, self.areas)
        return self._numbers[name]

    def terrain(self, area: int) -> str:
        """Terrain of an area, one of ``TERRAINS``."""
        if area >= self.ground:
            return TERRAINS[INTERIOR]
        return self.hexes[self.hex_of[area]].terrain[self.areas[area][-1]]

    # Hexes and edges.

    def _hexes_of_areas(self) -> list[int]:
        ground = [number for number, one in enumerate(self.hexes) for _ in one.areas]
        buildings = [interior.area for interior in self.map_file.interiors]
        return ground + [ground[self._numbers[area]] for area in buildings]

    def owner(self, one: Hex, edge: int) -> int:
        """Area of a hex that owns an edge; edges are N NE SE S SW NW."""
        return self._numbers[one.id + one.edges[edge % 6]]

    def hex_beyond(self, one: Hex, edge: int) -> int:
        """Number of the hex across an edge, -1 where the board ends."""
        step_q, step_r = VECTORS[edge]
        return self._hex_at.get((one.q + step_q, one.r + step_r), -1)

    def edges_of(self, area: int) -> tuple[int, ...]:
        """Edges of its hex that a ground area owns."""
        one = self.hexes[self.hex_of[area]]
        return tuple(edge for edge in range(6) if self.owner(one, edge) == area)

    # Touching.

    def _touching(self) -> list[set[int]]:
        pairs: set[frozenset[int]] = set()
        for one in self.hexes:
            pairs.update(self._pairs_inside(one))
            for edge in range(6):
                beyond = self.hex_beyond(one, edge)
                if beyond >= 0:
                    pairs.update(self._pairs_across(one, edge, self.hexes[beyond]))
        for interior in range(self.ground, len(self.areas)):
            pairs.add(frozenset((interior, self.outside_of[interior])))
        touching: list[set[int]] = [set() for _ in self.areas]
        for area, other in map(sorted, pairs):
            touching[area].add(other)
            touching[other].add(area)
        return touching

    def _pairs_inside(self, one: Hex) -> Iterable[frozenset[int]]:
        strip = STRIPS.get(one.split)
        for names in combinations(one.areas, 2):
            apart = strip is not None and all(name[-1] != strip for name in names)
            if not apart and frozenset(names) not in self.map_file.no_contact:
                yield frozenset(self._numbers[name] for name in names)

    def _pairs_across(self, one: Hex, edge: int, other: Hex) -> Iterable[frozenset[int]]:
        facing = self.owner(other, edge + 3)
        yield frozenset((self.owner(one, edge), facing))
        strip = STRIPS.get(one.split)
        if not self.map_file.strip_contact or strip is None or one.edges[edge] != strip:
            return
        # The land on both sides of the strip reaches the ends of this edge. Where the strip goes on
        # in the next hex, each meets its like; else both banks of a river meet what lies there.
        goes_on = STRIPS.get(other.split) == other.edges[(edge + 3) % 6] == strip
        for side in (-1, 1):
            if goes_on:
                yield frozenset((self.owner(one, edge + side), self.owner(other, edge + 3 - side)))
            elif strip == STRIPS["river"]:
                yield frozenset((self.owner(one, edge + side), facing))

    # Compass and rings.

    def _centre(self, area: int) -> tuple[int, int]:
        one = self.hexes[self.hex_of[area]]
        steps = [EDGE_STEPS[edge] for edge in self.edges_of(area)]
        return (
            8 * one.q + sum(x for x, _ in steps),
            8 * (2 * one.r + one.q) + sum(y for _, y in steps),
        )

    def score(self, area: int, side: int) -> tuple[int, int]:
        """How far an area lies to the north-east (``NORTH_EAST``) or north-west (``NORTH_WEST``).

        Of two areas the greater score lies farther. The second number decides where the first
        is the same.
        """
        x, y = self.centres[area]
        if self.compass == "north_first":
            return -y, side * x
        return (2 if self.compass == "diagonal" else 3) * side * x - y, -y

    def ranks(self, side: int) -> np.ndarray:
        """Place of each area from least to greatest score: int64 [N], no two the same.

        Where scores are the same an area goes before an interior, then the smaller name.
        """
        by_name = sorted(range(len(self.areas)), key=lambda area: self.areas[area], reverse=True)
        order = sorted(by_name, key=lambda area: (*self.score(area, side), area < self.ground))
        ranks = np.empty(len(self.areas), np.int64)
        ranks[order] = np.arange(len(self.areas))
        return ranks

    def _from_north_east(self, ring: Sequence[int]) -> list[int]:
        """Turn a ring so that it begins with the area of greatest north-east score."""
        if not ring:
            return []
        start = max(range(len(ring)), key=lambda place: self.score(ring[place], NORTH_EAST))
        return [*ring[start:], *ring[:start]]

    def _bearing(self, area: int, other: int) -> float:
        """Direction to another area, in radians clockwise from north."""
        east = 1.5 * (self.centres[other][0] - self.centres[area][0])
        north = -math.sqrt(3) / 2 * (self.centres[other][1] - self.centres[area][1])
        return math.atan2(east, north) % (2 * math.pi)

    def _ring(self, area: int) -> list[int]:
        ground = sorted(other for other in self.touching[area] if other < self.ground)
        if area >= self.ground:
            return ground  # its building's area only
        return self._from_north_east(sorted(ground, key=lambda other: self._bearing(area, other)))

    def _inside(self, area: int) -> list[int]:
        return sorted(other for other in self.touching[area] if other >= self.ground)

    def hex_ring(self, number: int) -> list[int]:
        """Areas across the edges of a hex, clockwise, from the one of greatest north-east score."""
        one = self.hexes[number]
        return self._from_north_east(
            [
                self.owner(self.hexes[beyond], edge + 3)
                for edge in CLOCKWISE_FROM_NORTH_EAST
                if (beyond := self.hex_beyond(one, edge)) >= 0
            ]
        )

    # Distances.

    def distance(self, blocking: Collection[str] = ()) -> np.ndarray:
        """Fewest steps over touching areas between any two.

        Parameters
        ----------
        blocking
            Terrains that no area strictly between the two may have.

        Returns
        -------
        numpy.ndarray
            int64 [N, N]; 99 where there is no way. Ways do not lead through interiors.
        """
        for name in blocking:
            if name not in TERRAINS:
                raise unknown("terrain", name, TERRAINS)
        passable = [self.terrain(area) not in blocking for area in range(len(self.areas))]
        distance = np.full((len(self.areas), len(self.areas)), UNREACHABLE, np.int64)
        for start in range(len(self.areas)):
            distance[start, start] = 0
            reached = [start]
            for area in reached:  # it grows while it is read: first come, nearest
                if area != start and not passable[area]:
                    continue
                for other in self.near[area]:
                    if distance[start, other] == UNREACHABLE:
                        distance[start, other] = distance[start, area] + 1
                        reached.append(other)
        return distance

    # Arrays.

    def arrays(
        self, shut: Collection[tuple[str, str]] = (), blocking: Collection[str] = ("forest",)
    ) -> dict[str, np.ndarray]:
        """Lay the board out for the kernels.

        Parameters
        ----------
        shut
            Pairs of touching areas that are not linked when the game begins.
        blocking
            Terrains that a direct shot does not pass.

        Returns
        -------
        dict
            int64 arrays, all padded with -1:

            - ``near`` [N, K]: areas that touch, in the order of ``Board.near``; ``near_count`` [N];
              ``ring_count`` [N]: how many of them are ground;
            - ``near_link`` [N, K]: number below E of the touching pair, the same from both ends;
              ``link_open``: bits of the pairs that are linked at the start, 63 a word;
            - ``capacity`` [N]: spaces for units, 99 without limit; ``terrain`` [N]: place in
              ``TERRAINS``; ``is_interior`` [N]: 0 or 1; ``outside_of`` [N]: an interior's building
              area, any other area itself; ``hex_of`` [N];
            - ``hex_areas`` [H, 3]; ``hex_near`` [H, 6]: hex across each edge, N NE SE S SW NW;
              ``hex_edge_area`` [H, 6]: area of the hex that owns the edge; ``hex_ring`` [H, 6]:
              areas of the neighbouring hexes at the common edges, clockwise from the one of
              greatest north-east score; ``hex_ring_count`` [H];
            - ``north_east``, ``north_west`` [N]: rank, the greatest is the farthest;
            - ``distance``, ``direct_distance`` [N, N]: fewest steps, 99 for no way; the second with
              nothing blocking strictly between.

        Raises
        ------
        TolsimError
            For an unknown area or terrain, or a shut pair that does not touch.
        """
        return {
            **self._near_arrays(shut),
            **self._area_arrays(),
            **self._hex_arrays(),
            "north_east": self.ranks(NORTH_EAST),
            "north_west": self.ranks(NORTH_WEST),
            "distance": self.distance(),
            "direct_distance": self.distance(blocking),
        }

    def _near_arrays(self, shut: Collection[tuple[str, str]]) -> dict[str, np.ndarray]:
        pairs: dict[frozenset[int], int] = {}
        for area, others in enumerate(self.near):
            for other in others:
                pairs.setdefault(frozenset((area, other)), len(pairs))
        links = [
            [pairs[frozenset((area, other))] for other in others]
            for area, others in enumerate(self.near)
        ]
        words = [0] * -(-len(pairs) // LINKS_A_WORD)
        closed = {self._shut_pair(pair, pairs) for pair in shut}
        for link in set(pairs.values()) - closed:
            words[link // LINKS_A_WORD] |= 1 << (link % LINKS_A_WORD)
        width = max(map(len, self.near))
        return {
            "near": _padded(self.near, width),
            "near_count": np.array([len(others) for others in self.near], np.int64),
            "near_link": _padded(links, width),
            "link_open": np.array(words, np.int64),
            "ring_count": np.array(
                [sum(other < self.ground for other in others) for others in self.near], np.int64
            ),
        }

    def _shut_pair(self, names: tuple[str, str], pairs: dict[frozenset[int], int]) -> int:
        pair = frozenset(self.number(name) for name in names)
        if pair not in pairs:
            touching = [self.areas[area] for area in self.near[self.number(names[0])]]
            raise unknown(f"neighbour of {names[0]}", names[1], touching)
        return pairs[pair]

    def _area_arrays(self) -> dict[str, np.ndarray]:
        numbers = range(len(self.areas))
        return {
            "capacity": np.array([self.map_file.room(name) for name in self.areas], np.int64),
            "terrain": np.array([TERRAINS.index(self.terrain(n)) for n in numbers], np.int64),
            "is_interior": np.array([int(n >= self.ground) for n in numbers], np.int64),
            "outside_of": np.array(self.outside_of, np.int64),
            "hex_of": np.array(self.hex_of, np.int64),
        }

    def _hex_arrays(self) -> dict[str, np.ndarray]:
        areas = [[self._numbers[name] for name in one.areas] for one in self.hexes]
        rings = [self.hex_ring(number) for number in range(len(self.hexes))]
        edges = range(6)
        return {
            "hex_areas": _padded(areas, 3),
            "hex_near": _padded([[self.hex_beyond(h, e) for e in edges] for h in self.hexes], 6),
            "hex_edge_area": _padded([[self.owner(h, e) for e in edges] for h in self.hexes], 6),
            "hex_ring": _padded(rings, 6),
            "hex_ring_count": np.array([len(ring) for ring in rings], np.int64),
        }


def _padded(rows: Sequence[Sequence[int]], width: int) -> np.ndarray:
    """Rows of different lengths as one array, filled up with -1."""
    return np.array([[*row, *[-1] * (width - len(row))] for row in rows], np.int64)
