"""Compiled and plain Python play the same games, step for step."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tests.conformance.games import NAMES
from tests.conformance.record_play import record


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="this run is uncompiled itself")
@pytest.mark.parametrize("name", NAMES)
def test_uncompiled_play_is_the_same(name):
    """Positions, masks, observations, values, redeals, and the choices of greedy and search."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.conformance.record_play", name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    uncompiled = ran.stdout.splitlines()
    compiled = list(record(name))
    for ours, theirs in zip(compiled, uncompiled, strict=False):
        assert ours == theirs
    assert len(compiled) == len(uncompiled) > 20
