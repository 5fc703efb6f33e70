"""``tolsim tournament``: rate and rank agents."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.experiments.commands.options import (
    Agents,
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
    from rich.table import Table

    from tolsim.experiments.questions.tournament_found import Tournament

INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Example: tolsim tournament abyss -a uniform -a greedy -a mcts:iterations=100"
    )(tournament)


def tournament(
    game: GameName,
    agents: Agents = None,
    number: Annotated[
        int, typer.Option("--games", min=1, help="Games of each pair, or combination.")
    ] = 200,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only neighbours play, in the order given.")
    ] = False,
    variant: Variant = "default",
    overrides: Overrides = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Let every agent play every other on the same deals, and rate and rank them."""
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.tournament import tournament_of, tournament_study
    from tolsim.experiments.studies import study_view
    from tolsim.experiments.studies.compiling import compile_what_is_needed
    from tolsim.experiments.studies.study import run_study

    changes = parse_overrides(overrides)
    study = tournament_study(game, agents or [], number, ladder, seed, variant, changes)
    try:
        compile_what_is_needed(study)
        with study_view.progress(study) as on_progress:
            result = run_study(study, out, workers=workers, ray=ray, on_progress=on_progress)
    except KeyboardInterrupt:
        where = "; the same command goes on" if out else ""
        print(f"tolsim: stopped{where}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    found = tournament_of(result, agents or [], number)
    if json:
        terminal.show_json(found.plain())
    else:
        show(found)


def show(found: Tournament) -> None:
    """Show a tournament: ratings and ranks, shares of each pair, and the finding."""
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.tournament_found import PRIOR

    console = terminal.results()
    console.print(_ratings_table(found))
    console.print(_payoffs_table(found))
    console.print(found.sentence, markup=False, style="bold", soft_wrap=True)
    console.print(f"intervals of 95 %, by deal; {PRIOR}", markup=False, soft_wrap=True)


def _ratings_table(found: Tournament) -> Table:
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables

    rows = found.plain()["agents"]
    table = Table("agent")
    headings = {"nash": "Nash share", "nash_rating": "Nash rating", "alpha_rank": "alpha-rank"}
    shown = {key: heading for key, heading in headings.items() if key in rows[0]}
    for heading in ("rating", "95 % interval", "rank", "best", "share", *shown.values()):
        table.add_column(heading, justify="right")
    for row in rows:
        low, high = row["best_rank"], row["worst_rank"]
        theory = {
            key: f"{round(row[key]):+d}" if key == "nash_rating" else tables.percent(row[key])
            for key in shown
        }
        table.add_row(
            escape(row["agent"]),
            f"{row['rating']:+.0f}",
            f"{row['low']:+.0f} to {row['high']:+.0f}",
            f"{low}" if low == high else f"{low}–{high}",
            tables.percent(row["chance_of_best"]),
            tables.percent(row["share"]),
            *theory.values(),
        )
    return table


def _payoffs_table(found: Tournament) -> Table:
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables

    table = Table("row wins against column")
    order = [found.agents.index(row["agent"]) for row in found.plain()["agents"]]
    for k in order:
        table.add_column(escape(found.agents[k]), justify="right")
    for i in order:
        cells = []
        for j in order:
            share = found.shares.get((i, j))
            cells.append(
                ""
                if share is None
                else f"{tables.percent(share.rate)}\n{tables.interval(share.low, share.high)}"
            )
        table.add_row(escape(found.agents[i]), *cells)
    return table
