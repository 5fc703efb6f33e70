"""Random streams: PCG32 (XSH RR 64/32), seeded through SplitMix64.

Both are public generators with published test vectors, which the tests check. A stream is two
uint64, position and increment, so a game carries its own inside its record.

Sources: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
for Random Number Generation" (2014); G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom
Number Generators" (2014); bounded numbers as in D. Lemire, "Fast Random Integer Generation in an
Interval" (2019).
"""

from __future__ import annotations

import numba
import numpy as np

from tolsim.core.compile_cache import kernel

STREAM_WORDS = 2

_MULTIPLIER = np.uint64(6364136223846793005)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_18 = np.uint64(18)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_59 = np.uint64(59)

if numba.config.DISABLE_JIT:
    # The generators wrap around by design; uncompiled, NumPy would warn of each overflow.
    np.seterr(over="ignore")


@kernel
def splitmix64(position):
    """SplitMix64's output for the stream position that follows ``position``."""
    z = np.uint64(position) + _GOLDEN
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@kernel
def derive(seed, index):
    """Seed of the ``index``-th child of a seed; nearby inputs give unrelated outputs."""
    return splitmix64(splitmix64(np.uint64(seed)) ^ (np.uint64(index) * _GOLDEN))


@kernel
def start_stream(rng, seed, sequence):
    """Fill a stream from a seed and a sequence number, as PCG32's reference seeding does."""
    rng[1] = (np.uint64(sequence) << _ONE) | _ONE
    rng[0] = np.uint64(0)
    next_uint32(rng)
    rng[0] += np.uint64(seed)
    next_uint32(rng)


@kernel
def next_uint32(rng):
    """Next 32 random bits, as a uint64 below 2**32."""
    old = rng[0]
    rng[0] = old * _MULTIPLIER + rng[1]
    shifted = (((old >> _18) ^ old) >> _27) & _LOW_32
    turn = old >> _59
    return ((shifted >> turn) | (shifted << ((_32 - turn) & _31))) & _LOW_32


@kernel
def next_uint64(rng):
    """Next 64 random bits: two draws, the first one high."""
    high = next_uint32(rng)
    return (high << _32) | next_uint32(rng)


@kernel
def below(rng, limit):
    """Integer in ``[0, limit)``, every value equally likely; ``limit`` is 1 to 2**32."""
    bound = np.uint64(limit)
    product = next_uint32(rng) * bound
    if (product & _LOW_32) < bound:
        unfair = ((_ONE << _32) - bound) % bound
        while (product & _LOW_32) < unfair:
            product = next_uint32(rng) * bound
    return np.int64(product >> _32)


@kernel
def shuffle(values, length, rng):
    """Shuffle the first ``length`` entries in place."""
    for last in range(length - 1, 0, -1):
        other = below(rng, last + 1)
        values[last], values[other] = values[other], values[last]
