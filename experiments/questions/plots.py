"""What figures of questions share."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from tolsim.core.errors import TolsimError


def plotly() -> Any:
    """Module ``plotly.graph_objects``.

    Raises
    ------
    TolsimError
        If it is not installed.
    """
    try:
        return importlib.import_module("plotly.graph_objects")
    except ImportError:
        raise TolsimError("a figure needs plotly: pip install 'tolsim[study]'") from None


def bars(middle: Sequence[float], low: Sequence[float], high: Sequence[float]) -> dict[str, Any]:
    """Error bars of intervals.

    >>> bars([0.5], [0.25], [0.625])
    {'type': 'data', 'symmetric': False, 'array': [0.125], 'arrayminus': [0.25]}
    """
    return {
        "type": "data",
        "symmetric": False,
        "array": [top - each for top, each in zip(high, middle, strict=True)],
        "arrayminus": [each - bottom for bottom, each in zip(low, middle, strict=True)],
    }
