"""What a comparison plays: one cell between two agents, or two cells on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tolsim.agents import parse
from tolsim.core.errors import TolsimError, unknown
from tolsim.core.registry import make
from tolsim.experiments.questions import deals
from tolsim.experiments.questions.difference import Scale
from tolsim.experiments.run import games_per_deal
from tolsim.experiments.studies.cell import Cell, check_agents
from tolsim.experiments.studies.study_file import Study, StudyCell
from tolsim.experiments.verdict import no_verdict

MEASURES = ("share", "return")


@dataclass(frozen=True)
class Comparing:
    """What is compared, before a game is played.

    Attributes
    ----------
    kind
        ``"agents"`` or ``"rules"``.
    cells
        One, whose first agent's share is held against 1/2; or two, the second held against the
        first.
    names
        Of the two that are compared, the one that the verdict is about last.
    measure
        ``"share"`` or ``"return"``.
    values
        Gives a game's value, for each cell.
    scale
        Of the differences.
    """

    kind: str
    cells: tuple[Cell, ...]
    names: tuple[str, str]
    measure: str
    values: tuple[deals.Values, ...]
    scale: Scale

    def study(self, games: int) -> Study:
        """Study that plays so many games of each cell."""
        differing = [{"side": name} for name in self.names] if len(self.cells) == 2 else [{}]
        cells = map(StudyCell, self.cells, differing)
        return Study(f"{self.names[1]} against {self.names[0]}", tuple(cells), games, None, 0.05)


def agents_compared(
    game: str,
    a: str,
    b: str,
    seed: int = 0,
    variant: str = "default",
    overrides: Mapping[str, object] | None = None,
    measure: str = "share",
) -> Comparing:
    """Lay out what :func:`compare_agents` plays, and refuse what cannot be played."""
    made = make(game)
    same = parse(a).spec == parse(b).spec
    names = (f"{b} (second)", f"{a} (first)") if same else (b, a)
    if made.num_players == 1:
        if same:
            raise TolsimError(f"{a} alone on the same deals plays the same games: nothing to tell")
        alone = [
            Cell.of(game, each, variant=variant, overrides=overrides, seed=seed) for each in (b, a)
        ]
        return _between("agents", alone, names, measure)
    reason = no_verdict(made)
    if reason is not None:
        raise TolsimError(
            f"{game} has {reason}; tolsim tournament plays agents in games of more seats"
        )
    if _measured(measure) != "share":
        raise TolsimError("agents that play each other are compared by share, not by return")
    cell = Cell.of(game, [a, b], variant=variant, overrides=overrides, seed=seed)
    check_agents(cell)
    values = (deals.first_agents_share(made),)
    return Comparing("agents", (cell,), names, measure, values, Scale(reach=0.5))


def rules_compared(
    game: str,
    agents: str | Sequence[str],
    changes: Mapping[str, object] | None = None,
    seed: int = 0,
    variant: str = "default",
    base_changes: Mapping[str, object] | None = None,
    base_variant: str = "default",
    measure: str = "share",
) -> Comparing:
    """Lay out what :func:`compare_rules` plays, and refuse what cannot be played."""
    texts = [agents] if isinstance(agents, str) else list(agents)
    for text in texts:
        parse(text)  # refuses what is no agent
    base = Cell.of(game, texts, variant=base_variant, overrides=base_changes, seed=seed)
    changed = Cell.of(game, texts, variant=variant, overrides=changes, seed=seed)
    if base.make_game().ruleset_id == changed.make_game().ruleset_id:
        raise TolsimError(
            "both sets of rules are the same; change a rule by changes or variant "
            "(--set NAME=VALUE or --variant)"
        )
    names = (rules_text(base), rules_text(changed))
    return _between("rules", [base, changed], names, measure)


def rules_text(cell: Cell) -> str:
    """Name a cell's rules.

    >>> rules_text(Cell.of("abyss", "greedy", overrides={"stratagem.unused_points": 3}))
    'stratagem.unused_points=3'
    """
    words = [f"{name}={value}" for name, value in cell.overrides]
    if cell.variant != "default" or not words:
        words.insert(0, f"{cell.variant} rules" if cell.variant == "default" else cell.variant)
    return " ".join(words)


def _between(kind: str, cells: Sequence[Cell], names: tuple[str, str], measure: str) -> Comparing:
    for cell in cells:
        check_agents(cell)
    games = [cell.make_game() for cell in cells]
    if games_per_deal(games[0]) != games_per_deal(games[1]):
        raise TolsimError(f"{names[1]} and {names[0]} seat agents in different ways")
    if _measured(measure) == "share":
        values, unit = tuple(map(deals.first_seats_share, games)), 1.0
    else:
        values = tuple(map(deals.first_seats_return, games))
        lowest, highest = games[0].definition.returns
        unit = float(highest - lowest)
    return Comparing(kind, tuple(cells), names, measure, values, Scale(unit, unit))


def _measured(measure: str) -> str:
    if measure not in MEASURES:
        raise unknown("measure", measure, MEASURES)
    return measure
