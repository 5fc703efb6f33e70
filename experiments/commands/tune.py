"""``tolsim tune``: which value of a rule brings a measure to its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.experiments.commands.asking import Figure, compile_for, draw, needed, telling
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

    from tolsim.experiments.questions.tune import Tuned


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Example: tolsim tune abyss --rule stratagem.unused_points=0:5 -a greedy --delta 0.02"
    )(tune)


def tune(
    game: GameName,
    rules: Annotated[
        list[str],
        typer.Option(
            "--rule",
            metavar="NAME[=VALUES]",
            help="A rule, with its values as LOW:HIGH or A,B,C; several are tuned together.",
        ),
    ],
    agents: Agents = None,
    measure: Annotated[
        str | None,
        typer.Option(help="win_rate_SEAT, draws or a column; by default the first seat's."),
    ] = None,
    target: Annotated[
        float | None, typer.Option(help="What its mean should be; of win rates 0.5 by default.")
    ] = None,
    delta: Annotated[float, typer.Option(help="How far from the target is near enough.")] = 0.05,
    games: Annotated[
        int | None,
        typer.Option(help="Of a value, at most (20,000); of several rules, of each trial (1,000)."),
    ] = None,
    trials: Annotated[int, typer.Option(help="Sets of values tried, of several rules.")] = 40,
    seed: Seed = 0,
    variant: Variant = "default",
    overrides: Overrides = None,
    out: Out = None,
    workers: Workers = None,
    ray: Ray = None,
    figure: Figure = None,
    json: Json = False,
) -> None:
    """Find the value of a rule that brings a measure to its target, and the smallest change."""
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.tune import tune as ask

    playing = needed(agents)
    compile_for(game, playing)
    with telling("Playing values", out) as on_progress:
        answer = ask(
            game,
            playing,
            rules,
            measure=measure,
            target=target,
            delta=delta,
            games=games,
            trials=trials,
            seed=seed,
            out=out,
            workers=workers,
            ray=ray,
            variant=variant,
            overrides=parse_overrides(overrides),
            on_progress=on_progress,
        )
    draw(answer, figure)
    if json:
        terminal.show_json(answer.plain())
        return
    console = terminal.results()
    console.print(values_table(answer))
    console.print(answer.sentence, markup=False, style="bold", soft_wrap=True)


def values_table(answer: Tuned) -> Table:
    """A row a set of values: what it measured, and where that stands to the target."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables

    table = Table(*map(escape, answer.rules), title=escape(answer.measure.about))
    for heading in ("games", "mean", "interval"):
        table.add_column(heading, justify="right")
    table.add_column("target")
    for each in answer.played:
        mean, low, high = each.rate
        table.add_row(
            *(escape(tables.value_text(each.changes[name])) for name in answer.rules),
            f"{each.games:,}",
            answer.measure.text(mean),
            answer.measure.interval_text(low, high),
            each.standing,
        )
    return table
