"""Training runs: learning, curves, checkpoints and games against fixed agents, in one folder.

The folder holds ``run.json`` (what decides the run), ``checkpoint.pt``, ``policy.npz`` (what
``policy:path=DIR`` plays), ``curve.csv`` (one line an update), ``evaluations.csv`` and, where
tensorboardX is installed, its event files.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tolsim.agents import parse
from tolsim.agents.policy import save_policy
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.experiments.match import play_match
from tolsim.experiments.storage import write_atomically, write_text

if TYPE_CHECKING:
    from tolsim.agents.ppo import Settings, Trainer

AGAINST = ("uniform", "greedy")
EVALUATION_GAMES = 200
EVALUATION_SEED = 0x5EED
CHECKPOINT_SECONDS = 60.0


@dataclass(frozen=True)
class Training:
    """What decides a training run.

    Attributes
    ----------
    game
        With its rules.
    seed
        Everything follows from it but the moments in which the clock stops the run.
    learn
        Settings of the learner that are not at their default: see
        :class:`tolsim.agents.ppo.Settings`.
    teacher
        An ``mcts`` agent to learn from, else None.
    against
        Agents that the policy is measured against, every ``evaluate_every`` updates.
    threads
        Of torch and of play; part of what decides the run, as torch's sums depend on it.
    """

    game: Game
    seed: int = 0
    learn: Mapping[str, Any] = field(default_factory=dict)
    teacher: str | None = None
    against: Sequence[str] = AGAINST
    evaluate_every: int = 200
    threads: int = 2

    def decisive(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {
            "game": self.game.name,
            "variant": self.game.variant,
            "overrides": dict(self.game.overrides),
            "ruleset": self.game.ruleset_id,
            "seed": self.seed,
            "learn": dict(self.learn),
            "teacher": self.teacher,
            "against": list(self.against),
            "evaluate_every": self.evaluate_every,
            "threads": self.threads,
        }


@dataclass(frozen=True)
class TrainingProgress:
    """How far a run is.

    Attributes
    ----------
    updates, decisions, environment_steps
        Done so far, those of earlier calls included; the steps are the learner's decisions and
        those of the agents it plays against.
    rate
        Environment steps per second in this call, with learning and the games against fixed agents.
    metrics
        Of the last update.
    rates
        Agent to the policy's last win rate against it, as ``(rate, low, high)``.
    """

    updates: int
    decisions: int
    environment_steps: int
    rate: float
    metrics: Mapping[str, float]
    rates: Mapping[str, tuple[float, float, float]]


def settings_of(game: Game, learn: Mapping[str, Any]) -> Settings:
    """Check a learner's settings, given as values or as text.

    Raises
    ------
    TolsimError
        For an unknown name, with the nearest one, or a value that does not fit.
    """
    from tolsim.agents.ppo import Settings

    plain = Settings.of(game)
    kinds = {each.name: type(getattr(plain, each.name)) for each in fields(plain)}
    found: dict[str, Any] = {}
    for name, value in learn.items():
        if name not in kinds:
            raise unknown("setting of the learner", name, kinds)
        try:
            found[name] = kinds[name](value)
        except ValueError:
            kind = "a whole number" if kinds[name] is int else "a number"
            raise TolsimError(f"setting {name} of the learner is {kind}, not {value!r}") from None
    return replace(plain, **found).checked()


def train(
    training: Training,
    out: str | Path,
    *,
    minutes: float | None = None,
    updates: int | None = None,
    on_progress: Callable[[TrainingProgress], object] | None = None,
) -> TrainingProgress:
    """Train a policy, or go on training it.

    Parameters
    ----------
    training
        What decides the run.
    out
        Folder. A run that was stopped goes on there from its last checkpoint.
    minutes
        How long this call may take, the games against fixed agents included.
    updates
        Updates that the run has in the end.
    on_progress
        Called after every update.

    Raises
    ------
    TolsimError
        If the folder holds another run or cannot be written, or a setting does not fit.
    """
    if minutes is None and updates is None:
        raise TolsimError("a training run needs minutes or updates, to know when to stop")
    if (minutes is not None and minutes <= 0) or (updates is not None and updates < 1):
        raise TolsimError("minutes is more than 0 and updates at least 1")
    # Before anything is written.
    settings_of(training.game, training.learn)
    for each in (*training.against, *([training.teacher] if training.teacher else ())):
        parse(each).policy(training.game)
    folder = _Folder(Path(out), training)
    return _Loop(training, folder, on_progress).run(minutes, updates)


class _Loop:
    """The run itself."""

    def __init__(self, training: Training, folder: _Folder, on_progress: Any) -> None:
        import torch

        from tolsim.agents.ppo import Trainer

        torch.set_num_threads(training.threads)
        self.training, self.folder, self._on_progress = training, folder, on_progress
        settings = settings_of(training.game, training.learn)
        self.trainer: Trainer = Trainer(
            training.game, settings, training.seed, training.teacher, training.threads
        )
        self.rates = folder.restore(self.trainer)
        self._writer = _tensorboard(folder.path)

    def run(self, minutes: float | None, updates: int | None) -> TrainingProgress:
        """Learn until time or updates are used up."""
        trainer = self.trainer
        began, before, saved = time.monotonic(), trainer.environment_steps, time.monotonic()
        end = None if minutes is None else began + 60.0 * minutes
        now = self._progress(0.0, {})
        try:
            while (updates is None or trainer.updates < updates) and (
                end is None or time.monotonic() < end
            ):
                metrics = trainer.update()
                elapsed = time.monotonic() - began
                rate = (trainer.environment_steps - before) / elapsed
                self._note(metrics, rate)
                if trainer.updates % self.training.evaluate_every == 0:
                    self._evaluate()
                if time.monotonic() - saved > CHECKPOINT_SECONDS:
                    self.save()
                    saved = time.monotonic()
                now = self._progress(rate, metrics)
                if self._on_progress is not None:
                    self._on_progress(now)
        finally:
            self.save()
            if self._writer is not None:
                self._writer.close()
        return now

    def save(self) -> None:
        """Write checkpoint, policy and curves."""
        self.folder.save(self.trainer, self.rates)

    def _progress(self, rate: float, metrics: Mapping[str, float]) -> TrainingProgress:
        done = self.trainer.updates, self.trainer.decisions, self.trainer.environment_steps
        return TrainingProgress(*done, rate, metrics, self.rates)

    def _note(self, metrics: Mapping[str, float], rate: float) -> None:
        trainer = self.trainer
        self.folder.curve.append(
            {
                "update": trainer.updates,
                "decisions": trainer.decisions,
                "environment_steps": trainer.environment_steps,
                **metrics,
            }
        )
        if self._writer is not None:
            for name, value in {**metrics, "environment_steps_per_second": rate}.items():
                self._writer.add_scalar(f"learning/{name}", value, trainer.decisions)

    def _evaluate(self) -> None:
        trainer, game = self.trainer, self.training.game
        self.folder.save_policy(trainer)
        policy = f"policy:path={self.folder.path}"
        for opponent in self.training.against if game.num_players > 1 else ("",):
            result = play_match(
                game.name,
                [policy] * game.num_players if not opponent else [policy, opponent],
                games=EVALUATION_GAMES, seed=EVALUATION_SEED, workers=1,
                variant=game.variant, overrides=game.overrides,
            )  # fmt: skip
            for name, (rate, low, high) in _rates(result.summary(), opponent).items():
                self.rates[name] = (rate, low, high)
                self.folder.evaluations.append(
                    {"update": trainer.updates, "decisions": trainer.decisions, "against": name,
                     "games": EVALUATION_GAMES, "rate": rate, "low": low, "high": high}
                )  # fmt: skip
                if self._writer is not None:
                    self._writer.add_scalar(f"evaluation/{name}", rate, trainer.decisions)


def _rates(summary: Mapping[str, Any], opponent: str) -> dict[str, tuple[float, float, float]]:
    """Win rate against an opponent, or how often a single player reaches each class."""
    if opponent:
        mine = summary["agents"][0]
        return {opponent: (mine["win_rate"], mine["low"], mine["high"])}
    return {
        each["class"]: (each["share"], each["low"], each["high"]) for each in summary["classes"]
    }


def _tensorboard(folder: Path) -> Any:
    try:
        from tensorboardX import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder))


class _Folder:
    """The files of a run; what was written after the last checkpoint is written again."""

    def __init__(self, path: Path, training: Training) -> None:
        self.path, self._training = path, training
        self.curve: list[dict[str, Any]] = []
        self.evaluations: list[dict[str, Any]] = []
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TolsimError(f"cannot make {path}: {error.strerror}") from None
        manifest = path / "run.json"
        text = json.dumps(training.decisive(), indent=1)
        if manifest.is_file():
            stored = _read_manifest(manifest)
            for key, mine in json.loads(text).items():
                if stored.get(key) != mine:
                    raise TolsimError(
                        f"{path} holds another run: its {key} is {stored.get(key)!r}, not {mine!r}"
                    )
        else:
            write_text(manifest, text)

    def restore(self, trainer: Trainer) -> dict[str, tuple[float, float, float]]:
        """Go on from the last checkpoint, if there is one; the last win rates."""
        checkpoint = self.path / "checkpoint.pt"
        if not checkpoint.is_file():
            return {}
        trainer.restore(checkpoint.read_bytes())
        self.curve = _read_table(self.path / "curve.csv", trainer.updates)
        self.evaluations = _read_table(self.path / "evaluations.csv", trainer.updates)
        return {
            each["against"]: (float(each["rate"]), float(each["low"]), float(each["high"]))
            for each in self.evaluations
        }

    def save(self, trainer: Trainer, rates: Mapping[str, Any]) -> None:
        """Write everything; each file whole or not at all, the checkpoint last."""
        self.save_policy(trainer)
        write_text(self.path / "curve.csv", _table_text(self.curve))
        write_text(self.path / "evaluations.csv", _table_text(self.evaluations))
        stored = trainer.state()
        write_atomically(self.path / "checkpoint.pt", lambda file: file.write(stored))

    def save_policy(self, trainer: Trainer) -> None:
        """Write the policy as it is now."""
        made = {
            **self._training.decisive(),
            "updates": trainer.updates,
            "decisions": trainer.decisions,
            "settings": asdict(trainer.settings),
        }
        save_policy(self.path, self._training.game, trainer.network.arrays(), made)


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TolsimError(f"{path} cannot be read: {error}") from None
    if not isinstance(stored, dict):
        raise TolsimError(f"{path} is no manifest of a training run")
    return stored


def _table_text(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return ""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _read_table(path: Path, updates: int) -> list[dict[str, Any]]:
    """Rows up to an update."""
    if not path.is_file():
        return []
    return [
        row
        for row in csv.DictReader(io.StringIO(path.read_text()))
        if int(row["update"]) <= updates
    ]
