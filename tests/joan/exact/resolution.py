"""What the results of an attack do to units, and the exact chances of every outcome."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .chances import Chances, sure, then
from .match_up import MatchUp
from .throws import attack_chances, defence_chances

HALF = Fraction(1, 2)
"""A black die shows Shield."""


class Unit(NamedTuple):
    """How a unit fares. ``place`` is ``here``, ``pushed``, ``destroyed`` or ``infirmary``."""

    hp: int
    place: str = "here"
    killed: bool = False  # a Kill is among its wounds
    hit: bool = False  # has had a result, others come first


Units = tuple[Unit, ...]


class Outcome(NamedTuple):
    """How an attack ends.

    Attributes
    ----------
    fates
        What has become of each unit, attackers first.
    legend, reroll
        Tokens that the attackers and the defenders have at the end.
    """

    fates: tuple[str, ...]
    legend: tuple[int, int]
    reroll: tuple[int, int]


def fate(place: str, hp: int, most: int) -> str:
    """What has become of a unit in words; hit points where a unit can have more than one."""
    on_board = place in ("here", "pushed")
    return f"{place}, {hp} HP" if on_board and most > 1 else place


def changed(units: Units, number: int, unit: Unit) -> Units:
    """All units with one of them changed."""
    return (*units[:number], unit, *units[number + 1 :])


class Attack:
    """The exact chances of one match-up."""

    def __init__(self, match_up: MatchUp) -> None:
        self.match_up = match_up
        self.profiles = [match_up.profile(unit) for unit in match_up.units]
        self.first_defender = len(match_up.attackers)
        self.with_patrick = "Saint Patrick" in match_up.defenders
        self.allocate_on = lru_cache(None)(self.allocated)

    def outcomes(self) -> Chances:
        """Every outcome and its chance."""
        found: Chances = {}
        defences = defence_chances(self.match_up)
        for (results, mine), chance in attack_chances(self.match_up).items():
            for (shields, strikes, dodging, theirs), further in defences.items():
                left = self.after_shields(results, shields)
                for outcome, last in self.resolved(left, strikes, dodging, mine, theirs).items():
                    found[outcome] = found.get(outcome, Fraction(0)) + chance * further * last
        return found

    def after_shields(self, results: tuple[int, ...], shields: int) -> tuple[int, ...]:
        """Results that Shields leave, Kills first; then what units cancel, then mercy."""
        left = []
        for number in results:
            cancelled = min(number, shields)
            shields -= cancelled
            left.append(number - cancelled)
        for profile in self.profiles[self.first_defender :]:
            cancels = profile.cancel_kill, profile.cancel_disrupted, profile.cancel_push
            left = [max(0, number - cancel) for number, cancel in zip(left, cancels, strict=True)]
        if self.with_patrick:
            left = [0, 0, sum(left)]
        return tuple(left)

    def resolved(
        self,
        results: tuple[int, ...],
        strikes: tuple[int, ...],
        dodging: frozenset[int],
        mine: tuple[int, int],
        theirs: tuple[int, int],
    ) -> Chances:
        """What comes of the results left and of those that strike back."""
        start = tuple(Unit(self.match_up.start_hp(unit)) for unit in self.match_up.units)
        dodging = frozenset(number + self.first_defender for number in dodging)
        chances = sure(start)
        for number, strike in zip(strikes, ("K", "D", "cavalry K", "cavalry D"), strict=True):
            for _ in range(number):
                chances = then(chances, lambda units, strike=strike: self.struck(units, strike))

        def give(units: Units) -> Chances:
            kills, disrupteds, pushes = results
            legend = mine[0]
            if disrupteds and legend and self.standing_attacker_with(units, "Ruthless"):
                kills, disrupteds, legend = kills + 1, disrupteds - 1, legend - 1
            chances = self.allocate_on(units, (kills, disrupteds, pushes), dodging)
            return then(
                chances,
                lambda after: sure(
                    Outcome(
                        self.fates(after),
                        (legend + self.legend_for_kills(after), theirs[0]),
                        (mine[1], theirs[1]),
                    )
                ),
            )

        return then(chances, give)

    # Who attacks and who is attacked.

    def standing_attackers(self, units: Units) -> Iterator[int]:
        """Attackers that have not been struck down."""
        return (n for n in range(self.first_defender) if units[n].place == "here")

    def standing_attacker_with(self, units: Units, trait: str) -> bool:
        """Whether an attacker with a trait is left."""
        return any(self.profiles[n].has(trait) for n in self.standing_attackers(units))

    def chosen(self, units: Units, able: list[int], *, highest: bool) -> int:
        """Unit that a result goes to: those without one first, then by the policy."""
        able = [number for number in able if not units[number].hit] or able
        return able[-1] if highest else able[0]

    # Results.

    def struck(self, units: Units, strike: str) -> Chances:
        """A result that strikes an attacker."""
        able = [
            number
            for number in self.standing_attackers(units)
            if self.profiles[number].type == "cavalry" or not strike.startswith("cavalry")
        ]
        if not able:
            return sure(units)
        number = self.chosen(units, able, highest=False)
        return self.wounded(units, number, strike[-1], wounds=1)

    def allocated(self, units: Units, results: tuple[int, ...], dodging: frozenset[int]) -> Chances:
        """Hand the results out one at a time, Kills before Disrupteds before Pushes."""
        kind = next((place for place in range(3) if results[place]), None)
        if kind is None:
            return sure(units)
        able = [
            number
            for number in range(self.first_defender, len(units))
            if units[number].place == "here"
            and number not in dodging
            and not ("KDP"[kind] == "P" and self.profiles[number].has("Never pushed"))
        ]
        if not able:
            none_left = (*results[:kind], 0, *results[kind + 1 :])
            return self.allocate_on(units, none_left, dodging)
        fewer = (*results[:kind], results[kind] - 1, *results[kind + 1 :])
        if all(units[number].hit for number in able):
            units = tuple(unit._replace(hit=False) for unit in units)
        targeting = self.standing_attacker_with(units, "Targeting")
        number = self.chosen(units, able, highest=targeting)
        if targeting and "KDP"[kind] != "P":
            number = self.stand_in(able, number)
        after = self.suffers(units, number, "KDP"[kind])
        return then(after, lambda units: self.allocate_on(units, fewer, dodging))

    def stand_in(self, able: list[int], struck: int) -> int:
        """Bodyguard or pavise that takes a result for another unit, or that unit."""
        guards = [
            number
            for number in able
            if number != struck
            and (self.profiles[number].has("Bodyguard") or self.profiles[number].has("Shield"))
        ]
        return guards[0] if guards else struck

    def suffers(self, units: Units, number: int, result: str) -> Chances:
        """A defender suffers a result."""
        if result == "P":
            unit = units[number]._replace(hit=True)
            if not self.match_up.hemmed_in:
                return sure(changed(units, number, unit._replace(place="pushed")))
            units = changed(units, number, unit)
            return sure(units) if self.with_patrick else self.wounded(units, number, "D", wounds=1)
        slain = (
            result == "K"
            and self.profiles[number].has("Character")
            and self.standing_attacker_with(units, "Slayer")
        )
        return self.wounded(units, number, result, wounds=2 if slain else 1)

    def wounded(self, units: Units, number: int, result: str, wounds: int) -> Chances:
        """A unit suffers a Kill or Disrupted; Immortals know no Kill."""
        profile, unit = self.profiles[number], units[number]
        unit = unit._replace(
            hp=max(0, unit.hp - wounds),
            killed=unit.killed or (result == "K" and not profile.has("Immortal")),
            hit=True,
        )
        if unit.hp > 0:
            return sure(changed(units, number, unit))
        fallen = unit._replace(place="destroyed" if unit.killed else "infirmary")
        if not (unit.killed and profile.has("Survival")):
            return sure(changed(units, number, fallen))
        return {
            changed(units, number, unit._replace(hp=1)): HALF,
            changed(units, number, fallen): HALF,
        }

    # The end.

    def fates(self, units: Units) -> tuple[str, ...]:
        """What has become of each unit, by the scenario's rules for fallen Unholy ones."""
        return tuple(
            fate(self.place(number, unit), unit.hp, self.profiles[number].hp)
            for number, unit in enumerate(units)
        )

    def place(self, number: int, unit: Unit) -> str:
        """Where a unit is: fallen Unholy units return, an Angel's victims lie in the infirmary."""
        is_holy = (number < self.first_defender) == self.match_up.holy_attack
        if unit.place in ("here", "pushed") or is_holy:
            return unit.place
        by_angel = number >= self.first_defender and "Angel" in self.match_up.attackers
        return "infirmary" if by_angel else "returning"

    def legend_for_kills(self, units: Units) -> int:
        """Legend that attackers gain for a unit destroyed, two for an Angel."""
        victims = [
            self.match_up.units[number]
            for number in range(self.first_defender, len(units))
            if units[number].place == "destroyed"
        ]
        gains = [
            number
            for number in self.standing_attackers(units)
            if self.profiles[number].can("Legend for a Kill")
        ]
        return len(gains) * (2 if "Angel" in victims else 1) if victims else 0


def outcome_chances(match_up: MatchUp) -> Chances:
    """Exact chance of every :class:`Outcome` of a match-up."""
    return Attack(match_up).outcomes()
