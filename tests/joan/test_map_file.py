"""Map files are read whole, and refused at the line that is wrong, with what is allowed."""

import json
import re

import pytest

from tolsim.core.errors import TolsimError
from tolsim.core.rules import Ruleset
from tolsim.joan.json_lines import read_json
from tolsim.joan.map_file import EXTRA_KEYS, KEYS, load_map
from tolsim.joan.map_parts import UNLIMITED
from tolsim.joan.tiles import tiles

from .map_files import GIGANTIC, map_path, scenario_map, small_map


def test_what_the_file_says_is_read():
    found = scenario_map("four_horsemen")
    assert (found.scenario, len(found.hexes), len(found.interiors)) == ("four_horsemen", 23, 5)
    church = next(one for one in found.hexes if one.id == "18A.2")
    assert (church.tile, church.side, church.part, church.copy) == ("18", "A", 2, None)
    assert church.edges == ("c", "a", "a", "b", "b", "c")
    assert church.areas == ("18A.2a", "18A.2b", "18A.2c")
    assert found.places["pentacle C"] == ("A1B#3a",)
    assert found.armies["Death"].units == {"Death": 1, "Mounted Skeletons": 2, "Skeletons": 3}
    assert found.armies["holy"].tokens == {"xp": 2, "legend": 2, "intrigue": 0, "reroll": 1}
    assert found.deployment["holy"]["2B.3b"] == {"Mounted Knights": 2}
    assert found.turn_order == ("unholy", "holy")
    assert found.extra["pentacle_opposites"] == [["A", "C"], ["B", "D"]]
    assert found.extra["civilians_near"]["Guide"] == "4A.1a"


@pytest.mark.parametrize("scenario", ["four_horsemen", "jumieges"])
def test_the_set_up_is_the_army(scenario):
    found = scenario_map(scenario)
    for side, areas in found.deployment.items():
        placed = {}
        for units in areas.values():
            for unit, number in units.items():
                placed[unit] = placed.get(unit, 0) + number
        assert placed == found.armies[side].units


def test_printed_armies_of_jumieges():
    armies = scenario_map("jumieges").armies
    assert armies["holy"].units == {
        "Ambroise de Loré": 1, "Hero": 1, "Standard Bearer": 1, "Foot Knights": 2,
        "Sergeants-at-Arms": 2, "Pikemen": 3, "Crossbowmen": 2, "Penitents": 1, "Flagellants": 1,
    }  # fmt: skip
    assert armies["unholy"].units == {
        "The Leviathan": 1, "Mounted Skeletons": 3, "Mounted Spectres": 1, "Skeletons": 4,
        "Voracious Demons": 2, "Ghosts": 2,
    }  # fmt: skip


@pytest.mark.parametrize("scenario", ["four_horsemen", "jumieges"])
def test_every_part_is_in_the_ledger(scenario):
    found = scenario_map(scenario)
    rules = found.ledger()
    assert all(rule.source for rule in rules.values())
    assert all(rule.note for rule in rules.values() if rule.status in {"assumed", "derived"})
    assert {"map.hexes", "map.armies", "map.deployment"} <= set(rules)
    assert len(Ruleset(rules, {}, {}).ledger()) == len(found.status)


def test_one_status_may_stand_for_all(tmp_path):
    found = small_map(tmp_path, [("3", "A", None, 0, 0, "one", 0, {"a": "plain"})])
    assert {said.status for said in found.status.values()} == {"assumed"}
    assert set(found.status) == {"tiles", "capacity_rule", "hexes"}


# Mistakes. Each is made in the Four Horsemen's file: a text, what stands there instead, and what
# is said. The line named is the changed one, or the one that holds the text given last.

MISTAKES = {
    "unknown tile": ('"tile": "5"', '"tile": "55"', "unknown tile '55'; did you mean '5'?"),
    "unknown side": (
        '"tile": "8", "side": "A"',
        '"tile": "8", "side": "C"',
        "unknown side of tile 8 '8C'; did you mean '8B'? (allowed: 8A, 8B)",
    ),
    "areas and split": (
        '"r": 3, "split": "one"',
        '"r": 3, "split": "half"',
        "areas of 8A: 1; split 'half' makes 2 (allowed: one)",
    ),
    "unknown split": (
        '"split": "third", "rotation": 0',
        '"split": "thirds", "rotation": 0',
        "unknown split 'thirds'; did you mean 'third'? (allowed: one, half, third)",
    ),
    "split without spaces": (
        '{"one": 8, "half": 6, "third": 4}',
        '{"one": 8, "half": 6}',
        "the spaces of split 'third' are missing",
    ),
    "hex twice": (
        '"id": "A1B#2", "tile": "A1", "side": "B", "part": null, "copy": 2',
        '"id": "A1B#1", "tile": "A1", "side": "B", "part": null, "copy": 1',
        "hex 'A1B#1' stands there twice",
    ),
    "place twice": (
        '"q": 4, "r": 0',
        '"q": 0, "r": 4',
        "hex 'A1B#2' lies at q 0, r 4, where 'A1B#1' lies",
    ),
    "id": ('"id": "5A"', '"id": "5B"', "hex '5B' is '5A' by its tile and side"),
    "id of a copy": ('"copy": 4', '"copy": 5', "hex 'A1B#4' is 'A1B#5' by its tile and side"),
    "unknown terrain": (
        '"terrain": {"a": "village"}',
        '"terrain": {"a": "vilage"}',
        "unknown terrain 'vilage'; did you mean 'village'?",
    ),
    "no terrain for an area": (
        '"terrain": {"a": "field", "b": "plain"}',
        '"terrain": {"a": "field"}',
        "terrain is given for a, b, not a",
    ),
    "rotation": ('"rotation": 5', '"rotation": 6', "rotation is a whole number, 0 to 5, not 6"),
    "parts apart": (
        '"q": 1, "r": 5',
        '"q": 7, "r": 5',
        "tile 13: its parts 13A.1 and 13A.2 do not touch",
    ),
    "two sides of a tile": (
        '"id": "13A.2", "tile": "13", "side": "A"',
        '"id": "13B.2", "tile": "13", "side": "B"',
        "tile 13 shows two sides, 13A.1 and 13B.2",
    ),
    "two pieces": (
        '"q": 6, "r": 2',
        '"q": 9, "r": 2',
        "the board is not in one piece: no way from 'A1B#3' to 'A1B#1'",
    ),
    "too few hexes": ('"5": 1', '"5": 2', "tile 5 makes 2 hexes, the board has 1 of it"),
    "half a tile": (
        '{"id": "13A.2", "tile": "13", "side": "A", "part": 2, "copy": null',
        '{"id": "13A.1#2", "tile": "13", "side": "A", "part": 1, "copy": 2',
        "tile 13: of its 2 hexes the board has 1",
        '"id": "13A.1"',
    ),
    "too many hexes": (
        '"A1": 4',
        '"A1": 3',
        "hex 'A1B#4' is too many: tiles has tile A1 3 times",
        '"id": "A1B#4"',
    ),
    "tile not listed": (
        '"8": 1, ',
        "",
        "unknown tile for tiles '8A'",
        '"id": "8A"',
    ),
    "scenery nowhere": (
        '"shrine", "area": "17A.1a"',
        '"shrine", "area": "17A.1c"',
        "unknown area '17A.1c'; did you mean '18A.1c'? (or 17A.1b, 17A.1a, ",
    ),
    "scenery without room": (
        '"church", "area": "8Aa", "count": 1, "size": 2',
        '"church", "area": "8Aa", "count": 1, "size": 9',
        "church in 8Aa: its scenery takes 1 spaces too many",
    ),
    "size in quotes": (
        '"area": "8Aa", "count": 1, "size": 2',
        '"area": "8Aa", "count": 1, "size": "2"',
        "size is a whole number, 0 to 99, not '2'",
    ),
    "size true": (
        '"area": "8Aa", "count": 1, "size": 2',
        '"area": "8Aa", "count": 1, "size": true',
        "size is a whole number, 0 to 99, not True",
    ),
    "interior nowhere": (
        '"small house", "area": "4A.1b", "capacity"',
        '"small house", "area": "4A.1d", "capacity"',
        "unknown area '4A.1d'",
    ),
    "interior twice": (
        '"id": "house E"',
        '"id": "house NE"',
        "area 'house NE' stands there twice",
    ),
    "place nowhere": ('"shrine": ["17A.1a"]', '"shrine": ["17A.9a"]', "unknown area '17A.9a'"),
    "Rally point nowhere": ('"house W"], ', '"house Z"], ', "unknown area 'house Z'"),
    "Civilian nowhere": ('"Farmer": "18A.1a"', '"Farmer": "18A.1"', "unknown area '18A.1'"),
    "Civilian of another set nowhere": (
        '"Farmer": "18A.3c"',
        '"Farmer": "18A.3d"',
        "unknown area '18A.3d'",
    ),
    "set up nowhere": (
        '"18A.1a": {"Sergeants-at-Arms": 1}',
        '"18A.1x": {"Sergeants-at-Arms": 1}',
        "unknown area '18A.1x'",
    ),
    "set up without room": (
        '"18A.1a": {"Sergeants-at-Arms": 1}',
        '"18A.1a": {"Sergeants-at-Arms": 4}',
        "the units in 18A.1a take 5 spaces, it has 4",
    ),
    "more than the army": (
        '"18A.1a": {"Sergeants-at-Arms": 1}',
        '"18A.1a": {"Sergeants-at-Arms": 2}',
        "4 Sergeants-at-Arms set up, the army has 3",
        '"deployment"',
        1,
    ),
    "set up for nobody": (
        '"holy": {"8Aa"',
        '"holly": {"8Aa"',
        "unknown army 'holly'; did you mean 'holy'?",
    ),
    "Civilians without room": (
        '"Farmer": "18A.1a"',
        '"Farmer": "house W", "Noble": "house W"',
        "the 2 Civilians in house W have no room, 1",
    ),
    "key": ('"scenery": [', '"scenary": [', "unknown key 'scenary'; did you mean 'scenery'?"),
    "key of a hex": ('"rotation": 5', '"rotaton": 5', "unknown key 'rotaton'; did you mean 'rot"),
    "key of an army": ('{"units": {"Hero"', '{"unit": {"Hero"', "unknown key 'unit'"),
    "key missing": ('"copy": null, "q": 3, "r": 3', '"q": 3, "r": 3', "the key 'copy' is missing"),
    "key twice": (
        '"Farmer": "18A.1a"',
        '"Farmer": "18A.1a", "Farmer": "8Aa"',
        "'Farmer' stands there twice",
    ),
    "status": (
        '"status": "derived"',
        '"status": "guessed"',
        "unknown status 'guessed'; did you mean 'assumed'? (allowed: printed, public, derived, ass",
    ),
    "status of nothing": (
        '"places": {"status"',
        '"place": {"status"',
        "unknown part 'place'; did you mean 'places'?",
    ),
    "part without status": (
        '"interiors": {"status"',
        '"scenery.0": {"status"',
        "unknown part 'scenery.0'",
    ),
    "number of edges": (
        '"half": ["a", "a", "a", "b", "b", "b"]',
        '"half": ["a", "a", "a", "b", "b"]',
        "split half names the owners of 6 edges",
    ),
    "directions": ('["N", "NE",', '["NE", "N",', "directions are ('N', 'NE', 'SE'"),
    "a list where an object belongs": ('"levels": {"Hero": 1}', '"levels": [1]', "levels is an obj"),
    "an object where a list belongs": ('["unholy", "holy"]', '{"a": 1}', "turn_order is a list"),
    "no comma": ('"q": 3, "r": 3,', '"q": 3 "r": 3,', "no valid JSON: ',' expected"),
    "more after the end": ("\n}\n", "\n} {\n", "no valid JSON: nothing more expected"),
}  # fmt: skip


def line_of(text, position):
    return text.count("\n", 0, position) + 1


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_line(name, tmp_path):
    old, new, says, *elsewhere = MISTAKES[name]
    text = map_path("four_horsemen").read_text()
    place = text.index(old)
    text = text[:place] + new + text[place + len(old) :]
    if elsewhere:
        line = line_of(text, text.rindex(elsewhere[0])) + sum(elsewhere[1:])
    else:
        line = line_of(text, place + len(new) - len(new.lstrip()))
    path = tmp_path / "map.json"
    path.write_text(text)
    with pytest.raises(TolsimError) as error:
        load_map(path, sizes=GIGANTIC)
    assert str(error.value).startswith(f"{path}, line {line}: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_part_without_status_is_refused(tmp_path):
    text = map_path("four_horsemen").read_text()
    text = re.sub(r'  "interiors": \{"status".*\n', "", text)
    path = tmp_path / "map.json"
    path.write_text(text)
    line = line_of(text, text.index('"interiors"'))
    with pytest.raises(TolsimError, match=f"line {line}: the part 'interiors' has no status"):
        load_map(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"13A.2a": {', '"13A.2z": {', "unknown area '13A.2z'"),
        (
            '"Flagellants": 1\n   }',
            '"Flagellants": 2\n   }',
            "2 Flagellants set up, the army has 1",
        ),
        ('"area": "2B.3a"', '"area": "2B.9a"', "unknown area '2B.9a'"),
        ('"15B.2a"', '"15B.2x"', "unknown area '15B.2x'"),
    ],
)
def test_lines_of_items_that_stand_alone(old, new, says, tmp_path):
    """One item a line, so that a line named is the item's own and not its neighbour's."""
    text = json.dumps(json.loads(map_path("jumieges").read_text()), indent=1)
    place = text.rindex(old)
    path = tmp_path / "map.json"
    path.write_text(text[:place] + new + text[place + len(old) :])
    with pytest.raises(TolsimError, match=f"line {line_of(text, place)}: {says}"):
        load_map(path, sizes=GIGANTIC)


def test_a_needed_place_is_asked_for():
    path = map_path("four_horsemen")
    line = line_of(path.read_text(), path.read_text().rindex('"places"'))
    assert load_map(path, needs=("church", "shrine")).places["shrine"]
    with pytest.raises(
        TolsimError, match=rf"line {line}: the place 'well' is missing \(there are: ch"
    ):
        load_map(path, needs=("church", "well"))


def test_units_are_known_ones():
    found = scenario_map("four_horsemen")
    names = {unit for army in found.armies.values() for unit in army.units} | set(found.civilians)
    path = map_path("four_horsemen")
    assert load_map(path, units=names).scenario == "four_horsemen"
    for unit, key in [("Devourers", '"Famine": {"units"'), ("Guide", '"civilians": {"Apo')]:
        line = line_of(path.read_text(), path.read_text().index(key))
        with pytest.raises(TolsimError, match=f"line {line}: unknown unit '{unit}'"):
            load_map(path, units=names - {unit})


def test_units_of_a_reserve_are_known_ones_too(tmp_path):
    text = map_path("four_horsemen").read_text()
    old = '"levels": {"Death": 1}'
    assert old in text
    path = tmp_path / "map.json"
    path.write_text(text.replace(old, old + ', "reserve": {"later": {"Skelletons": 1}}'))
    found = load_map(path)
    names = {unit for army in found.armies.values() for unit in army.units} | set(found.civilians)
    with pytest.raises(TolsimError, match="unknown unit 'Skelletons'; did you mean 'Skeletons'"):
        load_map(path, units=names)


def test_sizes_count():
    with pytest.raises(TolsimError, match="the units in A3Aa take 9 spaces, it has 8"):
        load_map(map_path("jumieges"), sizes={"The Leviathan": 9})


def test_keys_of_other_maps_are_kept(tmp_path):
    hexes = [("3", "A", None, 0, 0, "one", 0, {"a": "plain"})]
    more = {key: [] for key in EXTRA_KEYS if key not in {"sky", "walls"}}
    found = small_map(tmp_path, hexes, **more, walls=[["3Aa", "3Aa"]], sky={"mode": "edge"})
    assert set(found.extra) == set(EXTRA_KEYS)
    assert len(KEYS) == len(set(KEYS))


def test_pairs_are_of_two_areas(tmp_path):
    hexes = [("3", "A", None, 0, 0, "one", 0, {"a": "plain"})]
    with pytest.raises(TolsimError, match="no_contact lists pairs of areas, not"):
        small_map(tmp_path, hexes, no_contact=[["3Aa", "3Aa"]])


def test_sky_drawn_at_set_up_counts_as_tiles(tmp_path):
    hexes = [("3", "A", None, 0, 0, "one", 0, {"a": "plain"})]
    tiles_wanted = {"3": 1, "sky": 2}
    assert small_map(tmp_path, hexes, tiles=tiles_wanted, sky={"count": 2}).tiles == tiles_wanted
    with pytest.raises(TolsimError, match="tile sky makes 2 hexes, the board has 1 of it"):
        small_map(tmp_path, hexes, tiles=tiles_wanted, sky={"count": 1})


def test_room(tmp_path):
    castle = ("S1", "A", None, 0, 0, "band", 0, {"o": "moat", "f": "fortification", "i": "plain"})
    keep = ("3", "A", None, 0, 1, "one", 0, {"a": "plain"})
    built = {"id": "keep", "area": "3Aa", "occupies": 4}
    tree = {"kind": "tree", "area": "3Aa", "size": 1}
    room = {"id": "inside", "building": "keep", "area": "3Aa", "capacity": "unlimited"}
    found = small_map(
        tmp_path, [castle, keep], fortifications=[built], scenery=[tree], interiors=[room]
    )
    areas = ("S1Ao", "S1Af", "3Aa", "inside")
    assert [found.room(area) for area in areas] == [4, 3, 8 - 4 - 1, UNLIMITED]
    boundless = small_map(tmp_path, [castle, keep], unlimited_capacity=True)
    assert {boundless.room(area) for area in boundless.ground} == {UNLIMITED}


def test_files_that_are_none(tmp_path):
    with pytest.raises(TolsimError, match=r"cannot read .*nowhere\.json: No such file"):
        load_map(tmp_path / "nowhere.json")
    path = tmp_path / "map.json"
    path.write_text("[1]")
    with pytest.raises(TolsimError, match="line 1: a JSON object is needed"):
        load_map(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(TolsimError, match="it is no text in UTF-8"):
        load_map(path)


def test_json_is_read_as_the_standard_library_reads_it(tmp_path):
    text = '{"a": [1, -2.5, {"b": null, "c": [true, false, "\\u00e9\\"}"]}],\n\n "": {}, "d": []\n}'
    path = tmp_path / "any.json"
    path.write_text(text)
    value, lines = read_json(path)
    assert value == json.loads(text)
    assert lines == {
        (): 1, ("a",): 1, ("a", 0): 1, ("a", 1): 1, ("a", 2): 1, ("a", 2, "b"): 1,
        ("a", 2, "c"): 1, ("a", 2, "c", 0): 1, ("a", 2, "c", 1): 1, ("a", 2, "c", 2): 1,
        ("",): 3, ("d",): 3,
    }  # fmt: skip
    for scenario in ("four_horsemen", "jumieges"):
        assert read_json(map_path(scenario))[0] == json.loads(map_path(scenario).read_text())


@pytest.mark.parametrize(
    "text", ["", "{", '{"a" 1}', "{a: 1}", '{"a": [1 2]}', '{"a": 1,, "b": 2}', '{"a": tru}']
)
def test_json_that_is_none(text, tmp_path):
    path = tmp_path / "any.json"
    path.write_text(text)
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    with pytest.raises(TolsimError, match="line 1: no valid JSON"):
        read_json(path)


def test_areas_of_the_tiles():
    """Typed again from the public list, tile by tile: areas of side A, then of side B."""
    public = {
        "1": "1 3", "3": "1 3", "5": "2 3", "6": "2 2", "7": "2 2", "8": "1 3", "9": "3 1",
        "10": "2 1", "11": "2 1", "12": "3 1", "S1": "3 1", "S2": "3 3", "S3": "2 3",
        "V1": "3 3", "V2": "3 3", "V3": "2 1", "2": "333 122", "4": "232 223", "13": "22 22",
        "14": "32 22", "15": "23 21", "16": "32 21", "17": "222 222", "18": "333 333",
    }  # fmt: skip
    want = {}
    for tile, sides in public.items():
        for side, numbers in zip("AB", sides.split(), strict=True):
            for part, number in enumerate(numbers, start=1):
                name = f"{tile}{side}" + (f".{part}" if len(numbers) > 1 else "")
                want[name] = int(number)
    known = tiles()
    assert {name: known.areas.get(name) for name in want} == want
    others = {name: n for name, n in known.areas.items() if name not in want}
    assert {n for name, n in others.items() if name[0] == "A" and name[1] != "N"} == {1}
    assert known.hexes == {tile: len(s.split()[0]) for tile, s in public.items() if len(s) > 3}
