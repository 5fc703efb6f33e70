"""``tolsim luck``: how much of recorded results was luck; ``tolsim adjusted``: win rates without it."""

from __future__ import annotations

from typing import Annotated

import typer

from tolsim.experiments.commands.asking import Figure, draw
from tolsim.experiments.commands.options import Json, Seed


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim luck runs/1 --deals 200 --again 32")(luck)
    app.command(epilog="Example: tolsim adjusted runs/1 --games 2000")(adjusted)


def luck(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder of a match or a study.")],
    cell: Annotated[
        int, typer.Option(min=1, help="Cell of a study, counted from 1 as its table lists them.")
    ] = 1,
    deals: Annotated[int, typer.Option(help="Deals that are looked into.")] = 200,
    again: Annotated[int, typer.Option(help="Times that each position is played on.")] = 32,
    seed: Seed = 0,
    figure: Figure = None,
    json: Json = False,
) -> None:
    """Play recorded games on from their positions, and tell how much of the results was luck."""
    from rich.table import Table

    from tolsim.experiments import tables, terminal
    from tolsim.experiments.questions.luck import luck as ask

    with terminal.busy(f"Playing on from positions of {folder}", terminal_only=True):
        answer = ask(folder, cell=cell, deals=deals, again=again, seed=seed)
    draw(answer, figure)
    if json:
        terminal.show_json(answer.plain())
        return
    table = Table("what", title=f"{answer.game}: what results came from")
    for heading in ("share of variance", "95 % interval"):
        table.add_column(heading, justify="right")
    for row in answer.rows:
        table.add_row(
            row["what"], tables.percent(row["share"]), tables.interval(row["low"], row["high"])
        )
    console = terminal.results()
    console.print(table)
    console.print(answer.sentence, markup=False, style="bold", soft_wrap=True)


def adjusted(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder of a match or a study.")],
    cell: Annotated[
        int, typer.Option(min=1, help="Cell of a study, counted from 1 as its table lists them.")
    ] = 1,
    games: Annotated[int, typer.Option(help="Games that are looked into.")] = 2000,
    again: Annotated[
        int, typer.Option(help="Times that chance is drawn anew after each decision.")
    ] = 8,
    judge: Annotated[
        str | None,
        typer.Option(
            help="What positions are worth: a policy's folder, 'shipped' or 'heuristic'; by default "
            "the policy that comes with tolsim, if there is one."
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Take the luck of dice and draws off recorded win rates, for narrower intervals."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments import tables, terminal
    from tolsim.experiments.questions.adjusted import luck_adjusted

    with terminal.busy(f"Weighing the luck in {folder}", terminal_only=True):
        answer = luck_adjusted(folder, cell=cell, games=games, again=again, judge=judge, seed=seed)
    if json:
        terminal.show_json(answer.plain())
        return
    table = Table("seat or agent", title=f"{answer.game}: {answer.games:,} games")
    for heading in ("win rate", "95 % interval", "luck taken off", "95 % interval", "worth"):
        table.add_column(heading, justify="right")
    for row in answer.rows:
        table.add_row(
            escape(row["what"]),
            tables.percent(row["rate"]),
            tables.interval(row["low"], row["high"]),
            tables.percent(row["adjusted"]),
            tables.interval(row["adjusted_low"], row["adjusted_high"]),
            f"{row['worth']:.1f} times the games",
        )
    console = terminal.results()
    console.print(table)
    console.print(answer.sentence, markup=False, style="bold", soft_wrap=True)
