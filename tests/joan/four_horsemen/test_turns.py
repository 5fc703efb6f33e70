"""The order of a round, who moves first, how many rounds there are."""

import pytest

from .games import ALL_USED, act, laid, leave_off

ONE_EACH = {"Pikemen 1": "18A.3a", "Gargoyles 1": "4A.2a"}


def course(table, until):
    """Stages and owners asked, each once in a row, while nothing is done, until one is reached."""
    found = []
    while not table.over and table.stage != until:
        if not found or found[-1] != (table.stage, table.to_move):
            found.append((table.stage, table.to_move))
        options = table.options()
        table.do("pass" if "pass" in options else options[-1])
    return found


@pytest.mark.rule("round.order", "deployment.horseman_timing")
@pytest.mark.parametrize("timing", ["before the Council", "after the Council"])
def test_a_round_is_horseman_council_turns_and_camp(timing):
    table = laid(
        ONE_EACH,
        {"deployment.horseman_timing": timing},
        then="TO_BEGIN_ROUND",
        in_round=0,
        fields={"horsemen_used": 0, "pentacles_used": 0, "last_pentacle": -1},
    )
    stages = [stage for stage, _ in course(table, until="turn") if stage != "convert"]
    met = list(dict.fromkeys(stages))
    horseman = ["horseman", "pentacle"]
    if timing == "before the Council":
        assert met == [*horseman, "war council"]
    else:
        assert met == ["war council", *horseman]
    assert (table.state.turn, table.to_move) == (1, "unholy")
    table.do("pass")
    assert (table.stage, table.to_move) == ("turn", "holy")
    table.do("pass")
    assert table.state.turn == 2
    # Where all War Council cards are alike, the first question is what one turns over.
    assert table.stage == met[0] or (table.stage, met[0]) == ("convert", "war council")


@pytest.mark.rule("turn.order_rule")
@pytest.mark.parametrize(
    ("reading", "first"),
    [
        ("unholy first", ["unholy"] * 4),
        ("holy first", ["holy"] * 4),
        ("alternate", ["unholy", "holy", "unholy", "holy"]),
    ],
)
def test_who_moves_first(reading, first):
    found = []
    for number in range(4):
        table = laid(ONE_EACH, {"turn.order_rule": reading}, then="TO_BEGIN_ROUND", in_round=number)
        assert (table.stage, table.to_move) == ("war council", first[number])
        course(table, until="turn")
        found.append(table.to_move)
        table.do("pass")
        assert (table.stage, table.to_move == found[-1]) == ("turn", False)
    assert found == first


@pytest.mark.rule("turn.order_rule")
def test_by_lot_each_round_either_side_moves_first():
    first = set()
    for seed in range(12):
        table = laid(
            ONE_EACH, {"turn.order_rule": "random"}, then="TO_BEGIN_ROUND", in_round=2, seed=seed
        )
        first.add(table.to_move)
    assert first == {"holy", "unholy"}


@pytest.mark.rule("scenario.rounds")
@pytest.mark.parametrize("rounds", [7, 3])
def test_the_game_ends_with_the_last_round(rounds):
    rules = {"scenario.rounds": rounds}
    assert laid(ONE_EACH, rules, then="TO_CAMP", in_round=rounds).over
    table = laid(ONE_EACH, rules, then="TO_CAMP", in_round=rounds - 1)
    assert not table.over
    assert table.state.turn == rounds


@pytest.mark.rule("round.camp_order", "round.unholy_throw_first")
def test_in_camp_returns_come_first_then_who_waits_then_doom_dice_unholy_first():
    table = laid(
        {
            "Sergeants-at-Arms 1": "18A.3a",
            "Skeletons 1": "returning",
            "Pikemen 1": "waiting",
            "Pikemen 2": "infirmary",
            "Gargoyles 1": "infirmary",
        },
        turn_of="holy",
    )
    table.load(doom="stays").do("pass")
    assert (table.stage, table.to_move, table.area_of("Skeletons 1")) == ("rally", "holy", "A1B#4a")
    met = [kind for kind, *_ in table.happened()]
    assert met == ["placed"]
    table.do("choose 6Aa")
    thrown = [numbers[0] for kind, *numbers in table.happened() if kind == "doom"]
    assert thrown == [table.number("Gargoyles 1"), table.number("Pikemen 2")]


def test_a_unit_just_thrown_into_the_waiting_part_waits_for_the_next_camp():
    table = laid({"Peasants 1": "18A.3a", "Pikemen 1": "infirmary"}, turn_of="holy")
    table.load(doom="delayed_rally").do("pass")
    assert table.area_of("Pikemen 1") == "waiting"
    assert table.state.turn == 4
    course(table, until="rally")
    assert table.asked
    table.do("choose 6Aa")
    assert table.area_of("Pikemen 1") == "6Aa"


def test_unholy_orders_without_units_for_them_are_lost():
    # In the first round all Unholy units stand in one area: one Activation, and the turn is over.
    table = laid(
        {"Pikemen 1": "18A.3a", "Skeletons 1": "A1B#1a"},
        turn_of="unholy",
        then="TO_TAKE_SECOND_TURN",
        in_round=1,
        orders={"unholy": 4, "holy": 1},
    )
    table.do("activate A1B#1a", "do nothing")
    assert table.to_move == "holy"
    table.do("pass")
    assert table.orders("unholy")["Activation"] != 3


def test_holy_with_nobody_able_to_act_passes():
    table = laid(
        {"Pikemen 1": "infirmary", "Skeletons 1": "A1B#1a"},
        turn_of="unholy",
        then="TO_TAKE_SECOND_TURN",
        orders={"unholy": 1, "holy": 4},
        fields=ALL_USED,
    )
    table.load(doom="stays").do("pass")
    assert table.state.turn == 4


@pytest.mark.rule("orders.activation_limit")
@pytest.mark.parametrize("reading", ["area", "area and unit"])
def test_whether_a_stack_may_be_activated_again_after_moving_on(reading):
    units = {"church": [], "5Ab": ["Farmer"], "Pikemen 1": "17A.3b"}
    table = laid(units, {"orders.activation_limit": reading}, turn_of="holy")
    act(table, "5Ab", "Farmer", "move to 8Aa")
    leave_off(table)
    assert "activate 5Ab" not in table.options()
    assert ("activate 8Aa" in table.options()) == (reading == "area")
