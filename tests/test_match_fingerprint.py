"""The fingerprint of a game: every action and every word of the final state count in it."""

import numpy as np
import pytest

from tolsim.experiments.schema import _fingerprints


@pytest.fixture
def finished(kuhn):
    """Final state and log, one game."""
    return kuhn.replay(1, 0, [0, 1, 0]), np.array([[0, 1, 0]], np.int16)


def test_every_action_counts(finished):
    states, log = finished
    found = set()
    for action in (-1, 0, 1, 2, 300):
        for place in range(3):
            changed = log.copy()
            changed[0, place] = action
            found.add((changed.tobytes(), _fingerprints(states, changed)[0].item()))
    assert len({digest for _, digest in found}) == len({log for log, _ in found})


def test_every_field_counts(finished, kuhn):
    states, log = finished
    original = _fingerprints(states, log)
    for name in kuhn.state_dtype.names:
        changed = states.copy()
        flat = changed[name].reshape(-1)
        flat[-1] += 1
        assert changed[name].tobytes() != states[name].tobytes()
        assert _fingerprints(changed, log) != original, name


def test_the_width_of_the_log_does_not_count(finished):
    states, log = finished
    wide = np.zeros((1, 30), np.int16)
    wide[:, :3] = log
    assert _fingerprints(states, wide) == _fingerprints(states, log)
