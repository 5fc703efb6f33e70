"""Which agents there are, and how one is made from its text."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tolsim.agents import mcts, policy, python_class
from tolsim.agents.options import Option, Value, options_text, parse_options
from tolsim.agents.view import View
from tolsim.core.agent_settings import AGENT_DTYPE, EXTERNAL, GREEDY, POLICY, SEARCH, UNIFORM
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game


@runtime_checkable
class Player(Protocol):
    """An agent in Python: any object with this one method.

    What it does must follow from the view alone; the same object plays many games.
    """

    def act(self, view: View) -> int:
        """Choose one of ``view.legal``."""


@dataclass(frozen=True)
class Kind:
    """One kind of agent: its options, and what it is inside compiled loops."""

    about: str
    code: int
    options: Sequence[Option] = ()
    check: Callable[[Mapping[str, Value]], None] | None = None
    # Makes the Python object that decides, or None where compiled loops do.
    player: Callable[[Agent], Any] | None = None


KINDS = {
    "uniform": Kind("each legal action equally likely", UNIFORM),
    "greedy": Kind("the game's own heuristic", GREEDY),
    "mcts": Kind("information-set tree search", SEARCH, mcts.OPTIONS, mcts.check, mcts.player),
    "policy": Kind("a trained network", POLICY, policy.OPTIONS),
    "python": Kind(
        "a class of your own with a method act(view)",
        EXTERNAL,
        python_class.OPTIONS,
        python_class.check,
        python_class.player,
    ),
}


@dataclass(frozen=True)
class Agent:
    """An agent and its options.

    Attributes
    ----------
    name
        Its kind, one of :func:`agent_names`.
    given
        Options that are not at their default, in their fixed order.
    instance
        The object that plays, where one was handed over instead of text.
    """

    name: str
    given: Mapping[str, Value] = field(default_factory=dict)
    instance: Player | None = None

    @property
    def spec(self) -> str:
        """Text of the agent: options in a fixed order, those at their default left out."""
        options = options_text(self.given)
        return f"{self.name}:{options}" if options else self.name

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value in force."""
        options = KINDS[self.name].options
        return {option.key: self.given.get(option.key, option.default) for option in options}

    def decisive(self, game: Game) -> dict[str, Any]:
        """All that decides how it plays, as plain JSON values: options, and an object's contents.

        Two objects of one class that hold different things are different agents. An object that
        cannot be pickled is different from all others. Of a policy the weights count, not the place
        where they lie.
        """
        if self.instance is None:
            learned = self.policy(game)
            return self.options | ({"weights": learned.digest} if learned is not None else {})
        try:
            contents = pickle.dumps(self.instance)
        except Exception:  # noqa: BLE001  # pickling runs the object's own code
            contents = os.urandom(16)
        return {**self.given, "object": hashlib.sha256(contents).hexdigest()[:12]}

    def player(self) -> Player | None:
        """Make the object that decides in Python, None for an agent inside compiled loops."""
        make = KINDS[self.name].player
        if self.instance is not None or make is None:
            return self.instance
        found: Player | None = make(self)
        return found

    def record(self, game: Game) -> np.record:
        """``AGENT_DTYPE`` record for the compiled loops of a game."""
        record: np.record = np.zeros(1, AGENT_DTYPE)[0]
        record.low, record.high = game.definition.returns
        record.kind = KINDS[self.name].code
        if self.name == "mcts":
            mcts.fill(record, self.options, game)
        if self.name == "policy":
            policy.fill(record, self.options)
        return record

    def policy(self, game: Game) -> policy.Policy | None:
        """Read the policy that it plays or searches by, None without one.

        Raises
        ------
        TolsimError
            If it cannot be read or does not fit the game.
        """
        return policy.policy_of(self.name, self.options, game)


def agent_names() -> list[str]:
    """Names of all kinds of agents."""
    return list(KINDS)


def list_agents() -> list[dict[str, Any]]:
    """Every kind of agent with its options, as plain values.

    Returns
    -------
    list of dict
        ``agent``, ``about`` and ``options``; each of these has ``option``, ``type``, ``default``,
        ``range`` ([low, high] of a number, else None), ``choices`` and ``about``.
    """
    return [
        {
            "agent": name,
            "about": kind.about,
            "options": [option.as_values() for option in kind.options],
        }
        for name, kind in KINDS.items()
    ]


def parse(text: str) -> Agent:
    """Read an agent from its text.

    Parameters
    ----------
    text
        ``name`` or ``name:key=value,key=value``.

    Raises
    ------
    TolsimError
        For an unknown name or key, with the nearest one, or a value that does not fit.

    Examples
    --------
    >>> parse("mcts:iterations=50").options["iterations"]
    50
    >>> parse("mcts:iteration=50")
    Traceback (most recent call last):
    tolsim.core.errors.TolsimError: agent 'mcts' has no option 'iteration'; did you mean \
'iterations'? (allowed: iterations, seconds, exploration, prior, playout, cutoff, reuse, policy, any_rules)
    """
    name, _, rest = text.strip().partition(":")
    if name not in KINDS and "." in name:
        raise TolsimError(f"unknown agent {name!r}; a class of your own is python:class={name}")
    if name not in KINDS:
        raise unknown("agent", name, KINDS)
    kind = KINDS[name]
    given = parse_options(name, rest, kind.options)
    if kind.check is not None:
        kind.check(given)
    defaults = {option.key: option.default for option in kind.options}
    return Agent(name, {key: value for key, value in given.items() if value != defaults[key]})


def as_agent(value: str | Agent | Player) -> Agent:
    """Take an agent as text, as an :class:`Agent`, or as an object with a method ``act``."""
    if isinstance(value, Agent):
        return value
    if isinstance(value, str):
        return parse(value)
    if not isinstance(value, type) and isinstance(value, Player):
        return Agent("python", python_class.named(value), value)
    raise TolsimError(f"an agent is text such as 'mcts' or an object with act(view), not {value!r}")
