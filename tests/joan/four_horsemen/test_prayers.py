"""Prayers in the church: when they are at the same time, and what they bring."""

import pytest

from .games import CIVILIANS, act, do_nothing, laid, leave_off, moves_of, pray, set_parameter

FIVE = ("Apothecary", "Farmer", "Blacksmith", "Soothsayer", "Citizen")
SIX = (*FIVE, "Guide")
EFFECTS = ["summon an Angel", "summon Saint Patrick", "no effect"]


def prayed(number, rules=None, inside=SIX, orders=None, **layout):
    """The first Civilians of the church have prayed in one activation, the others done nothing."""
    table = laid(
        {"church": list(inside), "Pikemen 1": "18A.3a", **layout.pop("units", {})},
        rules,
        turn_of="holy",
        orders={"holy": orders or {"Activation": 3, "Reactivation": 2}},
        **layout,
    )
    table.do("activate church")
    pray(table, *inside[:number])
    return do_nothing(table, *inside[number:])


def again(table, *civilians, inside=SIX):
    """A Reactivation of the church, in which these Civilians pray."""
    table.do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose church")
    pray(table, *civilians)
    return do_nothing(table, *(name for name in inside if name not in civilians))


@pytest.mark.rule("miracle.wins", "prayer.for_a_miracle")
def test_five_who_pray_in_one_activation_win_before_any_other_decision():
    table = laid({"church": list(FIVE)}, turn_of="holy", orders={"holy": 1})
    table.do("activate church")
    pray(table, *FIVE[:4])
    assert not table.over
    table.do("pray for Legend")
    leave_off(table)
    assert (table.over, table.outcome, table.winner) == (True, "miracle", "holy")
    assert table.state.returns.tolist() == [1.0, -1.0]


@pytest.mark.rule("prayer.counted_at_the_end", "prayer.effects")
def test_four_and_one_who_moves_out_are_no_miracle_but_one_effect():
    table = laid({"church": list(FIVE)}, {"prayer.effects": "one"}, turn_of="holy")
    table.do("activate church")
    pray(table, *FIVE[:4])
    table.do("move to 8Aa")
    leave_off(table)
    assert not table.over
    assert (table.stage, table.to_move, table.options()) == ("effect", "holy", EFFECTS)
    table.do("summon an Angel", "choose 8Aa")
    assert table.stage == "turn"


@pytest.mark.rule("prayer.window")
@pytest.mark.parametrize("window", ["activation", "turn"])
def test_three_and_two_after_a_reactivation(window):
    table = prayed(3, {"prayer.window": window})
    table.do("no effect")
    again(table, *SIX[3:5])
    if window == "activation":
        assert (table.over, table.state.prayers) == (False, 2)
        assert table.options() == EFFECTS
    else:
        assert (table.outcome, table.winner) == ("miracle", "holy")


@pytest.mark.rule("prayer.window", "prayer.effects")
def test_prayers_of_a_turn_bring_one_effect_and_are_forgotten_in_the_next():
    table = prayed(1, {"prayer.window": "turn"})
    table.do("summon an Angel", "choose 8Aa")
    # Nothing new has been prayed, so another order asks nothing.
    act(table, "18A.3a", "Pikemen 1", "do nothing")
    assert (table.stage, table.state.prayers) == ("turn", 1)
    # A second Prayer of the turn: its one effect has been had.
    again(table, "Farmer")
    assert (table.stage, table.state.prayers) == ("turn", 2)
    table.do("pass").decline(until="turn")
    assert (table.state.turn, table.state.prayers) == (4, 0)


@pytest.mark.rule("prayer.window", "patrick.summoned_once")
def test_in_one_turn_two_prayers_of_two_activations_reach_saint_patrick():
    table = prayed(1, {"prayer.window": "turn"})
    table.do("no effect")
    again(table, "Farmer")
    assert table.options() == EFFECTS


@pytest.mark.rule("prayer.window")
def test_one_who_prays_twice_in_a_turn_is_one_civilian():
    table = prayed(1, {"prayer.window": "turn"}).do("no effect")
    again(table, "Apothecary")
    assert (table.stage, table.state.prayers) == ("turn", 1)
    assert table.tokens("holy")["XP"] == 2
    table = prayed(4, {"prayer.window": "turn"}).do("no effect")
    again(table, *SIX[:4])
    assert not table.over


@pytest.mark.rule("prayer.effects", "prayer.for_an_angel", "prayer.for_saint_patrick")
@pytest.mark.parametrize(
    ("reading", "after_angel", "after_two"),
    [
        ("one", None, None),
        ("each", ["summon Saint Patrick", "no effect"], None),
        ("split", EFFECTS, ["summon an Angel", "no effect"]),
    ],
)
def test_what_four_prayers_bring(reading, after_angel, after_two):
    table = prayed(4, {"prayer.effects": reading, "angel.limit": 4})
    assert table.options() == EFFECTS
    table.do("summon an Angel", "choose 8Aa")
    if after_angel is None:
        assert table.stage == "turn"
        return
    assert table.options() == after_angel
    table.do("summon Saint Patrick", "choose 8Aa")
    if after_two is None:
        assert table.stage == "turn"
        return
    # 1 and 2 of the four are spent.
    assert table.options() == after_two
    table.do("summon an Angel", "choose 8Aa")
    assert table.stage == "turn"


@pytest.mark.rule("prayer.effects")
def test_split_prayers_can_all_buy_angels():
    table = prayed(3, {"prayer.effects": "split"})
    table.do("summon an Angel", "choose 8Aa", "summon an Angel", "choose 8Aa")
    # Two stand on the board, and one Prayer does not reach Saint Patrick.
    assert table.stage == "turn"
    assert table.units_in("8Aa") == ["Angel 1", "Angel 2"]


@pytest.mark.rule("prayer.effect_optional")
def test_an_effect_may_be_declined():
    table = prayed(2).do("no effect")
    assert table.stage == "turn"
    assert table.units_in("8Aa") == []
    assert table.state.patrick_used == 0


@pytest.mark.rule("prayer.threshold")
@pytest.mark.parametrize(
    ("reading", "brought"),
    [
        ("at least", {1: {"an Angel"}, 2: {"an Angel", "Saint Patrick"}, 3: {"an Angel",
         "Saint Patrick"}, 5: "miracle", 6: "miracle"}),
        ("exactly", {1: {"an Angel"}, 2: {"Saint Patrick"}, 3: set(), 5: "miracle", 6: set()}),
    ],
)  # fmt: skip
def test_how_many_must_pray(reading, brought):
    for number, expected in brought.items():
        table = prayed(number, {"prayer.threshold": reading})
        if expected == "miracle":
            assert table.outcome == "miracle"
            continue
        offered = {o[7:] for o in table.options() if o.startswith("summon")}
        assert offered == expected, number
        assert (table.stage == "effect") == bool(expected)


@pytest.mark.rule("prayer.for_an_angel", "prayer.for_saint_patrick", "prayer.for_a_miracle")
def test_other_numbers_of_prayers():
    rules = {"prayer.for_an_angel": 2, "prayer.for_saint_patrick": 1, "prayer.for_a_miracle": 3}
    assert prayed(1, rules).options() == ["summon Saint Patrick", "no effect"]
    assert prayed(2, rules).options() == EFFECTS
    assert prayed(3, rules).outcome == "miracle"


@pytest.mark.rule("prayer.church_gain", "prayer.gain_chosen_at_once")
@pytest.mark.parametrize(
    ("reading", "with_effect", "without"),
    [("always", (1, 2), (1, 2)), ("only without effect", (0, 0), (1, 2))],
)
def test_what_prayers_in_the_church_gain_beside(reading, with_effect, without):
    for choice, expected in (("summon an Angel", with_effect), ("no effect", without)):
        table = laid({"church": list(SIX), "Pikemen 1": "18A.3a"},
                     {"prayer.church_gain": reading}, turn_of="holy")  # fmt: skip
        table.do("activate church")
        pray(table, "Apothecary", token="XP")
        assert table.tokens("holy")["XP"] == 1
        pray(table, "Farmer", "Blacksmith", token="Legend")
        do_nothing(table, "Soothsayer", "Citizen", "Guide")
        table.do(choice)
        if table.stage == "summon":
            table.do("choose 8Aa")
        tokens = table.tokens("holy")
        assert (tokens["XP"], tokens["Legend"]) == expected


@pytest.mark.rule("prayer.church_gain")
def test_what_was_not_gained_is_not_taken_back():
    rules = {"prayer.church_gain": "only without effect", "prayer.gain": "on a black Shield"}
    table = laid(
        {"church": list(SIX)}, rules, turn_of="holy", tokens={"holy": {"XP": 3, "Legend": 3}}
    )
    table.load(black="push").do("activate church")
    pray(table, "Apothecary", "Farmer")
    do_nothing(table, "Soothsayer", "Citizen", "Guide", "Blacksmith")
    before = table.tokens("holy")
    assert (before["XP"], before["Legend"]) == (3, 3)
    table.do("summon an Angel")
    assert table.tokens("holy") == before


@pytest.mark.rule("prayer.in_the_church", "prayer.civilians_nowhere_else")
def test_every_civilian_prays_in_the_church_and_nowhere_else():
    for civilian in (*CIVILIANS, "Noble Lady", "Hunter"):
        rules = {"setup.civilians": 9}
        inside = laid({"church": [civilian]}, rules, turn_of="holy").do("activate church")
        assert {"pray for XP", "pray for Legend"} <= set(inside.options())
        for area in ("8Aa", "17A.1a", "18A.3a", "house SW"):
            table = laid({area: [civilian]}, rules, turn_of="holy").do(f"activate {area}")
            assert not [text for text in table.options() if text.startswith("pray")]


def test_the_counter_starts_anew_with_every_activation():
    table = prayed(1).do("no effect")
    assert table.state.prayers == 1
    table.do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose church")
    assert table.state.prayers == 0


def test_one_who_enters_by_command_does_not_pray_in_that_activation():
    # The fifth is commanded into the church; its activation afterwards counts all five.
    table = laid({"church": list(FIVE[:4]), "8Aa": ["Citizen", "Standard Bearer"]}, turn_of="holy")
    act(table, "8Aa", "Standard Bearer", "command", "Citizen", "move to church")
    leave_off(table)
    assert table.area_of("Citizen") == "church"
    assert table.state.prayers == 0
    while table.stage in ("unit", "activation", "command"):
        table.do(next(o for o in ("done", "do nothing", "Citizen", "Standard Bearer")
                      if o in table.options()))  # fmt: skip
    assert table.stage == "turn"
    table.do("activate church")
    pray(table, *FIVE)
    assert table.outcome == "miracle"


@pytest.mark.rule("prayer.window")
def test_a_commanded_prayer_is_a_window_of_its_own_and_asked_about_once():
    table = laid({"church": list(FIVE), "8Aa": ["Standard Bearer"]}, turn_of="holy")
    act(table, "8Aa", "Standard Bearer", "command", "Farmer", "pray for XP")
    leave_off(table)
    assert table.options() == ["summon an Angel", "no effect"]
    table.do("no effect")
    while table.stage in ("unit", "command"):
        table.do("do nothing" if "do nothing" in table.options() else "done")
    # The activation of the church's area is over, and nobody has prayed since.
    assert table.stage == "turn"


def test_a_prayer_counts_only_in_the_activation_in_which_it_is_said():
    table = laid({"church": list(FIVE), "8Aa": ["Standard Bearer"]}, turn_of="holy",
                 orders={"holy": 2})  # fmt: skip
    act(table, "8Aa", "Standard Bearer", "command", "Farmer", "pray for XP")
    leave_off(table)
    table.do("no effect")
    while table.stage in ("unit", "command"):
        table.do("do nothing" if "do nothing" in table.options() else "done")
    table.do("activate church")
    pray(table, "Apothecary", "Blacksmith", "Soothsayer", "Citizen")
    do_nothing(table, "Farmer")
    assert not table.over


def test_a_seventh_civilian_finds_no_room_in_a_full_church():
    table = laid({"church": list(SIX), "8Aa": ["Merchant Girl"]}, turn_of="holy")
    act(table, "8Aa", "Merchant Girl")
    assert "church" not in moves_of(table)
    assert moves_of(table) >= {"5Ab", "6Aa"}


def test_without_room_for_anybody_no_effect_is_offered():
    table = laid({"church": list(SIX)}, turn_of="holy")
    set_parameter(table, "capacity", 0)
    table.do("activate church")
    pray(table, *SIX[:2])
    do_nothing(table, *SIX[2:])
    assert table.stage != "effect"
    assert table.tokens("holy")["XP"] == 2
