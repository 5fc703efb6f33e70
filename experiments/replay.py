"""Recorded games at the terminal: one told decision by decision, or many checked by replaying."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.experiments import narrate, terminal
from tolsim.experiments.first_use import REPLAY, compile_if_needed
from tolsim.experiments.result import game_of
from tolsim.experiments.storage import find_parts, read_games, read_manifest
from tolsim.experiments.verify import VerifyReport, verify

COLUMNS = ("game", "deal", "seed", "actions")


def recorded_game(folder: Path, number: int) -> tuple[Game, dict[str, Any]]:
    """Read one game of a run's folder.

    Returns
    -------
    tuple
        The run's game, and the row's :data:`COLUMNS` with the agents by seat under ``agents``.

    Raises
    ------
    TolsimError
        If the folder holds no run, not this game, or the installed rules are others.
    """
    manifest = read_manifest(folder)
    game = game_of(manifest["parameters"], folder)
    agents = [f"agent_{seat}" for seat in game.seats]
    for part in find_parts(folder, manifest["run"]):
        if not part.first <= number < part.stop:
            continue
        place = number - part.first
        for table in read_games([part], [*COLUMNS, *agents]):
            if place < len(table):
                row = table.slice(place, 1).to_pylist()[0]
                row["agents"] = {seat: row.pop(f"agent_{seat}") for seat in game.seats}
                return game, row
            place -= len(table)
    raise TolsimError(f"{folder} holds no game {number}; it is a run of {manifest['games']} games")


def replay_game(folder: Path, number: int, *, as_json: bool, moves_only: bool = False) -> None:
    """Show one recorded game: with its boards and its end, or its decisions only.

    Raises
    ------
    TolsimError
        If the game cannot be read, or both JSON and moves are asked for.
    """
    if as_json and moves_only:
        raise TolsimError("--moves is text; --json tells the decisions too")
    game, row = recorded_game(folder, number)
    compile_if_needed(game, REPLAY)
    if as_json:
        terminal.show_json(game_as_json(game, row))
    elif moves_only:
        _tell_moves(game, row)
    else:
        _tell(game, row)


def _tell_moves(game: Game, row: dict[str, Any]) -> None:
    console = terminal.results()
    states = game.reset(row["seed"], [row["deal"]])
    for action in row["actions"]:
        told = narrate.decision(game, states[0], action)
        game.step(states, [action])
        console.print(told, markup=False, soft_wrap=True)


def _tell(game: Game, row: dict[str, Any]) -> None:
    console = terminal.results()
    playing = ", ".join(f"{seat} {agent}" for seat, agent in row["agents"].items())
    console.print(f"Game {row['game']} (deal {row['deal']}): {playing}", markup=False)
    states = game.reset(row["seed"], [row["deal"]])
    boards = narrate.Boards(console, game)
    narrate.show_happened(console, game, states[0])
    for action in row["actions"]:
        boards.show(states[0])
        told = narrate.decision(game, states[0], action)
        game.step(states, [action])
        console.print(told, markup=False)
        narrate.show_happened(console, game, states[0])
    narrate.show_end(console, game, states[0])


def game_as_json(game: Game, row: dict[str, Any]) -> dict[str, Any]:
    """Put a recorded game into plain values: each decision in words, and how it ended.

    A game that tells what happens has it under ``happened``: before the first decision, and with
    each decision what came of it.
    """
    states = game.reset(row["seed"], [row["deal"]])
    first = _happened(game, states[0])
    decisions = []
    for action in row["actions"]:
        told = _decision(game, states[0], action)
        game.step(states, [action])
        decisions.append(told | _happened(game, states[0]))
    return {
        "game": game.name,
        "number": row["game"],
        "deal": row["deal"],
        "seed": row["seed"],
        "agents": row["agents"],
        **first,
        "decisions": decisions,
        "reason": game.outcome(states[0]),
        "seats": narrate.results(game, states[0]),
    }


def _decision(game: Game, state: np.record, action: int) -> dict[str, Any]:
    return {
        "seat": game.seats[int(state.to_move)],
        "action": action,
        "text": game.action_text(action),
        "describe": game.describe(state, action),
    }


def _happened(game: Game, state: np.record) -> dict[str, Any]:
    return {} if game.definition.happened is None else {"happened": game.happened(state)}


def verify_folder(folder: Path, sample: int | None, *, as_json: bool) -> bool:
    """Replay a folder's games, show what differs, and tell whether nothing does."""
    manifest = read_manifest(folder)
    game = game_of(manifest["parameters"], folder)
    find_parts(folder, manifest["run"])  # before compiling, so that damage is told at once
    compile_if_needed(game, REPLAY)
    with terminal.busy(f"Replaying games of {folder}", terminal_only=True) as say:

        def tell(report: VerifyReport) -> None:
            say(f"Replayed {report.checked:,} of {report.total:,} games of {folder}")

        report = verify(folder, sample, tell)
    if as_json:
        terminal.show_json(
            {
                "folder": str(folder),
                "total": report.total,
                "checked": report.checked,
                "ok": report.ok,
                "problems": report.problems,
            }
        )
        return report.ok
    console = terminal.results()
    for problem in report.problems:
        console.print(problem, markup=False, soft_wrap=True)
    found = "every recorded fact agrees" if report.ok else "they do not agree with their record"
    console.print(f"{report.checked:,} games replayed: {found}", markup=False, soft_wrap=True)
    return report.ok
