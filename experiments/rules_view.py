"""Rules on the screen: which of them are chosen, and how each is told."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from tolsim.core.errors import TolsimError
from tolsim.core.rules import Ruleset
from tolsim.experiments.tables import value_text


def chosen(
    ruleset: Ruleset, word: str | None, status: str | None, switches: bool
) -> list[dict[str, Any]]:
    """Rules of the ledger that are asked for.

    Parameters
    ----------
    ruleset
        The values in force.
    word
        Part of the name or title, in small or capital letters.
    status
        Only rules of this status.
    switches
        Only values that belong to no table of cards.

    Raises
    ------
    TolsimError
        If no rule has the word.
    """
    ledger = ruleset.ledger()
    if word is not None:
        part = word.lower()
        ledger = [r for r in ledger if part in r["id"].lower() or part in r["title"].lower()]
        if not ledger:
            raise TolsimError(f"no rule has {word!r} in its name or title")
    if switches:
        values = ruleset.scalars()
        ledger = [rule for rule in ledger if rule["id"] in values]
    return [rule for rule in ledger if status in (None, rule["status"])]


def show(
    console: Console, ledger: Sequence[Mapping[str, Any]], ruleset: Ruleset, default: Ruleset
) -> None:
    """Show rules in two lines each, the variants, and how many rules there are.

    A note that several rules share is told once.
    """
    told = {""}
    for rule in ledger:
        note = "" if rule["note"] in told else rule["note"]
        told.add(note)
        usual = default.rules[rule["id"]].value
        console.print(
            headline(rule, choices(ruleset, rule["id"]), usual), markup=False, soft_wrap=True
        )
        below = textwrap.wrap(saying(rule, note), console.width - 4, break_long_words=False)
        for line in below:
            console.print(f"    {line}", markup=False, soft_wrap=True)
    console.print("Variants (--variant):")
    for name, title in titles(ruleset).items():
        mark = "*" if name == ruleset.variant != "default" else " "
        console.print(f"{mark} {name}: {title}", markup=False, soft_wrap=True)
    console.print(counts_by_status(ledger), markup=False)


def titles(ruleset: Ruleset) -> dict[str, str]:
    """Every variant's title."""
    named = {name: str(variant["title"]) for name, variant in ruleset.variants.items()}
    return {"default": "the values as the game's files give them", **named}


def choices(ruleset: Ruleset, name: str) -> tuple[Any, ...]:
    """Values that a switch allows; none for a number."""
    rule = ruleset.rules[name]
    return (False, True) if isinstance(rule.value, bool) else rule.choices


def headline(rule: Mapping[str, Any], allowed: Sequence[Any], default: Any) -> str:
    """Tell a rule's name, its value in force with the others that are allowed, and its status.

    >>> rule = {"id": "hand", "value": 4, "range": [2, 5], "alternatives": [4], "status": "printed",
    ...     "modelled": True}
    >>> headline(rule, (), 3)
    '* hand = 4, of 2 to 5 (changed; 3 by default) [printed]'
    """
    head = str(rule["id"])
    if rule["value"] is not None:
        head += f" = {value_text(rule['value'])}{_others(rule, allowed)}"
        if rule["value"] != default:
            head = f"* {head} (changed; {value_text(default)} by default)"
    return f"{head} [{rule['status']}{'' if rule['modelled'] else ', not modelled'}]"


def _others(rule: Mapping[str, Any], allowed: Sequence[Any]) -> str:
    if allowed:
        return "".join(f" or {value_text(each)}" for each in allowed if each != rule["value"])
    worth = [value_text(each) for each in rule["alternatives"] if each != rule["value"]]
    tried = f", worth trying: {', '.join(worth)}" if worth else ""
    return "" if rule["range"] is None else f", of {rule['range'][0]} to {rule['range'][1]}{tried}"


def saying(rule: Mapping[str, Any], note: str) -> str:
    """Tell what a rule says, where that is printed or argued, and its note."""
    says = f"{rule['title']} ({rule['source']})"
    return f"{says}. {note}" if note else says


def counts_by_status(ledger: Sequence[Mapping[str, Any]]) -> str:
    """How many rules there are of each status, in one line."""
    counts = Counter(rule["status"] for rule in ledger)
    left_out = sum(not rule["modelled"] for rule in ledger)
    listed = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"{len(ledger)} rules: {listed or 'none'}; {left_out} not modelled"
