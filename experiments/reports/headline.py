"""What stands at the top of a report: the verdict in a sentence."""

from __future__ import annotations

from collections import Counter

from tolsim.experiments.questions.recorded import RecordedCell, cells_of
from tolsim.experiments.reports.page_parts import percent
from tolsim.experiments.result import MatchResult
from tolsim.experiments.statistics import Rate
from tolsim.experiments.studies.result import StudyResult, seat_rate, verdict_of
from tolsim.experiments.summary import sentence
from tolsim.experiments.verdict import Verdict, no_verdict


def headline(result: MatchResult | StudyResult) -> tuple[str, list[str]]:
    """Title, and what was found in a sentence or two."""
    cells = cells_of(result)
    told = [_told(result, cell) for cell in cells]
    games = sum(cell.tally.games for cell in cells)
    names = list(dict.fromkeys(cell.game.definition.title for cell in cells))
    title = result.study.title if isinstance(result, StudyResult) else " and ".join(names)
    if len(cells) == 1:
        return title, [told[0]]
    verdicts = [verdict for cell in cells if (verdict := verdict_on(result, cell)) is not None]
    if not verdicts:
        return title, [f"{len(cells)} cells, {games:,} games of {' and '.join(names)}"]
    counts = Counter(each.verdict for each in verdicts)
    words = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    summed = f"{words} of {len(verdicts)} cells, {games:,} games of {' and '.join(names)}"
    judged = [cell for cell in cells if no_verdict(cell.game) is None]
    judged.sort(key=lambda cell: seat_rates(result, cell)[0].rate)
    return title, [summed, _range(result, judged[0], judged[-1])]


def _range(result: MatchResult | StudyResult, lowest: RecordedCell, highest: RecordedCell) -> str:
    told = []
    for cell in (lowest, highest):
        rate, low, high = seat_rates(result, cell)[0]
        told.append(
            f"{cell.game.seats[0]} wins {percent(rate)} ({percent(low)} to {percent(high)}) "
            f"in {cell.name}"
        )
    return f"lowest: {told[0]}; highest: {told[1]}"


def seat_rates(result: MatchResult | StudyResult, cell: RecordedCell) -> list[Rate]:
    """Win rate of every seat of a cell, with the interval that its study calls for."""
    if isinstance(result, MatchResult):
        return [shares.rate() for shares in cell.tally.seats]
    return [seat_rate(shares, result.study) for shares in cell.tally.seats]


def verdict_on(result: MatchResult | StudyResult, cell: RecordedCell) -> Verdict | None:
    """Judge the balance of a cell; None where it cannot be judged."""
    if isinstance(result, MatchResult):
        return result.verdict()
    return verdict_of(cell.game, cell.tally, result.study)


def _told(result: MatchResult | StudyResult, cell: RecordedCell) -> str:
    found = sentence(cell.game, cell.tally, verdict_on(result, cell))
    return found or f"{cell.tally.games:,} games of {cell.game.name}: {no_verdict(cell.game)}"
