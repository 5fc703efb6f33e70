"""What each player may know: what ``observe`` tells, and what ``redeal`` leaves as it is."""

from collections.abc import Callable

import pytest

import tolsim
from tolsim.abyss import observation
from tolsim.abyss.state import HEROES, LEGIONS

from .positions import (
    HERO_NAMES,
    KING,
    SEATS,
    Table,
    hero,
    label,
    members,
    recruited,
    recruiting,
)

REFILL = "take face-down"
ROW = {"row": [6, 11], "face_down": 16}


def redeals(table: Table, seat: str, read: Callable, number: int = 40) -> list:
    """Read many redeals of a seat's ignorance."""
    copies = [
        table.game.redeal(table.states, [SEATS.index(seat)], [seed])[0] for seed in range(number)
    ]
    return [read(copy) for copy in copies]


def known_hand(table: Table, seat: str) -> list[int]:
    """Legions that a seat knows the other to hold: those in its hand in every redeal."""
    other = 1 - SEATS.index(seat)
    hands = redeals(table, seat, lambda state: {*members(state.hand[other])})
    assert all(len(hand) == len(hands[0]) for hand in hands)
    return sorted(set.intersection(*hands))


def told_apart(seat: str, *tables: Table) -> bool:
    """Tell whether a seat's observation differs between positions."""
    return len({table.observation(seat) for table in tables}) > 1


@pytest.mark.rule("knowledge.hands_are_hidden", "knowledge.decks_are_hidden")
def test_a_player_knows_its_own_hand_and_nothing_of_the_other(abyss):
    tables = [
        Table(abyss, {"hand": [2, 14, 30]}, {"hand": hand}, **ROW)
        for hand in ([9, 10, 20], [1, 18, 31])
    ]
    assert not told_apart("king", *tables)
    assert told_apart("necrocampe", *tables)
    assert known_hand(tables[0], "king") == []
    assert set(redeals(tables[0], "king", lambda state: int(state.hand[0]))) == {
        int(tables[0].state.hand[0])
    }


@pytest.mark.rule("knowledge.face_up_row_is_known", "knowledge.taken_face_up")
def test_a_legion_taken_face_up_is_known_and_one_taken_face_down_is_not(abyss):
    def after(take):
        return Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW).do(
            "play 2", "play 9", take
        )

    assert known_hand(after("take 11"), "necrocampe") == [11]
    assert known_hand(after(REFILL), "necrocampe") == []


@pytest.mark.rule("knowledge.taken_face_up")
def test_a_known_legion_that_is_played_is_forgotten(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW)
    table.do("play 2", "play 9", "take 11")
    table.decline()
    assert known_hand(table, "necrocampe") == [11]
    table.do("play 11")
    # Still face down: the Necrocampe cannot tell that it is the one it knows.
    held = redeals(
        table, "necrocampe", lambda state: {*members(state.hand[0]), int(state.committed[0])}
    )
    assert all(11 in cards for cards in held)
    assert len(set(redeals(table, "necrocampe", lambda state: int(state.committed[0])))) > 1
    table.do(table.offered()[0])
    assert 11 not in known_hand(table, "necrocampe")


@pytest.mark.rule("effect.eye")
def test_the_green_majority_sees_the_face_down_legion_of_the_row(abyss):
    def tables(*majorities):
        return [
            Table(abyss, {"majorities": majorities}, row=[6, 11], face_down=face_down)
            for face_down in (28, 29)
        ]

    assert told_apart("king", *tables("green"))
    assert not told_apart("king", *tables())
    assert not told_apart("necrocampe", *tables("green"))


@pytest.mark.rule("effect.eye", "knowledge.taken_face_down_seen_with_green")
def test_the_green_holder_knows_the_legion_that_the_other_takes_face_down(abyss):
    table = Table(
        abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20], "majorities": ["green"]}, **ROW
    ).do("play 2", "play 9", REFILL)
    assert known_hand(table, "necrocampe") == [16]


@pytest.mark.rule("effect.eye", "effect.needs_the_majority")
def test_the_eye_looks_at_the_new_face_down_legion_each_turn_while_it_is_held(abyss):
    def table(up):
        return Table(
            abyss,
            {"hand": [29, 14, 30], "up": {"green": up}, "majorities": ["green"]},
            {"hand": [9, 10, 20]},
            row=[2, 12],
            face_down=22,
        ).decline()

    for up, knows in (([6, 26], True), ([], False)):
        downs = redeals(table(up), "king", lambda state: int(state.row_down))
        assert (len(set(downs)) == 1) == knows


@pytest.mark.rule("setup.stratagem_is_secret", "stratagem.shown_when_used")
def test_a_stratagem_is_its_owners_secret_until_it_is_used(abyss):
    tables = [Table(abyss, {"stratagem": name}) for name in ("any hero", "wide dig")]
    assert not told_apart("necrocampe", *tables)
    assert told_apart("king", *tables)
    assert set(redeals(tables[0], "necrocampe", lambda state: int(state.stratagem[0]))) == {0, 1, 2}
    used = Table(abyss, {"stratagem": "reserve"}).do("reserve hero Y1")
    assert set(redeals(used, "necrocampe", lambda state: int(state.stratagem[0]))) == {2}


@pytest.mark.rule("power.swap", "knowledge.swap")
def test_after_a_swap_each_knows_what_it_has_seen_or_given(abyss):
    table = recruited(abyss, "B3", king={"hand": [8, 24]}, necrocampe={"hand": [30, 28, 31]}).do(
        "use power", "apply power to 28", "give 24"
    )
    assert known_hand(table, "king") == [24, 30]
    assert known_hand(table, "necrocampe") == [28]


@pytest.mark.rule("necrocampe.command", "knowledge.commanded_hand")
def test_a_commanded_hand_stays_known(abyss):
    table = Table(
        abyss, {"hand": [3, 14, 28]}, {"hand": [9, 10, 20], "stratagem": "command"}, **ROW
    ).do("use stratagem", "play 14", "play 9")
    assert known_hand(table, "necrocampe") == [3, 28]


@pytest.mark.rule("power.pick_up_and_place", "knowledge.picked_up")
def test_a_legion_picked_up_is_known(abyss):
    table = recruited(abyss, "P2", king={"hand": [8, 24], "up": {"green": [11]}})
    table.do("apply power to 11", "play 24", "place at green")
    assert known_hand(table, "necrocampe") == [11]


DECK = ["Y2", "R2", "B2", "P2", "G2", "Y3"]


@pytest.mark.rule("recruit.dig_rest", "knowledge.dig")
@pytest.mark.parametrize(("place", "depth"), [("on top", 0), ("at bottom", 4)])
def test_only_the_digger_knows_where_the_other_hero_went(abyss, place, depth):
    table = recruiting(abyss, "Y1", row_heroes=["R1", "B1"], hero_deck=DECK)
    table.do("recruit by yellow", "take hero R2", f"rest {place}").pay(2, 12)

    def at_depth(state):
        return int(state.hero_deck[: state.hero_deck_size][::-1][depth])

    assert table.hero_deck[depth] == "Y2"
    assert set(redeals(table, "king", at_depth)) == {hero("Y2")}
    assert len(set(redeals(table, "necrocampe", at_depth))) > 1


@pytest.mark.rule("king.wide_dig", "knowledge.dig")
def test_a_wide_dig_leaves_nothing_known_of_the_shuffled_deck(abyss):
    table = recruiting(
        abyss, "Y1", king={"stratagem": "wide dig"}, row_heroes=["R1", "B1"], hero_deck=DECK
    )
    table.do("recruit by yellow", "use stratagem", "take hero R2").pay(2, 12)
    for seat in SEATS:
        assert len(set(redeals(table, seat, lambda state: int(state.hero_deck[0])))) > 1


@pytest.mark.rule("attack.routed_legions_may_be_looked_at", "routed.identity")
@pytest.mark.parametrize(("reading", "opponent_knows"), [("public", True), ("hidden", False)])
def test_who_knows_which_legions_lie_routed(reading, opponent_knows):
    game = tolsim.make("abyss", overrides={"routed.identity": reading})
    tables = [Table(game, {"routed": {"yellow": [legion]}}, **ROW) for legion in (27, 22)]
    assert told_apart("king", *tables)
    assert told_apart("necrocampe", *tables) == opponent_knows
    routed = {int(bits) for bits in redeals(tables[0], "necrocampe", lambda s: s.routed[0, 0])}
    assert (len(routed) == 1) == opponent_knows
    assert {int(bits) for bits in redeals(tables[0], "king", lambda s: s.routed[0, 0])} == {1 << 27}


@pytest.mark.rule("routed.identity", "power.steal")
@pytest.mark.parametrize("reading", ["public", "hidden"])
def test_a_hidden_routed_legion_is_stolen_by_location_at_random(reading):
    game = tolsim.make("abyss", overrides={"routed.identity": reading})
    theirs = {"hand": [30, 28, 31], "up": {"red": [12]}, "routed": {"blue": [17, 21]}}
    stolen = set()
    for seed in range(20):
        table = recruited(game, "R2", necrocampe=theirs, seed=seed)
        if reading == "public":
            assert table.offered() == ["pass", *(f"apply power to {n}" for n in (12, 17, 21))]
            continue
        assert table.offered() == [
            "pass",
            "apply power to 12",
            "apply power to a routed Legion at blue",
        ]
        table.do("apply power to a routed Legion at blue")
        (legion,) = table.routed("king", "blue")
        assert table.routed("necrocampe", "blue") == [{17, 21}.symmetric_difference({legion}).pop()]
        stolen.add(legion)
    assert stolen == ({17, 21} if reading == "hidden" else set())


@pytest.mark.rule("routed.identity", "power.steal")
def test_who_loses_a_hidden_routed_legion_sees_which_one_is_gone():
    game = tolsim.make("abyss", overrides={"routed.identity": "hidden"})
    theirs = {"hand": [30, 28, 31], "routed": {"blue": [17, 21]}}
    table = recruited(game, "R2", necrocampe=theirs).do("apply power to a routed Legion at blue")
    stolen = table.routed("king", "blue")
    seen = {tuple(members(bits)) for bits in redeals(table, "necrocampe", lambda s: s.routed[0, 2])}
    assert seen == {tuple(stolen)}
    other = {tuple(members(bits)) for bits in redeals(table, "king", lambda s: s.routed[1, 2])}
    assert len(other) > 1, "the King knows what he took, not what he left"


@pytest.mark.rule("routed.identity", "power.steal")
def test_a_routed_legion_that_is_known_is_stolen_by_its_number():
    game = tolsim.make("abyss", overrides={"routed.identity": "hidden"})
    theirs = {"hand": [30, 28, 31], "routed": {"blue": [17, 21]}}
    table = recruiting(game, "R2", necrocampe=theirs)
    table.state.known_routed[KING] = 1 << 21
    offered = table.do("recruit by red").pay(18, 23).offered()
    assert "apply power to 21" in offered
    assert "apply power to 17" not in offered
    table.do("apply power to a routed Legion at blue")
    assert table.routed("king", "blue") == [17]


@pytest.mark.rule("routed.identity", "power.move")
@pytest.mark.parametrize(("reading", "told"), [("public", True), ("hidden", False)])
def test_a_search_does_not_see_which_hidden_routed_legion_the_other_moves(reading, told):
    game = tolsim.make("abyss", overrides={"routed.identity": reading})
    own = {"routed": {"blue": [17, 21]}, "up": {"red": [23]}}
    table = recruited(game, "P3", king=own)
    theirs = {
        text: label(table, f"apply power to {text}", "necrocampe") for text in ("17", "21", "23")
    }
    assert (theirs["17"] != theirs["21"]) == told
    assert theirs["23"] not in (theirs["17"], theirs["21"])
    assert label(table, "pass", "necrocampe") == game.action_id("pass")
    own_labels = {label(table, f"apply power to {text}", "king") for text in ("17", "21")}
    assert len(own_labels) == 2


@pytest.mark.rule("stratagem.shown_when_used")
def test_who_waits_is_not_shown_that_the_other_is_asked_about_its_stratagem(abyss):
    tables = [
        Table(abyss, {"stratagem": held}, {"hand": [9, 10, 20]}, row_heroes=["Y1", "P1"], **ROW)
        for held in ("any hero", "wide dig", "reserve")
    ]
    assert [table.offered()[0] for table in tables][2] == "pass"
    assert not told_apart("necrocampe", *tables)


def planes(table: Table, seat: str) -> tuple[list[int], list[str]]:
    """Legions and Heroes that a seat's observation marks as what it is asked about."""
    seen = table.game.observe(table.states, [SEATS.index(seat)])[0]
    at = observation.IN_QUESTION * LEGIONS
    legions = [i + 1 for i in range(LEGIONS) if seen[at + i]]
    at = observation.HERO_BLOCK + observation.IN_HAND * HEROES
    return legions, [HERO_NAMES[i] for i in range(HEROES) if seen[at + i]]


@pytest.mark.rule("power.move", "power.exchange")
def test_the_observation_marks_what_the_question_is_about(abyss):
    moving = recruited(abyss, "P3", king={"up": {"red": [23]}}).do("apply power to 23")
    assert planes(moving, "king") == ([23], ["P3"])
    assert planes(moving, "necrocampe") == ([], [])
    exchanging = recruited(
        abyss, "B2", king={"heroes": {"R1": [18, 23]}}, row_heroes=["B2", "Y1", "G1"]
    ).do("return hero R1")
    assert planes(exchanging, "king") == ([], ["R1", "B2"])


@pytest.mark.rule("knowledge.decks_are_hidden")
def test_a_redeal_conserves_every_card(abyss):
    table = Table(abyss, {"hand": [2, 14, 30]}, {"hand": [9, 10, 20]}, **ROW)
    for seat in SEATS:
        for placed in redeals(
            table,
            seat,
            lambda s: sorted(
                [
                    *members(s.deck),
                    *members(s.row_up),
                    int(s.row_down),
                    *members(s.hand[0]),
                    *members(s.hand[1]),
                ]
            ),
        ):
            assert placed == list(range(1, 32))
