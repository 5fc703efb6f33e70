"""Several rules tuned together: Optuna proposes sets of values, all played on the same deals."""

from __future__ import annotations

import importlib
from typing import Any

from tolsim.core.errors import TolsimError
from tolsim.experiments.questions.tune import Tuned, are_numbers
from tolsim.experiments.questions.tune_words import several_rules as told
from tolsim.experiments.questions.tuning import WITHIN, Aim, Played, Player
from tolsim.experiments.studies.cell import Cell

WEIGHT_OF_CHANGE = 0.1
"""How much a rule that is changed from end to end counts, in deltas off the target."""
ANEW = 4
"""Games of the last measurement, as a multiple of a trial's."""


def _optuna() -> Any:
    try:
        optuna = importlib.import_module("optuna")
    except ImportError:
        raise TolsimError(
            "tuning several rules needs optuna: pip install 'tolsim[study]'"
        ) from None
    return optuna


def size_of_change(asked: dict[str, list[Any]], changes: dict[str, Any]) -> float:
    """Size of a change, added over rules: 1 for a rule changed from end to end, or switched.

    >>> size_of_change({"hand.size": [3, 1, 2, 5], "hand.open": [True, False]},
    ...     {"hand.size": 5, "hand.open": True})
    0.5
    """
    size = 0.0
    for name, values in asked.items():
        if are_numbers(values):
            size += abs(changes[name] - values[0]) / (max(values) - min(values))
        else:
            size += changes[name] != values[0]
    return size


def several_rules(
    player: Player, base: Cell, asked: dict[str, list[Any]], aim: Aim, games: int, trials: int,
    seed: int,
) -> Tuned:  # fmt: skip
    """Search with a seeded TPE sampler; measure the best set anew on other deals."""
    optuna = _optuna()
    if isinstance(trials, bool) or not isinstance(trials, int) or trials < 1:
        raise TolsimError(f"trials is a whole number of at least 1, not {trials!r}")
    lists = {name: sorted(v) if are_numbers(v) else v for name, v in asked.items()}
    in_force = {name: values[0] for name, values in asked.items()}
    if not player.playable(in_force):
        raise TolsimError(next(iter(player.refused.values())))
    found: dict[str, Played] = {}
    worth: dict[str, float] = {}

    def objective(trial: Any) -> float:
        changes = {name: _suggested(trial, name, values) for name, values in lists.items()}
        key = player.cell(changes).key
        if key not in found:
            if key in player.refused or not player.playable(changes):
                raise optuna.TrialPruned
            found[key] = player.measured([changes], games)[0]
            off = abs(found[key].rate.rate - aim.target)
            change = size_of_change(asked, changes)
            worth[key] = off + WEIGHT_OF_CHANGE * aim.delta * change
        return worth[key]

    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        # It takes seeds of 32 bits.
        study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))
        study.enqueue_trial(
            {
                name: values.index(in_force[name]) if are_numbers(values) else in_force[name]
                for name, values in lists.items()
            }
        )
        study.optimize(objective, n_trials=trials)
    finally:
        optuna.logging.set_verbosity(before)
    best = found[min(worth, key=lambda key: worth[key])]
    other_deals = (seed + 1) % 2**64
    nearest = player.measured([best.changes], ANEW * games, other_deals)[0]
    changed = {k: v for k, v in nearest.changes.items() if v != in_force[k]}
    answer = Tuned(
        base.game, base.agents, asked, aim, list(found.values()), nearest,
        changed if nearest.standing == WITHIN else None, None,
        refused=list(player.refused.values()),
    )  # fmt: skip
    answer.sentence = told(answer, len(found))
    return answer


def _suggested(trial: Any, name: str, values: list[Any]) -> Any:
    """Let the sampler choose: numbers by their place, so that near ones count as alike."""
    if are_numbers(values):
        return values[trial.suggest_int(name, 0, len(values) - 1)]
    return trial.suggest_categorical(name, values)
