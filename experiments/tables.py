"""Tables of the command line: games, the ledger of rules, a match, the bench."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from tolsim.experiments.cost import Cost

Summary = Mapping[str, Any]


def games_table(games: Sequence[Mapping[str, Any]]) -> Table:
    """Every game that can be played."""
    table = Table("name", "title", "players", "kind")
    for game in games:
        table.add_row(*(escape(str(game[key])) for key in ("name", "title", "players", "kind")))
    return table


def rules_table(ledger: Sequence[Mapping[str, Any]]) -> Table:
    """Rules with their values, other readings and where they come from.

    Rows of a table of cards share their notes; each is told once.
    """
    table = Table("rule", "status", "value")
    table.add_column("what it says", ratio=3)
    table.add_column("source", ratio=2)
    told = {""}
    for rule in ledger:
        note = "" if rule["note"] in told else rule["note"]
        told.add(note)
        table.add_row(
            escape(rule["id"]),
            rule["status"] if rule["modelled"] else f"{rule['status']},\nnot modelled",
            escape(_value_text(rule)),
            escape(rule["title"]) + (f"\n[dim]{escape(note)}[/dim]" if note else ""),
            escape(rule["source"]),
        )
    return table


def _value_text(rule: Mapping[str, Any]) -> str:
    if rule["value"] is None:
        return ""
    return "\nor ".join(map(str, (rule["value"], *rule["alternatives"])))


def counts_by_status(ledger: Sequence[Mapping[str, Any]]) -> str:
    """How many rules there are of each status, in one line."""
    counts = Counter(rule["status"] for rule in ledger)
    left_out = sum(not rule["modelled"] for rule in ledger)
    listed = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"{len(ledger)} rules: {listed or 'none'}; {left_out} not modelled"


def percent(rate: float) -> str:
    """Write a rate of 0..1 as a percentage with one decimal.

    >>> percent(0.5123)
    '51.2 %'
    """
    return f"{100 * rate:.1f} %"


def interval(low: float, high: float) -> str:
    """Write an interval of rates.

    >>> interval(0.49, 0.534)
    '49.0–53.4 %'
    """
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def seats_table(summary: Summary) -> Table:
    """Tell what every seat of a match won."""
    table = Table("seat", "agent")
    for heading in ("wins", "draws", "losses", "win rate", "95 % interval"):
        table.add_column(heading, justify="right")
    for seat in summary["seats"]:
        table.add_row(
            escape(seat["seat"]),
            escape(str(seat["agent"])),
            *(f"{seat[key]:,}" for key in ("wins", "draws", "losses")),
            percent(seat["win_rate"]),
            interval(seat["low"], seat["high"]),
        )
    return table


def agents_table(summary: Summary) -> Table:
    """Tell what every agent of a match won over all its seats."""
    table = Table("agent")
    table.add_column("win rate", justify="right")
    table.add_column("95 % interval", justify="right")
    for agent in summary["agents"]:
        table.add_row(
            escape(agent["agent"]),
            percent(agent["win_rate"]),
            interval(agent["low"], agent["high"]),
        )
    return table


def outcomes_table(summary: Summary) -> Table:
    """Why the games of a match ended."""
    table = Table("reason")
    table.add_column("games", justify="right")
    table.add_column("share", justify="right")
    for reason, count in sorted(summary["outcomes"].items(), key=lambda item: -item[1]):
        table.add_row(escape(reason), f"{count:,}", percent(count / summary["games"]))
    return table


def match_command(summary: Summary) -> str:
    """Command that plays a match again.

    >>> match_command({"game": "abyss", "agents": [{"agent": "uniform"}, {"agent": "greedy"}],
    ...     "games": 100, "seed": 1, "variant": "default", "overrides": {"hand.size": 3}})
    'tolsim match abyss -a uniform -a greedy --games 100 --seed 1 --set hand.size=3'
    """
    words = ["tolsim", "match", summary["game"]]
    for agent in summary["agents"]:
        words += ["-a", agent["agent"]]
    words += ["--games", str(summary["games"]), "--seed", str(summary["seed"])]
    if summary["variant"] != "default":
        words += ["--variant", summary["variant"]]
    for name, value in summary["overrides"].items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--set", f"{name}={text}"]
    return shlex.join(words)


def _figure(value: float, unit: str) -> str:
    return f"{value:.2f}" if unit == "s" else f"{value:,.0f}"


def bench_table(figures: Sequence[Mapping[str, Any]]) -> Table:
    """Our speed, and the peers' beside it."""
    table = Table("what")
    for heading in ("median", "lowest–highest"):
        table.add_column(heading, justify="right")
    table.add_column("unit")
    table.add_column("games/s", justify="right")
    table.add_column("peer")
    table.add_column("peer's", justify="right")
    table.add_column("ratio", justify="right")
    for row in figures:
        unit, games, peer = row["unit"], row["games_per_second"], row["peer"]
        table.add_row(
            row["what"],
            _figure(row["value"], unit),
            f"{_figure(row['low'], unit)}–{_figure(row['high'], unit)}",
            unit,
            f"{games:,.0f}" if games else "",
            peer or "",
            _figure(row["peer_value"], unit) if peer else "",
            f"{row['ratio']:.2f} x" if peer else "",
        )
    return table


def cost_table(costs: Sequence[Cost]) -> Table:
    """Nanoseconds of each part of a decision."""
    table = Table("part")
    table.add_column("ns, median", justify="right")
    table.add_column("lowest–highest", justify="right")
    for cost in costs:
        table.add_row(cost.part, f"{cost.value:,.1f}", f"{cost.low:,.1f}–{cost.high:,.1f}")
    return table
