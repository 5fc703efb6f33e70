"""Drawing a scenario's map with its set-up as one SVG picture that needs nothing else."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from tolsim.joan.board import STRIPS, Board
from tolsim.joan.map_parts import UNLIMITED, Hex, MapFile

RADIUS = 120.0
"""From a hex's centre to its corners, in pixels."""
MARGIN = 24.0
PANEL = 300.0
LINE = 13.0
PANEL_LINE = 20.0
NOTE_LINE = 15.0
NOTE_LETTER = 5.6
"""Pixels that a letter of the note takes, on average."""
EDGE_ANGLES = (-90, -30, 30, 90, 150, 210)
"""Direction of each edge, N NE SE S SW NW, in degrees clockwise from east on the screen."""

TERRAIN_COLOURS = {
    "plain": "#e6ecc8", "field": "#f3dd8f", "village": "#e5c9ab", "forest": "#a9cf9a",
    "swamp": "#b3c4b0", "rocks": "#c9c6c2", "hill": "#d8c58c", "road": "#e0d2bd",
    "river": "#a8d0ea", "water": "#a8d0ea", "moat": "#b6d3e3", "fortification": "#b9aea4",
    "rubble": "#c8bdb2", "lava": "#f0a37f", "scorched_earth": "#bba99e", "cemetery": "#cfd0dc",
    "pentacle": "#dfb9cf", "cave": "#a99f95", "mass_grave": "#c4b39f", "sky": "#dceefa",
}  # fmt: skip
SIDE_COLOURS = ("#1d4f91", "#9b1c31", "#1f6b3a", "#6b3fa0")
"""Colours of the sides that set up units or have Rally points, in the file's order."""
CIVILIAN_COLOUR = "#8a5a00"
SCENERY = {
    "tree": '<path d="M0-7 5 2H2V6H-2V2H-5Z" fill="#3f7f3a"/>',
    "bush": '<circle r="5" cy="1" fill="#5d9450"/>',
    "church": '<path d="M-7 7V0L0-4 7 0V7ZM-1-5V-8H-3V-10H-1V-12H1V-10H3V-8H1V-5Z" fill="#7a5230"/>',
    "big house": '<path d="M-9 6V-1L0-8 9-1V6Z" fill="#a0643c"/>',
    "small house": '<path d="M-6 5V-1L0-6 6-1V5Z" fill="#a0643c"/>',
    "shrine": '<path d="M-2 6V0H-6V-4H-2V-8H2V-4H6V0H2V6Z" fill="#6a6f86"/>',
}
OTHER_SCENERY = '<rect x="-5" y="-5" width="10" height="10" fill="#7d7468"/>'
RALLY = '<path d="M-4 6V-7L6-4-2-1V6Z" fill="{}"/>'
STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif;fill:#3a342c}"
    ".title{font-size:22px;font-weight:bold}.note{font-size:11px;fill:#6b6257}"
    ".area{font-size:11px;font-weight:bold}.place{font-size:10px;font-style:italic}"
    ".unit{font-size:10px;font-weight:bold}.key{font-size:11px}"
    ".head{font-size:13px;font-weight:bold}"
    "g text{paint-order:stroke;stroke:#fff;stroke-opacity:.55;stroke-width:2.5px}"
)

Point = tuple[float, float]


def board_svg(map_file: MapFile, board: Board) -> str:
    """Draw a map and the standard set-up.

    Parameters
    ----------
    map_file, board
        The map, and the board made of it.

    Returns
    -------
    str
        An SVG document: hexes, areas by terrain with their names and spaces, scenery, places, Rally
        points, Civilians and units; beside it the legend and the units that wait off the board.
    """
    corners = [corner for one in board.hexes for corner in _hex_corners(_hex_centre(one))]
    left = min(x for x, _ in corners) - MARGIN
    width = max(x for x, _ in corners) - left + 2 * MARGIN + PANEL
    note = textwrap.wrap(map_file.note, int((width - 2 * MARGIN) / NOTE_LETTER))
    head = 2 * MARGIN + NOTE_LINE * len(note) + MARGIN
    top = min(y for _, y in corners) - head
    panel = list(_panel_lines(map_file))
    height = max(max(y for _, y in corners) - top + MARGIN, head + PANEL_LINE * (len(panel) + 1))
    parts = [
        _opening(round(width), round(height)),
        f"<title>{escape(_title(map_file))}</title><style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fbfaf6"/>',
        _text(MARGIN, 1.5 * MARGIN, "title", _title(map_file), "start"),
        *(
            _text(MARGIN, 2 * MARGIN + NOTE_LINE * (i + 0.5), "note", line, "start")
            for i, line in enumerate(note)
        ),
        f'<g transform="translate({-left:.1f} {-top:.1f})">',
        *(_area_shape(board, area) for area in _strips_first(board)),
        *(_outline(one) for one in board.hexes),
        *(_area_labels(map_file, board, area) for area in range(board.ground)),
        "</g>",
        *_panel(panel, width - PANEL, head + LINE),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _opening(width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'


def _title(map_file: MapFile) -> str:
    return map_file.scenario.replace("_", " ").capitalize()


def _text(x: float, y: float, style: str, text: str, anchor: str = "middle", fill: str = "") -> str:
    colour = f' style="fill:{fill}"' if fill else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}"{colour}>'
        f"{escape(text)}</text>"
    )


def _sign(x: float, y: float, shape: str) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>'


# Where things lie.


def _around(centre: Point, degrees: float, distance: float) -> Point:
    angle = math.radians(degrees)
    return centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)


def _hex_centre(one: Hex) -> Point:
    return 1.5 * RADIUS * one.q, math.sqrt(3) * RADIUS * (one.r + one.q / 2)


def _hex_corners(centre: Point) -> list[Point]:
    return [_around(centre, degrees - 30, RADIUS) for degrees in EDGE_ANGLES]


def _consecutive(edges: Sequence[int]) -> list[int]:
    """Edges of an area in clockwise order, beginning after a gap."""
    starts = [edge for edge in edges if (edge - 1) % 6 not in edges]
    first = starts[0] if starts else 0
    return sorted(edges, key=lambda edge: (edge - first) % 6)


def area_corners(board: Board, area: int) -> list[Point]:
    """Corners of a ground area, clockwise, in pixels from the centre of hex (0, 0).

    A strip, such as a river, is given as its whole hex: the land beside it covers the rest.
    """
    one = board.hexes[board.hex_of[area]]
    centre = _hex_centre(one)
    letter = board.areas[area][-1]
    edges = board.edges_of(area)
    if len(edges) == 6 or letter == STRIPS.get(one.split):
        return _hex_corners(centre)
    run = [EDGE_ANGLES[edge] for edge in _consecutive(edges)]
    corners = [_around(centre, degrees - 30, RADIUS) for degrees in run]
    corners.append(_around(centre, run[-1] + 30, RADIUS))
    if one.split not in STRIPS:
        return [*corners, centre]
    return [  # the land beside a strip ends before the centre, where the strip passes
        *corners,
        _around(centre, run[-1] + 30 - 15 * (len(run) - 1), 0.3 * RADIUS),
        _around(centre, run[0] - 30 + 15 * (len(run) - 1), 0.3 * RADIUS),
    ]


def _strips_first(board: Board) -> list[int]:
    return sorted(
        range(board.ground),
        key=lambda area: board.areas[area][-1] != STRIPS.get(board.hexes[board.hex_of[area]].split),
    )


def _anchor(board: Board, area: int) -> Point:
    """Middle of what is written into an area."""
    one = board.hexes[board.hex_of[area]]
    centre = _hex_centre(one)
    edges = board.edges_of(area)
    if len(edges) == 6 or board.areas[area][-1] == STRIPS.get(one.split):
        return centre
    outward = sum(complex(*_around((0, 0), EDGE_ANGLES[edge], 1)) for edge in edges)
    # About the middle of a half or a third; land beside a strip has its middle farther out.
    distance = (0.62 if one.split in STRIPS else {2: 0.5, 3: 0.42}[len(edges)]) * RADIUS
    return _around(centre, math.degrees(math.atan2(outward.imag, outward.real)), distance)


# The board.


def _points(corners: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _area_shape(board: Board, area: int) -> str:
    colour = TERRAIN_COLOURS[board.terrain(area)]
    return (
        f'<polygon points="{_points(area_corners(board, area))}" fill="{colour}" '
        'stroke="#8d8371" stroke-width="1.2" stroke-dasharray="5 3"/>'
    )


def _outline(one: Hex) -> str:
    corners = _points(_hex_corners(_hex_centre(one)))
    return f'<polygon points="{corners}" fill="none" stroke="#5b5346" stroke-width="2.5"/>'


def _spaces(number: int) -> str:
    return "∞" if number == UNLIMITED else str(number)


def _area_labels(map_file: MapFile, board: Board, area: int) -> str:
    """Name, signs and everything written of an area and of the interiors in it, line by line."""
    name = board.areas[area]
    lines = [("area", f"{name} ({_spaces(map_file.room(name))})", ""), *_written(map_file, name)]
    for interior in map_file.interiors:
        if interior.area == name:
            text = f"⌂ {interior.id} ({_spaces(interior.capacity)})"
            lines += [("place", text, ""), *_written(map_file, interior.id)]
    signs = _signs(map_file, name)
    x, y = _anchor(board, area)
    y -= (LINE * len(lines) + (16 if signs else 0)) / 2
    drawn = []
    if signs:
        drawn = [_sign(x + 17 * (i - (len(signs) - 1) / 2), y + 8, s) for i, s in enumerate(signs)]
        y += 16
    for style, text, fill in lines:
        y += LINE
        drawn.append(_text(x, y - 3, style, text, fill=fill))
    return "".join(drawn)


def _signs(map_file: MapFile, area: str) -> list[str]:
    signs = [
        SCENERY.get(piece.kind, OTHER_SCENERY)
        for piece in map_file.scenery
        if piece.area == area
        for _ in range(piece.count)
    ]
    inside = {interior.id for interior in map_file.interiors if interior.area == area}
    for side, areas in map_file.rally_points.items():
        if area in areas or inside & set(areas):
            signs.append(RALLY.format(side_colour(map_file, side)))
    return signs


def _written(map_file: MapFile, area: str) -> Iterator[tuple[str, str, str]]:
    """Style, text and colour of each line about an area: places, Civilians, units."""
    for place, areas in map_file.places.items():
        if area in areas and place != area:
            yield "place", place, ""
    for civilian, where in map_file.civilians.items():
        if where == area:
            yield "unit", civilian, CIVILIAN_COLOUR
    for side, areas_of_side in map_file.deployment.items():
        for unit, number in areas_of_side.get(area, {}).items():
            yield "unit", counted(unit, number), side_colour(map_file, side)


def counted(unit: str, number: int) -> str:
    """Unit with its number, where there are more than one.

    >>> counted("Skeletons", 2), counted("War", 1)
    ('2 × Skeletons', 'War')
    """
    return unit if number == 1 else f"{number} × {unit}"


def _sides(map_file: MapFile) -> list[str]:
    return list(dict.fromkeys([*map_file.deployment, *map_file.rally_points, *map_file.armies]))


def side_colour(map_file: MapFile, side: str) -> str:
    """Colour of a side on the map and in the legend."""
    return SIDE_COLOURS[_sides(map_file).index(side) % len(SIDE_COLOURS)]


# The panel beside the board.


PanelLine = tuple[str, str, str, str]
"""Style, text, sign and colour of a line of the panel."""


def _panel(lines: Sequence[PanelLine], x: float, y: float) -> Iterator[str]:
    for style, text, sign, fill in lines:
        if sign:
            yield _sign(x + 8, y - 4, sign)
        yield _text(x + (24 if sign else 0), y, style, text, "start", fill)
        y += PANEL_LINE


def _panel_lines(map_file: MapFile) -> Iterator[PanelLine]:
    yield "head", "Terrain", "", ""
    for terrain, colour in TERRAIN_COLOURS.items():
        if any(terrain in one.terrain.values() for one in map_file.hexes):
            patch = f'<rect x="-8" y="-7" width="16" height="14" stroke="#8d8371" fill="{colour}"/>'
            yield "key", terrain.replace("_", " "), patch, ""
    yield "head", "Signs", "", ""
    yield "key", "5Aa (6): area, spaces left for units", "", ""
    yield "key", "⌂ inside of a building, its spaces", "", ""
    for kind in dict.fromkeys(piece.kind for piece in map_file.scenery):
        yield "key", kind, SCENERY.get(kind, OTHER_SCENERY), ""
    for side, areas in map_file.rally_points.items():
        if areas:
            yield "key", f"Rally point, {side}", RALLY.format(side_colour(map_file, side)), ""
    if map_file.civilians:
        yield "unit", "Civilian", "", CIVILIAN_COLOUR
    for side in map_file.deployment:
        yield "unit", f"Unit, {side}", "", side_colour(map_file, side)
    yield from _waiting_lines(map_file)


def _waiting_lines(map_file: MapFile) -> Iterator[PanelLine]:
    """Units of the armies that the set-up puts on no area."""
    waiting = {
        name: army.units
        for name, army in map_file.armies.items()
        if army.units and name not in map_file.deployment
    }
    if waiting:
        yield "head", "Off the board at the start", "", ""
    for name, units in waiting.items():
        yield "unit", name, "", ""
        for unit, number in units.items():
            yield "key", counted(unit, number), "<g/>", ""
