"""What every state record begins with, and its text form."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.random_streams import STREAM_WORDS


def state_dtype(players: int, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Build a game's state record: the common header, then the game's own fields.

    Parameters
    ----------
    players
        Number of seats, P.
    fields
        ``(name, dtype)`` or ``(name, dtype, shape)`` of the game.

    Returns
    -------
    numpy.dtype
        Aligned; its records read fields as attributes, compiled or not.

    Raises
    ------
    TolsimError
        If a field is called like an attribute that NumPy's records have: uncompiled, that would be
        read instead of the field. If the fields leave gaps between them: NumPy leaves those bytes
        as they come, and equal states would differ in their bytes.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TolsimError(f"a state field cannot be called {name!r}: NumPy's records use it")
    header = [
        ("rng", np.uint64, (STREAM_WORDS,)),  # the chance stream
        ("returns", np.float64, (players,)),  # final only when over
        ("moves", np.int64),  # decisions taken so far
        ("outcome", np.int64),  # a reason code of the game, 0 while it lasts
        ("to_move", np.int64),  # seat that decides; meaningless when over
        ("over", np.int64),
    ]
    record = np.dtype([*header, *fields], align=True)
    used = sum(field.itemsize for field, *_ in (record.fields or {}).values())
    if used != record.itemsize:
        raise TolsimError(
            f"the fields of a state leave {record.itemsize - used} of {record.itemsize} bytes "
            "unused; give them all 8 bytes, or order them by size"
        )
    return np.dtype((np.record, record))


def state_text(state: np.record) -> str:
    """Write a state as text: one ``field = value`` line per field."""
    names = state.dtype.names or ()
    lines = []
    for name in names:
        value = state[name]
        lines.append(f"{name} = {value.tolist() if hasattr(value, 'tolist') else value}")
    return "\n".join(lines) + "\n"


def parse_state(text: str, dtype: np.dtype[Any]) -> np.ndarray:
    """Read a state's text form back.

    Returns
    -------
    numpy.ndarray
        Shape [1], of the game's state dtype.

    Raises
    ------
    TolsimError
        If a field is missing, unknown or does not fit.
    """
    states = np.zeros(1, dtype)
    names = dtype.names or ()
    given = dict(line.split(" = ", 1) for line in text.strip().splitlines() if " = " in line)
    for name in given:
        if name not in names:
            raise unknown("state field", name, names)
    for name in names:
        if name not in given:
            raise TolsimError(f"the state's text has no field {name!r}")
        try:
            value = ast.literal_eval(given[name])
            states[name][0] = value
            fits = states[name][0].tolist() == value  # neither rounded nor stretched
        except (ValueError, SyntaxError, TypeError, OverflowError):
            fits = False
        if not fits:
            raise TolsimError(f"state field {name!r} cannot be {given[name]!r}")
    return states
