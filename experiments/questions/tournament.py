"""A tournament: every agent against every other on the same deals, and what ranks them.

>>> from tolsim.experiments.questions.tournament import play_tournament
>>> found = play_tournament("abyss", ["uniform", "greedy"], games=40, workers=1)
>>> found.frame()["agent"].tolist()
['greedy', 'uniform']
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from tolsim.agents import parse
from tolsim.core.errors import TolsimError
from tolsim.core.game import Game
from tolsim.core.registry import make
from tolsim.experiments.questions import deals
from tolsim.experiments.questions.ratings import pairs_of
from tolsim.experiments.questions.tournament_found import Tournament
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.studies.study import StudyProgress, run_study
from tolsim.experiments.studies.study_file import Study, StudyCell


def play_tournament(
    game: str,
    agents: Sequence[str],
    *,
    games: int = 200,
    ladder: bool = False,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> Tournament:
    """Play a tournament.

    In a game of more than two seats every combination of agents that fills them plays, and seats of
    different teams are compared two by two: who has the higher return has beaten the other.

    Parameters
    ----------
    game
        Name.
    agents
        As text, each once.
    games
        Of each combination, all on the same deals, each deal with every seating.
    ladder
        Only neighbours play, in the order given.
    seed, out, workers, ray, on_progress
        As :func:`~tolsim.experiments.studies.study.run_study` takes them.
    variant, overrides
        Rules, as :func:`tolsim.make` takes them.

    Raises
    ------
    TolsimError
        For a game without opponents, fewer than two agents or one twice, or values that do not fit.
    """
    study = tournament_study(game, agents, games, ladder, seed, variant, overrides)
    result = run_study(study, out, workers=workers, ray=ray, on_progress=on_progress)
    return tournament_of(result, agents, games)


def tournament_study(
    game: str,
    agents: Sequence[str],
    games: int = 200,
    ladder: bool = False,
    seed: int = 0,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
) -> Study:
    """Lay out what :func:`play_tournament` plays, and refuse what cannot be played."""
    made = make(game)
    _check(made, agents, games)
    cells = []
    for combination in combinations(len(agents), made.num_players, ladder):
        texts = [agents[k] for k in combination]
        cell = Cell.of(game, texts, variant=variant, overrides=overrides, seed=seed)
        check_agents(cell)
        cells.append(StudyCell(cell, {"agents": " against ".join(texts)}))
    return Study(f"Tournament of {game}", tuple(cells), games, None, 0.05)


def _check(game: Game, agents: Sequence[str], games: int) -> None:
    if game.num_players == 1:
        raise TolsimError(
            f"{game.name} has one seat, so agents do not meet in it; tolsim compare {game.name} "
            "holds two against each other"
        )
    if len(set(game.definition.teams)) == 1:
        raise TolsimError(f"{game.name} has one team, so agents do not play against each other")
    if len(agents) < 2:
        raise TolsimError(f"a tournament takes at least two agents, not {len(agents)}")
    specs = [parse(agent).spec for agent in agents]
    for agent, spec in zip(agents, specs, strict=True):
        if specs.count(spec) > 1:
            raise TolsimError(f"{agent} is in the tournament twice; each agent once")
    size = games_per_deal(game)
    if isinstance(games, bool) or games < 2 * size or games % size:
        raise TolsimError(
            f"games is a multiple of {size} and at least {2 * size} for {game.name}, not {games}"
        )


def combinations(agents: int, seats: int, ladder: bool = False) -> list[tuple[int, ...]]:
    """Every combination of agents that fills the seats; with too few agents, each at least once.

    >>> combinations(3, 2), combinations(3, 2, ladder=True)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (1, 2)])
    >>> combinations(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    if agents < seats:
        repeated = itertools.combinations_with_replacement(range(agents), seats)
        return [each for each in repeated if len(set(each)) == agents]
    if ladder:
        return [tuple(range(k, k + seats)) for k in range(agents - seats + 1)]
    return list(itertools.combinations(range(agents), seats))


def tournament_of(result: StudyResult, agents: Sequence[str], games: int) -> Tournament:
    """Count a played study's first so many games of each combination."""
    names = list(agents)
    game = result.cells[0].make_game()
    size = games_per_deal(game)
    won = np.zeros((games // size, len(pairs_of(len(names)))))
    met = np.zeros_like(won)
    for cell in result.cells:
        members = np.array([names.index(agent) for agent in cell.agents])
        for k, (i, j) in enumerate(pairs_of(len(names))):
            if i in members and j in members:
                points, played = _meetings(game, members, i, j)
                won[:, k] += size * deals.by_deal(result, cell, games, points)
                met[:, k] += size * deals.by_deal(result, cell, games, played)
    return Tournament(game.name, tuple(names), games * len(result.cells), won, met)


def _meetings(game: Game, members: np.ndarray, i: int, j: int) -> tuple[deals.Values, deals.Values]:
    """Points of agent ``i`` against agent ``j`` in each game, and how often they met in it."""
    teams = game.definition.teams
    seats = [
        (a, b)
        for a, b in itertools.permutations(range(game.num_players), 2)
        if teams[a] != teams[b]
    ]

    def points(table: pa.Table) -> np.ndarray:
        returns, seated = deals.returns_of(game, table), members[deals.seating_of(game, table)]
        found = np.zeros(len(table))
        for a, b in seats:
            ahead = (np.sign(returns[:, a] - returns[:, b]) + 1) / 2
            found += ahead * ((seated[:, a] == i) & (seated[:, b] == j))
        return found

    def played(table: pa.Table) -> np.ndarray:
        seated = members[deals.seating_of(game, table)]
        found = np.zeros(len(table))
        for a, b in seats:
            found += (seated[:, a] == i) & (seated[:, b] == j)
        return found

    return points, played
