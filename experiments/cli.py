"""The command line, ``tolsim``: what each command takes, and how mistakes are told.

Heavy imports stand inside the commands, so that ``tolsim --help`` is quick.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tolsim.core.errors import TolsimError, unknown
from tolsim.experiments.commands import compare as compare_commands
from tolsim.experiments.commands import content as content_commands
from tolsim.experiments.commands import luck as luck_commands
from tolsim.experiments.commands import report as report_commands
from tolsim.experiments.commands import sensitivity as sensitivity_commands
from tolsim.experiments.commands import study as study_commands
from tolsim.experiments.commands import tournament as tournament_commands
from tolsim.experiments.commands import tune as tune_commands
from tolsim.experiments.commands import verdict as verdict_commands
from tolsim.experiments.commands.options import (
    Agents,
    Folder,
    GameName,
    Json,
    Overrides,
    Seed,
    Variant,
    parse_overrides,
)

DIFFERENT = 1
MISTAKE = 2
INTERRUPTED = 130

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from tolsim import __version__

        print(f"tolsim {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version."),
    ] = False,
) -> None:
    """Fast, exact tabletop games for research on play and balance."""


@app.command(epilog="Example: tolsim games --json")
def games(json: Json = False) -> None:
    """List the games."""
    from tolsim.core.registry import games as all_games
    from tolsim.experiments import tables, terminal

    listed = all_games()
    if json:
        terminal.show_json(listed)
    else:
        terminal.results().print(tables.games_table(listed))


@app.command(epilog="Example: tolsim agents --json")
def agents(json: Json = False) -> None:
    """List the agents with their options."""
    from tolsim.agents import list_agents
    from tolsim.experiments import tables, terminal

    listed = list_agents()
    if json:
        terminal.show_json(listed)
        return
    console = terminal.results()
    for agent in listed:
        for line in tables.agent_lines(agent):
            console.print(line, markup=False, soft_wrap=True)
    console.print("Example: -a mcts:iterations=400,playout=greedy -a greedy", markup=False)


@app.command(epilog="Example: tolsim rules abyss stratagem --switches")
def rules(
    game: GameName,
    word: Annotated[
        str | None,
        typer.Argument(metavar="[WORD]", help="Only rules with this in their name or title."),
    ] = None,
    status: Annotated[
        str | None, typer.Option(help="Only rules that are printed, public, derived or assumed.")
    ] = None,
    switches: Annotated[
        bool,
        typer.Option(
            "--switches", help="Only what `--set` changes, with the values allowed; no cards."
        ),
    ] = False,
    variant: Variant = "default",
    overrides: Overrides = None,
    json: Json = False,
) -> None:
    """Show the rules of a game with their values, status and source, and its variants."""
    from tolsim.core.registry import make
    from tolsim.core.rules import STATUSES
    from tolsim.experiments import rules_view, terminal

    if status is not None and status not in STATUSES:
        raise unknown("status", status, STATUSES)
    made = make(game, variant=variant, overrides=parse_overrides(overrides))
    ledger = rules_view.chosen(made.ruleset, word, status, switches)
    if json:
        terminal.show_json(ledger)
    else:
        rules_view.show(terminal.results(), ledger, made.ruleset, make(game).ruleset)


@app.command("map", epilog="Example: tolsim map jumieges --out jumieges.svg")
def draw_map(
    game: Annotated[str, typer.Argument(metavar="SCENARIO", help="A game with a board of hexes.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The picture; by default SCENARIO.svg, here."),
    ] = None,
) -> None:
    """Draw a scenario's map and its set-up as an SVG picture."""
    from tolsim.experiments.map_view import write_map

    print(write_map(game, out))


@app.command(
    epilog="Example: tolsim match abyss -a mcts:iterations=200 -a greedy --games 1000 --out runs/1"
)
def match(
    game: GameName,
    agents: Agents = None,
    number: Annotated[int, typer.Option("--games", min=1, help="Games to play.")] = 1000,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by default one per core.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the results; the same command on it goes on where it ended."),
    ] = None,
    variant: Variant = "default",
    overrides: Overrides = None,
    delta: Annotated[
        float, typer.Option(help="Balanced means: within 50 % plus or minus this.")
    ] = 0.05,
    telemetry: Annotated[
        bool | None,
        typer.Option(
            "--telemetry/--no-telemetry",
            help="Show means of the game's telemetry; by default for one player, and where victory "
            "points have sources.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play games between agents, with swapped seats, and judge the balance.

    One agent alone sits in every seat. A game for one player is judged by how well it ends.
    """
    from tolsim.agents import parse
    from tolsim.core.registry import make
    from tolsim.experiments import match_view, terminal
    from tolsim.experiments.first_use import compile_if_needed, entries_for
    from tolsim.experiments.match import play_match
    from tolsim.experiments.run import Run, check_run, in_every_seat
    from tolsim.experiments.verdict import check_delta

    changes = parse_overrides(overrides)
    made = make(game, variant=variant, overrides=changes)
    playing = in_every_seat([parse(agent) for agent in agents or ()], made)
    # Before compiling, so that a mistake is told at once.
    check_run(Run(game, playing, number, seed, variant, changes), made)
    check_delta(delta)
    try:
        compile_if_needed(made, entries_for(made, playing))
        with match_view.progress() as on_progress:
            result = play_match(
                game,
                playing,
                games=number,
                seed=seed,
                workers=workers,
                variant=variant,
                overrides=changes,
                out=out,
                delta=delta,
                on_progress=on_progress,
            )
    except KeyboardInterrupt:
        kept = f"the same command goes on from {out}" if out else "nothing is kept without --out"
        print(f"tolsim: stopped; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if json:
        terminal.show_json(result.summary())
    else:
        match_view.show(result, telemetry=telemetry)


@app.command(epilog="Example: tolsim play abyss --human king -a mcts:iterations=500 --seed 7")
def play(
    game: GameName,
    agents: Agents = None,
    human: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="The seat you take, by name or by number from 0."),
    ] = None,
    seed: Seed = 0,
    deal: Annotated[int, typer.Option(min=0, help="Which deal of the seed.")] = 0,
    variant: Variant = "default",
    overrides: Overrides = None,
) -> None:
    """Watch a game decision by decision, or take a seat.

    Agents are given in the order of the seats, leaving out your own; by default all are greedy.
    """
    from tolsim.core.registry import make
    from tolsim.experiments.play import play_game

    made = make(game, variant=variant, overrides=parse_overrides(overrides))
    play_game(made, agents or (), human=human, seed=seed, deal=deal)


@app.command(epilog="Example: tolsim train abyss --minutes 30 --out runs/abyss-policy")
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="Folder of the run; one that was stopped goes on.")],
    minutes: Annotated[float | None, typer.Option(help="How long to train.")] = None,
    updates: Annotated[int | None, typer.Option(help="Updates of the run in the end.")] = None,
    seed: Seed = 0,
    teacher: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Learn from this search, as mcts:iterations=64."),
    ] = None,
    learn: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A setting of the learner; may be repeated."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="AGENT", help="Measure against this agent; may be repeated."),
    ] = None,
    evaluate_every: Annotated[
        int, typer.Option(min=1, help="Updates between two measurements.")
    ] = 200,
    threads: Annotated[int, typer.Option(min=1, help="Threads of play and learning.")] = 2,
    variant: Variant = "default",
    overrides: Overrides = None,
) -> None:
    """Train a policy by self-play; policy:path=DIR then plays it."""
    from tolsim.core.registry import make
    from tolsim.experiments import training_view
    from tolsim.experiments.extras import need
    from tolsim.experiments.training import AGAINST, Training, settings_of
    from tolsim.experiments.training import train as train_policy

    need(["torch"], "training", "tolsim[train]")
    made = make(game, variant=variant, overrides=parse_overrides(overrides))
    chosen = parse_overrides(learn, "--learn")
    settings_of(made, chosen)
    training = Training(
        made, seed, chosen, teacher, tuple(against or AGAINST), evaluate_every, threads
    )
    try:
        with training_view.progress() as on_progress:
            reached = train_policy(
                training, out, minutes=minutes, updates=updates, on_progress=on_progress
            )
    except KeyboardInterrupt:
        print(f"tolsim: stopped; the same command goes on from {out}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    training_view.show(made, reached, out)


@app.command(epilog="Example: tolsim replay runs/1 --game 17")
def replay(
    folder: Folder,
    number: Annotated[int, typer.Option("--game", min=0, help="Game number.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Only the moves, no boards.")] = False,
    json: Json = False,
) -> None:
    """Show a recorded game: the board, each decision in words, the final scores."""
    from tolsim.experiments.replay import replay_game

    replay_game(folder, number, as_json=json, moves_only=moves)


@app.command(epilog="Example: tolsim verify runs/1 --sample 500")
def verify(
    folder: Folder,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Only so many games; by default all.")
    ] = None,
    json: Json = False,
) -> None:
    """Play recorded games again from their logs and compare every recorded fact."""
    from tolsim.experiments.replay import verify_folder

    if not verify_folder(folder, sample, as_json=json):
        raise typer.Exit(DIFFERENT)


@app.command(epilog="Example: tolsim bench abyss --quick")
def bench(
    game: Annotated[str, typer.Argument(metavar="GAME")] = "abyss",
    quick: Annotated[bool, typer.Option("--quick", help="Fewer, shorter repetitions.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="What one decision costs, by part.")] = False,
    faces: Annotated[
        bool, typer.Option("--faces", help="Driven from Python through other libraries.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure speed on one core, beside other systems.

    Beside Legions: Abyss, OpenSpiel's C++ is measured in the same run where it is installed; other
    games are compared with figures that were recorded before.
    """
    from tolsim.core.registry import make
    from tolsim.experiments import tables, terminal
    from tolsim.experiments.bench import FULL, QUICK
    from tolsim.experiments.bench import bench as measure
    from tolsim.experiments.first_use import compile_if_needed

    compile_if_needed(make(game))
    if cost:
        from dataclasses import asdict

        from tolsim.experiments.cost import decision_costs

        with terminal.busy("Measuring …"):
            costs = decision_costs(make(game))
        if json:
            terminal.show_json([asdict(part) for part in costs])
        else:
            terminal.results().print(tables.cost_table(costs))
        return
    with terminal.busy("Measuring …") as say:
        figures = measure(game, effort=QUICK if quick else FULL, on_step=say, faces=faces)
    if json:
        terminal.show_json(figures)
    else:
        terminal.results().print(tables.bench_table(figures))


for _commands in (
    study_commands,
    compare_commands,
    verdict_commands,
    tournament_commands,
    sensitivity_commands,
    tune_commands,
    content_commands,
    luck_commands,
    report_commands,
):
    _commands.register(app)


def _one_line(text: str) -> str:
    return " ".join(text.split())


PLAIN_WORDS = (
    (r"Input should be a valid integer.*", "it takes a whole number"),
    (r"Input should be a valid number.*", "it takes a number"),
    (r"Input should be greater than or equal to", "it takes at least"),
    (r"Input should be", "it should be"),
)
"""What the library that reads the command line says, and what we say instead."""


def _in_plain_words(text: str) -> str:
    for theirs, ours in PLAIN_WORDS:
        text = re.sub(theirs, ours, text)
    return text


def _complain(text: str) -> int:
    print(f"tolsim: {_one_line(text)}", file=sys.stderr)
    return MISTAKE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments
        Words after ``tolsim``; by default the process's own.

    Returns
    -------
    int
        Exit code: 0, 2 for a mistake of the user's (one line on stderr says which), 1 where
        ``verify`` found a difference, 130 after Ctrl-C.
    """
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # where the classes of ``python:class=…`` may lie
    try:
        code = app(list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
        return code if isinstance(code, int) else 0
    except TolsimError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read our output has closed it, as ``head`` does; leave without a word.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _complain(f"{error.filename or ''} {error.strerror or error}")
    except typer.TyperException as error:
        text = _in_plain_words(error.format_message())
        return _complain(text) if text else MISTAKE


if __name__ == "__main__":
    sys.exit(main())
