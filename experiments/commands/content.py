"""``tolsim content``: what each card, unit, order and the like does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tolsim.experiments.commands.options import Json

if TYPE_CHECKING:
    from rich.table import Table

    from tolsim.experiments.questions.content import Content

ROWS = 30
NAMES = 40
"""Names of never-used content that are told."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: tolsim content runs/1 --kind 'take hero' --kind stratagem")(
        content
    )


def content(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="Folder of a match or a study (`--out`).")
    ],
    games: Annotated[int, typer.Option(help="Games to look at; each is played again.")] = 10_000,
    game: Annotated[
        str | None, typer.Option(help="Which game, where a study is of several.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Look at this kind of content only; may be repeated."),
    ] = None,
    rows: Annotated[int, typer.Option(min=1, help="Rows of the table.")] = ROWS,
    json: Json = False,
) -> None:
    """Tell how often each content is used, and how much more those win who use it.

    An effect is the difference in win rate by a content's use, with seat, agent and luck controlled
    for: within the games of a deal, or between deals for what is dealt. It is association, not proof
    of a cause. q is the share of false discoveries among all effects as sure.
    """
    from tolsim.experiments import terminal
    from tolsim.experiments.first_use import REPLAY, compile_if_needed
    from tolsim.experiments.questions.content import content_of
    from tolsim.experiments.questions.recorded import cells_of, opened

    result = opened(folder)
    for cell in cells_of(result):
        compile_if_needed(cell.game, REPLAY)
    with terminal.busy(f"Playing games of {folder} again", terminal_only=True):
        found = content_of(result, games=games, game=game, kinds=kind or None)
    if json:
        terminal.show_json(found.plain())
        return
    console = terminal.results()
    console.print(content_table(found, rows))
    for what, names in (("never used", found.never()), ("always used", found.always())):
        if names:
            console.print(f"{what}: {_listed(names)}", markup=False, soft_wrap=True)
    console.print(found.sentence, markup=False, style="bold", soft_wrap=True)


def _listed(names: list[str]) -> str:
    more = len(names) - NAMES
    return ", ".join(names[:NAMES]) + (f" and {more} more" if more > 0 else "")


def content_table(found: Content, rows: int = ROWS) -> Table:
    """Largest effects, a row a content."""
    from rich.markup import escape
    from rich.table import Table

    from tolsim.experiments.tables import percent

    table = Table("content", "kind")
    for heading in ("used", "wins with", "wins without", "effect", "95 % interval", "q"):
        table.add_column(heading, justify="right")
    table.add_column("compared")
    for row in found.frame().dropna(subset=["effect"]).head(rows).to_dict("records"):
        table.add_row(
            escape(row["content"]),
            escape(row["kind"]),
            percent(row["used"]),
            percent(row["win_rate_with"]),
            percent(row["win_rate_without"]) if row["win_rate_without"] >= 0 else "",
            f"{100 * row['effect']:+.1f}",
            f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}",
            f"{row['q_value']:.3g}",
            escape(row["compared"]),
        )
    return table
