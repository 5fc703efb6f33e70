"""What ``make demo`` shows: thousands of games between search agents, and what they say on balance.

Results go to ``runs/demo-<ruleset id>``, a report in Markdown beside it; run again, it goes on from
what lies there.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from rich.table import Table

from tolsim.abyss.state import KING, NECROCAMPE, SEATS, STRATAGEMS
from tolsim.core.errors import TolsimError
from tolsim.core.registry import make
from tolsim.experiments import match_view, terminal
from tolsim.experiments.first_use import compile_if_needed
from tolsim.experiments.match import MatchResult, play_match
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.statistics import Shares
from tolsim.experiments.storage import write_text
from tolsim.experiments.tables import interval, match_command, percent

GAME = "abyss"
AGENT = "mcts:iterations=150"
GAMES = 3000
SEED = 1
RUNS = Path("runs")
COLUMNS = (f"return_{SEATS[KING]}", *(f"stratagem_{seat}" for seat in SEATS))

Pairing = tuple[str, str]
"""The King's Stratagem and the Necrocampe's."""


def king_shares(games: pa.Table, deal_size: int) -> dict[Pairing, Shares]:
    """Count what the King won under each pairing of Stratagems.

    Parameters
    ----------
    games
        Whole deals, in order, with at least :data:`COLUMNS`.
    deal_size
        Games of one deal; they share their Stratagems and are one unit of the interval.
    """
    king_return, king_holds, necrocampe_holds = (games[name].to_numpy() for name in COLUMNS)
    points = (np.sign(king_return).astype(np.int64) + 1).reshape(-1, deal_size).sum(axis=1)
    held = np.array([king_holds[::deal_size], necrocampe_holds[::deal_size]])
    shares: dict[Pairing, Shares] = {}
    for king in STRATAGEMS[KING]:
        for necrocampe in STRATAGEMS[NECROCAMPE]:
            shares[king, necrocampe] = Shares(2 * deal_size)
            chosen = (held[KING] == king) & (held[NECROCAMPE] == necrocampe)
            shares[king, necrocampe].add(points[chosen])
    return shares


def _cell(shares: Shares, deal_size: int) -> tuple[str, str]:
    rate = shares.rate()
    games = shares.deals * deal_size
    return percent(rate.rate), f"{interval(rate.low, rate.high)} of {games:,}"


def pairings_table(shares: Mapping[Pairing, Shares], deal_size: int) -> Table:
    """Lay the pairings out for the screen: the King's Stratagems down, the Necrocampe's across."""
    table = Table("King holds \\ Necrocampe holds", title="King's win rate by Stratagems held")
    for necrocampe in STRATAGEMS[NECROCAMPE]:
        table.add_column(necrocampe, justify="right")
    for king in STRATAGEMS[KING]:
        cells = [_cell(shares[king, other], deal_size) for other in STRATAGEMS[NECROCAMPE]]
        table.add_row(king, *("\n".join(cell) for cell in cells))
    return table


def report(result: MatchResult, shares: Mapping[Pairing, Shares], deal_size: int) -> str:
    """Write the report in Markdown."""
    summary = result.summary()
    across = STRATAGEMS[NECROCAMPE]
    lines = [
        f"# {GAME}: King against Necrocampe",
        "",
        f"`{match_command(summary)}`, ruleset {summary['ruleset']}",
        "",
        f"Verdict: {summary['sentence']}.",
        "",
        "King's win rate by the Stratagems that King (down) and Necrocampe (across) hold:",
        "",
        f"| | {' | '.join(across)} |",
        f"|---|{'---|' * len(across)}",
    ]
    for king in STRATAGEMS[KING]:
        cells = [" ".join(_cell(shares[king, other], deal_size)) for other in across]
        lines.append(f"| **{king}** | {' | '.join(cells)} |")
    lines += [
        "",
        "Intervals are 95 %; a deal with both its seatings is the unit. The cards are an assumed",
        "set, see `tolsim rules abyss`.",
        "",
    ]
    return "\n".join(lines)


def command() -> str:
    """How ``tolsim`` is called from here: by its name if this environment's is found by it."""
    own = Path(sys.executable).with_name("tolsim")
    found = shutil.which("tolsim")
    if not own.exists() or (found is not None and Path(found).resolve() == own.resolve()):
        return "tolsim"
    path = os.path.relpath(own)
    return str(own) if path.startswith(os.pardir) else path


def _games_in(folder: Path) -> int:
    path = folder / "games.parquet"
    return pq.read_metadata(path).num_rows if path.exists() else 0


def _next_steps(folder: Path, agent: str) -> list[str]:
    calls = [
        ["play", GAME, "--human", SEATS[KING]],
        ["replay", str(folder), "--game", "17"],
        ["match", GAME, "-a", agent, "-a", "greedy", "--games", "400", "--seed", "2",
         "--out", str(folder.with_name("second"))],
    ]  # fmt: skip
    return ["what next:", *(f"  {shlex.join([command(), *call])}" for call in calls)]


def run_demo(games: int = GAMES, agent: str = AGENT, runs: Path = RUNS) -> None:
    """Play the demo's match and show what it says.

    Parameters
    ----------
    games
        How many.
    agent
        The agent of both sides.
    runs
        Where the results' folder and the report go.
    """
    game = make(GAME)
    deal_size = games_per_deal(game)
    folder = runs / f"demo-{game.ruleset_id}"
    compile_if_needed(game)
    already_there = _games_in(folder) >= games
    with match_view.progress() as on_progress:
        result = play_match(
            GAME, [agent, agent], games=games, seed=SEED, out=folder, on_progress=on_progress
        )
    shares = king_shares(result.table, deal_size)
    path = runs / f"demo-{game.ruleset_id}.md"
    write_text(path, report(result, shares, deal_size))
    match_view.show(result)
    console = terminal.results()
    console.print(pairings_table(shares, deal_size))
    console.print(f"report: {path}", markup=False)
    if already_there:
        console.print(
            f"All games were there already, in {folder}; none was played. Remove that folder to "
            "play them again, or play others with another seed as below.",
            markup=False,
            soft_wrap=True,
        )
    for line in _next_steps(folder, agent):
        console.print(line, markup=False, soft_wrap=True)


def main(arguments: Sequence[str]) -> int:
    """Run the demo; its exit code."""
    try:
        run_demo()
    except KeyboardInterrupt:
        print("tolsim: stopped; the same command goes on from here", file=sys.stderr)
        return 130
    except (TolsimError, OSError) as error:
        print(f"tolsim: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # Workers import this file under another name, so nothing else may stand here.
    sys.exit(main(sys.argv[1:]))
