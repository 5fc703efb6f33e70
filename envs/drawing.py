"""Positions drawn for people: as text, or as a picture of that text."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game

RENDER_MODES = ("human", "ansi", "rgb_array")

CELL = (8, 16)
"""Width and height of a character's cell, in pixels."""
MARGIN = 8
SMALLEST = (120, 32)
"""Columns and lines of the smallest picture, so that the pictures of a game are mostly of one size."""
PAPER, INK = (250, 248, 240), (30, 30, 40)


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that is not known, or that lacks the library it needs.

    Raises
    ------
    TolsimError
        It names the modes, or what to install.

    Examples
    --------
    >>> check_render_mode("ascii")
    Traceback (most recent call last):
    tolsim.core.errors.TolsimError: unknown render_mode 'ascii'; did you mean 'ansi'? \
(allowed: human, ansi, rgb_array)
    """
    if mode is not None and mode not in RENDER_MODES:
        raise unknown("render_mode", mode, RENDER_MODES)
    if mode == "rgb_array":
        _pillow()


def draw(
    game: Game, states: np.ndarray, seat: int | None, mode: str | None
) -> str | np.ndarray | None:
    """Draw a position [1], as a seat may see it or, with None, all of it.

    Returns
    -------
    str or numpy.ndarray or None
        Text for ``"ansi"``; uint8 ``[height, width, 3]`` for ``"rgb_array"``; None for ``"human"``,
        which prints the text.

    Raises
    ------
    TolsimError
        If there is no mode.
    """
    if mode is None:
        allowed = ", ".join(RENDER_MODES)
        raise TolsimError(f"make the environment with a render_mode to draw it: {allowed}")
    text = game.render(states[0], seat)
    if mode == "human":
        print(text)
        return None
    return picture(text) if mode == "rgb_array" else text


def picture(text: str) -> np.ndarray:
    """Draw text in cells of equal width, uint8 ``[height, width, 3]``.

    Raises
    ------
    TolsimError
        If Pillow is not installed.
    """
    image_module, draw_module, font = _pillow()
    lines = text.splitlines()
    columns = max([SMALLEST[0], *map(len, lines)])
    rows = max(SMALLEST[1], len(lines))
    size = (columns * CELL[0] + 2 * MARGIN, rows * CELL[1] + 2 * MARGIN)
    image = image_module.new("RGB", size, PAPER)
    pen = draw_module.Draw(image)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            # The font is proportional; what stands in columns must stay there.
            middle = MARGIN + column * CELL[0] + CELL[0] // 2
            base = MARGIN + (row + 1) * CELL[1] - 4
            pen.text((middle, base), character, INK, font, anchor="ms")
    return np.asarray(image)


@cache
def _pillow() -> tuple[Any, Any, Any]:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise TolsimError(
            "render_mode 'rgb_array' needs the library Pillow: pip install pillow"
        ) from None
    return Image, ImageDraw, ImageFont.load_default(size=12)
