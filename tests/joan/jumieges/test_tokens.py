"""Number tokens: turning up, paying, leaving; the Relics and who carries them."""

import pytest

from .games import (
    FACE_DOWN,
    FACE_UP,
    GONE,
    KEPT,
    NE,
    ON_GROUND,
    from_start,
    holders,
    laid,
    own_events,
    status,
)

REVEAL, EQUIP = "turn the token up", "take the Relic"
HERO, AMBROISE = "Hero", "Ambroise de Loré"
TURNED_UP = 0


def at_site(relic, units=None, rules=None, legend=6, orders=None, **layout):
    """Hero at the north-eastern token, under which a Relic lies, with the Priest."""
    deal = [number for number in range(3) if number != relic]
    layout["fields"] = {"token_relic": [deal[0], relic, deal[1]], **layout.get("fields", {})}
    units = {"15B.2a": [HERO], **(units or {})}
    return laid(
        units, rules, turn_of="holy", orders=orders, tokens={"holy": {"Legend": legend}}, **layout
    )


def legend(table):
    return table.tokens("holy")["Legend"]


@pytest.mark.rule("token.turned_up_with_the_priest", "token.bought_at_once", "relic.cost")
@pytest.mark.parametrize(
    ("relic", "cost"), [("Relic", 1), ("Holy Cross", 3), ("Saint Martha's Belt", 2)]
)
def test_a_character_turns_the_token_up_and_pays(relic, cost):
    number = ["Relic", "Holy Cross", "Saint Martha's Belt"].index(relic)
    table = at_site(number).do("activate 15B.2a")
    assert REVEAL in table.options()
    table.do(REVEAL)
    assert own_events(table) == [TURNED_UP]
    assert table.options() == ["decline", EQUIP]
    table.do(EQUIP)
    assert (holders(table)[number], legend(table)) == (HERO, 6 - cost)
    assert status(table)[NE] == GONE
    # A bonus action: he may still act.
    assert any(text.startswith("move to") for text in table.options())


@pytest.mark.rule("relic.cost", "relic.heals")
def test_costs_and_healing_are_numbers():
    rules = {"relic.Relic.cost": 0, "relic.Holy Cross.heals": 1}
    table = at_site(0, rules=rules, legend=0).do("activate 15B.2a", REVEAL, EQUIP)
    assert (holders(table)[0], legend(table)) == (HERO, 0)
    units = {"15B.2a": [AMBROISE]}
    table = at_site(1, units, rules, hp={AMBROISE: 1}).do("activate 15B.2a", REVEAL, EQUIP)
    assert table.hp(AMBROISE) == 2


@pytest.mark.rule("relic.heals_its_character", "relic.heals")
@pytest.mark.parametrize(("relic", "hp"), [(0, 2), (1, 1), (2, 2)])
def test_relics_one_and_three_heal_their_character(relic, hp):
    units = {"15B.2a": [AMBROISE]}
    table = at_site(relic, units, hp={AMBROISE: 1}).do("activate 15B.2a", REVEAL, EQUIP)
    assert table.hp(AMBROISE) == hp
    # A heal without a wound is lost.
    table = at_site(relic, units).do("activate 15B.2a", REVEAL, EQUIP)
    assert table.hp(AMBROISE) == 2


@pytest.mark.rule("token.bought_at_once")
def test_he_may_leave_it():
    table = at_site(0).do("activate 15B.2a", REVEAL, "decline")
    assert (status(table)[NE], holders(table)[0], legend(table)) == (FACE_UP, "ground", 6)


@pytest.mark.rule("token.later", "token.turned_up_with_the_priest")
def test_who_cannot_pay_leaves_it_face_up_and_takes_it_later():
    table = at_site(0, legend=0, orders={"holy": {"Activation": 2, "Reactivation": 1}})
    table.load(black="blank").do("activate 15B.2a", REVEAL)
    # Nothing was to be decided; the Priest has moved on.
    assert (status(table)[NE], table.area_of("Priest")) == (FACE_UP, "1Aa")
    assert EQUIP not in table.options()
    table.do("do nothing")
    table.state.tokens[0][1] = 1
    table.game.resume(table.states)
    table.do("reactivation order")
    if "choose 15B.2a" in table.options():
        table.do("choose 15B.2a")
    table.do(EQUIP)
    assert (holders(table)[0], legend(table), status(table)[NE]) == (HERO, 0, GONE)
    assert table.state.tokens_revealed == 1


@pytest.mark.rule("relic.one_a_character")
@pytest.mark.parametrize(
    ("carried", "found", "allowed"),
    [(1, 2, False), (2, 1, False), (1, 0, True), (2, 0, True), (0, 1, True), (0, 2, True)],
)
def test_one_relic_a_character_and_the_first_beside_any(carried, found, allowed):
    hero = from_start().number(HERO)
    holder = [hero if relic == carried else ON_GROUND for relic in range(3)]
    table = at_site(found, fields={"relic_holder": holder}).do("activate 15B.2a", REVEAL)
    assert (EQUIP in table.options()) == allowed
    if not allowed:
        # Somebody else may have it.
        assert status(table)[NE] == FACE_UP


@pytest.mark.rule("token.who_reveals", "relic.never_changes_hands")
def test_of_two_characters_the_one_who_acts_turns_it_up():
    for unit in (HERO, AMBROISE):
        table = at_site(0, {"15B.2a": [AMBROISE, HERO]}).do("activate 15B.2a", unit, REVEAL, EQUIP)
        assert holders(table)[0] == unit
        assert not any("Relic" in text or "give" in text for text in table.options())


@pytest.mark.rule("token.turned_up_with_the_priest", "priest.neutral")
def test_nobody_else_turns_it_up_nor_anywhere_else_nor_without_the_priest():
    table = at_site(0, {"15B.2a": ["Pikemen 1"]}).do("activate 15B.2a")
    assert REVEAL not in table.options()
    table = at_site(0, {"15B.2a": [HERO]}, fields={"token_status": [0, GONE, 0]})
    assert REVEAL not in table.do("activate 15B.2a").options()
    table = laid({"Hero": "15B.2a", "Priest": "1Aa"}, turn_of="holy").do("activate 15B.2a")
    assert REVEAL not in table.options()
    # Who comes there by the activation of another area has not activated it.
    table = laid({"Hero": "14B.2a", "Priest": "15B.2a", "Skeletons 1": "1Aa"}, turn_of="holy")
    table.do("activate 14B.2a", "move to 15B.2a")
    assert table.stage == "turn"
    assert REVEAL in table.do("activate 15B.2a").options()


@pytest.mark.rule("token.before_or_after")
def test_it_is_done_before_the_action_or_after_it():
    table = at_site(0).do("activate 15B.2a", "pray for XP")
    assert REVEAL in table.options()
    table = at_site(0).do("activate 15B.2a", REVEAL, EQUIP)
    assert "pray for XP" in table.options()
    # Not from afar: who has moved away has left it.
    table = at_site(0, orders={"holy": 2}).do("activate 15B.2a", "move to 14B.2a")
    assert REVEAL not in table.options()


@pytest.mark.rule("token.every_order_activates", "token.by_command")
@pytest.mark.parametrize("by_command", [False, True])
def test_every_order_activates_the_area_and_a_command_as_a_switch(by_command):
    rules = {"token.by_command": by_command}
    table = at_site(0, rules=rules, orders={"holy": {"Reactivation": 1}}).do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose 15B.2a")
    assert REVEAL in table.options()
    # A Charge: before its move, or after it where he stayed.
    table = at_site(0, {"15B.2a": [AMBROISE]}, rules, orders={"holy": {"Charge": 1}})
    table.do("charge order")
    if table.stage == "charge area":
        table.do("choose 15B.2a")
    assert REVEAL in table.options()
    table.do(REVEAL, EQUIP)
    assert holders(table)[0] == AMBROISE
    assert "stop here" in table.options()
    # The Hero of level 2 commands Ambroise.
    table = at_site(
        0, {"15B.2a": [AMBROISE], HERO: "14B.2a"}, rules, levels={HERO: "Hero 2 good"}
    ).do("activate 14B.2a", "command", AMBROISE)
    assert (REVEAL in table.options()) == by_command


@pytest.mark.rule("token.every_order_activates")
def test_an_interrupt_activates_the_area_too():
    table = at_site(
        0, {"The Leviathan": "A3Aa"}, orders={"holy": {"Activation": 1, "Interrupt": 1}}
    )
    table.state.phase = table.names.TO_INTERRUPT
    table.do("pass").do("activate 15B.2a")
    assert REVEAL in table.options()


@pytest.mark.rule("token.reveal")
@pytest.mark.parametrize("reading", ["may", "must"])
def test_turning_up_is_free_or_compulsory(reading):
    table = at_site(0, {"15B.2a": [HERO, AMBROISE]}, {"token.reveal": reading})
    table.do("activate 15B.2a", HERO)
    if reading == "may":
        assert "pray for XP" in table.options()
        table.do("do nothing", "do nothing")
        assert status(table)[NE] == FACE_DOWN
        return
    # Nothing else can come before it.
    assert table.options() == ["do nothing", REVEAL]
    table.do("do nothing")
    assert table.options() == ["do nothing", REVEAL]
    # At the end of the activation the player says who does it.
    table.do("do nothing")
    assert set(table.options()) == {HERO, AMBROISE}
    table.do(AMBROISE)
    assert status(table)[NE] == FACE_UP


@pytest.mark.rule("token.keep", "token.removed")
@pytest.mark.parametrize("reading", ["removed", "choice"])
@pytest.mark.parametrize("relic", [0, 1, 2])
def test_the_token_goes_with_its_relic_or_stays_behind(reading, relic):
    table = at_site(relic, rules={"token.keep": reading}).do("activate 15B.2a", REVEAL, EQUIP)
    if reading == "removed" or relic == 0:
        assert status(table)[NE] == GONE
        return
    assert table.options() == ["remove the token", "leave the token"]
    table.do("leave the token")
    assert status(table)[NE] == KEPT
    assert EQUIP not in table.options()


# House effects.


def attacked_carrier(relic, rules, **load):
    """A carrier is attacked by Skeletons beside him."""
    number = from_start().number(AMBROISE)
    holder = [number if r == relic else ON_GROUND for r in range(3)]
    table = laid(
        {AMBROISE: "5Ab", "Skeletons 1": "17A.2a", "Crossbowmen 2": "14B.1a"}, rules,
        turn_of="holy", then="TO_UNHOLY", fields={"relic_holder": holder},
    )  # fmt: skip
    return table.load(**load).do("pass")


@pytest.mark.rule("token.relic_effects")
@pytest.mark.parametrize("reading", ["none", "house"])
def test_relics_may_have_house_effects(reading):
    rules = {"token.relic_effects": reading, "units.Skeletons.melee": "R",
             "units.Skeletons.abilities": ""}  # fmt: skip
    house = reading == "house"
    # The Relic: a black die more in defence.
    table = attacked_carrier(0, rules, red="push", black="blank")
    assert table.colours("defends") == ("BB" if house else "B")
    # The Cross cancels a Kill.
    table = attacked_carrier(1, rules, red="kill", black="blank")
    assert table.hp(AMBROISE) == (2 if house else 1)
    # The Belt gives Parry.
    table = attacked_carrier(2, rules, red="kill", black="blank")
    assert (table.stage == "reroll defence") == house
