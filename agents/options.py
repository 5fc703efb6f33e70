"""Options of an agent: how ``key=value`` is read, checked and written back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tolsim.core.errors import TolsimError, suggestion, unknown

Value = int | float | bool | str


@dataclass(frozen=True)
class Option:
    """One option of an agent.

    Attributes
    ----------
    key
        As it is written before ``=``.
    kind
        Type of its values.
    default
        Value when it is left out; None: no value.
    low, high
        Range of a number.
    choices
        Values of a word; none: any text.
    about
        What it does, in one line.
    """

    key: str
    kind: type[Value]
    default: Value | None
    about: str
    low: float = 0.0
    high: float = 0.0
    choices: tuple[str, ...] = ()

    def as_values(self) -> dict[str, Any]:
        """Tell the option in plain values."""
        number = self.kind in (int, float)
        return {
            "option": self.key,
            "type": {int: "whole number", float: "number", bool: "true or false", str: "text"}[
                self.kind
            ],
            "default": self.default,
            "range": [self.low, self.high] if number else None,
            "choices": list(self.choices),
            "about": self.about,
        }

    def parse(self, agent: str, text: str) -> Value:
        """Read a value.

        Raises
        ------
        TolsimError
            If it does not fit; the text says what does.
        """
        what = f"option {self.key!r} of agent {agent!r}"
        if self.kind is bool:
            if text not in {"true", "false"}:
                raise TolsimError(f"{what} is true or false, not {text!r}")
            return text == "true"
        if self.kind is str:
            if self.choices and text not in self.choices:
                raise unknown(f"value for {what}", text, self.choices)
            return text
        return self._parse_number(what, text)

    def _parse_number(self, what: str, text: str) -> Value:
        kind = "a whole number" if self.kind is int else "a number"
        allowed = f"{kind} of {self.low:,} to {self.high:,}"
        try:
            number = self.kind(text)
        except ValueError:
            raise TolsimError(f"{what} is {allowed}, not {text!r}") from None
        assert isinstance(number, int | float)
        if not self.low <= number <= self.high:
            raise TolsimError(f"{what} is {allowed}, not {text}")
        return number


def value_text(value: Value) -> str:
    """Write a value so that it reads back the same.

    >>> value_text(True), value_text(2.0), value_text(0.25)
    ('true', '2', '0.25')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def parse_options(agent: str, text: str, options: Sequence[Option]) -> dict[str, Value]:
    """Read ``key=value,key=value``.

    Returns
    -------
    dict
        What was written, in the order of ``options``.

    Raises
    ------
    TolsimError
        For an unknown key, one given twice, or a value that does not fit.
    """
    known = {option.key: option for option in options}
    given: dict[str, Value] = {}
    for item in text.split(",") if text else []:
        key, equals, value = (part.strip() for part in item.partition("="))
        if key not in known:
            if not known:
                raise TolsimError(f"agent {agent!r} has no options; {item.strip()!r} is not one")
            if len(known) == 1 and not equals:
                example = f"{agent}:{next(iter(known))}={key}"
                raise TolsimError(f"agent {agent!r} has no option {key!r}; did you mean {example}?")
            raise TolsimError(f"agent {agent!r} has no option {key!r}{suggestion(key, known)}")
        if not equals:
            raise TolsimError(f"option {key!r} of agent {agent!r} needs a value: {key}=…")
        if key in given:
            raise TolsimError(f"option {key!r} of agent {agent!r} is given twice")
        given[key] = known[key].parse(agent, value)
    return {key: given[key] for key in known if key in given}


def options_text(given: Mapping[str, Value]) -> str:
    """Write options as ``key=value,key=value``."""
    return ",".join(f"{key}={value_text(value)}" for key, value in given.items())
