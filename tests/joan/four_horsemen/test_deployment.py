"""The Holy player deploys the army."""

import pytest

from .games import CIVILIANS, choices, from_start

PLAYED = {"deployment.holy": "played"}
BY_PLAYER = {**PLAYED, "deployment.civilians": "player"}
PENTACLES = {"A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a"}


def ground(table):
    """Areas in the open that are no pentacle."""
    return {area for area in table.areas if table.terrain(area) != "interior"} - PENTACLES


def deploy(table, until="horseman"):
    """Deploy in the first area with the fewest units, until all is done."""
    while table.stage == "deploy" and table.stage != until:
        area = min(choices(table), key=lambda name: (len(table.units_in(name)), table.area(name)))
        table.do(f"choose {area}")
    return table


@pytest.mark.rule("deployment.holy", "deployment.holy_first", "deployment.everything")
@pytest.mark.parametrize("how", ["standard", "played"])
def test_the_whole_holy_army_stands_before_the_first_horseman_comes(how):
    table = from_start({"deployment.holy": how})
    assert (table.stage, table.to_move) == (
        ("horseman", "unholy") if how == "standard" else ("deploy", "holy")
    )
    placed = 0
    while table.stage == "deploy":
        assert table.to_move == "holy"
        table.do(table.options()[0])
        placed += 1
    assert placed in (0, 20)
    assert (table.stage, table.to_move, table.state.turn) == ("horseman", "unholy", 1)
    army = [slot.name for slot in table.scenario.slots if slot.owner == 0]
    off_board = [name for name in army if table.area_of(name) == "reserve"]
    # In reserve are what the ruleset does not use, Angels and Saint Patrick.
    p = table.game.parameters[0]
    in_play = [name for name in off_board if p.start_owner[table.number(name)] == 0]
    assert in_play == ["Angel 1", "Angel 2", "Angel 3", "Angel 4", "Saint Patrick"]


@pytest.mark.rule(
    "deployment.not_in_pentacles",
    "deployment.not_in_interiors",
    "deployment.church_area_and_shrine",
)
def test_pentacles_and_interiors_are_refused_church_area_and_shrine_are_not():
    table = from_start(BY_PLAYER)
    assert choices(table) == ground(table)
    assert {"8Aa", "17A.1a"} <= choices(table)


@pytest.mark.rule("deployment.units_in_an_area", "deployment.limit_counts_civilians")
@pytest.mark.parametrize("counts", [True, False])
def test_a_third_unit_in_an_area_is_refused_a_civilian_counting_as_one(counts):
    table = from_start({**PLAYED, "deployment.limit_counts_civilians": counts})
    assert table.units_in("13A.1a") == ["Citizen"]
    table.do("choose 13A.1a", "choose 5Aa")
    assert ("13A.1a" in choices(table)) != counts
    assert "5Aa" in choices(table)
    table.do("choose 5Aa")
    assert "5Aa" not in choices(table)


@pytest.mark.rule("deployment.units_in_an_area")
@pytest.mark.parametrize("limit", [1, 3])
def test_another_limit_of_deployment(limit):
    table = from_start({**PLAYED, "deployment.units_in_an_area": limit})
    for number in range(limit):
        assert ("5Aa" in choices(table)) == (number < limit)
        table.do("choose 5Aa")
    assert "5Aa" not in choices(table)


@pytest.mark.rule("deployment.civilians")
@pytest.mark.parametrize("who", ["map", "player"])
def test_who_places_the_civilians(who):
    table = from_start({**PLAYED, "deployment.civilians": who})
    before = {name: table.area_of(name) for name in CIVILIANS}
    assert ("reserve" in before.values()) == (who == "player")
    deploy(table)
    after = {name: table.area_of(name) for name in CIVILIANS}
    assert (after == before) == (who == "map")
    assert "reserve" not in after.values()


@pytest.mark.rule("deployment.limit_counts_civilians")
def test_where_civilians_do_not_count_they_are_not_limited_either():
    table = from_start({**BY_PLAYER, "deployment.limit_counts_civilians": False})
    while not table.units_in("5Aa"):
        table.do("choose 5Aa")
    table.do("choose 5Aa")
    # The whole army is placed elsewhere; then Civilians may still join the two.
    while table.stage == "deploy" and "5Aa" not in choices(table):
        table.do(table.options()[0])
    assert table.stage == "deploy"
    table.do("choose 5Aa")
    assert len(table.units_in("5Aa")) == 3


def test_a_full_area_is_refused():
    table = from_start({**PLAYED, "deployment.units_in_an_area": 8})
    for _ in range(4):
        table.do("choose 13A.1b")
    assert "13A.1b" not in choices(table)


@pytest.mark.rule("deployment.limit_only_then")
def test_units_may_gather_after_deployment():
    from .games import act, laid

    table = laid({"18A.3a": ["Pikemen 1", "Pikemen 2"], "Pikemen 3": "18A.3c"}, turn_of="holy")
    act(table, "18A.3c", "Pikemen 3", "move to 18A.3a")
    assert len(table.units_in("18A.3a")) == 3


@pytest.mark.rule("deployment.holy", "church.means")
def test_where_the_church_is_its_area_too_nobody_is_deployed_there():
    whole = {"church.means": "interior and area"}
    assert from_start(whole).units_in("8Aa") == []
    table = from_start({**PLAYED, **whole})
    assert choices(table) == ground(table) - {"8Aa", "13A.1a"} | {"13A.1a"}
