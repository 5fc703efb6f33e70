"""Agents: legal actions and what a seat may know in, one action out.

An agent is written ``name:key=value,key=value`` everywhere, such as ``mcts:iterations=400``; one
of your own is any object with a method ``act(view) -> int``.

>>> from tolsim.agents import parse
>>> parse("mcts:playout=greedy,iterations=400").spec
'mcts:iterations=400,playout=greedy'
"""

from __future__ import annotations

from tolsim.agents.agent import Agent, agent_names, as_agent, list_agents, parse
from tolsim.agents.view import View

__all__ = ["Agent", "View", "agent_names", "as_agent", "list_agents", "parse"]
