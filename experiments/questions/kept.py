"""Answers kept beside their games, so that a report of any folder can tell them.

An answer is three files: ``NAME.json`` with all of it, ``NAME.csv`` with its rows, and
``NAME.figure.json`` with its chart.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tolsim.core.errors import TolsimError
from tolsim.experiments.studies.store import Store

if TYPE_CHECKING:
    import pandas as pd

SKILL, SENSITIVITY, TUNING = "skill", "sensitivity", "tuning"
NAMES = (SKILL, SENSITIVITY, TUNING)
"""Answers that are kept, in the order in which a report tells them."""


class Answer(Protocol):
    """What questions answer with."""

    @property
    def sentence(self) -> str:
        """The finding."""

    def frame(self) -> pd.DataFrame:
        """Its rows."""

    def figure(self) -> Any:
        """Its chart."""

    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""


@dataclass(frozen=True)
class Kept:
    """An answer as it was kept.

    Attributes
    ----------
    name
        Of the question: one of ``NAMES``.
    agents
        What was played between.
    sentence
        The finding.
    rows
        Its frame.
    figure
        Its plotly chart; None where there was nothing to draw.
    """

    name: str
    agents: tuple[str, ...]
    sentence: str
    rows: pd.DataFrame
    figure: Any


def keep(out: str | Path | None, name: str, answer: Answer) -> None:
    """Write an answer into a folder; None: nowhere."""
    if out is None:
        return
    store = Store(out)
    store.write(f"{name}.csv", answer.frame().to_csv(index=False).encode())
    chart = figure_text(answer)
    if chart is not None:
        store.write(f"{name}.figure.json", chart.encode())
    # Last, as this file says that the answer is there.
    text = json.dumps(answer.plain(), indent=1, ensure_ascii=False)
    store.write(f"{name}.json", (text + "\n").encode())


def figure_text(answer: Answer) -> str | None:
    """Chart of an answer as JSON; None where there is nothing to draw, or nothing to draw with."""
    try:
        return str(answer.figure().to_json())
    except TolsimError:
        return None


def kept_in(folder: str | Path) -> list[Kept]:
    """Read the answers that a folder keeps.

    Raises
    ------
    TolsimError
        If one of them is damaged.
    """
    import pandas as pd

    store, found = Store(folder), []
    for name in NAMES:
        text = store.read(f"{name}.json")
        if text is None:
            continue
        try:
            told = json.loads(text)
            rows = pd.read_csv(io.BytesIO(store.read(f"{name}.csv") or b""))
            agents, sentence = tuple(map(str, told["agents"])), str(told["sentence"])
            figure = _figure(store.read(f"{name}.figure.json"))
        except (ValueError, KeyError, TypeError) as error:
            raise TolsimError(
                f"{name} in {folder} is damaged ({error}); ask the same question with the same "
                "folder again, its games are kept"
            ) from None
        found.append(Kept(name, agents, sentence, rows, figure))
    return found


def _figure(text: bytes | None) -> Any:
    if text is None:
        return None
    from plotly.io import from_json

    return from_json(text.decode())
