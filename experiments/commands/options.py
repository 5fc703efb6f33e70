"""Options that several commands take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tolsim.core.errors import TolsimError

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name of `tolsim games`.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a match (`--out`).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Seed = Annotated[int, typer.Option(help="Seed of all chance, 0 to 2**64 - 1.")]
Variant = Annotated[str, typer.Option(help="A named variant of the rules.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change one rule; may be repeated."),
]
Agents = Annotated[
    list[str] | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="AGENT",
        help="An agent, as name:key=value,…; `tolsim agents` lists them with their options.",
    ),
]


def parse_overrides(texts: Sequence[str] | None, option: str = "--set") -> dict[str, object]:
    """Read ``name=value`` texts.

    >>> parse_overrides(["hand.size=4"])
    {'hand.size': '4'}
    """
    overrides: dict[str, object] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise TolsimError(f"{option} takes NAME=VALUE, not {text!r}")
        overrides[name] = value
    return overrides


Workers = Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on this Ray cluster instead; auto finds one."),
]
Delta = Annotated[
    float, typer.Option(help="Half the width of what counts as no difference, as a share.")
]
Out = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        help="Folder, or an address such as s3://…; the same command on it goes on where it ended.",
    ),
]
