"""Units in words: names, hit points, levels, marks, dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tolsim.joan import state as st
from tolsim.joan.dice import COLOURS, FACES
from tolsim.joan.scenario import Scenario
from tolsim.joan.traits import EXTRA_AGAINST

ATTACK_STAGES = {
    st.AT_JOIN,
    st.AT_EMBOLDEN,
    st.AT_SPEND_LEGEND,
    st.AT_REROLL_ATTACK,
    st.AT_REROLL_DEFENCE,
    st.AT_STRIKE_BACK,
    st.AT_RUTHLESS,
    st.AT_ALLOCATE,
    st.AT_STAND_IN,
    st.AT_FOLLOW_UP,
    st.AT_ATTACK_END,
}
"""Stages of the frame of an attack that is under way."""

# Which units of the target area and of the attack are what; left over after the attack.
MARKS_OF_AN_ATTACK = {
    st.ATTACKING: "attacking",
    st.SHAKEN: "shaken",
    st.HIT: "hit",
    st.DODGED: "dodged",
    st.EMBOLDENED: "one black die more",
    st.FOLLOWED: "followed up",
}
RESULTS = ("Kill", "Disrupted", "Push", "Trample")
PLURALS = {"Push": "Pushes", "Disrupted": "Disrupted", "XP": "XP", "Legend": "Legend"}


def counted(number: int, what: str) -> str:
    """Say how many there are of something.

    Examples
    --------
    >>> counted(1, "Push"), counted(2, "Push"), counted(2, "Kill"), counted(3, "XP")
    ('1 Push', '2 Pushes', '2 Kills', '3 XP')
    """
    return f"{number} {what if number == 1 else PLURALS.get(what, f'{what}s')}"


def joined(parts: Sequence[str]) -> str:
    """Join parts of a sentence.

    Examples
    --------
    >>> joined(["1 Kill", "2 Pushes", "1 Trample"])
    '1 Kill, 2 Pushes and 1 Trample'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def results_text(numbers: Iterable[int]) -> str:
    """Results of an attack by kind, such as ``1 Kill and 2 Pushes``."""
    kinds = zip(numbers, RESULTS, strict=False)
    return joined([counted(int(number), kind) for number, kind in kinds if number]) or "nothing"


def die_text(colour: int, face: int, counts_as: int | None = None) -> str:
    """What a die shows, and what it counts as where a profile changes that.

    Examples
    --------
    >>> die_text(0, 4), die_text(0, 1, 0)
    ('red Blank', 'red Disrupted (counts as Kill)')
    """
    changed = counts_as is not None and counts_as != face
    told = f" (counts as {FACES[counts_as].title()})" if changed and counts_as is not None else ""
    return f"{COLOURS[colour].lower()} {FACES[face].title()}{told}"


def dice_text(numbers: Iterable[int]) -> str:
    """Dice of each colour, such as ``2 red, 1 white``."""
    kinds = zip(numbers, COLOURS, strict=False)
    return ", ".join(f"{number} {colour.lower()}" for number, colour in kinds if number)


def frames(state: np.record) -> list[list[int]]:
    """Frames of a state with their arguments, the top one last."""
    found: list[list[int]] = state.stack[: int(state.depth)].tolist()
    return found


def attack_under_way(state: np.record) -> bool:
    """Tell whether an attack is being resolved."""
    return any(frame[0] in ATTACK_STAGES for frame in frames(state))


class UnitText:
    """Units of a scenario in words.

    Parameters
    ----------
    scenario
        Its data.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._names = [slot.name for slot in scenario.slots]
        self._kinds = [slot.unit for slot in scenario.slots]
        self._places = scenario.board.areas

    def name(self, unit: int) -> str:
        """Name of a unit."""
        return self._names[unit] if 0 <= unit < len(self._names) else "nobody"

    def owner(self, owner: int) -> str:
        """Name of an owner."""
        return self.scenario.owners[owner] if owner >= 0 else "nobody"

    def area(self, area: int) -> str:
        """Name of an area, or of a place off the board."""
        return self._places[area] if area >= 0 else st.PLACES.get(area, "off the board")

    def at(self, state: np.record, unit: int) -> str:
        """Name of a unit with its area."""
        area = int(state.unit_area[unit]) if 0 <= unit < len(self._names) else st.NOWHERE
        return f"{self.name(unit)} at {self.area(area)}" if area >= 0 else self.name(unit)

    def hit_points(self, state: np.record, p: np.record, unit: int) -> str:
        """Hit points of a unit that has more than one, such as ``3/5 HP``."""
        most = int(p.profile_hp[state.unit_profile[unit]])
        return f"{int(state.unit_hp[unit])}/{most} HP" if most > 1 else ""

    def condition(self, state: np.record, p: np.record, unit: int, in_attack: bool) -> str:
        """Hit points, level and marks of a unit, "" if there is nothing to say."""
        marks = int(state.unit_marks[unit])
        said = [self.hit_points(state, p, unit)]
        if p.profile_upgraded_from[state.unit_profile[unit]] >= 0:
            said.append("level 2")
        if marks & st.TO_CHARGE:
            said.append("to charge")
        elif marks & st.TO_ACT and not marks & st.MAIN_DONE:
            said.append("to act")
        if marks & st.UNDER_COMMAND:
            said.append("commanded")
        if in_attack:
            said += [word for bit, word in MARKS_OF_AN_ATTACK.items() if marks & bit]
        return ", ".join(filter(None, said))

    def listed(self, units: Iterable[int], conditions: Sequence[str] = ()) -> str:
        """Units by name, those alike in name and condition together.

        Parameters
        ----------
        units
            Their numbers.
        conditions
            What is said of each in brackets, for all units of the scenario by number.
        """
        groups: dict[tuple[str, str], list[str]] = {}
        for unit in units:
            kind = self._kinds[unit]
            said = conditions[unit] if conditions else ""
            number = self._names[unit].removeprefix(kind).strip()
            groups.setdefault((kind, said), []).append(number)
        return ", ".join(
            " ".join(filter(None, [kind, *numbers])) + (f" ({said})" if said else "")
            for (kind, said), numbers in groups.items()
        )

    def attack_dice(self, state: np.record, p: np.record, unit: int, kind: int) -> str:
        """Dice that a unit attacks with, and when it has more."""
        row = int(state.unit_profile[unit])
        dice = dice_text((p.profile_melee if kind == st.MELEE else p.profile_shot)[row])
        more = dice_text(p.profile_extra[row])
        if more:
            when = EXTRA_AGAINST[int(p.profile_extra_against[row])]
            more = f"{more} {when}" if when.startswith("with") else f"{more} against {when}"
        return ", ".join(filter(None, [dice, more])) or "no dice"
