"""Reading JSON so that every item's line is known, for errors that say where to look."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from tolsim.core.errors import TolsimError, suggestion

Item = tuple[str | int, ...]
"""Way to an item: the keys and places that lead to it, such as ``("hexes", 3, "q")``."""


def read_json(path: Path) -> tuple[dict[str, Any], dict[Item, int]]:
    """Read a JSON object from a file.

    Parameters
    ----------
    path
        The file, in UTF-8.

    Returns
    -------
    object, lines
        The object as :func:`json.loads` gives it, and the line of each item in it: of its key in
        an object, of its value in a list. Lines count from 1.

    Raises
    ------
    TolsimError
        If it cannot be read, is no JSON object, or an object holds a key twice; with the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TolsimError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TolsimError(f"cannot read {path}: it is no text in UTF-8") from None
    walk = _Walk(text, path)
    try:
        found = walk.value(())
        walk.end()
    except json.JSONDecodeError as error:
        raise TolsimError(f"{path}, line {error.lineno}: no valid JSON: {error.msg}") from None
    if not isinstance(found, dict):
        raise TolsimError(f"{path}, line 1: a JSON object is needed, {{…}}")
    return found, walk.lines


class JsonFile:
    """A JSON file's items with their lines; says what is wrong with one, and where it stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data, self.lines = read_json(path)

    def error(self, item: Item, text: str) -> TolsimError:
        """Error that names the file and the item's line."""
        while item not in self.lines:
            item = item[:-1]
        return TolsimError(f"{self.path}, line {self.lines[item]}: {text}")

    def unknown(
        self, item: Item, what: str, value: object, allowed: Collection[str]
    ) -> TolsimError:
        """Error for a name that is not known, with the nearest one that is."""
        return self.error(item, f"unknown {what} {str(value)!r}{suggestion(value, allowed)}")

    def text(self, item: Item, value: object) -> str:
        """Text of an item."""
        if not isinstance(value, str):
            raise self.error(item, f"{item[-1]} is a text, not {value!r}")
        return value

    def whole(self, item: Item, value: object, low: int = 0, high: int = 99) -> int:
        """Whole number of an item."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(item, f"{item[-1]} is a whole number, {low} to {high}, not {value!r}")
        return value

    def yes(self, key: str) -> bool:
        """Truth of a key that may be left out, which means no."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.error((key,), f"{key} is true or false, not {value!r}")
        return value

    def mapping(self, item: Item, value: object) -> dict[str, Any]:
        """Object of an item."""
        if not isinstance(value, dict):
            raise self.error(item, f"{item[-1]} is an object, {{…}}, not {value!r}")
        return value

    def sequence(self, item: Item, value: object) -> list[Any]:
        """List of an item."""
        if not isinstance(value, list):
            raise self.error(item, f"{item[-1]} is a list, […], not {value!r}")
        return value

    def texts(self, item: Item, value: object) -> tuple[str, ...]:
        """Texts of a list."""
        found = self.sequence(item, value)
        return tuple(self.text((*item, i), text) for i, text in enumerate(found))

    def counts(self, item: Item, value: object) -> dict[str, int]:
        """Names to whole numbers."""
        found = self.mapping(item, value)
        return {name: self.whole((*item, name), number) for name, number in found.items()}

    def fields(
        self, item: Item, value: object, needed: Sequence[str], others: Sequence[str] = ()
    ) -> dict[str, Any]:
        """Object whose keys are known: all that are needed, and some of the others."""
        found = self.mapping(item, value)
        for key in found:
            if key not in needed and key not in others:
                raise self.unknown((*item, key), "key", key, (*needed, *others))
        for key in needed:
            if key not in found:
                raise self.error(item, f"the key {key!r} is missing")
        return found


class _Walk:
    """Walks through the text; single values are left to the standard library."""

    def __init__(self, text: str, path: Path) -> None:
        self.text = text
        self.path = path
        self.at = 0
        self.lines: dict[Item, int] = {}
        self.starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == "\n")]
        self.decoder = json.JSONDecoder()

    def line(self) -> int:
        return bisect_right(self.starts, self.at)

    def look(self) -> str:
        """Next character that is no white space, "" at the end."""
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, wanted: str) -> None:
        if self.look() != wanted:
            raise json.JSONDecodeError(f"{wanted!r} expected", self.text, self.at)
        self.at += 1

    def end(self) -> None:
        if self.look():
            raise json.JSONDecodeError("nothing more expected", self.text, self.at)

    def value(self, item: Item) -> Any:
        first = self.look()
        self.lines.setdefault(item, self.line())
        if first == "{":
            return self.mapping(item)
        if first == "[":
            return self.sequence(item)
        found, self.at = self.decoder.raw_decode(self.text, self.at)
        return found

    def mapping(self, item: Item) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.take("{")
        while self.look() != "}":
            if found:
                self.take(",")
            if self.look() != '"':
                raise json.JSONDecodeError("a key in quotes expected", self.text, self.at)
            line = self.line()
            key, self.at = self.decoder.raw_decode(self.text, self.at)
            if key in found:
                raise TolsimError(f"{self.path}, line {line}: {key!r} stands there twice")
            self.lines[*item, key] = line
            self.take(":")
            found[key] = self.value((*item, key))
        self.take("}")
        return found

    def sequence(self, item: Item) -> list[Any]:
        found: list[Any] = []
        self.take("[")
        while self.look() != "]":
            if found:
                self.take(",")
            found.append(self.value((*item, len(found))))
        self.take("]")
        return found
