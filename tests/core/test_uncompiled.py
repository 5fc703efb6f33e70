"""The tests of the kernels hold for plain Python too."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="they are running uncompiled already")
def test_streams_and_sets_uncompiled():
    here = Path(__file__).parent
    ran = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
            str(here / "test_random_streams.py"), str(here / "test_bits.py"),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=here.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout
