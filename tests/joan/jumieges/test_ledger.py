"""The scenario's ledger is complete, and every rule in it is named by a test that can show it.

Rules of the engine, of units and of dice have tests of their own elsewhere; tests here may name them.
"""

from pathlib import Path

import pytest

from tests.rule_markers import marked_tests, readings
from tolsim.core.rules import Ruleset
from tolsim.joan.scenarios.jumieges.roster import CHARTS, FOLDER, MAP

from .games import jumieges

HERE = Path(__file__).parent
RULES = jumieges().ruleset.rules
OWN = {**Ruleset.load(FOLDER).rules, **MAP.ledger()}
"""Rules of the scenario's own."""
TABLES = Ruleset.load(FOLDER).tables


def entry(name: str) -> str:
    """What tests call a rule: itself, or in a table its column."""
    table, *_, column = name.split(".")
    return f"{table}.{column}" if table in TABLES else name


TESTS = marked_tests(HERE)


def test_every_modelled_rule_is_named_by_a_test():
    assert (
        sorted(name for name, rule in OWN.items() if rule.modelled and entry(name) not in TESTS)
        == []
    )


def test_no_test_names_a_rule_that_is_not_in_the_ledger():
    assert sorted(set(TESTS) - {entry(name) for name in RULES}) == []


def test_what_is_not_modelled_has_a_reason_and_no_test():
    missing = {name for name, rule in OWN.items() if not rule.modelled}
    assert missing == {"scenario.story", "relic.cards"}
    for name in missing:
        assert OWN[name].note
        assert OWN[name].value is None
        assert name not in TESTS


@pytest.mark.parametrize("name", [n for n, rule in OWN.items() if readings(rule) and entry(n) == n])
def test_every_reading_is_played_by_a_test_that_names_its_rule(name):
    used = [value for test in TESTS[name] for value in test]
    assert name in used
    for reading in readings(OWN[name]):
        # 0 == False, so compare the types too.
        assert any(v == reading and type(v) is type(reading) for v in used), reading


def test_every_number_is_changed_by_a_test_that_names_it():
    for name, rule in OWN.items():
        if rule.value is None:
            continue
        constants = [value for test in TESTS[entry(name)] for value in test]
        table, column = name.split(".")[0], name.split(".")[-1]
        if entry(name) == name:
            assert name in constants, name
        else:
            # A cell, or in a formatted text its table and its column.
            texts = [value for value in constants if isinstance(value, str)]
            assert any(text.startswith(f"{table}.") for text in texts), name
            assert any(text.endswith(f".{column}") for text in texts), name


def test_titles_are_single_lines_that_differ():
    titles = [rule.title for rule in OWN.values()]
    assert len(titles) == len(set(titles))
    for rule in OWN.values():
        assert "\n" not in rule.title
        assert rule.title.strip() == rule.title
        assert rule.source


# The printed rules by their number in the rulings, and the entries that carry them.
PRINTED = {
    1: ["scenario.rounds"],
    2: ["map.printed_tiles"],
    3: ["map.armies"],
    4: ["map.armies"],
    5: ["map.deployment"],
    6: ["setup.tokens_face_down"],
    7: ["setup.priest_by_doom_die"],
    8: ["setup.difficulty_before_play", "scenario.difficulty"],
    9: ["victory.leviathan", "victory.church_stands", "victory.graded_by_relics",
        "relics_needed.normal.major", "relics_needed.hard.major"],
    10: ["victory.graded_by_relics", "relics_needed.normal.minor", "relics_needed.hard.minor"],
    11: ["victory.church_stands", "victory.relics_lost_end_it", "relics_needed.normal.lost",
         "relics_needed.hard.lost"],
    12: ["round.order", "map.turn_order", "scenario.one_player"],
    13: ["champion.wounds", "champion.kills"],
    14: ["round.interrupts_between", "orders.interrupt_window"],
    15: ["token.turned_up_with_the_priest"],
    16: ["priest.moves_on"],
    17: ["relic.one_a_character"],
    18: ["priest.fades_out"],
    19: ["relic.lost_with_its_carrier"],
    20: ["token.bought_at_once", "token.later"],
    21: ["priest.neutral"],
    22: ["priest.overrun"],
    23: ["relic.Relic.cost", "relic.Relic.heals", "token.removed", "relic.heals_its_character"],
    24: ["relic.Holy Cross.cost", "relic.Holy Cross.heals"],
    25: ["relic.Saint Martha's Belt.cost", "relic.Saint Martha's Belt.heals", "relic.cards"],
    26: ["leviathan.choice", "leviathan.secondary_health"],
    27: ["roar.on_card", "roar.card", "roar.after_orders"],
    28: ["push.moved_aside"],
    29: ["leviathan.own_units_bar", "leviathan.path"],
    30: ["leviathan.primary"],
    31: ["leviathan.secondary_in_contact", "leviathan.secondary_tie"],
    32: ["leviathan.secondary_advance"],
    33: ["leviathan.tertiary_in_contact", "leviathan.one_area_one_attack"],
    34: ["leviathan.tertiary_one_step"],
    35: ["leviathan.tertiary_no_target"],
    36: ["roar.push", "push.in_chart_order"],
    37: ["roar.unholy_act"],
    38: ["roar.return"],
    39: ["eruption.when", "eruption.health", "eruption.revealed"],
    40: ["eruption.site"],
    41: ["eruption.site", "eruption.everything_goes"],
    42: ["eruption.units"],
    43: ["eruption.no_token"],
    44: ["unholy.choice", "charts.unholy_turns"],
    45: ["unholy.tied_ways"],
    46: ["unholy.tied_ways"],
    47: ["charts.unholy_losses"],
    48: ["unholy.attacks_best_target"],
    49: ["unholy.walks"],
    50: ["undying.never_destroyed", "undying.return", "undying.return_to_lava",
         "map.rally_points"],
    51: ["soul_eater.heals", "soul_eater.unit", "soul_eater.relic"],
    52: ["gigantic.order", "push.melee_clockwise"],
    53: ["council.upkeep"],
    54: ["charts.leviathan"],
    55: ["charts.unholy", "unholy.crossbowmen"],
    56: ["scenario.story"],
}  # fmt: skip
NOT_OF_THE_TEXT = {5: "assumed"}
"""Printed as a picture only."""


def test_every_printed_rule_has_its_entries_marked_so():
    assert list(PRINTED) == list(range(1, 57))
    for number, names in PRINTED.items():
        for name in names:
            assert RULES[name].status == NOT_OF_THE_TEXT.get(number, "printed"), (number, name)
    listed = {name for names in PRINTED.values() for name in names}
    assert {name for name, rule in OWN.items() if rule.status == "printed"} <= listed
    assert RULES["leviathan.profile"].status == RULES["leviathan.board"].status == "public"


# Which rule settles each question that the text leaves open: the reading played unless told
# otherwise first, then the others. Where there is one reading only, the rule that states it.
RULINGS = {
    1: ("victory.tested_at_once",),
    2: ("victory.reclaimed",),
    3: ("victory.relic_in_infirmary", "lost", "kept"),
    4: ("leviathan.at_zero", "destroyed", "Doom die"),
    5: ("victory.no_early_end",),
    6: ("church.resistance", 2, 1, 3, 4),
    7: ("church.attack", "units first", "both", "kill"),
    8: ("leviathan.occupies", "hex", "area"),
    9: ("leviathan.adjacent_to_church",),
    10: ("gigantic.scope", "hex", "area"),
    11: ("combat.gigantic_dice", 3, 2, 4),
    12: ("combat.gigantic_allocation", "spread", "each"),
    13: ("gigantic.push", "reroll", "push then reroll", "whole"),
    14: ("leviathan.melee_allocation", "defender", "chart"),
    15: ("leviathan.secondary_melee", "always", "after tie"),
    16: ("leviathan.tertiary_run", 2, 3),
    17: ("leviathan.tertiary_step", "if useful", "always"),
    18: ("leviathan.one_action",),
    19: ("leviathan.one_area_one_attack",),
    20: ("behaviour.follow_up", False, True),
    21: ("leviathan.no_path", "stay", "push own"),
    22: ("push.roar_ring", "own area", "leviathan"),
    23: ("push.old_hex_free", False, True),
    24: ("push.skips_closed_areas",),
    25: ("combat.push_stuck", "disrupted", "no effect", "destroyed"),
    26: ("push.no_defence",),
    27: ("token.reveal", "may", "must"),
    28: ("token.by_command", False, True),
    29: ("token.who_reveals",),
    30: ("token.before_or_after",),
    31: ("token.bought_at_once",),
    32: ("token.keep", "removed", "choice"),
    33: ("token.relic_effects", "none", "house"),
    34: ("relic.never_changes_hands",),
    35: ("priest.size", 1, 0),
    36: ("priest.among_unholy", "stays", "removed"),
    37: ("priest.leaves_on", "every area", "end area"),
    38: ("priest.last_token",),
    39: ("eruption.revealed_by_turning_up",),
    40: ("board.compass", "diagonal", "north_first", "edge"),
    41: ("setup.central_site",),
    42: ("eruption.rally", "wound", "heal"),
    43: ("eruption.face_up_counts",),
    44: ("lava.covers", "hex", "area"),
    45: ("lava.tiles", 3, 2),
    46: ("lava.entry", "closed", "book"),
    47: ("lava.hurts_leviathan", False, True),
    48: ("combat.plain_wound_kills", True, False),
    49: ("eruption.no_carrier",),
    50: ("unholy.attack", "pooled", "single"),
    51: ("unholy.order", "nearest", "id", "player"),
    52: ("unholy.closest", "moves", "hexes"),
    53: ("behaviour.ties", "fixed", "player"),
    54: ("unholy.crossbowmen", "last", "never"),
    55: ("unholy.no_room", "sidestep", "stay"),
    56: ("unholy.enter_church", False, True),
    57: ("unholy.death_result", "kill", "Doom die"),
    58: ("undying.no_doom_die",),
    59: ("champion.counts", "kill", "kill or disrupted"),
    60: ("champion.span", "game", "round"),
    61: ("soul_eater.by", "any", "leviathan"),
    62: ("orders.interrupt_window", "scenario only", "after each order"),
    63: ("roar.on_pass", False, True),
    64: ("roar.counts", "any", "activation"),
    65: ("roar.return",),
    66: ("council.war_council", "house deck", "none"),
}
# Printed where the rulings saw an open question, or where a printed rule says it by the way.
PRINTED_ALL_THE_SAME = {19, 31, 54, 62, 65}


@pytest.mark.parametrize(("number", "ruling"), RULINGS.items())
def test_every_open_question_has_its_rule_with_all_its_readings(number, ruling):
    name, *expected = ruling
    rule = RULES[name]
    assert name in TESTS
    if expected:
        assert [rule.value, *rule.alternatives] == expected
        used = [value for test in TESTS[name] for value in test]
        for reading in expected:
            assert any(v == reading and type(v) is type(reading) for v in used), reading
    else:
        assert rule.value is None
    printed = number in PRINTED_ALL_THE_SAME
    assert (rule.status == "printed") == printed
    assert printed or rule.status in {"assumed", "derived"}


def test_all_sixty_six_open_questions_are_listed():
    assert list(RULINGS) == list(range(1, 67))


def test_switches_keep_the_others_out():
    names = {ruling[0] for ruling in RULINGS.values() if len(ruling) > 1}
    others = {
        "scenario.difficulty", "unholy.spectre_hex_step", "council.upkeep", "setup.leviathan_start",
        "setup.site_north_east", "setup.site_central", "setup.holy_rally", "tokens.xp",
        "tokens.legend", "tokens.reroll", *(f"charts.{name}" for name in CHARTS),
    }  # fmt: skip
    engine = {"combat.gigantic_dice", "combat.gigantic_allocation", "combat.push_stuck",
              "board.compass", "combat.plain_wound_kills", "council.war_council"}  # fmt: skip
    assert {name for name, rule in OWN.items() if readings(rule)} == names - engine | others
