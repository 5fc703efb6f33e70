"""Data files that say in which line a mistake is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tolsim.core.errors import TolsimError

DATA = Path(__file__).parent / "data"


def read_data(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    TolsimError
        If it is not TOML; the text names the file, the line and the column.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TolsimError(f"{path.name} is not TOML: {error}") from None


def line_of(path: Path, section: str, key: str) -> int:
    """Line, from 1, on which a key of a section stands; the file's first, if it does not."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("["):
            inside = line.split("#")[0].strip() == f"[{section}]"
        elif inside and re.match(rf'"?{re.escape(key)}"?\s*=', line):
            return number
    return 1


@contextmanager
def naming_the_line(path: Path, section: str, key: str) -> Iterator[None]:
    """Say of every mistake found meanwhile that it is in this file, on the line of this key."""
    try:
        yield
    except TolsimError as error:
        line = line_of(path, section, key)
        raise TolsimError(f"{path.name}, line {line}: {error}") from None
