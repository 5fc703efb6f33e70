"""Map files for the tests: the scenarios' own, and small or broken ones."""

import json
from pathlib import Path

import tolsim.joan
from tolsim.joan.map_file import load_map

SCENARIOS = Path(tolsim.joan.__file__).parent / "scenarios"
GIGANTIC = {"The Leviathan": 8}

# Terrain of hexes with a strip of one letter through them.
RIVER = {"a": "river", "b": "plain", "c": "plain"}
WALL = {"o": "moat", "f": "fortification", "i": "village"}


def map_path(scenario):
    return SCENARIOS / scenario / "map.json"


def scenario_map(scenario):
    return load_map(map_path(scenario), sizes=GIGANTIC)


def small_map(folder, hexes, **more):
    """Write and load a map of few hexes, each (tile, side, copy, q, r, split, rotation, terrain)."""
    tiles = {}
    for tile, *_ in hexes:
        tiles[tile] = tiles.get(tile, 0) + 1
    keys = ("tile", "side", "copy", "q", "r", "split", "rotation", "terrain")
    data = {
        "scenario": "small",
        "status": "assumed",
        "tiles": tiles,
        "splits": {
            "one": list("aaaaaa"),
            "half": list("aaabbb"),
            "third": list("aabbcc"),
            "river": list("ccabba"),
            "band": list("iifoof"),
            "bend_out": list("fifooo"),
        },
        "capacity_rule": {
            "one": 8, "half": 6, "third": 4, "river": 4, "band": 4, "bend_out": 4,
            "fortification_top": 3,
        },
        "hexes": [
            {
                "id": one[0] + one[1] + (f"#{one[2]}" if one[2] else ""),
                "part": None,
                **dict(zip(keys, one, strict=True)),
            }
            for one in hexes
        ],
        **more,
    }  # fmt: skip
    path = folder / "small.json"
    path.write_text(json.dumps(data))
    return load_map(path)
