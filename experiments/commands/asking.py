"""What the commands share that ask questions about rules."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tolsim.core.errors import TolsimError

INTERRUPTED = 130

Figure = Annotated[
    Path | None, typer.Option("--figure", metavar="FILE", help="Write the chart, as HTML.")
]
Games = Annotated[int, typer.Option(help="Games of each set of rules, all on the same deals.")]


def needed(agents: Sequence[str] | None) -> list[str]:
    """Agents of the command line, at least one."""
    if not agents:
        raise TolsimError("name who plays: -a AGENT; one alone sits in every seat")
    return list(agents)


def compile_for(game: str, agents: Sequence[str], *more: str) -> None:
    """Compile what play between these agents needs, and further entries, and say so."""
    from tolsim.agents import parse
    from tolsim.core.registry import make
    from tolsim.experiments.first_use import compile_if_needed, entries_for

    made = make(game)
    compile_if_needed(made, {*entries_for(made, [parse(each) for each in agents]), *more})


@contextlib.contextmanager
def telling(what: str, out: object = None) -> Iterator[Callable[[Any], None]]:
    """Tell on stderr how far play is; an interruption says how to go on."""
    from tolsim.experiments import terminal
    from tolsim.experiments.studies.study_view import progress_text

    try:
        with terminal.busy(what, terminal_only=True) as say:
            yield lambda now: say(f"{what}: {progress_text(now)}")
    except KeyboardInterrupt:
        goes_on = "" if out is None else f"; the same command goes on from {out}"
        terminal.notices().print(f"tolsim: stopped{goes_on}", markup=False, soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None


def draw(answer: Any, file: Path | None) -> None:
    """Write an answer's chart."""
    if file is None:
        return
    figure = answer.figure()
    try:
        figure.write_html(file)
    except OSError as error:
        raise TolsimError(f"cannot write {file}: {error.strerror}") from None
