"""What must hold between the parts of a map file: tiles, names, room, and one connected board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import Any

from tolsim.joan.json_lines import Item, JsonFile
from tolsim.joan.map_parts import VECTORS, Hex, MapFile
from tolsim.joan.tiles import tiles

KEYS_OF_AREAS = (
    "places", "rally_points", "civilians", "civilians_extra", "civilians_near", "zones", "marks",
    "letters", "walls", "bridge_sites", "no_contact",
)  # fmt: skip
"""Keys below which every text is the name of an area."""
KEYS_OF_UNITS = ("units", "levels", "reserve", "reinforcements")
"""Keys of an army below which every number stands beside the name of a unit."""


def check_map(
    file: JsonFile, map_file: MapFile, needs: Collection[str], units: Collection[str] | None
) -> None:
    """Raise for the first thing that does not fit; see :func:`tolsim.joan.map_file.load_map`."""
    _check_hexes(file, map_file)
    _check_tile_list(file, map_file)
    _check_parts(file, map_file)
    _check_connected(file, map_file)
    _check_areas(file, map_file)
    for place in needs:
        if place not in map_file.places:
            have = ", ".join(map_file.places)
            raise file.error(("places",), f"the place {place!r} is missing (there are: {have})")
    _check_room(file, map_file)
    _check_armies(file, map_file)
    if units is not None:
        _check_unit_names(file, map_file, units)


# Hexes and tiles.


def side_name(one: Hex) -> str:
    """Side of a tile, and which part of it, as the table of tiles names it."""
    return one.tile + one.side + ("" if one.part is None else f".{one.part}")


def _check_hexes(file: JsonFile, map_file: MapFile) -> None:
    ids: dict[str, int] = {}
    spots: dict[tuple[int, int], str] = {}
    for i, one in enumerate(map_file.hexes):
        item = ("hexes", i)
        _check_side(file, item, one)
        _check_split(file, item, one, map_file)
        name = side_name(one) + ("" if one.copy is None else f"#{one.copy}")
        if one.id != name:
            raise file.error((*item, "id"), f"hex {one.id!r} is {name!r} by its tile and side")
        if one.id in ids:
            raise file.error((*item, "id"), f"hex {one.id!r} stands there twice")
        if (one.q, one.r) in spots:
            there = spots[one.q, one.r]
            text = f"hex {one.id!r} lies at q {one.q}, r {one.r}, where {there!r} lies"
            raise file.error((*item, "q"), text)
        ids[one.id] = i
        spots[one.q, one.r] = one.id


def _check_side(file: JsonFile, item: Item, one: Hex) -> None:
    known = tiles()
    if one.tile not in known.names:
        raise file.unknown((*item, "tile"), "tile", one.tile, known.names)
    if side_name(one) not in known.areas:
        allowed = known.sides(one.tile)
        raise file.unknown((*item, "side"), f"side of tile {one.tile}", side_name(one), allowed)


def _check_split(file: JsonFile, item: Item, one: Hex, map_file: MapFile) -> None:
    number = tiles().areas[side_name(one)]
    letters = sorted(set(map_file.splits[one.split]))
    if len(letters) != number:
        fitting = [name for name, owners in map_file.splits.items() if len(set(owners)) == number]
        text = f"areas of {side_name(one)}: {number}; split {one.split!r} makes {len(letters)}"
        raise file.error((*item, "split"), f"{text} (allowed: {', '.join(fitting)})")
    if sorted(one.terrain) != letters:
        text = f"terrain is given for {', '.join(letters)}, not {', '.join(sorted(one.terrain))}"
        raise file.error((*item, "terrain"), text)
    if one.split not in map_file.capacity_rule and not map_file.unlimited_capacity:
        raise file.error(("capacity_rule",), f"the spaces of split {one.split!r} are missing")
    top = "fortification_top"
    if "fortification" in one.terrain.values() and top not in map_file.capacity_rule:
        raise file.error(("capacity_rule",), f"the spaces of a {top!r} are missing")


def _check_tile_list(file: JsonFile, map_file: MapFile) -> None:
    key = "printed_tiles" if "printed_tiles" in file.data else "tiles"
    found: Counter[str] = Counter()
    for i, one in enumerate(map_file.hexes):
        name = one.tile if one.tile in map_file.tiles else one.tile + one.side
        if name not in map_file.tiles:
            raise file.unknown(("hexes", i, "tile"), f"tile for {key}", name, map_file.tiles)
        found[name] += 1
        if found[name] > map_file.tiles[name] * _hexes_of(one.tile):
            text = f"hex {one.id!r} is too many: {key} has tile {name} {map_file.tiles[name]} times"
            raise file.error(("hexes", i), text)
    found["sky"] += map_file.extra.get("sky", {}).get("count", 0)  # drawn when the game is set up
    for name, number in map_file.tiles.items():
        wanted = number * _hexes_of(name)
        if found[name] != wanted:
            text = f"tile {name} makes {wanted} hexes, the board has {found[name]} of it"
            raise file.error((key, name), text)


def _hexes_of(tile: str) -> int:
    return tiles().hexes.get(tile, 1)


def _check_parts(file: JsonFile, map_file: MapFile) -> None:
    """Hexes of one tile show one side, are all there, and touch each other."""
    groups: dict[tuple[str, int | None], list[tuple[int, Hex]]] = {}
    for i, one in enumerate(map_file.hexes):
        if one.part is not None:
            groups.setdefault((one.tile, one.copy), []).append((i, one))
    for (tile, _), group in groups.items():
        if len(group) != _hexes_of(tile):
            text = f"tile {tile}: of its {_hexes_of(tile)} hexes the board has {len(group)}"
            raise file.error(("hexes", group[0][0]), text)
        for (_, one), (i, other) in combinations(group, 2):
            if one.side != other.side:
                text = f"tile {tile} shows two sides, {one.id} and {other.id}"
                raise file.error(("hexes", i, "side"), text)
            if (other.q - one.q, other.r - one.r) not in VECTORS:
                text = f"tile {tile}: its parts {one.id} and {other.id} do not touch"
                raise file.error(("hexes", i, "q"), text)


def _check_connected(file: JsonFile, map_file: MapFile) -> None:
    spots = {(one.q, one.r) for one in map_file.hexes}
    first = map_file.hexes[0]
    reached = {(first.q, first.r)}
    todo = list(reached)
    while todo:
        q, r = todo.pop()
        near = {(q + step_q, r + step_r) for step_q, step_r in VECTORS} & spots - reached
        reached |= near
        todo.extend(near)
    for i, one in enumerate(map_file.hexes):
        if (one.q, one.r) not in reached:
            text = f"the board is not in one piece: no way from {one.id!r} to {first.id!r}"
            raise file.error(("hexes", i, "q"), text)


# Areas and units.


def texts_below(value: Any, item: Item) -> Iterator[tuple[Item, str]]:
    """Every text of a nested value, with the way to it; keys are none."""
    if isinstance(value, str):
        yield item, value
    elif isinstance(value, Mapping):
        for key, below in value.items():
            yield from texts_below(below, (*item, key))
    elif isinstance(value, list):
        for i, below in enumerate(value):
            yield from texts_below(below, (*item, i))


def _check_areas(file: JsonFile, map_file: MapFile) -> None:
    ground = set(map_file.ground)
    known = {*ground, *(over["id"] for over in map_file.extra.get("overlays", ()))}
    for i, interior in enumerate(map_file.interiors):
        if interior.id in known:
            raise file.error(("interiors", i, "id"), f"area {interior.id!r} stands there twice")
        known.add(interior.id)
    inside = [interior.area for interior in map_file.interiors]
    for key, areas in (("interiors", inside), ("scenery", [p.area for p in map_file.scenery])):
        for i, area in enumerate(areas):
            if area not in ground:
                raise file.unknown((key, i, "area"), "area", area, ground)
    for key in KEYS_OF_AREAS:
        for item, area in texts_below(file.data.get(key), (key,)):
            if area not in known:
                raise file.unknown(item, "area", area, known)
    for side, set_up in map_file.deployment.items():
        for area in set_up:
            if area not in known:
                raise file.unknown(("deployment", side, area), "area", area, known)


def _check_room(file: JsonFile, map_file: MapFile) -> None:
    for i, piece in enumerate(map_file.scenery):
        over = -map_file.room(piece.area)
        if over > 0:
            text = f"{piece.kind} in {piece.area}: its scenery takes {over} spaces too many"
            raise file.error(("scenery", i), text)
    size = map_file.sizes
    civilians = Counter(map_file.civilians.values())
    ordinary = {*map_file.ground, *(interior.id for interior in map_file.interiors)}
    for side, areas in map_file.deployment.items():
        for area, units in areas.items():
            taken = sum(number * size.get(unit, 1) for unit, number in units.items())
            taken += civilians[area]
            if area in ordinary and taken > map_file.room(area):
                text = f"the units in {area} take {taken} spaces, it has {map_file.room(area)}"
                raise file.error(("deployment", side, area), text)
    for name, area in map_file.civilians.items():
        if area in ordinary and civilians[area] > map_file.room(area):
            text = f"the {civilians[area]} Civilians in {area} have no room, {map_file.room(area)}"
            raise file.error(("civilians", name), text)


def _check_armies(file: JsonFile, map_file: MapFile) -> None:
    """No side sets up more units than it has."""
    for side, areas in map_file.deployment.items():
        if side not in map_file.armies:
            raise file.unknown(("deployment", side), "army", side, map_file.armies)
        army = map_file.armies[side].units
        placed: Counter[str] = Counter()
        for area, units in areas.items():
            placed.update(units)
            for unit in units:
                if placed[unit] > army.get(unit, 0):
                    text = f"{placed[unit]} {unit} set up, the army has {army.get(unit, 0)}"
                    raise file.error(("deployment", side, area, unit), text)


def _check_unit_names(file: JsonFile, map_file: MapFile, units: Collection[str]) -> None:
    armies = file.data.get("armies", {})
    named = [
        below
        for army, parts in armies.items()
        for key in KEYS_OF_UNITS
        for below in _numbers_below(parts.get(key), ("armies", army, key))
    ]
    named += [("civilians", name) for name in map_file.civilians]
    for item in named:
        if item[-1] not in units:
            raise file.unknown(item, "unit", item[-1], units)


def _numbers_below(value: Any, item: Item) -> Iterator[Item]:
    """Way to every number of nested objects; its last step is the name beside the number."""
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _numbers_below(below, (*item, key))
    elif isinstance(value, int):
        yield item
