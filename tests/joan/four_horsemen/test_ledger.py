"""The scenario's ledger is complete, and every rule in it is named by a test that can show it.

Rules of the engine, of units and of dice have tests of their own elsewhere; tests here may name them.
"""

from pathlib import Path

import pytest

from tests.rule_markers import marked_tests, readings
from tolsim.core.rules import Ruleset
from tolsim.joan.scenarios.four_horsemen.roster import FOLDER, MAP

from .games import four_horsemen

HERE = Path(__file__).parent
RULES = four_horsemen().ruleset.rules
OWN = {**Ruleset.load(FOLDER).rules, **MAP.ledger()}
"""Rules of the scenario's own."""


TESTS = marked_tests(HERE)


def test_every_modelled_rule_is_named_by_a_test():
    assert sorted(name for name, rule in OWN.items() if rule.modelled and name not in TESTS) == []


def test_no_test_names_a_rule_that_is_not_in_the_ledger():
    assert sorted(set(TESTS) - set(RULES)) == []


def test_what_is_not_modelled_has_a_reason_and_no_test():
    missing = {name for name, rule in OWN.items() if not rule.modelled}
    assert missing == {
        "scenario.story", "patrick.miniature", "civilian.discussion", "cards.intrigue_payment",
    }  # fmt: skip
    for name in missing:
        assert OWN[name].note
        assert OWN[name].value is None
        assert name not in TESTS


@pytest.mark.parametrize("name", [name for name, rule in OWN.items() if readings(rule)])
def test_every_reading_is_played_by_a_test_that_names_its_rule(name):
    used = [value for test in TESTS[name] for value in test]
    assert name in used
    for reading in readings(OWN[name]):
        # 0 == False, so compare the types too.
        assert any(v == reading and type(v) is type(reading) for v in used), reading


def test_every_number_is_changed_by_a_test_that_names_it():
    for name, rule in OWN.items():
        if rule.value is not None:
            assert any(name in test for test in TESTS[name]), name


def test_titles_are_single_lines_that_differ():
    titles = [rule.title for rule in OWN.values()]
    assert len(titles) == len(set(titles))
    for rule in OWN.values():
        assert "\n" not in rule.title
        assert rule.title.strip() == rule.title
        assert rule.source


# The printed rules in the text's order, and the entries that carry them.
PRINTED = {
    "length": ["scenario.rounds"],
    "Civilian Destroyed": ["victory.points_of_a_civilian"],
    "Units Disrupted or destroyed": ["victory.points_of_a_unit", "victory.angels_never_count"],
    "20 Victory Points": ["victory.points"],
    "Holy victory": ["miracle.wins", "victory.holy_holds_out"],
    "Reward": ["reward.infantry", "reward.cavalry", "reward.character"],
    "Holy deploys first": ["deployment.holy_first"],
    "where": ["deployment.not_in_pentacles", "deployment.not_in_interiors"],
    "how many": ["deployment.units_in_an_area"],
    "Rally points": ["rally.houses", "map.rally_points"],
    "Unholy deployment": ["arrival.one_a_round", "arrival.all_in_one_pentacle"],
    "barred pentacles": ["arrival.pentacle_once", "arrival.not_opposite"],
    "return": ["pentacle.returns_the_fallen"],
    "pay": ["reward.disrupted_pays_the_holy"],
    "closed": ["pentacle.closed_to_holy"],
    "Church: who enters": ["church.only_civilians_enter"],
    "Church: peace": ["church.no_attack_from_inside", "church.no_target_inside"],
    "Shrine": ["shrine.closed_to_unholy", "shrine.may_be_attacked"],
    "Angel: summons": ["angel.summoned", "prayer.for_an_angel"],
    "Angel: place": ["angel.free_or_allied_area"],
    "Angel: limit": ["angel.limit"],
    "Angel: victims": [
        "angel.victims_to_the_infirmary", "angel.victims_throw_doom", "angel.victims_rally_at_home",
    ],
    "Miracle": ["miracle.wins", "prayer.for_a_miracle"],
    "Saint Patrick: summons": [
        "patrick.summoned_once", "patrick.free_or_allied_area", "prayer.for_saint_patrick",
        "patrick.miniature",
    ],
    "Saint Patrick: no attacks": ["patrick.no_attack_declared"],
    "Saint Patrick: mercy": ["patrick.mercy"],
    "Saint Patrick: activation": ["patrick.acts", "patrick.pushes"],
    "Civilians are units": ["civilian.holy_units"],
    "Civilians die when entered": ["civilian.die_when_entered"],
    "Civilians pray": ["prayer.in_the_church"],
    "Intrigue cards": ["cards.intrigue_payment"],
    "story": ["scenario.story"],
}  # fmt: skip
DERIVED_FROM_PRINTED = {"Minis Overview": "setup.miniatures", "tile": "setup.pentacle_tiles"}


def test_every_printed_rule_has_its_entries_marked_so():
    for title, names in PRINTED.items():
        for name in names:
            assert RULES[name].status == "printed", (title, name)
    listed = {name for names in PRINTED.values() for name in names}
    assert {name for name, rule in OWN.items() if rule.status == "printed"} <= listed
    for name in DERIVED_FROM_PRINTED.values():
        assert RULES[name].status == "derived"


# Which rule settles each question that the text leaves open: the reading played unless told
# otherwise first, then the others. Where there is one reading only, the rule that states it.
RULINGS = {
    1: ("victory.check", "immediate", "end of round"),
    2: ("victory.final_scoring", "after the Camp", "before the Camp"),
    3: ("victory.civilian_scores", "once", "twice"),
    4: ("victory.patrick_never_counts",),
    5: ("victory.first_to_happen",),
    6: ("victory.no_early_end",),
    7: ("reward.holy", "flat", "table"),
    8: ("reward.each_time",),
    9: ("reward.doom_death_unholy", False, True),
    10: ("reward.doom_death_holy", True, False),
    11: ("reward.civilian", 1, 0),
    12: ("reward.angel", 0, 1),
    13: ("deployment.civilians", "map", "player"),
    14: ("deployment.limit_counts_civilians", True, False),
    15: ("deployment.everything",),
    16: ("deployment.horseman_timing", "before the Council", "after the Council"),
    17: ("arrival.four_rounds",),
    18: ("arrival.never_stuck",),
    19: ("map.pentacle_opposites",),
    20: ("deployment.overflow", "wait", "forbid"),
    21: ("pentacle.next_camp",),
    22: ("return.level", "keep", "one"),
    23: ("return.full", "wait", "beside"),
    24: ("rally.pentacles_are_none",),
    25: ("pentacle.closed_to", "all", "move"),
    26: ("church.means", "interior", "interior and area"),
    27: ("church.capacity", 6, 5, 8, 99),
    28: ("church.nothing_reaches_inside",),
    29: ("church.no_angel_or_saint",),
    30: ("prayer.window", "activation", "turn"),
    31: ("prayer.effects", "one", "each", "split"),
    32: ("prayer.threshold", "at least", "exactly"),
    33: ("prayer.church_gain", "always", "only without effect"),
    34: ("prayer.civilians_nowhere_else",),
    35: ("angel.limit_counts", "board", "board and infirmary"),
    36: ("angel.stock", "reuse", "finite"),
    37: ("angel.summon_in_pentacle", False, True),
    38: ("angel.credit", "any", "all"),
    39: ("angel.even_a_kill",),
    40: ("angel.victim_death", "final", "returns"),
    41: ("patrick.profile", "text only", "priest"),
    42: ("patrick.every_declared_attack",),
    43: ("patrick.mercy_order", "after Shields", "before Shields"),
    44: ("patrick.mercy_stuck", "no effect", "disrupted"),
    45: ("patrick.push_cancellable", False, True),
    46: ("patrick.stuck_push",),
    47: ("patrick.bars_the_way",),
    48: ("patrick.spent_on", "placing", "prayer"),
    49: ("civilian.alone_open_their_area",),
    50: ("move.room_after_overrun", True, False),
    51: ("civilian.kill_on", "every area", "end area"),
    52: ("civilian.followup_over", True, False),
    53: ("civilian.not_pushed_onto",),
    54: ("civilian.attacked_like_others",),
    55: ("civilian.rally",),
    56: ("civilian.attack", True, False),
    57: ("civilian.abilities",),
    58: ("civilian.in_houses",),
    59: ("church.area_rallies", False, True),
    60: ("cards.intrigue_payment",),
    61: ("turn.order_rule", "unholy first", "holy first", "alternate", "random"),
    62: ("orders.activation_limit", "area", "area and unit"),
}


@pytest.mark.parametrize(("number", "ruling"), RULINGS.items())
def test_every_open_question_has_its_rule_with_all_its_readings(number, ruling):
    name, *expected = ruling
    rule = RULES[name]
    assert (name in TESTS) == rule.modelled
    if not expected:
        assert rule.value is None
        assert name == "cards.intrigue_payment" or rule.status in {"derived", "assumed"}
        return
    assert [rule.value, *rule.alternatives] == expected
    assert rule.status == "assumed"


def test_all_sixty_two_open_questions_are_listed():
    assert list(RULINGS) == list(range(1, 63))


def test_switches_keep_the_others_out():
    names = {ruling[0] for ruling in RULINGS.values() if len(ruling) > 1}
    set_up = {
        "deployment.holy", "deployment.arrival", "setup.civilians", "setup.civilian_spots",
        "setup.holy_army", "setup.troops", "setup.horseman_level", "tokens.holy_xp",
        "tokens.holy_legend", "tokens.unholy_xp", "tokens.unholy_legend", "tokens.reroll",
    }  # fmt: skip
    engine = {"move.room_after_overrun", "orders.activation_limit"}
    assert {name for name, rule in OWN.items() if readings(rule)} == names - engine | set_up
