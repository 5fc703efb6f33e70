"""Sets of rule values that are spread evenly over their ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.rules import Rule, Ruleset


def values_of(rules: Ruleset, name: str, allowed: Any = None) -> list[Any]:
    """List the values that a rule may be given in a sample.

    Parameters
    ----------
    rules
        Of the game.
    name
        Of the rule.
    allowed
        A list of values; a table ``{low, high}``; or None: its value and its ledger's alternatives.

    Raises
    ------
    TolsimError
        For an unknown rule, a value it does not take, or a range that is none.
    """
    settable = {each: rule for each, rule in rules.rules.items() if rule.value is not None}
    if name not in settable:
        raise unknown("rule", name, settable, see="tolsim rules GAME --switches")
    rule = settable[name]
    if isinstance(allowed, Mapping):
        return _between(rule, allowed)
    if allowed is None:
        return worth_trying(rule)
    if not isinstance(allowed, list) or not allowed:
        raise TolsimError(f"{name} is drawn from a list of values or a table {{low, high}}")
    return [rule.parse(value) for value in allowed]


def worth_trying(rule: Rule) -> list[Any]:
    """List a rule's value and its alternatives: every choice of a switch, both of true and false."""
    if isinstance(rule.value, bool):
        return [rule.value, not rule.value]
    return list(dict.fromkeys([rule.value, *rule.alternatives, *rule.choices]))


def _between(rule: Rule, table: Mapping[str, Any]) -> list[Any]:
    try:
        low, high = rule.parse(table["low"]), rule.parse(table["high"])
    except KeyError as error:
        raise TolsimError(f"{rule.id} is drawn from low to high; {error} is missing") from None
    if isinstance(low, bool) or not isinstance(low, int) or not isinstance(high, int):
        raise TolsimError(f"{rule.id} takes no whole numbers; draw it from a list of values")
    if low > high:
        raise TolsimError(f"{rule.id}: low is at most high, not {low} and {high}")
    return list(range(low, high + 1))


def spread_evenly(
    rules: Ruleset, values: Mapping[str, Any], count: int, seed: int
) -> list[dict[str, Any]]:
    """Draw a Latin hypercube: each rule takes each of its values about equally often.

    Parameters
    ----------
    rules
        Of the game.
    values
        Rule to what it is drawn from, as :func:`values_of` takes it.
    count
        How many sets.
    seed
        Of the draw.
    """
    from scipy.stats import qmc

    lists = {name: values_of(rules, name, allowed) for name, allowed in values.items()}
    points = qmc.LatinHypercube(len(lists), rng=seed).random(count)
    return [
        {
            name: choices[min(int(place * len(choices)), len(choices) - 1)]
            for (name, choices), place in zip(lists.items(), point, strict=True)
        }
        for point in points
    ]
