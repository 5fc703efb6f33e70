"""How strong the policies are that come with tolsim: games against fixed agents, by seat.

    python -m tolsim.experiments.policy_strength abyss

plays them and records what they say in ``docs/results/policies.json``, from which the table in
``docs/training.md`` is made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tolsim.agents.policy import SHIPPED, load_policy
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import make
from tolsim.experiments.match import play_match
from tolsim.experiments.storage import write_text
from tolsim.experiments.tables import interval, percent

RESULTS = Path("docs/results/policies.json")
SEED = 2026
GUIDED = "mcts:iterations=100,policy=shipped"
MATCHES: Mapping[str, Sequence[tuple[str, str, int]]] = {
    "abyss": (
        ("policy", "uniform", 1000),
        ("policy", "greedy", 1000),
        ("policy", "mcts:iterations=100", 1000),
        ("policy", "mcts:iterations=800", 1000),
        (GUIDED, "mcts:iterations=400", 1000),
    ),
    # A search of this game takes seconds a game: fewer games, wider intervals.
    "four_horsemen": (
        ("policy", "uniform", 1000),
        ("policy", "greedy", 1000),
        ("policy", "mcts:iterations=100", 200),
        ("policy", "mcts:iterations=800", 40),
        (GUIDED, "mcts:iterations=400", 40),
    ),
}
"""For each game: agent, opponent, games."""


def play_row(game: str, agent: str, opponent: str, games: int) -> dict[str, Any]:
    """Play a match and keep what the table shows of it."""
    summary = play_match(game, [agent, opponent], games=games, seed=SEED).summary()
    mine = summary["agents"][0]
    return {
        "game": game,
        "agent": agent,
        "opponent": opponent,
        "games": games,
        "seed": SEED,
        "ruleset": summary["ruleset"],
        "policy": load_policy(SHIPPED, make(game)).digest,
        **{key: mine[key] for key in ("win_rate", "low", "high", "by_seat")},
    }


def policies_section(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write the table, and the command that made each policy."""
    lines = ["| game | agent | against | games | win rate | by seat |", "|---|---|---|--:|--:|---|"]
    for row in rows:
        seats = "; ".join(
            f"{each['seat']} {_rate(each)} of {each['games']:,}" for each in row["by_seat"]
        )
        lines.append(
            f"| {row['game']} | `{row['agent']}` | `{row['opponent']}` | {row['games']:,} "
            f"| {_rate(row)} | {seats} |"
        )
    for game in dict.fromkeys(row["game"] for row in rows):
        made = load_policy(SHIPPED, make(game)).about["made"]
        lines += [
            "",
            (
                f"`tolsim train {game} --minutes 30 --seed {made['seed']}` made that of {game}: "
                f"{made['updates']:,} updates, {made['decisions']:,} decisions of the learner."
            ),
        ]
    return "\n".join(lines)


def _rate(row: Mapping[str, Any]) -> str:
    return f"{percent(row['win_rate'])} ({interval(row['low'], row['high'])})"


def recorded(root: Path) -> list[dict[str, Any]]:
    """Rows that were played before."""
    path = root / RESULTS
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found


def main(arguments: Sequence[str]) -> int:
    """Play a game's matches and record them, each as soon as it is played."""
    try:
        if len(arguments) != 1 or arguments[0] not in MATCHES:
            raise unknown("game with a policy", " ".join(arguments), MATCHES)
        game = arguments[0]
        for place, match in enumerate(MATCHES[game]):
            rows = recorded(Path.cwd())
            kept = [row for row in rows if row["game"] != game]
            mine = [row for row in rows if row["game"] == game][:place]
            mine.append(play_row(game, *match))
            print(f"{match[0]} against {match[1]}: {_rate(mine[-1])}", flush=True)
            write_text(Path.cwd() / RESULTS, json.dumps(kept + mine, indent=1) + "\n")
    except TolsimError as error:
        print(f"policy_strength: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
