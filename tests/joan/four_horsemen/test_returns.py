"""Fallen Unholy units come back in their starting pentacle."""

import pytest

from .games import act, laid

PENTACLES = ("A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a")


def shot(victim, face, units=None, rules=None, **layout):
    """An Unholy unit on plain ground shot at by Crossbowmen; no defence helps."""
    table = laid(
        {victim: "18A.3a", "Crossbowmen 1": "18A.3c", "Pikemen 1": "17A.3b", **(units or {})},
        rules,
        turn_of="holy",
        **layout,
    )
    table.load(red=face, black="push", white="push", yellow="push")
    act(table, "18A.3c", "Crossbowmen 1", "shoot at 18A.3a")
    if table.stage == "reroll defence":
        table.do("keep the dice")
    return table


@pytest.mark.rule("pentacle.returns_the_fallen", "pentacle.next_camp", "reward.at_once")
@pytest.mark.parametrize(
    ("victim", "face"), [("Skeletons 1", "kill"), ("Mounted Skeletons 1", "disrupted")]
)
def test_a_fallen_unit_pays_at_once_and_comes_back_before_any_doom_die(victim, face):
    table = shot(victim, face, {"Pikemen 2": "infirmary"}, homes={victim: 3})
    assert table.tokens("holy")["XP"] == 1
    assert table.area_of(victim) == "returning"
    table.load(doom="stays").do("pass")
    assert table.area_of(victim) == PENTACLES[3]
    met = [(kind, numbers[0]) for kind, *numbers in table.happened()]
    doom = [(kind, unit) for kind, unit in met if kind == "doom"]
    # Only the Holy unit throws.
    assert doom == [("doom", table.number("Pikemen 2"))]
    assert met.index(("placed", table.number(victim))) < met.index(doom[0])
    assert table.state.returns_to.tolist() == [0, 0, 0, 1]


@pytest.mark.rule("pentacle.returns_whole", "return.level")
@pytest.mark.parametrize(("reading", "row", "hp"), [("keep", "Death 2", 5), ("one", "Death", 4)])
def test_a_horseman_returns_without_wounds_at_its_level_or_at_the_first(reading, row, hp):
    table = shot(
        "Death", "kill", rules={"return.level": reading, "council.upkeep": 0},
        levels={"Death": "Death 2"}, hp={"Death": 1}, homes={"Death": 1},
    )  # fmt: skip
    assert table.area_of("Death") == "returning"
    table.do("pass")
    assert (table.area_of("Death"), table.level_of("Death"), table.hp("Death")) == (
        PENTACLES[1], row, hp,
    )  # fmt: skip


@pytest.mark.rule("return.level")
@pytest.mark.parametrize("reading", ["keep", "one"])
def test_troops_return_as_they_were(reading):
    table = shot("Gargoyles 1", "kill", rules={"return.level": reading}, homes={"Gargoyles 1": 0})
    table.do("pass")
    assert (table.area_of("Gargoyles 1"), table.hp("Gargoyles 1")) == (PENTACLES[0], 1)


FULL = {
    **{f"Devourers {number}": PENTACLES[0] for number in (1, 2, 3, 4)},
    "Famine": PENTACLES[0],
    "War": PENTACLES[0],
}


@pytest.mark.rule("return.full")
@pytest.mark.parametrize(("reading", "place"), [("wait", "returning"), ("beside", "13A.1b")])
def test_a_unit_that_finds_its_pentacle_full_waits_or_comes_beside_it(reading, place):
    units = {**FULL, "Skeletons 1": "returning", "Pikemen 1": "18A.1c"}
    table = laid(units, {"return.full": reading}, turn_of="holy", homes={"Skeletons 1": 0})
    table.do("pass")
    assert table.area_of("Skeletons 1") == place


@pytest.mark.rule("return.full")
def test_who_waits_tries_again_at_the_next_camp():
    units = {**FULL, "Skeletons 1": "returning", "Pikemen 1": "18A.3a"}
    table = laid(units, {"return.full": "wait"}, turn_of="holy", homes={"Skeletons 1": 0})
    table.do("pass").decline(until="turn")
    act(table, PENTACLES[0], "War", "move to 13A.1b", "stop here")
    while table.state.turn == 4:
        table.do("pass" if "pass" in table.options() else table.options()[-1])
    assert table.area_of("Skeletons 1") == PENTACLES[0]


@pytest.mark.rule("return.full", "deployment.overflow")
def test_coming_beside_is_for_returns_only():
    table = laid(
        {"Pikemen 1": "18A.3a", **{f"Devourers {n}": PENTACLES[0] for n in (1, 2, 3, 4)}},
        {"return.full": "beside", "deployment.overflow": "wait"},
        then="TO_BEGIN_ROUND",
        in_round=0,
        fields={"horsemen_used": 4, "pentacles_used": 0, "last_pentacle": -1},
    )
    table.do("Death", "choose A1B#1a", "Skeletons 1")
    while table.stage == "fit":
        table.do(table.options()[0])
    assert len(table.units_in("returning")) == 3


@pytest.mark.rule("pentacle.home_for_ever", "pentacle.open_to_all_unholy")
def test_a_unit_may_stand_in_another_pentacle_and_still_returns_to_its_own():
    table = laid({"Skeletons 1": "18A.1c", "Pikemen 1": "17A.3b"}, turn_of="unholy",
                 homes={"Skeletons 1": 2})  # fmt: skip
    act(table, "18A.1c", "Skeletons 1", "move to A1B#1a")
    assert table.area_of("Skeletons 1") == PENTACLES[0]
    table = laid(
        {"Skeletons 1": PENTACLES[0], "Crossbowmen 1": "18A.1c", "Pikemen 1": "17A.3b"},
        turn_of="holy",
        homes={"Skeletons 1": 2},
    )
    table.load(red="kill")
    act(table, "18A.1c", "Crossbowmen 1", "shoot at A1B#1a")
    table.do("pass")
    assert table.area_of("Skeletons 1") == PENTACLES[2]


@pytest.mark.rule("rally.pentacles_are_none")
def test_a_fallen_unit_is_not_asked_for_a_pentacle():
    table = shot("Skeletons 1", "kill", homes={"Skeletons 1": 0})
    table.do("pass")
    assert table.area_of("Skeletons 1") == PENTACLES[0]
    holy = table.game.parameters[0].rally_points[table.owner("holy")]
    assert not any(holy[table.area(area)] for area in PENTACLES)


@pytest.mark.rule("pentacle.returns_the_fallen")
def test_a_unit_that_falls_in_the_last_round_returns_without_effect():
    units = {"Skeletons 1": "18A.3a", "Crossbowmen 1": "18A.3c"}
    table = laid(units, turn_of="holy", in_round=7, homes={"Skeletons 1": 1})
    table.load(red="kill")
    act(table, "18A.3c", "Crossbowmen 1", "shoot at 18A.3a")
    assert (table.over, table.area_of("Skeletons 1"), table.winner) == (True, PENTACLES[1], "holy")


@pytest.mark.rule("pentacle.next_camp")
def test_a_unit_that_falls_in_a_camp_waits_for_the_next():
    # Only an Angel's victim can: Death brings it back where that reading holds.
    units = {"Skeletons 1": "infirmary", "Pikemen 1": "17A.3b"}
    rules = {"angel.victim_death": "returns"}
    table = laid(units, rules, turn_of="holy", homes={"Skeletons 1": 1})
    table.load(doom="death").do("pass")
    assert table.area_of("Skeletons 1") == "returning"
    while table.state.turn == 4:
        table.do("pass" if "pass" in table.options() else table.options()[-1])
    assert table.area_of("Skeletons 1") == PENTACLES[1]
