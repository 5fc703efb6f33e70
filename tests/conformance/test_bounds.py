"""Compiled kernels do not check array bounds; here they do, and none is crossed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.games import NAMES

ROOT = Path(__file__).parents[2]
CHECKED = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}


@pytest.mark.parametrize("name", NAMES)
def test_no_kernel_reads_or_writes_outside_an_array(name):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.conformance.bounded_play", name],
        env=CHECKED, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_this_check_would_see_it():
    program = (
        "import numpy as np\n"
        "from tests.core.kernel_entries import element\n"
        "element(np.zeros(3), 3)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=CHECKED, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "IndexError" in ran.stderr
