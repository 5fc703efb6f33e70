"""Reading a scenario's map from its JSON file: the hexes, what stands on them, and the set-up.

The loader refuses a file at the first line it dislikes; :mod:`tolsim.joan.map_checks` holds what
ties the parts together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from tolsim.core.rules import STATUSES
from tolsim.joan.json_lines import Item, JsonFile
from tolsim.joan.map_checks import check_map
from tolsim.joan.map_parts import (
    DIRECTIONS,
    UNLIMITED,
    VECTORS,
    Army,
    Hex,
    Interior,
    MapFile,
    Scenery,
    Status,
)
from tolsim.joan.terrain import TERRAINS

NEEDED_KEYS = ("scenario", "status", "splits", "capacity_rule", "hexes")
SETUP_KEYS = (
    "note", "tiles", "printed_tiles", "directions", "vectors", "strip_contact", "no_contact",
    "unlimited_capacity", "unit_size", "scenery", "interiors", "places", "rally_points",
    "civilians", "armies", "turn_order", "deployment",
)  # fmt: skip
EXTRA_KEYS = (
    "orientation", "split_rule", "compass", "civilians_extra", "civilians_near",
    "pentacle_opposites", "church_resistance", "lava_tiles", "zones", "marks", "letters",
    "overlays", "bridge_sites", "walls", "palisades", "fortifications", "moat",
    "deployment_steps", "distances", "sky", "saints", "side_tiles", "rounds", "teams",
)  # fmt: skip
KEYS = (*NEEDED_KEYS, *SETUP_KEYS, *EXTRA_KEYS)
KEYS_WITHOUT_STATUS = (
    "scenario", "status", "note", "orientation", "directions", "vectors", "splits", "split_rule",
    "compass",
)  # fmt: skip
"""Keys that say how to read the file, and nothing of the game."""
HEX_KEYS = ("id", "tile", "side", "part", "copy", "q", "r", "split", "rotation", "terrain")


def load_map(
    path: Path,
    *,
    needs: Collection[str] = (),
    units: Collection[str] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> MapFile:
    """Read a map file and check it.

    Parameters
    ----------
    path
        The file.
    needs
        Places that the scenario's rules name; the file must have each.
    units
        Every unit that may stand in an army; by default any name will do.
    sizes
        Unit to the spaces it takes, where that is not 1 and the file does not say so itself.

    Returns
    -------
    MapFile
        What the file holds.

    Raises
    ------
    TolsimError
        At the first thing that is wrong: file, line, and what is allowed.
    """
    file = JsonFile(path)
    map_file = _read(file, sizes or {})
    check_map(file, map_file, needs, units)
    return map_file


def _read(file: JsonFile, sizes: Mapping[str, int]) -> MapFile:
    data = file.fields((), file.data, NEEDED_KEYS, KEYS)
    splits = _splits(file)
    tiles = next((key for key in ("printed_tiles", "tiles") if key in data), None)
    if tiles is None:
        raise file.error((), "the key 'printed_tiles' or 'tiles' is missing")
    for key, fixed in (("directions", DIRECTIONS), ("vectors", VECTORS)):
        if key in data and data[key] != [x if isinstance(x, str) else list(x) for x in fixed]:
            raise file.error((key,), f"{key} are {fixed}, in this order")
    return MapFile(
        path=file.path,
        scenario=file.text(("scenario",), data["scenario"]),
        note=file.text(("note",), data.get("note", "")),
        status=_status(file),
        tiles=file.counts((tiles,), data[tiles]),
        splits=splits,
        capacity_rule=file.counts(("capacity_rule",), data["capacity_rule"]),
        strip_contact=file.yes("strip_contact"),
        no_contact=_pairs(file, "no_contact"),
        unlimited_capacity=file.yes("unlimited_capacity"),
        hexes=_hexes(file, splits),
        scenery=_scenery(file),
        interiors=_interiors(file),
        places=_named_areas(file, "places"),
        rally_points=_named_areas(file, "rally_points"),
        civilians={
            name: file.text(("civilians", name), area)
            for name, area in file.mapping(("civilians",), data.get("civilians", {})).items()
        },
        armies=_armies(file),
        turn_order=file.texts(("turn_order",), data.get("turn_order", [])),
        deployment=_deployment(file),
        sizes={**sizes, **file.counts(("unit_size",), data.get("unit_size", {}))},
        extra={key: data[key] for key in EXTRA_KEYS if key in data},
    )


def _status(file: JsonFile) -> dict[str, Status]:
    """One status for the whole file, or one for each part of it."""
    given = file.data["status"]
    parts = [key for key in file.data if key not in KEYS_WITHOUT_STATUS]
    if isinstance(given, str):
        given = {part: {"status": given} for part in parts}
    found = {}
    for part, about in file.mapping(("status",), given).items():
        item = ("status", part)
        if tuple(part.split(".")) not in file.lines:
            raise file.unknown(item, "part", part, parts)
        about = file.fields(item, about, ("status",), ("source", "note"))
        if about["status"] not in STATUSES:
            raise file.unknown((*item, "status"), "status", about["status"], STATUSES)
        found[part] = Status(**{k: file.text((*item, k), text) for k, text in about.items()})
    for part in parts:
        if part not in {said.split(".")[0] for said in found}:
            raise file.error((part,), f"the part {part!r} has no status (see 'status')")
    return found


def _splits(file: JsonFile) -> dict[str, tuple[str, ...]]:
    found = {}
    for name, owners in file.mapping(("splits",), file.data["splits"]).items():
        found[name] = file.texts(("splits", name), owners)
        if len(found[name]) != len(DIRECTIONS):
            raise file.error(("splits", name), f"split {name} names the owners of 6 edges")
    return found


def _pairs(file: JsonFile, key: str) -> tuple[frozenset[str], ...]:
    pairs = [
        file.texts((key, i), pair)
        for i, pair in enumerate(file.sequence((key,), file.data.get(key, [])))
    ]
    for i, pair in enumerate(pairs):
        if len(set(pair)) != 2:
            raise file.error((key, i), f"{key} lists pairs of areas, not {list(pair)}")
    return tuple(map(frozenset, pairs))


def _hexes(file: JsonFile, splits: Mapping[str, tuple[str, ...]]) -> tuple[Hex, ...]:
    hexes = file.sequence(("hexes",), file.data["hexes"])
    if not hexes:
        raise file.error(("hexes",), "a board has one hex at least")
    return tuple(_hex(file, ("hexes", i), one, splits) for i, one in enumerate(hexes))


def _hex(file: JsonFile, item: Item, value: object, splits: Mapping[str, tuple[str, ...]]) -> Hex:
    data = file.fields(item, value, HEX_KEYS, ("tile_rotation",))
    terrain = file.mapping((*item, "terrain"), data["terrain"])
    for letter, kind in terrain.items():
        if kind not in TERRAINS[:-1]:
            raise file.unknown((*item, "terrain", letter), "terrain", kind, TERRAINS[:-1])
    split = file.text((*item, "split"), data["split"])
    if split not in splits:
        raise file.unknown((*item, "split"), "split", split, splits)
    turn = file.whole((*item, "rotation"), data["rotation"], 0, 5)
    owners = splits[split]
    return Hex(
        id=file.text((*item, "id"), data["id"]),
        tile=file.text((*item, "tile"), data["tile"]),
        side=file.text((*item, "side"), data["side"]),
        part=_number_or_none(file, (*item, "part"), data["part"]),
        copy=_number_or_none(file, (*item, "copy"), data["copy"]),
        q=file.whole((*item, "q"), data["q"], -UNLIMITED),
        r=file.whole((*item, "r"), data["r"], -UNLIMITED),
        split=split,
        edges=tuple(owners[(edge - turn) % 6] for edge in range(6)),
        terrain=terrain,
    )


def _number_or_none(file: JsonFile, item: Item, value: object) -> int | None:
    return None if value is None else file.whole(item, value, 1)


def _scenery(file: JsonFile) -> tuple[Scenery, ...]:
    found = []
    for i, value in enumerate(file.sequence(("scenery",), file.data.get("scenery", []))):
        item = ("scenery", i)
        data = file.fields(item, value, ("kind", "area", "size"), ("count",))
        found.append(
            Scenery(
                kind=file.text((*item, "kind"), data["kind"]),
                area=file.text((*item, "area"), data["area"]),
                count=file.whole((*item, "count"), data.get("count", 1), 1),
                size=file.whole((*item, "size"), data["size"]),
            )
        )
    return tuple(found)


def _interiors(file: JsonFile) -> tuple[Interior, ...]:
    found = []
    for i, value in enumerate(file.sequence(("interiors",), file.data.get("interiors", []))):
        item = ("interiors", i)
        data = file.fields(item, value, ("id", "building", "area", "capacity"))
        spaces = UNLIMITED if data["capacity"] == "unlimited" else data["capacity"]
        found.append(
            Interior(
                id=file.text((*item, "id"), data["id"]),
                building=file.text((*item, "building"), data["building"]),
                area=file.text((*item, "area"), data["area"]),
                capacity=file.whole((*item, "capacity"), spaces, 1),
            )
        )
    return tuple(found)


def _named_areas(file: JsonFile, key: str) -> dict[str, tuple[str, ...]]:
    named = file.mapping((key,), file.data.get(key, {}))
    return {name: file.texts((key, name), areas) for name, areas in named.items()}


def _armies(file: JsonFile) -> dict[str, Army]:
    found = {}
    for name, value in file.mapping(("armies",), file.data.get("armies", {})).items():
        item = ("armies", name)
        others = ("side", "role", "cards", "reserve", "reinforcements")
        data = file.fields(item, value, (), ("units", "levels", "tokens", *others))
        found[name] = Army(
            units=file.counts((*item, "units"), data.get("units", {})),
            levels=file.counts((*item, "levels"), data.get("levels", {})),
            tokens=file.counts((*item, "tokens"), data.get("tokens", {})),
            extra={key: data[key] for key in others if key in data},
        )
    return found


def _deployment(file: JsonFile) -> dict[str, dict[str, dict[str, int]]]:
    sides = file.mapping(("deployment",), file.data.get("deployment", {}))
    return {
        side: {
            area: file.counts(("deployment", side, area), units)
            for area, units in file.mapping(("deployment", side), areas).items()
        }
        for side, areas in sides.items()
    }
