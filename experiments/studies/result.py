"""What a study found: a row a cell, its games, and its games told apart by their columns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from tolsim.core.errors import TolsimError, unknown
from tolsim.core.game import Game
from tolsim.core.registry import make
from tolsim.experiments.result import empty_tally, tally_columns, tally_games, tally_table
from tolsim.experiments.run import games_per_deal, parameters, run_id
from tolsim.experiments.schema import column_docs
from tolsim.experiments.sequential import rate_at_any_time
from tolsim.experiments.statistics import Rate, Shares, Tally
from tolsim.experiments.studies.cell import Cell
from tolsim.experiments.studies.store import Store
from tolsim.experiments.studies.study_file import Study
from tolsim.experiments.verdict import Verdict, judge

if TYPE_CHECKING:
    import pandas as pd


def seat_rate(shares: Shares, study: Study) -> Rate:
    """Win share of a seat: with an interval that allows for stopping where the study stops itself."""
    if study.stop is None:
        return shares.rate()
    return rate_at_any_time(shares, study.stop.delta, study.stop.error)


def verdict_of(game: Game, tally: Tally, study: Study) -> Verdict | None:
    """Judge a cell's balance; None for games that have no two sides."""
    strongest = max(shares.rate().rate for shares in tally.agents)
    delta = study.delta if study.stop is None else study.stop.delta
    rate = seat_rate(tally.seats[0], study)
    return judge(game, tally.seats[0], delta, tally.deal_size, strongest, rate)


def decided(tally: Tally, study: Study) -> bool:
    """Whether a study's stopping rule has seen enough of a cell."""
    assert study.stop is not None
    low, high = seat_rate(tally.seats[0], study)[1:]
    delta = study.stop.delta
    inside = 0.5 - delta <= low and high <= 0.5 + delta
    return inside or high < 0.5 - delta or low > 0.5 + delta


class StudyResult:
    """A study's games and what they say.

    Attributes
    ----------
    study
        What was played.
    address
        Of the folder.
    """

    def __init__(
        self,
        study: Study,
        store: Store,
        kept: object = None,
        tallies: Mapping[str, Tally] | None = None,
    ) -> None:
        self.study = study
        self.address = store.address
        self._store = store
        self._kept = kept  # a temporary folder lives as long as this object
        self._parts = store.parts()
        self._tallies: dict[str, Tally] = dict(tallies or {})  # of cells that were just counted

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells in the study's order."""
        return tuple(each.cell for each in self.study.cells)

    def tables(self, cell: Cell, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """Read a cell's games in order, some tens of thousands at a time.

        Raises
        ------
        TolsimError
            If a block is damaged, or was played under other rules.
        """
        game = cell.make_game()
        run = run_id(parameters(cell.run(games_per_deal(game)), game))
        return self._store.read_games(self._parts.get(cell.key, []), columns, run)

    def tally(self, cell: Cell) -> Tally:
        """Counts of a cell."""
        if cell.key not in self._tallies:
            game = cell.make_game()
            self._tallies[cell.key] = tally_games(game, self.tables(cell, tally_columns(game)))
        return self._tallies[cell.key]

    def frame(self) -> pd.DataFrame:
        """One row a cell.

        Columns: the study's factors; ``games``; ``decisions``, their mean; for each seat
        ``win_rate_SEAT`` with ``low_SEAT`` and ``high_SEAT``, its 95 % interval (which allows for
        stopping where the study stops itself), 0 to 1; ``draws``, their share; ``verdict``,
        ``more_games`` and ``sentence``; for a single player the share of each class of outcome;
        ``cell``, the name of its folder.
        """
        import pandas as pd

        return pd.DataFrame([self._row(k) for k in range(len(self.study.cells))])

    def plain(self) -> dict[str, Any]:
        """The study and its frame as plain JSON values."""
        rows = self.frame().to_dict("records")
        kept = [{key: value for key, value in row.items() if not is_missing(value)} for row in rows]
        return {"title": self.study.title, "folder": self.address, "cells": kept}

    def _row(self, place: int) -> dict[str, Any]:
        cell, factors = self.study.cells[place].cell, self.study.cells[place].factors
        game, tally = make(cell.game), self.tally(cell)
        row: dict[str, Any] = {**factors, "games": tally.games}
        if not tally.games:
            return row
        row["decisions"] = tally.numbers["decisions"].mean
        if game.num_players == 1:
            row |= {name: shares.rate().rate for name, shares in tally.classes[0].items()}
        else:
            for seat, shares in zip(game.seats, tally.seats, strict=True):
                rate = seat_rate(shares, self.study)
                row[f"win_rate_{seat}"], row[f"low_{seat}"], row[f"high_{seat}"] = rate
            row["draws"] = float(tally.results[0, 1]) / tally.games
        verdict = verdict_of(game, tally, self.study)
        if verdict is not None:
            row["verdict"], row["more_games"] = verdict.verdict, verdict.more_games
            row["sentence"] = verdict.sentence
        row["seconds"] = tally.seconds
        return row | {"cell": cell.key}

    def games(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One row a game, all cells, with the study's factors beside the games' own columns.

        Parameters
        ----------
        columns
            Columns to read; None: all.
        """
        import pandas as pd

        frames = []
        for each in self.study.cells:
            for table in self.tables(each.cell, columns):
                frame = table.to_pandas()
                for name in reversed(list(each.factors)):
                    if name not in frame:
                        frame.insert(0, name, each.factors[name])
                frames.append(frame)
        if not frames:
            raise TolsimError(f"{self.address} holds no games of this study yet")
        joined: pd.DataFrame = pd.concat(frames, ignore_index=True)
        return joined

    def split(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Win rates of a cell's games told apart by the values of some columns.

        Parameters
        ----------
        columns
            Of games, the same in all games of a deal, such as ``stratagem_king``; None: the study's
            own ``split``.

        Raises
        ------
        TolsimError
            For an unknown column, or one that differs within a deal.
        """
        import pandas as pd

        chosen = list(self.study.split if columns is None else columns)
        if not chosen:
            raise TolsimError("name the columns by which games are told apart")
        rows = []
        for each in self.study.cells:
            docs = column_docs(make(each.cell.game))
            for name in chosen:
                if name not in docs:
                    raise unknown(f"column of {each.cell.game}", name, docs)
            for values, tally in self._split_cell(each.cell, chosen).items():
                row = {**each.factors, **dict(zip(chosen, values, strict=True))}
                row["games"] = tally.games
                for seat, shares in zip(make(each.cell.game).seats, tally.seats, strict=True):
                    rate = shares.rate()
                    row[f"win_rate_{seat}"], row[f"low_{seat}"], row[f"high_{seat}"] = rate
                rows.append(row)
        return pd.DataFrame(rows)

    def _split_cell(self, cell: Cell, columns: Sequence[str]) -> dict[tuple[Any, ...], Tally]:
        game = cell.make_game()
        size = games_per_deal(game)
        found: dict[tuple[Any, ...], Tally] = {}
        wanted = list(dict.fromkeys([*tally_columns(game), *columns]))
        for table in self.tables(cell, wanted):
            codes, values = _codes(table, columns)
            by_deal = codes.reshape(-1, size)
            if (by_deal != by_deal[:, :1]).any():
                raise TolsimError(f"{' and '.join(columns)} differ between games of one deal")
            for code in np.unique(codes):
                part = tally_table(game, table.filter(pa.array(codes == code)))
                found.setdefault(values[code], empty_tally(game)).merge(part)
        return dict(sorted(found.items(), key=lambda item: str(item[0])))


def _codes(table: pa.Table, columns: Sequence[str]) -> tuple[np.ndarray, list[tuple[Any, ...]]]:
    """Number the combinations of some columns' values: a number for each row, and what it means."""
    rows = list(zip(*(table[name].to_pylist() for name in columns), strict=True))
    values = list(dict.fromkeys(rows))
    numbers = {value: k for k, value in enumerate(values)}
    return np.array([numbers[row] for row in rows], np.int64), values


def is_missing(value: Any) -> bool:
    """Whether a cell of a frame is empty."""
    return value is None or (isinstance(value, float) and math.isnan(value))
