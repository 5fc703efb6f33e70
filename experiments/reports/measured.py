"""The numbers of a report, as frames: one for each of its tables and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.core.game import Game
from tolsim.core.registry import default_rules
from tolsim.experiments.questions import watched
from tolsim.experiments.questions.recorded import RecordedCell
from tolsim.experiments.reports import headline
from tolsim.experiments.result import MatchResult
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.tables import told_apart

if TYPE_CHECKING:
    import pandas as pd

BY_POINTS = "victory points"
BY_EVALUATION = "the game's own evaluation of positions"
ASSUMED = "assumed"


def seat_rates(result: MatchResult | StudyResult, cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Win rates of every seat in every cell: ``cell``, ``seat``, ``games``, ``win_rate``, ``low``,
    ``high``, ``draws``; cells of one player are left out.
    """  # noqa: D205
    import pandas as pd

    rows = []
    for cell in cells:
        if cell.game.num_players == 1:
            continue
        for seat, (rate, low, high) in enumerate(headline.seat_rates(result, cell)):
            rows.append(
                {
                    "cell": cell.name,
                    "seat": cell.game.seats[seat],
                    "games": cell.tally.games,
                    "win_rate": rate,
                    "low": low,
                    "high": high,
                    "draws": float(cell.tally.results[seat, 1]) / cell.tally.games,
                }
            )
    return pd.DataFrame(rows)


def agent_rates(cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Win rates of the agents of every cell whose agents differ: ``cell``, ``agent``, ``win_rate``,
    ``low``, ``high``, and ``as SEAT``, the rate in each seat.
    """  # noqa: D205
    import pandas as pd

    rows = []
    for cell in cells:
        if len(set(cell.agents)) < 2:
            continue
        for k, agent in enumerate(told_apart(cell.agents)):
            rate, low, high = cell.tally.agents[k].rate()
            row = {"cell": cell.name, "agent": agent, "win_rate": rate, "low": low, "high": high}
            by_seat = cell.tally.agents_by_seat[k]
            for seat, shares in zip(cell.game.seats, by_seat, strict=True):
                row[f"as {seat}"] = shares.rate().rate
            rows.append(row)
    return pd.DataFrame(rows)


def class_shares(cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Classes of outcomes of one player: ``cell``, ``outcome``, ``games``, ``share``, ``low``,
    ``high``.
    """  # noqa: D205
    import pandas as pd

    rows = []
    for cell in cells:
        if cell.game.num_players > 1:
            continue
        for name, shares in cell.tally.classes[0].items():
            share, low, high = shares.rate()
            row = {"cell": cell.name, "outcome": name, "games": shares.points}
            rows.append({**row, "share": share, "low": low, "high": high})
    return pd.DataFrame(rows)


def skill(result: MatchResult | StudyResult, cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """First seat's win rate by the skill of equal agents, where cells differ by agents.

    Columns: ``agents``; ``others``, the cell's other factors; ``seat``, ``win_rate``, ``low``,
    ``high``. Empty where fewer than two equal matchups were played.
    """
    import pandas as pd

    rows = []
    for cell in cells:
        if "agents" in cell.factors and cell.game.num_players > 1 and len(set(cell.agents)) == 1:
            rate, low, high = headline.seat_rates(result, cell)[0]
            others = [f"{key}={value}" for key, value in cell.factors.items() if key != "agents"]
            rows.append(
                {
                    "agents": str(cell.factors["agents"]),
                    "others": ", ".join(others),
                    "seat": cell.game.seats[0],
                    "win_rate": rate,
                    "low": low,
                    "high": high,
                }
            )
    if len({row["agents"] for row in rows}) < 2:
        return pd.DataFrame()
    return pd.DataFrame(rows)


def reasons(cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Why games ended: ``cell``, ``reason``, ``games``, ``share``, the most frequent first."""
    import pandas as pd

    rows = [
        {
            "cell": cell.name,
            "reason": reason.replace("_", " "),
            "games": count,
            "share": count / cell.tally.games,
        }
        for cell in cells
        for reason, count in cell.tally.outcomes.most_common()
    ]
    return pd.DataFrame(rows)


def lengths(cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Decisions of a game, counted: ``cell``, ``decisions``, ``games``."""
    counted = {}
    for cell in cells:
        values = [table["decisions"].to_numpy() for table in cell.tables(["decisions"])]
        counted[cell.name] = np.unique(np.concatenate(values), return_counts=True)
    return _counts(counted, "decisions")


def _counts(counted: dict[str, tuple[np.ndarray, np.ndarray]], what: str) -> pd.DataFrame:
    import pandas as pd

    frames = [
        pd.DataFrame({"cell": name, what: values, "games": games})
        for name, (values, games) in counted.items()
    ]
    return pd.concat(frames, ignore_index=True)


def lead_changes(cells: Sequence[RecordedCell], games: int) -> tuple[pd.DataFrame, str]:
    """Count how often the lead changes hands, in the first games of every cell, played again.

    Parameters
    ----------
    cells
        Of games of several seats.
    games
        Games to look at, in all.

    Returns
    -------
    tuple
        Frame of ``cell``, ``lead_changes``, ``games``; and what tells who leads: the scores, where
        those of two seats move during play, else the game's evaluation.
    """
    tables = [cell.first_games(max(games // len(cells), 1), ["deal", "actions"]) for cell in cells]
    by_points = all(
        _two_score(cell.game, watched.decisions(cell.game, cell.seed, table.slice(0, 50)))
        for cell, table in zip(cells, tables, strict=True)
    )
    counted = {}
    for cell, table in zip(cells, tables, strict=True):
        value = cell.game.definition.scores if by_points else cell.game.evaluate
        leader = np.full(len(table), -1)
        changes = np.zeros(len(table), np.int64)
        for rows, states, _ in watched.decisions(cell.game, cell.seed, table):
            _note_leaders(np.asarray(value(states)), rows, leader, changes)
        counted[cell.name] = np.unique(changes, return_counts=True)
    return _counts(counted, "lead_changes"), BY_POINTS if by_points else BY_EVALUATION


def _two_score(game: Game, decisions: Iterable[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> bool:
    """Whether the scores of at least two seats move during play."""
    moved = np.zeros(game.num_players, bool)
    for _, states, _ in decisions:
        moved |= (np.asarray(game.definition.scores(states)) != 0).any(axis=0)
    return int(moved.sum()) > 1


def _note_leaders(
    values: np.ndarray, rows: np.ndarray, leader: np.ndarray, changes: np.ndarray
) -> None:
    """Count where another seat leads than before; a tie leaves the lead where it is."""
    ordered = np.sort(values, axis=1)
    now = np.where(ordered[:, -1] > ordered[:, -2], values.argmax(axis=1), leader[rows])
    changes[rows] += (leader[rows] >= 0) & (now != leader[rows])
    leader[rows] = now


def assumptions(cells: Sequence[RecordedCell]) -> pd.DataFrame:
    """Rules that are assumed: ``game``, ``rule``, ``title``, ``value`` in force in the cells,
    ``changed`` from the game's files, ``note``; changed ones first.
    """  # noqa: D205
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys(cell.game.name for cell in cells):
        usual = default_rules(name)
        rulesets = [cell.game.ruleset for cell in cells if cell.game.name == name]
        for rule in usual.rules.values():
            if rule.status != ASSUMED:
                continue
            values = list(dict.fromkeys(ruleset.rules[rule.id].value for ruleset in rulesets))
            rows.append(
                {
                    "game": name,
                    "rule": rule.id,
                    "title": rule.title,
                    "value": " or ".join(map(_value_text, values)),
                    "changed": values != [rule.value],
                    "note": rule.note,
                }
            )
    frame = pd.DataFrame(rows, columns=["game", "rule", "title", "value", "changed", "note"])
    return frame.sort_values("changed", ascending=False, kind="stable", ignore_index=True)


def _value_text(value: Any) -> str:
    from tolsim.experiments.tables import value_text

    return "" if value is None else value_text(value)
