"""A board as text, for terminals: a sketch of where the hexes lie, then a line for each area."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tolsim.joan.board import Board
from tolsim.joan.map_parts import DIRECTIONS

COLUMNS = 100
"""Width of the terminal that a text board is made for."""
WIDEST_CELL = 13


def text_board(
    board: Board,
    cell: Callable[[int], str],
    in_hex: Callable[[int], str] | None = None,
) -> str:
    """Draw a board as text.

    Parameters
    ----------
    board
        The board.
    cell
        Says what stands in an area, given its number; "" for nothing.
    in_hex
        Says in a few letters who stands in a hex, given its number. With it the sketch shows that,
        ground without anybody stands several areas in a line at the end, and empty interiors are
        left out.

    Returns
    -------
    str
        A sketch with the name of each hex where it lies, north up, in brackets where somebody
        stands on it; then one line for each area, from the northernmost hexes to the southernmost:
        name, terrain, the edges of its hex that it owns, scenery and what stands there.
    """
    cells = [cell(area) for area in range(len(board.areas))]
    names = [
        _hex_name(board, number, cells) if in_hex is None else f"{one.id} {in_hex(number)}".strip()
        for number, one in enumerate(board.hexes)
    ]
    rows = [_about(board, area) for area in range(len(board.areas))]
    areas = [area for number in _from_north(board) for area in _areas_of(board, number)]
    listed = [area for area in areas if cells[area] or in_hex is None]
    lines = [*_sketch(board, names), "", *_area_lines(rows, listed, cells)]
    if in_hex is not None:
        ground = [area for area in areas if area < board.ground and not cells[area]]
        lines += _empty_lines(board, rows, ground)
    return "\n".join(lines)


class _Row(NamedTuple):
    """What a board says of an area."""

    name: str
    terrain: str
    edges: str
    scenery: tuple[str, ...]


def _row(board: Board, number: int) -> int:
    """Place of a hex from north to south, in halves of a hex."""
    one = board.hexes[number]
    return 2 * one.r + one.q


def _from_north(board: Board) -> list[int]:
    """Hexes from north to south, in a row from west to east."""
    return sorted(range(len(board.hexes)), key=lambda n: (_row(board, n), board.hexes[n].q))


def _areas_of(board: Board, number: int) -> list[int]:
    """Areas of a hex, interiors last."""
    return [area for area in range(len(board.areas)) if board.hex_of[area] == number]


def _sketch(board: Board, names: Sequence[str]) -> Iterator[str]:
    """Rows of hex names; neighbours stand one column and one row, or two rows, apart."""
    west = min(one.q for one in board.hexes)
    east = max(one.q for one in board.hexes)
    width = min(WIDEST_CELL, COLUMNS // (east - west + 1))
    rows = [_row(board, number) for number in range(len(board.hexes))]
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for number in _from_north(board):
            if rows[number] == row:
                middle = (board.hexes[number].q - west) * width + width // 2
                begin = middle - len(names[number]) // 2
                # A name may be wider than its column: beside it in the row no column is used.
                line = f"{line:<{max(begin, 0)}}{names[number]}"
        yield line


def _hex_name(board: Board, number: int, cells: list[str]) -> str:
    name = board.hexes[number].id
    taken = any(text for area, text in enumerate(cells) if board.hex_of[area] == number)
    return f"[{name}]" if taken else name


def _about(board: Board, area: int) -> _Row:
    """Name and terrain of an area, the edges of its hex that it owns or where it lies, scenery."""
    name = board.areas[area]
    if area >= board.ground:
        return _Row(name, "inside", f"of {board.areas[board.outside_of[area]]}", ())
    edges = board.edges_of(area)
    where = "all" if len(edges) == 6 else " ".join(DIRECTIONS[edge] for edge in edges)
    scenery = tuple(
        piece.kind if piece.count == 1 else f"{piece.count} × {piece.kind}"
        for piece in board.map_file.scenery
        if piece.area == name
    )
    return _Row(name, board.terrain(area).replace("_", " "), where, scenery)


def _area_lines(rows: Sequence[_Row], areas: Sequence[int], cells: list[str]) -> Iterator[str]:
    """Lines of areas, broken where they are too long for the terminal."""
    names, terrains, edges = (max(len(row[part]) for row in rows) for part in range(3))
    for area in areas:
        row = rows[area]
        begin = f"{row.name:<{names}}  {row.terrain:<{terrains}}  {row.edges:<{edges}}  "
        what = "; ".join(filter(None, [*row.scenery, cells[area]]))
        yield from wrapped(f"{begin}{what}".rstrip(), " " * len(begin))


def _empty_lines(board: Board, rows: Sequence[_Row], areas: Sequence[int]) -> Iterator[str]:
    """Areas where nobody stands: a line for each row of hexes, so that a move changes few lines."""
    if areas:
        yield "Empty, row by row from the north:"
    for _, in_row in groupby(areas, key=lambda area: _row(board, board.hex_of[area])):
        told = [
            " ".join([row.name, row.terrain, f"({row.edges})", *row.scenery])
            for row in (rows[area] for area in in_row)
        ]
        yield from wrapped(f"  {'; '.join(told)}", "  ")


UNBROKEN = "\N{NO-BREAK SPACE}"


def wrapped(text: str, indent: str) -> list[str]:
    """Break a line that is too long for the terminal, after its commas and semicolons.

    Parameters
    ----------
    text
        The line; spaces at its beginning stay.
    indent
        What the lines after the first begin with.

    Examples
    --------
    >>> for line in wrapped("holy: " + "Foot Knights 1, " * 6 + "Hero", "      "):
    ...     print(line)
    holy: Foot Knights 1, Foot Knights 1, Foot Knights 1, Foot Knights 1, Foot Knights 1,
          Foot Knights 1, Hero
    """
    kept = re.sub(r"(?<![,;\s]) (?=\S)", UNBROKEN, text)
    lines = textwrap.wrap(kept, COLUMNS, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]
