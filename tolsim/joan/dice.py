"""The dice: which faces their sides show, and the throw."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import below
from tolsim.core.rules import Rule, Ruleset, table_rules
from tolsim.joan import events
from tolsim.joan.data_file import DATA, naming_the_line, read_data
from tolsim.joan.events import tell

DICE_FILE = DATA / "dice.toml"
SIDES = 6

FACES = ("kill", "disrupted", "push", "shield", "blank", "trample")
KILL, DISRUPTED, PUSH, SHIELD, BLANK, TRAMPLE = range(6)

COLOURS = ("Red", "Black", "White", "Yellow", "Gigantic")
RED, BLACK, WHITE, YELLOW, GIGANTIC = range(5)

# Of the Doom die. A unit that stays remains in the infirmary: the face shows Disrupted.
DOOM_FACES = ("rally", "delayed_rally", "death", "stays")
RALLY, DELAYED_RALLY, DEATH, STAYS = range(4)


FACE_LETTERS = "KDPSBT"
DOOM_LETTERS = "RLXD"


def dice_rules(path: Path = DICE_FILE) -> dict[str, Rule]:
    """Read the sides of each die, ``dice.Red.sides`` and so on.

    Raises
    ------
    TolsimError
        For a mistake in the file, naming the line.
    """
    data = read_data(path)
    rules: dict[str, Rule] = {}
    for name in ("dice", "doom"):
        for row, cells in data[name]["rows"].items():
            with naming_the_line(path, f"{name}.rows", row):
                rules.update(table_rules(name, {**data[name], "rows": {row: cells}}))
    return rules


def dice_arrays(ruleset: Ruleset) -> dict[str, np.ndarray]:
    """Lay the dice out for the kernels.

    Returns
    -------
    dict
        ``die_side``, int64 [5, 6]: the face of each side of each colour; ``doom_side``, int64 [6].

    Examples
    --------
    >>> arrays = dice_arrays(Ruleset(dice_rules(), {}, {}))
    >>> [FACES[face] for face in arrays["die_side"][RED]]
    ['kill', 'kill', 'disrupted', 'disrupted', 'push', 'shield']
    """

    def sides(die: str, letters: str) -> list[int]:
        return [letters.index(side) for side in str(ruleset.value(f"{die}.sides"))]

    return {
        "die_side": np.array(
            [sides(f"dice.{colour}", FACE_LETTERS) for colour in COLOURS], np.int64
        ),
        "doom_side": np.array(sides("doom.Doom", DOOM_LETTERS), np.int64),
    }


@kernel
def throw(p, colour, rng):
    """Face that a die of this colour shows."""
    return p.die_side[colour, below(rng, SIDES)]


@kernel
def throw_doom(p, rng):
    """Face that the Doom die shows."""
    return p.doom_side[below(rng, SIDES)]


@kernel
def throws_shield(s, p):
    """Throw a black die, as Terror tests, Survival and some Prayers do; tell whether it shows Shield."""
    face = throw(p, BLACK, s.rng)
    tell(s, events.TEST_DIE, BLACK, face, 0)
    return face == SHIELD
