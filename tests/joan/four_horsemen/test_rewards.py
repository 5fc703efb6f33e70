"""XP for units that fall, on both sides."""

import pytest

from .games import act, laid


def struck(victim, face="kill", rules=None, **layout):
    """A Holy unit attacked by Skeletons whose die shows a face; no defence helps."""
    table = laid({victim: "18A.3a", "Skeletons 1": "18A.3c"}, rules, turn_of="unholy", **layout)
    table.load(yellow=face, black="push", white="push", red="push")
    return act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")


def slain(victim, face="kill", rules=None, **layout):
    """An Unholy unit attacked by Crossbowmen whose die shows a face; no defence helps."""
    units = {victim: "18A.3a", "Crossbowmen 1": "18A.3c", "Pikemen 1": "17A.3b"}
    table = laid(units, rules, turn_of="holy", **layout)
    table.load(red=face, black="push", white="push", yellow="push")
    act(table, "18A.3c", "Crossbowmen 1", "shoot at 18A.3a")
    if table.stage == "reroll defence":
        table.do("keep the dice")
    return table


@pytest.mark.rule("reward.infantry", "reward.cavalry", "reward.character", "reward.at_once")
@pytest.mark.parametrize(
    ("victim", "xp"),
    [("Peasants 1", 1), ("Mounted Knights 1", 2), ("Hero", 3), ("Farmer", 1), ("Angel 1", 0)],
)
def test_the_unholy_side_is_paid_by_type_at_once(victim, xp):
    table = struck(victim)
    assert table.area_of(victim) == "destroyed"
    assert table.tokens("unholy")["XP"] == xp
    assert table.tokens("holy")["XP"] == 0


@pytest.mark.rule("reward.infantry", "reward.cavalry", "reward.character")
def test_other_prices():
    rules = {"reward.infantry": 2, "reward.cavalry": 4, "reward.character": 5}
    for victim, xp in (("Peasants 1", 2), ("Mounted Knights 1", 4), ("Hero", 5)):
        assert struck(victim, rules=rules).tokens("unholy")["XP"] == xp


@pytest.mark.rule("reward.disrupted_pays_no_unholy")
@pytest.mark.parametrize("victim", ["Peasants 1", "Hero", "Farmer"])
def test_a_disrupted_holy_unit_pays_nothing(victim):
    table = struck(victim, "disrupted")
    assert table.area_of(victim) == "infirmary"
    assert table.tokens("unholy")["XP"] == 0
    assert table.state.vp_civilians == 0


@pytest.mark.rule("reward.angel")
@pytest.mark.parametrize("xp", [0, 1])
def test_an_angel_may_pay(xp):
    assert struck("Angel 1", rules={"reward.angel": xp}).tokens("unholy")["XP"] == xp


@pytest.mark.rule("reward.civilian")
@pytest.mark.parametrize("xp", [0, 1])
def test_a_civilian_may_pay_whatever_destroys_it(xp):
    rules = {"reward.civilian": xp}
    assert struck("Farmer", rules=rules).tokens("unholy")["XP"] == xp
    table = laid({"Farmer": "18A.3a", "Gargoyles 1": "18A.3c"}, rules, turn_of="unholy")
    act(table, "18A.3c", "Gargoyles 1", "move to 18A.3a")
    assert table.tokens("unholy")["XP"] == xp


@pytest.mark.rule("reward.holy", "reward.disrupted_pays_the_holy")
@pytest.mark.parametrize("face", ["kill", "disrupted"])
@pytest.mark.parametrize(
    ("reading", "prices"),
    [
        ("flat", {"Skeletons 1": 1, "Mounted Skeletons 1": 1, "War": 1, "Gargoyles 1": 1}),
        ("table", {"Skeletons 1": 1, "Mounted Skeletons 1": 2, "War": 3, "Gargoyles 1": 0}),
    ],
)
def test_the_holy_side_is_paid_for_killed_and_disrupted_alike(reading, prices, face):
    for victim, xp in prices.items():
        table = slain(victim, face, {"reward.holy": reading}, hp={"War": 1})
        assert table.area_of(victim) == "returning"
        assert table.tokens("holy")["XP"] == xp
        assert table.tokens("unholy")["XP"] == 0


@pytest.mark.rule("reward.each_time")
def test_an_unholy_unit_pays_each_time_it_falls():
    units = {"Skeletons 1": "A1B#1a", "Crossbowmen 1": "18A.1c", "Pikemen 1": "17A.3b"}
    table = laid(units, turn_of="holy", homes={"Skeletons 1": 0})
    table.load(red="kill")
    act(table, "18A.1c", "Crossbowmen 1", "shoot at A1B#1a")
    assert table.tokens("holy")["XP"] == 1
    table.decline(until="war council")
    assert table.area_of("Skeletons 1") == "A1B#1a"
    while not (table.stage == "turn" and table.to_move == "holy"):
        table.do("pass" if "pass" in table.options() else table.options()[-1])
    before = table.tokens("holy")["XP"]
    act(table, "18A.1c", "Crossbowmen 1", "shoot at A1B#1a")
    while table.stage in ("reroll attack", "reroll defence"):
        table.do("keep the dice")
    assert table.area_of("Skeletons 1") == "returning"
    assert table.tokens("holy")["XP"] == before + 1


@pytest.mark.rule("reward.dice_decide_for_abilities")
def test_survival_asks_what_the_dice_said():
    # A Disrupted Unholy unit counts as destroyed, but only a Kill lets it throw for Survival.
    for face, place in (("kill", "18A.3a"), ("disrupted", "returning")):
        units = {"Mounted Skeletons 1": "18A.3a", "Crossbowmen 1": "18A.3c", "Pikemen 1": "17A.3b"}
        table = laid(units, turn_of="holy").load(red=face, white="push", black="shield")
        act(table, "18A.3c", "Crossbowmen 1", "shoot at 18A.3a")
        assert table.area_of("Mounted Skeletons 1") == place
        assert table.tokens("holy")["XP"] == (0 if face == "kill" else 1)


@pytest.mark.rule("reward.doom_death_unholy")
@pytest.mark.parametrize("pays", [False, True])
def test_an_angels_victim_that_throws_death_may_pay_again(pays):
    table = laid(
        {"Skeletons 1": "infirmary", "Pikemen 1": "6Aa"},
        {"reward.doom_death_unholy": pays},
        turn_of="holy",
    )
    table.load(doom="death").do("pass")
    assert table.area_of("Skeletons 1") == "destroyed"
    assert table.tokens("holy")["XP"] == int(pays)


@pytest.mark.rule("reward.doom_death_holy")
@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize(
    ("victim", "xp"), [("Mounted Knights 1", 2), ("Hero", 3), ("Farmer", 1), ("Angel 1", 0)]
)
def test_a_holy_unit_that_throws_death_may_pay(pays, victim, xp):
    table = laid(
        {victim: "infirmary", "Pikemen 1": "6Aa"}, {"reward.doom_death_holy": pays}, turn_of="holy"
    )
    table.load(doom="death").do("pass")
    assert table.area_of(victim) == "destroyed"
    assert table.tokens("unholy")["XP"] == (xp if pays else 0)
    assert table.state.vp_civilians == (1 if victim == "Farmer" else 0)
