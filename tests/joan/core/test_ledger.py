"""The engine's ledger is complete, and every rule in it is named by a test that can show it."""

from pathlib import Path

import pytest

import tolsim
from tests.rule_markers import marked_tests, switch_readings
from tolsim.core.registry import GAMES
from tolsim.core.rules import read_rules
from tolsim.joan.profiles import ability_rules
from tolsim.joan.scenario import ENGINE

HERE = Path(__file__).parent
JOAN = HERE.parent
SCENARIOS = [name for name, module in GAMES.items() if module.startswith("tolsim.joan")]


RULES = {**read_rules(ENGINE / "rules.toml"), **read_rules(ENGINE / "rulebook.toml")}
ROWS = [row for name in SCENARIOS for row in tolsim.make(name).ruleset.tables["units"]]
ABILITIES = ability_rules(tuple(dict.fromkeys(ROWS)))
LEDGER = {**RULES, **ABILITIES}
# A rule that only one scenario leans on may be shown by that scenario's tests.
TESTS = marked_tests(JOAN)


def test_every_modelled_rule_and_ability_is_named_by_a_test():
    modelled = {name for name, rule in LEDGER.items() if rule.modelled}
    assert sorted(modelled - set(TESTS)) == []


def test_no_test_of_the_core_names_a_rule_that_is_not_in_the_ledger():
    assert sorted(set(marked_tests(HERE)) - set(LEDGER)) == []


def test_what_is_not_modelled_has_a_reason_and_no_test():
    for rule in LEDGER.values():
        if not rule.modelled:
            assert rule.note
            assert rule.value is None
            assert rule.id not in TESTS


def test_every_reading_of_a_switch_is_played_by_a_test_that_names_it():
    for rule in RULES.values():
        used = [value for test in TESTS.get(rule.id, ()) for value in test]
        for reading in switch_readings(rule):
            # 0 == False, so compare the types too.
            assert any(v == reading and type(v) is type(reading) for v in used), (rule.id, reading)


def test_every_switch_and_number_is_set_by_a_test_that_names_it():
    values = {name for name, rule in RULES.items() if rule.value is not None}
    assert sorted(n for n in values if not any(n in test for test in TESTS[n])) == []


def test_titles_are_single_lines_that_differ():
    titles = [rule.title for rule in LEDGER.values()]
    assert len(titles) == len(set(titles))
    for rule in LEDGER.values():
        assert "\n" not in rule.title
        assert rule.title.strip() == rule.title
        assert rule.source


# The core model's parameters: the reading played unless told otherwise first, then the others.
PARAMETERS = {
    "board.compass": ("diagonal", "north_first", "edge"),
    "unit.big_size": (2, 1, 3),
    "orders.activation_limit": ("area", "area and unit"),
    "orders.interrupt_window": ("after each order", "scenario only"),
    "council.round_cards": ("3 3 4 4 4 5 5 6", "all 4", "all 5", "3 to 6"),
    "council.war_council": ("house deck", "none"),
    "council.upkeep": (1, 0, 2),
    "move.cavalry": (2, 1),
    "move.cavalry_haste": ("adds", "replaces"),
    "move.room_after_overrun": (True, False),
    "combat.allocation": ("one each first", "free"),
    "combat.plain_wound_kills": (True, False),
    "combat.immortal": ("infirmary", "destroys"),
    "combat.push_stuck": ("disrupted", "no effect", "destroyed"),
    "combat.line_of_sight": ("forest", "nothing"),
    "combat.gigantic_dice": (3, 2, 4),
    "combat.gigantic_allocation": ("spread", "each"),
    "terrain.hill_range": (1, 0),
    "prayer.gain": ("always", "on a black Shield"),
    "trait.terror_test": ("each attacker", "one test"),
}


@pytest.mark.parametrize(("name", "expected"), PARAMETERS.items())
def test_every_parameter_of_the_core_model_has_its_rule_with_all_its_readings(name, expected):
    rule = RULES[name]
    assert (rule.value, *rule.alternatives) == expected
    assert rule.status in {"assumed", "derived"}


def test_the_other_switches_are_traits_and_terrain_each_on_or_off():
    others = {name for name, rule in RULES.items() if switch_readings(rule)} - set(PARAMETERS)
    for name in others:
        assert name.split(".")[0] in {"trait", "terrain"}
        assert RULES[name].value is True


def test_traits_without_a_public_text_are_listed():
    names = ("Carrier", "Engineer", "Charisma", "Impetuous", "Mercenary", "Fireproof", "Legendary")
    for trait in names:
        assert not LEDGER[f"unit_traits.{trait}"].modelled
