"""``tolsim compare``: which of two agents is better, or what a change of rules does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands.options import (
    Agents,
    Delta,
    GameName,
    Json,
    Out,
    Overrides,
    Ray,
    Seed,
    Workers,
    parse_overrides,
)

if TYPE_CHECKING:
    from tolsim.experiments.questions.comparison import Comparison

INTERRUPTED = 130
Error = Annotated[
    float, typer.Option(help="Chance of a wrong verdict, however often it is looked at.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Examples: tolsim compare abyss -a mcts:iterations=100 -a greedy; "
        "tolsim compare abyss -a greedy --set stratagem.unused_points=3"
    )(compare)


def compare(
    game: GameName,
    agents: Agents = None,
    variant: Annotated[
        str | None, typer.Option(help="Rules to compare: a named variant of them.")
    ] = None,
    overrides: Overrides = None,
    base_variant: Annotated[
        str, typer.Option(help="Rules that they are held against, or of both agents.")
    ] = "default",
    base_overrides: Annotated[
        list[str] | None,
        typer.Option("--base-set", metavar="NAME=VALUE", help="Change one of those rules."),
    ] = None,
    measure: Annotated[
        str, typer.Option(help="What is compared in a game for one, or of rules: share or return.")
    ] = "share",
    delta: Delta = 0.05,
    error: Error = 0.05,
    at_least: Annotated[int, typer.Option(help="Games at the first look.")] = 200,
    at_most: Annotated[int, typer.Option(help="Games at the last look.")] = 20_000,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Compare two agents, or with --set or --variant two sets of rules, on common deals.

    Plays until it shows which is better or that they differ by no more than delta.
    """
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.compare import play
    from tolsim.experiments.questions.compare_cells import agents_compared, rules_compared
    from tolsim.experiments.studies import study_view
    from tolsim.experiments.studies.compiling import compile_what_is_needed
    from tolsim.experiments.studies.stop import Stop

    base = parse_overrides(base_overrides, "--base-set")
    given = agents or []
    if overrides or variant is not None:
        changes = parse_overrides(overrides)
        if not given:
            raise TolsimError("comparing rules takes one agent for every seat, or one a seat: -a")
        comparing = rules_compared(
            game, given, changes, seed, variant or "default", base, base_variant, measure
        )
    elif len(given) == 2:
        comparing = agents_compared(game, given[0], given[1], seed, base_variant, base, measure)
    else:
        raise TolsimError(
            f"compare takes two agents, -a A -a B, not {len(given)}; or agents and a change of "
            "rules, --set NAME=VALUE or --variant"
        )
    try:
        compile_what_is_needed(comparing.study(at_least))
        with study_view.progress(comparing.study(at_most)) as on_progress:
            stop = Stop(delta, error, at_least, at_most)
            found = play(comparing, stop, out, workers, ray, on_progress)
    except KeyboardInterrupt:
        where = "; the same command goes on" if out else ""
        print(f"tolsim: stopped{where}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if json:
        terminal.show_json(found.plain())
    else:
        show(found)


def show(found: Comparison) -> None:
    """Show a comparison: the results of deals of each side, and the finding."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables, terminal

    console = terminal.results()
    shares = found.measure == "share"
    table = Table("agent" if found.kind == "agents" else "rules")
    table.add_column(found.measure, justify="right")
    for points in found.sides[0].results:
        table.add_column(
            f"{points} {'point' if points in ('½', '1') else 'points'}", justify="right"
        )
    for side in found.sides:
        mean = tables.percent(side.mean) if shares else f"{side.mean:,.3g}"
        counts = (f"{count:,}" for count in side.results.values())
        table.add_row(escape(side.name), mean, *counts)
    console.print(table)
    console.print(found.sentence, markup=False, style="bold", soft_wrap=True)
