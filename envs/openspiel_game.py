"""A game as OpenSpiel declares one: its type, its limits, and what observes its states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from tolsim.core.definition import Definition
from tolsim.core.errors import TolsimError
from tolsim.core.registry import definition
from tolsim.envs.openspiel_play import DIGIT
from tolsim.envs.openspiel_rules import rules_of
from tolsim.envs.openspiel_state import TolsimState

DEFAULT_DIGITS = 8
MOST_DIGITS = 16
PARAMETERS = {"variant": "default", "overrides": "", "seed": 0, "deal_digits": DEFAULT_DIGITS}
PREFIX = "tolsim_"


def game_type(name: str) -> pyspiel.GameType:
    """Type of a game of the registry, as its definition has it.

    Chance lies in the state's own stream, which the deal starts. So all of it is drawn when the
    deal is, at chance nodes in the open, and what follows is determined: *explicit stochastic*.
    (*Sampled stochastic* would do as well, but pyspiel cannot save such a game written in Python.)
    What is drawn and has not yet come is hidden, dice no less than cards: *imperfect information*.
    """
    declared = definition(name)
    players = len(declared.seats)
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + name,
        long_name=declared.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=_utility(declared),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _utility(declared: Definition) -> Any:
    kinds = pyspiel.GameType.Utility
    if "zero-sum" in declared.kind:
        return kinds.ZERO_SUM
    return kinds.IDENTICAL if "cooperative" in declared.kind else kinds.GENERAL_SUM


def _game_info(declared: Definition) -> pyspiel.GameInfo:
    low, high = declared.returns
    return pyspiel.GameInfo(
        num_distinct_actions=len(declared.actions),
        max_chance_outcomes=DIGIT,
        num_players=len(declared.seats),
        min_utility=low,
        max_utility=high,
        utility_sum=0.0 if "zero-sum" in declared.kind else None,
        max_game_length=declared.longest,
    )


def overrides_text(overrides: Mapping[str, object]) -> str:
    """Write overrides as OpenSpiel's parameter of that name.

    OpenSpiel keeps commas, equals signs and brackets of a game's text for itself; ``|`` stands for
    a comma.

    Examples
    --------
    >>> overrides_text({"setup.hand_size": 4, "stratagem.unused_points": 3})
    'setup.hand_size:4;stratagem.unused_points:3'
    """
    return ";".join(f"{name}:{value}" for name, value in overrides.items()).replace(",", "|")


def overrides_of(text: str) -> dict[str, object]:
    """Read what :func:`overrides_text` writes.

    Raises
    ------
    TolsimError
        If a part is not ``rule:value``.
    """
    found: dict[str, object] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise TolsimError(f"overrides are rule:value;rule:value, not {part!r}")
        found[name.strip()] = value.strip().replace("|", ",")
    return found


class TolsimGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the registry under one ruleset and one seed of deals.

    Attributes
    ----------
    rules
        What its states play by; ``rules.game`` is the :class:`tolsim.Game`.
    seed
        ``rules.game.reset(seed, [deal])`` is the game that the digits of ``deal`` lead to.
    deal_digits
        How many hexadecimal digits a deal's number has.
    """

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.seed, self.deal_digits = int(given["seed"]), int(given["deal_digits"])
        if self.seed < 0:
            raise TolsimError(f"seed is 0 to 2**31 - 1, not {self.seed}")
        if not 1 <= self.deal_digits <= MOST_DIGITS:
            raise TolsimError(f"deal_digits is 1 to {MOST_DIGITS}, not {self.deal_digits}")
        overrides = overrides_of(given["overrides"])
        self.rules = rules_of(name, given["variant"], tuple(overrides.items()))
        super().__init__(game_type(name), _game_info(self.rules.game.definition), given)

    def new_initial_state(self) -> TolsimState:
        """State before the deal, whose digits are drawn at chance nodes."""
        return TolsimState(self)

    def new_deal(self, deal: int) -> TolsimState:
        """First state of a certain deal.

        Parameters
        ----------
        deal
            Its number, 0 to ``16**deal_digits - 1``.
        """
        deals = DIGIT**self.deal_digits
        if not 0 <= deal < deals:
            raise TolsimError(
                f"deals are 0 to {deals - 1:,} with {self.deal_digits} digits, not {deal:,}"
            )
        state = self.new_initial_state()
        for place in reversed(range(self.deal_digits)):
            state.apply_action(deal // DIGIT**place % DIGIT)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Number of digits of a deal."""
        return self.deal_digits

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make what fills tensors and writes strings for one way to observe."""
        return Observer(self.rules.game.observation_size, iig_obs_type, params)


class Observer:
    """What :mod:`open_spiel.python.observation` and C++ use to observe states.

    Attributes
    ----------
    tensor
        float32 ``[observation_size]``.
    dict
        The same under the name ``"observation"``.
    """

    def __init__(self, size: int, kind: Any = None, params: Any = None) -> None:
        if params:
            raise TolsimError(f"observers take no parameters, not {params!r}")
        own = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and not (kind.public_info and kind.private_info == own):
            raise TolsimError(
                "observers show public_info with private_info SINGLE_PLAYER, not public_info="
                f"{kind.public_info} with private_info={kind.private_info.name}"
            )
        self._perfect_recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TolsimState, player: int) -> None:
        """Fill the tensor with what a player has last been shown."""
        self.tensor[:] = state._play.observation(state._seat(player))

    def string_from(self, state: TolsimState, player: int) -> str:
        """Write the information state with perfect recall, else what is shown, drawn."""
        if self._perfect_recall:
            return state.information_state_string(player)
        return state.observation_string(player)
