"""What a sensitivity analysis found, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tolsim.experiments import tables
from tolsim.experiments.questions.claims import (
    CHANGES,
    LEVEL,
    MAY_CHANGE,
    NOT_PLAYABLE,
    STAYS,
    Claim,
)
from tolsim.experiments.questions.measure import Measure

NAMED = 6
"""Alternatives that a sentence names."""

NO_CLAIM = "no finding on balance that other readings could change: too few games or unequal agents"

Row = Mapping[str, Any]


def sentence(
    rows: Sequence[Row], measure: Measure, claim: Claim | None, base: float, games: int
) -> str:
    """Say under which alternatives a finding stays, changes, or cannot be told."""
    played = [row for row in rows if row.get("finding") != NOT_PLAYABLE]
    left_out = len(rows) - len(played)
    ending = f"; {_many(left_out, 'is', 'are')} not playable" if left_out else ""
    if not played:
        return f"none of {len(rows)} alternatives can be played"
    if claim is None:
        start = "" if measure.seat is None else f"{NO_CLAIM}; "
        return start + _effects(played, measure, base, games) + ending
    told = {
        finding: [row for row in played if row["finding"] == finding]
        for finding in (STAYS, CHANGES, MAY_CHANGE)
    }
    rules = len({row["rule"] for row in played})
    stays = (
        f"{claim.text} ({claim.figures}) stays under {len(told[STAYS])} of "
        f"{_many(len(played), 'alternative', 'alternatives')} of {_many(rules, 'rule', 'rules')}"
    )
    words = [stays]
    if told[CHANGES]:
        words.append(f"it changes under {_names(told[CHANGES])}")
    else:
        words.append("it changes for certain under none")
    if told[MAY_CHANGE]:
        words.append(
            f"{len(told[MAY_CHANGE])} cannot be told with {games:,} games each: "
            f"{_names(told[MAY_CHANGE])}"
        )
    return "; ".join(words) + ending


def _effects(rows: Sequence[Row], measure: Measure, base: float, games: int) -> str:
    """Say which alternatives change a number."""
    sure = [row for row in rows if row["p_adjusted"] < LEVEL]
    sure.sort(key=lambda row: -abs(row["difference"]))
    start = (
        f"{measure.about}: {measure.text(base)} under the rules in force; "
        f"{len(sure)} of {_many(len(rows), 'alternative', 'alternatives')} change it for certain "
        f"with {games:,} games each"
    )
    if not sure:
        return start
    row = sure[0]
    change = measure.difference_text(row["difference"])
    between = f"{measure.difference_text(row['low'])} to {measure.difference_text(row['high'])}"
    unit = " points" if measure.share else ""
    return f"{start}, most {_name(row)}: {change}{unit} ({between})"


def _name(row: Row) -> str:
    return f"{row['rule']}={tables.value_text(row['value'])}"


def _names(rows: Sequence[Row]) -> str:
    """Name alternatives, the first few of many.

    >>> _names([{"rule": "hand.size", "value": 3, "p": 0.1}, {"rule": "hand.open", "value": True, "p": 0.2}])
    'hand.size=3 and hand.open=true'
    """
    names = [_name(row) for row in sorted(rows, key=lambda row: row["p"])]
    if len(names) > NAMED:
        names = [*names[:NAMED], f"{len(names) - NAMED} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
