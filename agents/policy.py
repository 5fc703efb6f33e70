"""Learned policies: the file that training writes, and the agent that plays by it.

A policy is one file, ``policy.npz``: the arrays of its network and, as text, what it was made for.
It is played without torch, inside the compiled loops (:mod:`tolsim.core.network`).
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tolsim.agents.options import Option
from tolsim.core.agent_settings import POLICY
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.network import WIDEST, layer_shapes

FILE = "policy.npz"
FORMAT = 1
SHIPPED = "shipped"
SHIPPED_FOLDER = Path(__file__).parent / "policies"
"""Policies that come with tolsim, one folder a game."""

OPTIONS = (
    Option("path", str, SHIPPED, "folder that training wrote, or 'shipped': the one of tolsim's"),
    Option("temperature", float, 0.0, "of its draw; 0: always the action it likes best", 0, 100),
    Option("any_rules", bool, False, "play under rules other than it was trained on, too"),
)
GUIDE_OPTIONS = (
    Option(
        "policy",
        str,
        None,
        "folder of a policy, or 'shipped', whose network stands in for prior and playouts",
    ),
    Option("any_rules", bool, False, "take a policy trained on other rules, too"),
)


@dataclass(frozen=True)
class Policy:
    """A trained network and what it was made for.

    Attributes
    ----------
    weights
        float32 [W], its arrays one behind the other.
    hidden
        Units of a hidden layer.
    about
        ``game``, ``rules`` (see :func:`rules_digest`), ``variant``, ``overrides``, the sizes, and
        under ``made`` how it was trained.
    """

    weights: np.ndarray
    hidden: int
    about: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """What tells it from every other policy."""
        return hashlib.sha256(self.weights.tobytes()).hexdigest()[:12]


def rules_digest(game: Game) -> str:
    """Tell the rules in force apart: the digest of every rule's name and value."""
    values = {name: rule.value for name, rule in game.ruleset.rules.items()}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]


def made_for(game: Game) -> dict[str, Any]:
    """What the policy of a game notes of it."""
    return {
        "game": game.name,
        "variant": game.variant,
        "overrides": dict(game.overrides),
        "rules": rules_digest(game),
        "observation_size": game.observation_size,
        "actions": game.num_actions,
        "players": game.num_players,
    }


def save_policy(
    folder: str | Path, game: Game, arrays: Mapping[str, np.ndarray], made: Mapping[str, Any]
) -> Path:
    """Write a policy file, whole or not at all.

    Parameters
    ----------
    folder
        Made if need be.
    game
        What it was trained on.
    arrays
        float32, by the names and shapes of :func:`tolsim.core.network.layer_shapes`.
    made
        How it was trained: plain JSON values.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    TolsimError
        If it cannot be written.
    """
    about = {"format": FORMAT, **made_for(game), "made": dict(made)}
    path = Path(folder) / FILE
    unfinished = path.with_suffix(".unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            np.savez_compressed(file, **arrays, about=np.array(json.dumps(about)))  # type: ignore[arg-type]
        os.replace(unfinished, path)
    except OSError as error:
        raise TolsimError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def load_policy(path: str | Path, game: Game, *, any_rules: bool = False) -> Policy:
    """Read a policy for a game.

    Parameters
    ----------
    path
        Folder that training wrote, the file itself, or ``"shipped"``.
    game
        What is to be played.
    any_rules
        Take a policy of this game that was trained on other rules.

    Raises
    ------
    TolsimError
        If there is none, if it is not whole, or if it is of another game or of other rules.
    """
    file = _find(path, game)
    try:
        changed = file.stat().st_mtime_ns
        policy = _read(file, changed)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise TolsimError(f"{file} is no policy file: {error}") from None
    _check_fit(file, policy, game, any_rules)
    return policy


def is_shipped(name: str) -> bool:
    """Whether a policy of a game comes with tolsim."""
    return (SHIPPED_FOLDER / name / FILE).is_file()


def _find(path: str | Path, game: Game) -> Path:
    if path == SHIPPED:
        file = SHIPPED_FOLDER / game.name / FILE
        if not is_shipped(game.name):
            there = sorted(each.parent.name for each in SHIPPED_FOLDER.glob(f"*/{FILE}"))
            raise TolsimError(
                f"no policy of {game.name} is shipped ({_there_is(there)}); "
                f"tolsim train {game.name} makes one"
            )
        return file
    file = Path(path)
    file = file / FILE if file.is_dir() else file
    if not file.is_file():
        raise TolsimError(f"there is no policy at {path}: no file {file}")
    return file


def _there_is(names: Sequence[str]) -> str:
    return f"there is one of {', '.join(names)}" if names else "there is none yet"


@lru_cache(maxsize=16)
def _read(file: Path, changed: int) -> Policy:
    with file.open("rb") as handle, np.load(handle, allow_pickle=False) as stored:
        about = json.loads(str(stored["about"]))
        hidden = int(stored["first_biases"].shape[0])
        shapes = layer_shapes(about["observation_size"], hidden, about["actions"], about["players"])
        for name, shape in shapes.items():
            if stored[name].shape != shape or stored[name].dtype != np.float32:
                raise ValueError(
                    f"{name} is {stored[name].dtype} {stored[name].shape}, not float32 {shape}"
                )
        weights = np.concatenate([stored[name].ravel() for name in shapes])
    if not 1 <= hidden <= WIDEST:
        raise ValueError(f"its hidden layers have {hidden} units, not 1 to {WIDEST}")
    if not np.isfinite(weights).all():
        raise ValueError("some of its weights are no numbers")
    return Policy(weights, hidden, about)


def _check_fit(file: Path, policy: Policy, game: Game, any_rules: bool) -> None:
    about, wanted = policy.about, made_for(game)
    if about["game"] != game.name:
        raise TolsimError(f"{file} is a policy of {about['game']}, not of {game.name}")
    for size in ("observation_size", "actions", "players"):
        if about[size] != wanted[size]:
            raise TolsimError(
                f"{file} was made for {size} {about[size]}, but {game.name} has {wanted[size]}: "
                "it is of another version of the game"
            )
    if about["rules"] != wanted["rules"] and not any_rules:
        trained = ", ".join(
            [f"variant {about['variant']}", *(f"{k}={v}" for k, v in about["overrides"].items())]
        )
        raise TolsimError(
            f"{file} was trained on other rules ({trained}; rules {about['rules']}, here "
            f"{wanted['rules']}); any_rules=true plays it all the same"
        )


def policy_of(name: str, options: Mapping[str, Any], game: Game) -> Policy | None:
    """Policy that the options of a ``policy`` or ``mcts`` agent ask for, if they do."""
    path = options["path" if name == "policy" else "policy"] if name in ("policy", "mcts") else None
    return None if path is None else load_policy(path, game, any_rules=options["any_rules"])


def fill(record: np.record, options: Mapping[str, Any]) -> None:
    """Write the options of a ``policy`` agent into the record of the compiled loops."""
    record.kind = POLICY
    record.temperature = options["temperature"]
