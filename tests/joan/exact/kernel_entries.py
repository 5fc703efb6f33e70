"""A compiled entry that fights one attack many times by the policy of :mod:`.match_up`."""

import numpy as np

from tolsim.core.compile_cache import entry, kernel
from tolsim.core.random_streams import derive, start_stream
from tolsim.joan.actions import (
    DECLINE,
    DONE,
    KEEP,
    THROW,
    reroll_action,
)
from tolsim.joan.areas import put
from tolsim.joan.attack import declare
from tolsim.joan.dice import BLACK, BLANK, DISRUPTED, KILL, PUSH, RED, SHIELD, WHITE, YELLOW
from tolsim.joan.flow import answer_after_join, pose_after_join
from tolsim.joan.scenarios.four_horsemen import special_rules  # noqa: F401  # fills the hooks
from tolsim.joan.setup import clear
from tolsim.joan.state import (
    AT_ALLOCATE,
    AT_FOLLOW_UP,
    AT_REROLL_ATTACK,
    AT_REROLL_DEFENCE,
    MAIN_DONE,
    TO_ACT,
    area_of,
    mark,
    stage_of,
)

# Columns of a lay-out's rows.
UNIT, PROFILE, OWNER, AREA, HIT_POINTS, ATTACKS = range(6)
# Places of the order to attack.
TARGET, KIND, FOLLOWS = range(3)


@kernel
def lay_out(s, p, units, tokens):
    """Put the units of a match-up on an empty board."""
    clear(s)
    s.links[:] = p.link_open
    s.tokens[:] = tokens
    for row in range(units.shape[0]):
        unit = units[row, UNIT]
        s.unit_profile[unit] = units[row, PROFILE]
        s.unit_owner[unit] = units[row, OWNER]
        s.unit_hp[unit] = units[row, HIT_POINTS]
        put(s, unit, units[row, AREA])
        if units[row, ATTACKS] != 0:
            mark(s, unit, TO_ACT)


@kernel
def offered(s, action):
    """Tell whether an action is among the options."""
    for place in range(s.option_count):  # noqa: SIM110  # kernels are plain loops
        if s.options[place] == action:
            return True
    return False


@kernel
def die_showing(s, face):
    """Option that throws a die with this face again, -1 if there is none."""
    for colour in (RED, BLACK, WHITE, YELLOW):
        action = reroll_action(np.int64(colour), np.int64(face))
        if offered(s, action):
            return action
    return np.int64(-1)


@kernel
def attack_die(s):
    """Attack die that is thrown again."""
    for face in (BLANK, SHIELD):
        action = die_showing(s, face)
        if action >= 0:
            return action
    return np.int64(KEEP)


@kernel
def defence_die(s):
    """Defence die that is thrown again."""
    for face in (BLANK, PUSH, DISRUPTED, KILL):
        action = die_showing(s, face)
        if action >= 0:
            return action
    return np.int64(KEEP)


@kernel
def by_policy(s):
    """Option that the fixed policy takes: as a rule the first that is something done."""
    stage = stage_of(s)
    if stage == AT_REROLL_ATTACK:
        return attack_die(s)
    if stage == AT_REROLL_DEFENCE:
        return defence_die(s)
    if stage == AT_FOLLOW_UP:
        return np.int64(DONE)
    if stage == AT_ALLOCATE and s.to_move == s.attacker:
        return np.int64(s.options[s.option_count - 1])
    for place in range(s.option_count):
        action = np.int64(s.options[place])
        if action != DECLINE and action != THROW:
            return action
    return np.int64(s.options[0])


@kernel
def fight_out(s, p):
    """Play an attack to its end.

    Only its own stages are compiled in: all others would take as long again.
    """
    while s.depth > 0 and s.over == 0:
        s.option_count = 0
        pose_after_join(s, p, stage_of(s))
        if s.depth > 0 and s.option_count > 0:
            answer_after_join(s, p, stage_of(s), by_policy(s))


@kernel
def write_down(s, units, out):
    """Write where each unit is and its hit points, then the tokens of both owners."""
    column = 0
    for row in range(units.shape[0]):
        unit = units[row, UNIT]
        out[column] = area_of(s, unit)
        out[column + 1] = s.unit_hp[unit]
        column += 2
    for owner in range(2):
        for token in range(4):
            out[column] = s.tokens[owner, token]
            column += 1


@entry
def fights(states, p, units, tokens, order, seed, out):
    """Fight an attack ``out.shape[0]`` times; the n-th fight of a seed is always the same."""
    start, s = states[0], states[1]
    lay_out(start, p[0], units, tokens)
    for number in range(out.shape[0]):
        states[1] = start
        start_stream(s.rng, derive(seed, number), np.uint64(0))
        first = units[0, UNIT]
        mark(s, first, MAIN_DONE)
        declare(s, p[0], first, order[TARGET], order[KIND], np.int64(1), order[FOLLOWS])
        fight_out(s, p[0])
        write_down(s, units, out[number])
