"""``tolsim verdict``: balance by skill, and how far skill and luck decide."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.experiments.commands.options import (
    Delta,
    GameName,
    Json,
    Out,
    Overrides,
    Ray,
    Seed,
    Variant,
    Workers,
    parse_overrides,
)

if TYPE_CHECKING:
    from tolsim.experiments.questions.skill_found import SkillVerdict

INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Example: tolsim verdict abyss --rung uniform --rung greedy "
        "--rung mcts:iterations=100 --games 1000"
    )(verdict)


def verdict(
    game: GameName,
    rungs: Annotated[
        list[str] | None,
        typer.Option(
            "--rung",
            metavar="AGENT",
            help="An agent of the ladder, the weakest first; by default uniform, greedy, "
            "mcts:iterations=50, mcts:iterations=200.",
        ),
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="Games of each pairing.")] = 400,
    at_most: Annotated[
        int | None,
        typer.Option(help="Games of a rung against itself until a verdict comes, at most."),
    ] = None,
    delta: Delta = 0.05,
    error: Annotated[
        float, typer.Option(help="Chance of a wrong verdict of a rung, with --at-most.")
    ] = 0.05,
    variant: Variant = "default",
    overrides: Overrides = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Judge balance by skill: a ladder of agents, each against itself and the one below.

    Tells apart biased rules, a gap of skill, and luck.
    """
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.kept import SKILL, keep
    from tolsim.experiments.questions.skill import RUNGS, skill_of, skill_studies
    from tolsim.experiments.studies import study_view
    from tolsim.experiments.studies.compiling import compile_what_is_needed
    from tolsim.experiments.studies.study import desk

    changes = parse_overrides(overrides)
    alike, unequal = skill_studies(
        game, rungs or RUNGS, number, at_most, delta, error, seed, variant, changes
    )
    try:
        for study in (alike, unequal):
            compile_what_is_needed(study)
        with desk(out, workers=workers, ray=ray) as at:
            # The balance last, so that a report on the folder is on it.
            with study_view.progress(unequal) as on_progress:
                gaps = at.play(unequal, on_progress)
            with study_view.progress(alike) as on_progress:
                found = skill_of(at.play(alike, on_progress), gaps)
        keep(out, SKILL, found)
    except KeyboardInterrupt:
        where = "; the same command goes on" if out else ""
        print(f"tolsim: stopped{where}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if json:
        terminal.show_json(found.plain())
    else:
        show(found)


def show(found: SkillVerdict) -> None:
    """Show a ladder: a row a rung, and the finding."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables, terminal

    table = Table("agent")
    headings = ("games", f"{found.seats[0]} wins", "95 % interval", "verdict", "against below")
    for heading in (*headings, "95 % interval"):
        table.add_column(escape(heading), justify="left" if heading == "verdict" else "right")
    for rung in found.rungs:
        below = rung.against_below
        table.add_row(
            escape(rung.agent),
            f"{rung.games:,}",
            tables.percent(rung.first_seat.rate),
            tables.interval(rung.first_seat.low, rung.first_seat.high),
            rung.verdict,
            "" if below is None else tables.percent(below.rate),
            "" if below is None else tables.interval(below.low, below.high),
        )
    console = terminal.results()
    console.print(table)
    console.print(found.sentence, markup=False, style="bold", soft_wrap=True)
