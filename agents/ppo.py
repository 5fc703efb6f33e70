"""Learning by self-play: proximal policy optimisation on the compiled batches, in PyTorch.

For games of any number of players, teams or not, zero-sum or not. Play is collected without torch,
by :func:`tolsim.core.learning_loops.collect_rows`; torch only learns. The learner plays itself, past
selves and fixed agents. Given a teacher, it learns from guided search instead: expert iteration.

Sources: J. Schulman et al., "Proximal Policy Optimization Algorithms" (2017) and "High-Dimensional
Continuous Control Using Generalized Advantage Estimation" (2015); T. Anthony, Z. Tian and D.
Barber, "Thinking Fast and Slow with Deep Learning and Tree Search" (2017).

B rows, T decisions, A actions, P players, O observation size, N = B T.
"""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from tolsim.agents import mcts
from tolsim.agents.agent import Agent, parse
from tolsim.core.agent_settings import AGENT_DTYPE, GREEDY, POLICY, UNIFORM
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.learning_loops import new_record, record_part
from tolsim.core.network import WIDEST, layer_shapes
from tolsim.core.vector_loops import new_rows, part

LONG = 1000
"""Decisions from which on a game's longest play makes it a long one."""
SEATINGS = 60
"""Seatings among which every game draws; the shares of opponents are rounded to these."""


@dataclass(frozen=True)
class Settings:
    """What decides how a run learns.

    Attributes
    ----------
    hidden
        Units of each of the two hidden layers.
    rows, decisions
        B and T: games played at once, and the learner's decisions in each between two updates.
    epochs, minibatches
        How often each decision is learned from, about, and in how many portions.
    learning_rate, settle
        Adam's, divided by ``sqrt(1 + updates / settle)``.
    clip
        How far an update may move a chance, as a share.
    entropy
        Weight of the policy's entropy, which keeps it trying; it settles like the learning rate.
    value_weight
        Weight of the error in expected returns.
    trace
        GAE's lambda, for each decision of the record; 1 learns from returns alone.
    snapshots, snapshot_every
        Past selves kept as opponents, and updates between two of them.
    past, greedy, uniform
        Shares of games against a past self, the heuristic and random play; the rest is self-play.
    """

    hidden: int = 64
    rows: int = 512
    decisions: int = 64
    epochs: float = 1.75
    minibatches: int = 8
    learning_rate: float = 1e-3
    settle: int = 400
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    trace: float = 0.95
    snapshots: int = 8
    snapshot_every: int = 25
    past: float = 0.2
    greedy: float = 0.1
    uniform: float = 0.0

    @staticmethod
    def of(game: Game) -> Settings:
        """Settings for a game: what a decision is worth shows later in a longer game."""
        return Settings() if game.longest < LONG else Settings(trace=0.98, decisions=128)

    def checked(self) -> Settings:
        """Itself, if its values can be learned with.

        Raises
        ------
        TolsimError
            If one is out of its range.
        """
        for name, low, high in (
            ("hidden", 1, WIDEST), ("rows", 2, 2**20), ("decisions", 1, 2**16),
            ("epochs", 1.0, 100.0), ("minibatches", 1, self.rows), ("learning_rate", 0, 1),
            ("settle", 1, 2**40), ("clip", 0, 10), ("entropy", 0, 10), ("value_weight", 0, 100),
            ("trace", 0, 1), ("snapshots", 0, 64), ("snapshot_every", 1, 2**40),
            ("past", 0, 1), ("greedy", 0, 1), ("uniform", 0, 1),
        ):  # fmt: skip
            value = getattr(self, name)
            if not low <= value <= high:
                raise TolsimError(
                    f"setting {name} of the learner is {low:,} to {high:,}, not {value}"
                )
        return self


class Network(nn.Module):
    """Two hidden layers, a policy head [A] and a value head [P] in order from the one who looks."""

    def __init__(self, observation_size: int, hidden: int, actions: int, players: int) -> None:
        super().__init__()
        self.first = nn.Linear(observation_size, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, players)
        gains = (
            (self.first, 2**0.5),
            (self.second, 2**0.5),
            (self.policy, 0.01),
            (self.value, 0.1),
        )
        for layer, gain in gains:
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits [N, A] and values [N, P] of observations [N, O]."""
        hidden = torch.relu(self.second(torch.relu(self.first(observations))))
        return self.policy(hidden), self.value(hidden)

    @torch.no_grad()
    def arrays(self) -> dict[str, np.ndarray]:
        """Its weights by the names of :func:`tolsim.core.network.layer_shapes`, as they lie there."""
        found = {}
        for name in ("first", "second", "policy", "value"):
            layer = getattr(self, name)
            found[f"{name}_weights"] = np.ascontiguousarray(layer.weight.detach().numpy().T)
            found[f"{name}_biases"] = layer.bias.detach().numpy().copy()
        return found

    def flat(self) -> np.ndarray:
        """Its weights one behind the other, float32 [W]."""
        return np.concatenate([array.ravel() for array in self.arrays().values()])


class Trainer:
    """A run of learning, which goes on from a checkpoint exactly as if it had never stopped.

    Parameters
    ----------
    game
        From :func:`tolsim.make`.
    settings
        How it learns.
    seed
        Everything follows from it.
    teacher
        An ``mcts`` agent by whose visit counts the network learns, guided by the network itself.
    threads
        Threads that collect play; the result does not depend on them.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings = Settings(),
        seed: int = 0,
        teacher: str | None = None,
        threads: int = 2,
    ) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.updates = 0
        self.decisions = 0
        self.environment_steps = 0
        torch.manual_seed(seed)
        sizes = (game.observation_size, settings.hidden, game.num_actions, game.num_players)
        self.network = Network(*sizes)
        assert list(self.network.arrays()) == list(layer_shapes(*sizes))
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.learning_rate)
        self._shuffle = np.random.default_rng(seed)
        self._size = game.network_size(settings.hidden)
        self._weights = np.tile(self.network.flat(), 1 + settings.snapshots)
        self._agents = _agents(game, settings, self._size)
        if teacher is not None:
            self._agents[0] = _search(self._agents[0], parse(teacher), game)
        self._states = np.zeros(settings.rows, game.state_dtype)
        self._states["over"] = 1
        shape = (settings.rows, game.num_actions, game.num_players, game.observation_size)
        self._rows = new_rows(*shape, _seatings(game, settings), final=False)
        self._rows.seeds[:] = seed
        self._rows.strides[:] = settings.rows
        self._rows.deals[:] = np.arange(settings.rows) - np.uint64(settings.rows)
        self._record = new_record(
            settings.rows, settings.decisions, *shape[1:], taught=teacher is not None
        )
        _keep_memory()
        self._parts = _parts(self, threads)
        self._taught = teacher is not None

    # Play.

    def collect(self) -> None:
        """Play ``rows`` x ``decisions`` decisions of the learner."""
        self._weights[: self._size] = self.network.flat()
        with ThreadPoolExecutor(len(self._parts)) as pool:
            for done in [pool.submit(each) for each in self._parts]:
                done.result()
        self.decisions += self._record.choices.size
        self.environment_steps += self._record.choices.size + int(self._record.others.sum())

    # Learning.

    def update(self) -> dict[str, float]:
        """Play, and learn from it.

        Returns
        -------
        dict
            Means over the update: ``loss``, ``policy_loss``, ``value_loss``, ``entropy``,
            ``clipped`` (share of chances that reached the clip), ``explained`` (share of the
            returns' variance that was expected), ``length`` (decisions of the learner in a game).
        """
        self.collect()
        settle = (1.0 + self.updates / self.settings.settle) ** -0.5
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * settle
        targets, advantages = self._returns()
        told: list[dict[str, float]] = []
        for rows in self._portions():
            told.append(self._learn(rows, targets, advantages, settle))
        self.updates += 1
        if self.updates % self.settings.snapshot_every == 0 and self.settings.snapshots:
            place = 1 + (self.updates // self.settings.snapshot_every - 1) % self.settings.snapshots
            self._weights[place * self._size : (place + 1) * self._size] = self.network.flat()
        means = {key: sum(each[key] for each in told) / len(told) for key in told[0]}
        ended = max(int(self._record.ended.sum()), 1)
        return means | {"length": self._record.choices.size / ended}

    def _portions(self) -> list[slice]:
        """Rows of each step of the optimiser, in a drawn order.

        Rows are games apart from each other, so it does not matter which of them lie together;
        neighbours need not be copied.
        """
        count = self.settings.minibatches
        edges = np.linspace(0, self.settings.rows, count + 1).astype(int).tolist()
        steps = round(self.settings.epochs * count)
        drawn = [self._shuffle.permutation(count) for _ in range(-(-steps // count))]
        return [slice(edges[k], edges[k + 1]) for k in np.concatenate(drawn)[:steps]]

    def _returns(self) -> tuple[np.ndarray, np.ndarray]:
        """What each seat got from each decision on, ``[B, T, P]``, and the advantage ``[B, T]``."""
        record = self._record
        gained = np.zeros_like(record.rewards)
        ahead = np.zeros_like(record.rewards[:, 0])
        for t in reversed(range(self.settings.decisions)):
            goes_on = 1.0 - record.ended[:, t, None].astype(np.float32)
            error = record.rewards[:, t] + goes_on * record.values[:, t + 1] - record.values[:, t]
            ahead = error + goes_on * np.float32(self.settings.trace) * ahead
            gained[:, t] = ahead
        mine = record.players[..., None].astype(np.int64)
        advantages = np.take_along_axis(gained, mine, axis=2)[..., 0]
        # In the order of the value head: the seat that looks first.
        seats = (mine + np.arange(self.game.num_players)) % self.game.num_players
        targets = np.take_along_axis(gained + record.values[:, :-1], seats, axis=2)
        return targets, (advantages - advantages.mean()) / (advantages.std() + 1e-8)

    def _learn(
        self, rows: slice, targets: np.ndarray, advantages: np.ndarray, settle: float
    ) -> dict[str, float]:
        """Take one step of the optimiser on some rows."""
        record, settings = self._record, self.settings
        logits, values = self.network(_tensor(record.observations, rows))
        # Only legal actions count, and they are few: the softmax goes over a list of them.
        counts = _tensor(record.counts, rows)
        most = int(counts.max())
        listed = _tensor(record.legal[:, :, :most], rows).long()
        absent = torch.arange(most) >= counts[:, None]
        logs = torch.log_softmax(logits.gather(1, listed).masked_fill(absent, -1e9), dim=1)
        entropy = -(logs.exp() * logs).sum(dim=1).mean()
        wanted = _tensor(targets, rows)
        value_loss = nn.functional.mse_loss(values, wanted)
        if self._taught:
            policy_loss = -(_tensor(record.shares[:, :, :most], rows) * logs).sum(dim=1).mean()
            clipped, bonus = 0.0, 0.0
        else:
            chosen = logs.gather(1, _tensor(record.choices, rows)[:, None])[:, 0]
            ratio = (chosen - _tensor(record.log_shares, rows)).exp()
            gain = _tensor(advantages, rows)
            kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy_loss = -torch.minimum(ratio * gain, kept * gain).mean()
            clipped = float((kept != ratio).float().mean())
            bonus = settings.entropy * settle
        loss = policy_loss + settings.value_weight * value_loss - bonus * entropy
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        return {
            "loss": float(loss.detach()),
            "policy_loss": float(policy_loss.detach()),
            "value_loss": float(value_loss.detach()),
            "entropy": float(entropy.detach()),
            "clipped": clipped,
            "explained": 1.0 - float(value_loss.detach()) / max(float(wanted.var()), 1e-8),
        }

    # Checkpoints.

    def state(self) -> bytes:
        """All that a run goes on from."""
        rows = {
            name: array
            for name, array in self._rows._asdict().items()
            if name not in ("seatings", "actions", "masks", "final_observations")
        }
        buffer = io.BytesIO()
        torch.save(
            {
                "settings": asdict(self.settings),
                "seed": self.seed,
                "updates": self.updates,
                "decisions": self.decisions,
                "environment_steps": self.environment_steps,
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "shuffle": self._shuffle.bit_generator.state,
                "weights": torch.from_numpy(self._weights),
                "states": torch.from_numpy(self._states.view(np.uint8).copy()),
                "rows": {name: torch.from_numpy(array.copy()) for name, array in rows.items()},
            },
            buffer,
        )
        return buffer.getvalue()

    def restore(self, stored: bytes) -> None:
        """Go on from :meth:`state`.

        Raises
        ------
        TolsimError
            If it is not whole, or not of a run with these settings and this seed.
        """
        try:
            found: dict[str, Any] = torch.load(io.BytesIO(stored), weights_only=True)
            decided = {name: found[name] for name in ("settings", "seed")}
        except Exception as error:  # noqa: BLE001  # torch names no class for what is not its own
            raise TolsimError(f"the checkpoint cannot be read: {error}") from None
        for name, mine in (("settings", asdict(self.settings)), ("seed", self.seed)):
            if decided[name] != mine:
                raise TolsimError(
                    f"the checkpoint is of a run with {name} {decided[name]}, not {mine}"
                )
        self.updates, self.decisions = found["updates"], found["decisions"]
        self.environment_steps = found["environment_steps"]
        self.network.load_state_dict(found["network"])
        self.optimizer.load_state_dict(found["optimizer"])
        self._shuffle.bit_generator.state = found["shuffle"]
        self._weights[:] = found["weights"].numpy()
        self._states.view(np.uint8)[:] = found["states"].numpy()
        for name, array in found["rows"].items():
            getattr(self._rows, name)[:] = array.numpy()


def _tensor(array: np.ndarray, rows: slice) -> torch.Tensor:
    """Decisions of some rows, one behind the other."""
    return torch.from_numpy(array[rows]).flatten(0, 1)


def _keep_memory() -> None:
    """Let the C library keep what is freed between two steps of the optimiser.

    Where that is glibc it hands freed memory back to the system, whose return costs a tenth of a
    run, until it has seen a block of the size of torch's be freed; any other takes no notice.
    """
    torch.empty(30 * 2**20, dtype=torch.uint8)


def _agents(game: Game, settings: Settings, size: int) -> np.ndarray:
    """The learner, its past selves, the heuristic and random play, as records."""
    agents = np.zeros(settings.snapshots + 3, AGENT_DTYPE)
    agents["low"], agents["high"] = game.definition.returns
    selves = agents[: settings.snapshots + 1]
    selves["kind"] = POLICY
    selves["hidden"] = settings.hidden
    selves["network"] = size * np.arange(len(selves))
    selves["temperature"] = 1.0
    agents[-2]["kind"] = GREEDY
    agents[-1]["kind"] = UNIFORM
    return agents


def _search(learner: np.record, teacher: Agent, game: Game) -> np.record:
    """Record of a search that is guided by the learner's network."""
    if teacher.name != "mcts" or teacher.options["seconds"] is not None:
        raise TolsimError(f"a teacher is an mcts agent with iterations, not {teacher.spec!r}")
    if teacher.options["policy"] is not None:
        raise TolsimError("a teacher searches by the learner's own network, not by another policy")
    record = teacher.record(game)
    record.network, record.hidden = learner["network"], learner["hidden"]
    if teacher.options["exploration"] is None:
        record.exploration = mcts.GUIDED_EXPLORATION
    return record


def _seatings(game: Game, settings: Settings) -> np.ndarray:
    """Who sits where, int8 [S, P]: agent 0 is the learner, and fills all seats of a team."""
    teams = np.array(game.definition.teams)
    sides = sorted(set(teams.tolist()))
    own = np.zeros((1, game.num_players), np.int8)
    if len(sides) == 1:
        return own

    def against(opponent: int, side: int) -> np.ndarray:
        return np.where(teams == side, 0, opponent).astype(np.int8)

    snapshots = settings.snapshots
    shares = [(settings.greedy, [snapshots + 1]), (settings.uniform, [snapshots + 2])]
    if snapshots:
        shares.append((settings.past, list(range(1, snapshots + 1))))
    found = []
    for share, opponents in shares:
        pairs = [(opponent, side) for opponent in opponents for side in sides]
        count = round(share * SEATINGS / len(sides)) * len(sides)
        found += [against(*pairs[k % len(pairs)]) for k in range(count)]
    if len(found) > SEATINGS:
        raise TolsimError("the shares of games against others add up to more than 1")
    return np.stack([*found, *np.repeat(own, SEATINGS - len(found), axis=0)])


def _parts(trainer: Trainer, threads: int) -> list[Any]:
    """Calls that collect play, one a thread."""
    game, entries = trainer.game, trainer.game.definition.entries
    calls = []
    edges = np.linspace(0, trainer.settings.rows, threads + 1).astype(int)
    for first, behind in pairwise(edges):
        arguments = (
            trainer._states[first:behind],
            game.parameters,
            part(trainer._rows, first, behind),
            record_part(trainer._record, first, behind),
            trainer._agents,
            game.new_networks(trainer._weights),
        )
        if trainer._record.shares.size:
            calls.append(partial(entries.teach, *arguments, game.new_tree(trainer._agents[:1])))
        else:
            calls.append(partial(entries.collect, *arguments))
    return calls
