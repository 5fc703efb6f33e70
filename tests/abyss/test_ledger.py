"""The ledger is complete, and every rule in it is named by a test that can show it."""

from pathlib import Path

import pytest

from tests.rule_markers import marked_tests, switch_readings

HERE = Path(__file__).parent


TESTS = marked_tests(HERE)


def ids_of(ruleset) -> tuple[set[str], set[str]]:
    """Rules outside tables, and columns of tables."""
    columns = {
        f"{table}.{name.split('.')[2]}"
        for name in ruleset.rules
        for table in [name.split(".")[0]]
        if table in ruleset.tables
    }
    rows = {name for name in ruleset.rules if name.split(".")[0] not in ruleset.tables}
    return rows, columns


def test_every_modelled_rule_and_every_column_is_named_by_a_test(abyss):
    rows, columns = ids_of(abyss.ruleset)
    modelled = {name for name in rows if abyss.ruleset.rules[name].modelled}
    assert sorted((modelled | columns) - set(TESTS)) == []


def test_no_test_names_a_rule_that_is_not_in_the_ledger(abyss):
    rows, columns = ids_of(abyss.ruleset)
    assert sorted(set(TESTS) - rows - columns) == []


def test_what_is_not_modelled_has_a_reason_and_no_test(abyss):
    for rule in abyss.ruleset.rules.values():
        if not rule.modelled:
            assert rule.note
            assert rule.value is None
            assert rule.id not in TESTS


def test_every_reading_of_a_switch_is_played_by_a_test_that_names_it(abyss):
    for rule in abyss.ruleset.rules.values():
        if rule.id not in TESTS or not switch_readings(rule):
            continue
        used = [value for test in TESTS[rule.id] for value in test]
        for reading in switch_readings(rule):
            # 0 == False, so compare the types too.
            assert any(v == reading and type(v) is type(reading) for v in used), (rule.id, reading)


def test_every_number_is_changed_by_a_test_that_names_it(abyss):
    rows, columns = ids_of(abyss.ruleset)
    for name in rows:
        rule = abyss.ruleset.rules[name]
        if rule.value is None or switch_readings(rule):
            continue
        assert any(name in test for test in TESTS[name]), name
    for column in columns:
        table, cell = column.split(".")
        changed = [
            value
            for test in TESTS[column]
            for value in test
            if isinstance(value, str) and value.startswith(f"{table}.") and value.endswith(cell)
        ]
        rule = next(r for r in abyss.ruleset.rules.values() if r.id.endswith(f".{cell}"))
        assert changed or switch_readings(rule), column


def test_titles_are_single_lines_that_differ(abyss):
    rules = abyss.ruleset.rules
    titles = [rules[name].title for name in ids_of(abyss.ruleset)[0]]
    assert len(titles) == len(set(titles))
    for rule in rules.values():
        assert "\n" not in rule.title
        assert rule.title.strip() == rule.title
        assert rule.source


# Which rule settles each question that the rulebook leaves open: the reading played unless told
# otherwise first, then the others. Where there is one reading only, the rule that states it.
RULINGS = {
    1: ("recruit.three_legions", "at least", "exactly"),
    2: ("recruit.five_locations_payment", "different locations", "any two"),
    3: ("recruit.dig_choice", "any colour", "matching colour", "may decline"),
    4: ("recruit.dig_with_match_in_row", False, True),
    5: ("stratagem.reserved_blocks_dig", False, True),
    6: ("power.exchange_third_legion", True, False),
    7: ("power.optional", True, False),
    8: ("power.third_legion", "anywhere", "face up"),
    9: ("banner.under_heroes", False, True),
    10: ("rally.on_power_placement", False, True),
    11: ("rout.trigger", "from hand", "step one", "any arrival"),
    12: ("stratagem.divert_answers_rout", False, True),
    13: ("majority.tokens_move_at_turn_end",),
    14: ("majority.routed_counts_as_present", False, True),
    15: ("majority.tie_returns_the_token",),
    16: ("attack.compulsory",),
    17: ("stratagem.divert_target", "any location", "one with Legions"),
    18: ("stratagem.start_of_turn", "king first", "simultaneous"),
    19: ("stratagem.choose_refill", "unseen", "seen"),
    20: ("king.any_hero",),
    # An even draw of sides; alternating is the even draw without its noise.
    21: ("setup.sides", "alternate", "random"),
    22: ("banner.before_the_last_score",),
    23: ("score.hero_colours",),
    24: ("score.locations_without_majority",),
    25: ("routed.identity", "public", "hidden"),
    26: ("power.pick_up_places_another", True, False),
}


@pytest.mark.parametrize(("number", "ruling"), RULINGS.items())
def test_every_open_question_has_its_rule_with_all_its_readings(abyss, number, ruling):
    name, *expected = ruling
    rule = abyss.ruleset.rules[name]
    assert 1 <= number <= 26
    assert name in TESTS
    if not expected:
        assert rule.value is None
        return
    assert rule.value == expected[0]
    assert [rule.value, *rule.alternatives] == expected
    assert {str(reading) for reading in switch_readings(rule)} == {
        str(reading) for reading in expected
    }
    assert rule.status in {"assumed", "printed"}


def test_all_twenty_six_open_questions_are_listed():
    assert list(RULINGS) == list(range(1, 27))


def test_switches_keep_the_others_out(abyss):
    names = {ruling[0] for ruling in RULINGS.values() if len(ruling) > 1}
    switches = {
        rule.id
        for rule in abyss.ruleset.rules.values()
        if rule.id.split(".")[0] not in abyss.ruleset.tables and switch_readings(rule)
    }
    assert switches == names
