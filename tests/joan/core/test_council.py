"""The Council: Round cards, upkeep, upgrades, War Council, Reroll tokens."""

from typing import Any

import pytest

from tolsim.joan.state import AT_ROUND

from ..positions import Table
from .games import horsemen

# Kinds of War Council cards: Charges, Reactivation, Interrupt, XP, Legend, Intrigue.
ALL_HORSEMEN = 15
STANDING = {"5Aa": ["Pikemen 1"], "8Aa": ["Skeletons 1"]}


def council(
    units: Any = None, changes: Any = None, unseen: Any = (3, 3, 3, 1, 1, 1), **more: Any
) -> Table:
    """Lay out a Council that begins; all Horsemen have come."""
    fields = {
        "horsemen_used": ALL_HORSEMEN,
        "council_unseen": unseen,
        "council_seen_count": 0,
        "round_deck": horsemen(changes).parameters[0].round_cards,
    }
    return Table(
        horsemen(changes), units or STANDING, then="TO_HOLD_COUNCIL", fields=fields, **more
    )


def again(table: Table) -> Table:
    """Let the next Council begin at once."""
    state = table.state
    state.stack[:] = 0
    state.stack[0][0] = AT_ROUND
    state.depth = 1
    state.phase = table.names.TO_HOLD_COUNCIL
    table.game.resume(table.states)
    return table


@pytest.mark.rule("council.round_cards", "orders.round_deck")
@pytest.mark.parametrize(
    ("reading", "cards"),
    [
        ("3 3 4 4 4 5 5 6", [3, 3, 4, 4, 4, 5, 5, 6]),
        ("all 4", [4]),
        ("all 5", [5]),
        ("3 to 6", [3, 4, 5, 6]),
    ],
)
def test_round_cards_are_drawn_from_a_deck_that_is_made_anew_when_it_is_used_up(reading, cards):
    changes = {"council.round_cards": reading, "council.war_council": "none"}
    table = council(changes=changes, seed=3)
    for _ in range(2):
        drawn = []
        for _ in cards:
            drawn.append(int(table.state.round_card))
            again(table)
        assert sorted(drawn) == cards


@pytest.mark.rule("orders.same_for_all")
def test_every_player_gets_the_activations_of_the_card():
    table = council()
    number = int(table.state.round_card)
    for seat in ("holy", "unholy"):
        orders = {"Activation": number, "Charge": 0, "Reactivation": 0, "Interrupt": 0}
        assert table.orders(seat) == orders


@pytest.mark.rule("council.cards_on_offer", "council.choice")
def test_each_player_takes_one_of_three_cards_in_turn_order():
    table = council(unseen=(0, 0, 0, 1, 1, 1))
    assert table.to_move == "unholy"
    assert table.options() == ["take XP", "take Legend", "take Intrigue"]
    table.do("take Legend")
    assert table.to_move == "holy"
    assert table.options() == ["take XP", "take Intrigue"]
    table.do("take Intrigue")
    assert table.tokens("unholy")["Legend"] == 1
    assert table.tokens("holy")["Intrigue"] == 1
    assert table.stage == "turn"
    # All three are under the deck now, and the only ones: they lie open again.
    again(table)
    assert table.options() == ["take XP", "take Legend", "take Intrigue"]


@pytest.mark.rule("council.choice")
def test_cards_under_the_deck_come_after_those_never_seen():
    table = council(unseen=(3, 0, 0, 1, 1, 1))
    seen: list[str] = []
    for _ in range(2):
        for card in [text for text in table.options() if text.startswith("take")]:
            seen += [card] * int(table.state.council_offer[_kind(card)])
        table.do(table.options()[0])
        while table.stage != "turn":
            table.do(table.options()[0])
        again(table)
    cards = ["Charge orders"] * 3 + ["Intrigue", "Legend", "XP"]
    assert sorted(seen) == [f"take {card}" for card in sorted(cards)]


def _kind(card: str) -> int:
    names = ("Charge orders", "a Reactivation", "an Interrupt", "XP", "Legend", "Intrigue")
    return names.index(card[5:])


@pytest.mark.rule("council.war_council", "council.conversion")
@pytest.mark.parametrize(
    ("card", "unseen", "order", "most"),
    [
        ("take Charge orders", (3, 0, 0, 0, 0, 0), "Charge", 2),
        ("take a Reactivation", (0, 3, 0, 0, 0, 0), "Reactivation", 1),
        ("take an Interrupt", (0, 0, 3, 0, 0, 0), "Interrupt", 1),
    ],
)
def test_cards_turn_activations_over(card, unseen, order, most):
    words = ["turn none over", "turn one over", "turn two over"][: most + 1]
    for number, word in enumerate(words):
        table = council(changes={"council.war_council": "house deck"}, unseen=unseen)
        activations = int(table.state.round_card)
        # Three cards of one kind lie open: the choice of card is none.
        assert table.stage == "convert"
        assert table.to_move == "unholy"
        assert table.options() == words
        table.do(word)
        orders = table.orders("unholy")
        assert (orders["Activation"], orders[order]) == (activations - number, number)
        assert table.to_move == "holy"


@pytest.mark.rule("council.war_council")
@pytest.mark.parametrize("reading", ["house deck", "none"])
def test_with_or_without_a_war_council(reading):
    table = council(changes={"council.war_council": reading})
    assert (table.stage == "war council") is (reading == "house deck")


@pytest.mark.rule("council.upgrade", "council.upgrade_keeps_wounds")
def test_a_character_is_upgraded_for_its_printed_cost():
    table = council(
        {"5Aa": ["Hero"], "8Aa": ["War"]}, tokens={"holy": 4, "unholy": 6}, hp={"War": 4}
    )
    # Players in turn order.
    assert (table.stage, table.to_move) == ("upgrade", "unholy")
    assert table.options() == ["done", "War"]
    table.do("War")
    assert table.level_of("War") == "War 2"
    assert table.hp("War") == 4
    assert table.tokens("unholy")["XP"] == 0
    assert (table.stage, table.to_move) == ("upgrade", "holy")
    table.do("Hero")
    assert table.level_of("Hero") == "Hero 2 good"
    assert table.hp("Hero") == 2
    assert table.tokens("holy")["XP"] == 1


@pytest.mark.rule("council.upgrade")
@pytest.mark.parametrize(("place", "xp"), [("5Aa", 2), ("infirmary", 3), ("reserve", 3)])
def test_who_cannot_pay_or_is_off_the_board_is_not_upgraded(place, xp):
    table = council({"5Ab": ["Pikemen 1"], place: ["Hero"]}, tokens={"holy": xp})
    assert table.stage == "war council"


LEVEL_TWO = {"Conquest": "Conquest 2"}


@pytest.mark.rule("council.upkeep", "council.unpaid_upkeep")
@pytest.mark.parametrize(("cost", "xp", "asked"), [(1, 1, True), (2, 1, False), (0, 5, False)])
def test_upkeep_of_level_two(cost, xp, asked):
    changes = {"council.upkeep": cost}
    table = council({"5Aa": ["Conquest"]}, changes, levels=LEVEL_TWO, tokens={"unholy": xp})
    assert (table.stage == "upkeep") is asked
    if asked:
        assert (table.to_move, set(table.options())) == ("unholy", {"pay", "decline"})
        table.do("pay")
        assert table.tokens("unholy")["XP"] == xp - cost
    assert table.level_of("Conquest") == ("Conquest" if cost == 2 else "Conquest 2")


@pytest.mark.rule("council.unpaid_upkeep", "council.upgrade_keeps_wounds")
def test_who_does_not_pay_loses_the_level_but_not_the_unit():
    table = council(
        {"5Aa": ["Conquest"]}, levels=LEVEL_TWO, tokens={"unholy": 1}, hp={"Conquest": 1}
    )
    table.do("decline")
    assert table.level_of("Conquest") == "Conquest"
    # Five wounds would be too many for level 1 with 5 HP.
    assert table.hp("Conquest") == 1
    assert table.tokens("unholy")["XP"] == 1


@pytest.mark.rule("council.unpaid_upkeep")
def test_no_upkeep_for_who_is_off_the_board():
    units = {"infirmary": ["Conquest"], "5Aa": ["Skeletons 1"]}
    table = council(units, levels=LEVEL_TWO, tokens={"unholy": 1})
    assert table.stage == "war council"
    assert table.level_of("Conquest") == "Conquest 2"


@pytest.mark.rule("tokens.reroll_returns", "traits.reroll")
@pytest.mark.parametrize(
    ("changes", "tokens"),
    [({}, 1), ({"units.Pikemen.traits": "Reroll"}, 2), ({"tokens.reroll": 0}, 0)],
)
def test_reroll_tokens_come_back_in_the_council(changes, tokens):
    table = council(changes=changes)
    assert table.tokens("holy")["Reroll"] == 0
    table.decline(until="turn")
    assert table.tokens("holy")["Reroll"] == tokens
