"""Rules as data: reading, checking, overriding, and the record and digest made of them."""

import numpy as np
import pytest

import tolsim
from tolsim.core.errors import TolsimError
from tolsim.core.rules import (
    STATUSES,
    Rule,
    Ruleset,
    compile_parameters,
    ruleset_id,
    table_rules,
)

RULES = """
[hand.size]
title = "Cards in a hand"
status = "printed"
source = "Setup"
value = 3
range = [1, 5]

[hand.open]
title = "Hands lie open"
status = "assumed"
source = "nowhere"
value = false
alternatives = [true]
note = "Not said."

[tie.breaker]
title = "Who wins a tie"
status = "assumed"
source = "End"
value = "nobody"
alternatives = ["the first", "the last"]

[luck.weight]
title = "Weight of luck"
status = "public"
source = "a shop's page"
value = 0.5
range = [0.0, 1.0]

[story.told]
title = "The story is read aloud"
status = "printed"
source = "Page 1"
modelled = false
note = "Changes nothing."

[cards.columns.points]
title = "Points"
status = "printed"
source = "Cards"
range = [0, 9]

[cards.columns.suit]
title = "Suit"
status = "printed"
source = "Cards"
choices = ["red", "blue"]

[cards.rows]
one = { points = 1, suit = "red" }
two = { points = 4, suit = "blue" }

[cards.cells."two.points"]
status = "derived"
note = "Half hidden on the picture."
"""
VARIANTS = """
[long]
title = "Longer hands"
[long.set]
"hand.size" = 5
"cards.one.suit" = "blue"
"""


@pytest.fixture
def ruleset(tmp_path):
    (tmp_path / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "variants.toml").write_text(VARIANTS, encoding="utf-8")
    return Ruleset.load(tmp_path)


def test_files_become_rules_with_dotted_names(ruleset):
    assert list(ruleset.rules) == [
        "hand.size", "hand.open", "tie.breaker", "luck.weight", "story.told",
        "cards.one.points", "cards.one.suit", "cards.two.points", "cards.two.suit",
    ]  # fmt: skip
    assert ruleset.tables == {"cards": ("one", "two")}
    assert ruleset.value("hand.size") == 3
    assert ruleset.value("cards.two.suit") == "blue"
    assert ruleset.rules["cards.one.points"].title == "Points of one"
    assert ruleset.rules["cards.one.points"].status == "printed"
    assert ruleset.rules["cards.two.points"].status == "derived"
    assert ruleset.rules["cards.two.points"].note == "Half hidden on the picture."
    assert list(ruleset.variants) == ["long"]


def test_the_ledger_lists_every_rule(ruleset):
    ledger = ruleset.ledger()
    assert [entry["id"] for entry in ledger] == list(ruleset.rules)
    for entry in ledger:
        assert list(entry) == [
            "id", "title", "status", "source", "value", "alternatives", "modelled", "note",
            "range",
        ]  # fmt: skip
        assert entry["status"] in STATUSES
    told = ledger[4]
    assert (told["value"], told["modelled"]) == (None, False)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("hand.size", 5, 5),
        ("hand.size", "1", 1),
        ("hand.open", "TRUE", True),
        ("hand.open", True, True),
        ("tie.breaker", "the last", "the last"),
        ("luck.weight", "0.25", 0.25),
        ("luck.weight", 1, 1.0),
        ("cards.two.points", "9", 9),
        ("cards.two.suit", "red", "red"),
    ],
)
def test_values_are_taken_as_python_values_or_text(ruleset, name, given, value):
    changed = ruleset.with_changes("default", {name: given})
    assert changed.value(name) == value
    assert type(changed.value(name)) is type(ruleset.value(name))
    assert changed.overrides == {name: value}
    assert changed.rules[name].title == ruleset.rules[name].title
    assert ruleset.with_changes("default", {}).value(name) == ruleset.value(name)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("hand.sise", 3, "unknown rule 'hand.sise'; did you mean 'hand.size'?"),
        ("cards.three.suit", "red", "unknown rule 'cards.three.suit'; did you mean 'cards."),
        ("hand.size", 6, "hand.size is 1 to 5, not 6"),
        ("hand.size", 0, "hand.size is 1 to 5, not 0"),
        ("hand.size", "many", "hand.size is a whole number, not 'many'"),
        ("hand.size", 2.5, "hand.size is a whole number, not 2.5"),
        ("hand.size", True, "hand.size is a number, not True"),
        ("hand.open", "perhaps", "hand.open is true or false, not 'perhaps'"),
        ("hand.open", 1, "hand.open is true or false, not 1"),
        ("tie.breaker", "the frist", "unknown value for tie.breaker 'the frist'; did you mean 'the first'?"),
        ("luck.weight", "nan", "luck.weight is 0.0 to 1.0, not nan"),
        ("luck.weight", "heavy", "luck.weight is a number, not 'heavy'"),
        ("cards.one.points", 10, "cards.one.points is 0 to 9, not 10"),
        ("cards.one.suit", "reed", "unknown value for cards.one.suit 'reed'; did you mean 'red'?"),
        ("story.told", True, "story.told is a rule without a value; it cannot be set"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_one_line(ruleset, name, given, message):
    with pytest.raises(TolsimError) as refused:
        ruleset.with_changes("default", {name: given})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_variants_set_values_and_overrides_come_on_top(ruleset):
    longer = ruleset.with_changes("long", {"cards.one.suit": "red"})
    assert longer.value("hand.size") == 5
    assert longer.value("cards.one.suit") == "red"
    assert longer.variant == "long"
    assert longer.overrides == {"cards.one.suit": "red"}
    with pytest.raises(TolsimError, match="unknown variant 'lnog'; did you mean 'long'"):
        ruleset.with_changes("lnog", {})
    with pytest.raises(TolsimError, match="unknown rule 'hand'"):
        ruleset.value("hand")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"status": "guessed"}, "status 'guessed'"),
        ({"modelled": False}, "not modelled and gives no reason"),
        ({"value": "odd", "choices": ("even",)}, "unknown value for a.rule 'odd'"),
        ({"value": "Z", "pattern": "[AB]*", "allowed": "As, Bs"}, "^a.rule is As, Bs, not 'Z'$"),
        (
            {"value": "A", "pattern": "[AB]*", "allowed": "As, Bs", "alternatives": ("Z",)},
            "^a.rule is As, Bs, not 'Z'$",
        ),
        ({"value": 3, "pattern": "[AB]*", "allowed": "As, Bs"}, "^a.rule is As, Bs, not 3$"),
        ({"value": "A", "pattern": "[AB]*"}, "a.rule does not say in words what its pattern"),
    ],
)
def test_the_files_themselves_are_checked(changes, message):
    with pytest.raises(TolsimError, match=message):
        Rule(**{"id": "a.rule", "title": "A rule", "status": "printed", "source": "x", **changes})


def test_parameters_hold_values_and_codes(ruleset):
    record = compile_parameters(ruleset, {"points": np.array(ruleset.column("cards", "points"))})
    assert record.shape == (1,)
    assert not record.flags.writeable
    found = record[0]
    assert (found.hand_size, found.hand_open, found.tie_breaker) == (3, 0, 0)
    assert found.luck_weight == 0.5
    assert found.points.tolist() == [1, 4]
    assert ruleset.column("cards", "suit") == [0, 1]
    changed = ruleset.with_changes("default", {"tie.breaker": "the last", "hand.open": True})
    other = compile_parameters(changed, {})[0]
    assert (other.tie_breaker, other.hand_open) == (2, 1)
    assert "story_told" not in record.dtype.names


def test_every_value_changes_the_parameters_but_not_their_layout(ruleset):
    plain = compile_parameters(ruleset, {})
    changed = compile_parameters(ruleset.with_changes("default", {"luck.weight": 1}), {})
    assert plain.dtype == changed.dtype
    assert plain.tobytes() != changed.tobytes()


def test_the_ruleset_id_follows_values_and_sources(ruleset):
    plain = compile_parameters(ruleset, {})
    changed = compile_parameters(ruleset.with_changes("default", {"hand.size": 4}), {})
    same = compile_parameters(ruleset.with_changes("default", {"hand.size": 3}), {})
    assert ruleset_id(plain, ("core",)) == ruleset_id(same, ("core",))
    assert ruleset_id(plain, ("core",)) != ruleset_id(changed, ("core",))
    assert ruleset_id(plain, ("core",)) != ruleset_id(plain, ("core", "abyss"))
    assert len(ruleset_id(plain, ("core",))) == 12


TEXTS = """
[dice.letters]
title = "Dice of the house"
status = "assumed"
source = "nowhere"
value = "RW"
pattern = "[RW]{0,3}"
allowed = "up to 3 of the letters R, W"
alternatives = [""]

[house.columns.dice]
title = "Dice"
status = "printed"
source = "Cards"
pattern = "[RW]{0,3}"
allowed = "up to 3 of the letters R, W"
default = ""

[house.columns.next]
title = "Next card"
status = "printed"
source = "Cards"
alternatives = ["none"]
optional = true

[house.columns.height]
title = "Height"
status = "printed"
source = "Cards"
range = [1, 9]

[house.rows]
hut = { height = 1, next = "tower" }
tower = { dice = "RR", height = 3 }

[house.cells]
"tower" = { status = "assumed", note = "A guess." }
"tower.height" = { note = "Two guesses.", alternatives = [4] }
"""


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "rules.toml").write_text(TEXTS, encoding="utf-8")
    return Ruleset.load(tmp_path)


def test_a_free_text_is_in_the_ledger_but_not_among_the_parameters(texts):
    assert texts.rules["dice.letters"].choices == ()
    assert texts.rules["dice.letters"].code() == "RW"
    assert "dice.letters" not in texts.scalars()
    assert compile_parameters(texts, {"any": np.zeros(1)}).dtype.names == ("any",)
    entry = texts.ledger()[0]
    assert (entry["id"], entry["value"], entry["alternatives"]) == ("dice.letters", "RW", ("",))
    assert texts.column("house", "dice") == ["", "RR"]


@pytest.mark.parametrize("given", ["", "R", "WWR"])
def test_a_free_text_may_be_anything_that_its_pattern_allows(texts, given):
    changed = texts.with_changes("default", {"dice.letters": given, "house.hut.dice": given})
    assert changed.value("dice.letters") == given
    assert changed.overrides == {"dice.letters": given, "house.hut.dice": given}


@pytest.mark.parametrize("given", ["RX", "RWRW", "R\n", "rw", 3, None, True])
def test_a_free_text_that_does_not_match_is_refused_in_one_line(texts, given):
    for name in ("dice.letters", "house.tower.dice"):
        with pytest.raises(TolsimError) as refused:
            texts.with_changes("default", {name: given})
        assert str(refused.value) == f"{name} is up to 3 of the letters R, W, not {given!r}"


def test_cells_left_out_have_the_default_or_are_not_there(texts):
    assert texts.tables == {"house": ("hut", "tower")}
    assert list(texts.rules)[1:] == [
        "house.hut.dice", "house.hut.next", "house.hut.height",
        "house.tower.dice", "house.tower.height",
    ]  # fmt: skip
    assert texts.value("house.hut.dice") == ""
    assert texts.rules["house.hut.next"].choices == ("tower", "none")
    with pytest.raises(TolsimError, match=r"unknown rule 'house\.tower\.next'"):
        texts.with_changes("default", {"house.tower.next": "none"})


def test_a_row_and_a_cell_may_differ_from_their_column(texts):
    rules = texts.rules
    assert (rules["house.hut.height"].status, rules["house.hut.height"].note) == ("printed", "")
    assert (rules["house.tower.dice"].status, rules["house.tower.dice"].note) == (
        "assumed", "A guess.",
    )  # fmt: skip
    assert (rules["house.tower.height"].status, rules["house.tower.height"].note) == (
        "assumed", "Two guesses.",
    )  # fmt: skip
    assert rules["house.tower.height"].alternatives == (4,)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rows": {"hut": {"hieght": 2}}}, "column of house.hut 'hieght'; did you mean 'height'?"),
        ({"rows": {"hut": {}}}, "house.hut gives no height, which has no default"),
        ({"cells": {"hut.hight": {}}}, "cell of house 'hut.hight'; did you mean 'hut.height'?"),
        ({"cells": {"hat": {}}}, "unknown cell of house 'hat'; did you mean 'hut'?"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused(changes, message):
    height = {"title": "Height", "status": "printed", "source": "Cards", "range": [1, 9]}
    table = {"columns": {"height": height}, "rows": {"hut": {"height": 1}}}
    assert list(table_rules("house", table)) == ["house.hut.height"]
    with pytest.raises(TolsimError) as refused:
        table_rules("house", table | changes)
    assert message in str(refused.value)


@pytest.mark.parametrize("game", [each["name"] for each in tolsim.games()])
def test_variants_that_ship_set_known_values_to_something_else(game):
    default = tolsim.make(game).ruleset
    for name, variant in default.variants.items():
        assert variant["title"], name
        assert "\n" not in variant["title"]
        changed = tolsim.make(game, variant=name).ruleset
        for rule in variant["set"]:
            assert changed.value(rule) != default.value(rule), f"{name} sets {rule} to the default"
