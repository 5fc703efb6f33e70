"""The rules that OpenSpiel's states play by: a game with its compiled entries at hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

import tolsim
from tolsim.core.errors import TolsimError


class Rules:
    """A game under one ruleset, with its compiled entries at hand.

    It is shared by all that play by it; a pickle names it.
    """

    def __init__(self, name: str, variant: str, overrides: tuple[tuple[str, object], ...]) -> None:
        self.named = (name, variant, overrides)
        self.game = tolsim.make(name, variant=variant, overrides=dict(overrides))
        entries = self.game.definition.entries
        if not hasattr(entries, "sight"):
            raise TolsimError(
                f"OpenSpiel's players need the entry 'sight', which {name} does not have"
            )
        self.entries = entries
        self.step_and_list = entries.step_and_list
        self.num_actions = self.game.num_actions
        self.parameters = self.game.parameters
        self.dtype = self.game.state_dtype
        fields: Mapping[str, Any] = self.dtype.fields or {}
        self.word_to_move = fields["to_move"][1] // 8
        self.word_over = fields["over"][1] // 8

    def row(self, raw: np.ndarray) -> np.ndarray:
        """States [1] in the memory of ``raw``, uint8; NumPy copies bytes far faster than records."""
        return np.ndarray(1, self.dtype, raw)

    def observe(self, record: bytes, player: int) -> np.ndarray:
        """What a player may know of a record, float32 ``[observation_size]``."""
        out = np.empty((1, self.game.observation_size), np.float32)
        states = self.row(np.frombuffer(record, np.uint8).copy())
        self.entries.observe(states, self.parameters, np.array([player], np.int8), out)
        observed: np.ndarray = out[0]
        return observed

    def redeal(self, record: bytes, player: int, seed: int) -> bytes:
        """Draw anew what a player cannot know of a record."""
        raw = np.frombuffer(record, np.uint8).copy()
        self.entries.redeal(
            self.row(raw),
            self.parameters,
            np.array([player], np.int8),
            np.array([seed], np.uint64),
        )
        return raw.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_again, (*self.named, self.game.ruleset_id)


@cache
def rules_of(name: str, variant: str, overrides: tuple[tuple[str, object], ...]) -> Rules:
    """Rules of a game, made once."""
    return Rules(name, variant, overrides)


def _rules_again(
    name: str, variant: str, overrides: tuple[tuple[str, object], ...], ruleset: str
) -> Rules:
    """Find the rules that a pickle names."""
    rules = rules_of(name, variant, overrides)
    if rules.game.ruleset_id != ruleset:
        raise TolsimError(
            f"saved under ruleset {ruleset} of {name}, which is {rules.game.ruleset_id} here: "
            "its rules or code have changed"
        )
    return rules
