"""How the game is won: Victory Points, the Miracle, holding out."""

import pytest

from .games import CIVILIANS, act, laid, points, pray

ELEVEN = [
    *(f"Sergeants-at-Arms {n}" for n in (1, 2, 3)),
    *(f"Provincial Militia {n}" for n in (1, 2, 3)),
    *(f"Peasants {n}" for n in (1, 2, 3)),
    *(f"Crossbowmen {n}" for n in (1, 2)),
]
LAST_CAMP = {
    "destroyed": [*CIVILIANS[:6], *ELEVEN, "Angel 1", "Angel 2"],
    "infirmary": ["Foot Knights 1", "Foot Knights 2", "Pikemen 1", "Angel 3"],
    "18A.3a": ["Pikemen 2"],
}
"""Six Civilians, eleven units and two Angels destroyed, three units and an Angel in the infirmary."""


def last_camp(wanted, rules=None):
    """The last Camp, whose Doom dice leave so many of the three units off the board."""
    table = laid(LAST_CAMP, rules, turn_of="holy", in_round=7, fields={"vp_civilians": 6})
    off = ("infirmary", "waiting")
    three = ("Foot Knights 1", "Foot Knights 2", "Pikemen 1")

    def as_wanted(table):
        # Rallied units are asked for a place, one after the other.
        while table.stage == "rally":
            table.do("choose 6Aa" if "choose 6Aa" in table.options() else table.options()[0])
        places = [table.area_of(unit) for unit in three]
        return "destroyed" not in places and sorted(
            place for place in places if place in off
        ) == sorted(wanted)

    return table.find("pass", as_wanted)


@pytest.mark.rule("victory.holy_holds_out", "victory.no_draw")
def test_with_nineteen_points_after_the_last_camp_the_holy_side_wins():
    table = laid({"Pikemen 1": "18A.3a"}, then="TO_CAMP", in_round=7, fields={"vp_civilians": 19})
    assert (table.outcome, table.winner) == ("held to the end", "holy")
    assert table.state.returns.tolist() == [1.0, -1.0]


@pytest.mark.rule("victory.counted_units", "victory.angels_never_count", "victory.civilian_scores")
def test_the_final_count_takes_destroyed_infirmary_and_waiting_part():
    rules = {"victory.civilian_scores": "once"}
    table = last_camp(["infirmary", "infirmary", "waiting"], rules)
    assert (table.state.vp_civilians, table.state.vp_final) == (6, 14)
    assert (table.outcome, table.winner) == ("twenty points", "unholy")
    assert table.state.returns.tolist() == [-1.0, 1.0]


@pytest.mark.rule("victory.counted_units")
def test_a_unit_that_rallies_in_the_last_camp_does_not_count():
    table = last_camp(["infirmary", "waiting"])
    assert points(table) == 19
    assert (table.outcome, table.winner) == ("held to the end", "holy")


@pytest.mark.rule("victory.civilian_scores")
def test_destroyed_civilians_may_count_once_more():
    table = last_camp(["infirmary", "infirmary", "waiting"], {"victory.civilian_scores": "twice"})
    assert points(table) == 26


@pytest.mark.rule("victory.civilian_scores")
@pytest.mark.parametrize("reading", ["once", "twice"])
def test_a_civilian_who_is_only_disrupted_counts_once_at_the_end(reading):
    table = laid(
        {"Pikemen 1": "18A.3a", "Farmer": "infirmary"},
        {"victory.civilian_scores": reading},
        turn_of="holy",
        in_round=7,
    )
    table.load(doom="stays").do("pass")
    assert (table.state.vp_civilians, table.state.vp_final) == (0, 1)


@pytest.mark.rule("victory.final_scoring")
@pytest.mark.parametrize(
    ("reading", "counted", "winner"),
    [("after the Camp", 0, "holy"), ("before the Camp", 1, "unholy")],
)
def test_whether_the_last_camp_can_still_save_a_unit(reading, counted, winner):
    table = laid(
        {"Peasants 1": "18A.3a", "Pikemen 1": "infirmary"},
        {"victory.final_scoring": reading},
        turn_of="holy",
        in_round=7,
        fields={"vp_civilians": 19},
    )
    table.load(doom="rally").do("pass")
    if table.stage == "rally":
        table.do("choose 6Aa")
    assert (table.state.vp_final, table.winner) == (counted, winner)


@pytest.mark.rule("victory.final_scoring", "victory.civilian_scores")
def test_a_civilian_counted_before_the_camp_is_not_counted_again_by_its_doom():
    table = laid(
        {"Peasants 1": "18A.3a", "Farmer": "infirmary"},
        {"victory.final_scoring": "before the Camp"},
        turn_of="holy",
        in_round=7,
        fields={"vp_civilians": 18},
    )
    table.load(doom="death").do("pass")
    assert (points(table), table.winner) == (19, "holy")


@pytest.mark.rule("victory.points")
@pytest.mark.parametrize(("needed", "over"), [(3, True), (4, False), (20, False)])
def test_points_that_win(needed, over):
    table = laid(
        {"Farmer": "18A.3a", "Gargoyles 1": "18A.3c"},
        {"victory.points": needed},
        turn_of="unholy",
        fields={"vp_civilians": 2},
    )
    act(table, "18A.3c", "Gargoyles 1", "move to 18A.3a")
    assert points(table) == 3
    assert table.over == over


@pytest.mark.rule("victory.points_of_a_civilian", "victory.points_of_a_unit")
def test_worth_of_a_civilian_and_of_a_unit_at_the_end():
    rules = {"victory.points_of_a_civilian": 3, "victory.points_of_a_unit": 2}
    table = laid(
        {"Farmer": "18A.3a", "Gargoyles 1": "18A.3c", "Pikemen 1": "destroyed"},
        rules,
        turn_of="unholy",
        in_round=7,
    )
    act(table, "18A.3c", "Gargoyles 1", "move to 18A.3a", "stop here")
    assert table.state.vp_civilians == 3
    if not table.over:
        table.do("pass")
    assert table.state.vp_final == 2


@pytest.mark.rule("victory.check")
@pytest.mark.parametrize("reading", ["immediate", "end of round"])
def test_when_the_points_are_tested(reading):
    table = laid(
        {"Farmer": "18A.3a", "Gargoyles 1": "18A.3c", "Pikemen 1": "6Aa"},
        {"victory.check": reading},
        turn_of="unholy",
        fields={"vp_civilians": 19},
    )
    act(table, "18A.3c", "Gargoyles 1", "move to 18A.3a")
    if reading == "end of round":
        assert not table.over
        table.do("stop here")
        table.decline(until="war council")
    assert (table.outcome, table.winner) == ("twenty points", "unholy")
    assert table.state.turn == 3


@pytest.mark.rule("victory.check", "victory.first_to_happen")
def test_with_points_tested_late_a_miracle_comes_before_them():
    table = laid(
        {"Farmer": "18A.3a", "Gargoyles 1": "18A.3c", "church": ["Citizen", "Guide", "Blacksmith",
         "Soothsayer", "Apothecary"]},
        {"victory.check": "end of round"},
        turn_of="unholy",
        then="TO_TAKE_SECOND_TURN",
        orders={"unholy": 1, "holy": 1},
        fields={"vp_civilians": 19},
    )  # fmt: skip
    act(table, "18A.3c", "Gargoyles 1", "move to 18A.3a", "stop here")
    assert (points(table), table.to_move) == (20, "holy")
    table.do("activate church")
    pray(table, "Citizen", "Guide", "Blacksmith", "Soothsayer", "Apothecary")
    assert (table.outcome, table.winner) == ("miracle", "holy")


@pytest.mark.rule("victory.first_to_happen", "victory.every_cause")
def test_the_twentieth_point_ends_the_game_in_the_middle_of_a_move():
    table = laid(
        {"18A.3a": ["Farmer", "Citizen"], "Mounted Spectres 1": "18A.3c"},
        turn_of="unholy",
        fields={"vp_civilians": 19},
    )
    act(table, "18A.3c", "Mounted Spectres 1", "move to 18A.3a")
    assert (table.outcome, table.winner, points(table)) == ("twenty points", "unholy", 20)
    # The second Civilian is not resolved any more.
    assert len(table.units_in("destroyed")) == 1


def test_a_horseman_who_enters_the_area_of_a_lone_civilian_can_end_the_game():
    table = laid(
        {"Farmer": "18A.3a", "War": "18A.3c"}, turn_of="unholy", fields={"vp_civilians": 19}
    )
    act(table, "18A.3c", "War", "move to 18A.3a")
    assert (table.outcome, table.winner) == ("twenty points", "unholy")


@pytest.mark.rule("victory.every_cause")
def test_entry_attack_and_doom_each_pay_a_point_at_once():
    entry = laid({"Farmer": "18A.3a", "Gargoyles 1": "18A.3c"}, turn_of="unholy")
    act(entry, "18A.3c", "Gargoyles 1", "move to 18A.3a")
    assert (points(entry), entry.state.civilians_lost.tolist()) == (1, [1, 0, 0])

    attack = laid({"Farmer": "18A.3a", "Skeletons 1": "18A.3c"}, turn_of="unholy")
    attack.load(yellow="kill")
    act(attack, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert (points(attack), attack.state.civilians_lost.tolist()) == (1, [0, 1, 0])

    doom = laid({"Farmer": "infirmary", "Pikemen 1": "6Aa"}, turn_of="holy")
    doom.load(doom="death").do("pass")
    assert (points(doom), doom.state.civilians_lost.tolist()) == (1, [0, 0, 1])


def test_a_civilians_doom_can_win_the_game_before_the_next_die_is_thrown():
    table = laid(
        {"infirmary": ["Farmer", "Citizen"], "Pikemen 1": "6Aa"},
        turn_of="holy",
        fields={"vp_civilians": 19},
    )
    table.load(doom="death").do("pass")
    assert (table.outcome, points(table)) == ("twenty points", 20)
    assert len(table.units_in("infirmary")) == 1


@pytest.mark.rule("victory.no_early_end")
def test_a_side_that_cannot_win_any_more_plays_on():
    table = laid({"Gargoyles 1": "4A.2a", "Farmer": "destroyed"}, then="TO_CAMP")
    assert not table.over
    assert table.state.turn == 4
    table = laid({"Pikemen 1": "6Aa"}, then="TO_CAMP", in_round=6)
    assert not table.over


@pytest.mark.rule("victory.patrick_never_counts")
@pytest.mark.parametrize("place", ["reserve", "6Aa"])
def test_saint_patrick_never_counts(place):
    table = laid({"Saint Patrick": place, "Pikemen 1": "destroyed"}, then="TO_CAMP", in_round=7)
    assert table.state.vp_final == 1
