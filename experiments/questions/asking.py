"""What questions about rules share: their values, and play that leaves out what is not playable."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import default_rules, make
from tolsim.core.rules import STATUSES, Ruleset
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.studies.sample import values_of, worth_trying
from tolsim.experiments.studies.study import StudyProgress, run_study
from tolsim.experiments.studies.study_file import Study, StudyCell

OnProgress = Callable[[StudyProgress], object]
Rules = Sequence[str] | Mapping[str, Any]


def parse_rule(text: str) -> tuple[str, str | None]:
    """Split ``NAME`` or ``NAME=VALUES``.

    >>> parse_rule("hand.size=3:6")
    ('hand.size', '3:6')
    """
    name, equals, values = text.partition("=")
    return name, values if equals else None


def asked_values(rules: Ruleset, name: str, allowed: Any = None) -> list[Any]:
    """List the values of a rule that a question is about, the one in force first.

    Parameters
    ----------
    rules
        In force.
    name
        Of the rule.
    allowed
        A list; a table ``{low, high}``; text ``LOW:HIGH`` or ``A,B,C``; None: the ledger's value and
        alternatives.

    Raises
    ------
    TolsimError
        For an unknown rule, or a value that it does not take.

    Examples
    --------
    >>> asked_values(default_rules("abyss"), "stratagem.unused_points", "0:2")
    [2, 0, 1]
    """
    if isinstance(allowed, str):
        rule = rules.rules.get(name)
        between = re.fullmatch(r"(-?\d+):(-?\d+)", allowed)
        if between is not None and (rule is None or not rule.pattern):
            allowed = {"low": int(between[1]), "high": int(between[2])}
        else:
            # A free text may hold commas itself.
            allowed = [allowed] if rule is not None and rule.pattern else allowed.split(",")
    found = values_of(rules, name, allowed)
    return list(dict.fromkeys([rules.value(name), *found]))


def asked_rules(
    game: str, rules: Ruleset, chosen: Rules | None, status: Sequence[str] = ("assumed",)
) -> dict[str, list[Any]]:
    """List the rules that a question is about, each with its values, the one in force first.

    Parameters
    ----------
    game
        Name.
    rules
        In force.
    chosen
        Names, ``NAME=VALUES`` among them, or a table of names and values; None: all of ``status``
        that have alternatives.
    status
        Of the rules taken where none are chosen.

    Raises
    ------
    TolsimError
        For a name or value that is none, or where nothing is left to ask about.
    """
    for each in status:
        if each not in STATUSES:
            raise unknown("status", each, STATUSES)
    usual = default_rules(game)
    if chosen is None:
        candidates = [
            rule
            for rule in usual.rules.values()
            if rule.value is not None and rule.status in status and rule.modelled
        ]
        # A rule that is set otherwise keeps the ledger's value among its alternatives.
        lists = {rule.id: [rules.value(rule.id), *worth_trying(rule)] for rule in candidates}
    elif isinstance(chosen, Mapping):
        lists = {name: asked_values(rules, name, allowed) for name, allowed in chosen.items()}
    else:
        given = [parse_rule(text) for text in chosen]
        lists = {name: asked_values(rules, name, allowed) for name, allowed in given}
        for name, allowed in given:
            if allowed is None:
                lists[name] += worth_trying(usual.rules[name])
    found = {name: list(dict.fromkeys(values)) for name, values in lists.items()}
    if chosen is None:
        found = {name: values for name, values in found.items() if len(values) > 1}
    for name, values in found.items():
        if len(values) < 2:
            raise TolsimError(
                f"{name} has no alternatives in the ledger; give values, {name}=A,B or LOW:HIGH"
            )
    if not found:
        raise TolsimError(f"{game} has no rule of status {' or '.join(status)} with alternatives")
    return found


def check_games(game: str, games: int) -> None:
    """Refuse a number of games that is no whole number of deals."""
    size = games_per_deal(make(game))
    if isinstance(games, bool) or not isinstance(games, int) or games < 2 * size:
        raise TolsimError(f"games is a whole number of at least {2 * size}, not {games!r}")
    if games % size:
        raise TolsimError(f"games is a multiple of {size} for {game}; {games} is not")


def refusal(cell: Cell) -> str | None:
    """Say why a cell's game cannot be made; None if it can."""
    try:
        cell.make_game()
    except TolsimError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # a game's own code, under rules nobody tried
        return f"{type(error).__name__}: {error}"
    return None


def play_what_can_be(
    title: str,
    cells: Sequence[Cell],
    games: int,
    out: str | Path,
    *,
    needed: Cell,
    workers: int | None = None,
    ray: str | None = None,
    delta: float = 0.05,
    on_progress: OnProgress | None = None,
) -> tuple[StudyResult, dict[str, str]]:
    """Play cells, and go on without those that turn out not to be playable.

    Parameters
    ----------
    needed
        Cell without which there is nothing to say.

    Returns
    -------
    tuple
        The result, and key to reason of the cells left out.

    Raises
    ------
    TolsimError
        If the needed cell cannot be played, or for what is wrong with the folder or the crew.
    """
    left_out: dict[str, str] = {}
    distinct = {each.key: each for each in cells}
    for key, each in distinct.items():
        reason = refusal(each)
        if reason is not None and key == needed.key:
            raise TolsimError(reason)
        if reason is not None:
            left_out[key] = reason
    while True:
        kept = [each for key, each in distinct.items() if key not in left_out]
        study = Study(title, tuple(StudyCell(each, {}) for each in kept), games, delta=delta)
        try:
            played = run_study(study, out, workers=workers, ray=ray, on_progress=on_progress)
            return played, left_out
        except TolsimError as error:
            guilty = [each for each in kept if str(error).startswith(f"{each.text}: ")]
            if not guilty or guilty[0].key == needed.key:
                raise
            left_out[guilty[0].key] = str(error).removeprefix(f"{guilty[0].text}: ")
