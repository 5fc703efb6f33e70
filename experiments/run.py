"""What a run plays: its parameters, and what follows from them for each game number.

B games, P players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tolsim.agents import Agent
from tolsim.core.checks import check_seed
from tolsim.core.definition import Definition
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.registry import make
from tolsim.core.rules import Ruleset


@dataclass(frozen=True)
class Run:
    """Parameters of a run.

    Attributes
    ----------
    name
        Game in the registry.
    agents
        One per seat. Agent ``k`` plays seat ``k`` in the first game, and the others in turn.
    games
        How many.
    seed
        Chance follows from it and the deal, agents' choices from it, the game number and the seat.
    variant, overrides
        Rules, as :func:`tolsim.make` takes them.
    """

    name: str
    agents: tuple[Agent, ...]
    games: int
    seed: int
    variant: str = "default"
    overrides: Mapping[str, object] = field(default_factory=dict)

    def make_game(self) -> Game:
        """Make the game under the run's rules."""
        return make(self.name, variant=self.variant, overrides=self.overrides)


def check_run(run: Run, game: Game) -> None:
    """Refuse a run that cannot be played.

    Raises
    ------
    TolsimError
        For a wrong number of agents, a bad seed, or games that are no whole number of deals.
    """
    check_seed(run.seed)
    if game.num_players == 1 and len(run.agents) > 1:
        raise TolsimError(
            f"{game.name} has one seat ({game.seats[0]}), so it takes one agent, not "
            f"{len(run.agents)}; to compare agents, play a match with each"
        )
    if len(run.agents) != game.num_players:
        seats = ", ".join(game.seats)
        raise TolsimError(
            f"{game.name} needs {_count(game.num_players, 'agent')} ({seats}), "
            f"not {len(run.agents)}"
        )
    for agent in run.agents:
        agent.policy(game)  # refuses one that does not fit
    if isinstance(run.games, bool) or not isinstance(run.games, int) or run.games < 1:
        raise TolsimError(f"games is a whole number of at least 1, not {run.games!r}")
    if run.games % games_per_deal(game):
        raise TolsimError(
            f"games is a multiple of {games_per_deal(game)}, so that every deal is played with "
            f"every seating; {run.games} is not"
        )


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def in_every_seat(agents: Sequence[Agent], game: Game) -> tuple[Agent, ...]:
    """Agents of a match: the only one that is named sits in every seat."""
    return tuple(agents) * game.num_players if len(agents) == 1 else tuple(agents)


def games_per_deal(game: Game) -> int:
    """Games that share one deal: every seating of it, or one."""
    return games_per_deal_under(game.definition, game.ruleset)


def games_per_deal_under(definition: Definition, rules: Ruleset) -> int:
    """Games that share one deal, without the cost of making the game."""
    return len(definition.seats) if definition.seating(rules) == "alternate" else 1


def deals(game: Game, games: np.ndarray) -> np.ndarray:
    """Deal of each game number, ``[B]``."""
    return games // games_per_deal(game)


def seatings(game: Game, seed: int, games: np.ndarray) -> np.ndarray:
    """Agent in each seat of each game, int8 ``[B, P]``.

    Agent ``k`` sits in seat ``(k + turn) % P``. Turns alternate, or are drawn from the seed.
    """
    players = game.num_players
    if game.seating == "alternate":
        turns = games % players
    else:
        # One step of this generator a game, so game g can be reached without the ones before it.
        first, last = int(games.min()), int(games.max())
        draws = np.random.PCG64(seed).advance(first).random_raw(last - first + 1)
        turns = (draws[games - first] % np.uint64(players)).astype(np.int64)
    agents: np.ndarray = (np.arange(players)[None, :] - turns[:, None]) % players
    return agents.astype(np.int8)


def parameters(run: Run, game: Game) -> dict[str, Any]:
    """Everything that decides how a game number is played, as plain JSON values."""
    return {
        "game": game.name,
        "variant": game.variant,
        "overrides": dict(sorted(game.overrides.items())),
        "ruleset": game.ruleset_id,
        "agents": [agent.spec for agent in run.agents],
        "options": [agent.decisive(game) for agent in run.agents],
        "seed": int(run.seed),
        "seating": game.seating,
    }


def run_id(decisive: Mapping[str, Any]) -> str:
    """Digest of :func:`parameters`, 12 hexadecimal digits; more games keep it."""
    text = json.dumps(decisive, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def agents_text(specs: Sequence[str]) -> str:
    """Write the agents that take turns in a seat."""
    return " / ".join(dict.fromkeys(specs))
