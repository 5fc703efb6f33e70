"""The tree search as an agent: its options, searching against the clock, root statistics.

The search itself is :mod:`tolsim.core.search`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tolsim.agents.in_loops import in_loops
from tolsim.agents.options import Option, Value
from tolsim.agents.policy import GUIDE_OPTIONS
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL, GREEDY, SEARCH, UNIFORM
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.network import Networks
from tolsim.core.search import Tree

if TYPE_CHECKING:
    from tolsim.agents.agent import Agent, Player
    from tolsim.agents.view import View

OPTIONS = (
    Option("iterations", int, 200, "simulations for each decision", 1, 1_000_000),
    Option(
        "seconds",
        float,
        None,
        "time for each decision, instead of iterations; not reproducible",
        0.001,
        3600,
    ),
    Option(
        "exploration",
        float,
        None,
        "weight of rarely tried actions, results being 0 to 1; the game's own choice, else 0.7",
        0,
        100,
    ),
    Option(
        "prior",
        float,
        None,
        "weight in the tree of what greedy would do; the game's own choice, else 0: none",
        0,
        1,
    ),
    Option(
        "playout",
        str,
        None,
        "who plays on behind the tree; the game's own choice, else uniform",
        choices=("uniform", "greedy"),
    ),
    Option(
        "cutoff",
        int,
        None,
        "decisions of a playout before the position is rated; the game's own choice, else none",
        0,
        1_000_000,
    ),
    Option("reuse", bool, False, "keep the tree between the decisions of a game"),
    *GUIDE_OPTIONS,
)

TO_THE_END = -1
"""``cutoff`` of a record whose playouts are not cut off."""
OF_ITS_OWN: Mapping[str, Any] = {
    "playout": "uniform",
    "cutoff": TO_THE_END,
    "exploration": 0.7,
    "prior": 0.0,
}
"""Options that a game can choose for itself, and their values where it does not."""
REPLACED = ("prior", "playout", "cutoff")
"""Options that a policy's network stands in for."""
GUIDED_EXPLORATION = 1.0
"""Exploration of a search with a policy, where it is not given."""
SIMULATIONS_AT_ONCE = 20
"""Simulations between two looks at the clock: well under a millisecond in the shipped games."""
NODES_A_SECOND = 100_000
MOST_NODES = 400_000


def check(given: Mapping[str, Value]) -> None:
    """Refuse options that contradict each other."""
    if "seconds" in given and "iterations" in given:
        raise TolsimError("agent 'mcts' takes iterations or seconds, not both")
    if "seconds" in given and given.get("reuse", False):
        raise TolsimError("agent 'mcts' keeps its tree (reuse) with iterations only, not seconds")
    for key in REPLACED:
        if "policy" in given and key in given:
            raise TolsimError(f"agent 'mcts' takes {key} or policy, whose network stands in for it")


def fill(record: np.record, options: Mapping[str, Any], game: Game) -> None:
    """Write the options into the record of the compiled loops.

    What is left open is as the game declares it in ``Definition.search``.
    """
    chosen = {**OF_ITS_OWN, **game.definition.search}
    chosen.update({key: options[key] for key in OF_ITS_OWN if options[key] is not None})
    if options["policy"] is not None and options["exploration"] is None:
        chosen["exploration"] = GUIDED_EXPLORATION
    record.kind = SEARCH if options["seconds"] is None else EXTERNAL
    record.playout = GREEDY if chosen["playout"] == "greedy" else UNIFORM
    record.reuse = options["reuse"]
    record.iterations = options["iterations"]
    record.cutoff = chosen["cutoff"]
    record.exploration = chosen["exploration"]
    record.prior = chosen["prior"]


def player(agent: Agent) -> TimedSearch | None:
    """Make the object that searches against the clock, None for a fixed number of simulations."""
    return None if agent.options["seconds"] is None else TimedSearch(agent)


class TimedSearch:
    """Searches until its time is up, so its choices depend on the machine and its load.

    When the tree's memory is full, the search goes on without adding nodes.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._memory: tuple[Game, np.ndarray, Networks, Tree] | None = None

    def act(self, view: View) -> int:
        """Search one decision."""
        game = view.game
        seconds: float = self._agent.options["seconds"]
        if self._memory is None or self._memory[0] is not game:
            self._memory = (game, *in_loops(game, [self._agent]), _timed_tree(game, seconds))
        _, records, networks, tree = self._memory
        _forget(tree)
        root = view.redeal(int(view.rng.integers(2**63)))
        stream = view.rng.integers(2**63, size=2).astype(np.uint64) | np.uint64(1)
        return _search_for(seconds, game, root, records, networks, tree, stream)


def _timed_tree(game: Game, seconds: float) -> Tree:
    agents = np.zeros(1, AGENT_DTYPE)
    agents["iterations"] = min(MOST_NODES, max(1000, int(seconds * NODES_A_SECOND)))
    return game.new_tree(agents)


def _forget(tree: Tree) -> None:
    tree.slots.fill(-1)
    tree.work["used"] = 0
    tree.work["root_history"] = 0


def _search_for(
    seconds: float,
    game: Game,
    root: np.ndarray,
    agents: np.ndarray,
    networks: Networks,
    tree: Tree,
    stream: np.ndarray,
) -> int:
    # The first call may have to compile, which is no time for thinking.
    choice = game.search(root, agents, SIMULATIONS_AT_ONCE, tree, stream, networks)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        choice = game.search(root, agents, SIMULATIONS_AT_ONCE, tree, stream, networks)
    return choice


@dataclass(frozen=True)
class RootAction:
    """What a search found out about one legal action.

    Attributes
    ----------
    action, text
        Its id, and its text.
    visits
        Simulations that began with it.
    availability
        Simulations in which it was legal.
    value
        Mean result of the player to move, 0 (lowest return) to 1 (highest); NaN without visits.
    """

    action: int
    text: str
    visits: int
    availability: int
    value: float


def analyse(
    game: Game, states: np.ndarray, agent: str | Agent | Player, seed: int = 0
) -> list[RootAction]:
    """Search one state and tell what each action looks like.

    Parameters
    ----------
    states
        [1], a state in which somebody has to decide.
    agent
        An ``mcts`` agent.
    seed
        Of the search.

    Returns
    -------
    list of RootAction
        The legal actions, most visited first.

    Raises
    ------
    TolsimError
        If the agent is no search, or there is nothing to decide.
    """
    from tolsim.agents.agent import as_agent

    searching = as_agent(agent)
    if searching.name != "mcts":
        raise TolsimError(f"only an mcts agent has root statistics, not {searching.spec!r}")
    if len(states) != 1 or states["over"][0]:
        raise TolsimError("one state in which somebody has to decide can be analysed")
    options = searching.options
    agents, networks = in_loops(game, [searching])
    stream = game.agent_streams(seed, [0])[0, states["to_move"][0]]
    if options["seconds"] is None:
        tree = game.new_tree(agents)
        game.search(states, agents, int(agents["iterations"][0]), tree, stream, networks)
    else:
        seconds = float(options["seconds"])
        tree = _timed_tree(game, seconds)
        _search_for(seconds, game, states, agents, networks, tree, stream)
    return _root_actions(game, states, tree.nodes[0, 0])  # the root is made first


def _root_actions(game: Game, states: np.ndarray, root: np.record) -> list[RootAction]:
    found = []
    for action in map(int, game.legal_actions(states)[0]):
        visits = int(root["visits"][action])
        value = float(root["value"][action]) / visits if visits else float("nan")
        available = int(root["available"][action])
        found.append(RootAction(action, game.action_text(action), visits, available, value))
    return sorted(found, key=lambda root_action: (-root_action.visits, root_action.action))
