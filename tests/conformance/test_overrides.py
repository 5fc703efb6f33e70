"""Every rule can be set to each of its other values, and games still end."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.games import NAMES, make_game, play
from tests.conformance.test_play import check_ends


def other_values(rule):
    """Each alternative of a switch, both ends of a range."""
    found = [*rule.alternatives, *rule.choices]
    if isinstance(rule.value, bool):
        found += [True, False]
    elif rule.low is not None:
        found += [type(rule.value)(rule.low), type(rule.value)(rule.high)]
    return [value for value in dict.fromkeys(found) if value != rule.value]


def settable(game):
    return [rule for rule in game.ruleset.rules.values() if rule.value is not None]


def compiled_forms(game):
    entries = vars(game.definition.entries)
    return {
        name: len(entry.signatures)
        for name, entry in entries.items()
        if hasattr(entry, "signatures") and hasattr(entry, "stats")
    }


def test_every_value_can_be_changed(game):
    """Games end as declared under each single change, without compiling anything anew."""
    play(game, 1, 1, "uniform")
    before = compiled_forms(game)
    for rule in settable(game):
        for value in other_values(rule):
            changed = make_game(game.name, overrides={rule.id: value})
            assert changed.overrides == {rule.id: value}
            assert changed.ruleset_id != game.ruleset_id, rule.id
            states, _ = play(changed, 51, 20, "uniform")
            assert (states["over"] == 1).all(), f"{rule.id} = {value}: no end"
            check_ends(changed, states)
    after = compiled_forms(game)
    assert after == before
    assert after.get("advance", 1) == 1


def test_every_valued_rule_has_another_value(game):
    """A number without a range, or a switch without another reading, could not be studied."""
    if game.name == "kuhn":
        pytest.skip("a game of the tests")
    for rule in settable(game):
        assert other_values(rule), f"{rule.id} has no other value"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kuhn"])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_changes_can_be_combined(name, data):
    """Several at once, on top of any variant; each agent plays on to the end."""
    game = make_game(name)
    rules = data.draw(st.lists(st.sampled_from(settable(game)), min_size=2, max_size=12))
    overrides = {
        rule.id: data.draw(st.sampled_from(other_values(rule)))
        for rule in rules
        if other_values(rule)
    }
    variant = data.draw(st.sampled_from(["default", *game.ruleset.variants]))
    changed = make_game(name, variant, overrides=overrides)
    for agent in ("uniform", "greedy", "mcts:iterations=2"):
        states, _ = play(changed, 52, 2 if agent.startswith("mcts") else 10, agent)
        assert (states["over"] == 1).all(), overrides
        check_ends(changed, states)
        assert np.isfinite(changed.observe(states, [0] * len(states))).all()
