"""Sets as bits against Python's own sets and integers."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core import kernel_entries

members = st.sets(st.integers(0, 62), max_size=63)
some_members = st.sets(st.integers(0, 62), min_size=1, max_size=63)
quick = settings(max_examples=100, deadline=None, derandomize=True)


def as_bits(numbers):
    return np.array([sum(1 << number for number in numbers)], np.int64)


def ask(entry, *arguments):
    out = np.zeros(1, np.int64)
    entry(*arguments, out)
    return int(out[0])


@quick
@given(members)
def test_count(numbers):
    assert ask(kernel_entries.counts, as_bits(numbers)) == len(numbers)


@quick
@given(some_members)
def test_lowest(numbers):
    assert ask(kernel_entries.lowests, as_bits(numbers)) == min(numbers)


@quick
@given(members, st.integers(0, 62))
def test_has(numbers, number):
    found = ask(kernel_entries.memberships, as_bits(numbers), np.array([number]))
    assert bool(found) == (number in numbers)


def test_only():
    out = np.zeros(63, np.int64)
    kernel_entries.onlys(np.arange(63), out)
    assert out.tolist() == [1 << i for i in range(63)]


def test_the_highest_bit_counts_too():
    """A full set is -1, and bit 63 the lowest member of the set that holds nothing else."""
    assert ask(kernel_entries.counts, np.array([-1])) == 64
    assert ask(kernel_entries.lowests, np.array([-(2**63)])) == 63


def test_picks_are_members_each_equally_likely():
    numbers = [0, 5, 17, 31, 62]
    out = np.zeros(5000, np.int64)
    kernel_entries.picks(as_bits(numbers)[0], np.array([1, 3], np.uint64), out)
    found, counts = np.unique(out, return_counts=True)
    assert found.tolist() == numbers
    assert ((counts - 1000) ** 2 / 1000).sum() < 4 + 5 * np.sqrt(8)


@quick
@given(st.integers(0, 62))
def test_the_only_member_is_picked(number):
    out = np.zeros(3, np.int64)
    kernel_entries.picks(as_bits([number])[0], np.array([1, 3], np.uint64), out)
    assert out.tolist() == [number] * 3
