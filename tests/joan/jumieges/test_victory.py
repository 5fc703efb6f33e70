"""How games end: graded by Relics, at once by Leviathan, church and lost Relics."""

import pytest

from .games import GONE, ON_GROUND, from_start, grade, holders, laid, leviathan_acts

LOST = -2
HERO, AMBROISE = "Hero", "Ambroise de Loré"


def at_the_end(relics, rules=None, variant="default", units=None, in_round=6, dice=None, **layout):
    """The last Camp has been held with so many Relics on the Hero."""
    holder = [from_start().number(HERO) if relic < relics else ON_GROUND for relic in range(3)]
    table = laid(
        {HERO: "14B.2a", AMBROISE: "14B.1a", **(units or {})}, rules,
        {"relic_holder": holder, "token_status": [GONE] * relics + [0] * (3 - relics)}, variant,
        turn_of="holy", then="TO_CAMP", in_round=in_round, **layout,
    )  # fmt: skip
    return table.load(**(dice or {})).do("pass")


GRADES = {
    "normal": ["defeat", "minor victory", "major victory", "major victory"],
    "hard": ["defeat", "defeat", "minor victory", "major victory"],
}


@pytest.mark.rule("scenario.difficulty", "victory.graded_by_relics", "victory.reclaimed")
@pytest.mark.parametrize("difficulty", ["normal", "hard"])
@pytest.mark.parametrize("relics", [0, 1, 2, 3])
def test_relics_make_the_class_of_the_victory(difficulty, relics):
    expected = GRADES[difficulty][relics]
    reason = "too_few_relics" if expected == "defeat" else "relics"
    for table in (
        at_the_end(relics, {"scenario.difficulty": difficulty}),
        at_the_end(relics, variant={"normal": "default", "hard": "hard"}[difficulty]),
    ):
        assert (table.outcome, grade(table)) == (reason, expected)
        assert (
            table.state.returns[0]
            == {"major victory": 1, "minor victory": 0.5, "defeat": -1}[expected]
        )


@pytest.mark.rule("relics_needed.major", "relics_needed.minor", "relics_needed.lost")
@pytest.mark.parametrize("row", ["normal", "hard"])
def test_numbers_of_relics_can_be_set(row):
    rules = {
        "scenario.difficulty": row,
        f"relics_needed.{row}.major": 3,
        f"relics_needed.{row}.minor": 1,
    }
    assert grade(at_the_end(2, rules)) == "minor victory"
    assert grade(at_the_end(1, rules)) == "minor victory"
    table = burns_second({**rules, f"relics_needed.{row}.lost": 1}, [0, ON_GROUND, ON_GROUND])
    assert (table.over, table.outcome) == (True, "relics_destroyed")


@pytest.mark.rule("scenario.rounds")
@pytest.mark.parametrize("rounds", [6, 4])
def test_the_game_ends_after_the_camp_of_the_last_round(rounds):
    rules = {"scenario.rounds": rounds}
    assert not at_the_end(2, rules, in_round=rounds - 1).over
    assert at_the_end(2, rules, in_round=rounds).over


@pytest.mark.rule("victory.tested_at_once")
def test_relics_are_counted_after_the_casualties_of_the_last_camp():
    # The carrier's Doom die comes first.
    table = at_the_end(1, units={HERO: "infirmary"}, dice={"doom": "death"})
    assert (holders(table)[0], grade(table)) == ("lost", "defeat")


@pytest.mark.rule("victory.relic_in_infirmary")
@pytest.mark.parametrize("reading", ["lost", "kept"])
@pytest.mark.parametrize("face", ["stays", "delayed_rally"])
def test_a_carrier_in_the_infirmary_at_the_end(reading, face):
    rules = {"victory.relic_in_infirmary": reading}
    table = at_the_end(2, rules, units={HERO: "infirmary"}, dice={"doom": face})
    assert grade(table) == ("defeat" if reading == "lost" else "major victory")


def burns_second(rules=None, holder=(LOST, ON_GROUND, ON_GROUND), variant="default"):
    """An eruption burns the Relic at the north-eastern site."""
    holder = list(holder)
    status = [0 if relic == ON_GROUND else GONE for relic in holder]
    return leviathan_acts(
        {"The Leviathan": "13A.2a", HERO: "14B.1b"}, {"church.resistance": 6, **(rules or {})},
        {"doom": "death", "black": "shield"}, hp={"The Leviathan": 4},
        fields={"relic_holder": holder, "token_status": status}, variant=variant,
    )  # fmt: skip


@pytest.mark.rule("victory.relics_lost_end_it")
def test_too_many_destroyed_relics_are_a_defeat_at_once():
    hero = from_start().number(HERO)
    # Normal: the third; hard: the second.
    table = burns_second()
    assert not table.over
    assert (burns_second(variant="hard").outcome, grade(burns_second(variant="hard"))) == (
        "relics_destroyed", "defeat",
    )  # fmt: skip
    table = burns_second(holder=(LOST, ON_GROUND, LOST))
    assert (table.over, table.outcome) == (True, "relics_destroyed")
    assert not burns_second(holder=(LOST, ON_GROUND, hero)).over


@pytest.mark.rule("victory.leviathan")
@pytest.mark.parametrize("variant", ["default", "hard"])
def test_the_last_wound_is_a_major_victory_at_once(variant):
    table = laid(
        {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a", "Pikemen 2": "14B.1a"},
        {"units.Pikemen.melee": "RRR", "units.The Leviathan.terror": 0}, variant=variant,
        turn_of="holy", in_round=2, hp={"The Leviathan": 1},
        fields={"relic_holder": [LOST, ON_GROUND, ON_GROUND]},
    )  # fmt: skip
    table.load(red="kill").do("activate 2B.1a", "attack 16B.2a")
    assert (table.over, table.outcome, grade(table)) == (
        True,
        "leviathan_destroyed",
        "major victory",
    )
    assert table.state.returns[0] == 1.0


@pytest.mark.rule("victory.church_stands")
def test_with_the_church_destroyed_relics_are_no_help():
    hero = from_start().number(HERO)
    table = leviathan_acts(
        {"The Leviathan": "13A.2a", HERO: "14B.1b"}, fields={
            "church_damage": 1, "relic_holder": [hero, hero, hero], "token_status": [GONE] * 3,
        },
    )  # fmt: skip
    assert (table.outcome, grade(table)) == ("church_destroyed", "defeat")


@pytest.mark.rule("victory.no_early_end")
def test_a_lost_cause_is_played_on():
    table = laid({"Pikemen 1": "14B.1a"}, None, {"relic_holder": [LOST, LOST, ON_GROUND]}, turn_of="holy",
                 then="TO_CAMP")  # fmt: skip
    table.do("pass")
    assert not table.over
    # Nor without Holy units on the board.
    table = laid({"Pikemen 1": "infirmary"}, turn_of=None, then="TO_CAMP")
    assert not table.over or table.outcome == "too_few_relics"


@pytest.mark.rule("relic.lost_with_its_carrier")
def test_a_relic_dies_with_its_carrier_before_the_next_result():
    number = from_start().number(HERO)
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "2B.1a": [HERO, "Pikemen 1"]}, None, {"gigantic": "kill"},
        fields={"relic_holder": [number, LOST, LOST], "token_status": [GONE] * 3},
        hp={"The Leviathan": 8},
    )  # fmt: skip
    # Defeat comes before the second Kill.
    assert (table.outcome, table.area_of("Pikemen 1")) == ("relics_destroyed", "2B.1a")
    assert table.hp("The Leviathan") == 8 + 1 + 2


@pytest.mark.rule("relic.kept_in_the_infirmary")
def test_a_disrupted_carrier_keeps_his_relic():
    number = from_start().number(HERO)
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", HERO: "2B.1a"}, None, {"gigantic": "disrupted"},
        fields={"relic_holder": [number, ON_GROUND, ON_GROUND]},
    )  # fmt: skip
    assert (table.area_of(HERO), holders(table)[0]) == ("held", HERO)
