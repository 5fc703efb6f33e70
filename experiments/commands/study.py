"""``tolsim study``: play a study file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tolsim.experiments.commands.options import Json, Ray, Workers

INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim study studies/abyss.toml --out runs/abyss-study")(study)


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A study file, TOML.")],
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Folder, or an address such as s3://…; a study that was stopped goes on there.",
        ),
    ],
    workers: Workers = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Play every cell of a study: rules by agents, many games each."""
    from tolsim.experiments import terminal
    from tolsim.experiments.studies import study_view
    from tolsim.experiments.studies.compiling import compile_what_is_needed
    from tolsim.experiments.studies.study import run_study
    from tolsim.experiments.studies.study_file import read_study

    found = read_study(file)
    try:
        compile_what_is_needed(found)
        with study_view.progress(found) as on_progress:
            result = run_study(found, out, workers=workers, ray=ray, on_progress=on_progress)
    except KeyboardInterrupt:
        print(f"tolsim: stopped; the same command goes on from {out}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if json:
        terminal.show_json(result.plain())
    else:
        study_view.show(result)
