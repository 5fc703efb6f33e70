"""Profiles of the units, from their data file into the arrays that the kernels read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tolsim.core.errors import unknown
from tolsim.core.rules import Rule, Ruleset, Value, table_rules
from tolsim.joan.data_file import DATA, naming_the_line, read_data
from tolsim.joan.dice import COLOURS, FACES, TRAMPLE
from tolsim.joan.traits import ABILITIES, BIG, GIGANTIC_UNIT, TRAITS

UNITS_FILE = DATA / "units.toml"
ABILITIES_FILE = DATA / "unit_abilities.toml"
ABILITY_KEYS = ("title", "modelled", "note")
NO_LEVEL = "none"
GIGANTIC_SIZE = 8

DICE_LETTERS = "".join(colour[0] for colour in COLOURS[:4])
CHANGED_FACES = FACES[:TRAMPLE]
"""Faces that a unit's text can change, or change into."""

# Columns of numbers and switches that become one array each, as they are.
PLAIN_COLUMNS = (
    "type", "hp", "shot_kind", "shot_range", "shields", "pushes", "extra_against", "points", "morale"
)  # fmt: skip
DICE_COLUMNS = ("melee", "shot", "defence", "extra")
CHANGE_COLUMNS = ("melee_change", "shot_change", "defence_change")
# Columns that are traits with a number, and the trait's name.
NUMBERED_TRAITS = {
    "haste": "Haste",
    "jump": "Jump",
    "terror": "Terror",
    "command_range": "Command",
    "command_number": "Command",
}


def _list_pattern(item: str) -> str:
    return f"(({item})(, ({item}))*)?"


def _checked_columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Add what the texts of some columns may hold, which other modules list."""
    checks = {}
    for column, names in (("traits", TRAITS), ("abilities", ABILITIES)):
        checks[column] = {
            "pattern": _list_pattern("|".join(map(re.escape, names))),
            "allowed": f"{column} separated by commas ({', '.join(names)})",
        }
    face = f"({'|'.join(CHANGED_FACES)})"
    for column in CHANGE_COLUMNS:
        checks[column] = {
            # The look-ahead refuses two changes of one face.
            "pattern": rf"(?!.*\b(\w+)>.*\b\1>){_list_pattern(f'{face}>{face}')}",
            "allowed": "changes such as 'blank>push, shield>kill', one at most for each of "
            + ", ".join(CHANGED_FACES),
        }
    return {column: {**about, **checks.get(column, {})} for column, about in columns.items()}


@cache
def rules_by_unit(path: Path = UNITS_FILE) -> Mapping[str, Mapping[str, Rule]]:
    """Rules of every unit in the file, each level a unit of its own.

    Raises
    ------
    TolsimError
        For a mistake in the file, naming the line.
    """
    table = read_data(path)["units"]
    columns, rows = _checked_columns(table["columns"]), table["rows"]
    found: dict[str, dict[str, Rule]] = {}
    for row, values in rows.items():
        with naming_the_line(path, "units.rows", row):
            found[row] = table_rules("units", {"columns": columns, "rows": {row: values}})
            _check_levels(found[row], row, rows)
    cells: dict[str, dict[str, Any]] = {}
    for cell, about in table.get("cells", {}).items():
        with naming_the_line(path, "units.cells", cell):
            row = cell if cell in rows else cell.rpartition(".")[0]
            if row not in rows:
                raise unknown("unit", row or cell, rows)
            cells.setdefault(row, {})[cell] = about
            found[row] = table_rules(
                "units", {"columns": columns, "rows": {row: rows[row]}, "cells": cells[row]}
            )
            _check_levels(found[row], row, rows)
    return found


def _levels(rules: Mapping[str, Rule], row: str) -> tuple[str, ...]:
    """Rows that a unit can be upgraded to, in any reading."""
    upgrade = rules.get(f"units.{row}.upgrade_to")
    choices = () if upgrade is None else upgrade.choices
    return tuple(str(level) for level in choices if level != NO_LEVEL)


def _check_levels(rules: Mapping[str, Rule], row: str, rows: Iterable[str]) -> None:
    for level in _levels(rules, row):
        if level not in rows:
            raise unknown(f"level for units.{row}.upgrade_to", level, rows)


def unit_rules(units: Sequence[str]) -> tuple[dict[str, Rule], tuple[str, ...]]:
    """Rules of the units that a scenario uses.

    Parameters
    ----------
    units
        Names of units; each brings the levels that it can be upgraded to.

    Returns
    -------
    rules
        Dotted name, such as ``units.War.hp``, to rule.
    rows
        The units, each followed by its levels.

    Raises
    ------
    TolsimError
        For a name that is no unit's.

    Examples
    --------
    >>> unit_rules(["Pikemen", "Hero"])[1]
    ('Pikemen', 'Hero', 'Hero 2 good', 'Hero 2 evil')
    """
    known = rules_by_unit()
    rows: dict[str, None] = {}
    for unit in units:
        if unit not in known:
            raise unknown("unit", unit, known)
        rows |= dict.fromkeys((unit, *_levels(known[unit], unit)))
    return {name: rule for row in rows for name, rule in known[row].items()}, tuple(rows)


def ability_rules(rows: Sequence[str], path: Path = ABILITIES_FILE) -> dict[str, Rule]:
    """What the units' own cards say, and the traits without effect, as rules without a value.

    Parameters
    ----------
    rows
        Units, as :func:`unit_rules` returns them.
    path
        Another file to read.

    Raises
    ------
    TolsimError
        For a mistake in the file, naming the line.
    """
    data = read_data(path)
    rules: dict[str, Rule] = {}
    for row in rows:
        for ability, about in data["units"].get(row, {}).items():
            with naming_the_line(path, f'units."{row}"', ability):
                name = f"unit_abilities.{row}.{ability}"
                rules[name] = _ability_rule(name, row, about, data["defaults"])
    for trait, about in data["traits"].items():
        with naming_the_line(path, "traits", trait):
            name = f"unit_traits.{trait}"
            rules[name] = _ability_rule(name, trait, about, data["defaults"])
    return rules


def _ability_rule(
    name: str, owner: str, about: Mapping[str, Any], defaults: Mapping[str, str]
) -> Rule:
    for key in about:
        if key not in ABILITY_KEYS:
            raise unknown(f"entry of {name}", key, ABILITY_KEYS)
    modelled = about.get("modelled", False)
    return Rule(
        id=name,
        title=f"{owner}: {about['title']}",
        status=defaults["status"],
        source=defaults["source"],
        modelled=modelled,
        note=about.get("note", "" if modelled else defaults["note_if_not_modelled"]),
    )


def trait_switch(name: str) -> str:
    """Name of the rule that switches a trait off.

    Examples
    --------
    >>> trait_switch("Retaliation vs cavalry")
    'trait.retaliation_vs_cavalry'
    """
    return f"trait.{re.sub('[ -]', '_', name.lower())}"


def _is_on(ruleset: Ruleset, trait: str) -> bool:
    switch = ruleset.rules.get(trait_switch(trait))
    return switch is None or switch.value is not False


def _dice(text: str) -> list[int]:
    return [text.count(letter) for letter in DICE_LETTERS]


def _bits(text: str, names: Sequence[str]) -> int:
    found = set(text.split(", ")) if text else set()
    return sum(1 << bit for bit, name in enumerate(names) if name in found)


def _changes(text: str) -> list[int]:
    faces = list(range(len(FACES)))
    for change in text.split(", ") if text else ():
        before, after = change.split(">")
        faces[FACES.index(before)] = FACES.index(after)
    return faces


def _kinds(rows: Sequence[str]) -> list[int]:
    """Number the units in order; the levels of one share its number."""
    first = {
        level: unit for unit, rules in rules_by_unit().items() for level in _levels(rules, unit)
    }
    units = [first.get(row, row) for row in rows]
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(units))}
    return [numbers[unit] for unit in units]


def profile_arrays(ruleset: Ruleset, rows: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Lay the profiles out for the kernels.

    Parameters
    ----------
    ruleset
        The values in force: those of :func:`unit_rules`, ``unit.big_size``, and switches
        ``trait.…`` for the traits that can be switched off.
    rows
        The units, R of them.

    Returns
    -------
    dict
        int64 arrays. [R]: ``profile_`` and ``type``, ``hp``, ``size`` (spaces taken), ``shot_kind``,
        ``shot_range``, ``shields``, ``pushes``, ``traits`` (bits), ``haste``, ``jump``, ``terror``,
        ``command_range``, ``command_number``, ``upgrade_to`` (row, -1: none), ``upgrade_cost``,
        ``extra_against``, ``kind`` (shared by the levels of one unit), ``abilities`` (bits),
        ``points``, ``morale``. [R, 4], dice of each colour: ``melee``, ``shot``, ``defence``,
        ``extra``. [R, 6], what each face counts as: ``melee_change``, ``shot_change``,
        ``defence_change``. [R, 3], Kills, Disrupted and Pushes cancelled: ``cancel``.

    Raises
    ------
    TolsimError
        If a unit's next level is not among the rows.
    """

    def cells(column: str, default: Value = 0) -> list[Any]:
        rules = (ruleset.rules.get(f"units.{row}.{column}") for row in rows)
        return [default if rule is None else rule.value for rule in rules]

    def codes(column: str) -> list[Value]:
        return [ruleset.rules[f"units.{row}.{column}"].code() for row in rows]

    def row_number(level: str) -> int:
        if level == NO_LEVEL:
            return -1
        if level not in rows:
            raise unknown("level among the units", level, rows)
        return rows.index(level)

    off = _bits(", ".join(trait for trait in TRAITS if not _is_on(ruleset, trait)), TRAITS)
    traits = [_bits(text, TRAITS) & ~off for text in cells("traits")]
    found: dict[str, Any] = {column: codes(column) for column in PLAIN_COLUMNS}
    found |= {column: [_dice(text) for text in cells(column)] for column in DICE_COLUMNS}
    found |= {column: [_changes(text) for text in cells(column)] for column in CHANGE_COLUMNS}
    found |= {
        column: [value if _is_on(ruleset, trait) else 0 for value in cells(column)]
        for column, trait in NUMBERED_TRAITS.items()
    }
    found |= {
        "size": [_size(bits, int(ruleset.value("unit.big_size"))) for bits in traits],
        "traits": traits,
        "upgrade_to": [row_number(level) for level in cells("upgrade_to", NO_LEVEL)],
        "upgrade_cost": cells("upgrade_cost"),
        "cancel": list(
            zip(*(cells(f"cancel_{face}") for face in ("kill", "disrupted", "push")), strict=True)
        ),
        "kind": _kinds(rows),
        "abilities": [_bits(text, ABILITIES) for text in cells("abilities")],
    }
    return {f"profile_{column}": np.array(values, np.int64) for column, values in found.items()}


def _size(traits: int, big_size: int) -> int:
    if traits & GIGANTIC_UNIT:
        return GIGANTIC_SIZE
    return big_size if traits & BIG else 1
