"""Match-ups fought by tolsim's own kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

import tolsim
from tolsim.joan import state as st
from tolsim.joan.scenarios.four_horsemen.names import HOLY, UNHOLY
from tolsim.joan.scenarios.four_horsemen.roster import SCENARIO

from .kernel_entries import fights
from .match_up import MatchUp
from .resolution import Outcome, fate

GROUNDS = {
    "plain": ("5Ab", "5Aa"),
    "forest": ("2B.2b", "2B.2a"),
    "village": ("4A.1b", "4A.1a"),
    "swamp": ("4A.3a", "4A.3b"),
    "rocks": ("4A.2b", "4A.2c"),
}
"""Terrain to a target area of that kind and the area that it is attacked from."""
HEMMED_IN = ("13A.2a", "13A.2b"), "17A.3b"
"""A target area and where it is attacked from, and the only other area beside it."""
PLACES = {st.INFIRMARY: "infirmary", st.DESTROYED: "destroyed", st.RETURNING: "returning"}


def slots(match_up: MatchUp) -> list[int]:
    """Numbers of a match-up's units in the scenario."""
    found: list[int] = []
    for unit in match_up.units:
        # A unit of the second level stands in the slot of the first.
        name = unit.partition(" 2")[0]
        found.append(next(slot for slot in SCENARIO.numbers(name) if slot not in found))
    sides = found[: len(match_up.attackers)], found[len(match_up.attackers) :]
    if not all(low < high for side in sides for low, high in pairwise(side)):
        raise ValueError(f"{match_up.shows}: the units are not listed in the scenario's order")
    return found


def lay_out(match_up: MatchUp, game: tolsim.Game) -> tuple[np.ndarray, int]:
    """Rows of the units for the compiled entry, and the number of the target area."""
    board, rows = SCENARIO.board, game.ruleset.tables["units"]
    grounds = HEMMED_IN[0] if match_up.hemmed_in else GROUNDS[match_up.terrain]
    target, origin = map(board.number, grounds)
    attacker = HOLY if match_up.holy_attack else UNHOLY
    found = []
    for place, (slot, unit) in enumerate(zip(slots(match_up), match_up.units, strict=True)):
        attacks = place < len(match_up.attackers)
        owner = attacker if attacks else 1 - attacker
        area = origin if attacks else target
        row = rows.index(unit)
        hp = match_up.hp.get(unit, int(game.parameters["profile_hp"][0, row]))
        found.append((slot, row, owner, area, hp, int(attacks)))
    if match_up.hemmed_in:
        blocker = "Skeletons" if attacker == UNHOLY else "Peasants"
        slot = SCENARIO.numbers(blocker)[-1]
        area = board.number(HEMMED_IN[1])
        found.append((slot, rows.index(blocker), attacker, area, 1, 0))
    return np.array(found, np.int64), target


def fought(
    match_up: MatchUp,
    number: int,
    seed: int,
    without: Mapping[str, str | int | bool] | None = None,
) -> Counter[Outcome]:
    """Fight a match-up many times.

    Parameters
    ----------
    match_up
        The attack.
    number
        How many times.
    seed
        Of the dice.
    without
        Rules that are in force here alone.

    Returns
    -------
    Counter
        How often each outcome came out.
    """
    changes = {f"units.{cell}": value for cell, value in match_up.changes.items()}
    game = tolsim.make("four_horsemen", overrides={**changes, **(without or {})})
    units, target = lay_out(match_up, game)
    attacker = HOLY if match_up.holy_attack else UNHOLY
    tokens = np.zeros((2, 4), np.int64)
    for owner, legend, reroll in zip(
        (attacker, 1 - attacker), match_up.legend, match_up.reroll, strict=True
    ):
        tokens[owner, st.LEGEND] = legend
        tokens[owner, st.REROLL_TOKEN] = reroll
    order = np.array([target, st.SHOT if match_up.shot else st.MELEE, match_up.follows], np.int64)
    states = np.zeros(2, game.state_dtype)
    out = np.zeros((number, 2 * len(units) + tokens.size), np.int16)
    fights(states, game.parameters, units, tokens, order, np.uint64(seed), out)
    return _counted(match_up, units, attacker, out)


def _counted(
    match_up: MatchUp, units: np.ndarray, attacker: int, out: np.ndarray
) -> Counter[Outcome]:
    # Whole rows as one value each: far quicker to sort than row by row.
    packed = np.ascontiguousarray(out).view(np.dtype((np.void, out.itemsize * out.shape[1])))
    _, first, counts = np.unique(packed, return_index=True, return_counts=True)
    found: Counter[Outcome] = Counter()
    for row, count in zip(out[first].tolist(), counts.tolist(), strict=True):
        found[_outcome(match_up, units, attacker, row)] += count
    return found


def _outcome(match_up: MatchUp, units: np.ndarray, attacker: int, row: list[int]) -> Outcome:
    fates = []
    for place, unit in enumerate(match_up.units):
        area, hp = row[2 * place : 2 * place + 2]
        if area < 0:
            fates.append(PLACES[area])
        else:
            # Column 3 is the area where the unit began.
            stays = area == units[place, 3]
            fates.append(fate("here" if stays else "pushed", hp, match_up.profile(unit).hp))
    tokens = np.array(row[2 * len(units) :]).reshape(2, 4).tolist()
    mine, theirs = tokens[attacker], tokens[1 - attacker]
    return Outcome(
        tuple(fates),
        (mine[st.LEGEND], theirs[st.LEGEND]),
        (mine[st.REROLL_TOKEN], theirs[st.REROLL_TOKEN]),
    )
