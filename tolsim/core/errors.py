"""The one error a user's mistake raises, and how it names the nearest valid spelling."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TolsimError(ValueError):
    """A mistake in what the user asked for; its text is one helpful line."""


def unknown(what: str, value: object, allowed: Iterable[str]) -> TolsimError:
    """Say that a name is not known, which names are, and which one is nearest.

    Parameters
    ----------
    what
        What kind of name it is, such as ``"game"``.
    value
        The name as given.
    allowed
        Every valid name.

    Returns
    -------
    TolsimError
        For the caller to raise.

    Examples
    --------
    >>> str(unknown("game", "abys", ["abyss", "jumieges"]))
    "unknown game 'abys'; did you mean 'abyss'? (allowed: abyss, jumieges)"
    """
    names = list(allowed)
    near = difflib.get_close_matches(str(value), names, n=1, cutoff=0.4)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    shown = ", ".join(names[:12]) + (f", … {len(names) - 12} more" if len(names) > 12 else "")
    return TolsimError(f"unknown {what} {str(value)!r}{guess} (allowed: {shown})")
