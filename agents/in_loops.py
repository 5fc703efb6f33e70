"""Agents as compiled loops take them: their records, and the weights of their networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tolsim.core.agent_settings import AGENT_DTYPE
from tolsim.core.game import Game
from tolsim.core.network import Networks

if TYPE_CHECKING:
    from tolsim.agents.agent import Agent


def in_loops(game: Game, agents: Sequence[Agent | None]) -> tuple[np.ndarray, Networks]:
    """Records of agents, and the networks that they refer to; None decides outside the loops.

    Returns
    -------
    agents
        ``AGENT_DTYPE`` ``[number of agents]``.
    networks
        For ``game.advance`` and whatever else takes the records.

    Raises
    ------
    TolsimError
        If a policy cannot be read or does not fit the game.
    """
    records = np.zeros(len(agents), AGENT_DTYPE)
    weights = [np.zeros(0, np.float32)]
    place = 0
    for number, agent in enumerate(agents):
        if agent is None:
            continue  # a record of zeros is of kind EXTERNAL
        records[number] = agent.record(game)
        policy = agent.policy(game)
        if policy is not None:
            records[number]["hidden"] = policy.hidden
            records[number]["network"] = place
            weights.append(policy.weights)
            place += len(policy.weights)
    return records, game.new_networks(np.concatenate(weights))
