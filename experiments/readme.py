"""The tables of README.md and docs/, made so that nothing in them is typed by hand.

``python -m tolsim.experiments.readme --measure`` plays and measures what is recorded in
``docs/results``; without ``--measure`` the tables are only written anew, from those results, the
agents' options and the columns of the games' tables.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tolsim.agents.agent import KINDS
from tolsim.agents.options import Option, value_text
from tolsim.core.registry import make
from tolsim.experiments.match import play_match
from tolsim.experiments.policy_strength import policies_section, recorded
from tolsim.experiments.schema import column_docs
from tolsim.experiments.storage import write_text
from tolsim.experiments.tables import interval, match_command, percent

PAGES = ("README.md", "docs/results.md", "docs/training.md")
RESULTS = Path("docs/results")
GAME = "abyss"
AGENTS = ("mcts:iterations=200", "mcts:iterations=200")
GAMES = 2000
SEED = 1


def match_section(summary: Mapping[str, Any]) -> str:
    """Write a match: its command, its ruleset, its seats or classes of outcomes, what it found."""
    lines = [f"`{match_command(summary)}`, played with ruleset `{summary['ruleset']}`", ""]
    alone = len(summary["seats"]) == 1
    lines += _classes_lines(summary) if alone else _seats_lines(summary)
    reasons = sorted(summary["outcomes"].items(), key=lambda item: -item[1])
    ended = ", ".join(f"{reason} {count:,}" for reason, count in reasons)
    found = f"{'Result' if alone else 'Verdict'}: {summary['sentence']}"
    return "\n".join([*lines, "", f"{found}. Games ended by: {ended}."])


def _seats_lines(summary: Mapping[str, Any]) -> list[str]:
    lines = ["| seat | agent | wins | draws | losses | win rate | 95 % interval |"]
    lines += ["|---|---|--:|--:|--:|--:|--:|"]
    for seat in summary["seats"]:
        cells = [seat["seat"], f"`{seat['agent']}`"]
        cells += [f"{seat[key]:,}" for key in ("wins", "draws", "losses")]
        cells += [percent(seat["win_rate"]), interval(seat["low"], seat["high"])]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _classes_lines(summary: Mapping[str, Any]) -> list[str]:
    lines = ["| class | games | share | 95 % interval |", "|---|--:|--:|--:|"]
    for row in summary["classes"]:
        cells = [row["class"], f"{row['games']:,}", percent(row["share"])]
        lines.append(f"| {' | '.join([*cells, interval(row['low'], row['high'])])} |")
    return lines


def bench_section(recorded: Mapping[str, Any]) -> str:
    """Write our speed and the peers'."""
    lines = [f"Measured with ruleset `{recorded['ruleset']}`:", ""]
    lines += ["| what | median | lowest–highest | unit | peer | peer's median | ratio |"]
    lines += ["|---|--:|--:|---|---|--:|--:|"]
    for row in recorded["figures"]:
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


def _values(option: Option) -> str:
    if option.kind is bool:
        return "`true`, `false`"
    if option.kind is str:
        return ", ".join(f"`{choice}`" for choice in option.choices) or "any"
    return f"{option.low:,} to {option.high:,}"


def agents_section() -> str:
    """Write every agent, and under it every option."""
    lines = ["| agent, option | values | default | meaning |", "|---|---|---|---|"]
    for name, kind in KINDS.items():
        lines.append(f"| **`{name}`** | | | {kind.about} |")
        for option in kind.options:
            default = "none" if option.default is None else f"`{value_text(option.default)}`"
            lines.append(f"| `{option.key}` | {_values(option)} | {default} | {option.about} |")
    return "\n".join(lines)


def columns_section() -> str:
    """Write every column of the game's tables with its type."""
    played = play_match(GAME, ["uniform"] * 2, games=2, seed=SEED, workers=1)
    types = {field.name: field.type for field in played.table.schema}
    lines = ["| column | type | meaning |", "|---|---|---|"]
    for name, about in column_docs(make(GAME)).items():
        lines.append(f"| `{name}` | {types[name]} | {about} |")
    return "\n".join(lines)


def heroes_section() -> str:
    """Write which Hero stands at which place of the columns with one value per Hero."""
    heroes = make(GAME).ruleset.tables["heroes"]
    return ", ".join(f"{place} `{name}`" for place, name in enumerate(heroes))


def _recorded(root: Path, name: str) -> Any:
    return json.loads((root / RESULTS / f"{name}.json").read_text(encoding="utf-8"))


SECTIONS: Mapping[str, Callable[[Path], str]] = {
    "match": lambda root: match_section(_recorded(root, "match")),
    "bench": lambda root: bench_section(_recorded(root, "bench")),
    "policies": lambda root: policies_section(recorded(root)),
    "agents": lambda root: agents_section(),
    "columns": lambda root: columns_section(),
    "heroes": lambda root: heroes_section(),
}


def with_tables(text: str, root: Path) -> str:
    """Text of a page with every section between its markers made anew."""
    for name, make_section in SECTIONS.items():
        pattern = rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)"
        parts = re.split(pattern, text, maxsplit=1, flags=re.DOTALL)
        if len(parts) == 2:
            text = f"{make_section(root)}\n".join(parts)
    return text


def measure(root: Path) -> None:
    """Play the match and run the bench, and record both."""
    from tolsim.experiments.bench import bench
    from tolsim.experiments.terminal import busy

    with busy("Playing the README's match") as say:
        played = play_match(GAME, list(AGENTS), games=GAMES, seed=SEED).summary()
        figures = bench(GAME, on_step=say)
    speed = {"ruleset": make(GAME).ruleset_id, "figures": figures}
    for name, value in (("match", played), ("bench", speed)):
        write_text(root / RESULTS / f"{name}.json", json.dumps(value, indent=2) + "\n")


def main(arguments: Sequence[str]) -> None:
    """Write the tables of every page, after measuring anew if asked to."""
    root = Path.cwd()
    if "--measure" in arguments:
        measure(root)
    for page in PAGES:
        path = root / page
        write_text(path, with_tables(path.read_text(encoding="utf-8"), root))


if __name__ == "__main__":
    main(sys.argv[1:])
