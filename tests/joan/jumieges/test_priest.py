"""Where the Priest goes, and what removes him."""

import pytest

from .games import FACE_DOWN, FACE_UP, GONE, from_start, laid, leviathan_acts, unholy_act

REVEAL = "turn the token up"


def turned_up(where, white_shield, rules=None, token_status=None, **units):
    """The Hero turns the token up where he is; nobody pays."""
    table = laid(
        {"Hero": where, "Priest": where, **units}, rules, turn_of="holy",
        fields={"token_status": token_status or [FACE_DOWN] * 3},
    )  # fmt: skip
    table.load(black="shield" if white_shield else "kill")
    return table.do(f"activate {where}", REVEAL)


@pytest.mark.rule("priest.moves_on")
@pytest.mark.parametrize(
    ("where", "shield", "area"),
    [
        ("16B.2a", True, "15B.2a"), ("16B.2a", False, "1Aa"),
        ("15B.2a", True, "16B.2a"), ("15B.2a", False, "1Aa"),
        ("1Aa", True, "15B.2a"), ("1Aa", False, "16B.2a"),
    ],
)  # fmt: skip
def test_a_black_shield_sends_him_to_the_north_east_else_north_west(where, shield, area):
    assert turned_up(where, shield).area_of("Priest") == area


@pytest.mark.rule("priest.last_token")
@pytest.mark.parametrize("shield", [True, False])
def test_the_last_face_down_token_is_both(shield):
    table = turned_up("15B.2a", shield, token_status=[FACE_UP, FACE_DOWN, FACE_DOWN])
    assert table.area_of("Priest") == "16B.2a"


@pytest.mark.rule("priest.fades_out")
@pytest.mark.parametrize("others", [[FACE_UP, FACE_DOWN, GONE], [GONE, FACE_DOWN, GONE]])
def test_with_no_token_face_down_he_fades_out(others):
    assert turned_up("15B.2a", True, token_status=others).area_of("Priest") == "destroyed"


@pytest.mark.rule("priest.among_unholy")
@pytest.mark.parametrize("reading", ["stays", "removed"])
def test_coming_to_an_area_of_unholy_units(reading):
    table = turned_up("15B.2a", False, {"priest.among_unholy": reading}, **{"Ghosts 1": "1Aa"})
    assert table.area_of("Priest") == ("1Aa" if reading == "stays" else "destroyed")


# In the rules' order: infantry, then cavalry that passes.


@pytest.mark.rule("priest.overrun", "priest.leaves_on")
@pytest.mark.parametrize("reading", ["every area", "end area"])
def test_unholy_units_remove_him_where_they_end_or_pass(reading):
    rules = {"priest.leaves_on": reading}
    ending = {"Skeletons 1": "17A.3a", "Pikemen 1": "5Aa", "Priest": "16B.2a",
              "Crossbowmen 2": "14B.1a"}  # fmt: skip
    assert unholy_act(ending, rules).area_of("Priest") == "destroyed"
    # Riders go through 16B.1a to 16B.1b. The Priest cannot be there by the rules; the point is the way.
    passing = {"Mounted Skeletons 1": "15B.1b", "Pikemen 1": "5Aa", "Priest": "16B.1a",
               "Crossbowmen 2": "14B.1a"}  # fmt: skip
    table = unholy_act(passing, rules)
    assert table.area_of("Mounted Skeletons 1") == "16B.1b"
    assert table.area_of("Priest") == ("destroyed" if reading == "every area" else "16B.1a")


@pytest.mark.rule("priest.leviathan_removes")
def test_the_leviathan_on_his_hex_removes_him():
    table = leviathan_acts({"The Leviathan": "17A.3a", "Priest": "16B.2a"}).do("choose 16B.2a")
    assert table.area_of("Priest") == "destroyed"


@pytest.mark.rule("priest.neutral")
def test_he_is_nobody_s_unit():
    table = laid({"Priest": "5Aa", "Hero": "14B.2b", "Skeletons 1": "17A.1a"}, turn_of="holy")
    assert table.options() == ["pass", "activate 14B.2b"]
    table.do("activate 14B.2b")
    assert "attack 5Aa" not in table.options()
    assert "move to 5Aa" in table.options()
    # Unholy units walk past him to an enemy, and attack nobody.
    table = unholy_act({"Priest": "16B.2a", "Skeletons 1": "17A.3a", "Crossbowmen 2": "14B.1a"})
    assert table.state.attacker != table.owner("unholy") or not table.state.dice_count[0]
    # He has no attack results either: the Hero beside him is the only target.
    table = laid(
        {"Hero": "5Aa", "Priest": "5Aa", "Skeletons 1": "5Ab", "Crossbowmen 2": "14B.1a"},
        {"units.Skeletons.melee": "RR"}, turn_of="holy", then="TO_UNHOLY",
    ).load(red="kill", black="blank").do("pass")  # fmt: skip
    assert (table.area_of("Hero"), table.area_of("Priest")) == ("destroyed", "5Aa")


@pytest.mark.rule("priest.size")
@pytest.mark.parametrize("size", [1, 0])
def test_he_takes_a_space_or_none(size):
    # 14B.2b has six spaces, five of them taken.
    crowd = ["Pikemen 1", "Pikemen 2", "Pikemen 3", "Foot Knights 1", "Foot Knights 2"]
    units = {"14B.2b": crowd, "Hero": "14B.2a", "Priest": "14B.2b"}
    table = laid(units, {"priest.size": size}, turn_of="holy").do("activate 14B.2a")
    assert ("move to 14B.2b" in table.options()) == (size == 0)


def test_at_the_start_he_stands_at_a_token():
    for seed in range(10):
        assert from_start(seed=seed).area_of("Priest") in ("1Aa", "15B.2a", "16B.2a")
