"""The unit profiles against the public unit list, typed again here in a short hand of its own."""

import re

import numpy as np
import pytest

from tolsim.core.errors import TolsimError
from tolsim.core.rules import Rule, Ruleset
from tolsim.joan import profiles, traits
from tolsim.joan.dice import FACES
from tolsim.joan.profiles import (
    ability_rules,
    profile_arrays,
    rules_by_unit,
    trait_switch,
    unit_rules,
)

# Unit | type | attack | defence | HP | traits and text. A shot is "dir" or "arc", its range and
# its dice; "+W cavalry" are extra dice; "AS" automatic Shields; "AP" automatic Pushes; "Cmd A/1"
# Command in its own area; "x>y" changes a face, of defence dice in the fourth place.
LIST = """
Peasants | inf | Y | - | 1 | Support
Provincial Militia | inf | W | Y | 1 | Support
Pikemen | inf | W, +W cavalry | Y | 1 | Retaliation vs cavalry
Crossbowmen | inf | dir 1 R | W | 1 |
Sergeants-at-Arms | inf | R | R | 1 | Retaliation
Foot Knights | inf | RR | B | 1 | Retaliation, cancel 1 push
Mounted Knights | cav | RR | B | 1 | Charge
Standard Bearer | inf | - | W | 1 | Rally, Dodge, Cmd 3/1, cancel 2 disrupted
Penitents | inf | R | - | 1 | Survival
Flagellants | inf | W, +W with Penitents | - | 1 | Survival, Charge
Angel | fly | RW, +W unholy | BB | 1 | Jump 2, Carrier, Prayer
Skeletons | inf | Y, +Y with its like | - | 1 | cancel 1 push
Mounted Skeletons | cav | RW | W | 1 | Charge, Survival, Support, cancel 1 push
Mounted Spectres | cav | RWW | B | 1 | Charge, Immortal, Dodge
Damned | cav | RR | BR | 1 | Charge, Retaliation, Jump 2, cancel 1 push
Ghosts | inf | WWW | WWW | 1 | Immortal, Terror 1
Voracious Demons | inf | RR | WW | 1 | Charge
Devourers | fly | R, dir 1 B | WY | 1 | Carrier
Gargoyles | fly | dir 2 Y blank>push | B | 1 | Haste 2
Heretic Expiators | inf | Y | B | 1 | Engineer, Prayer, Ruthless
Heretic Repentants | inf | WW | B | 1 | Charge, Survival, Haste 2
Conquest | cav | WWY, dir 3 YY | W | 5 | Character, Big, Charge, Jump 2, Survival, Cmd 3/2, upgrade 6
Conquest 2 | cav | RWW, dir 3 YYY | WW | 6 | Character, Big, Charge, Jump 2, Survival, Cmd 3/3
War | cav | RW disrupted>kill | R | 6 | Character, Big, Retaliation, Parry, Slayer, Cmd 2/3, upgrade 6
War 2 | cav | RRW disrupted>kill | BR | 6 | Character, Big, Retaliation, Parry, Slayer, Cmd 2/3
Famine | cav | BW | BB | 3 | Character, Big, Survival, Cmd 2/1, upgrade 5
Famine 2 | cav | YYY blank>push | BB | 3 | Character, Big, Prayer, Survival, Cmd 2/1
Death | cav | RR | B | 4 | Character, Big, Haste 2, Terror 1, Cmd 2/2, upgrade 5
Death 2 | cav | BB shield>kill | B | 5 | Character, Big, Haste 2, Terror 2, Cmd 2/2
The Leviathan | inf | AP 1, WWWW | AS 2 | 16 | Character, Gigantic, Terror 2, Never pushed
Ambroise de Loré | cav | R | B | 2 | Character, Charge, Cmd A/1, upgrade 4
Ambroise de Loré 2 | cav | RR | B | 3 | Character, Charge, Cmd A/1
Hero | inf | R | B | 1 | Character, Prayer, Feint, Cmd A/1, upgrade 3
Hero 2 good | inf | R | B | 2 | Character, Prayer, Parry, Cmd 1/1
Hero 2 evil | inf | WY blank>disrupted | WW | 2 | Character, Prayer, Terror 1, Cmd A/2
Saint Patrick | inf | - | - | 1 |
Merchant Girl | inf | - | - | 1 | Civilian
Citizen | inf | - | - | 1 | Civilian
Noble Lady | inf | - | - | 1 | Civilian
Apothecary | inf | - | W | 1 | Civilian, Heal
Soothsayer | inf | - | AS 1 | 1 | Civilian
Guide | inf | - | W | 1 | Civilian, cancel 1 push
Priest | inf | - | - | 1 | Civilian, Prayer, Heal, Cmd 1/2
Blacksmith | inf | Y | - | 1 | Civilian
Hunter | inf | - | - | 1 | Civilian
Farmer | inf | - | - | 1 | Civilian
Doctor | inf | - | W | 1 | Civilian, Heal, Haste 2
Bowmen | inf | arc 2 YY shield>disrupted | W | 1 |
Bowmen - Short Bow | inf | dir 1 BB | W | 1 |
Hacquebutiers | inf | dir 1 Y blank>kill | B | 1 | Terror 1
Foot Knights 2-handed | inf | RR, +R infantry | B | 1 |
Halberdiers | inf | W, +W infantry | RW | 1 | Retaliation
Guisarmiers | inf | Y blank>disrupted | W | 1 | Parry, Cohesion
Musician | inf | - | WW | 1 | Terror 1, Cmd 3/1
Hunting Dogs | inf | WY | Y | 1 | Haste 2, Feint
War Hounds | inf | RW | Y | 1 | Haste 2, Bodyguard
Plague Bearers | inf | W | - | 1 | Support, Terror 1, cancel 1 disrupted
Skeletons Danse Macabre | inf | Y, +Y with its like | - | 1 | Immortal
Devilish Skeletons | inf | Y, +Y with its like | - | 1 | Charge, Support, cancel 1 push
The Beast | fly | RRR, dir 2 R | AS 2 | 14 | Character, Gigantic, Terror 2
Joan of Arc | inf | W | B | 2 | Character, Survival, Prayer, Terror 1, Cmd 1/1, upgrade 2
Joan of Arc 2 Holy | inf | WY | BB | 3 | Character, Survival, Prayer, Terror 1, Cmd 3/2
Joan of Arc 2 Unholy | inf | RY | RY | 4 | Character, Retaliation, Terror 2, Cmd 2/2
Alain Blanchard | inf | RY, dir 3 BB shield>push | R | 2 | Character
Bombard | machine | arc 2 RRW blank>kill | AS 1 | 2 |
Trebuchet | machine | arc 3 WW blank>kill | AS 2 | 2 | Targeting, Big
Ballista | machine | dir 3 B shield>disrupted | AS 1 | 2 | Targeting
Culverin | machine | dir 2 YYY blank>push | AS 1 | 1 | Targeting
Siege Tower | machine | - | AS 2 | 8 | Big, Rally
Pavise Shield | inf | - | BW | 4 | Shield
"""
UNITS = {line.split(" | ")[0]: line for line in LIST.strip().splitlines()}
TYPES = {"inf": 0, "cav": 1, "fly": 2, "machine": 3}
SHOTS = {"dir": 1, "arc": 2}
AGAINST = {"cavalry": 1, "infantry": 2, "unholy": 3, "with its like": 4, "with Penitents": 5}
FACE_NUMBERS = {"kill": 0, "disrupted": 1, "push": 2, "shield": 3, "blank": 4}

# The abilities of the units of the two scenarios, as one would look them up.
ABILITIES = {
    "Crossbowmen": traits.REROLLS_SHIELDS,
    "Standard Bearer": traits.RALLIES_ONE_DISRUPTED,
    "Penitents": traits.CHARGE_FOR_KILL,
    "Mounted Spectres": traits.ANY_AREA_OF_A_HEX,
    "Ghosts": traits.IGNORES_TERRAIN,
    "Voracious Demons": traits.BLANKS_STRIKE_BACK,
    "Devourers": traits.SHIELDS_STRIKE_FOR_LEGEND,
    "Heretic Repentants": traits.MELEE_ON_FOLLOW_UP,
    "Conquest": traits.IGNORES_SHIELD,
    "Conquest 2": traits.IGNORES_SHIELD | traits.LEGEND_ON_FOLLOW_UP,
    "War 2": traits.MELEE_ON_FOLLOW_UP | traits.FOLLOW_UP_IGNORES_SHIELD,
    "Famine": traits.DRAINS_LEGEND | traits.SECOND_MELEE_FOR_LEGEND,
    "Famine 2": traits.MELEE_AGAINST_THREE_AREAS,
    "Death": traits.HEALS_FOR_XP | traits.LEGEND_FOR_KILL,
    "Death 2": traits.DEFENCE_FOR_LEGEND,
    "Ambroise de Loré": traits.CHARGE_EACH_TURN | traits.COMMANDS_CAVALRY,
    "Ambroise de Loré 2": traits.CHARGE_EACH_TURN | traits.COMMANDS_CAVALRY,
    "Merchant Girl": traits.GAINS_INTRIGUE,
    "Citizen": traits.GAINS_XP,
    "Noble Lady": traits.GAINS_LEGEND_OR_INTRIGUE,
    "Guide": traits.LEADS_ITS_AREA,
    "Blacksmith": traits.ARMS_PEASANTS,
    "Farmer": traits.RETURNS_REROLL,
    "Musician": traits.RALLIES_ONE_DISRUPTED,
}


def dice_of(letters):
    return [letters.count(letter) for letter in "RBWY"]


def changed(text):
    faces = list(range(6))
    for before, after in re.findall(r"(\w+)>(\w+)", text):
        faces[FACE_NUMBERS[before]] = FACE_NUMBERS[after]
    return faces


def numbers(pattern, text, count=1):
    found = re.search(pattern, text)
    return [int(each.replace("A", "0")) for each in found.groups()] if found else [0] * count


def in_arrays(line):
    """Read a line of the list into what the arrays should hold of its unit."""
    _, kind, attack, defence, hp, text = (part.strip() for part in f"{line} ".split(" | "))
    parts = [part for part in attack.split(", ") if part != "-"]
    shot = next((part.split() for part in parts if part[:3] in SHOTS), None)
    extra = next((part[1:].split(" ", 1) for part in parts if part[0] == "+"), None)
    melee = next((part for part in parts if re.match(r"[RBWY]+\b", part)), "")
    return {
        "type": TYPES[kind],
        "hp": int(hp),
        "melee": dice_of(melee.split(" ")[0]),
        "melee_change": changed(melee),
        "shot": dice_of(shot[2] if shot else ""),
        "shot_kind": SHOTS[shot[0]] if shot else 0,
        "shot_range": int(shot[1]) if shot else 0,
        "shot_change": changed(shot[-1] if shot else ""),
        "pushes": numbers(r"AP (\d)", attack)[0],
        "extra": dice_of(extra[0] if extra else ""),
        "extra_against": AGAINST[extra[1]] if extra else 0,
        "defence": [0] * 4 if "AS" in defence else dice_of(defence),
        "defence_change": list(range(6)),
        "shields": numbers(r"AS (\d)", defence)[0],
        "traits": sum(
            1 << traits.TRAITS.index(part) for part in text.split(", ") if part in traits.TRAITS
        ),
        "haste": numbers(r"Haste (\d)", text)[0],
        "jump": numbers(r"Jump (\d)", text)[0],
        "terror": numbers(r"Terror (\d)", text)[0],
        "command_range": numbers(r"Cmd (\w)/(\d)", text, 2)[0],
        "command_number": numbers(r"Cmd (\w)/(\d)", text, 2)[1],
        "upgrade_cost": numbers(r"upgrade (\d)", text)[0],
        "cancel": [numbers(rf"cancel (\d) {face}", text)[0] for face in FACES[:3]],
    }


def ruleset_of(units, switches=()):
    rules, rows = unit_rules(units)
    rules["unit.big_size"] = Rule("unit.big_size", "Big", "assumed", "x", 2, low=1, high=3)
    for name in switches:
        rules[name] = Rule(name, name, "assumed", "x", True)
    return Ruleset(rules, {"units": rows}, {}), rows


@pytest.fixture(scope="module")
def everything():
    ruleset, rows = ruleset_of(list(rules_by_unit()))
    return rows, profile_arrays(ruleset, rows)


def profile(everything, unit):
    rows, arrays = everything
    return {
        name.removeprefix("profile_"): array[rows.index(unit)] for name, array in arrays.items()
    }


@pytest.mark.parametrize("unit", UNITS)
def test_the_profile_is_the_public_one(everything, unit):
    found = profile(everything, unit)
    expected = in_arrays(UNITS[unit])
    assert {name: np.asarray(found[name]).tolist() for name in expected} == expected
    if unit in ABILITIES:
        assert found["abilities"] == ABILITIES[unit]


def test_only_units_with_an_ability_have_one(everything):
    rows, arrays = everything
    with_one = {row for row, bits in zip(rows, arrays["profile_abilities"], strict=True) if bits}
    assert with_one == set(ABILITIES)


def test_sizes_are_those_of_big_and_gigantic(everything):
    assert profile(everything, "War")["size"] == 2
    assert profile(everything, "The Leviathan")["size"] == 8
    assert profile(everything, "Hero")["size"] == 1
    ruleset, rows = ruleset_of(["War", "The Beast", "Hero"])
    larger = profile_arrays(ruleset.with_changes("default", {"unit.big_size": 3}), rows)
    assert larger["profile_size"].tolist() == [3, 3, 8, 1, 1, 1]


def test_arrays_are_int64_with_a_row_for_each_unit(everything):
    rows, arrays = everything
    widths = {"melee": 4, "shot": 4, "defence": 4, "extra": 4, "cancel": 3}
    widths |= {"melee_change": 6, "shot_change": 6, "defence_change": 6}
    for name, array in arrays.items():
        width = widths.get(name.removeprefix("profile_"))
        assert array.shape == ((len(rows), width) if width else (len(rows),)), name
        assert array.dtype == np.int64


def test_levels_come_with_their_unit_and_share_its_kind():
    ruleset, rows = ruleset_of(["Pikemen", "War", "Hero", "War 2", "Pikemen"])
    assert rows == ("Pikemen", "War", "War 2", "Hero", "Hero 2 good", "Hero 2 evil")
    arrays = profile_arrays(ruleset, rows)
    assert arrays["profile_kind"].tolist() == [0, 1, 1, 2, 2, 2]
    assert arrays["profile_upgrade_to"].tolist() == [-1, 2, -1, 4, -1, -1]
    assert arrays["profile_upgrade_cost"].tolist() == [0, 6, 0, 3, 0, 0]
    evil = ruleset.with_changes("default", {"units.Hero.upgrade_to": "Hero 2 evil"})
    assert profile_arrays(evil, rows)["profile_upgrade_to"].tolist() == [-1, 2, -1, 5, -1, -1]
    none = ruleset.with_changes("default", {"units.War.upgrade_to": "none"})
    assert profile_arrays(none, rows)["profile_upgrade_to"].tolist() == [-1, -1, -1, 4, -1, -1]
    with pytest.raises(TolsimError, match="unknown level among the units 'Hero 2 good'"):
        profile_arrays(ruleset, ("Pikemen", "Hero"))


def test_units_stay_in_the_order_given_and_unknown_ones_are_refused():
    assert unit_rules(["Wolves", "Angel"])[1] == ("Wolves", "Angel")
    rules, _ = unit_rules(["Wolves"])
    assert {name.split(".")[1] for name in rules} == {"Wolves"}
    with pytest.raises(TolsimError, match="unknown unit 'Pikmen'; did you mean 'Pikemen'"):
        unit_rules(["Wolves", "Pikmen"])


def test_traits_can_be_switched_off():
    names = ["Parry", "Haste", "Terror", "Jump", "Command", "Big", "Retaliation vs cavalry"]
    ruleset, rows = ruleset_of(["War", "Death", "Damned", "Pikemen"], map(trait_switch, names))
    plain = profile_arrays(ruleset, rows)
    war, death, damned, pikemen = (
        rows.index(each) for each in ("War", "Death", "Damned", "Pikemen")
    )

    def without(name):
        return profile_arrays(ruleset.with_changes("default", {trait_switch(name): False}), rows)

    assert plain["profile_traits"][war] - without("Parry")["profile_traits"][war] == traits.PARRY
    assert (plain["profile_haste"][death], without("Haste")["profile_haste"][death]) == (2, 0)
    assert (plain["profile_terror"][death], without("Terror")["profile_terror"][death]) == (1, 0)
    assert (plain["profile_jump"][damned], without("Jump")["profile_jump"][damned]) == (2, 0)
    assert without("Command")["profile_command_number"][war] == 0
    assert without("Command")["profile_command_range"][war] == 0
    assert without("Big")["profile_size"][war] == 1
    assert without("Retaliation vs cavalry")["profile_traits"][pikemen] == 0
    assert (without("Parry")["profile_haste"] == plain["profile_haste"]).all()


@pytest.mark.parametrize(
    ("cell", "given", "message"),
    [
        ("War.melee", "RX", "is up to 8 of the letters R, B, W, Y, not 'RX'"),
        ("War.melee", "R" * 9, "is up to 8 of the letters R, B, W, Y, not 'RRRRRRRRR'"),
        ("War.traits", "Bigg", "is traits separated by commas (Character, Civilian, "),
        ("War.traits", "Big,Parry", "is traits separated by commas (Character, Civilian, "),
        ("War.abilities", "flies", "is abilities separated by commas (ignores a Shield, "),
        ("War.melee_change", "kill>trample", "is changes such as 'blank>push, shield>kill', "),
        ("War.melee_change", "blank>push, blank>kill", "is changes such as 'blank>push, "),
        ("War.type", "horse", "unknown value for units.War.type 'horse'"),
        ("War.hp", 0, "is 1 to 24, not 0"),
        ("War.upgrade_to", "Death 2", "unknown value for units.War.upgrade_to 'Death 2'"),
    ],
)
def test_bad_cells_are_refused(cell, given, message):
    ruleset, _ = ruleset_of(["War"])
    with pytest.raises(TolsimError) as refused:
        ruleset.with_changes("default", {f"units.{cell}": given})
    assert message in str(refused.value)
    assert f"units.{cell}" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "cells"),
    [
        ("melee", "RBWYY", [1, 1, 1, 2]),
        ("melee_change", "blank>push, shield>kill", [0, 1, 2, 0, 2, 5]),
        ("shot_change", "", [0, 1, 2, 3, 4, 5]),
        ("traits", "Big, Parry", traits.BIG | traits.PARRY),
        ("abilities", "melee on follow-up", traits.MELEE_ON_FOLLOW_UP),
        ("type", "flyer", 2),
        ("shot_kind", "arcing", 2),
        ("extra_against", "with its like", 4),
    ],
)
def test_changed_cells_are_in_the_arrays(name, value, cells):
    ruleset, rows = ruleset_of(["War"])
    changed_rules = ruleset.with_changes("default", {f"units.War.{name}": value})
    assert profile_arrays(changed_rules, rows)[f"profile_{name}"][0].tolist() == cells


def test_every_cell_has_another_value_and_changes_the_arrays():
    ruleset, rows = ruleset_of(
        ["Pikemen", "Hero", "Gargoyles", "The Leviathan", "Saint Patrick", "War"]
    )
    plain = profile_arrays(ruleset, rows)
    for rule in ruleset.rules.values():
        others = [each for each in (*rule.alternatives, *rule.choices) if each != rule.value]
        others += [int(each) for each in (rule.low, rule.high) if each not in (None, rule.value)]
        assert others, rule.id
        for other in others:
            found = profile_arrays(ruleset.with_changes("default", {rule.id: other}), rows)
            assert any((found[name] != plain[name]).any() for name in plain), (rule.id, other)


def test_the_switches_are_numbered_as_the_kernels_number_them():
    rules = rules_by_unit()["War"]
    assert rules["units.War.type"].choices == traits.TYPES
    assert rules["units.War.shot_kind"].choices == traits.SHOTS
    assert rules["units.War.extra_against"].choices == traits.EXTRA_AGAINST


def test_what_is_not_as_printed_in_the_list_says_so():
    rules = {name: rule for unit in rules_by_unit().values() for name, rule in unit.items()}
    assert {rule.status for rule in rules.values()} == {"public", "assumed"}
    assumed = {name.split(".")[1] for name, rule in rules.items() if rule.status == "assumed"}
    assert assumed == {"Saint Patrick"}
    assert rules["units.Saint Patrick.traits"].alternatives == ("Prayer, Heal",)
    assert rules["units.Musician.defence"].alternatives == ("W",)
    assert rules["units.The Leviathan.melee"].alternatives == ("WWW",)
    assert rules["units.Plague Bearers.terror"].alternatives == (2,)
    assert (rules["units.Pikemen.points"].value, rules["units.Pikemen.points"].note) == (
        60, "60 to 65 by army list.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('traits = "Support", p', 'traits = "Suport", p', "units.Peasants.traits is traits separ"),
        ('melee = "Y", traits', 'melee = "Z", traits', "units.Peasants.melee is up to 8 of the"),
        ('melee = "Y", traits', 'meele = "Y", traits', "unknown column of units.Peasants 'meele'"),
        ('upgrade_to = "War 2"', 'upgrade_to = "War 3"', "unknown level for units.War.upgrade_to"),
        ('"The Leviathan.melee" =', '"The Leviathan.meele" =', "unknown cell of units"),
        ('"The Leviathan.melee" =', '"Leviathan.melee" =', "unknown unit 'Leviathan'"),
        ('["Hero 2 evil", "none"]', '["Hero 2 bad", "none"]', "unknown level for units.Hero.upgr"),
        (
            '"Saint Patrick" = { status = "assumed"',
            '"Saint Patrick" = { status = "guess"',
            "rule units.Saint Patrick.type: status 'guess'",
        ),
        ('alternatives = ["WWW"]', 'alternatives = ["WWX"]', "units.The Leviathan.melee is up to"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path, before, after, message):
    text = profiles.UNITS_FILE.read_text(encoding="utf-8")
    path = tmp_path / "units.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    with pytest.raises(TolsimError) as refused:
        rules_by_unit(path)
    assert str(refused.value).startswith(f"units.toml, line {line}: {message}")


def test_every_ability_in_force_is_listed_under_its_name_and_no_other_is():
    rows = tuple(rules_by_unit())
    listed = ability_rules(rows)
    for row in rows:
        text = str(rules_by_unit()[row][f"units.{row}.abilities"].value)
        own = {name.split(".")[2]: rule for name, rule in listed.items() if f".{row}." in name}
        modelled = {name for name, rule in own.items() if rule.modelled}
        assert modelled & set(traits.ABILITIES) == set(filter(None, text.split(", "))), row
        assert set(own) & set(traits.ABILITIES) <= modelled, row


@pytest.mark.parametrize("before", ['modelled = true }\n\n[units."War 2"]', 'note = "Procedure'])
def test_a_mistake_among_the_abilities_is_told_with_its_line(tmp_path, before):
    text = profiles.ABILITIES_FILE.read_text(encoding="utf-8")
    key = before.split(" ")[0]
    path = tmp_path / "abilities.toml"
    path.write_text(text.replace(before, before.replace(key, "noted", 1), 1), encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    with pytest.raises(
        TolsimError, match=f"abilities.toml, line {line}: unknown entry of .* 'noted'"
    ):
        ability_rules(["War"], path)


def test_the_ability_file_names_units_only():
    named = profiles.read_data(profiles.ABILITIES_FILE)["units"]
    assert set(named) - set(rules_by_unit()) == set()


def test_abilities_are_rules_of_the_units_asked_for():
    rules = ability_rules(["Famine 2", "Doctor"])
    assert [name for name in rules if name.startswith("unit_abilities.")] == [
        "unit_abilities.Famine 2.Blanks push",
        "unit_abilities.Famine 2.melee against three areas",
        "unit_abilities.Doctor.saves the killed",
    ]
    assert not rules["unit_abilities.Doctor.saves the killed"].modelled
    for trait in traits.UNKNOWN_TRAITS:
        assert not rules[f"unit_traits.{trait}"].modelled
    titles = [rule.title for rule in ability_rules(list(rules_by_unit())).values()]
    assert len(set(titles)) == len(titles)
    for rule in rules.values():
        assert rule.value is None
        assert rule.modelled or rule.note
