"""Checks of what is handed to compiled loops, which check nothing themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tolsim.core.errors import TolsimError


def check_seed(seed: int) -> np.uint64:
    """Give a seed as the kernels take it.

    Raises
    ------
    TolsimError
        If it is not a whole number of 0 to 2**64 - 1.
    """
    if not isinstance(seed, int | np.integer) or not 0 <= int(seed) < 2**64:
        raise TolsimError(f"a seed is a whole number of 0 to 2**64 - 1, not {seed!r}")
    return np.uint64(seed)


def per_row(
    values: Sequence[int] | np.ndarray, rows: int, what: str, low: int, high: int, dtype: Any
) -> np.ndarray:
    """Give whole numbers, one a row, as compiled loops take them, which check nothing.

    Raises
    ------
    TolsimError
        If there is not one for each row, one is no whole number, or lies outside ``[low, high)``.
    """
    found = np.asarray(values)
    if found.shape != (rows,):
        raise TolsimError(f"{what}: one for each of {rows} rows, not of shape {found.shape}")
    if rows and found.dtype.kind not in "iu":
        raise TolsimError(f"{what} are whole numbers, not {found.dtype}")
    if rows and not (low <= int(found.min()) and int(found.max()) < high):
        wrong = int(found.min()) if int(found.min()) < low else int(found.max())
        raise TolsimError(f"{what} are {low} to {high - 1}, not {wrong}")
    return np.ascontiguousarray(found, dtype)


def check_array(array: np.ndarray, what: str, dtype: Any, shape: tuple[int | None, ...]) -> None:
    """Refuse an array that compiled loops would read or write beyond its end; None: any length.

    Raises
    ------
    TolsimError
        It says what the array should be.
    """
    fits = array.dtype == dtype and len(array.shape) == len(shape)
    if not fits or any(
        wanted is not None and have != wanted
        for have, wanted in zip(array.shape, shape, strict=True)
    ):
        raise TolsimError(
            f"{what} must be {np.dtype(dtype).name} of shape {shape}, "
            f"not {array.dtype.name} of {array.shape}"
        )
