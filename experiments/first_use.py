"""What is used for the first time is compiled for some seconds, or for a minute; the user is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tolsim.agents import Agent, parse
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL
from tolsim.core.compile_cache import is_compiled
from tolsim.core.game import Game
from tolsim.experiments.terminal import busy

REPLAY = ("reset", "step")
"""Entries that playing recorded games again needs."""
MATCH = ("reset", "start_agents", "advance")
"""Entries that agents inside compiled loops need."""
PYTHON_AGENTS = (*MATCH, "step", "legal", "observe", "redeal")
"""Entries that agents in Python need."""
TIMED_SEARCH = (*PYTHON_AGENTS, "search")
"""Entries that a search against the clock needs."""
WATCH = (*MATCH, "step")
"""Entries that watching a game needs."""
PERSON = (*PYTHON_AGENTS, "sight")
"""Entries that a person in a seat needs."""


def entries_for(game: Game, agents: Iterable[Agent | None]) -> set[str]:
    """Entries that a match between these agents needs; None is a seat without one."""
    needed = set(MATCH)
    for agent in agents:
        if agent is not None and agent.record(game).kind == EXTERNAL:
            needed.update(TIMED_SEARCH if agent.name == "mcts" else PYTHON_AGENTS)
    return needed


def play_first_game(game: Game) -> None:
    """Play one game with a search agent, so that everything a match needs gets compiled."""
    agents = _search_agent(game)
    seating = np.zeros((1, game.num_players), np.int8)
    log = np.zeros((1, game.longest), np.int16)
    game.advance(game.reset(0, 1), agents, seating, game.agent_streams(0, [0]), log)


def _search_agent(game: Game) -> np.ndarray:
    agents = np.zeros(1, AGENT_DTYPE)
    agents[0] = parse("mcts:iterations=1").record(game)
    return agents


def compile_if_needed(game: Game, entries: Iterable[str] = MATCH) -> None:
    """Compile the named entries where they are not yet, and say so on stderr."""
    declared = game.definition.entries
    missing = [
        name
        for name in sorted(set(entries))
        if hasattr(declared, name) and not is_compiled(getattr(declared, name))
    ]
    if missing:
        with busy(f"Compiling rules of {game.name}: up to a minute, then they are kept on disk …"):
            _use(game, missing)


def _use(game: Game, entries: Sequence[str]) -> None:
    """Call entries once, which compiles them."""
    states = game.reset(0, 1)
    none = states[:0]
    if "advance" in entries or "start_agents" in entries:
        play_first_game(game)
    if "step" in entries:
        game.step(none, [])
    if "legal" in entries:
        game.legal_mask(none)
    if "observe" in entries:
        game.observe(none)
    if "redeal" in entries:
        game.redeal(none, [], [])
    if "search" in entries:
        agents = _search_agent(game)
        game.search(states, agents, 1, game.new_tree(agents), np.ones(2, np.uint64))
    if "sight" in entries:
        game.sight(states, int(game.legal_actions(states)[0][0]), 0)
