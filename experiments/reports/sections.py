"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tolsim.core.errors import TolsimError
from tolsim.experiments.questions.content import content_of
from tolsim.experiments.questions.kept import SENSITIVITY, SKILL, TUNING, Kept
from tolsim.experiments.questions.recorded import RecordedCell, cells_of
from tolsim.experiments.reports import charts, measured
from tolsim.experiments.reports.headline import verdict_on
from tolsim.experiments.reports.page_parts import (
    Section,
    Table,
    figure_json,
    percent,
    points,
    table_of,
)
from tolsim.experiments.reports.reproduce import reproduce
from tolsim.experiments.result import MatchResult
from tolsim.experiments.studies.result import StudyResult

if TYPE_CHECKING:
    import pandas as pd

GAMES_FOR_CONTENT = 10_000
GAMES_FOR_LEADS = 1_000
"""Games that are played again for a section."""
TITLES = {
    SKILL: "By skill",
    SENSITIVITY: "What the answer owes to how the rules are read",
    TUNING: "Which value is near the target",
}
"""Of the sections of kept answers."""
HOW_CONTENT_IS_READ = (
    "The effect is the difference in win rate by a content's use, in points, with seat, agent and "
    "luck controlled for: between the games of one deal in which a seat used it and those in which "
    "it did not, or between deals for what is dealt. It is association controlled for these, not "
    "proof of a cause. q is the share of false discoveries among all that are as sure."
)


def sections_of(
    result: MatchResult | StudyResult, folder: str, answers: Sequence[Kept] = ()
) -> list[Section]:
    """Make every section that the games have something for."""
    cells = cells_of(result)
    found = [
        _win_rates(result, cells),
        _agents(cells),
        _outcome_classes(cells),
        _skill(result, cells),
        _reasons(cells),
        _lengths(cells),
        _lead_changes(cells),
        _split(result),
        *_contents(result, cells),
        *map(_answer, answers),
        _assumptions(cells),
        reproduce(result, cells, folder),
    ]
    return [section for section in found if section is not None]


def _win_rates(result: MatchResult | StudyResult, cells: Sequence[RecordedCell]) -> Section | None:
    rates = measured.seat_rates(result, cells)
    if rates.empty:
        return None
    study = result.study if isinstance(result, StudyResult) else None
    delta = result.delta if isinstance(result, MatchResult) else result.study.delta
    text = ["A win counts 1, a draw 1/2. The band is what counts as balanced."]
    if study is not None and study.stop is not None:
        delta = study.stop.delta
        text.append("Intervals hold however often the games were looked at before they stopped.")
    verdicts = {cell.name: verdict for cell in cells if (verdict := verdict_on(result, cell))}
    rates["verdict"] = [
        verdicts[cell].verdict if cell in verdicts else "" for cell in rates["cell"]
    ]
    write = {"cell": None, "seat": None, "games": None, "win_rate": percent, "low to high": percent}
    return Section(
        "Win rates",
        text,
        [figure_json(charts.win_rates(rates, delta))],
        table_of(rates, {**write, "draws": percent, "verdict": None}),
    )


def _agents(cells: Sequence[RecordedCell]) -> Section | None:
    rates = measured.agent_rates(cells)
    if rates.empty:
        return None
    by_seat = {name: percent for name in rates.columns.astype(str) if name.startswith("as ")}
    write = {"cell": None, "agent": None, "win_rate": percent, "low to high": percent, **by_seat}
    return Section("Agents", ["Over all seats, and in each."], table=table_of(rates, write))


def _outcome_classes(cells: Sequence[RecordedCell]) -> Section | None:
    shares = measured.class_shares(cells)
    if shares.empty:
        return None
    return Section(
        "Outcomes of the player",
        figures=[figure_json(charts.outcome_classes(shares))],
        table=table_of(
            shares,
            {
                "cell": None,
                "outcome": None,
                "games": None,
                "share": percent,
                "low to high": percent,
            },
        ),
    )


def _skill(result: MatchResult | StudyResult, cells: Sequence[RecordedCell]) -> Section | None:
    curve = measured.skill(result, cells)
    if curve.empty:
        return None
    text = "Both seats have the same agents: how the balance changes with the skill of the players."
    write = {"agents": None, "others": None, "seat": None, "win_rate": percent}
    return Section(
        "Balance by skill",
        [text],
        [figure_json(charts.skill_curve(curve))],
        table_of(curve, {**write, "low to high": percent}),
    )


def _reasons(cells: Sequence[RecordedCell]) -> Section:
    counted = measured.reasons(cells)
    return Section(
        "Why games end",
        figures=[figure_json(charts.reasons(counted))],
        table=table_of(counted, {"cell": None, "reason": None, "games": None, "share": percent}),
    )


def _lengths(cells: Sequence[RecordedCell]) -> Section:
    counted = measured.lengths(cells)
    table = _summed_up(counted, "decisions")
    return Section(
        "Length",
        ["Decisions of a game, of all seats together."],
        [figure_json(charts.distribution(counted, "decisions", "decisions"))],
        table,
    )


def _summed_up(counted: pd.DataFrame, what: str) -> Table:
    import numpy as np
    import pandas as pd

    rows = []
    for name, part in counted.groupby("cell", sort=False):
        values, games = part[what].to_numpy(), part["games"].to_numpy()
        order = np.argsort(values)
        reached = np.cumsum(games[order]) / games.sum()
        low, median, high = values[order][np.searchsorted(reached, [0.05, 0.5, 0.95])].tolist()
        mean = float(np.average(values, weights=games))
        spread = float(np.sqrt(np.average((values - mean) ** 2, weights=games)))
        rows.append([name, int(games.sum()), mean, spread, low, median, high])
    columns = ["cell", "games", "mean", "spread", "5 %", "median", "95 %"]
    digits = "{:.1f}".format
    write = dict.fromkeys(columns) | {"mean": digits, "spread": digits}
    return table_of(pd.DataFrame(rows, columns=columns), write)


def _lead_changes(cells: Sequence[RecordedCell]) -> Section:
    title = "Changes of the lead"
    played = [cell for cell in cells if cell.game.num_players > 1]
    if not played:
        return Section(title, ["Left out: one player has nobody to lead."])
    counted, basis = measured.lead_changes(played, GAMES_FOR_LEADS)
    text = (
        f"How often another seat comes to lead during a game, by {basis}, before each decision of "
        f"{int(counted['games'].sum()):,} games played again."
    )
    figure = charts.distribution(counted, "lead_changes", "changes of the lead")
    return Section(title, [text], [figure_json(figure)], _summed_up(counted, "lead_changes"))


def _split(result: MatchResult | StudyResult) -> Section | None:
    if isinstance(result, MatchResult) or not result.study.split:
        return None
    title = f"Split by {' and '.join(result.study.split)}"
    try:
        frame = result.split()
    except TolsimError as error:
        return Section(title, [f"Left out: {error}."])
    write = {
        name: percent if name.startswith(("win_rate_", "low_", "high_")) else None
        for name in frame.columns.astype(str)
    }
    return Section(title, table=table_of(frame, write))


def _contents(result: MatchResult | StudyResult, cells: Sequence[RecordedCell]) -> list[Section]:
    names = list(dict.fromkeys(cell.game.name for cell in cells))
    return [_content(result, name, several=len(names) > 1) for name in names]


def _content(result: MatchResult | StudyResult, name: str, *, several: bool) -> Section:
    found = content_of(result, games=GAMES_FOR_CONTENT, game=name)
    share = f"{100 * found.false_discoveries:g} %"
    text = [
        f"{found.sentence}.",
        f"{HOW_CONTENT_IS_READ} Filled marks have one of at most {share}.",
    ]
    text += [
        f"{what}: {', '.join(names)}."
        for what, names in (("Never used", found.never()), ("Always used", found.always()))
        if names
    ]
    columns = {"content": None, "kind": None, "used": percent, "win_rate_with": percent}
    columns |= {"win_rate_without": percent, "effect": points, "low to high": points}
    columns |= {"q_value": "{:.2g}".format, "compared": None, "deals": None}
    title = f"Content of {name}" if several else "Content"
    frame = found.frame()
    return Section(
        title, text, [figure_json(found.figure())], table_of(frame, columns), f"All {len(frame)}"
    )


def _answer(kept: Kept) -> Section:
    title = f"{TITLES[kept.name]}: {', '.join(kept.agents)}"
    table = table_of(kept.rows, dict.fromkeys(map(str, kept.rows.columns), None))
    figures = [] if kept.figure is None else [figure_json(kept.figure)]
    return Section(title, [kept.sentence], figures, table, "The numbers")


def _assumptions(cells: Sequence[RecordedCell]) -> Section:
    frame = measured.assumptions(cells)
    changed = frame[frame["changed"]]
    text = [f"{len(frame)} entries of the rules are assumed, for lack of a printed source."]
    if len(changed):
        told = "; ".join(f"{row.rule} = {row.value}" for row in changed.itertuples())
        text.append(f"{len(changed)} of them are not as the game's files give them: {told}.")
    columns = {"rule": None, "title": None, "value": None, "changed": None, "note": None}
    return Section(
        "What the answer rests on", text, table=table_of(frame, columns), folded="All assumptions"
    )
