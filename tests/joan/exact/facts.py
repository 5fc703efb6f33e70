"""Dice and units, typed once more from the facts that are publicly known of them.

Nothing here comes from tolsim's own data. Dice are letters, R red, B black, W white, Y yellow; so
are faces, K Kill, D Disrupted, P Push, S Shield, - Blank.
"""

from __future__ import annotations

from dataclasses import dataclass

SIDES = {"R": "KKDDPS", "B": "KDDSSS", "W": "DDPSS-", "Y": "DPPS--"}
FACE_NAMES = {"kill": "K", "disrupted": "D", "push": "P", "shield": "S", "blank": "-"}


@dataclass(frozen=True)
class Profile:
    """What a unit's card says, in the words and columns of tolsim's unit table.

    The columns are shared so that a match-up can change a card for both at once.
    """

    type: str = "infantry"
    hp: int = 1
    melee: str = ""
    melee_change: str = ""
    shot: str = ""
    shot_change: str = ""
    extra: str = ""
    extra_against: str = "none"
    pushes: int = 0
    defence: str = ""
    defence_change: str = ""
    shields: int = 0
    cancel_kill: int = 0
    cancel_disrupted: int = 0
    cancel_push: int = 0
    traits: str = ""
    terror: int = 0
    abilities: str = ""

    def has(self, trait: str) -> bool:
        """Whether a trait is on the card."""
        return trait in self.traits.split(", ")

    def can(self, ability: str) -> bool:
        """Whether an ability is on the card."""
        return ability in self.abilities.split(", ")

    def counts_as(self, face: str, change: str) -> str:
        """What a face counts as, by one of the columns of changes."""
        for one in change.split(", ") if change else ():
            before, after = one.split(">")
            if FACE_NAMES[before] == face:
                return FACE_NAMES[after]
        return face


HOLY = {
    "Hero": Profile(melee="R", defence="B", traits="Character, Feint"),
    "Hero 2 good": Profile(hp=2, melee="R", defence="B", traits="Character, Parry"),
    "Standard Bearer": Profile(defence="W", traits="Dodge", cancel_disrupted=2),
    "Foot Knights": Profile(melee="RR", defence="B", traits="Retaliation", cancel_push=1),
    "Sergeants-at-Arms": Profile(melee="R", defence="R", traits="Retaliation"),
    "Pikemen": Profile(
        melee="W", extra="W", extra_against="cavalry", defence="Y", traits="Retaliation vs cavalry"
    ),
    "Crossbowmen": Profile(shot="R", defence="W", abilities="rerolls Shields"),
    "Provincial Militia": Profile(melee="W", defence="Y", traits="Support"),
    "Peasants": Profile(melee="Y", traits="Support"),
    "Mounted Knights": Profile(type="cavalry", melee="RR", defence="B"),
    "Blacksmith": Profile(melee="Y", traits="Civilian", abilities="arms Peasants"),
    "Guide": Profile(defence="W", traits="Civilian", cancel_push=1),
    "Soothsayer": Profile(shields=1, traits="Civilian"),
    "Angel": Profile(type="flyer", melee="RW", extra="W", extra_against="unholy", defence="BB"),
    "Saint Patrick": Profile(),
}

UNHOLY = {
    "Conquest": Profile(
        type="cavalry", hp=5, melee="WWY", shot="YY", defence="W",
        traits="Character, Big, Survival", abilities="ignores a Shield",
    ),
    "Mounted Spectres": Profile(
        type="cavalry", melee="RWW", defence="B", traits="Immortal, Dodge"
    ),
    "Gargoyles": Profile(type="flyer", shot="Y", shot_change="blank>push", defence="B"),
    "War": Profile(
        type="cavalry", hp=6, melee="RW", melee_change="disrupted>kill", defence="R",
        traits="Character, Big, Retaliation, Parry, Slayer",
    ),
    "War 2": Profile(
        type="cavalry", hp=6, melee="RRW", melee_change="disrupted>kill", defence="BR",
        traits="Character, Big, Retaliation, Parry, Slayer",
        abilities="follow-up ignores a Shield",
    ),
    "Damned": Profile(
        type="cavalry", melee="RR", defence="BR", traits="Retaliation", cancel_push=1
    ),
    "Heretic Repentants": Profile(melee="WW", defence="B", traits="Survival"),
    "Heretic Expiators": Profile(melee="Y", defence="B", traits="Ruthless"),
    "Famine 2": Profile(
        type="cavalry", hp=3, melee="YYY", melee_change="blank>push", defence="BB",
        traits="Character, Big, Survival",
    ),
    "Devourers": Profile(
        type="flyer", melee="R", shot="B", defence="WY", abilities="Shields strike for Legend"
    ),
    "Death": Profile(
        type="cavalry", hp=4, melee="RR", defence="B", traits="Character, Big", terror=1,
        abilities="Legend for a Kill",
    ),
    "Death 2": Profile(
        type="cavalry", hp=5, melee="BB", melee_change="shield>kill", defence="B",
        traits="Character, Big", terror=2, abilities="defence for Legend",
    ),
    "Mounted Skeletons": Profile(
        type="cavalry", melee="RW", defence="W", traits="Survival, Support", cancel_push=1
    ),
    "Skeletons": Profile(melee="Y", extra="Y", extra_against="with its like", cancel_push=1),
}  # fmt: skip

PROFILES = HOLY | UNHOLY
