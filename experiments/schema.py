"""One row per game: what is recorded, under which name and type.

B games, P players. ``<seat>`` stands for the name of a seat, such as ``king``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from tolsim.core.game import DRAW, LOSS, WIN, Game

SCHEMA_VERSION = 1
TIMING = ("seconds",)
"""Columns that differ from one machine, and one time, to the next."""

ACTIONS_A_WORD = 4

RUN_KEY = b"tolsim.run"
"""Where a table's metadata name its run."""

COLUMNS = {
    "run": "digest of everything that decides how a game number is played",
    "game": "number of the game in its run",
    "deal": "number of the deal; games of one deal share its chance",
    "seed": "the run's seed",
    "ruleset": "digest of the rules' values and code",
    "variant": "named variant of the rules",
    "overrides": "rules set one by one, as JSON",
    "agent_<seat>": "agent in the seat",
    "agent_index_<seat>": "its place in the run's list of agents",
    "reason": "why the game ended",
    "outcome_<seat>": "{classes}",
    "return_<seat>": "return of the seat",
    "score_<seat>": "victory points of the seat",
    "decisions": "decisions taken",
    "actions": "action id of each decision, in order",
    "fingerprint": "digest of the actions and the final state",
    "seconds": "time of its block, shared out among the block's games",
}


def outcome_classes(game: Game) -> list[str]:
    """Classes of outcomes that a seat can have, the best first."""
    grades = game.definition.grades
    if not grades:
        return [WIN, DRAW, LOSS]
    return list(dict.fromkeys(grades[value] for value in sorted(grades, reverse=True)))


def column_docs(game: Game) -> dict[str, str]:
    """Every column of a game's tables with its meaning, telemetry included."""
    docs: dict[str, str] = {}
    for name, text in COLUMNS.items():
        about = text.format(classes=_either(outcome_classes(game)))
        if name == "actions":
            docs.update({column.name: column.about for column in game.definition.telemetry})
        if "<seat>" in name:
            docs.update({name.replace("<seat>", seat): about for seat in game.seats})
        else:
            docs[name] = about
    return docs


def _either(names: Sequence[str]) -> str:
    """Write alternatives.

    >>> _either(["win", "draw", "loss"])
    'win, draw or loss'
    """
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def block_table(
    game: Game,
    decisive: Mapping[str, Any],
    run: str,
    numbers: np.ndarray,
    deals: np.ndarray,
    seating: np.ndarray,
    states: np.ndarray,
    log: np.ndarray,
    seconds: float,
) -> pa.Table:
    """Make the table of finished games.

    Parameters
    ----------
    decisive
        The run's parameters, from :func:`tolsim.experiments.run.parameters`.
    run
        Digest of them.
    numbers, deals
        int64 [B], game numbers and deals.
    seating
        int8 [B, P], agent in each seat.
    states
        [B] final states.
    log
        int16 [B, longest], actions taken.
    seconds
        Time they took together.
    """
    rows = len(states)
    columns: dict[str, Any] = {
        "run": pa.repeat(run, rows),
        "game": pa.array(numbers, pa.int64()),
        "deal": pa.array(deals, pa.int64()),
        "seed": pa.repeat(pa.scalar(decisive["seed"], pa.uint64()), rows),
        "ruleset": pa.repeat(decisive["ruleset"], rows),
        "variant": pa.repeat(decisive["variant"], rows),
        "overrides": pa.repeat(json.dumps(decisive["overrides"]), rows),
        "reason": _reasons(game, states),
        "decisions": pa.array(states["moves"], pa.int32()),
        "seconds": pa.repeat(pa.scalar(seconds / rows, pa.float32()), rows),
    }
    scores = np.asarray(game.definition.scores(states))
    for seat, name in enumerate(game.seats):
        returns = np.ascontiguousarray(states["returns"][:, seat])
        columns[f"agent_{name}"] = _pick(decisive["agents"], seating[:, seat])
        columns[f"agent_index_{name}"] = pa.array(np.ascontiguousarray(seating[:, seat]))
        columns[f"outcome_{name}"] = _classes(game, states, seat)
        columns[f"return_{name}"] = pa.array(returns)
        columns[f"score_{name}"] = pa.array(np.ascontiguousarray(scores[:, seat]))
    for column in game.definition.telemetry:
        columns[column.name] = _telemetry(column.read(states))
    log = log[:, : states["moves"].max(initial=0)]  # the rest is empty
    columns["actions"] = _actions(log, states["moves"])
    columns["fingerprint"] = pa.array(_fingerprints(states, log))
    docs = column_docs(game)
    fields = [
        pa.field(name, columns[name].type, metadata={"about": about})
        for name, about in docs.items()
    ]
    schema = pa.schema(fields, metadata={RUN_KEY: run.encode()})
    return pa.Table.from_arrays([columns[name] for name in docs], schema=schema)


def _pick(names: list[str], indices: np.ndarray) -> pa.Array:
    """Names by index, without a Python object per row."""
    return pa.array(names, pa.string()).take(pa.array(np.ascontiguousarray(indices)))


def _classes(game: Game, states: np.ndarray, seat: int) -> pa.Array:
    """Class of each game's outcome for a seat; the game is asked once for each return."""
    _, first, places = np.unique(states["returns"][:, seat], return_index=True, return_inverse=True)
    return _pick([game.outcome_class(states[row], seat) for row in first], places)


def _reasons(game: Game, states: np.ndarray) -> pa.Array:
    codes = sorted(game.definition.outcomes)
    names = [game.definition.outcomes[code] for code in codes]
    return _pick(names, np.searchsorted(codes, states["outcome"]))


def _telemetry(values: Any) -> pa.Array:
    if not isinstance(values, np.ndarray) or values.ndim == 1:
        return pa.array(values)
    flat = values.reshape(len(values), -1)
    ends = np.arange(len(values) + 1, dtype=np.int32) * flat.shape[1]
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(np.ascontiguousarray(flat).ravel()))


def _actions(log: np.ndarray, moves: np.ndarray) -> pa.Array:
    used = log[np.arange(log.shape[1])[None, :] < moves[:, None]]
    ends = np.zeros(len(moves) + 1, np.int32)
    np.cumsum(moves, out=ends[1:])
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(used))


def _fingerprints(states: np.ndarray, log: np.ndarray) -> np.ndarray:
    """Digest each game's actions and final state, uint64 [B].

    A weighted sum modulo 2**64 with odd weights: a single altered action, or altered word of the
    state, always changes it. It guards against mistakes, not against forgery. The log is 0 behind
    a game's end, and however wide it is, the sum is the same.
    """
    words = np.ascontiguousarray(states).view(np.uint64).reshape(len(states), -1)
    actions = np.zeros((len(log), -(-log.shape[1] // ACTIONS_A_WORD) * ACTIONS_A_WORD), np.int16)
    actions[:, : log.shape[1]] = log
    digests = _weighted(words, seed=0)
    digests += _weighted(actions.view(np.uint64), seed=1)
    return digests


def _weighted(words: np.ndarray, seed: int) -> np.ndarray:
    weights = np.random.PCG64(seed).random_raw(words.shape[1]) | np.uint64(1)
    sums: np.ndarray = np.einsum("ij,j->i", words, weights)
    return sums
