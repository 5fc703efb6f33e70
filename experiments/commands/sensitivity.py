"""``tolsim sensitivity``: what results owe to how the rules are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.experiments.commands.asking import (
    Figure,
    Games,
    compile_for,
    draw,
    needed,
    telling,
)
from tolsim.experiments.commands.options import (
    Agents,
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
    from rich.table import Table

    from tolsim.experiments.questions.sensitivity import Sensitivity

SHOWN = 30
"""Rows of a table; all of them are in the JSON and in the folder."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim sensitivity abyss -a greedy --games 1000")(sensitivity)


def sensitivity(
    game: GameName,
    agents: Agents = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="NAME[=VALUES]",
            help="A rule, with its values as A,B or LOW:HIGH; may be repeated. By default all of "
            "--status.",
        ),
    ] = None,
    status: Annotated[
        list[str] | None,
        typer.Option(help="Rules that are printed, public, derived or assumed; may be repeated."),
    ] = None,
    method: Annotated[
        str, typer.Option(help="one (each alternative alone), morris or sobol (rules together).")
    ] = "one",
    samples: Annotated[
        int | None, typer.Option(help="Paths of morris (10), base points of sobol (32).")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(help="win_rate_SEAT, draws or a column; by default the first seat's."),
    ] = None,
    games: Games = 1000,
    delta: Delta = 0.05,
    seed: Seed = 0,
    variant: Variant = "default",
    overrides: Overrides = None,
    out: Out = None,
    workers: Workers = None,
    ray: Ray = None,
    figure: Figure = None,
    json: Json = False,
) -> None:
    """Play every alternative reading of the rules, and tell what each changes."""
    from tolsim.experiments import terminal
    from tolsim.experiments.questions.sensitivity import sensitivity as ask

    playing = needed(agents)
    compile_for(game, playing)
    with telling("Playing readings of the rules", out) as on_progress:
        answer = ask(
            game,
            playing,
            rules=rules or None,
            status=tuple(status or ("assumed",)),
            method=method,
            games=games,
            samples=samples,
            measure=measure,
            delta=delta,
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
    console.print(alternatives_table(answer) if method == "one" else rules_table(answer))
    if len(answer.rows) > SHOWN:
        console.print(f"the {SHOWN} largest of {len(answer.rows):,}; --json tells all")
    console.print(answer.sentence, markup=False, style="bold", soft_wrap=True)


def alternatives_table(answer: Sensitivity) -> Table:
    """A row an alternative, the largest difference first."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables

    measure = answer.measure
    table = Table("rule", "in force", "instead", title=escape(measure.about))
    for heading in ("mean", "difference", "95 % interval", "adjusted p"):
        table.add_column(heading, justify="right")
    table.add_column("finding")
    order = sorted(answer.rows, key=lambda row: -abs(row.get("difference", 0.0)))
    for row in order[:SHOWN]:
        names = [
            escape(tables.value_text(each)) or "–"
            for each in (row["rule"], row["in_force"], row["value"])
        ]
        if "difference" not in row:
            table.add_row(*names, "", "", "", "", escape(f"not playable: {row['reason']}"))
            continue
        between = [measure.difference_text(row[each]) for each in ("low", "high")]
        table.add_row(
            *names,
            measure.text(row["mean"]),
            measure.difference_text(row["difference"]),
            " to ".join(between),
            f"{row['p_adjusted']:.3f}",
            row.get("finding") or row.get("verdict", ""),
        )
    return table


def rules_table(answer: Sensitivity) -> Table:
    """A row a rule, the largest effect first."""
    from rich.markup import escape
    from rich.table import Table

    morris = answer.method == "morris"
    headings = ("mean change", "spread") if morris else ("share in all", "share alone")
    table = Table("rule", "values", title=escape(answer.measure.about))
    for heading in (headings[0], "±", headings[1], "noise", "noise reaches"):
        table.add_column(heading, justify="right")
    table.add_column("above noise")
    points = 100 if not morris or answer.measure.share else 1
    for row in answer.rows[:SHOWN]:
        second = row["spread"] if morris else row["alone"]
        figures = (row["effect"], row["confidence"], second, row["noise"], row["noise_limit"])
        table.add_row(
            escape(row["rule"]),
            str(row["values"]),
            *(f"{points * each:.2f}" for each in figures),
            "yes" if row["above_noise"] else "no",
        )
    return table
