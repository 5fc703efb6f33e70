"""``tolsim report``: what a match or a study says, as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tolsim.experiments.commands.options import Json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim report runs/1 --out abyss.html")(report)


def report(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="Folder of a match or a study (`--out`).")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to write; by default report.html in the folder."),
    ] = None,
    answers: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="DIR",
            help="Folder of a verdict, sensitivity or tune whose answer is told too; may be repeated.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Write what a match or a study says as one HTML file that opens anywhere, offline too."""
    from tolsim.experiments import terminal
    from tolsim.experiments.first_use import compile_if_needed
    from tolsim.experiments.questions.recorded import cells_of, opened
    from tolsim.experiments.reports.headline import headline
    from tolsim.experiments.reports.page import write_report

    result = opened(folder)
    for game in {cell.game.name: cell.game for cell in cells_of(result)}.values():
        compile_if_needed(game, ("reset", "step", "evaluate"))
    with terminal.busy(f"Writing the report of {folder}", terminal_only=True):
        path = write_report(folder, out, answers or ())
    sentences = headline(result)[1]
    if json:
        terminal.show_json({"report": str(path), "verdict": sentences})
        return
    console = terminal.results()
    for sentence in sentences:
        console.print(sentence, markup=False, style="bold", soft_wrap=True)
    console.print(f"report: {path}", markup=False, soft_wrap=True)
