"""Drawing a position, and saying what is asked and what an action does, for a person."""

from __future__ import annotations

import numpy as np

from tolsim.abyss import state as st
from tolsim.abyss.actions import ACTION_TEXTS, PASS_ACTION, TAKE
from tolsim.abyss.scoring import (
    DOUBLE_UNDERNEATH,
    PER_BANNER,
    PER_HERO_COLOUR,
    PER_LOCATION_WITHOUT_MAJORITY,
)

HERO_NAMES = (
    "Y1", "Y2", "Y3", "R1", "R2", "R3", "B1", "B2", "B3", "P1", "P2", "P3", "G1", "G2", "G3",
)  # fmt: skip
SCORING = ("", "doubles under it", "+1 a banner", "+1 a missing majority", "+1 a hero colour")
POWERS = (
    "", "pick up and place", "rally two", "move", "remove", "steal", "swap", "third legion",
    "exchange",
)  # fmt: skip

QUESTIONS = {
    st.AT_RESERVE: "reserve a Hero with the Stratagem?",
    st.AT_COMMAND: "use the Stratagem to command the King's Legion?",
    st.AT_COMMANDED_LEGION: "which Legion must the King play?",
    st.AT_KING_CHOICE: "which Legion to play?",
    st.AT_NECROCAMPE_CHOICE: "which Legion to play?",
    st.AT_PLACE: "where to place the Legion?",
    st.AT_RALLY: "rally a Legion there?",
    st.AT_ROUT: "which opposing Legion to rout?",
    st.AT_ROUT_DIVERT: "divert the rout with the Stratagem?",
    st.AT_ROUT_DIVERTED: "which Legion to rout there?",
    st.AT_ROUTE: "recruit a Hero?",
    st.AT_ANY_HERO: "use the Stratagem to take a Hero of another colour?",
    st.AT_HERO: "which Hero to recruit?",
    st.AT_WIDE_DIG: "use the Stratagem to look at more Heroes?",
    st.AT_DIG: "which of the Heroes looked at to recruit?",
    st.AT_DIG_REST: "where to put the other Hero?",
    st.AT_PAYMENT: "which Legion to slide under the Hero?",
    st.AT_POWER_RALLY: "which Legion to rally?",
    st.AT_POWER_MOVE: "which Legion to move?",
    st.AT_POWER_MOVE_TO: "where to move it?",
    st.AT_POWER_REMOVE: "which Legion to remove from under an opposing Hero?",
    st.AT_POWER_STEAL: "which Legion to steal?",
    st.AT_POWER_LOOK: "look at the opponent's hand?",
    st.AT_POWER_RECEIVE: "which Legion to take for one of yours?",
    st.AT_POWER_GIVE: "which Legion to give?",
    st.AT_POWER_THIRD_LEGION: "which third Legion to slide under the Hero?",
    st.AT_POWER_RETURN: "which of your Heroes to exchange?",
    st.AT_POWER_EXCHANGE: "which Hero to take for it?",
    st.AT_POWER_PICK_UP: "which Legion to pick up?",
    st.AT_POWER_PLAY: "which Legion to place instead?",
    st.AT_POWER_PLACE: "where to place it?",
    st.AT_CHOOSE_REFILL: "use the Stratagem to choose the King's refill?",
    st.AT_REFILL: "which Legion to take?",
    st.AT_ATTACK: "which location to attack?",
    st.AT_DIVERT: "divert the attack with the Stratagem?",
}

LEGEND = """\
26 green 3    a Legion: its number, its Guild, its points under a Hero
30 purple *   a Legion with a Banner instead of points
7 white -     a Legion with neither
Y3 0 banner   a Hero: its name (Guild and number), its points, a Banner or an effect
location      its token: who holds the Majority, or centre; then each side's Legions there
   12 2       a Legion of the location's own Guild, which is left out
   (7)        a routed Legion; (?) one whose number you do not know
   -          no Legions"""


def members(bits: int) -> list[int]:
    """Members of a set, ascending."""
    value = int(bits)
    return [i for i in range(value.bit_length()) if value >> i & 1]


def legion_text(p: np.record, number: int) -> str:
    """A Legion with its colour and reward, such as ``17 yellow *`` (a Banner) or ``18 red 3``."""
    reward = "*" if int(p.banner_legions) >> number & 1 else str(p.legion_points[number] or "-")
    return f"{number} {st.COLOURS[p.legion_colour[number]]} {reward}"


def hero_text(p: np.record, hero: int) -> str:
    """A Hero with its points and effect."""
    effect = SCORING[p.hero_scoring[hero]] or POWERS[p.hero_power[hero]]
    banner = " banner" if p.hero_banner[hero] else ""
    return f"{HERO_NAMES[hero]} {p.hero_points[hero]}{banner}{' ' + effect if effect else ''}"


def _legions(p: np.record, bits: int) -> str:
    return ", ".join(legion_text(p, n) for n in members(bits)) or "none"


def _hand(s: np.record, p: np.record, owner: int, viewer: int | None) -> str:
    if viewer is None or viewer == owner:
        return _legions(p, s.hand[owner])
    known = int(s.hand[owner]) & int(s.known[viewer])
    hidden = int(s.hand[owner]).bit_count() - known.bit_count()
    if s.committed[owner] and not _sees_committed(s, viewer):
        known |= int(s.known[viewer]) & (1 << int(s.committed[owner]))
        hidden = int(s.hand[owner]).bit_count() + 1 - known.bit_count()
    return f"{_legions(p, known)} and {hidden} unknown" if known else f"{hidden} unknown"


def _sees_committed(s: np.record, viewer: int) -> bool:
    return bool(s.revealed) or (viewer == st.NECROCAMPE and bool(s.commanded))


def _committed(s: np.record, p: np.record, owner: int, viewer: int | None) -> str:
    number = int(s.committed[owner])
    if number == 0:
        return ""
    if viewer is None or viewer == owner or _sees_committed(s, viewer):
        return f"   laid down: {legion_text(p, number)}"
    return "" if owner == st.KING else "   laid down: face down"


def _side(s: np.record, p: np.record, owner: int, location: int, viewer: int | None) -> str:
    up = [
        legion_text(p, n).replace(f" {st.COLOURS[location]}", "")
        for n in members(s.up[owner, location])
    ]
    routed = members(s.routed[owner, location])
    if p.routed_identity and viewer is not None and viewer != owner:
        known = [n for n in routed if int(s.known_routed[viewer]) >> n & 1]
        hidden = ["(?)"] * (len(routed) - len(known))
        return " | ".join([*up, *(f"({n})" for n in known), *hidden])
    return " | ".join([*up, *(f"({n})" for n in routed)])


def _stratagem(s: np.record, owner: int, viewer: int | None) -> str:
    used = int(s.stratagem_used[owner])
    name = st.STRATAGEMS[owner][s.stratagem[owner]]
    if used:
        return f"{name}, used in turn {used}"
    return f"{name}, unused" if viewer in (None, owner) else "unknown, unused"


def _player(s: np.record, p: np.record, owner: int, viewer: int | None) -> list[str]:
    lines = [
        f"{st.SEATS[owner].title()}: hand {_hand(s, p, owner, viewer)}{_committed(s, p, owner, viewer)}",
        f"   stratagem: {_stratagem(s, owner, viewer)}",
    ]
    lines += [
        f"   hero {hero_text(p, hero)}; under it: {_legions(p, s.under[hero])}"
        for hero in members(s.heroes[owner])
    ]
    return lines


def render(s: np.record, p: np.record, seat: int | None) -> str:
    """Draw the position: everything, or what one seat may see. Routed Legions in brackets."""
    reserved = int(s.reserved)
    heroes = [
        hero_text(p, hero) + (" (reserved by the King)" if hero == reserved else "")
        for hero in members(s.row_heroes)
    ]
    down = ""
    if s.row_down:
        knows = seat is None or bool(s.down_known[seat])
        down = f", face down: {legion_text(p, int(s.row_down)) if knows else '?'}"
    lines = [
        f"Turn {s.turn}   deck {int(s.deck).bit_count()} Legions, {s.hero_deck_size} Heroes",
        f"Hero row: {'; '.join(heroes)}",
        f"Legion row: {_legions(p, s.row_up)}{down}",
        *_player(s, p, st.NECROCAMPE, seat),
        f"   {'location':<9} {'token':<11} {'necrocampe':<34} king",
    ]
    for location in range(st.LOCATIONS):
        holder = int(s.majority[location])
        token = st.SEATS[holder] if holder >= 0 else "centre"
        theirs = _side(s, p, st.NECROCAMPE, location, seat) or "-"
        mine = _side(s, p, st.KING, location, seat) or "-"
        lines.append(f"   {st.COLOURS[location]:<9} {token:<11} {theirs:<34} {mine}")
    lines += _player(s, p, st.KING, seat)
    if s.over:
        lines.append(
            f"Over by {st.OUTCOMES[int(s.outcome)]}: king {s.scores[0]}, necrocampe {s.scores[1]}"
        )
    return "\n".join(lines)


def asked(s: np.record) -> str:
    """Say who is asked what."""
    if s.over:
        return "the game is over"
    return f"{st.SEATS[s.to_move]}: {QUESTIONS[int(s.stage)]}"


def describe(s: np.record, p: np.record, action: int) -> str:
    """Say what an action does, with what is printed on the card it names."""
    text = ACTION_TEXTS[action]
    if action == PASS_ACTION:
        return text
    words = text.rsplit(" ", 1)
    if words[-1].isdigit():
        number = int(words[-1])
        if "hero" in words[0]:
            return f"{words[0]} {hero_text(p, number)}"
        if words[0] == "flip":
            rallies = s.stage in (st.AT_RALLY, st.AT_POWER_RALLY)
            return f"{'rally' if rallies else 'rout'} {legion_text(p, number)}"
        return f"{words[0]} {legion_text(p, number)}"
    return text


def sight(s: np.record, p: np.record, label: int, seat: int) -> str | None:
    """Say what a seat sees of an action.

    Parameters
    ----------
    s
        The state before it, redealt for the seat.
    label
        Of :func:`tolsim.abyss.knowledge.seen`: the action as far as it is seen or, for one's own,
        what it brings to light.
    seat
        Who looks on.
    """
    if seat != s.to_move:
        return f"{asked(s)} {describe(s, p, label)}{_known_face_down(s, p, label, seat)}"
    if s.stage == st.AT_NECROCAMPE_CHOICE:
        return f"king: plays {legion_text(p, label % (st.LEGIONS + 1))}"
    if s.stage == st.AT_COMMAND and (reserving := label % (st.HEROES + 1) - 1) >= 0:
        return f"king: reserves hero {hero_text(p, reserving)} with the Stratagem"
    return None


def _known_face_down(s: np.record, p: np.record, action: int, seat: int) -> str:
    if action == TAKE and s.down_known[seat]:
        return f", {legion_text(p, int(s.row_down))}"
    return ""


def breakdown(s: np.record, p: np.record) -> list[tuple[int, str, int]]:
    """What the scores of a finished state are made of, as ``(seat, what, points)``."""
    parts: list[tuple[int, str, int]] = []
    for seat in (st.KING, st.NECROCAMPE):
        if not s.stratagem_used[seat]:
            parts.append((seat, "unused Stratagem", int(p.stratagem_unused_points)))
        parts += [
            (
                seat,
                f"hero {hero_text(p, hero)}; under it: {_legions(p, s.under[hero])}",
                _hero_points(s, p, seat, hero),
            )
            for hero in members(s.heroes[seat])
        ]
        for pair, points in zip(p.pair_heroes, p.pair_points, strict=True):
            both = members(pair)
            if len(both) >= 2 and int(s.heroes[seat]) & int(pair) == int(pair):
                names = " and ".join(HERO_NAMES[hero] for hero in both)
                parts.append((seat, f"pair {names}", int(points)))
        parts += [
            (seat, f"Majority of {st.COLOURS[location]}", int(p.location_points[location]))
            for location in range(st.LOCATIONS)
            if s.majority[location] == seat
        ]
    return parts


def _hero_points(s: np.record, p: np.record, seat: int, hero: int) -> int:
    """Points of a recruited Hero with its effect and the Legions under it."""
    below = sum(int(p.legion_points[number]) for number in members(s.under[hero]))
    colours = sum(int(s.heroes[seat]) & int(bits) != 0 for bits in p.heroes_of)
    effect = {
        DOUBLE_UNDERNEATH: below,
        PER_BANNER: int(s.banners[seat]),
        PER_LOCATION_WITHOUT_MAJORITY: int((s.majority != seat).sum()),
        PER_HERO_COLOUR: colours,
    }
    return int(p.hero_points[hero]) + below + effect.get(int(p.hero_scoring[hero]), 0)
