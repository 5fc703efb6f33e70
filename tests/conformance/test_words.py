"""Every position can be drawn, every question and action told in words."""

import pytest

from tests.conformance.games import positions


@pytest.mark.parametrize("agent", ["uniform", "greedy"])
def test_everything_can_be_told(variant, agent):
    for state in positions(variant, 41, 2, agent):
        for seat in (None, *range(variant.num_players)):
            drawn = variant.render(state, seat)
            assert drawn.strip()
            assert drawn == variant.render(state, seat)
        assert "\n" not in variant.asked(state)
        assert variant.asked(state).strip()
        assert "\n" not in variant.outcome(state)
        assert (variant.outcome(state) == "unfinished") == (not state.over)


def test_legal_actions_are_told_apart(variant):
    """No two of them read the same, or a person could not choose."""
    met = positions(variant, 42, 2)
    for state, legal in zip(met, variant.legal_actions(met), strict=True):
        told = [variant.describe(state, int(action)) for action in legal]
        assert all(told)
        assert not any("\n" in each for each in told)
        assert len(set(told)) == len(told), told
