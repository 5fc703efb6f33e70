"""What a question measures: a number a game, and its mean over each deal's games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.experiments import tables
from tolsim.experiments.schema import column_docs, outcome_classes
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.result import StudyResult
from tolsim.experiments.verdict import no_verdict

WIN_RATE = "win_rate_"
DRAWS = "draws"


@dataclass(frozen=True)
class Measure:
    """A number that every game has.

    Attributes
    ----------
    name
        As it is asked for.
    about
        In words.
    column
        Of the table of games from which it follows.
    share
        Whether its mean is a share, 0 to 1.
    outcome
        Class of outcome that counts 1, where it is one.
    seat
        Seat whose win share it is, if the game's balance can be judged by it, else None.
    """

    name: str
    about: str
    column: str
    share: bool = False
    outcome: str | None = None
    seat: int | None = None

    def of(self, table: pa.Table) -> np.ndarray:
        """Value of each game, float64 ``[games]``; not a number where a game has none.

        Raises
        ------
        TolsimError
            If the column holds no numbers.
        """
        column = table[self.column]
        if self.outcome is not None:
            return np.asarray(pc.equal(column, self.outcome).to_numpy(), np.float64)
        if self.share:
            # A draw is half a win, whatever is at stake.
            return np.asarray((np.sign(column.to_numpy()) + 1) / 2)
        try:
            numbers = column.cast(pa.float64(), safe=False)
        except pa.ArrowException:
            raise TolsimError(f"column {self.column} holds no numbers to take a mean of") from None
        values: np.ndarray = pc.fill_null(numbers, float("nan")).to_numpy()
        return values

    def text(self, value: float) -> str:
        """Write a mean."""
        return tables.percent(value) if self.share else f"{value:,.2f}"

    def difference_text(self, value: float) -> str:
        """Write a difference of means, in points where they are shares.

        >>> Measure("draws", "", "", share=True).difference_text(-0.0312)
        '-3.1'
        """
        return f"{100 * value:+.1f}" if self.share else f"{value:+,.2f}"

    def interval_text(self, low: float, high: float) -> str:
        """Write the interval of a mean."""
        return tables.interval(low, high) if self.share else f"{low:,.2f}–{high:,.2f}"


def measure_of(game: Game, name: str | None = None) -> Measure:
    """Find a measure by its name.

    Parameters
    ----------
    game
        Whose games are measured.
    name
        ``win_rate_SEAT``, ``draws``, a class of outcome of a single player, or a column that holds
        numbers; None: the first seat's win rate, or the share of a single player's best class.

    Raises
    ------
    TolsimError
        For a name that is none of these, with the nearest.

    Examples
    --------
    >>> import tolsim
    >>> measure_of(tolsim.make("abyss")).name
    'win_rate_king'
    """
    classes = outcome_classes(game)
    single = game.num_players == 1
    if name is None:
        name = classes[0] if single else f"{WIN_RATE}{game.seats[0]}"
    rates = {} if single else {f"{WIN_RATE}{seat}": k for k, seat in enumerate(game.seats)}
    if name in rates:
        seat, judged = rates[name], no_verdict(game) is None
        about = f"win rate of {game.seats[seat]}"
        column = f"return_{game.seats[seat]}"
        return Measure(name, about, column, share=True, seat=seat if judged else None)
    if name == DRAWS and not single:
        column = f"return_{game.seats[0]}"
        return _draws(name, game, column)
    if single and name in classes:
        column = f"outcome_{game.seats[0]}"
        return Measure(name, f"share of {name}", column, share=True, outcome=name)
    docs = column_docs(game)
    if name not in docs:
        others = [] if single else [DRAWS]
        allowed = [*rates, *others, *(classes if single else []), *docs]
        raise unknown(f"measure of {game.name}", name, allowed)
    return Measure(name, docs[name], name)


def _draws(name: str, game: Game, column: str) -> Measure:
    if not game.definition.grades:
        column = f"outcome_{game.seats[0]}"
        return Measure(name, "share of draws", column, share=True, outcome="draw")
    drawn = game.definition.grades.get(0.0)
    if drawn is None:
        raise TolsimError(f"{game.name} knows no draws")
    column = f"outcome_{game.seats[0]}"
    return Measure(name, "share of draws", column, share=True, outcome=drawn)


def means_by_deal(tables_of_games: Sequence[pa.Table], measure: Measure) -> np.ndarray:
    """Mean of each deal's games, float64 ``[deals]`` from deal 0; not a number without a value."""
    found = list(tables_of_games)
    deals = np.concatenate([table["deal"].to_numpy() for table in found])
    values = np.concatenate([measure.of(table) for table in found])
    known = ~np.isnan(values)
    size = int(deals.max()) + 1
    counts = np.bincount(deals[known], minlength=size)
    sums = np.bincount(deals[known], values[known], minlength=size)
    means: np.ndarray = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means


def by_deal(result: StudyResult, cell: Cell, measure: Measure) -> np.ndarray:
    """Mean of each deal of a cell: see :func:`means_by_deal`."""
    columns = list(dict.fromkeys(["deal", measure.column]))
    return means_by_deal(list(result.tables(cell, columns)), measure)
