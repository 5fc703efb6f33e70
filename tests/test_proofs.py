"""Intervals and verdicts err no more often than docs/statistics.md claims, by simulation."""

from pathlib import Path

import numpy as np
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments import proofs, sequential
from tolsim.experiments.proof_table import Proof, table, write_table
from tolsim.experiments.questions.difference import Scale, interval_of
from tolsim.experiments.sequential import rate_at_any_time
from tolsim.experiments.statistics import Shares

PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"
QUICK, QUICK_FITS = 300, 60
FITTED = (proofs.ratings_intervals, proofs.ranks_intervals)
"""Proofs that fit ratings in every run, which takes a millisecond each."""


def broken(found):
    return [(each.method, each.case, each.errors) for each in found if not each.holds]


@pytest.mark.slow
@pytest.mark.parametrize("part", proofs.PARTS, ids=lambda part: part.__name__)
def test_every_claim_holds(part):
    assert broken(part(2000, 11)) == []


@pytest.mark.parametrize("part", proofs.PARTS, ids=lambda part: part.__name__)
def test_every_claim_holds_in_a_few_runs(part):
    found = list(part(QUICK_FITS if part in FITTED else QUICK, 12))
    assert found
    assert broken(found) == []


def test_an_interval_for_one_look_would_break_the_claim_at_many(monkeypatch):
    """The proof can fail: the usual interval, looked at again and again, misses far too often."""
    usual = lambda deals, spread, *_: 1.96 * spread / np.sqrt(deals)
    monkeypatch.setattr(sequential, "half_width", usual)
    assert len(broken(proofs.sequences(QUICK, 1))) > 10


def test_the_proofs_take_the_interval_that_studies_take():
    points = np.random.default_rng(1).integers(0, 5, 150)
    counted = Shares(4)
    counted.add(points)
    values = points / 4 - 0.5
    low, high = interval_of(150, values.sum(), (values**2).sum(), 0.05, 0.05, Scale(0.5))
    assert (low + 0.5, high + 0.5) == pytest.approx(rate_at_any_time(counted, 0.05, 0.05)[1:])


def test_a_claim_is_kept_but_for_chance_of_the_simulation():
    assert Proof("", "", 0.05, 0.06, 1000).holds
    assert not Proof("", "", 0.05, 0.06, 100_000).holds


def test_the_table_is_written_between_its_markers(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- proofs -->\nold\n<!-- /proofs -->\nafter\n")
    write_table([Proof("interval", "a case", 0.05, 0.04, 1000)], page, 1000)
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\n<!-- /proofs -->\nafter\n")
    assert "old" not in text
    assert "| a case | 5.0 % | 4.0 % ± 0.7 | |" in text
    page.write_text("nothing")
    with pytest.raises(TolsimError, match="has no lines <!-- proofs -->"):
        write_table([], page, 1000)


def test_the_page_holds_a_table_of_all_methods():
    text = PAGE.read_text()
    for part in (proofs.fixed_verdicts, proofs.comparisons, proofs.stopped_verdicts):
        for proof in part(1, 1):
            assert f"| {proof.case} |" in text
    assert "(" not in table([], "prove", 1)
