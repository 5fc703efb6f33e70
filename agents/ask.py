"""Asking an agent in Python for its action, and saying what it did wrong."""

from __future__ import annotations

import textwrap
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tolsim.core.errors import TolsimError

if TYPE_CHECKING:
    from tolsim.agents.agent import Player
    from tolsim.agents.view import View

WIDTH = 120


def ask(player: Player, view: View, spec: str, where: str) -> int:
    """Let an agent choose, and check its choice.

    Parameters
    ----------
    player
        The object that plays.
    view
        What it is shown.
    spec
        Text of the agent.
    where
        Which game and decision this is, for the message.

    Raises
    ------
    TolsimError
        If it raises, or chooses no legal action; one line names the agent, the game and decision,
        and what may be chosen.
    """
    who = f"agent {spec!r} as {view.game.seats[view.seat]} in {where}"
    try:
        action = player.act(view)
    except Exception as error:
        raise TolsimError(f"{who} failed: {mishap(error)}") from error
    whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
    if not whole or action not in view.legal:
        legal = ", ".join(f"{a} ({view.game.action_text(a)})" for a in view.legal)
        known = whole and 0 <= action < view.game.num_actions
        text = f" ({view.game.action_text(action)})" if known else ""
        chosen = textwrap.shorten(str(action) if whole else repr(action), WIDTH) + text
        raise TolsimError(f"{who} chose {chosen}, which is not legal; legal: {legal}")
    return int(action)


def mishap(error: Exception) -> str:
    """Put an error of the user's own code into a line, with the place it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    what = textwrap.shorten(f"{type(error).__name__}: {error}", WIDTH)
    return f"{what}{place}"
