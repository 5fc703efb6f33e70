"""What goes to the screen: results to stdout, progress and notices to stderr."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

WIDTH_WITHOUT_TERMINAL = 120


def results() -> Console:
    """Console of the results, on stdout."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_width(console))


def notices() -> Console:
    """Console of everything else, on stderr."""
    return Console(stderr=True, highlight=False)


def _width(console: Console) -> int:
    return max(console.width, WIDTH_WITHOUT_TERMINAL)


def show_json(value: Any) -> None:
    """Print one JSON value on stdout."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


@contextlib.contextmanager
def busy(text: str, *, terminal_only: bool = False) -> Iterator[Callable[[str], None]]:
    """Show a spinner on stderr; where it is no terminal, plain lines, or nothing at all.

    Yields a function that changes the text.
    """
    console = notices()
    if console.is_terminal:
        with console.status(text) as status:
            yield status.update
    elif terminal_only:
        yield lambda _: None
    else:
        console.print(text, markup=False, soft_wrap=True)
        yield lambda changed: console.print(changed, markup=False, soft_wrap=True)
