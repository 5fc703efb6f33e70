"""Is a game fair at every skill? A ladder of agents, each against itself and the one below.

>>> from tolsim.experiments.questions.skill import judge_by_skill
>>> found = judge_by_skill("abyss", ["uniform", "greedy"], games=100, workers=1)
>>> found.frame()["agent"].tolist()
['uniform', 'greedy']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tolsim.agents import parse
from tolsim.core.errors import TolsimError
from tolsim.core.registry import make
from tolsim.experiments.questions.kept import SKILL, keep
from tolsim.experiments.questions.skill_found import Rung, SkillVerdict
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.statistics import Rate
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.result import StudyResult, seat_rate, verdict_of
from tolsim.experiments.studies.stop import Stop
from tolsim.experiments.studies.study import StudyProgress, desk
from tolsim.experiments.studies.study_file import Study, StudyCell
from tolsim.experiments.verdict import check_delta, no_verdict

RUNGS = ("uniform", "greedy", "mcts:iterations=50", "mcts:iterations=200")
"""Agents from the weakest to the strongest, where none are named."""


def judge_by_skill(
    game: str,
    rungs: Sequence[str] = RUNGS,
    *,
    games: int = 400,
    at_most: int | None = None,
    delta: float = 0.05,
    error: float = 0.05,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    on_progress: Callable[[StudyProgress], object] | None = None,
) -> SkillVerdict:
    """Judge the balance of a game at several skills, and how far skill and luck decide it.

    Parameters
    ----------
    game
        Name.
    rungs
        Agents as text, from the weakest to the strongest.
    games
        Of each rung against itself, of each against the one below, and of the highest against the
        lowest.
    at_most
        Rungs against themselves go on to so many games, or until their verdict comes; then its
        intervals and verdicts allow for that, wrong in ``error`` of cases at most. None: ``games``
        and no more.
    delta
        Half the width of what counts as balanced.
    error
        Chance of a wrong verdict where ``at_most`` is given.
    seed, out, workers, ray, variant, overrides, on_progress
        As :func:`~tolsim.experiments.studies.study.run_study` and :func:`tolsim.make` take them.

    Raises
    ------
    TolsimError
        For a game without two sides, fewer than two rungs or one twice, or values that do not fit.
    """
    mirrors, gaps = skill_studies(
        game, rungs, games, at_most, delta, error, seed, variant, overrides
    )
    with desk(out, workers=workers, ray=ray) as at:
        unequal = at.play(gaps, on_progress)
        # Last, so that a report on the folder is on the balance.
        found = skill_of(at.play(mirrors, on_progress), unequal)
    keep(out, SKILL, found)
    return found


def skill_studies(
    game: str,
    rungs: Sequence[str] = RUNGS,
    games: int = 400,
    at_most: int | None = None,
    delta: float = 0.05,
    error: float = 0.05,
    seed: int = 0,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
) -> tuple[Study, Study]:
    """Lay out what :func:`judge_by_skill` plays, and refuse what cannot be played."""
    names = list(rungs)
    size = _check(game, names, games)
    check_delta(delta)
    stop = None if at_most is None else Stop(delta, error, games, at_most).checked(size)

    def cells(matchups: Sequence[Sequence[str]]) -> tuple[StudyCell, ...]:
        found = [
            Cell.of(game, list(agents), variant=variant, overrides=overrides, seed=seed)
            for agents in matchups
        ]
        for cell in found:
            check_agents(cell)
        return tuple(StudyCell(cell, {"agents": " against ".join(cell.agents)}) for cell in found)

    against_itself = [[name] for name in names]
    against_weaker = [[names[k], names[k - 1]] for k in range(1, len(names))]
    if len(names) > 2:
        against_weaker.append([names[-1], names[0]])
    fixed = None if stop else games
    return (
        Study(f"{game} between equals", cells(against_itself), fixed, stop, delta),
        Study(f"{game} between unequals", cells(against_weaker), games, None, delta),
    )


def _check(game: str, rungs: Sequence[str], games: int) -> int:
    made = make(game)
    reason = no_verdict(made)
    if reason is not None:
        raise TolsimError(f"{game} has {reason}")
    if len(rungs) < 2:
        raise TolsimError(f"a ladder takes at least two agents, not {len(rungs)}")
    specs = [parse(rung).spec for rung in rungs]
    for rung, spec in zip(rungs, specs, strict=True):
        if specs.count(spec) > 1:
            raise TolsimError(f"{rung} is on the ladder twice; each agent once")
    size = games_per_deal(made)
    if isinstance(games, bool) or games < 2 * size or games % size:
        raise TolsimError(f"games is a multiple of {size} and at least {2 * size}, not {games}")
    return size


def skill_of(alike: StudyResult, unequal: StudyResult) -> SkillVerdict:
    """Read played studies of :func:`skill_studies`."""
    game = alike.cells[0].make_game()
    against = [unequal.tally(cell).agents[0].rate() for cell in unequal.cells]
    rungs = []
    for k, cell in enumerate(alike.cells):
        tally = alike.tally(cell)
        share = seat_rate(tally.seats[0], alike.study)
        verdict = verdict_of(game, tally, alike.study)
        assert verdict is not None  # games without two sides were refused
        below: Rate | None = against[k - 1] if k else None
        rungs.append(
            Rung(cell.agents[0], tally.games, share, verdict.verdict, verdict.more_games, below)
        )
    return SkillVerdict(
        game=game.name,
        seats=(game.seats[0], game.seats[1]),
        rungs=tuple(rungs),
        top_against_bottom=against[-1],
        gap_games=unequal.tally(unequal.cells[-1]).games,
        delta=alike.study.delta,
    )
