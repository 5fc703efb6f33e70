"""Drawings: the SVG holds everything where it belongs, the text board fits a terminal."""

import math
import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from tolsim.experiments import map_view
from tolsim.experiments.cli import main
from tolsim.joan.board import Board
from tolsim.joan.drawing import RADIUS, TERRAIN_COLOURS, area_corners, board_svg
from tolsim.joan.terrain import TERRAINS
from tolsim.joan.text_board import COLUMNS, text_board

from .map_files import RIVER, WALL, map_path, scenario_map, small_map

SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = ("four_horsemen", "jumieges")


@pytest.fixture(scope="module", params=SCENARIOS)
def board(request):
    return Board(scenario_map(request.param))


@pytest.fixture(scope="module")
def picture(board):
    return ElementTree.fromstring(board_svg(board.map_file, board))


def texts(picture):
    return [text.text for text in picture.iter(f"{SVG}text")]


def surface(corners):
    """Gauss's formula."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def holds(corners, x, y):
    """Tell whether a convex shape, clockwise on the screen, holds a point."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((u - a) * (y - b) - (v - b) * (x - a) >= -1e-6 for (a, b), (u, v) in pairs)


def test_areas_fill_their_hex(board):
    whole = 3 * math.sqrt(3) / 2 * RADIUS**2
    for number in range(len(board.hexes)):
        shapes = [area_corners(board, a) for a in range(board.ground) if board.hex_of[a] == number]
        assert sum(map(surface, shapes)) == pytest.approx(whole)
        assert all(surface(shape) == pytest.approx(whole / len(shapes)) for shape in shapes)


def test_areas_that_touch_share_a_side_on_the_page(board):
    sides = []
    for area in range(board.ground):
        corners = [(round(x, 3), round(y, 3)) for x, y in area_corners(board, area)]
        sides.append({frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]],
                                                      strict=True)})  # fmt: skip
    for area in range(board.ground):
        here = board.hex_of[area]
        on_page = {
            other
            for other in range(board.ground)
            if other != area and (board.hex_of[other] == here or sides[area] & sides[other])
        }
        assert on_page == {other for other in board.near[area] if other < board.ground}


def test_everything_of_the_set_up_is_drawn(board, picture):
    written = texts(picture)
    for name in board.map_file.ground:
        assert written.count(f"{name} ({board.map_file.room(name)})") == 1
    for room in board.map_file.interiors:
        assert f"⌂ {room.id} ({room.capacity})" in written
    for place in board.map_file.places:
        assert place in written or f"⌂ {place} (6)" in written
    for civilian in board.map_file.civilians:
        assert civilian in written
    wanted = [
        unit if number == 1 else f"{number} × {unit}"
        for areas in board.map_file.deployment.values()
        for units in areas.values()
        for unit, number in units.items()
    ]
    for unit in set(wanted):
        assert written.count(unit) >= wanted.count(unit)
    for terrain in {t for one in board.hexes for t in one.terrain.values()}:
        assert terrain in written


def test_names_stand_in_their_areas(board, picture):
    group = next(g for g in picture.iter(f"{SVG}g") if g.find(f"{SVG}polygon") is not None)
    found = 0
    for text in group.iter(f"{SVG}text"):
        name = re.match(r"(.*) \(\d+\)$", text.text)
        if text.get("class") == "area":
            shape = area_corners(board, board.number(name[1]))
            assert holds(shape, float(text.get("x")), float(text.get("y")))
            found += 1
    assert found == board.ground


def test_shapes_have_the_terrains_colour(board, picture):
    group = next(g for g in picture.iter(f"{SVG}g") if g.find(f"{SVG}polygon") is not None)
    drawn = {shape.get("points"): shape.get("fill") for shape in group.findall(f"{SVG}polygon")}
    for area in range(board.ground):
        if len(board.edges_of(area)) < 6:  # a whole hex's shape is drawn again as an outline
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in area_corners(board, area))
            assert drawn[points] == TERRAIN_COLOURS[board.terrain(area)]
    assert set(TERRAIN_COLOURS) == set(TERRAINS) - {"interior"}


def test_everything_lies_on_the_page(board, picture):
    width, height = float(picture.get("width")), float(picture.get("height"))
    group = next(g for g in picture.iter(f"{SVG}g") if g.find(f"{SVG}polygon") is not None)
    right, down = map(float, re.findall(r"-?[\d.]+", group.get("transform")))
    for shape in group.findall(f"{SVG}polygon"):
        for point in shape.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 < x + right < width
            assert 0 < y + down < height
    for text in picture.findall(f"{SVG}text"):
        assert 0 < float(text.get("x")) < width
        assert 0 < float(text.get("y")) < height


def test_horsemen_wait_beside_the_board():
    board = Board(scenario_map("four_horsemen"))
    written = texts(ElementTree.fromstring(board_svg(board.map_file, board)))
    after = written[written.index("Off the board at the start") :]
    assert after[1:5] == ["Conquest", "Conquest", "2 × Mounted Spectres", "2 × Gargoyles"]
    assert [name for name in after if name in {"War", "Famine", "Death"}] == [
        "War", "War", "Famine", "Famine", "Death", "Death",
    ]  # fmt: skip


def test_the_picture_needs_nothing_else(board):
    source = board_svg(board.map_file, board).replace('xmlns="http://www.w3.org/2000/svg"', "")
    for outside in ("http", "href", "url(", "@import", "<script"):
        assert outside not in source


def test_names_are_no_markup(tmp_path):
    hexes = [("3", "A", None, 0, 0, "one", 0, {"a": "plain"})]
    found = small_map(tmp_path, hexes, places={"Orval's <Fool> & Co": ["3Aa"]}, note="a < b")
    written = texts(ElementTree.fromstring(board_svg(found, Board(found))))
    assert "Orval's <Fool> & Co" in written
    assert "a < b" in written


def test_rivers_walls_and_boundless_areas_are_drawn(tmp_path):
    hexes = [
        ("V1", "A", None, 0, 0, "river", 1, RIVER),
        ("S1", "A", None, 1, 0, "band", 0, WALL),
        ("S2", "A", None, 2, 0, "bend_out", 5, WALL),
    ]
    found = small_map(tmp_path, hexes, unlimited_capacity=True)
    board = Board(found)
    written = texts(ElementTree.fromstring(board_svg(found, board)))
    assert [f"{name} (∞)" for name in found.ground] == [t for t in written if t.endswith("(∞)")]
    whole = 3 * math.sqrt(3) / 2 * RADIUS**2
    for area, name in enumerate(found.ground):
        # The strip lies under the land on both sides of it, and shows between them.
        part = surface(area_corners(board, area)) / whole
        if name in {"V1Aa", "S1Af", "S2Af"}:
            assert part == pytest.approx(1)
        else:
            assert 0.1 < part < 0.5


# The command.


@pytest.fixture
def games(monkeypatch):
    """A game without a board, and the scenarios by their map files alone."""
    known = {"abyss": None, **{name: map_path(name) for name in SCENARIOS}}
    monkeypatch.setattr(map_view, "GAMES", known)
    monkeypatch.setattr(map_view, "definition", lambda name: SimpleNamespace(map_file=known[name]))


@pytest.mark.usefixtures("games")
def test_map_writes_the_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["map", "jumieges"]) == 0
    assert capsys.readouterr().out == "jumieges.svg\n"
    board = Board(scenario_map("jumieges"))
    wanted = board_svg(board.map_file, board)
    assert Path("jumieges.svg").read_text(encoding="utf-8") == wanted
    Path("old.svg").write_text("an older picture")
    assert main(["map", "jumieges", "--out", "old.svg"]) == 0
    assert Path("old.svg").read_text(encoding="utf-8") == wanted
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jumieges.svg", "old.svg"]


@pytest.mark.usefixtures("games")
def test_map_of_a_game_without_one_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["map", "abyss"]) == 2
    said = capsys.readouterr().err
    assert said == (
        "tolsim: abyss has no board of hexes; games with one: four_horsemen, jumieges\n"
    )
    assert main(["map", "jumieges", "--out", str(tmp_path / "none" / "a.svg")]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# Text.


def standing(board):
    """What the set-up puts into an area, in words."""
    found = board.map_file

    def cell(area):
        name = board.areas[area]
        units = [u for areas in found.deployment.values() for u in areas.get(name, {})]
        return ", ".join([c for c, where in found.civilians.items() if where == name] + units)

    return cell


def test_text_board_has_every_area_once_from_north_to_south(board):
    drawn = text_board(board, standing(board))
    sketch, listed = drawn.split("\n\n", 1)
    assert max(map(len, drawn.splitlines())) <= COLUMNS
    names = [
        next(name for name in board.areas if line.startswith(f"{name} "))
        for line in listed.splitlines()
        if line[:1] != " "
    ]
    assert sorted(names) == sorted(board.areas)
    where = [board.hexes[board.hex_of[board.number(name)]] for name in names]
    assert [(2 * one.r + one.q, one.q) for one in where] == sorted(
        (2 * one.r + one.q, one.q) for one in where
    )
    for one in board.hexes:
        taken = any(standing(board)(board.number(area)) for area in one.areas)
        assert (f"[{one.id}]" in sketch) == taken
        assert len(re.findall(rf"(?<![\w.#]){re.escape(one.id)}(?![\w.#])", sketch)) == 1


def test_text_board_says_what_is_where():
    board = Board(scenario_map("four_horsemen"))
    lines = text_board(board, standing(board)).splitlines()
    assert "18A.2c    forest   N NW       tree; Apothecary, Pikemen" in lines
    assert "14B.1a    forest   N NE SE    2 × tree" in lines
    assert "church    inside   of 8Aa" in lines
    assert lines[0].strip() == "A1B#2"
    row = next(line for line in lines if "[8A]" in line)
    assert row.split() == ["[13A.1]", "[8A]", "2B.2"]
    assert lines[lines.index(row) - 2].split() == ["[18A.1]", "[5A]", "[2B.1]"]
    assert abs(lines[lines.index(row) - 2].index("[5A]") - row.index("[8A]")) <= 1


def test_long_lines_of_a_text_board_are_broken():
    board = Board(scenario_map("jumieges"))
    drawn = text_board(board, lambda area: "Sergeants-at-Arms, " * 9 + "Hero" if area == 0 else "")
    assert max(map(len, drawn.splitlines())) <= COLUMNS
    assert drawn.count("Sergeants-at-Arms") == 9
    assert re.search(r"\n {26}Sergeants", drawn)
