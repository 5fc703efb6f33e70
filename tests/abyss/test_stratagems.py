"""The six Stratagems."""

import pytest

import tolsim

from .positions import Table, hero, label, recruited, recruiting

THEIRS = {"hand": [30, 28, 31]}
REFILL = "take face-down"


@pytest.mark.rule("stratagem.once_a_game", "stratagem.shown_when_used")
def test_a_stratagem_is_used_once(abyss):
    table = Table(abyss, {"stratagem": "reserve"}, row=[6, 11], face_down=16)
    assert "reserve hero Y1" in table.offered()
    table.do("reserve hero Y1")
    assert table.state.stratagem_used[0] == table.turn
    turn = table.turn
    table.decline()
    assert table.turn == turn + 1
    assert not [text for text in table.offered() if text.startswith("reserve")]


@pytest.mark.rule("stratagem.once_a_game")
def test_a_declined_stratagem_can_be_used_later(abyss):
    table = Table(abyss, {"stratagem": "reserve"}, row=[6, 11], face_down=16).do("pass")
    table.decline()
    assert "reserve hero Y1" in table.offered()
    assert table.state.stratagem_used[0] == 0


@pytest.mark.rule("stratagem.one_side_cannot_use_the_others")
def test_a_stratagem_serves_its_owner_only(abyss):
    # Stratagem 0 of both sides, the Necrocampe to recruit: "any hero" is the King's.
    table = recruiting(
        abyss,
        "Y1",
        "necrocampe",
        king={"hand": [30, 28, 31], "stratagem": "any hero"},
        row_heroes=["Y1", "R1"],
    ).do("recruit by yellow")
    assert "use stratagem" not in table.offered()


# The King's.


@pytest.mark.rule("king.any_hero")
def test_any_hero_recruits_any_hero_of_the_row_with_three_legions(abyss):
    table = recruiting(
        abyss, "Y1", king={"stratagem": "any hero"}, row_heroes=["Y1", "R1", "B1"]
    ).do("recruit by yellow")
    assert table.offered() == ["pass", "use stratagem"]
    table.do("use stratagem", "take hero R1").pay(2, 12)
    assert table.heroes("king") == ["R1"]
    assert table.under("R1") == [2, 12]
    assert table.state.stratagem_used[0] == table.turn


@pytest.mark.rule("king.any_hero", "stratagem.optional")
def test_any_hero_may_be_kept(abyss):
    table = recruiting(
        abyss, "Y1", king={"stratagem": "any hero"}, row_heroes=["Y1", "R1", "B1"]
    ).do("recruit by yellow", "pass")
    table.pay(2, 12)
    assert table.heroes("king") == ["Y1"]
    assert table.state.stratagem_used[0] == 0


@pytest.mark.rule("king.any_hero", "stratagem.no_useless_use")
def test_any_hero_is_no_dig_and_is_offered_for_other_colours_only(abyss):
    row_only = recruiting(
        abyss,
        "Y1",
        king={"stratagem": "any hero"},
        row_heroes=["R1", "B1"],
        hero_deck=["Y2", "G1"],
    ).do("recruit by yellow", "use stratagem")
    assert row_only.offered() == ["take hero R1", "take hero B1"]
    useless = recruiting(abyss, "Y1", king={"stratagem": "any hero"}, row_heroes=["Y1", "Y3"]).do(
        "recruit by yellow"
    )
    assert useless.offered() == ["take hero Y1", "take hero Y3"]


@pytest.mark.rule("king.any_hero")
def test_any_hero_recruits_where_nothing_else_would(abyss):
    """No match in the row and no deck to dig in."""
    table = recruiting(
        abyss, "Y1", king={"stratagem": "any hero"}, row_heroes=["R1", "B1"], hero_deck=[]
    )
    assert table.offered() == ["pass", "recruit by yellow"]
    table.do("recruit by yellow")
    if "use stratagem" in table.offered():
        table.do("use stratagem")
    assert table.offered() == ["take hero R1", "take hero B1"]
    table.do("take hero B1").pay(2, 12)
    assert table.heroes("king") == ["B1"]
    assert table.state.stratagem_used[0] == table.turn


@pytest.mark.rule("king.wide_dig", "stratagem.dig_looked")
@pytest.mark.parametrize("looked", [5, 3])
def test_a_wide_dig_looks_at_five_and_shuffles_the_rest_back(looked):
    game = tolsim.make("abyss", overrides={"stratagem.dig_looked": looked})
    deck = ["Y2", "R2", "B2", "P2", "G2", "Y3", "R3", "B3"]
    orders = set()
    for seed in range(12):
        table = recruiting(
            game,
            "Y1",
            king={"stratagem": "wide dig"},
            row_heroes=["R1", "B1"],
            hero_deck=deck,
            seed=seed,
        ).do("recruit by yellow")
        assert table.offered() == ["pass", "use stratagem"]
        table.do("use stratagem")
        assert {text.removeprefix("take hero ") for text in table.offered()} == {*deck[:looked]}
        table.do("take hero R2").pay(2, 12)
        assert table.heroes("king") == ["R2"]
        assert sorted(table.hero_deck) == sorted({*deck} - {"R2"})
        orders.add(tuple(table.hero_deck))
    assert len(orders) > 8
    # Shuffled into the whole deck, not left on top of it.
    assert {order[0] for order in orders} - {*deck[:looked]}


@pytest.mark.rule("king.wide_dig", "stratagem.optional")
def test_a_dig_may_stay_ordinary(abyss):
    deck = ["Y2", "R2", "B2", "P2", "G2", "Y3"]
    table = recruiting(
        abyss, "Y1", king={"stratagem": "wide dig"}, row_heroes=["R1"], hero_deck=deck
    ).do("recruit by yellow", "pass")
    assert table.offered() == ["take hero Y2", "take hero R2"]
    assert table.state.stratagem_used[0] == 0


@pytest.mark.rule("king.wide_dig_short_deck", "stratagem.no_useless_use")
def test_a_wide_dig_into_a_short_deck_looks_at_all_of_it(abyss):
    def table(deck):
        return recruiting(
            abyss, "Y1", king={"stratagem": "wide dig"}, row_heroes=["R1"], hero_deck=deck
        ).do("recruit by yellow")

    four = table(["Y2", "R2", "B2", "P2"]).do("use stratagem")
    assert len(four.offered()) == 4
    assert "use stratagem" not in table(["Y2"]).offered()


@pytest.mark.rule("king.reserve")
def test_the_reserved_hero_is_the_kings_alone(abyss):
    theirs = {"hand": [30, 28, 31], "up": {"yellow": [12, 22]}}
    table = Table(
        abyss,
        {"hand": [31, 30, 28], "stratagem": "reserve"},
        {"hand": [2, 3, 4], "up": {"yellow": [12, 22]}},
        row_heroes=["Y1", "Y3", "R1"],
    )
    assert table.offered() == ["pass", *(f"reserve hero {name}" for name in ("Y1", "Y3", "R1"))]
    table.do("reserve hero Y1", "play 31", "play 2", "recruit by yellow")
    # Y3 is the only one left for it, so it is not asked.
    table.pay(2, 12)
    assert table.heroes("necrocampe") == ["Y3"]
    king = recruiting(
        abyss, "Y1", necrocampe=theirs | {"up": {}}, row_heroes=["Y1", "Y3"], reserved="Y1"
    )
    assert king.do("recruit by yellow").offered() == ["take hero Y1", "take hero Y3"]


@pytest.mark.rule("king.reserve")
def test_the_necrocampe_cannot_take_a_reserved_hero_by_all_five_locations(abyss):
    table = Table(
        abyss,
        {"hand": [31, 30, 28]},
        {"hand": [2], "up": {"red": [18], "blue": [9], "purple": [10], "green": [16]}},
        row_heroes=["Y1", "R1", "B1"],
        reserved="R1",
    ).do("play 31", "play 2", "recruit by all five")
    assert table.offered() == ["take hero Y1", "take hero B1"]


@pytest.mark.rule("king.reserve_lasts", "king.reserve_fills_a_place")
def test_a_reserved_hero_stays_reserved_and_keeps_its_place_in_the_row(abyss):
    table = Table(abyss, {"stratagem": "reserve"}, row=[6, 11], face_down=16)
    table.do("reserve hero G1")
    for _ in range(3):
        table.decline()
    assert table.state.reserved == hero("G1")
    assert "G1" in table.row_heroes
    assert len(table.row_heroes) == 5


@pytest.mark.rule("stratagem.reserved_blocks_dig")
@pytest.mark.parametrize("blocks", [False, True])
def test_whether_a_reserved_hero_keeps_the_necrocampe_from_digging(blocks):
    game = tolsim.make("abyss", overrides={"stratagem.reserved_blocks_dig": blocks})
    table = recruiting(
        game,
        "Y1",
        "necrocampe",
        row_heroes=["Y1", "R1"],
        hero_deck=["G1", "B1", "P1"],
        reserved="Y1",
    )
    assert ("recruit by yellow" in table.offered()) != blocks
    if not blocks:
        assert set(table.do("recruit by yellow").offered()) == {"take hero G1", "take hero B1"}


@pytest.mark.rule("king.reserve_and_exchange")
def test_the_necrocampe_cannot_take_a_reserved_hero_by_exchange_but_the_king_can(abyss):
    def table(seat):
        return recruited(
            abyss,
            "B2",
            seat,
            **{seat: {"heroes": {"G1": [13, 25]}}},
            row_heroes=["B2", "Y1", "R1", "P1"],
            reserved="R1",
        ).do("return hero G1")

    assert table("necrocampe").offered() == ["take hero Y1", "take hero P1"]
    assert table("king").offered() == ["take hero Y1", "take hero R1", "take hero P1"]


@pytest.mark.rule("stratagem.start_of_turn_before_legions", "stratagem.start_of_turn")
def test_both_sides_are_asked_at_the_start_of_any_turn_before_legions_are_chosen(abyss):
    for turn in (1, 7):
        table = Table(abyss, {"stratagem": "reserve"}, {"stratagem": "command"}, turn=turn)
        assert (table.to_move, table.offered()[0]) == ("king", "pass")
        table.do("pass")
        assert (table.to_move, table.offered()) == ("necrocampe", ["pass", "use stratagem"])
        table.do("pass")
        assert table.offered()[0].startswith("play")


@pytest.mark.rule("stratagem.start_of_turn")
@pytest.mark.parametrize(("order", "seen"), [("king first", True), ("simultaneous", False)])
def test_whether_the_necrocampe_sees_the_reservation_before_it_decides(order, seen):
    game = tolsim.make("abyss", overrides={"stratagem.start_of_turn": order})
    told = set()
    for choice in ("reserve hero Y1", "reserve hero R1", "pass"):
        table = Table(game, {"stratagem": "reserve"}, {"stratagem": "command"}).do(choice)
        assert table.to_move == "necrocampe"
        told.add(table.observation("necrocampe"))
        table.do("pass")
        assert table.state.reserved == (-1 if choice == "pass" else hero(choice[-2:]))
    assert len(told) == (3 if seen else 1)


# The Necrocampe's.


@pytest.mark.rule("necrocampe.command")
def test_command_shows_the_kings_hand_and_names_its_legion(abyss):
    table = Table(abyss, {"hand": [3, 14, 28]}, {"hand": [9, 10, 20], "stratagem": "command"})
    before = table.observation("necrocampe")
    table.do("use stratagem")
    assert table.observation("necrocampe") != before
    assert (table.to_move, table.offered()) == ("necrocampe", ["play 3", "play 14", "play 28"])
    table.do("play 14")
    # Then it chooses its own.
    assert (table.to_move, table.offered()) == ("necrocampe", ["play 9", "play 10", "play 20"])
    table.do("play 9")
    assert table.lead == "necrocampe"
    assert table.state.committed[0] == 14
    assert table.hand("king") == [3, 28]


@pytest.mark.rule("necrocampe.command", "stratagem.optional")
def test_command_may_be_kept(abyss):
    table = Table(abyss, {"hand": [3, 14, 28]}, {"stratagem": "command"}).do("pass")
    assert (table.to_move, table.offered()) == ("king", ["play 3", "play 14", "play 28"])
    assert table.state.stratagem_used[1] == 0


def attacked(game, necrocampe=None, **rules):
    """The King, second, is about to attack yellow."""
    theirs = {
        "hand": [3],
        "up": {"yellow": [12, 22], "green": [21]},
        "stratagem": "divert",
        **(necrocampe or {}),
    }
    table = Table(game, {"hand": [28, 30, 31]}, theirs, row=[2, 4], face_down=9)
    return table.do("play 28", "play 3", "take face-down", "take 4")


ELSEWHERE = [f"divert to {name}" for name in ("red", "blue", "purple", "green")]


@pytest.mark.rule("necrocampe.divert")
def test_an_attack_can_be_diverted_to_another_own_location(abyss):
    table = attacked(abyss)
    assert (table.to_move, table.offered()) == ("necrocampe", ["pass", *ELSEWHERE])
    table.do("divert to green")
    assert table.up("necrocampe", "yellow") == [12, 22]
    assert table.routed("necrocampe", "green") == [21]
    assert table.state.stratagem_used[1] == table.turn - 1


@pytest.mark.rule("necrocampe.divert", "stratagem.optional")
def test_an_attack_need_not_be_diverted(abyss):
    table = attacked(abyss).do("pass")
    assert table.routed("necrocampe", "yellow") == [12, 22]
    assert table.state.stratagem_used[1] == 0


@pytest.mark.rule("stratagem.divert_target")
@pytest.mark.parametrize(
    ("reading", "offered"),
    [("any location", ELSEWHERE), ("one with Legions", ["divert to red", "divert to green"])],
)
def test_where_an_attack_can_be_diverted_to(reading, offered):
    game = tolsim.make("abyss", overrides={"stratagem.divert_target": reading})
    assert attacked(game).offered() == ["pass", *offered]


@pytest.mark.rule("stratagem.no_useless_use")
def test_an_attack_that_hits_nobody_is_not_diverted(abyss):
    table = attacked(abyss, {"up": {"green": [21]}, "routed": {"yellow": [12]}})
    assert not [text for text in table.offered() if text.startswith("divert")]


@pytest.mark.rule("necrocampe.divert_answers_the_attack_only", "stratagem.divert_answers_rout")
@pytest.mark.parametrize("answers", [False, True])
def test_whether_the_red_rout_can_be_diverted(answers):
    game = tolsim.make("abyss", overrides={"stratagem.divert_answers_rout": answers})
    table = Table(
        game,
        {"hand": [3], "majorities": ["red"]},
        {
            "hand": [30, 28, 31],
            "up": {"yellow": [12, 22], "green": [16, 21]},
            "stratagem": "divert",
        },
    ).do("play 3", "play 31", "flip 12")
    diverts = [text for text in table.offered() if text.startswith("divert")]
    assert bool(diverts) == answers
    if not answers:
        assert table.routed("necrocampe", "yellow") == [12]
        return
    assert "divert to yellow" not in diverts
    table.do("divert to green")
    assert (table.to_move, table.offered()) == ("king", ["flip 16", "flip 21"])
    table.do("flip 21")
    assert table.routed("necrocampe", "green") == [21]
    assert table.up("necrocampe", "yellow") == [12, 22]


@pytest.mark.rule("necrocampe.choose_refill")
def test_the_necrocampe_chooses_the_kings_refill(abyss):
    table = Table(
        abyss,
        {"hand": [2, 24, 28]},
        {"hand": [30, 28 + 3, 29], "stratagem": "choose refill"},
        row=[3, 9],
        face_down=16,
    ).do("play 2", "play 30")
    assert (table.to_move, table.offered()) == ("necrocampe", ["pass", "use stratagem"])
    table.do("use stratagem")
    assert (table.to_move, table.offered()) == ("necrocampe", [REFILL, "take 3", "take 9"])
    table.do("take 9")
    assert table.hand("king") == [9, 24, 28]
    assert table.state.stratagem_used[1] == table.turn


@pytest.mark.rule("necrocampe.choose_refill", "attack.remaining_legion_names_the_location")
def test_choosing_the_second_players_refill_also_names_its_attack(abyss):
    table = Table(
        abyss,
        {"hand": [29, 24, 28]},
        {"hand": [2, 30, 31], "up": {"red": [8]}, "stratagem": "choose refill"},
        row=[3, 9],
        face_down=16,
    ).do("play 29", "play 2", "take face-down", "use stratagem", "take 3")
    assert 3 in table.hand("king")
    assert table.up("necrocampe", "red") == [8]


@pytest.mark.rule("stratagem.choose_refill")
@pytest.mark.parametrize(("reading", "seen"), [("unseen", False), ("seen", True)])
def test_whether_the_necrocampe_sees_the_face_down_legion_it_may_choose(reading, seen):
    game = tolsim.make("abyss", overrides={"stratagem.choose_refill": reading})
    told = set()
    for face_down in (16, 26):
        table = Table(
            game,
            {"hand": [2, 24, 28]},
            {"hand": [29, 30, 31], "stratagem": "choose refill"},
            row=[3, 9],
            face_down=face_down,
        ).do("play 2", "play 30", "use stratagem")
        told.add(table.observation("necrocampe"))
    assert len(told) == (2 if seen else 1)


@pytest.mark.rule("king.reserve_lasts")
def test_a_reservation_lasts_although_the_hero_was_recruited_and_returned(abyss):
    table = Table(
        abyss,
        {"hand": [3, 4, 30], "up": {"red": [18, 23]}, "stratagem": "reserve"},
        {"hand": [31, 28, 25], "up": {"red": [8]}},
        row_heroes=["R1", "B2", "Y1", "P1", "G1"],
        hero_deck=["Y2", "R2", "B3", "P2", "G2"],
    )
    table.do("reserve hero R1", "play 3", "play 31", "recruit by red").pay(18, 23)
    assert table.heroes("king") == ["R1"]
    table.state.heroes[0] = 0  # exchanged for another, it is back in the row
    table.state.row_heroes |= 1 << hero("R1")
    assert table.state.reserved == hero("R1")
    dealt = recruiting(
        abyss, "R1", "necrocampe", row_heroes=["R1", "Y1"], hero_deck=["Y2", "B3", "P2", "G2"]
    )
    dealt.state.reserved = hero("R1")
    dealt.do("recruit by red")
    assert "take hero R1" not in dealt.offered()


@pytest.mark.rule("stratagem.divert_target", "stratagem.divert_answers_rout")
def test_a_diverted_rout_goes_where_an_attack_could():
    rules = {"stratagem.divert_answers_rout": True, "stratagem.divert_target": "one with Legions"}
    game = tolsim.make("abyss", overrides=rules)
    king = {"hand": [3, 14, 30], "majorities": ["red"]}
    theirs = {"hand": [31, 28, 25], "stratagem": "divert"}
    table = Table(game, king, {**theirs, "up": {"yellow": [12], "blue": [29]}})
    table.do("play 3", "play 31", "flip 12")
    assert table.offered() == ["pass", "divert to blue"]
    alone = Table(game, king, {**theirs, "up": {"yellow": [12]}}).do("play 3", "play 31")
    assert alone.routed("necrocampe", "yellow") == [12]


@pytest.mark.rule("stratagem.start_of_turn")
def test_a_hidden_reservation_is_told_apart_once_it_is_shown():
    game = tolsim.make("abyss", overrides={"stratagem.start_of_turn": "simultaneous"})
    labels_of = []
    for reserved in ("Y1", "P1"):
        table = Table(
            game, {"stratagem": "reserve"}, {"stratagem": "command"}, row_heroes=["Y1", "P1"]
        )
        action = f"reserve hero {hero(reserved)}"
        hidden = label(table, action, "necrocampe")
        table.do(f"reserve hero {reserved}")
        labels_of.append((hidden, label(table, "pass", "necrocampe")))
    assert labels_of[0][0] == labels_of[1][0]
    assert labels_of[0][1] != labels_of[1][1]
