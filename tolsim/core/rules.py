"""Rules as data: every rule, number and switch of a game with its status, source and alternatives.

A game describes itself in TOML files. An entry with a ``value`` can be overridden by its dotted
name; an entry without one is a rule that the kernels carry out (or, ``modelled = false``, do not,
with the reason in ``note``). A table gives one entry per row and column, ``legions.17.vp``; a
column may have a ``default`` for the rows that give nothing, or be ``optional``: those have no
entry then.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tolsim.core.compile_cache import source_digest
from tolsim.core.errors import TolsimError, unknown

STATUSES = ("printed", "public", "derived", "assumed")

Value = int | float | bool | str


@dataclass(frozen=True)
class Rule:
    """One line of the ledger.

    Attributes
    ----------
    id
        Dotted name, unique in its game.
    title
        What the rule says, in a few words.
    status
        ``printed`` in the rulebook, ``public`` elsewhere, ``derived`` from printed rules without a
        free choice, or ``assumed``.
    source
        Where it is printed, or where the reading is argued.
    value
        The value in force, or None for a rule that is not a value.
    alternatives
        Other readings or values worth trying; a switch allows these and its default only.
    low, high
        Range of a number.
    modelled
        Whether the kernels carry it out.
    note
        Why it is assumed, or why it is not modelled.
    choices
        Every value of a switch.
    pattern, allowed
        Regular expression that a free text matches as a whole, and what it allows in words. Such a
        text is no switch; its game reads it into an array.
    """

    id: str
    title: str
    status: str
    source: str
    value: Value | None = None
    alternatives: tuple[Value, ...] = ()
    low: float | None = None
    high: float | None = None
    modelled: bool = True
    note: str = ""
    choices: tuple[Value, ...] = ()
    pattern: str = ""
    allowed: str = ""

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise TolsimError(f"rule {self.id}: status {self.status!r} is none of {STATUSES}")
        if not self.modelled and not self.note:
            raise TolsimError(f"rule {self.id} is not modelled and gives no reason")
        if self.choices and self.value not in self.choices:
            raise unknown(f"value for {self.id}", self.value, map(str, self.choices))
        if self.pattern:
            if not self.allowed:
                raise TolsimError(f"rule {self.id} does not say in words what its pattern allows")
            for text in (self.value, *self.alternatives):
                self._parse_text(text)

    def code(self) -> Value:
        """Return the value as the kernels see it: a switch is its place among its choices.

        A free text stays itself: kernels see only what its game makes of it.
        """
        if isinstance(self.value, str) and not self.pattern:
            return self.choices.index(self.value)
        assert self.value is not None
        return self.value

    def parse(self, value: object) -> Value:
        """Check a new value, given as a Python value or as command-line text.

        Raises
        ------
        TolsimError
            If its type or size does not fit; the text says what does.
        """
        if self.value is None:
            raise TolsimError(f"{self.id} is a rule without a value; it cannot be set")
        if isinstance(self.value, bool):
            return self._parse_bool(value)
        if self.pattern:
            return self._parse_text(value)
        if isinstance(self.value, str):
            if value not in self.choices:
                raise unknown(f"value for {self.id}", value, map(str, self.choices))
            return str(value)
        return self._parse_number(value)

    def _parse_bool(self, value: object) -> bool:
        text = str(value).lower()
        if text not in {"true", "false"}:
            raise TolsimError(f"{self.id} is true or false, not {value!r}")
        return text == "true"

    def _parse_text(self, value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise TolsimError(f"{self.id} is {self.allowed}, not {value!r}")
        return value

    def _parse_number(self, value: object) -> Value:
        whole = isinstance(self.value, int)
        if isinstance(value, bool):
            raise TolsimError(f"{self.id} is a number, not {value!r}")
        try:
            number: int | float = int(str(value)) if whole else float(str(value))
        except ValueError:
            kind = "a whole number" if whole else "a number"
            raise TolsimError(f"{self.id} is {kind}, not {value!r}") from None
        if self.low is not None and self.high is not None and not self.low <= number <= self.high:
            raise TolsimError(f"{self.id} is {self.low} to {self.high}, not {number}")
        return number


def _rule(name: str, data: Mapping[str, Any]) -> Rule:
    data = dict(data)
    low, high = data.pop("range", (None, None))
    alternatives = tuple(data.pop("alternatives", ()))
    choices: tuple[Value, ...] = tuple(data.pop("choices", ()))
    if isinstance(data.get("value"), str) and not choices and "pattern" not in data:
        choices = (data["value"], *alternatives)
    return Rule(id=name, low=low, high=high, alternatives=alternatives, choices=choices, **data)


def table_rules(name: str, table: Mapping[str, Any]) -> dict[str, Rule]:
    """Rules of a table, one for each row and column.

    Parameters
    ----------
    name
        What the rules' dotted names begin with.
    table
        ``columns``, column to what its cells share; ``rows``, row to its values by column; and,
        where some cells differ in status, source and the like, ``cells``: how, by ``row.column`` or
        for a whole ``row``.

    Raises
    ------
    TolsimError
        For a column or cell that is not in the table, a missing value, or one that does not fit.

    Examples
    --------
    >>> points = {"title": "Points", "status": "printed", "source": "Cards", "default": 1}
    >>> rules = table_rules("cards", {"columns": {"points": points}, "rows": {"ace": {}}})
    >>> rules["cards.ace.points"].title, rules["cards.ace.points"].value
    ('Points of ace', 1)
    """
    columns, rows, cells = table["columns"], table["rows"], table.get("cells", {})
    places = [*rows, *(f"{row}.{column}" for row in rows for column in columns)] if cells else []
    for cell in cells:
        if cell not in places:
            raise unknown(f"cell of {name}", cell, places)
    rules: dict[str, Rule] = {}
    for row, values in rows.items():
        for column in values:
            if column not in columns:
                raise unknown(f"column of {name}.{row}", column, columns)
        for column, shared in columns.items():
            about = {**shared, "title": f"{shared['title']} of {row}"}
            default, optional = about.pop("default", None), about.pop("optional", False)
            about["value"] = values.get(column, default)
            if about["value"] is None and optional:
                continue
            if about["value"] is None:
                raise TolsimError(f"{name}.{row} gives no {column}, which has no default")
            about |= {**cells.get(row, {}), **cells.get(f"{row}.{column}", {})}
            rules[f"{name}.{row}.{column}"] = _rule(f"{name}.{row}.{column}", about)
    return rules


def _flatten(prefix: str, data: Mapping[str, Any]) -> dict[str, Rule]:
    if "columns" in data:
        return table_rules(prefix, data)
    if "title" in data:
        return {prefix: _rule(prefix, data)}
    rules: dict[str, Rule] = {}
    for key, below in data.items():
        rules.update(_flatten(f"{prefix}.{key}" if prefix else key, below))
    return rules


def read_rules(path: Path) -> dict[str, Rule]:
    """Read the rules of one file, dotted name to rule."""
    return _flatten("", tomllib.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Ruleset:
    """Every rule of a game with the values in force.

    Attributes
    ----------
    rules
        Dotted name to rule, in the order of the files.
    tables
        Table name to its row names, for tables of cards and the like.
    variants
        Variant name to its title and the values it sets.
    variant, overrides
        What has been changed from the default.
    """

    rules: Mapping[str, Rule]
    tables: Mapping[str, tuple[str, ...]]
    variants: Mapping[str, Mapping[str, Any]]
    variant: str = "default"
    overrides: Mapping[str, Value] | None = None

    @staticmethod
    def load(folder: Path) -> Ruleset:
        """Read ``rules.toml``, ``cards.toml`` and the like, and ``variants.toml``, from a folder."""
        rules: dict[str, Rule] = {}
        tables: dict[str, tuple[str, ...]] = {}
        variants: Mapping[str, Any] = {}
        for path in sorted(folder.glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            if path.name == "variants.toml":
                variants = data
                continue
            rules.update(_flatten("", data))
            tables.update({k: tuple(v["rows"]) for k, v in data.items() if "columns" in v})
        return Ruleset(rules, tables, variants)

    def with_changes(self, variant: str, overrides: Mapping[str, object]) -> Ruleset:
        """Apply a named variant, then single overrides.

        Raises
        ------
        TolsimError
            For an unknown variant or name, or a value that does not fit.
        """
        if variant != "default" and variant not in self.variants:
            raise unknown("variant", variant, ["default", *self.variants])
        changes: dict[str, object] = {}
        if variant != "default":
            changes.update(self.variants[variant]["set"])
        changes.update(overrides)
        rules = dict(self.rules)
        for name, value in changes.items():
            if name not in rules:
                settable = [rule.id for rule in rules.values() if rule.value is not None]
                raise unknown("rule", name, settable, see="tolsim rules GAME --switches")
            rules[name] = replace(rules[name], value=rules[name].parse(value))
        kept = {name: value for name in overrides if (value := rules[name].value) is not None}
        return replace(self, rules=rules, variant=variant, overrides=kept)

    def value(self, name: str) -> Value:
        """Value in force of one rule."""
        if name not in self.rules:
            raise unknown("rule", name, self.rules)
        value = self.rules[name].value
        assert value is not None
        return value

    def column(self, table: str, column: str) -> list[Value]:
        """Values in force of one column of a table without gaps, switches as codes, in row order."""
        return [self.rules[f"{table}.{row}.{column}"].code() for row in self.tables[table]]

    def scalars(self) -> dict[str, Value]:
        """Values that belong to no table, by dotted name, switches as codes, without free texts."""
        return {
            name: rule.code()
            for name, rule in self.rules.items()
            if rule.value is not None and not rule.pattern and name.split(".")[0] not in self.tables
        }

    def ledger(self) -> list[dict[str, Any]]:
        """The rules as a list of plain objects, as the command line prints them."""
        keys = ("id", "title", "status", "source", "value", "alternatives", "modelled", "note")
        return [
            {
                **{key: asdict(rule)[key] for key in keys},
                "range": None if rule.low is None else [rule.low, rule.high],
            }
            for rule in self.rules.values()
        ]


def compile_parameters(ruleset: Ruleset, derived: Mapping[str, np.ndarray]) -> np.ndarray:
    """Lay the values out as the read-only record that the kernels take as ``p``.

    Parameters
    ----------
    ruleset
        The values in force. ``recruit.legions`` becomes the field ``recruit_legions``.
    derived
        Further fields a game works out from them, name to array.

    Returns
    -------
    numpy.ndarray
        Shape [1], an aligned record dtype.
    """
    values: dict[str, np.ndarray] = {
        name.replace(".", "_"): np.asarray(
            value, np.float64 if isinstance(value, float) else np.int64
        )
        for name, value in ruleset.scalars().items()
    }
    values.update(derived)
    fields = [(name, array.dtype, array.shape) for name, array in values.items()]
    record = np.zeros(1, np.dtype((np.record, np.dtype(fields, align=True))))
    for name, array in values.items():
        record[name][0] = array
    record.flags.writeable = False
    return record


def ruleset_id(parameters: np.ndarray, folders: tuple[str, ...]) -> str:
    """Digest of the values in force and of the rules' code: 12 hexadecimal digits."""
    digest = hashlib.sha256(source_digest(*folders).encode())
    digest.update(repr(parameters.dtype.descr).encode())
    digest.update(parameters.tobytes())
    return digest.hexdigest()[:12]
