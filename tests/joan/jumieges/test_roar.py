"""The Roar: when it comes, whom it pushes, what the Unholy units do."""

import pytest

from .games import UNHOLY, from_start, laid, leviathan_acts, own_events, players_turn

ROARS = 5
FAR = {"The Leviathan": "A3Aa", "Pikemen 1": "12Ba", "Pikemen 2": "13A.1a", "Hero": "14B.2a"}


def turn(rules=None, card=4, orders=None, **layout):
    return players_turn(
        FAR, rules, orders={"holy": orders or 4}, fields={"round_card": card}, **layout
    )


def order(table, area):
    """An order on an area, without effect."""
    table.do(f"activate {area}")
    while table.stage in ("activation", "unit"):
        table.do("do nothing" if "do nothing" in table.options() else table.options()[0])
    return table


@pytest.mark.rule("roar.on_card", "roar.card")
@pytest.mark.parametrize(("rule", "card"), [(4, 4), (4, 5), (5, 5), (5, 4)])
def test_with_its_round_card_it_roars_after_the_second_order(rule, card):
    table = order(turn({"roar.card": rule}, card), "12Ba")
    assert table.state.roars == 0
    order(table, "13A.1a")
    # Before the third order.
    assert table.state.roars == (1 if rule == card else 0)
    assert table.stage == "turn"
    order(table, "14B.2a")
    assert table.state.roars == (1 if rule == card else 0)


@pytest.mark.rule("roar.after_orders")
@pytest.mark.parametrize("orders", [2, 1, 3])
def test_after_how_many_orders_is_a_number(orders):
    table = turn({"roar.after_orders": orders})
    for place, area in enumerate(("12Ba", "13A.1a", "14B.2a"), 1):
        order(table, area)
        assert table.state.roars == (1 if place >= orders else 0)


@pytest.mark.rule("roar.on_pass")
@pytest.mark.parametrize("reading", [False, True])
def test_with_fewer_orders_there_is_none_but_as_a_switch(reading):
    table = order(turn({"roar.on_pass": reading}, orders={"Activation": 4, "Interrupt": 1}), "12Ba")
    table.do("pass")
    before = int(table.state.roars)
    assert before == (1 if reading else 0)
    if table.stage == "path":
        table.do("choose 2B.1a")
    # The Roar of the Leviathan's own turn comes beside it.
    assert table.state.roars == before + 1


@pytest.mark.rule("roar.counts")
@pytest.mark.parametrize("what", ["any", "activation"])
def test_all_orders_count_or_activations_alone(what):
    table = turn({"roar.counts": what}, orders={"Activation": 3, "Reactivation": 1})
    order(table, "12Ba")
    table.do("reactivation order", "choose 12Ba")
    while table.stage in ("activation", "unit"):
        table.do("do nothing" if "do nothing" in table.options() else table.options()[0])
    assert table.state.roars == (1 if what == "any" else 0)
    order(table, "13A.1a")
    assert table.state.roars == 1


BESIDE = {"The Leviathan": "16B.2a"}


@pytest.mark.rule("roar.push", "push.roar_ring")
@pytest.mark.parametrize(
    ("ring", "areas"),
    [("own area", {"Hero": "14B.2b", "Pikemen 1": "16B.1b"}),
     ("leviathan", {"Hero": "16B.1a", "Pikemen 1": "2B.2b"})],
)  # fmt: skip
def test_everybody_beside_is_pushed_clockwise(ring, areas):
    units = {**BESIDE, "5Aa": ["Hero", "Pikemen 1"]}
    table = players_turn(
        {**units, "Pikemen 2": "12Ba"}, {"push.roar_ring": ring, "roar.after_orders": 1},
        fields={"round_card": 4},
    )  # fmt: skip
    order(table, "12Ba")
    assert {unit: table.area_of(unit) for unit in areas} == areas


@pytest.mark.rule("push.roar_ring")
@pytest.mark.parametrize("ring", ["own area", "leviathan"])
def test_pushes_of_its_melee_use_the_same_ring(ring):
    units = {"The Leviathan": "13A.2a", "Pikemen 1": "17A.2a"}
    table = leviathan_acts(
        units, {"push.roar_ring": ring, "units.Pikemen.defence": "B"},
        {"white": "blank", "black": "blank"},
    )  # fmt: skip
    table.decline(until="interrupts")
    # Around 17A.2a from the North-East: 5Ab; around 13A.2: 12Ba, too far, then 5Ab.
    assert table.area_of("Pikemen 1") == "5Ab"


@pytest.mark.rule("roar.push", "push.nowhere")
def test_who_has_nowhere_to_go_is_disrupted_and_a_character_wounded():
    around = {"Skeletons 1": "14B.2b", "Skeletons 2": "16B.1b", "Skeletons 3": "5Ab"}
    table = players_turn(
        {**BESIDE, **around, "5Aa": ["Ambroise de Loré", "Pikemen 1"], "Pikemen 2": "12Ba"},
        {"roar.after_orders": 1}, fields={"round_card": 4},
    )  # fmt: skip
    table.load(black="shield", red="shield", white="shield", yellow="shield")
    order(table, "12Ba")
    assert table.area_of("Pikemen 1") == "held"
    assert table.hp("Ambroise de Loré") == 1


@pytest.mark.rule("combat.push_stuck")
@pytest.mark.parametrize(
    ("reading", "place"), [("disrupted", "held"), ("no effect", "5Aa"), ("destroyed", "destroyed")]
)
def test_what_a_push_does_that_has_nowhere_to_go(reading, place):
    around = {"Skeletons 1": "14B.2b", "Skeletons 2": "16B.1b", "Skeletons 3": "5Ab"}
    table = players_turn(
        {**BESIDE, **around, "Pikemen 1": "5Aa", "Pikemen 2": "12Ba"},
        {"roar.after_orders": 1, "combat.push_stuck": reading}, fields={"round_card": 4},
    )  # fmt: skip
    table.load(black="shield", red="shield", white="shield", yellow="shield")
    assert order(table, "12Ba").area_of("Pikemen 1") == place


@pytest.mark.rule("roar.unholy_act")
def test_unholy_units_act_by_the_roar_and_again_in_their_turn():
    table = from_start({"council.round_cards": "all 5"}).do("pass")
    assert table.stage == "path"
    for way in ("17A.3a", "2B.1a"):
        one = from_start({"council.round_cards": "all 5"}).do("pass", f"choose {way}")
        places = {unit: one.area_of(unit) for unit in UNHOLY}
        riders = {unit for unit in UNHOLY if unit.startswith("Mounted")}
        assert {places[unit] for unit in riders} == {"16B.1b"}
        first = {u for u in UNHOLY if from_start().area_of(u) == "17A.1a"}
        assert {places[unit] for unit in first} == {"17A.2a"}
        assert {places[unit] for unit in set(UNHOLY) - riders - first} == {"17A.2b"}


@pytest.mark.rule("roar.return")
def test_the_fallen_come_back_by_the_roar_and_act_later():
    table = players_turn(
        {"The Leviathan": "A3Aa", "Skeletons 1": "infirmary", "Pikemen 2": "12Ba"},
        {"roar.after_orders": 1}, fields={"round_card": 4},
    )  # fmt: skip
    order(table, "12Ba")
    assert table.area_of("Skeletons 1") == "A3Ba"


@pytest.mark.rule("roar.on_card", "leviathan.secondary_advance")
def test_a_roar_of_the_leviathans_turn_does_not_count_as_the_card_s():
    table = turn(orders={"Activation": 4, "Interrupt": 1})
    order(order(table, "12Ba"), "13A.1a").do("pass", "choose 2B.1a")
    assert ROARS in own_events(table)
    assert table.state.roars == 2


def test_without_the_leviathan_nobody_roars():
    table = laid(
        {"Pikemen 1": "12Ba"}, {"roar.after_orders": 1}, turn_of="holy", then="TO_ROAR_LATE",
        fields={"round_card": 4},
    )  # fmt: skip
    assert order(table, "12Ba").state.roars == 0
