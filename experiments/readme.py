"""The tables of README.md, made from recorded results so that no figure is typed by hand.

``python -m tolsim.experiments.readme --measure`` plays and measures what is recorded in
``docs/results``; without ``--measure`` the tables are only written anew.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tolsim.experiments.storage import write_text
from tolsim.experiments.tables import interval, match_command, percent

RESULTS = Path("docs/results")
GAME = "abyss"
AGENTS = ("mcts:iterations=200", "mcts:iterations=200")
GAMES = 2000
SEED = 1


def match_section(summary: Mapping[str, Any]) -> str:
    """Write a match: its command, its seats, its verdict."""
    lines = [f"`{match_command(summary)}`", ""]
    lines += ["| seat | agent | wins | draws | losses | win rate | 95 % interval |"]
    lines += ["|---|---|--:|--:|--:|--:|--:|"]
    for seat in summary["seats"]:
        cells = [seat["seat"], f"`{seat['agent']}`"]
        cells += [f"{seat[key]:,}" for key in ("wins", "draws", "losses")]
        cells += [percent(seat["win_rate"]), interval(seat["low"], seat["high"])]
        lines.append(f"| {' | '.join(cells)} |")
    reasons = sorted(summary["outcomes"].items(), key=lambda item: -item[1])
    ended = ", ".join(f"{reason} {count:,}" for reason, count in reasons)
    return "\n".join([*lines, "", f"Verdict: {summary['sentence']}. Games ended by: {ended}."])


def bench_section(figures: Sequence[Mapping[str, Any]]) -> str:
    """Write our speed and the peers'."""
    lines = ["| what | median | lowest–highest | unit | peer | peer's median | ratio |"]
    lines += ["|---|--:|--:|---|---|--:|--:|"]
    for row in figures:
        digits = ".2f" if row["unit"] == "s" else ",.0f"
        cells = [row["what"], format(row["value"], digits)]
        games = row["games_per_second"]
        unit = f"{row['unit']} ({games:,.0f} games/s)" if games else row["unit"]
        cells += [f"{row['low']:{digits}}–{row['high']:{digits}}", unit]
        if row["peer"]:
            cells += [row["peer"], format(row["peer_value"], digits), f"{row['ratio']:.2f}"]
        else:
            cells += ["", "", ""]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


SECTIONS: Mapping[str, Callable[[Any], str]] = {"match": match_section, "bench": bench_section}


def with_tables(text: str, root: Path) -> str:
    """README text with every section between its markers made from the recorded results."""
    for name, make_section in SECTIONS.items():
        recorded = json.loads((root / RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        pattern = rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)"
        parts = re.split(pattern, text, maxsplit=1, flags=re.DOTALL)
        text = f"{make_section(recorded)}\n".join(parts)
    return text


def measure(root: Path) -> None:
    """Play the match and run the bench, and record both."""
    from tolsim.experiments.bench import bench
    from tolsim.experiments.match import play_match
    from tolsim.experiments.terminal import busy

    with busy("Playing the README's match") as say:
        played = play_match(GAME, list(AGENTS), games=GAMES, seed=SEED)
        figures = bench(GAME, on_step=say)
    for name, value in (("match", played.summary()), ("bench", figures)):
        write_text(root / RESULTS / f"{name}.json", json.dumps(value, indent=2) + "\n")


def main(arguments: Sequence[str]) -> None:
    """Write README.md's tables, after measuring anew if asked to."""
    root = Path.cwd()
    if "--measure" in arguments:
        measure(root)
    readme = root / "README.md"
    write_text(readme, with_tables(readme.read_text(encoding="utf-8"), root))


if __name__ == "__main__":
    main(sys.argv[1:])
