"""The first use of a game compiles its rules for some seconds; the user is told."""

from __future__ import annotations

import numpy as np

from tolsim.agents import parse
from tolsim.core.agent_settings import AGENT_DTYPE
from tolsim.core.compile_cache import is_compiled
from tolsim.core.game import Game
from tolsim.experiments.terminal import busy


def play_first_game(game: Game) -> None:
    """Play one game with a search agent, so that everything a match needs gets compiled."""
    agents = np.zeros(1, AGENT_DTYPE)
    agents[0] = parse("mcts:iterations=1").record(game)
    seating = np.zeros((1, game.num_players), np.int8)
    log = np.zeros((1, game.longest), np.int16)
    game.advance(game.reset(0, 1), agents, seating, game.agent_streams(0, [0]), log)


def compile_if_needed(game: Game) -> None:
    """Compile what playing needs and say so, unless it lies compiled on disk."""
    entries = game.definition.entries
    if all(is_compiled(e) for e in (entries.reset, entries.start_agents, entries.advance)):
        return
    with busy(f"First use of {game.name}: compiling its rules (some seconds, once) …"):
        play_first_game(game)
