"""Recruiting a Hero: two routes, the dig, and the Legions that go under."""

import pytest

import tolsim

from .positions import Table, recruiting

THEIRS = {"hand": [30, 28, 31]}
SPREAD = {"red": [18], "blue": [9], "purple": [10], "green": [16]}


def spread(game, up=None, **layout):
    """The King completes one Legion at each location."""
    layout.setdefault("row_heroes", ["Y1", "R1", "B1", "P1", "G1"])
    table = Table(game, {"hand": [2], "up": up or SPREAD}, THEIRS, **layout)
    return table.do("play 2", "play 30")


@pytest.mark.rule("recruit.three_at_a_location", "recruit.optional")
def test_three_legions_at_a_location_recruit_a_hero_of_its_colour(abyss):
    table = recruiting(abyss, "Y1", row_heroes=["Y1", "Y3", "R1", "G2", "B1"])
    assert table.offered() == ["pass", "recruit by yellow"]
    table.do("recruit by yellow")
    assert table.offered() == ["take hero Y1", "take hero Y3"]
    table.do("take hero Y3").pay(2, 22)
    assert table.heroes("king") == ["Y3"]
    assert table.row_heroes == ["Y1", "R1", "B1", "G2"]


@pytest.mark.rule("recruit.optional")
def test_recruiting_may_be_declined(abyss):
    table = recruiting(abyss, "Y1").do("pass")
    assert table.heroes("king") == []
    assert table.offered()[0].startswith("take")
    assert table.up("king", "yellow") == [2, 12, 22]


@pytest.mark.rule("recruit.face_up_only")
def test_routed_legions_do_not_recruit(abyss):
    table = Table(
        abyss,
        {"hand": [3], "up": {"yellow": [2, 12]}, "routed": {"yellow": [17, 22]}},
        THEIRS,
    ).do("play 3", "play 30")
    assert table.offered()[0].startswith("take")


@pytest.mark.rule("recruit.three_at_a_location", "recruit.at_any_location")
def test_a_location_other_than_the_one_played_at_recruits_too(abyss):
    table = Table(abyss, {"hand": [3], "up": {"yellow": [2, 12, 17]}}, THEIRS)
    table.do("play 3", "play 30")
    assert table.offered() == ["pass", "recruit by yellow"]


@pytest.mark.rule("recruit.own_legions_only")
def test_the_opponents_legions_do_not_recruit(abyss):
    table = Table(abyss, {"hand": [2]}, {**THEIRS, "up": {"yellow": [12, 17, 22]}})
    assert table.do("play 2", "play 30").offered()[0].startswith("take")


@pytest.mark.rule("recruit.by_location_not_by_guild")
def test_legions_of_any_colour_at_a_location_recruit_its_colour(abyss):
    table = Table(
        abyss, {"hand": [1], "up": {"green": [2, 18]}}, THEIRS, row_heroes=["Y1", "G1"]
    ).do("play 1", "play 30", "place at green", "recruit by green")
    table.pay(1, 2)
    assert table.heroes("king") == ["G1"]
    assert table.up("king", "green") == [18]


@pytest.mark.rule("recruit.both_players")
def test_the_second_player_recruits_too(abyss):
    table = Table(
        abyss,
        {"hand": [1]},
        {"hand": [30, 28, 31], "up": {"purple": [5, 10]}},
        row_heroes=["P1"],
    ).do("play 1", "play 30", "place at red")
    table.do(table.offered()[0])
    assert (table.to_move, table.offered()) == ("necrocampe", ["pass", "recruit by purple"])
    table.do("recruit by purple").pay(5, 10)
    assert table.heroes("necrocampe") == ["P1"]


@pytest.mark.rule("recruit.legions_needed")
@pytest.mark.parametrize("needed", [2, 3, 4])
def test_the_number_of_legions_needed_is_a_value(needed):
    game = tolsim.make("abyss", overrides={"recruit.legions_needed": needed})
    for there in (1, 2, 3):
        table = Table(game, {"hand": [2], "up": {"yellow": [12, 17, 22][:there]}}, THEIRS)
        table.do("play 2", "play 30")
        assert ("recruit by yellow" in table.offered()) == (there + 1 >= needed)


@pytest.mark.rule("recruit.three_legions")
@pytest.mark.parametrize(("reading", "four"), [("at least", True), ("exactly", False)])
def test_whether_four_legions_recruit(reading, four):
    game = tolsim.make("abyss", overrides={"recruit.three_legions": reading})
    table = Table(game, {"hand": [2], "up": {"yellow": [12, 17, 22]}}, THEIRS)
    table.do("play 2", "play 30")
    assert ("recruit by yellow" in table.offered()) == four
    three = Table(game, {"hand": [2], "up": {"yellow": [12, 22]}}, THEIRS)
    assert "recruit by yellow" in three.do("play 2", "play 30").offered()


# Payment.


@pytest.mark.rule("recruit.legions_paid", "recruit.payment_is_chosen", "recruit.others_stay")
@pytest.mark.parametrize("paid", [(2, 12), (2, 17), (12, 17), (17, 22), (2, 22), (12, 22)])
def test_any_two_legions_of_the_location_go_under_and_the_others_stay(abyss, paid):
    table = Table(
        abyss, {"hand": [2], "up": {"yellow": [12, 17, 22]}}, THEIRS, row_heroes=["Y1"]
    ).do("play 2", "play 30", "recruit by yellow")
    table.pay(*paid)
    assert table.under("Y1") == sorted(paid)
    assert table.up("king", "yellow") == sorted({2, 12, 17, 22} - {*paid})


@pytest.mark.rule("recruit.legions_paid")
@pytest.mark.parametrize("number", [0, 1])
def test_fewer_legions_may_have_to_be_paid(number):
    game = tolsim.make("abyss", overrides={"recruit.legions_paid": number})
    table = recruiting(game, "Y1").do("recruit by yellow").pay(*[12][:number])
    assert table.heroes("king") == ["Y1"]
    assert table.under("Y1") == [12][:number]
    assert table.offered()[0].startswith("take face")


@pytest.mark.rule("recruit.face_up_only", "recruit.payment_is_chosen")
def test_routed_legions_of_the_location_cannot_pay(abyss):
    table = Table(
        abyss,
        {"hand": [2], "up": {"yellow": [12, 22]}, "routed": {"yellow": [17]}},
        THEIRS,
        row_heroes=["Y1"],
    ).do("play 2", "play 30", "pass", "recruit by yellow")
    assert "slide under 17" not in table.offered()


# By all five locations.


@pytest.mark.rule("recruit.five_locations")
def test_a_legion_at_each_location_recruits_any_hero_of_the_row(abyss):
    table = spread(abyss)
    assert table.offered() == ["pass", "recruit by all five"]
    table.do("recruit by all five")
    assert table.offered() == [f"take hero {name}" for name in ("Y1", "R1", "B1", "P1", "G1")]


@pytest.mark.rule("recruit.five_locations", "recruit.face_up_only")
def test_a_routed_legion_leaves_its_location_uncovered(abyss):
    table = Table(
        abyss,
        {"hand": [2], "up": {**SPREAD, "red": []}, "routed": {"red": [18]}},
        THEIRS,
    ).do("play 2", "play 30")
    assert table.offered()[0].startswith("take")


@pytest.mark.rule("recruit.five_locations_payment")
@pytest.mark.parametrize(
    ("reading", "same_location"), [("different locations", False), ("any two", True)]
)
def test_which_two_legions_pay_for_all_five_locations(reading, same_location):
    game = tolsim.make("abyss", overrides={"recruit.five_locations_payment": reading})
    table = spread(game, {**SPREAD, "yellow": [12]})
    table.do("recruit by all five", "take hero Y1", "slide under 2")
    assert ("slide under 12" in table.offered()) == same_location
    table.do("slide under 16")
    assert table.under("Y1") == [2, 16]
    assert table.up("king", "yellow") == [12]


@pytest.mark.rule("recruit.one_a_turn")
def test_only_one_hero_a_turn(abyss):
    table = Table(
        abyss,
        {"hand": [2], "up": {"yellow": [12, 22], "red": [3, 18, 23]}},
        THEIRS,
        row_heroes=["Y1", "R1"],
        row=[6, 11],
        face_down=26,
    ).do("play 2", "play 30")
    assert table.offered() == ["pass", "recruit by yellow", "recruit by red"]
    table.do("recruit by yellow").pay(2, 12)
    assert table.offered()[0].startswith("take face")
    table.decline()
    assert table.heroes("king") == ["Y1"]
    mine, theirs = min(table.hand("king")), max(table.hand("necrocampe"))
    table.do(f"play {mine}", f"play {theirs}")
    while table.offered()[0] != "pass":
        table.do(table.offered()[0])
    assert table.offered() == ["pass", "recruit by red"]


# The dig.


def dig(game, row=("R1", "B1"), deck=("G1", "Y2", "P1"), seat="king", **layout):
    table = recruiting(game, "Y1", seat, row_heroes=row, hero_deck=deck, **layout)
    return table.do("recruit by yellow")


@pytest.mark.rule("recruit.dig_when_no_match", "recruit.dig_looked", "recruit.dig_rest")
@pytest.mark.parametrize(("place", "deck"), [("on top", ["Y2", "P1"]), ("at bottom", ["P1", "Y2"])])
def test_without_a_match_one_of_the_top_two_is_recruited(abyss, place, deck):
    table = dig(abyss)
    assert table.offered() == ["take hero Y2", "take hero G1"]
    table.do("take hero G1")
    assert table.offered() == ["rest on top", "rest at bottom"]
    table.do(f"rest {place}").pay(12, 22)
    assert table.heroes("king") == ["G1"]
    assert table.hero_deck == deck
    assert table.row_heroes == ["R1", "B1"]


@pytest.mark.rule("recruit.dig_looked")
@pytest.mark.parametrize("looked", [1, 3, 5])
def test_how_many_heroes_a_dig_looks_at(looked):
    game = tolsim.make("abyss", overrides={"recruit.dig_looked": looked})
    top_first = ["G1", "Y2", "P1", "P2", "P3"]
    table = dig(game, deck=top_first)
    if looked == 1:
        assert "slide under 2" in table.offered()
    else:
        expected = {f"take hero {name}" for name in top_first[:looked]}
        assert set(table.offered()) == expected


@pytest.mark.rule("recruit.dig_choice")
def test_a_dig_may_take_any_colour_or_only_a_match_or_nothing():
    def offered(reading, deck):
        game = tolsim.make("abyss", overrides={"recruit.dig_choice": reading})
        return dig(game, deck=deck)

    assert offered("any colour", ["G1", "Y2"]).offered() == ["take hero Y2", "take hero G1"]
    only_match = offered("matching colour", ["G1", "Y2", "P1"])
    only_match.do("rest on top").pay(2, 12)
    assert only_match.heroes("king") == ["Y2"]
    may_decline = offered("may decline", ["G1", "Y2"])
    assert may_decline.offered() == ["pass", "take hero Y2", "take hero G1"]
    may_decline.do("pass")
    assert sorted(may_decline.hero_deck) == ["G1", "Y2"]
    assert may_decline.heroes("king") == []
    assert may_decline.up("king", "yellow") == [2, 12, 22]


@pytest.mark.rule("recruit.dig_choice")
def test_a_dig_that_finds_no_match_recruits_nobody_where_it_must_match():
    game = tolsim.make("abyss", overrides={"recruit.dig_choice": "matching colour"})
    table = dig(game, deck=["G1", "R2", "P1"])
    while not table.offered()[0].startswith("take face"):
        assert not [text for text in table.offered() if "hero" in text]
        table.do(table.offered()[0])
    assert table.heroes("king") == []
    assert table.up("king", "yellow") == [2, 12, 22]
    assert sorted(table.hero_deck) == ["G1", "P1", "R2"]


@pytest.mark.rule("recruit.dig_with_match_in_row")
@pytest.mark.parametrize("allowed", [False, True])
def test_whether_one_may_dig_although_the_row_has_a_match(allowed):
    game = tolsim.make("abyss", overrides={"recruit.dig_with_match_in_row": allowed})
    table = dig(game, row=["Y1", "Y3", "R1"])
    assert ("dig" in table.offered()) == allowed
    if allowed:
        assert table.do("dig").offered() == ["take hero Y2", "take hero G1"]


@pytest.mark.rule("recruit.dig_short_deck")
def test_a_dig_into_a_deck_of_one_takes_it_and_into_none_recruits_nobody(abyss):
    table = dig(abyss, deck=["G1"]).pay(2, 12)
    assert table.heroes("king") == ["G1"]
    assert table.hero_deck == []
    empty = recruiting(abyss, "Y1", row_heroes=["R1", "B1"], hero_deck=[])
    assert empty.offered()[0].startswith("take face")


@pytest.mark.rule("recruit.row_is_not_refilled_between")
def test_the_second_player_finds_a_row_of_four_after_a_recruitment(abyss):
    table = recruiting(
        abyss,
        "Y1",
        necrocampe={"hand": [30, 28, 31], "up": {"purple": [5, 10]}},
        row_heroes=["Y1", "Y2", "P1", "P2", "B1"],
        row=[6, 11],
        face_down=16,
    )
    assert table.state.committed[1] == 31
    table.do("recruit by yellow", "take hero Y1").pay(2, 12).do("take 6", "place at purple")
    assert table.row_heroes == ["Y2", "B1", "P1", "P2"]
    table.do("recruit by purple")
    assert table.offered() == ["take hero P1", "take hero P2"]
    table.do("take hero P1").pay(5, 10)
    table.decline()
    assert len(table.row_heroes) == 5


@pytest.mark.rule("recruit.power_after")
def test_the_power_follows_the_payment(abyss):
    table = recruiting(abyss, "G2", king={"routed": {"red": [18]}})
    table.do("recruit by green").pay(16, 26)
    assert table.offered() == ["pass", "flip 18"]
