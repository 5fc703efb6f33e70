"""The board, the armies and the tokens that a game begins with."""

from collections import Counter

import pytest

from .games import CIVILIANS, four_horsemen, from_start

STANDARD = {
    "8Aa": ["Hero", "Standard Bearer"],
    "5Ab": ["Foot Knights", "Crossbowmen"],
    "17A.1b": ["Foot Knights", "Crossbowmen"],
    "6Aa": ["Sergeants-at-Arms", "Peasants"],
    "4A.1b": ["Provincial Militia", "Peasants"],
    "2B.3b": ["Mounted Knights", "Mounted Knights"],
    "2B.1a": ["Pikemen"],
    "18A.2c": ["Pikemen", "Apothecary"],
    "18A.1a": ["Sergeants-at-Arms", "Farmer"],
    "14B.1b": ["Provincial Militia", "Merchant Girl"],
    "4A.2b": ["Peasants", "Blacksmith"],
    "17A.2a": ["Provincial Militia", "Guide"],
    "13A.2a": ["Sergeants-at-Arms", "Soothsayer"],
    "13A.1a": ["Pikemen", "Citizen"],
}
NEAR = {
    "Apothecary": "5Aa",
    "Farmer": "18A.3c",
    "Merchant Girl": "2B.3a",
    "Blacksmith": "2B.2b",
    "Guide": "4A.1a",
    "Soothsayer": "17A.3a",
    "Citizen": "6Ab",
}
ARMY = {
    "Hero": 1,
    "Standard Bearer": 1,
    "Foot Knights": 2,
    "Sergeants-at-Arms": 3,
    "Pikemen": 3,
    "Crossbowmen": 2,
    "Provincial Militia": 3,
    "Peasants": 3,
    "Mounted Knights": 2,
}
TROOPS = {
    "standard": {
        "Conquest": {"Mounted Spectres": 2, "Gargoyles": 2},
        "War": {"Damned": 1, "Heretic Repentants": 2},
        "Famine": {"Devourers": 4},
        "Death": {"Mounted Skeletons": 2, "Skeletons": 3},
    },
    "light": {
        "Conquest": {"Mounted Spectres": 2},
        "War": {"Damned": 1, "Heretic Repentants": 1},
        "Famine": {"Devourers": 3},
        "Death": {"Mounted Skeletons": 1, "Skeletons": 3},
    },
    "heavy": {
        "Conquest": {"Mounted Spectres": 2, "Gargoyles": 3},
        "War": {"Damned": 1, "Heretic Repentants": 2, "Heretic Expiators": 1},
        "Famine": {"Devourers": 4, "Heretic Expiators": 1},
        "Death": {"Mounted Skeletons": 2, "Skeletons": 4},
    },
}
# Bases that the miniatures of the box make up.
STOCK = {
    "Devourers": 8,
    "Mounted Spectres": 4,
    "Mounted Skeletons": 4,
    "Gargoyles": 6,
    "Skeletons": 5,
    "Damned": 1,
    "Heretic Expiators": 2,
    "Heretic Repentants": 2,
    "Angel": 4,
    **dict.fromkeys(("Conquest", "War", "Famine", "Death"), 1),
}


def kind(unit):
    """Name of a unit without its number."""
    return unit.rstrip("0123456789 ")


def standing(table):
    """Area to the kinds of units that stand there, sorted."""
    found = {area: sorted(map(kind, table.units_in(area))) for area in table.areas}
    return {area: units for area, units in found.items() if units}


def army(table, owner):
    """Kinds of units that an owner has in play, with their number."""
    seat = table.owner(owner)
    return Counter(
        slot.unit
        for number, slot in enumerate(table.scenario.slots)
        if table.game.parameters[0].start_owner[number] == seat
    )


def troops(table):
    """Horseman to its troops."""
    p = table.game.parameters[0]
    found = {name: Counter() for name in table.names.HORSEMEN}
    for number, slot in enumerate(table.scenario.slots):
        if p.start_owner[number] == table.owner("unholy") and slot.unit not in found:
            found[table.names.HORSEMEN[p.group[number]]][slot.unit] += 1
    return {name: dict(units) for name, units in found.items()}


@pytest.mark.rule("map.tiles", "map.hexes", "map.capacity_rule", "map.scenery", "map.interiors")
def test_the_board_has_44_areas_5_interiors_and_their_room():
    table = from_start()
    ground = [area for area in table.areas if table.terrain(area) != "interior"]
    assert len(ground) == 44
    room = dict(zip(table.areas, table.game.parameters[0].capacity.tolist(), strict=True))
    inside = {area: room[area] for area in table.areas if area not in ground}
    assert inside == {"church": 6, "house NE": 2, "house SW": 2, "house E": 1, "house W": 1}
    # One of each size, with a church, a house, trees and a shrine.
    assert [room[area] for area in ("A1B#1a", "5Aa", "18A.1a")] == [8, 6, 4]
    assert [room[area] for area in ("8Aa", "6Aa", "18A.2c", "17A.1a", "2B.2b")] == [6, 4, 3, 5, 4]
    assert Counter(one.tile for one in table.scenario.map_file.hexes) == {
        **dict.fromkeys(("5", "6", "8"), 1),
        **dict.fromkeys(("13", "14"), 2),
        **dict.fromkeys(("2", "4", "17", "18"), 3),
        "A1": 4,
    }


@pytest.mark.rule("map.places", "map.pentacle_opposites", "setup.pentacle_tiles")
def test_four_pentacles_of_one_area_lie_round_the_church_two_by_two():
    table = from_start()
    p = table.game.parameters[0]
    pentacles = [table.areas[area] for area in p.pentacle_area]
    assert pentacles == ["A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a"]
    for area in pentacles:
        hex_areas = p.hex_areas[p.hex_of[table.area(area)]]
        assert [table.areas[part] for part in hex_areas if part >= 0] == [area]
        assert len(table.neighbours(area)) == 2
    assert p.opposite.tolist() == [2, 3, 0, 1]
    assert table.areas[p.shrine] == "17A.1a"
    assert (table.areas[p.church], table.neighbours("church")) == ("church", ["8Aa"])
    steps = p.distance
    church = table.area("8Aa")
    assert [steps[area, church] for area in p.pentacle_area] == [5, 4, 4, 4]
    assert [steps[p.pentacle_area[a], p.pentacle_area[b]] for a, b in ((0, 2), (1, 3))] == [9, 8]
    for area in table.areas:
        assert (table.terrain(area) == "interior") == (area in ("church",) or "house" in area)


@pytest.mark.rule("map.rally_points", "church.area_rallies")
@pytest.mark.parametrize("church_area", [False, True])
def test_rally_points_of_the_holy_are_the_houses(church_area):
    table = from_start({"church.area_rallies": church_area})
    points = table.game.parameters[0].rally_points[table.owner("holy")]
    houses = {"2B.3a", "house NE", "4A.1b", "house E", "6Aa", "house SW", "18A.3b", "house W"}
    expected = houses | {"8Aa"} if church_area else houses
    assert {table.areas[area] for area in points.nonzero()[0]} == expected


@pytest.mark.rule("map.armies", "setup.holy_army", "map.deployment", "deployment.holy")
def test_twenty_units_stand_in_the_standard_deployment():
    table = from_start({"setup.holy_army": "20", "deployment.holy": "standard"})
    assert army(table, "holy") - Counter([*CIVILIANS, *["Angel"] * 4, "Saint Patrick"]) == ARMY
    assert standing(table) == {area: sorted(units) for area, units in STANDARD.items()}


@pytest.mark.rule("setup.holy_army")
@pytest.mark.parametrize(
    ("size", "change"),
    [
        ("20", {}),
        ("17", {"Sergeants-at-Arms": -1, "Provincial Militia": -1, "Mounted Knights": -1}),
        ("23", {"Foot Knights": 1, "Pikemen": 1, "Crossbowmen": 1}),
        ("no Character", {"Hero": -1}),
    ],
)
def test_sizes_of_the_holy_army(size, change):
    table = from_start({"setup.holy_army": size})
    expected = {unit: number + change.get(unit, 0) for unit, number in ARMY.items()}
    found = army(table, "holy")
    assert {unit: found[unit] for unit in ARMY} == expected
    on_board = Counter(unit for units in standing(table).values() for unit in units)
    assert {unit: on_board[unit] for unit in ARMY} == expected


@pytest.mark.rule("deployment.units_in_an_area", "setup.civilian_spots", "setup.holy_army")
@pytest.mark.parametrize("size", ["17", "20", "23", "no Character"])
@pytest.mark.parametrize("spots", ["far", "near"])
def test_every_standard_deployment_keeps_the_printed_limit(size, spots):
    table = from_start(
        {"setup.holy_army": size, "setup.civilian_spots": spots, "setup.civilians": 9}
    )
    for area, units in standing(table).items():
        assert len(units) <= 2, area
        assert table.terrain(area) != "interior"
        assert not area.startswith("A1B")


@pytest.mark.rule("setup.civilians", "map.civilians", "map.civilians_extra")
@pytest.mark.parametrize("number", [6, 7, 8, 9])
def test_six_to_nine_civilians(number):
    table = from_start({"setup.civilians": number})
    expected = list(CIVILIANS)
    if number == 6:
        expected.remove("Merchant Girl")
    expected += ["Noble Lady", "Hunter"][: max(0, number - 7)]
    assert Counter(army(table, "holy")) & Counter([*CIVILIANS, "Noble Lady", "Hunter"]) == Counter(
        expected
    )
    spots = {unit: area for area, units in STANDARD.items() for unit in units}
    spots |= {"Noble Lady": "2B.1a", "Hunter": "4A.3b"}
    assert {name: table.area_of(name) for name in expected} == {n: spots[n] for n in expected}


@pytest.mark.rule("setup.civilian_spots", "map.civilians_near")
@pytest.mark.parametrize("spots", ["far", "near"])
def test_civilians_stand_far_or_near_and_their_guards_with_them(spots):
    table = from_start({"setup.civilian_spots": spots})
    inside = table.area("church")
    for civilian, near in NEAR.items():
        far = next(area for area, units in STANDARD.items() if civilian in units)
        guard = next(unit for unit in STANDARD[far] if unit != civilian)
        area = near if spots == "near" else far
        assert sorted(map(kind, table.units_in(area))) == sorted([civilian, guard])
        moves = table.game.parameters[0].distance[table.area(area), inside]
        assert moves == 3 if spots == "near" else moves in (4, 5)


@pytest.mark.rule("setup.troops", "map.armies")
@pytest.mark.parametrize("size", ["standard", "light", "heavy"])
def test_troops_of_the_horsemen(size):
    assert troops(from_start({"setup.troops": size})) == TROOPS[size]


@pytest.mark.rule("setup.miniatures")
def test_no_army_has_more_bases_than_the_box_makes_up():
    for size in TROOPS:
        table = from_start({"setup.troops": size})
        found = army(table, "unholy") + Counter({"Angel": army(table, "holy")["Angel"]})
        assert all(number <= STOCK[unit] for unit, number in found.items())


def test_a_standard_group_fits_its_pentacle_and_death_of_size_three_fills_it():
    for size, expected in ((1, [5, 4, 5, 6]), (2, [6, 5, 6, 7]), (3, [7, 6, 7, 8])):
        table = from_start({"unit.big_size": size})
        p = table.game.parameters[0]
        rows = p.profile_size[p.start_profile]
        spaces = [
            sum(
                int(rows[unit])
                for unit in range(len(table.scenario.slots))
                if p.group[unit] == group and p.start_owner[unit] == table.owner("unholy")
            )
            for group in range(4)
        ]
        assert spaces == expected


@pytest.mark.rule("setup.horseman_level")
@pytest.mark.parametrize(("level", "suffix"), [(1, ""), (2, " 2")])
def test_level_of_the_horsemen(level, suffix):
    table = from_start({"setup.horseman_level": level})
    assert [table.level_of(name) for name in table.names.HORSEMEN] == [
        name + suffix for name in table.names.HORSEMEN
    ]
    hp = {1: [5, 6, 3, 4], 2: [6, 6, 3, 5]}[level]
    assert [table.hp(name) for name in table.names.HORSEMEN] == hp


@pytest.mark.rule("setup.no_intrigue")
def test_tokens_at_the_start():
    table = from_start()
    for seat in ("holy", "unholy"):
        assert table.tokens(seat) == {"XP": 2, "Legend": 2, "Intrigue": 0, "Reroll": 1}


@pytest.mark.rule(
    "tokens.holy_xp", "tokens.holy_legend", "tokens.unholy_xp", "tokens.unholy_legend"
)
@pytest.mark.parametrize("number", [2, 0, 4])
def test_other_tokens_at_the_start(number):
    for rule, seat, token in (
        ("tokens.holy_xp", "holy", "XP"),
        ("tokens.holy_legend", "holy", "Legend"),
        ("tokens.unholy_xp", "unholy", "XP"),
        ("tokens.unholy_legend", "unholy", "Legend"),
    ):
        table = from_start({rule: number})
        expected = {"XP": 2, "Legend": 2, "Intrigue": 0, "Reroll": 1}
        other = "unholy" if seat == "holy" else "holy"
        assert table.tokens(other) == expected
        assert table.tokens(seat) == {**expected, token: number}


@pytest.mark.rule("tokens.reroll")
@pytest.mark.parametrize("number", [1, 0, 3])
def test_reroll_tokens_at_the_start(number):
    table = from_start({"tokens.reroll": number})
    assert [table.tokens(seat)["Reroll"] for seat in ("holy", "unholy")] == [number] * 2


def test_races_to_the_church_are_as_long_as_the_rulings_say():
    table = from_start()
    steps = table.game.parameters[0].steps_to_church
    moves = {name: int(steps[table.area(table.area_of(name))]) for name in CIVILIANS}
    assert moves == {**dict.fromkeys(CIVILIANS, 5), "Merchant Girl": 4, "Citizen": 4}
    assert steps[table.area("17A.1a")] == 3


@pytest.mark.rule("map.turn_order")
def test_the_unholy_side_moves_first_unless_told_otherwise():
    p = four_horsemen().parameters[0]
    assert p.turn_order.tolist() == [1, 0]
