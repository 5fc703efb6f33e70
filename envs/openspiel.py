"""OpenSpiel: importing this registers every game of tolsim as ``tolsim_<game>``.

>>> import pyspiel
>>> import tolsim.envs.openspiel
>>> game = pyspiel.load_game("tolsim_abyss(seed=1,overrides=stratagem.unused_points:3)")
>>> state = game.new_deal(17)
>>> state.action_to_string(state.legal_actions()[0])
'pass'

| parameter | is |
|---|---|
| ``variant`` | a named variant of the game |
| ``overrides`` | ``rule:value;rule:value``, on top of it; ``|`` stands for a comma |
| ``seed`` | 0 to 2**31 - 1: of the deals |
| ``deal_digits`` | hexadecimal digits of a deal's number: 8, the default, make 4,294,967,296 deals |

**Chance.** A game begins with ``deal_digits`` chance nodes, at which whoever plays draws the digits
of the deal's number, the highest first. The deal fixes all chance to come, so ``game.seed`` and the
digits in ``state.history()`` say which game it is: ``tolsim.make("abyss").reset(seed, [deal])``.
``game.new_deal(17)`` plays a certain one.

**Who sees what.** ``information_state_string`` holds what a player has seen of every action and a
digest of all that it observed when it decided; ``observation_string`` is a drawing; both tensors are
the game's observation. While others decide, a player is shown what it saw last.

**Search.** ``resample_from_infostate`` draws anew all that a player cannot know, coming chance
included: a search that uses it, such as OpenSpiel's ``ISMCTSBot`` in Python, plays fair. A search of
the state itself, such as ``MCTSBot``, sees hidden cards and dice to come. pyspiel's own (C++)
``ISMCTSBot`` cannot resample any game that is written in Python, and its ``MCTSBot`` has to be asked
with ``mcts_search``: ``step`` lets Python's lock go and needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

import pyspiel

from tolsim.core.errors import unknown
from tolsim.core.registry import GAMES
from tolsim.envs.openspiel_game import (
    DEFAULT_DIGITS,
    PREFIX,
    TolsimGame,
    game_type,
    overrides_text,
)
from tolsim.envs.openspiel_state import TolsimState

__all__ = ["TolsimGame", "TolsimState", "load_game", "register"]


def register(name: str) -> None:
    """Make a game of the registry known to OpenSpiel as ``tolsim_<name>``."""
    make = partial(TolsimGame, name)
    # pyspiel lets go of it when Python has ended already, where freeing it would crash.
    make.itself = make  # type: ignore[attr-defined]
    pyspiel.register_game(game_type(name), make)


def load_game(
    name: str,
    *,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    seed: int = 0,
    deal_digits: int = DEFAULT_DIGITS,
) -> TolsimGame:
    """Load a game with overrides as a mapping.

    Raises
    ------
    TolsimError
        For an unknown name, with the nearest one, and as :func:`tolsim.make` does.

    Examples
    --------
    >>> load_game("abyss", overrides={"stratagem.unused_points": 3}).get_parameters()["overrides"]
    'stratagem.unused_points:3'
    """
    if PREFIX + name not in pyspiel.registered_names():
        raise unknown("game", name, GAMES)
    given = {
        "variant": variant,
        "overrides": overrides_text(overrides or {}),
        "seed": seed,
        "deal_digits": deal_digits,
    }
    return cast(TolsimGame, pyspiel.load_game(PREFIX + name, given))


for _name in GAMES:
    register(_name)
