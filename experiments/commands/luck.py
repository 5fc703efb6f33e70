"""``tolsim luck``: how much of recorded results was luck."""

from __future__ import annotations

from typing import Annotated

import typer

from tolsim.experiments.commands.asking import Figure, draw
from tolsim.experiments.commands.options import Json, Seed


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim luck runs/1 --deals 200 --again 32")(luck)


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
