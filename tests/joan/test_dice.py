"""The dice against the public counts of their sides, and what is thrown against the dice."""

from collections import Counter

import numpy as np
import pytest

from tests.core import kernel_entries as streams
from tolsim.core.compile_cache import entry
from tolsim.core.errors import TolsimError
from tolsim.core.rules import Ruleset, compile_parameters
from tolsim.joan import dice

# Kill, Disrupted, Push, Shield, Blank, Trample.
SIDES = {
    "Red": (2, 2, 1, 1, 0, 0),
    "Black": (1, 2, 0, 3, 0, 0),
    "White": (0, 2, 1, 2, 1, 0),
    "Yellow": (0, 1, 2, 1, 2, 0),
    "Gigantic": (1, 2, 1, 0, 0, 2),
}
# Rally, Delayed Rally, Death, Disrupted.
DOOM_SIDES = (2, 1, 2, 1)


@entry
def throws(p, colour, rng, out):
    for i in range(out.shape[0]):
        out[i] = dice.throw(p, colour, rng)


@entry
def doom_throws(p, rng, out):
    for i in range(out.shape[0]):
        out[i] = dice.throw_doom(p, rng)


@pytest.fixture
def ruleset():
    rules = dice.dice_rules()
    return Ruleset(rules, {"dice": dice.COLOURS, "doom": ("Doom",)}, {})


@pytest.fixture
def parameters(ruleset):
    return compile_parameters(ruleset, dice.dice_arrays(ruleset))[0]


def stream(seed):
    rng = np.zeros(2, np.uint64)
    streams.start_stream(rng, np.uint64(seed), 0)
    return rng


def sides_drawn(seed, number):
    out = np.zeros(number, np.int64)
    streams.belows(stream(seed), 6, out)
    return out


def test_the_constants_are_the_places_of_the_names():
    assert [dice.FACES.index(each) for each in ("kill", "disrupted", "push")] == [
        dice.KILL, dice.DISRUPTED, dice.PUSH,
    ]  # fmt: skip
    assert [dice.FACES.index(each) for each in ("shield", "blank", "trample")] == [
        dice.SHIELD, dice.BLANK, dice.TRAMPLE,
    ]  # fmt: skip
    assert [dice.COLOURS[each] for each in (dice.RED, dice.BLACK, dice.WHITE)] == [
        "Red", "Black", "White",
    ]  # fmt: skip
    assert [dice.COLOURS[each] for each in (dice.YELLOW, dice.GIGANTIC)] == ["Yellow", "Gigantic"]
    assert [dice.DOOM_FACES[each] for each in (dice.RALLY, dice.DELAYED_RALLY)] == [
        "rally", "delayed_rally",
    ]  # fmt: skip
    assert [dice.DOOM_FACES[each] for each in (dice.DEATH, dice.STAYS)] == ["death", "stays"]


def test_each_die_has_the_public_sides(ruleset):
    arrays = dice.dice_arrays(ruleset)
    assert arrays["die_side"].shape == (5, 6)
    assert arrays["doom_side"].shape == (6,)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.int64)}
    for colour, counts in SIDES.items():
        faces = arrays["die_side"][dice.COLOURS.index(colour)]
        assert tuple(np.bincount(faces, minlength=6)) == counts
        assert list(faces) == sorted(faces)
    assert tuple(np.bincount(arrays["doom_side"], minlength=4)) == DOOM_SIDES
    for rule in ruleset.rules.values():
        assert rule.status == "public"


@pytest.mark.parametrize("colour", SIDES)
def test_a_throw_shows_the_side_drawn(parameters, colour):
    """So a face comes as often as it has sides: each side is drawn equally often."""
    number = dice.COLOURS.index(colour)
    shown = np.zeros(300, np.int64)
    throws(parameters, number, stream(1), shown)
    drawn = sides_drawn(1, 300)
    assert set(drawn) == set(range(6))
    assert (shown == np.repeat(np.arange(6), SIDES[colour])[drawn]).all()


def test_a_throw_of_the_doom_die_shows_the_side_drawn(parameters):
    shown = np.zeros(300, np.int64)
    doom_throws(parameters, stream(2), shown)
    assert (shown == np.repeat(np.arange(4), DOOM_SIDES)[sides_drawn(2, 300)]).all()


def test_sides_can_be_changed_together(ruleset):
    changed = ruleset.with_changes("default", {"dice.Red.sides": "KKKDDS"})
    red = dice.dice_arrays(changed)["die_side"][dice.RED]
    assert Counter(dice.FACES[face] for face in red) == {"kill": 3, "disrupted": 2, "shield": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dice.Red.sides": "KKKDDPS"}, "dice.Red.sides is six of the letters K, D, P, S, B, T"),
        ({"dice.Gigantic.sides": "KDDP"}, "dice.Gigantic.sides is six of the letters"),
        ({"doom.Doom.sides": "RRLXXK"}, "doom.Doom.sides is six of the letters R, L, X, D"),
    ],
)
def test_a_die_has_six_sides(ruleset, change, message):
    with pytest.raises(TolsimError) as refused:
        dice.dice_arrays(ruleset.with_changes("default", change))
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"KKDDPS"', '"KKDDP"', "dice.Red.sides is six of the letters K, D, P, S, B, T"),
        ('"RRLXXD"', '"RRLXXK"', "doom.Doom.sides is six of the letters R, L, X, D"),
        ("Black = { sides", "Black = { side", "unknown column of dice.Black 'side'"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path, before, after, message):
    text = dice.DICE_FILE.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "dice.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    with pytest.raises(TolsimError) as refused:
        dice.dice_rules(path)
    assert str(refused.value).startswith(f"dice.toml, line {line}: {message}")


def test_a_file_that_is_not_toml_is_told_with_its_line(tmp_path):
    path = tmp_path / "dice.toml"
    path.write_text("[dice]\nRed = kill\n", encoding="utf-8")
    with pytest.raises(TolsimError, match=r"dice.toml is not TOML: .*line 2"):
        dice.dice_rules(path)
