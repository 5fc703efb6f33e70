"""The round, Interrupts, the Council of one player."""

import pytest

from .games import laid, leviathan_acts, players_turn


@pytest.mark.rule("round.order", "round.interrupts_between", "orders.interrupt_window")
def test_after_the_player_the_leviathan_then_interrupts_then_the_unholy_units():
    units = {"The Leviathan": "A3Aa", "Skeletons 1": "17A.3b", "Pikemen 1": "12Ba"}
    table = players_turn(units, {"orders.interrupt_window": "scenario only"})
    assert table.stage == "turn"
    # No Interrupt in the player's own turn.
    assert not any("interrupt" in text for text in table.options())
    table.do("pass")
    assert (table.stage, table.state.owner_in_turn) == ("interrupts", table.owner("leviathan"))
    table.do("activate 12Ba", "move to 5Ab")
    assert (table.stage, table.state.turn) == ("turn", 4)
    assert table.area_of("Pikemen 1") == "5Ab"


@pytest.mark.rule("round.interrupts_any")
def test_any_number_of_interrupts_each_on_any_own_area():
    table = leviathan_acts(
        {"The Leviathan": "A3Aa", "Pikemen 1": "12Ba"},
        orders={"holy": {"Activation": 1, "Interrupt": 2}},
    ).do("choose 2B.1a")  # fmt: skip
    assert set(table.options()) == {"pass", "activate 12Ba", "activate 14B.1a"}
    table.do("activate 12Ba", "move to 5Ab")
    assert set(table.options()) == {"pass", "activate 5Ab", "activate 14B.1a"}
    table.do("activate 5Ab", "move to 5Aa")
    assert (table.stage, table.state.turn) == ("turn", 4)


@pytest.mark.rule("orders.interrupt_window")
@pytest.mark.parametrize("window", ["scenario only", "after each order"])
def test_core_windows_come_after_each_action_of_unholy_units(window):
    table = leviathan_acts(
        {"Skeletons 1": "17A.1a", "Ghosts 1": "17A.1a", "Pikemen 1": "12Ba"},
        {"orders.interrupt_window": window},
    )
    assert table.stage == "interrupts"
    table.do("pass")
    if window == "scenario only":
        assert table.state.turn == 4
        return
    assert (table.stage, table.area_of("Ghosts 1")) == ("interrupts", "17A.2b")
    assert table.area_of("Skeletons 1") == "17A.1a"


@pytest.mark.rule("round.interrupts_between")
def test_orders_unspent_are_lost_in_camp():
    table = leviathan_acts({"Pikemen 1": "12Ba"}).do("pass")
    assert table.orders("holy") == {"Activation": 5, "Charge": 0, "Reactivation": 0, "Interrupt": 0}


def next_council(rules, **layout):
    return laid({"Hero": "12Ba", "Pikemen 1": "13A.1a"}, rules, turn_of="holy", **layout).do("pass")


@pytest.mark.rule("round.war_council_alone", "council.war_council")
@pytest.mark.parametrize("deck", ["house deck", "none"])
def test_the_player_takes_one_of_three_cards(deck):
    table = next_council({"council.war_council": deck})
    assert table.stage == ("war council" if deck == "house deck" else "turn")
    if deck == "house deck":
        assert table.state.council_offer.sum() == 3
        table.do(table.options()[0]).decline(until="turn")
        assert table.state.council_offer.sum() == 0


@pytest.mark.rule("council.upkeep")
@pytest.mark.parametrize("upkeep", [0, 1])
def test_a_character_of_level_two_costs_no_upkeep(upkeep):
    table = next_council(
        {"council.upkeep": upkeep}, levels={"Hero": "Hero 2 good"}, tokens={"holy": {"XP": 2}}
    )
    assert table.stage == ("upkeep" if upkeep else "turn")
    if not upkeep:
        assert (table.level_of("Hero"), table.tokens("holy")["XP"]) == ("Hero 2 good", 2)
