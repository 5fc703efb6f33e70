"""Action ids: each keeps one meaning throughout the game.

A question offers a set of small numbers (Legions, Heroes, locations); option ``i`` of a question is
the action ``base + i`` of its verb.
"""

from __future__ import annotations

from tolsim.abyss.state import COLOURS, HEROES, LEGIONS, LOCATIONS
from tolsim.core.bits import lowest
from tolsim.core.compile_cache import kernel

PASS_ACTION = 0
USE_STRATAGEM = 1
USE_POWER = 2
DIG_REST = 3  # 0: on top, 1: at the bottom
ROUTE = 5  # a location, or FIVE_LOCATIONS
PLACE = 11  # locations
ATTACK = 16
DIVERT_TO = 21
TAKE_HERO = 26  # Heroes, and DIG_INSTEAD
RESERVE_HERO = 42
RETURN_HERO = 57
# Verbs of Legions count from 1, so their base lies one below their first action.
PLAY = 71
TAKE = 103  # 0: the face-down one
UNDER = 134
FLIP = 165
POWER = 196
A_ROUTED_LEGION = LEGIONS + 1
"""Option of a power that means any routed Legion of yellow; red's is the next, and so on."""
GIVE = 232


def _texts() -> tuple[str, ...]:
    texts = ["pass", "use stratagem", "use power", "rest on top", "rest at bottom"]
    texts += [f"recruit by {colour}" for colour in COLOURS[:LOCATIONS]] + ["recruit by all five"]
    for verb in ("place at", "attack", "divert to"):
        texts += [f"{verb} {colour}" for colour in COLOURS[:LOCATIONS]]
    texts += [f"take hero {hero}" for hero in range(HEROES)] + ["dig"]
    for verb in ("reserve hero", "return hero"):
        texts += [f"{verb} {hero}" for hero in range(HEROES)]
    texts += [f"play {legion}" for legion in range(1, LEGIONS + 1)]
    texts += ["take face-down"] + [f"take {legion}" for legion in range(1, LEGIONS + 1)]
    for verb in ("slide under", "flip", "apply power to"):
        texts += [f"{verb} {legion}" for legion in range(1, LEGIONS + 1)]
    texts += [f"apply power to a routed Legion at {colour}" for colour in COLOURS[:LOCATIONS]]
    texts += [f"give {legion}" for legion in range(1, LEGIONS + 1)]
    return tuple(texts)


ACTION_TEXTS = _texts()


@kernel
def legal(s, p, actions):
    """Write the legal action ids, ascending, and return how many they are."""
    count = 0
    if s.may_pass != 0:
        actions[0] = PASS_ACTION
        count = 1
    left = s.options
    base = s.first_action
    while left != 0:
        actions[count] = base + lowest(left)
        count += 1
        left &= left - 1
    return count
