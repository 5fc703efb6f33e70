"""The Camp: who comes back, the Doom die, Rally points."""

from typing import Any

import pytest

from ..positions import Table
from .games import holy, horsemen

HOUSES = {"2B.3a", "house NE", "4A.1b", "house E", "6Aa", "house SW", "18A.3b", "house W"}
AREAS_OF_HOUSES = {"2B.3a", "4A.1b", "6Aa", "18A.3b"}


def camp(units: dict[str, Any], doom: str, changes: Any = None, **more: Any) -> Table:
    """Let a Camp begin with one face of the Doom die; the next round asks for a Horseman."""
    return holy(units, changes, then="TO_CAMP", **more).load(doom=doom).do("pass")


@pytest.mark.rule("camp.doom_die", "camp.rally_point")
def test_a_rally_brings_a_unit_back_at_a_rally_point_of_its_owners_choice():
    table = camp({"infirmary": ["Pikemen 1"]}, "rally")
    assert (table.stage, table.to_move) == ("rally", "holy")
    assert {text[7:] for text in table.options()} == HOUSES
    table.do("choose house SW")
    assert table.area_of("Pikemen 1") == "house SW"
    assert table.stage == "horseman"


@pytest.mark.rule("camp.doom_die")
@pytest.mark.parametrize(
    ("face", "place"),
    [("delayed_rally", "waiting"), ("death", "destroyed"), ("stays", "infirmary")],
)
def test_the_other_faces_of_the_doom_die(face, place):
    table = camp({"infirmary": ["Pikemen 1"]}, face)
    assert table.area_of("Pikemen 1") == place
    assert table.stage == "horseman"


@pytest.mark.rule("camp.waiting_part")
def test_a_waiting_unit_comes_back_without_a_throw():
    table = camp({"waiting": ["Pikemen 1"]}, "death")
    assert table.stage == "rally"
    assert not [kind for kind, *_ in table.happened() if kind == "doom"]
    table.do("choose 6Aa")
    assert table.area_of("Pikemen 1") == "6Aa"


@pytest.mark.rule("camp.waiting_part")
def test_who_begins_to_wait_in_a_camp_does_not_come_back_in_it():
    table = camp({"infirmary": ["Pikemen 1", "Peasants 1"]}, "delayed_rally")
    assert table.units_in("waiting") == ["Pikemen 1", "Peasants 1"]


@pytest.mark.rule("camp.order")
def test_returns_come_first_then_the_waiting_part_then_the_doom_dice():
    units = {"returning": ["Skeletons 1"], "waiting": ["Pikemen 1"], "infirmary": ["Peasants 1"]}
    table = camp(units, "death", homes={"Skeletons 1": 3})
    # The Skeletons are back, the Pikemen are asked, nobody has thrown.
    assert table.area_of("Skeletons 1") == "A1B#4a"
    assert table.stage == "rally"
    assert table.area_of("Peasants 1") == "infirmary"
    table.do("choose 6Aa")
    assert table.area_of("Peasants 1") == "destroyed"


@pytest.mark.rule("camp.rally_point")
def test_a_rally_point_needs_room_and_no_enemies_and_an_inside_infantry():
    units = {
        "infirmary": ["Mounted Knights 1"],
        "6Aa": ["Skeletons 1"],
        "18A.3b": ["Pikemen 1", "Pikemen 2", "Pikemen 3"],
    }
    table = camp(units, "rally")
    assert {text[7:] for text in table.options()} == {"2B.3a", "4A.1b"}


@pytest.mark.rule("camp.no_room_to_rally")
def test_a_unit_without_a_free_rally_point_waits_and_tries_again():
    enemies = ["Skeletons 1", "Skeletons 2", "Devourers 1", "Devourers 2"]
    units = dict(zip(sorted(AREAS_OF_HOUSES), ([name] for name in enemies), strict=True))
    for place in ("infirmary", "waiting"):
        table = camp({**units, place: ["Mounted Knights 1"]}, "rally")
        assert table.area_of("Mounted Knights 1") == "waiting"


@pytest.mark.rule("camp.comes_back_whole")
def test_a_unit_comes_back_without_wounds():
    units = {"5Aa": ["Hero", "Pikemen 1"], "5Ab": ["Death"]}
    orders = {"unholy": 1}
    table = Table(
        horsemen(), units, turn_of="unholy", orders=orders, levels={"Hero": "Hero 2 good"},
        hp={"Hero": 1},
    )  # fmt: skip
    table.load(red="disrupted", black="kill", yellow="push", doom="rally")
    table.do("activate 5Ab", "attack 5Aa", "keep the dice", "Hero")
    assert table.area_of("Hero") == "infirmary"
    table.decline(until="rally").do("choose 6Aa")
    assert (table.area_of("Hero"), table.hp("Hero")) == ("6Aa", 2)


@pytest.mark.rule("camp.limits_end")
def test_after_the_camp_areas_and_abilities_of_once_a_round_are_free():
    units = {"5Aa": ["Noble Lady"]}
    table = holy(units, orders={"holy": {"Activation": 2, "Reactivation": 1}})
    table.do("activate 5Aa", "gain Legend", "do nothing", "reactivation order", "choose 5Aa")
    assert "gain Legend" not in table.options()
    table.do("do nothing", "pass").decline(until="turn")
    # The Unholy side's turn of the next round; then the Holy side's.
    while table.to_move != "holy":
        table.do("pass")
    table.decline(until="turn")
    table.do("activate 5Aa")
    assert "gain Legend" in table.options()


@pytest.mark.rule("trait.rally")
@pytest.mark.parametrize("on", [True, False])
def test_the_area_of_a_unit_with_rally_is_a_rally_point(on):
    table = camp(
        {"infirmary": ["Pikemen 1"], "5Aa": ["Standard Bearer"]}, "rally", {"trait.rally": on}
    )
    assert ("choose 5Aa" in table.options()) is on


@pytest.mark.rule("unit.infirmary_at_the_end")
def test_units_in_the_infirmary_and_waiting_are_lost_at_the_end():
    units = {"infirmary": ["Pikemen 1"], "waiting": [], "destroyed": ["Peasants 1"]}
    table = camp(units, "stays", in_round=7)
    assert table.over
    assert table.state.vp_final == 2
    table = camp({"infirmary": ["Pikemen 1"]}, "delayed_rally", in_round=7)
    assert table.state.vp_final == 1


@pytest.mark.rule("unit_abilities.Standard Bearer.rallies one Disrupted")
def test_a_standard_bearer_turns_one_disrupted_of_a_camp_into_a_rally():
    units = {"infirmary": ["Pikemen 1", "Peasants 1", "Hero"], "5Aa": ["Standard Bearer"]}
    table = camp(units, "stays")
    assert (table.stage, table.to_move) == ("change doom", "holy")
    # He may let one throw be, and turn the next.
    table.do("decline")
    assert table.stage == "change doom"
    table.do("pay")
    assert table.stage == "rally"
    table.do("choose 6Aa")
    # Once a Camp.
    assert table.stage == "horseman"
    assert len(table.units_in("infirmary")) == 2


@pytest.mark.rule("unit_abilities.Standard Bearer.rallies one Disrupted")
@pytest.mark.parametrize(("face", "place"), [("death", "destroyed"), ("delayed_rally", "waiting")])
def test_a_standard_bearer_turns_no_other_face_and_must_stand_on_the_board(face, place):
    table = camp({"infirmary": ["Pikemen 1"], "5Aa": ["Standard Bearer"]}, face)
    assert table.area_of("Pikemen 1") == place
    table = camp({"infirmary": ["Pikemen 1", "Standard Bearer"]}, "stays")
    assert table.units_in("infirmary") == ["Standard Bearer", "Pikemen 1"]


@pytest.mark.rule("combat.rewards")
def test_a_death_in_camp_is_paid_like_a_destruction():
    table = camp({"infirmary": ["Mounted Knights 1"]}, "death")
    assert table.tokens("unholy")["XP"] == 2
    table = camp({"infirmary": ["Mounted Knights 1"]}, "stays")
    assert table.tokens("unholy")["XP"] == 0
