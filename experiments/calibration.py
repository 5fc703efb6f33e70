"""Calibration: find the assumed values that bring a side's share of wins where it should be.

A calibration file lists candidates, each a set of rule values; every candidate is played by the
same agents on the same deals. Results go to a folder and on from what lies there, so a calibration
that was stopped loses nothing, and one with more games plays only those.

    python -m tolsim.experiments.calibration four_horsemen
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from rich.table import Table

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import make
from tolsim.experiments import terminal
from tolsim.experiments.match import MatchResult, play_match
from tolsim.experiments.storage import write_text
from tolsim.experiments.tables import interval, percent

FOLDER = Path(__file__).parent / "calibrations"
KEYS = ("game", "agents", "games", "seed", "seat", "low", "high", "candidates")


@dataclass(frozen=True)
class Calibration:
    """What to play and what to look for.

    Attributes
    ----------
    game
        Name in the registry.
    agents
        One a seat.
    games, seed
        Of each candidate.
    seat
        Seat whose share of wins is looked at.
    low, high
        Where that share should lie, 0 to 1.
    candidates
        Name to the rule values that differ from the default.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    seed: int
    seat: str
    low: float
    high: float
    candidates: Mapping[str, Mapping[str, Any]]


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file.

    Raises
    ------
    TolsimError
        For a file that is no TOML, a key that is missing or unknown, or rule values that the game
        refuses.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise TolsimError(f"{path.name} cannot be read: {error}") from None
    for key in data:
        if key not in KEYS:
            raise unknown(f"key of {path.name}", key, KEYS)
    for key in KEYS:
        if key not in data:
            raise TolsimError(f"{path.name} has no {key}")
    found = Calibration(**{**data, "agents": tuple(data["agents"])})
    game = make(found.game)
    if found.seat not in game.seats:
        raise unknown(f"seat of {path.name}", found.seat, game.seats)
    for changes in found.candidates.values():
        make(found.game, overrides=changes)
    return found


def play_candidates(
    calibration: Calibration,
    out: Path,
    games: int | None = None,
    on_candidate: Callable[[str], object] = lambda _: None,
) -> dict[str, MatchResult]:
    """Play every candidate.

    Parameters
    ----------
    calibration
        What to play.
    out
        Folder of the results, one below it for each candidate.
    games
        Of each candidate, instead of the file's.
    on_candidate
        Called with each name before it is played.
    """
    results = {}
    for name, changes in calibration.candidates.items():
        on_candidate(name)
        results[name] = play_match(
            calibration.game,
            calibration.agents,
            games=games or calibration.games,
            seed=calibration.seed,
            overrides=changes,
            out=out / name.replace(" ", "_"),
        )
    return results


def rows(calibration: Calibration, results: Mapping[str, MatchResult]) -> list[dict[str, Any]]:
    """Sum each candidate up: its share of wins with the interval, and whether it is where it should be."""
    found = []
    for name, result in results.items():
        place = result.game.seats.index(calibration.seat)
        share = result.tally.seats[place].rate()
        found.append(
            {
                "candidate": name,
                "changes": dict(calibration.candidates[name]),
                "games": result.tally.games,
                "rate": share.rate,
                "low": share.low,
                "high": share.high,
                "reasons": dict(sorted(result.tally.outcomes.items())),
                "fits": calibration.low <= share.rate <= calibration.high,
            }
        )
    return found


def as_markdown(calibration: Calibration, found: list[dict[str, Any]]) -> str:
    """Write the rows as a page that can be kept beside the rules."""
    wanted = f"{percent(calibration.low)} to {percent(calibration.high)}"
    agents = " and ".join(f"`{agent}`" for agent in calibration.agents)
    lines = [
        f"# Calibration of {calibration.game}",
        "",
        f"Agents {agents}, seed {calibration.seed}: {calibration.seat} should win {wanted}.",
        "",
        "| candidate | changes | games | wins | 95 % interval | reasons | fits |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in found:
        changes = ", ".join(f"`{key}={value}`" for key, value in row["changes"].items()) or "none"
        reasons = ", ".join(f"{name} {count}" for name, count in row["reasons"].items())
        lines.append(
            f"| {row['candidate']} | {changes} | {row['games']:,} | {percent(row['rate'])} "
            f"| {interval(row['low'], row['high'])} | {reasons} | {'yes' if row['fits'] else 'no'} |"
        )
    return "\n".join(lines) + "\n"


def show(calibration: Calibration, found: list[dict[str, Any]]) -> None:
    """Print the rows."""
    table = Table("candidate", "games", f"{calibration.seat} wins", "95 % interval", "reasons")
    for row in found:
        reasons = ", ".join(f"{name} {count}" for name, count in row["reasons"].items())
        mark = " *" if row["fits"] else ""
        share = interval(row["low"], row["high"])
        table.add_row(
            row["candidate"] + mark, f"{row['games']:,}", percent(row["rate"]), share, reasons
        )
    terminal.results().print(table)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse a mistake in one line, as the command line does."""
        raise TolsimError(f"{message}; --help tells more")


def main(arguments: list[str] | None = None) -> int:
    """Run a calibration from the command line; its exit code."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    parser = _Parser(description=__doc__.split("\n")[0], allow_abbrev=False)
    parser.add_argument("name", help=f"one of {', '.join(names)}, or a calibration file")
    parser.add_argument(
        "--out", type=Path, default=Path("runs/calibration"), help="folder of the results"
    )
    parser.add_argument("--games", type=int, help="of each candidate, instead of the file's")
    try:
        given = parser.parse_args(arguments)
        path = Path(given.name)
        if path.suffix != ".toml":
            if given.name not in names:
                raise unknown("calibration", given.name, names)
            path = FOLDER / f"{given.name}.toml"
        calibration = read_calibration(path)
        results = play_candidates(
            calibration, given.out, given.games, lambda name: terminal.notices().print(name)
        )
        found = rows(calibration, results)
        show(calibration, found)
        write_text(given.out / "calibration.md", as_markdown(calibration, found))
        print(f"page: {given.out / 'calibration.md'}")
    except TolsimError as error:
        print(f"calibration: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
