"""The board, the armies, the tokens and the Priest that a game begins with."""

from collections import Counter

import pytest

from .games import FACE_DOWN, SITES, from_start, jumieges

HOLY = {
    "12Ba": ["Hero", "Standard Bearer", "Pikemen"],
    "13A.1a": ["Ambroise de Loré", "Foot Knights"],
    "13A.2a": ["Penitents", "Flagellants"],
    "5Aa": ["Foot Knights", "Pikemen"],
    "14B.2b": ["Sergeants-at-Arms", "Sergeants-at-Arms", "Crossbowmen"],
    "14B.2a": ["Pikemen", "Crossbowmen"],
}
UNHOLY = {
    "A3Aa": ["The Leviathan"],
    "17A.1a": ["Ghosts", "Skeletons", "Skeletons"],
    "A3Ba": ["Voracious Demons", "Voracious Demons", "Ghosts", "Skeletons", "Skeletons"],
    "9Ba": ["Mounted Skeletons"] * 3 + ["Mounted Spectres"],
}


def kinds_in(table, area):
    names = [table.scenario.slots[table.number(name)].unit for name in table.units_in(area)]
    return Counter(name for name in names if name != "Priest")


@pytest.mark.rule(
    "setup.hexes", "map.printed_tiles", "map.hexes", "map.capacity_rule", "map.scenery",
    "map.interiors",
)  # fmt: skip
def test_21_hexes_have_34_areas_and_the_inside_of_the_church():
    table = from_start()
    ground = [area for area in table.areas if table.terrain(area) != "interior"]
    assert (len(table.scenario.board.hexes), len(ground)) == (21, 34)
    assert sum(len(near) for near in table.scenario.board.near) // 2 == 60
    assert Counter(one.tile for one in table.scenario.board.hexes) == {
        **dict.fromkeys(("1", "5", "6", "9", "12"), 1),
        **dict.fromkeys(("13", "14", "15", "16"), 2),
        **dict.fromkeys(("2", "17"), 3),
        "A3": 2,
    }
    room = dict(zip(table.areas, table.game.parameters[0].capacity.tolist(), strict=True))
    assert [room[a] for a in ("12Ba", "1Aa", "5Ab", "15B.1b", "16B.1a")] == [6, 8, 6, 5, 4]
    assert room["church"] == 6


@pytest.mark.rule("map.places", "map.rally_points", "map.rally_points.holy")
def test_places_lie_where_the_map_says_three_moves_from_the_church():
    table = from_start()
    p = table.game.parameters[0]
    assert [table.areas[area] for area in p.site_area] == list(SITES)
    assert (table.areas[p.church], table.areas[p.church_area]) == ("church", "12Ba")
    assert [p.distance[p.church_area, area] for area in p.site_area] == [3, 3, 3]
    assert [area for n, area in enumerate(table.areas) if p.rally_points[0, n]] == [
        "12Ba",
        "13A.1a",
    ]
    assert [area for n, area in enumerate(table.areas) if p.rally_points[2, n]] == ["A3Ba"]


@pytest.mark.rule("map.armies", "map.armies.holy.levels", "map.deployment", "map.turn_order")
def test_the_armies_stand_as_the_map_says_at_level_one():
    table = from_start()
    for area, units in {**HOLY, **UNHOLY}.items():
        assert kinds_in(table, area) == Counter(units), area
    standing = sum(len(table.units_in(area)) for area in table.areas)
    assert standing == 14 + 13 + 1
    assert table.level_of("Hero") == "Hero"
    assert table.level_of("Ambroise de Loré") == "Ambroise de Loré"
    assert table.to_move == "holy"


@pytest.mark.rule("tokens.xp", "tokens.legend", "tokens.reroll", "map.armies.holy.tokens")
@pytest.mark.parametrize(
    ("rule", "value"),
    [
        *(("tokens.xp", value) for value in (2, 0, 4)),
        *(("tokens.legend", value) for value in (2, 0, 4, 6)),
        *(("tokens.reroll", value) for value in (1, 0)),
    ],
)
def test_the_player_begins_with_tokens(rule, value):
    expected = {"XP": 2, "Legend": 2, "Intrigue": 0, "Reroll": 1}
    names = {"tokens.xp": "XP", "tokens.legend": "Legend", "tokens.reroll": "Reroll"}
    expected[names[rule]] = value
    assert from_start({rule: value}).tokens("holy") == expected


@pytest.mark.rule("map.church_resistance", "map.lava_tiles")
def test_the_map_gives_the_church_and_the_lava_tiles_of_the_default_rules():
    game = jumieges()
    extra = from_start().scenario.map_file.extra
    assert extra["church_resistance"] == game.ruleset.value("church.resistance") == 2
    assert extra["lava_tiles"] == game.ruleset.value("lava.tiles") == 3


@pytest.mark.rule("setup.tokens_face_down")
def test_every_deal_of_the_tokens_comes_up_face_down():
    game = jumieges()
    states = game.reset(1, 60)
    deals = Counter(tuple(int(relic) for relic in row) for row in states["token_relic"])
    assert len(deals) == 6
    assert all(sorted(deal) == [0, 1, 2] for deal in deals)
    assert (states["token_status"] == FACE_DOWN).all()
    assert (states["relic_holder"] == -1).all()


@pytest.mark.rule("setup.priest_by_doom_die", "setup.central_site")
@pytest.mark.parametrize(
    ("face", "area"),
    [("death", "15B.2a"), ("rally", "1Aa"), ("delayed_rally", "16B.2a"), ("stays", "16B.2a")],
)
def test_the_doom_die_puts_the_priest(face, area):
    table = from_start()
    table.load(doom=face)
    table.states[:] = table.game.reset(1, [0])
    assert table.area_of("Priest") == area


@pytest.mark.rule("board.compass")
@pytest.mark.parametrize(
    ("compass", "area"), [("diagonal", "5Aa"), ("north_first", "1Aa"), ("edge", "9Ba")]
)
def test_the_compass_decides_which_site_is_the_north_easternmost(compass, area):
    rules = {"board.compass": compass, "setup.site_north_east": "9Ba", "setup.site_central": "5Aa"}
    table = from_start(rules)
    table.load(doom="death")
    table.states[:] = table.game.reset(1, [0])
    assert table.area_of("Priest") == area


@pytest.mark.rule("setup.leviathan_start")
@pytest.mark.parametrize(
    ("start", "area"), [("A3A", "A3Aa"), ("17A.3", "17A.3a"), ("2B.3", "2B.3a")]
)
def test_the_leviathan_starts_where_the_set_up_says(start, area):
    assert from_start({"setup.leviathan_start": start}).area_of("The Leviathan") == area


@pytest.mark.rule("setup.site_north_east", "setup.site_central")
@pytest.mark.parametrize(
    ("rule", "areas"),
    [
        ({"setup.site_north_east": "15B.2a"}, ["1Aa", "15B.2a", "16B.2a"]),
        ({"setup.site_north_east": "9Ba"}, ["1Aa", "9Ba", "16B.2a"]),
        ({"setup.site_central": "16B.2a"}, ["1Aa", "15B.2a", "16B.2a"]),
        ({"setup.site_central": "5Aa"}, ["1Aa", "15B.2a", "5Aa"]),
    ],
)
def test_sites_can_be_moved(rule, areas):
    table = from_start(rule)
    assert [table.areas[area] for area in table.game.parameters[0].site_area] == areas
    assert table.area_of("Priest") in areas


@pytest.mark.rule("setup.holy_rally")
@pytest.mark.parametrize(
    ("points", "areas"),
    [("12Ba and 13A.1a", ["12Ba", "13A.1a"]), ("13A.1a", ["13A.1a"]), ("12Ba", ["12Ba"])],
)
def test_rally_points_can_be_fewer(points, areas):
    table = from_start({"setup.holy_rally": points})
    rally = table.game.parameters[0].rally_points[0]
    assert [area for number, area in enumerate(table.areas) if rally[number]] == areas


@pytest.mark.rule("scenario.one_player", "setup.difficulty_before_play")
def test_one_player_is_asked_and_the_difficulty_is_a_variant():
    assert jumieges().seats == ("holy",)
    assert jumieges(variant="hard").ruleset.value("scenario.difficulty") == "hard"
    assert "hard" not in " ".join(jumieges().definition.actions)


def test_areas_that_touch_do_so_from_both_ends():
    """The Unholy units' ways are searched from either end."""
    p = jumieges().parameters[0]
    near = [
        [int(p.near_areas[one]) >> other & 1 for other in range(p.areas)] for one in range(p.areas)
    ]
    assert near == [list(column) for column in zip(*near, strict=True)]
    assert [sum(row) for row in near] == p.near_count.tolist()


@pytest.mark.parametrize("name", ["The Leviathan", "Skeletons"])
def test_units_that_can_fill_a_hex_are_listed(name):
    """Whichever they are, the record has one shape, so that nothing is compiled anew."""
    changes = {} if name == "The Leviathan" else {f"units.{name}.traits": "Gigantic"}
    game = jumieges(changes)
    p = game.parameters[0]
    leviathan = from_start().number("The Leviathan")
    listed = p.giant_units[: p.giants].tolist()
    others = [from_start().number(f"Skeletons {number}") for number in (1, 2, 3, 4)]
    assert listed == ([leviathan] if not changes else sorted([leviathan, *others]))
    assert set(p.giant_units[p.giants :].tolist()) == {-1}
    assert game.parameters.dtype == jumieges().parameters.dtype
    assert jumieges({"leviathan.occupies": "area"}).parameters[0].giants == 0


@pytest.mark.rule("leviathan.profile")
def test_the_leviathan_has_its_profile():
    table = from_start()
    p = table.game.parameters[0]
    row = table.rows.index("The Leviathan")
    assert p.profile_hp[row] == 16 == table.hp("The Leviathan")
    assert p.profile_melee[row].tolist() == [0, 0, 4, 0]
    assert (p.profile_pushes[row], p.profile_shields[row], p.profile_terror[row]) == (1, 2, 2)
