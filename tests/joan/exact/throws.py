"""The dice of both sides: every throw an attack can make, and how likely it is."""

from __future__ import annotations

from fractions import Fraction

from .chances import Chances, seen_as, sure, then
from .facts import SIDES
from .match_up import ATTACK_REROLLS, DEFENCE_REROLLS, MatchUp

COLOURS = "RBWY"
OF_NO_UNIT = 99
"""Whose the die is that three units of one name have together."""

Die = tuple[int, int, str]
"""Whose it is, its colour as a number, the face it shows; pools are kept in this order."""


def turned(shown: tuple[Die, ...], place: int | None) -> Chances:
    """A pool in which one die is thrown again, or none."""
    if place is None:
        return sure(shown)
    unit, colour, _ = shown[place]
    rest = shown[:place] + shown[place + 1 :]
    return added(rest, unit, COLOURS[colour])


def added(shown: tuple[Die, ...], unit: int, colour: str) -> Chances:
    """A pool and one die more."""
    chances: Chances = {}
    for face in SIDES[colour]:
        pool = tuple(sorted((*shown, (unit, COLOURS.index(colour), face))))
        chances[pool] = chances.get(pool, Fraction(0)) + Fraction(1, 6)
    return chances


def thrown(dice: list[tuple[int, str]]) -> Chances:
    """Every throw of some dice."""
    chances = sure(())
    for unit, colour in dice:
        chances = then(chances, lambda shown, unit=unit, colour=colour: added(shown, unit, colour))
    return chances


def chosen_die(shown: tuple[Die, ...], faces: str, unit: int | None = None) -> int | None:
    """Place of the die that the policy throws again, of one unit or of any."""
    for face in faces:
        for colour in range(len(COLOURS)):
            for place, die in enumerate(shown):
                if die[1:] == (colour, face) and unit in (None, die[0]):
                    return place
    return None


def rerolled(chances: Chances, faces: str, unit: int | None = None) -> Chances:
    """Throws after a reroll by the policy."""
    return then(chances, lambda shown: turned(shown, chosen_die(shown, faces, unit)))


def rerolled_by_token(chances: Chances, faces: str, tokens: int) -> Chances:
    """Throws after the Reroll token, and how many tokens are left."""

    def step(shown: tuple[Die, ...]) -> Chances:
        place = chosen_die(shown, faces) if tokens else None
        left = tokens if place is None else tokens - 1
        return seen_as(turned(shown, place), lambda pool: (pool, left))

    return then(chances, step)


# The attackers.


def attack_dice(match_up: MatchUp, number: int) -> str:
    """Colours of the dice that one attacker brings."""
    unit = match_up.attackers[number]
    profile = match_up.profile(unit)
    if match_up.shot:
        return profile.shot
    dice = profile.melee
    more = {
        "none": False,
        "cavalry": match_up.has_type(match_up.defenders, "cavalry"),
        "infantry": match_up.has_type(match_up.defenders, "infantry"),
        "unholy": match_up.holy_attack,
        "with its like": match_up.attackers.count(unit) > 1,
    }
    if more[profile.extra_against]:
        dice += profile.extra
    if unit == "Peasants" and has_blacksmith(match_up, match_up.attackers):
        dice += "Y"
    return dice


def has_blacksmith(match_up: MatchUp, units: tuple[str, ...]) -> bool:
    """Whether somebody arms the Peasants among some units."""
    return any(match_up.profile(unit).can("arms Peasants") for unit in units)


def chance_of_fear(match_up: MatchUp, number: int) -> Fraction:
    """Chance that an attacker fails its Terror test: a Shield on each of so many black dice."""
    terror = max(match_up.profile(unit).terror for unit in match_up.defenders)
    profile = match_up.profile(match_up.attackers[number])
    immune = profile.has("Big") or profile.has("Immortal") or profile.terror >= terror
    if match_up.shot or immune:
        return Fraction(0)
    passes = Fraction(SIDES["B"].count("S"), 6) ** terror
    return 1 - passes


def pools(match_up: MatchUp) -> Chances:
    """Dice that the attackers throw, by who of them fears: those bring their best die alone."""
    chances = sure(())
    for number in range(len(match_up.attackers)):
        dice = attack_dice(match_up, number)
        best = min(dice, key=COLOURS.index)
        fear = chance_of_fear(match_up, number)

        def step(before, number=number, dice=dice, best=best, fear=fear):
            found = {(*before, *((number, colour) for colour in dice)): 1 - fear}
            afraid = (*before, (number, best))
            found[afraid] = found.get(afraid, Fraction(0)) + fear
            return found

        chances = then(chances, step)
    if match_up.three_alike(match_up.attackers, "Support"):
        chances = seen_as(chances, lambda dice: (*dice, (OF_NO_UNIT, "W")))
    return {dice: chance for dice, chance in chances.items() if chance}


def shields_rerolled(match_up: MatchUp, chances: Chances) -> Chances:
    """Throws after units that may have thrown all their Shields again, each once."""

    def step(shown: tuple[Die, ...]) -> Chances:
        again = [
            die
            for die in shown
            if die[0] != OF_NO_UNIT
            and die[2] == "S"
            and match_up.profile(match_up.attackers[die[0]]).can("rerolls Shields")
        ]
        kept = tuple(die for die in shown if die not in again)
        found = sure(kept)
        for unit, colour, _ in again:
            found = then(
                found, lambda pool, unit=unit, colour=colour: added(pool, unit, COLOURS[colour])
            )
        return found

    return then(chances, step)


def spenders(match_up: MatchUp, shown: tuple[Die, ...]) -> tuple[int, ...]:
    """Attackers that pay a Legend so that the Shields of their shot strike."""
    showing = sorted({die[0] for die in shown if die[2] == "S" and die[0] != OF_NO_UNIT})
    able = [
        number
        for number in showing
        if match_up.shot
        and match_up.profile(match_up.attackers[number]).can("Shields strike for Legend")
    ]
    return tuple(able[: match_up.legend[0]])


def attack_chances(match_up: MatchUp) -> Chances:
    """What the attackers throw: Kills, Disrupteds, Pushes, then Legend and Reroll tokens left."""
    chances = then(pools(match_up), lambda dice: thrown(list(dice)))
    chances = shields_rerolled(match_up, chances)
    by_spending: dict[tuple[int, ...], Chances] = {}
    for shown, chance in chances.items():
        by_spending.setdefault(spenders(match_up, shown), {})[shown] = chance
    found: Chances = {}
    for paid, chances in by_spending.items():
        for number, unit in enumerate(match_up.attackers):
            if match_up.profile(unit).has("Feint"):
                chances = rerolled(chances, ATTACK_REROLLS, number)
        ends = rerolled_by_token(chances, ATTACK_REROLLS, match_up.reroll[0])
        for (shown, tokens), chance in ends.items():
            left = match_up.legend[0] - len(paid), tokens
            value = (attack_results(match_up, shown, paid), left)
            found[value] = found.get(value, Fraction(0)) + chance
    return found


def attack_results(
    match_up: MatchUp, shown: tuple[Die, ...], paid: tuple[int, ...]
) -> tuple[int, ...]:
    """Kills, Disrupteds and Pushes of a throw."""
    faces = []
    for unit, _, face in shown:
        if unit == OF_NO_UNIT:
            faces.append(face)
        elif unit in paid and face == "S":
            faces.append("D")
        else:
            profile = match_up.profile(match_up.attackers[unit])
            change = profile.shot_change if match_up.shot else profile.melee_change
            faces.append(profile.counts_as(face, change))
    if not match_up.shot:
        faces += "P" * sum(match_up.profile(unit).pushes for unit in match_up.attackers)
    return tuple(faces.count(face) for face in "KDP")


# The defenders.


def defence_dice(match_up: MatchUp) -> tuple[list[tuple[int, str]], int]:
    """Dice of the defenders, and the Legend that they have left."""
    dice = [
        (number, colour)
        for number, unit in enumerate(match_up.defenders)
        for colour in match_up.profile(unit).defence
    ]
    legend = match_up.legend[1]
    if legend and any(match_up.profile(u).can("defence for Legend") for u in match_up.defenders):
        dice.append((0, "B"))
        legend -= 1
    if match_up.three_alike(match_up.defenders, "Cohesion"):
        dice.append((OF_NO_UNIT, "W"))
    return dice, legend


def terrain_counts(match_up: MatchUp) -> bool:
    """Whether terrain matters: not against or for units that ignore it."""
    return not any(
        all(match_up.profile(unit).can("ignores terrain") for unit in side)
        for side in (match_up.attackers, match_up.defenders)
    )


def defence_chances(match_up: MatchUp) -> Chances:
    """What the defenders throw.

    Shields; results that strike back: Kills and Disrupteds on any attacker, the same on cavalry;
    the defenders that dodge; Legend and Reroll tokens left.
    """
    dice, legend = defence_dice(match_up)
    chances = thrown(dice)
    for number, unit in enumerate(match_up.defenders):
        if match_up.profile(unit).has("Parry"):
            chances = rerolled(chances, DEFENCE_REROLLS, number)
    if match_up.terrain in ("forest", "village") and terrain_counts(match_up):
        chances = rerolled(chances, DEFENCE_REROLLS)
    ends = rerolled_by_token(chances, DEFENCE_REROLLS, match_up.reroll[1])
    return seen_as(
        ends,
        lambda end: (
            shields(match_up, end[0]),
            strikes(match_up, end[0]),
            dodging(match_up, end[0]),
            (legend, end[1]),
        ),
    )


def defence_face(match_up: MatchUp, die: Die) -> str:
    """What a die counts as."""
    unit, _, face = die
    if unit == OF_NO_UNIT:
        return face
    profile = match_up.profile(match_up.defenders[unit])
    return profile.counts_as(face, profile.defence_change)


def shields(match_up: MatchUp, shown: tuple[Die, ...]) -> int:
    """Shields of the defence, less what attackers and terrain take away."""
    number = sum(defence_face(match_up, die) == "S" for die in shown)
    number += sum(match_up.profile(unit).shields for unit in match_up.defenders)
    if match_up.terrain == "swamp" and terrain_counts(match_up):
        number -= 1
    if not match_up.shot:
        for unit in match_up.attackers:
            profile = match_up.profile(unit)
            number -= profile.can("ignores a Shield")
            number -= match_up.follows and profile.can("follow-up ignores a Shield")
    return max(0, number)


def dodging(match_up: MatchUp, shown: tuple[Die, ...]) -> frozenset[int]:
    """Defenders that avoid the attack: Dodge, and a Blank on a die of their own."""
    return frozenset(
        unit
        for unit, _, face in shown
        if face == "-"
        and unit != OF_NO_UNIT
        and match_up.profile(match_up.defenders[unit]).has("Dodge")
    )


def strikes(match_up: MatchUp, shown: tuple[Die, ...]) -> tuple[int, int, int, int]:
    """Results on defence dice that strike the attackers of a melee."""
    found = {"K": 0, "D": 0, "cavalry K": 0, "cavalry D": 0}
    idle = []
    for die in shown:
        unit, colour, _ = die
        if match_up.shot or unit == OF_NO_UNIT:
            continue
        face = defence_face(match_up, die)
        profile = match_up.profile(match_up.defenders[unit])
        armed = match_up.defenders[unit] == "Peasants" and has_blacksmith(
            match_up, match_up.defenders
        )
        if face in "KD":
            if profile.has("Retaliation") or armed:
                found[face] += 1
            elif profile.has("Retaliation vs cavalry") and match_up.has_type(
                match_up.attackers, "cavalry"
            ):
                found[f"cavalry {face}"] += 1
            else:
                idle.append(face)
        elif face == "-" and COLOURS[colour] == "W" and profile.can("Blanks strike back"):
            found["K"] += 1
    if match_up.terrain == "rocks" and idle and terrain_counts(match_up):
        found["K" if "K" in idle else "D"] += 1
    return found["K"], found["D"], found["cavalry K"], found["cavalry D"]
