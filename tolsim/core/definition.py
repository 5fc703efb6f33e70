"""What a game's module declares of it: its definition, and what is kept of finished games.

Letters for shapes: B games (rows), A actions, P players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tolsim.core.contents import Contents
from tolsim.core.rules import Ruleset


@dataclass(frozen=True)
class Column:
    """One column of per-game telemetry, read from finished states.

    ``read`` takes states [B] and gives an array [B] or [B, …] or a list of B values.
    """

    name: str
    read: Callable[[np.ndarray], Any]
    about: str


def field_of(field: str, *place: int) -> Callable[[np.ndarray], Any]:
    """Reader of a state field, or of one place in it, for a :class:`Column`.

    Examples
    --------
    >>> states = np.zeros(2, [("tokens", np.int64, (2, 4))])
    >>> states["tokens"][:, 1, 3] = 7
    >>> field_of("tokens", 1, 3)(states)
    array([7, 7])
    """

    def read(states: np.ndarray) -> np.ndarray:
        found: np.ndarray = states[field]
        for index in place:
            found = found[:, index]
        return found

    return read


@dataclass(frozen=True)
class Definition:
    """What a game's module declares; tests hold play to it.

    Attributes
    ----------
    name, title
        Its name in the registry and on the box.
    kind
        Players' interests and information in words, such as ``"zero-sum, hidden information"``.
    seats
        Name of each seat, P of them.
    teams
        Team number of each seat.
    state
        The state record's dtype.
    actions
        Text of each action id, A of them, each different.
    observation_size
        Floats that ``observe`` writes.
    longest
        Most decisions a game can take.
    returns
        Lowest and highest return of a player.
    outcomes
        Reason codes, 1 and up, to their names.
    telemetry
        What is kept of each finished game.
    entries
        Module of compiled entries: ``reset``, ``resume``, ``legal``, ``step``, ``observe``, ``redeal``,
        ``evaluate``, ``step_mask_observe``, ``step_and_list``, ``turn``, ``collect``, ``teach``, ``search``,
        ``advance``, ``start_agents``.
    sources
        Sub-packages whose code is the game's rules.
    folder
        Where its TOML files lie.
    parameters
        Lays a ruleset out as the kernels' record.
    render
        Draws a state as text, for everyone's eyes or one seat's.
    describe
        Says in words what an action does in a state.
    asked
        Says in words what is being asked in a state.
    scores
        Victory points per player of finished states, ``[B, P]``.
    seating
        ``"alternate"``: every deal is played with every seating; ``"random"``: the seating is drawn.
    legend
        How to read what ``render`` draws, in a few lines.
    sight
        Says in words what a seat sees of an action, from a state redealt for that seat and the label
        of the entry ``sight``; None where there is nothing to say. Without it nothing is told.
    breakdown
        What the scores of a finished state are made of: ``(seat, what, points)``, adding up to them.
    happened
        Says line by line what has happened since the decision before, dice and their results, in
        words that any seat may read.
    grades
        Return to the class of an outcome, where winning is graded, such as ``"major victory"``.
        Without it returns above, at and below 0 are win, draw and loss.
    search
        ``playout``, ``cutoff``, ``exploration`` and ``prior`` of a tree search that is not told
        otherwise, where uniform play to the end says little.
    rules
        Reads the rules, where they do not all lie in ``folder``.
    map_file
        File of the board's map, if the game has one.
    contents
        What decisions make use of, where that is not one thing for each action id.
    """

    name: str
    title: str
    kind: str
    seats: tuple[str, ...]
    teams: tuple[int, ...]
    state: np.dtype[Any]
    actions: tuple[str, ...]
    observation_size: int
    longest: int
    returns: tuple[float, float]
    outcomes: Mapping[int, str]
    telemetry: Sequence[Column]
    entries: ModuleType
    sources: tuple[str, ...]
    folder: Path
    parameters: Callable[[Ruleset], np.ndarray]
    render: Callable[[np.record, np.record, int | None], str]
    describe: Callable[[np.record, np.record, int], str]
    asked: Callable[[np.record], str]
    scores: Callable[[np.ndarray], np.ndarray]
    seating: Callable[[Ruleset], str] = field(default=lambda _: "alternate")
    legend: str = ""
    sight: Callable[[np.record, np.record, int, int], str | None] | None = None
    breakdown: Callable[[np.record, np.record], list[tuple[int, str, int]]] | None = None
    happened: Callable[[np.record, np.record], list[str]] | None = None
    grades: Mapping[float, str] = field(default_factory=dict)
    search: Mapping[str, str | float] = field(default_factory=dict)
    rules: Callable[[], Ruleset] | None = None
    map_file: Path | None = None
    contents: Contents | None = None
