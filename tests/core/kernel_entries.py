"""Entries that let the tests call kernels of ``tolsim.core``, compiled or not."""

import numpy as np

from tolsim.core import bits, random_streams
from tolsim.core.compile_cache import entry, kernel


@entry
def splitmix64_outputs(seed, out):
    """Outputs of the stream that starts at ``seed``."""
    position = np.uint64(seed)
    for i in range(out.shape[0]):
        out[i] = random_streams.splitmix64(position)
        position += np.uint64(0x9E3779B97F4A7C15)


@entry
def start_stream(rng, seed, sequence):
    random_streams.start_stream(rng, seed, sequence)


@entry
def next_uint32s(rng, out):
    for i in range(out.shape[0]):
        out[i] = random_streams.next_uint32(rng)


@entry
def next_uint64s(rng, out):
    for i in range(out.shape[0]):
        out[i] = random_streams.next_uint64(rng)


@entry
def belows(rng, limit, out):
    for i in range(out.shape[0]):
        out[i] = random_streams.below(rng, limit)


@entry
def derived(seeds, indices, out):
    for i in range(out.shape[0]):
        out[i] = random_streams.derive(seeds[i], indices[i])


@entry
def shuffles(rng, values):
    """Shuffle each row."""
    for i in range(values.shape[0]):
        random_streams.shuffle(values[i], values.shape[1], rng)


@entry
def counts(sets, out):
    for i in range(out.shape[0]):
        out[i] = bits.count(sets[i])


@entry
def lowests(sets, out):
    for i in range(out.shape[0]):
        out[i] = bits.lowest(sets[i])


@entry
def memberships(sets, members, out):
    for i in range(out.shape[0]):
        out[i] = bits.has(sets[i], members[i])


@entry
def onlys(members, out):
    for i in range(out.shape[0]):
        out[i] = bits.only(members[i])


@entry
def picks(members, rng, out):
    for i in range(out.shape[0]):
        out[i] = bits.pick(members, rng)


@kernel
def _element(values, place):
    return values[place]


@entry
def element(values, place):
    """Element of an array, read by a kernel."""
    return _element(values, place)
