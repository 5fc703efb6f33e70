"""What happened since the last decision, kept in the state so that a person can be told.

An event is one word: its kind and up to six small numbers. When more happens than there is room
for, the rest is not kept, and the reader says so; nothing in the rules reads events.
"""

from __future__ import annotations

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.joan.state import EVENTS

(
    NO_EVENT,
    ROUND_BEGINS,  # round
    ROUND_CARD,  # number
    COUNCIL_CARD,  # owner, kind
    TURN_BEGINS,  # owner
    ORDER,  # owner, order, area
    MOVES,  # unit, from, to
    ATTACKS,  # owner, from, target, kind
    THROWS,  # unit, colour, face; attack dice
    DEFENDS,  # unit, colour, face
    REROLLS,  # colour, old face, new face, unit
    TERROR_TEST,  # unit, passed
    SHIELDS,  # shields, kills, disrupteds, pushes left
    RESULT,  # unit, result, HP left, whose doing
    SURVIVES,  # unit
    FALLS,  # unit, place
    PUSHED,  # unit, from, to
    DOOM,  # unit, face thrown, face it counts as
    RETURNS,  # unit, area
    GAINS,  # owner, token, number
    SPENDS,  # owner, token, number
    GIGANTIC_THROW,  # face
    HEALS,  # unit, HP
    LEVEL,  # unit, profile
    DODGES,  # unit
    PLACED,  # unit, area
    SCENARIO_EVENT,  # number, and up to three more
    GAINS_ORDERS,  # owner, order, number
    TURNS_OVER,  # owner, order, number of Activations turned into it
    TEST_DIE,  # colour, face; a Terror test, a Survival, a Prayer
    COUNTS,  # Kills, Disrupteds, Pushes, Shields before anything is cancelled
    WAITS,  # unit that finds no Rally point
    STUCK,  # pushed unit that has nowhere to go
) = range(33)

BITS = 9
"""Each number of an event lies in 0 to 511 after 8 is added, so that -8 and up can be told."""
SHIFT = 8


@kernel
def tell(s, kind, first, second, third):
    """Write an event down."""
    tell_more(s, kind, first, second, third, 0)


@kernel
def tell_more(s, kind, first, second, third, fourth):
    """Write an event of four numbers down."""
    if s.event_count < EVENTS:
        word = np.int64(kind)
        word |= np.int64(first + SHIFT) << BITS
        word |= np.int64(second + SHIFT) << (2 * BITS)
        word |= np.int64(third + SHIFT) << (3 * BITS)
        word |= np.int64(fourth + SHIFT) << (4 * BITS)
        s.events[s.event_count] = word
    s.event_count += 1


def read(word: int) -> tuple[int, int, int, int, int]:
    """Kind and numbers of an event."""
    mask = (1 << BITS) - 1
    numbers = [(int(word) >> (place * BITS) & mask) - SHIFT for place in range(1, 5)]
    return int(word) & mask, numbers[0], numbers[1], numbers[2], numbers[3]
