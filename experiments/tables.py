"""Tables of the command line: games, the ledger of rules, a match, the bench."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tolsim.experiments.cost import Cost

Summary = Mapping[str, Any]

POINTS_BY_SOURCE = "vp_"
"""How telemetry columns begin that hold the victory points of one source each."""


def games_table(games: Sequence[Mapping[str, Any]]) -> Table:
    """Every game that can be played."""
    table = Table("name", "title", "players", "kind")
    for game in games:
        table.add_row(*(escape(str(game[key])) for key in ("name", "title", "players", "kind")))
    return table


def value_text(value: Any) -> str:
    """Write a value of a rule or an option as it is given.

    >>> value_text(True), value_text(3)
    ('true', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def agent_lines(agent: Mapping[str, Any]) -> list[str]:
    """Tell an agent and its options, one a line."""
    lines = [f"{agent['agent']}: {agent['about']}"]
    for option in agent["options"]:
        allowed = " or ".join(option["choices"]) or option["type"]
        if option["range"] is not None:
            allowed += " of {:,} to {:,}".format(*option["range"])
        default = option["default"]
        usual = "" if default is None else f", {value_text(default)} by default"
        lines.append(f"    {option['option']}={allowed}{usual}: {option['about']}")
    return lines


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


def told_apart(agents: Sequence[str]) -> list[str]:
    """Number the agents whose texts are equal by their places in the command.

    >>> told_apart(["mcts", "greedy", "mcts"])
    ['mcts (first)', 'greedy', 'mcts (third)']
    """
    places = ("first", "second", "third")
    return [
        f"{agent} ({places[i] if i < len(places) else f'{i + 1}th'})"
        if agents.count(agent) > 1
        else agent
        for i, agent in enumerate(agents)
    ]


def agents_table(summary: Summary) -> Table:
    """Tell what every agent of a match won over all its seats, and in each."""
    table = Table("agent")
    seats = [each["seat"] for each in summary["agents"][0]["by_seat"]]
    for heading in ("win rate", "95 % interval", *(f"as {seat}" for seat in seats)):
        table.add_column(escape(heading), justify="right")
    names = told_apart([agent["agent"] for agent in summary["agents"]])
    for name, agent in zip(names, summary["agents"], strict=True):
        table.add_row(
            escape(name),
            percent(agent["win_rate"]),
            interval(agent["low"], agent["high"]),
            *(
                f"{percent(each['win_rate'])} ({interval(each['low'], each['high'])})"
                for each in agent["by_seat"]
            ),
        )
    return table


def classes_table(summary: Summary) -> Table:
    """How every seat of a match fared, by class of outcome, the best first."""
    several = len(summary["seats"]) > 1
    table = Table(*(["seat"] if several else []), "class")
    for heading in ("games", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for row in summary["classes"]:
        table.add_row(
            *([escape(row["seat"])] if several else []),
            escape(row["class"]),
            f"{row['games']:,}",
            percent(row["share"]),
            interval(row["low"], row["high"]),
        )
    return table


def tells_sources(summary: Summary) -> bool:
    """Whether a match's telemetry tells what victory points come from."""
    return any(row["column"].startswith(POINTS_BY_SOURCE) for row in summary["telemetry"])


def telemetry_tables(summary: Summary) -> list[Table]:
    """Means of decisions, scores and telemetry; points and their sources apart, where told."""
    rows = summary["telemetry"]
    of_points = ("score_", POINTS_BY_SOURCE) if tells_sources(summary) else ()
    sources = [row for row in rows if row["column"].startswith(of_points)]
    others = [row for row in rows if row not in sources]
    parts = {"victory points by source": sources, "telemetry": others}
    return [_means_table(title, part) for title, part in parts.items() if part]


def _means_table(title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(title)
    for heading in ("mean", "spread", "lowest–highest"):
        table.add_column(heading, justify="right")
    table.add_column("meaning")
    for row in rows:
        table.add_row(
            escape(row["column"]),
            f"{row['mean']:,.2f}",
            f"{row['spread']:,.2f}",
            f"{row['lowest']:,g}–{row['highest']:,g}",
            escape(row["about"]),
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


def match_command(summary: Summary, *, out: Path | None = None, delta: float | None = None) -> str:
    """Command that plays a match again, into the same folder if it has one.

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
        words += ["--set", f"{name}={value_text(value)}"]
    if delta is not None:
        words += ["--delta", f"{delta:g}"]
    if out is not None:
        words += ["--out", str(out)]
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
