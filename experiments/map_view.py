"""The map of a scenario as a picture."""

from __future__ import annotations

from pathlib import Path

from tolsim.core.errors import TolsimError
from tolsim.core.registry import GAMES, definition
from tolsim.experiments.storage import write_text


def write_map(game: str, out: Path | None = None) -> Path:
    """Draw a game's map with its set-up as an SVG file, written whole or not at all.

    Parameters
    ----------
    game
        A name of the registry.
    out
        The file; by default the game's name with the ending ``.svg``, in the current folder.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    TolsimError
        If the game is not known or has no board of hexes, or the file cannot be written.
    """
    path = definition(game).map_file
    if path is None:
        having = [name for name in GAMES if definition(name).map_file is not None]
        with_one = ", ".join(having) or "none"
        raise TolsimError(f"{game} has no board of hexes; games with one: {with_one}")
    from tolsim.joan.board import Board
    from tolsim.joan.drawing import board_svg
    from tolsim.joan.map_file import load_map

    map_file = load_map(path)
    out = out or Path(f"{game}.svg")
    write_text(out, board_svg(map_file, Board(map_file)))
    return out
