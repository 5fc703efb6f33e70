"""The generators against their published outputs, and what is drawn from them against chance."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core import kernel_entries

# Output of pcg32-demo in the reference library pcg-c (test-high/expected/check-pcg32.out), for
# seed 42 and sequence 54; coins and rolls are its bounded draws, made another way than ours.
PCG32 = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]
# Outputs of S. Vigna's splitmix64.c for seed 1234567, as Rosetta Code lists them too.
SPLITMIX64 = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
    16408922859458223821,
]  # fmt: skip


def stream(seed, sequence=0):
    rng = np.zeros(2, np.uint64)
    kernel_entries.start_stream(rng, np.uint64(seed), sequence)
    return rng


def draws(rng, limit, number):
    out = np.zeros(number, np.int64)
    kernel_entries.belows(rng, limit, out)
    return out


def chi_square(counts):
    counts = np.asarray(counts, float)
    return ((counts - counts.mean()) ** 2 / counts.mean()).sum()


def acceptable(values):
    """Five standard deviations above the mean of chi-square; the seeds are fixed."""
    return (values - 1) + 5 * np.sqrt(2 * (values - 1))


def test_pcg32_gives_its_published_outputs():
    out = np.zeros(6, np.uint64)
    kernel_entries.next_uint32s(stream(42, 54), out)
    assert out.tolist() == PCG32


def test_splitmix64_gives_its_published_outputs():
    out = np.zeros(5, np.uint64)
    kernel_entries.splitmix64_outputs(np.uint64(1234567), out)
    assert out.tolist() == SPLITMIX64


def test_64_bits_are_two_draws_the_first_one_high():
    out = np.zeros(3, np.uint64)
    kernel_entries.next_uint64s(stream(42, 54), out)
    pairs = zip(PCG32[::2], PCG32[1::2], strict=True)
    assert out.tolist() == [high << 32 | low for high, low in pairs]


def test_sequences_of_one_seed_differ():
    first, second = np.zeros(20, np.uint64), np.zeros(20, np.uint64)
    kernel_entries.next_uint32s(stream(7, 0), first)
    kernel_entries.next_uint32s(stream(7, 1), second)
    assert not (first == second).any()


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_draws_lie_below_their_limit(seed, limit):
    found = draws(stream(seed), limit, 20)
    assert (found >= 0).all()
    assert (found < limit).all()


@pytest.mark.parametrize("limit", [2, 3, 7, 31, 100])
def test_every_number_below_a_small_limit_is_equally_likely(limit):
    found = np.bincount(draws(stream(1), limit, 1000 * limit), minlength=limit)
    assert len(found) == limit
    assert chi_square(found) < acceptable(limit)


@pytest.mark.parametrize("limit", [3 * 2**30, 2**32 - 1, 2**31 + 1])
def test_draws_are_not_biased_where_the_limit_does_not_divide_the_range(limit):
    """Cutting 2**32 values into 3 * 2**30 without a second draw would favour every third by half."""
    found = draws(stream(2), limit, 6000)
    assert chi_square(np.bincount(found * 12 // limit, minlength=12)) < acceptable(12)
    assert chi_square(np.bincount(found % 3, minlength=3)) < acceptable(3)


def test_limits_of_one_and_of_the_whole_range():
    assert set(draws(stream(3), 1, 50)) == {0}
    out = np.zeros(50, np.uint64)
    kernel_entries.next_uint32s(stream(3), out)
    assert draws(stream(3), 2**32, 50).tolist() == out.tolist()


def test_shuffles_keep_all_values_and_every_order_is_equally_likely():
    rows = np.tile(np.arange(4), (24 * 200, 1))
    kernel_entries.shuffles(stream(4), rows)
    orders, counts = np.unique(rows, axis=0, return_counts=True)
    assert [tuple(order) for order in orders] == list(itertools.permutations(range(4)))
    assert chi_square(counts) < acceptable(24)


def test_shuffles_of_nothing_and_of_one():
    for size in (0, 1):
        rows = np.full((3, size), 7)
        kernel_entries.shuffles(stream(5), rows)
        assert (rows == 7).all()


def test_children_of_a_seed_are_unrelated():
    """No two of neighbouring seeds and indices agree, and each bit is set half of the time."""
    seeds, indices = (grid.ravel().astype(np.uint64) for grid in np.mgrid[0:60, 0:60])
    out = np.zeros(3600, np.uint64)
    kernel_entries.derived(seeds, indices, out)
    assert len(set(out.tolist())) == 3600
    ones = [int((out >> np.uint64(bit) & np.uint64(1)).sum()) for bit in range(64)]
    assert max(abs(count - 1800) for count in ones) < 5 * np.sqrt(900)
    swapped = np.zeros(3600, np.uint64)
    kernel_entries.derived(indices, seeds, swapped)
    assert ((out == swapped) == (seeds == indices)).all()
