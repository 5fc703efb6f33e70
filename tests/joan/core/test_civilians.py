"""What Civilians can do for their side when they are activated."""

import pytest

from ..positions import Table
from .games import holy, offered, unholy

TWICE = {"holy": {"Activation": 2, "Reactivation": 1}}


def again(table: Table, area: str) -> Table:
    """Activate an area a second time in the turn."""
    return table.do("do nothing", "reactivation order", f"choose {area}")


@pytest.mark.rule("unit_abilities.Merchant Girl.gains Intrigue", "unit_abilities.Citizen.gains XP")
@pytest.mark.parametrize(
    ("unit", "word", "token"),
    [("Merchant Girl", "gain Intrigue", "Intrigue"), ("Citizen", "gain XP", "XP")],
)
def test_merchant_girl_and_citizen_gain_a_token_once_a_turn(unit, word, token):
    table = holy({"5Aa": [unit]}, orders=TWICE).do("activate 5Aa", word)
    assert table.tokens("holy")[token] == 1
    assert word not in table.options()
    again(table, "5Aa")
    assert word not in table.options()


@pytest.mark.rule("unit_abilities.Noble Lady.gains Legend or Intrigue")
@pytest.mark.parametrize(
    ("word", "token"), [("gain Legend", "Legend"), ("gain Intrigue", "Intrigue")]
)
def test_the_noble_lady_gains_one_or_the_other_once_a_round(word, token):
    table = holy({"5Aa": ["Noble Lady"]}, orders=TWICE).do("activate 5Aa")
    assert {"gain Legend", "gain Intrigue"} <= set(table.options())
    table.do(word)
    assert table.tokens("holy")[token] == 1
    assert not {"gain Legend", "gain Intrigue"} & set(table.options())


@pytest.mark.rule("unit_abilities.Farmer.returns the Reroll")
@pytest.mark.parametrize(("held", "word"), [(0, True), (1, False)])
def test_the_farmer_brings_a_used_reroll_token_back_once_a_turn(held, word):
    table = holy({"5Aa": ["Farmer"]}, orders=TWICE, tokens={"holy": {"Reroll": held}})
    table.do("activate 5Aa")
    assert ("take the Reroll back" in table.options()) is word
    if word:
        table.do("take the Reroll back")
        assert table.tokens("holy")["Reroll"] == 1
        table.state.tokens[table.owner("holy")][3] = 0
        again(table, "5Aa")
        assert "take the Reroll back" not in table.options()


LED = ["Guide", "Pikemen 1", "Mounted Knights 1", "Farmer"]


@pytest.mark.rule("unit_abilities.Guide.leads its area")
def test_the_guide_moves_all_units_of_his_area_to_one_beside_it():
    # 18A.2c has three spaces, 18A.2b enemies.
    units = {"18A.2a": LED, "18A.2b": ["Skeletons 1"]}
    table = holy(units, tokens={"holy": 3}).do("activate 18A.2a", "Guide", "lead the area")
    assert set(offered(table, "choose")) == {"14B.1b", "5Aa"}
    table.do("choose 5Aa")
    assert set(table.units_in("5Aa")) == set(LED)
    assert table.tokens("holy")["XP"] == 1
    # Their own actions are left; he leads once a round.
    assert "lead the area" not in table.options()
    table.do("move to 5Ab", "Pikemen 1", "move to 5Ab")
    assert set(table.units_in("5Ab")) == {"Guide", "Pikemen 1"}


@pytest.mark.rule("unit_abilities.Guide.leads its area")
def test_the_guide_needs_two_xp_and_leads_troops_into_no_church():
    table = holy({"8Aa": ["Guide", "Farmer"]}, tokens={"holy": 1}).do("activate 8Aa", "Guide")
    assert "lead the area" not in table.options()
    for others, church in ((["Farmer"], True), (["Pikemen 1"], False)):
        table = holy({"8Aa": ["Guide", *others]}, tokens={"holy": 2})
        table.do("activate 8Aa", "Guide", "lead the area")
        assert ("choose church" in table.options()) is church


@pytest.mark.rule("unit_abilities.Blacksmith.arms Peasants")
@pytest.mark.parametrize(("smith", "colours"), [(True, "YYYY"), (False, "YY")])
def test_peasants_beside_the_blacksmith_have_a_yellow_die_more_each(smith, colours):
    units = {"5Aa": ["Peasants 1", "Peasants 2"], "5Ab": ["Skeletons 1"]}
    if smith:
        units["5Aa"] = [*units["5Aa"], "Blacksmith"]
    table = holy(units).load(yellow="blank").do("activate 5Aa")
    if smith:
        table.do("Peasants 1")
    table.do("attack 5Ab", "Peasants 2")
    if smith:
        # His own die is not thrown.
        table.do("throw")
    assert table.colours() == colours


@pytest.mark.rule("unit_abilities.Blacksmith.arms Peasants")
@pytest.mark.parametrize("smith", [True, False])
def test_peasants_beside_the_blacksmith_retaliate(smith):
    changes = {"units.Peasants.defence": "R"}
    units = {
        "5Aa": ["Skeletons 1"],
        "5Ab": ["Peasants 1", "Blacksmith"] if smith else ["Peasants 1"],
    }
    table = unholy(units, changes).load(yellow="blank", red="kill")
    table.do("activate 5Aa", "attack 5Ab")
    assert (table.area_of("Skeletons 1") == "returning") is smith
