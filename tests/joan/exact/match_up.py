"""One attack: who attacks whom, where, with what tokens, and what is changed about the units.

Both sides play by one fixed policy, so that an attack is a matter of dice alone:

- every attacker joins; whoever is asked to spend a Legend spends it, on the lowest unit offered;
- attack dice: the first die that shows Blank is thrown again, else the first that shows Shield,
  red before black before white before yellow; among dice alike that of the lowest unit;
- defence dice: likewise the first die that shows Blank, Push, Disrupted or Kill, in this order;
- results go to the lowest unit that they can go to; an attacker with Targeting gives them to the
  highest, and a bodyguard always steps in;
- a push goes to the lowest area; nobody follows up.

Units are numbered as they are listed, attackers and defenders apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .facts import PROFILES, UNHOLY, Profile

ATTACK_REROLLS = "-S"
DEFENCE_REROLLS = "-PDK"


@dataclass(frozen=True)
class MatchUp:
    """An attack.

    Attributes
    ----------
    shows
        What it is there to show, its name.
    attackers, defenders
        Units of each side by name; units of one name stand side by side.
    terrain
        Of the target area.
    shot
        Whether it is a shot and no melee.
    follows
        Whether the attack is made after following up.
    hemmed_in
        Whether a push has nowhere to go.
    legend, reroll
        Legend and Reroll tokens of the attackers and of the defenders.
    hp
        Units that have been wounded before, and their hit points.
    changes
        Cells of units that differ from their cards, such as ``"Pikemen.traits"``.
    without
        Rules by which tolsim plays without what the match-up shows, to see that it is missed.
    """

    shows: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    terrain: str = "plain"
    shot: bool = False
    follows: bool = False
    hemmed_in: bool = False
    legend: tuple[int, int] = (0, 0)
    reroll: tuple[int, int] = (0, 0)
    hp: Mapping[str, int] = field(default_factory=dict)
    changes: Mapping[str, str | int] = field(default_factory=dict)
    without: Mapping[str, str | int | bool] = field(default_factory=dict)

    def profile(self, unit: str) -> Profile:
        """A unit's card, changes made."""
        changed = {
            cell.rpartition(".")[2]: value
            for cell, value in self.changes.items()
            if cell.rpartition(".")[0] == unit
        }
        return replace(PROFILES[unit], **changed)  # type: ignore[arg-type]

    @property
    def units(self) -> tuple[str, ...]:
        """All units, attackers first."""
        return self.attackers + self.defenders

    @property
    def holy_attack(self) -> bool:
        """Whether the Holy side attacks."""
        return self.attackers[0] not in UNHOLY

    def start_hp(self, unit: str) -> int:
        """Hit points with which a unit goes into the attack."""
        return self.hp.get(unit, self.profile(unit).hp)

    def has_type(self, units: tuple[str, ...], kind: str) -> bool:
        """Whether there is a unit of a type among some."""
        return any(self.profile(unit).type == kind for unit in units)

    def three_alike(self, units: tuple[str, ...], trait: str) -> bool:
        """Whether there are three units of one name with a trait among some."""
        return any(units.count(unit) >= 3 and self.profile(unit).has(trait) for unit in units)
