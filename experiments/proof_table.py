"""The table of docs/statistics.md: what was claimed, and what simulation found."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tolsim.core.errors import TolsimError
from tolsim.experiments.storage import write_text

PAGE = Path("docs/statistics.md")
SIMULATION = 3.0
"""Standard errors of the simulation by which a rate may miss its claim."""


@dataclass(frozen=True)
class Proof:
    """How often something went wrong, and how often it may.

    Attributes
    ----------
    method, case
        What was tried on what.
    claim
        Highest share of errors that is promised.
    errors
        Share found.
    repetitions
        R.
    beside
        What else was seen.
    """

    method: str
    case: str
    claim: float
    errors: float
    repetitions: int
    beside: str = ""

    @property
    def spread(self) -> float:
        """Standard error of the simulation, were the claim the truth."""
        return float(np.sqrt(self.claim * (1 - self.claim) / self.repetitions))

    @property
    def holds(self) -> bool:
        """Whether the claim is kept, but for chance of the simulation."""
        return self.errors <= self.claim + SIMULATION * self.spread


def table(proofs: Sequence[Proof], command: str, repetitions: int) -> str:
    """Write the proofs as Markdown, a table for each method.

    >>> found = table([Proof("interval", "made up", 0.05, 0.048, 1000)], "prove", 1000)
    >>> found.splitlines()[-1]
    '| made up | 5.0 % | 4.8 % ± 0.7 | |'
    """
    lines = [f"`{command}`: {len(proofs)} cases of {repetitions:,} simulated runs each."]
    for method, cases in itertools.groupby(proofs, key=lambda proof: proof.method):
        lines += ["", f"**{method[0].upper()}{method[1:]}**", ""]
        lines += ["| case | errs at most | erred, ± standard error | beside |", "|---|--:|--:|---|"]
        for proof in cases:
            found = f"{100 * proof.errors:.1f} % ± {100 * proof.spread:.1f}"
            row = [proof.case, f"{100 * proof.claim:.1f} %", found, proof.beside]
            lines.append(f"| {' | '.join(row)} |".replace("  |", " |"))
    return "\n".join(lines)


def write_table(proofs: Sequence[Proof], page: Path, repetitions: int) -> None:
    """Put the table between its markers on the page.

    Raises
    ------
    TolsimError
        If the page has no such markers.
    """
    command = "python -m tolsim.experiments.proofs"
    text = page.read_text(encoding="utf-8")
    pattern = r"(?<=<!-- proofs -->\n).*?(?=<!-- /proofs -->)"
    parts = re.split(pattern, text, maxsplit=1, flags=re.DOTALL)
    if len(parts) != 2:
        raise TolsimError(f"{page} has no lines <!-- proofs --> and <!-- /proofs -->")
    write_text(page, f"{table(proofs, command, repetitions)}\n".join(parts))
