"""The one error a user's mistake raises, and how it names the nearest valid spelling."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_LISTED = 12
MOST_NEAR = 5


class TolsimError(ValueError):
    """A mistake in what the user asked for; its text is one helpful line."""


def suggestion(value: object, allowed: Iterable[str]) -> str:
    """Name the nearest valid name, and the others: all of a few, the next nearest of many.

    Examples
    --------
    >>> suggestion("iteration", ["iterations", "seconds"])
    "; did you mean 'iterations'? (allowed: iterations, seconds)"
    """
    names = list(allowed)
    near = difflib.get_close_matches(str(value), names, n=MOST_NEAR, cutoff=0.4)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    if len(names) <= MOST_LISTED:
        return f"{guess} (allowed: {', '.join(names)})"
    return f"{guess} (or {', '.join(near[1:])})" if len(near) > 1 else guess


def unknown(what: str, value: object, allowed: Iterable[str], see: str = "") -> TolsimError:
    """Say that a name is not known, which names are, and which one is nearest.

    Parameters
    ----------
    what
        What kind of name it is, such as ``"game"``.
    value
        The name as given.
    allowed
        Every valid name.
    see
        What lists them, where they are many.

    Returns
    -------
    TolsimError
        For the caller to raise.

    Examples
    --------
    >>> str(unknown("game", "abys", ["abyss", "jumieges"]))
    "unknown game 'abys'; did you mean 'abyss'? (allowed: abyss, jumieges)"
    """
    listed = f"; see {see}" if see else ""
    return TolsimError(f"unknown {what} {str(value)!r}{suggestion(value, allowed)}{listed}")
