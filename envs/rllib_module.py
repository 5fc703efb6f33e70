"""The network that RLlib trains: actions that are not legal have no chance at all.

It is laid out as the networks of :mod:`tolsim.core.network`, so that what RLlib has learned can be
written to a policy file and played inside the compiled loops.

O observation size, H hidden width, A actions; ``...`` stands for a batch of any shape.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

from tolsim.core.errors import TolsimError
from tolsim.core.network import WIDEST
from tolsim.envs.rllib_env import ACTION_MASK, OBSERVATIONS

HIDDEN = 64
IMPOSSIBLE = -1e9
"""Logit of an action that is not legal: its chance is exactly 0, its logarithm finite."""


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two hidden layers, a policy head [A] whose illegal actions are ruled out, and a value.

    ``model_config`` may hold ``hidden``, the units of a hidden layer, 64 if left out. Observations
    are those of :class:`tolsim.envs.rllib_env.SeatsEnv`.

    Raises
    ------
    TolsimError
        If ``hidden`` is out of its range.
    """

    def setup(self) -> None:
        """Build the layers; RLlib calls this."""
        hidden = self.model_config.get("hidden", HIDDEN)
        if not 1 <= hidden <= WIDEST:
            raise TolsimError(f"hidden is 1 to {WIDEST}, not {hidden}")
        self.first = nn.Linear(self.observation_space[OBSERVATIONS].shape[0], hidden)
        self.second = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, int(self.action_space.n))
        self.value = nn.Linear(hidden, 1)
        gains = (
            (self.first, 2**0.5),
            (self.second, 2**0.5),
            (self.policy, 0.01),
            (self.value, 0.1),
        )
        for layer, gain in gains:
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def _hidden(self, batch: dict[str, Any]) -> torch.Tensor:
        seen = batch[Columns.OBS][OBSERVATIONS]
        return torch.relu(self.second(torch.relu(self.first(seen))))

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Logits ``[..., A]``, and the hidden layer ``[..., H]`` for the value."""
        hidden = self._hidden(batch)
        legal = batch[Columns.OBS][ACTION_MASK] > 0
        logits = self.policy(hidden).masked_fill(~legal, IMPOSSIBLE)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: hidden}

    def _forward_inference(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Logits alone: what else is given would be kept with every step of an episode."""
        with torch.no_grad():
            return {Columns.ACTION_DIST_INPUTS: self._forward(batch)[Columns.ACTION_DIST_INPUTS]}

    _forward_exploration = _forward_inference

    def compute_values(
        self, batch: dict[str, Any], embeddings: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Expected return of the seat that looks, ``[...]``."""
        hidden = self._hidden(batch) if embeddings is None else embeddings
        values: torch.Tensor = self.value(hidden).squeeze(-1)
        return values

    @torch.no_grad()
    def arrays(self) -> dict[str, np.ndarray]:
        """Its weights by the names of :func:`tolsim.core.network.layer_shapes`, float32.

        The value head has one column, that of the seat which looks.
        """
        found = {}
        for name in ("first", "second", "policy", "value"):
            layer = getattr(self, name)
            found[f"{name}_weights"] = np.ascontiguousarray(layer.weight.detach().cpu().numpy().T)
            found[f"{name}_biases"] = layer.bias.detach().cpu().numpy().copy()
        return found
