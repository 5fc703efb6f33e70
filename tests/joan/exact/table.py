"""Prints exact and simulated chances of every match-up: ``python -m tests.joan.exact.table``."""

from __future__ import annotations

import argparse
import sys

from .comparing import alarms
from .fights import fought
from .match_up import MatchUp
from .match_ups import MATCH_UPS
from .resolution import Outcome, outcome_chances

FIGHTS = 200_000


def ending(outcome: Outcome) -> str:
    """An outcome in words; tokens where there are any."""
    text = "; ".join(outcome.fates)
    for name, held in (("Legend", outcome.legend), ("Reroll", outcome.reroll)):
        if any(held):
            text += f"; {name} {held[0]}:{held[1]}"
    return text


def lines(match_up: MatchUp, number: int, seed: int) -> list[str]:
    """A match-up's part of the table."""
    chances = outcome_chances(match_up)
    counts = fought(match_up, number, seed)
    sides = [", ".join(side) for side in (match_up.attackers, match_up.defenders)]
    agrees = "DIFFERS" if alarms(chances, counts, match_up.units) else "agrees"
    found = [f"{match_up.shows} [{agrees}]", f"  {sides[0]} attack {sides[1]}"]
    found += [f"  exact    simulated  {'; '.join(match_up.units)}"]
    for outcome in sorted({**chances, **counts}, key=lambda end: -chances.get(end, 0)):
        exact, simulated = float(chances.get(outcome, 0)), counts[outcome] / number
        found.append(f"  {exact:.5f}  {simulated:.5f}    {ending(outcome)}")
    return found


def main() -> int:
    """Print the table, of the match-ups whose names contain a text if one is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="", help="part of a match-up's name")
    parser.add_argument("--fights", type=int, default=FIGHTS, help="of each match-up")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for match_up in MATCH_UPS:
        if given.name.lower() in match_up.shows.lower():
            print("\n".join(lines(match_up, given.fights, given.seed)), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
