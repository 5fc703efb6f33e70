"""The Leviathan's ways to the church, and who is pushed out of them."""

import pytest

from .games import choices, from_start, leviathan_acts

NOTHING = {"gigantic": "blank", "white": "shield", "black": "blank", "red": "push"}


@pytest.mark.rule("leviathan.path")
def test_the_player_chooses_between_shortest_paths():
    table = leviathan_acts({"The Leviathan": "A3Aa"})
    assert (table.stage, choices(table)) == ("path", {"17A.3a", "2B.1a"})
    table.do("choose 17A.3a")
    assert table.area_of("The Leviathan") == "17A.3a"


@pytest.mark.rule("leviathan.path")
def test_undisturbed_it_stands_next_to_the_church_after_three_turns():
    table = from_start({"council.round_cards": "all 5"})
    hexes = {"A3A": 4}
    for turn in range(3):
        table.decline(until="turn").do("pass")
        while table.stage == "path":
            table.do(table.options()[0])
        table.decline(until="turn")
        hexes[turn] = table.area_of("The Leviathan")
    assert table.game.parameters[0].hex_steps[
        table.game.parameters[0].hex_of[table.area(hexes[2])],
        table.game.parameters[0].church_hex,
    ] == 1  # fmt: skip
    assert table.state.church_damage == 0


@pytest.mark.rule("leviathan.own_units_bar", "leviathan.all_ways_barred")
def test_unholy_units_bar_hexes_so_that_it_takes_the_next_shortest_path():
    units = {"The Leviathan": "A3Aa", "Skeletons 1": "17A.3a", "Skeletons 2": "2B.1a"}
    table = leviathan_acts(units)
    assert table.area_of("The Leviathan") == "A3Ba"
    # Only one barred: the other way is left.
    del units["Skeletons 2"]
    assert leviathan_acts(units).area_of("The Leviathan") == "2B.1a"
    # Goals all barred: only the next step looks at the units.
    goals = {"Skeletons 1": "5Aa", "Skeletons 2": "13A.2a", "Skeletons 3": "14B.2a",
             "Skeletons 4": "13A.1a", "Ghosts 1": "14B.1b"}  # fmt: skip
    units = {"The Leviathan": "17A.3a", "Crossbowmen 2": "9Ba", **goals}
    table = leviathan_acts(units)
    assert choices(table) == {"17A.2a", "16B.2a"}


@pytest.mark.rule("leviathan.no_path")
@pytest.mark.parametrize("reading", ["stay", "push own"])
def test_with_all_neighbours_barred_it_stays_or_walks_through(reading):
    units = {"The Leviathan": "A3Aa", "Skeletons 1": "17A.3a", "Skeletons 2": "2B.1a",
             "Skeletons 3": "A3Ba"}  # fmt: skip
    table = leviathan_acts(units, {"leviathan.no_path": reading})
    if reading == "stay":
        assert table.area_of("The Leviathan") == "A3Aa"
        return
    assert choices(table) == {"17A.3a", "2B.1a"}
    table.do("choose 17A.3a")
    assert table.area_of("The Leviathan") == "17A.3a"
    assert table.area_of("Skeletons 1") != "17A.3a"


def test_the_second_step_of_the_standard_game():
    """Where the undying stand on 17A.2, only 16B.2 is left; a Priest there is removed."""
    units = {"The Leviathan": "17A.3a", "Skeletons 1": "17A.2a", "Skeletons 2": "17A.2b",
             "Priest": "16B.2a"}  # fmt: skip
    table = leviathan_acts(units)
    assert table.area_of("The Leviathan") == "16B.2a"
    assert table.area_of("Priest") == "destroyed"


# Pushed out of the way.

SERGEANTS, PIKEMEN, CROSSBOWMEN = "Sergeants-at-Arms 1", "Pikemen 1", "Crossbowmen 1"
ON_5A = {"5Aa": [SERGEANTS, PIKEMEN], "5Ab": [CROSSBOWMEN]}


@pytest.mark.rule("push.moved_aside", "push.in_chart_order", "push.old_hex_free")
@pytest.mark.parametrize(
    ("origin", "free", "third"),
    [("17A.2a", False, "16B.2a"), ("16B.2a", False, "17A.2a"), ("16B.2a", True, "16B.2a")],
)
def test_units_are_pushed_clockwise_from_the_north_east(origin, free, third):
    table = leviathan_acts({"The Leviathan": origin, **ON_5A}, {"push.old_hex_free": free}, NOTHING)
    if table.stage == "path":
        table.do("choose 5Aa")
    assert table.area_of("The Leviathan") == "5Aa"
    assert [table.area_of(u) for u in (SERGEANTS, PIKEMEN, CROSSBOWMEN)] == [
        "14B.2b", "16B.1b", third,
    ]  # fmt: skip


@pytest.mark.rule("push.skips_closed_areas")
def test_full_areas_and_enemies_are_passed_over():
    crowd = [
        "Hero",
        "Standard Bearer",
        "Foot Knights 1",
        "Foot Knights 2",
        "Pikemen 2",
        "Pikemen 3",
    ]
    units = {"The Leviathan": "17A.2a", "14B.2b": crowd, "Skeletons 1": "16B.1b", **ON_5A}
    table = leviathan_acts(units, dice=NOTHING).do("choose 5Aa")
    assert [table.area_of(u) for u in (SERGEANTS, PIKEMEN, CROSSBOWMEN)] == [
        "16B.2a", "13A.2a", "12Ba",
    ]  # fmt: skip


CLOSED = {"Skeletons 1": "14B.2b", "Skeletons 2": "16B.1b", "Skeletons 3": "16B.2a",
          "Skeletons 4": "13A.2a", "Ghosts 1": "12Ba"}  # fmt: skip


@pytest.mark.rule("push.nowhere", "leviathan.board", "push.no_defence")
def test_with_every_area_closed_they_lie_on_its_board_without_a_throw():
    table = leviathan_acts({"The Leviathan": "17A.2a", **CLOSED, "5Aa": ["Foot Knights 1", "Hero"]},
                           dice=NOTHING)  # fmt: skip
    # 13A.2 is barred by an Unholy unit, so 5A is its only way.
    assert table.area_of("The Leviathan") == "5Aa"
    assert (table.area_of("Foot Knights 1"), table.area_of("Hero")) == ("held", "held")
    assert "throws" not in [kind for kind, *_ in table.happened()]
    # A unit that cancels a Push is moved all the same.
    table = leviathan_acts({"The Leviathan": "17A.2a", "Foot Knights 1": "5Aa"}, dice=NOTHING)
    if table.stage == "path":
        table.do("choose 5Aa")
    assert table.area_of("Foot Knights 1") == "14B.2b"


@pytest.mark.rule("combat.push_stuck")
@pytest.mark.parametrize(
    ("reading", "place"), [("disrupted", "held"), ("no effect", "held"), ("destroyed", "destroyed")]
)
def test_nobody_stays_on_the_hex_that_it_enters(reading, place):
    table = leviathan_acts({"The Leviathan": "17A.2a", **CLOSED, "Hero": "5Aa"},
                           {"combat.push_stuck": reading}, NOTHING)  # fmt: skip
    assert table.area_of("Hero") == place
