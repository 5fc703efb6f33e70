"""A cell: one game under one set of rules between one set of agents, and its place in a study."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tolsim.agents import parse
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.registry import default_rules, make
from tolsim.core.rules import Ruleset
from tolsim.experiments.run import Run, check_run, games_per_deal, in_every_seat

Value = bool | int | float | str


@dataclass(frozen=True)
class Cell:
    """What is played in a cell; cells that differ in nothing are the same games.

    Attributes
    ----------
    game, variant
        Names.
    agents
        Texts of the agents, one for every seat or one a seat.
    overrides
        Rules set one by one, as pairs in order of their names.
    seed
        Of all chance. Cells of one seed are played on the same deals.
    """

    game: str
    agents: tuple[str, ...]
    variant: str = "default"
    overrides: tuple[tuple[str, Value], ...] = ()
    seed: int = 0

    @staticmethod
    def of(
        game: str,
        agents: Sequence[str] | str,
        *,
        variant: str = "default",
        overrides: Mapping[str, object] | None = None,
        seed: int = 0,
    ) -> Cell:
        """Make a cell, its values checked and in their own types; rules left as they are drop out.

        Raises
        ------
        TolsimError
            For an unknown name, with the nearest one, or a value that does not fit.

        Examples
        --------
        >>> Cell.of("abyss", "greedy", overrides={"stratagem.unused_points": "3"}).overrides
        (('stratagem.unused_points', 3),)
        """
        rules = default_rules(game).with_changes(variant, overrides or {})
        agents = (agents,) if isinstance(agents, str) else tuple(agents)
        usual = default_rules(game).with_changes(variant, {})
        changed = {
            name: rules.value(name)
            for name in sorted(overrides or {})
            if rules.value(name) != usual.value(name)
        }
        return Cell(game, agents, variant, tuple(changed.items()), seed)

    @cached_property
    def key(self) -> str:
        """Digest of all of it, 12 hexadecimal digits: the name of its folder."""
        text = json.dumps(
            [self.game, self.agents, self.variant, self.overrides, self.seed], sort_keys=True
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def plain(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {
            "cell": self.key,
            "game": self.game,
            "variant": self.variant,
            "overrides": dict(self.overrides),
            "agents": list(self.agents),
            "seed": self.seed,
        }

    @property
    def text(self) -> str:
        """All of it in a line."""
        words = [self.game]
        if self.variant != "default":
            words.append(self.variant)
        words += [f"{name}={value}" for name, value in self.overrides]
        return f"{' '.join(words)}: {' against '.join(self.agents)}"

    def rules(self) -> Ruleset:
        """Rules it is played under."""
        return default_rules(self.game).with_changes(self.variant, dict(self.overrides))

    def make_game(self) -> Game:
        """Make its game."""
        return make(self.game, variant=self.variant, overrides=dict(self.overrides))

    def run(self, games: int) -> Run:
        """Its first so many games as a run.

        Raises
        ------
        TolsimError
            If an agent does not fit its game.
        """
        agents = in_every_seat([parse(each) for each in self.agents], make(self.game))
        return Run(self.game, agents, games, self.seed, self.variant, dict(self.overrides))


def check_agents(cell: Cell) -> None:
    """Refuse agents that do not fit the cell's game.

    Raises
    ------
    TolsimError
        With the cell's name and what is wrong with the agent.
    """
    game = cell.make_game()
    try:
        check_run(cell.run(games_per_deal(game)), game)
    except TolsimError as error:
        raise TolsimError(f"{' against '.join(cell.agents)} on {cell.game}: {error}") from None
