"""Lava Eruption: when it comes, what burns, who is wounded, where survivors go."""

import pytest

from .games import (
    FACE_DOWN,
    FACE_UP,
    GONE,
    KEPT,
    NE,
    ON_GROUND,
    from_start,
    grade,
    health,
    holders,
    laid,
    leviathan_acts,
    status,
    unholy_act,
)

# Next to the church, where its turn ends in the search for Relics.
AT_CHURCH = {"The Leviathan": "13A.2a"}
HERO, AMBROISE = "Hero", "Ambroise de Loré"


def erupts(units=None, rules=None, shield=True, doom="death", hp=None, fields=None, **dice):
    """The Leviathan has struck the church's building and searched."""
    dice = {"doom": doom, "black": "shield" if shield else "kill", **dice}
    return leviathan_acts(
        {**AT_CHURCH, **(units or {})}, {"church.resistance": 6, **(rules or {})}, dice,
        hp={"The Leviathan": 4, **(hp or {})}, fields=fields,
    )  # fmt: skip


def number(unit):
    return from_start().number(unit)


@pytest.mark.rule(
    "eruption.when", "eruption.health", "eruption.revealed", "eruption.revealed_by_turning_up"
)
@pytest.mark.parametrize(
    ("health_limit", "revealed_limit", "hp", "revealed", "searches"),
    [
        (8, 2, 8, 1, False), (8, 2, 7, 0, True), (8, 2, 16, 2, True), (8, 2, 16, 3, True),
        (12, 2, 11, 0, True), (8, 1, 16, 1, True), (8, 3, 16, 2, False),
    ],
)  # fmt: skip
def test_it_searches_when_hurt_or_when_tokens_are_revealed(
    health_limit, revealed_limit, hp, revealed, searches
):
    rules = {"eruption.health": health_limit, "eruption.revealed": revealed_limit}
    table = erupts(
        rules=rules, hp={"The Leviathan": hp}, fields={"tokens_revealed": revealed}, doom="stays"
    )
    assert table.state.eruptions == (1 if searches else 0)


@pytest.mark.rule("eruption.when")
def test_it_searches_when_the_priest_is_gone():
    table = erupts({"Priest": "destroyed"}, hp={"The Leviathan": 16})
    assert table.state.eruptions == 1


@pytest.mark.rule("eruption.rally", "victory.leviathan", "champion.not_lava")
@pytest.mark.parametrize("reading", ["wound", "heal"])
def test_rally_wounds_the_leviathan_or_heals_it(reading):
    rules = {"eruption.rally": reading, "champion.wounds": 1}
    table = erupts(rules=rules, doom="rally")
    assert health(table) == (3 if reading == "wound" else 5)
    assert table.tokens("holy")["XP"] == 0
    table = erupts(rules=rules, doom="rally", hp={"The Leviathan": 1})
    if reading == "wound":
        assert (table.outcome, grade(table)) == ("leviathan_destroyed", "major victory")
    else:
        assert health(table) == 2


@pytest.mark.rule("eruption.site")
@pytest.mark.parametrize(
    ("tokens", "shield", "gone"),
    [
        ([FACE_DOWN, FACE_DOWN, FACE_DOWN], True, 1), ([FACE_DOWN, FACE_DOWN, FACE_DOWN], False, 0),
        ([GONE, FACE_DOWN, FACE_DOWN], False, 2), ([FACE_DOWN, GONE, FACE_DOWN], True, 2),
        ([FACE_DOWN, GONE, GONE], True, 0), ([FACE_DOWN, GONE, GONE], False, 0),
    ],
)  # fmt: skip
def test_a_black_shield_burns_the_north_east_else_the_north_west(tokens, shield, gone):
    relics = [ON_GROUND if token != GONE else number(HERO) for token in tokens]
    table = erupts(shield=shield, fields={"token_status": tokens, "relic_holder": relics})
    expected = list(tokens)
    expected[gone] = GONE
    assert status(table) == expected
    assert holders(table)[gone] == "lost"


@pytest.mark.rule(
    "eruption.everything_goes", "eruption.units", "soul_eater.relic", "soul_eater.unit"
)
@pytest.mark.parametrize(("relic", "unit"), [(2, 1), (0, 0), (3, 2)])
def test_token_relic_units_and_priest_burn(relic, unit):
    rules = {"soul_eater.relic": relic, "soul_eater.unit": unit}
    table = erupts({"15B.2a": ["Pikemen 1", AMBROISE]}, rules)
    assert (status(table)[NE], holders(table)[1]) == (GONE, "lost")
    assert table.area_of("Priest") == "destroyed"
    assert table.area_of("Pikemen 1") == "destroyed"
    assert (table.hp(AMBROISE), table.area_of(AMBROISE)) == (1, "14B.2a")
    assert health(table) == 4 + relic + unit
    assert table.state.holy_lost.tolist() == [0, 0, 1, 0]


@pytest.mark.rule("eruption.units")
def test_survivors_go_round_from_the_north_east():
    names = [AMBROISE, HERO]
    crowd = ["Foot Knights 1", "Foot Knights 2", "Pikemen 1", "Pikemen 2", "Pikemen 3", "Penitents"]
    table = erupts({"15B.2a": names, "14B.2a": crowd}, hp={HERO: 2}, rules={"units.Hero.hp": 2})
    assert [table.area_of(unit) for unit in names] == ["15B.1a", "16B.1b"]


@pytest.mark.rule("eruption.units", "eruption.unholy_units", "undying.return_to_lava")
def test_unholy_units_there_fall_and_come_back_like_others():
    units = {**AT_CHURCH, "Skeletons 1": "15B.2a", "Pikemen 1": "14B.2a"}
    table = leviathan_acts(
        units, {"church.resistance": 6}, {"doom": "death", "black": "shield", "red": "shield"},
        hp={"The Leviathan": 4},
    )  # fmt: skip
    assert table.area_of("Skeletons 1") == "infirmary"
    assert table.state.units_destroyed == 0
    table.do("pass")
    assert table.area_of("Skeletons 1") == "15B.2a"


@pytest.mark.rule("eruption.face_up_counts")
def test_an_unpaid_token_counts_and_a_kept_one_only_draws_the_fire():
    hero = number(HERO)
    table = erupts(fields={"token_status": [GONE, FACE_UP, GONE], "relic_holder": [hero, -1, hero]})
    assert holders(table) == [HERO, "lost", HERO]
    table = erupts(
        {HERO: "14B.2a"},
        fields={"token_status": [GONE, KEPT, GONE], "relic_holder": [hero, hero, -2]},
    )
    assert (status(table)[NE], holders(table)[1]) == (GONE, HERO)
    # No Relic, no healing.
    assert health(table) == 4


@pytest.mark.rule("eruption.no_token")
def test_without_a_token_a_carrier_is_wounded():
    units = {HERO: "14B.2a", AMBROISE: "14B.1a"}
    both = {"token_status": [GONE] * 3, "relic_holder": [number(HERO), number(AMBROISE), -2]}
    table = erupts(units, fields=both)
    assert (table.hp(AMBROISE), table.area_of(HERO)) == (1, "14B.2a")
    one = {"token_status": [GONE] * 3, "relic_holder": [number(HERO), -2, ON_GROUND]}
    table = erupts(units, fields=one)
    # One HP: he dies, and his Relic is lost; it was the second, which Normal bears.
    assert table.area_of(HERO) == "destroyed"
    assert holders(table)[0] == "lost"


@pytest.mark.rule("eruption.no_carrier", "relic.kept_in_the_infirmary")
def test_without_a_carrier_on_the_board_nothing_happens():
    fields = {"token_status": [GONE] * 3, "relic_holder": [number(HERO), -2, ON_GROUND]}
    table = erupts({HERO: "infirmary", AMBROISE: "14B.2a"}, fields=fields)
    assert table.area_of(HERO) == "infirmary"
    assert (table.hp(AMBROISE), health(table)) == (2, 4)
    assert holders(table)[0] == HERO


@pytest.mark.rule("lava.covers")
@pytest.mark.parametrize("reading", ["hex", "area"])
def test_the_hex_or_the_area_becomes_lava(reading):
    # The central site on 5Aa, a hex of two areas.
    rules = {"lava.covers": reading, "setup.site_central": "5Aa"}
    table = leviathan_acts(
        {"The Leviathan": "13A.2a", "Pikemen 1": "5Aa", "Pikemen 2": "5Ab", AMBROISE: "13A.1a"},
        {"church.resistance": 6, **rules},
        {"doom": "death", "black": "shield", "white": "shield"},
        hp={"The Leviathan": 4}, fields={"token_status": [GONE, GONE, FACE_DOWN]},
    )  # fmt: skip
    table.decline(until="interrupts")
    assert table.area_of("Pikemen 1") == "destroyed"
    assert (table.area_of("Pikemen 2") == "destroyed") == (reading == "hex")
    lava = {area for n, area in enumerate(table.areas) if int(table.state.lava) >> n & 1}
    assert lava == ({"5Aa", "5Ab"} if reading == "hex" else {"5Aa"})


@pytest.mark.rule("lava.tiles")
@pytest.mark.parametrize("tiles", [3, 2])
def test_without_a_tile_left_everything_else_burns(tiles):
    table = erupts({"Pikemen 1": "15B.2a"}, {"lava.tiles": tiles}, fields={"lava_placed": 2})
    assert table.area_of("Pikemen 1") == "destroyed"
    assert (int(table.state.lava) != 0) == (tiles == 3)


BURNING = {"lava": 1 << 17, "lava_placed": 1, "token_status": [FACE_DOWN, GONE, FACE_DOWN]}
"""15B.2a is Lava."""


def on_lava(reading="closed", **layout):
    return laid(
        {"Hero": "14B.2a", "Skeletons 1": "14B.2b", "Priest": "1Aa", "Pikemen 1": "13A.1a"},
        {"lava.entry": reading}, turn_of="holy", fields=BURNING, **layout,
    )  # fmt: skip


@pytest.mark.rule("lava.entry")
@pytest.mark.parametrize("reading", ["closed", "book"])
def test_nobody_moves_into_lava(reading):
    table = on_lava(reading).do("activate 14B.2a")
    assert "move to 15B.2a" not in table.options()
    assert "move to 14B.1b" in table.options()


@pytest.mark.rule("lava.entry")
@pytest.mark.parametrize("reading", ["closed", "book"])
def test_pushed_into_lava_by_the_book_is_wounded_and_put_beside(reading):
    # Pikemen push from 16B.1b; round 14B.2a lies Lava.
    rules = {"lava.entry": reading, "units.Hero.melee": "R", "units.Skeletons.defence": "B",
             "units.Skeletons.hp": 2, "units.Skeletons.cancel_push": 0}  # fmt: skip
    table = laid(
        {"Hero": "14B.2b", "Skeletons 1": "14B.2a", "Priest": "1Aa", "Pikemen 1": "13A.1a"}, rules, turn_of="holy",
        fields=BURNING, hp={"Skeletons 1": 2},
    )  # fmt: skip
    table.load(red="push", black="blank").do("activate 14B.2b", "attack 14B.2a", "keep the dice")
    if reading == "closed":
        assert table.area_of("Skeletons 1") == "14B.1b"
        return
    assert table.stage == "push"
    table.do("choose 15B.2a")
    assert (table.hp("Skeletons 1"), table.area_of("Skeletons 1")) == (1, "15B.1a")


@pytest.mark.rule("lava.entry", "push.skips_closed_areas")
@pytest.mark.parametrize("reading", ["closed", "book"])
def test_a_holy_unit_pushed_into_lava_gets_out_as_the_player_says(reading):
    rules = {"lava.entry": reading}
    # The Leviathan comes to 16B.1, round which 15B.2a is the North-Easternmost area. It is no hex of its way to
    # the church, so the Roar does it.
    table = leviathan_acts(
        {"The Leviathan": "2B.2a", AMBROISE: "16B.1b", "Priest": "1Aa", "Skeletons 1": "16B.2a",
         "Skeletons 2": "2B.1a"},
        {**rules, "units.Skeletons.melee": "Y"}, {"gigantic": "blank", "yellow": "shield"},
        fields=BURNING,
    )  # fmt: skip
    assert table.area_of("The Leviathan") == "16B.1a"
    if reading == "closed":
        assert table.area_of(AMBROISE) == "15B.1b"
    else:
        assert (table.stage, table.hp(AMBROISE)) == ("beside lava", 1)
        table.do("choose 14B.2a")
        assert table.area_of(AMBROISE) == "14B.2a"


@pytest.mark.rule("lava.hurts_leviathan")
@pytest.mark.parametrize("reading", [False, True])
def test_lava_on_its_own_hex_spares_the_leviathan(reading):
    # The central site under it: 5Aa.
    table = leviathan_acts(
        {"The Leviathan": "5Aa"},
        {"church.resistance": 6, "setup.site_central": "5Aa", "lava.hurts_leviathan": reading,
         "soul_eater.relic": 0},
        {"doom": "death", "black": "shield"}, hp={"The Leviathan": 4},
        fields={"token_status": [GONE, GONE, FACE_DOWN]},
    )  # fmt: skip
    assert health(table) == (3 if reading else 4)
    assert table.area_of("The Leviathan") == "5Aa"


@pytest.mark.rule("lava.terrain")
@pytest.mark.parametrize("lava", [0, 1 << 17])
def test_lava_covers_the_rocks(lava):
    # Among rocks one defence die of the Skeletons strikes back.
    table = laid(
        {AMBROISE: "14B.2a", "Skeletons 1": "15B.2a", "Priest": "1Aa"},
        {"units.Skeletons.defence": "R"}, turn_of="holy", fields={**BURNING, "lava": lava},
    )  # fmt: skip
    table.load(red="disrupted").do("activate 14B.2a", "attack 15B.2a")
    assert table.hp(AMBROISE) == (2 if lava else 1)


@pytest.mark.rule("combat.plain_wound_kills")
@pytest.mark.parametrize("kills", [True, False])
def test_a_plain_wound_on_the_last_hp_kills_or_disrupts(kills):
    table = erupts({"Pikemen 1": "15B.2a"}, {"combat.plain_wound_kills": kills})
    assert table.area_of("Pikemen 1") == ("destroyed" if kills else "infirmary")


def test_unholy_units_on_lava_may_leave_it():
    table = unholy_act({"Skeletons 1": "15B.2a", "Priest": "1Aa"}, fields=BURNING)
    assert table.area_of("Skeletons 1") == "14B.2a"
