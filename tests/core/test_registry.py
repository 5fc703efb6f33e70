"""Making games by name, and the mistakes one can make."""

import pytest

import tolsim
from tolsim.core.errors import TolsimError, unknown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("abys", {}), "unknown game 'abys'; did you mean 'abyss'? (allowed: abyss"),
        (("", {}), "unknown game ''"),
        (
            ("abyss", {"variant": "low_baners"}),
            "unknown variant 'low_baners'; did you mean 'low_banners'?",
        ),
        (("abyss", {"overrides": {"setup.hand_sice": 3}}), "did you mean 'setup.hand_size'?"),
        (("abyss", {"overrides": {"setup.hand_size": 99}}), "setup.hand_size is 2 to 5, not 99"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments, message):
    with pytest.raises(TolsimError) as refused:
        tolsim.make(arguments[0], **arguments[1])
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_games_of_one_name_are_independent():
    plain = tolsim.make("abyss")
    changed = tolsim.make("abyss", overrides={"stratagem.unused_points": 3})
    assert tolsim.make("abyss").ruleset_id == plain.ruleset_id != changed.ruleset_id
    assert plain.parameters[0].stratagem_unused_points == 2
    assert changed.parameters[0].stratagem_unused_points == 3
    assert plain.overrides == {}


def test_of_many_names_only_the_nearest_are_told():
    names = [f"rule{i}" for i in range(50)]
    near = str(unknown("rule", "rul7", names, see="the list"))
    assert near.startswith("unknown rule 'rul7'; did you mean 'rule7'? (or rule")
    assert near.endswith("); see the list")
    assert near.count("rule") == 1 + 5
    assert str(unknown("rule", "x", names)) == "unknown rule 'x'"
