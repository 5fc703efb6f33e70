"""Libraries that only some commands need, and what to install where they are missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence

from tolsim.core.errors import TolsimError

STUDY = ("fsspec", "jinja2", "optuna", "pandas", "plotly", "SALib", "scipy")
"""What studies, questions and reports need."""


def need(modules: Sequence[str], what: str, extra: str) -> None:
    """Refuse to go on where a library is missing.

    Raises
    ------
    TolsimError
        With the libraries that are missing and what installs them.

    Examples
    --------
    >>> need(["json"], "nothing", "tolsim")
    """
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise TolsimError(f"{what} needs {', '.join(missing)}: pip install '{extra}'")
