"""Sets of small numbers as bits of an int64: bit ``i`` set means ``i`` is a member.

Compiled, counting and finding bits are single machine instructions; uncompiled, Python's own.
"""

from __future__ import annotations

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below


@intrinsic
def _population_count(typingctx, value):  # type: ignore[no-untyped-def]  # Numba's protocol
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typingctx, value):  # type: ignore[no-untyped-def]  # Numba's protocol
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


if numba.config.DISABLE_JIT:
    _ALL_64 = (1 << 64) - 1  # Python would count the bits of a negative number's absolute value

    def count(members):  # type: ignore[no-untyped-def]
        """Number of members."""
        return np.int64((int(members) & _ALL_64).bit_count())

    def lowest(members):  # type: ignore[no-untyped-def]
        """Smallest member of a set that is not empty."""
        value = int(members)
        return np.int64((value & -value).bit_length() - 1)

else:

    @kernel
    def count(members):  # type: ignore[no-untyped-def]
        """Number of members."""
        return _population_count(np.int64(members))

    @kernel
    def lowest(members):  # type: ignore[no-untyped-def]
        """Smallest member of a set that is not empty."""
        return _trailing_zeros(np.int64(members))


@kernel
def only(member):
    """Set with one member."""
    return np.int64(1) << np.int64(member)


@kernel
def has(members, member):
    """Tell whether a number is a member."""
    return (np.int64(members) >> np.int64(member)) & 1 != 0


@kernel
def pick(members, rng):
    """Draw one member of a set that is not empty, each as likely as any other."""
    left = np.int64(members)
    for _ in range(below(rng, count(left))):
        left &= left - 1
    return lowest(left)
