"""The end of the turn: majorities, Banners, the rows, and the end of the game."""

from __future__ import annotations

from tolsim.abyss.rows import refill_heroes, refill_legions
from tolsim.abyss.scoring import banners, score
from tolsim.abyss.state import (
    AT_TURN_START,
    BY_BANNERS,
    BY_LOWEST_LEGION,
    BY_POINTS,
    GREEN,
    KING,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
    YELLOW,
)
from tolsim.core.bits import count, lowest
from tolsim.core.compile_cache import kernel


@kernel
def present(s, p, player, location):
    """Tell whether a player has a card there that lets it win a tie."""
    if s.up[player, location] != 0:
        return True
    return p.majority_routed_counts_as_present != 0 and s.routed[player, location] != 0


@kernel
def assign_majorities(s, p):
    """Location by location from yellow to green: most Legions face up; ties to the scales."""
    for location in range(LOCATIONS):
        king = count(s.up[KING, location])
        necrocampe = count(s.up[NECROCAMPE, location])
        holder = NOBODY
        if king > necrocampe:
            holder = KING
        elif necrocampe > king:
            holder = NECROCAMPE
        else:
            scales = s.majority[YELLOW]
            if scales != NOBODY and present(s, p, scales, location):
                holder = scales
        s.majority[location] = holder
        if holder != NOBODY:
            s.majority_turns[holder, location] += 1


@kernel
def end_turn(s, p):
    """Carry out the four steps of the end of a turn."""
    assign_majorities(s, p)
    for player in range(2):
        s.banners[player] = banners(s, p, player)
    if max(s.banners[0], s.banners[1]) >= p.banner_to_win:
        finish(s, p, True)
    elif count(s.deck) + count(s.row_up) < 3:
        finish(s, p, False)
    else:
        refill_legions(s)
        refill_heroes(s, p)
        if s.majority[GREEN] != NOBODY:
            s.down_known[s.majority[GREEN]] = 1
        s.stage = AT_TURN_START


@kernel
def finish(s, p, by_banners):
    """End the game: by Banners, else by points, else by the lowest Legion in hand."""
    for player in range(2):
        s.scores[player] = score(s, p, player)
    lead = 0
    if by_banners:
        lead = s.banners[KING] - s.banners[NECROCAMPE]
        s.outcome = BY_BANNERS
    if lead == 0:
        lead = s.scores[KING] - s.scores[NECROCAMPE]
        s.outcome = BY_POINTS
    if lead == 0:
        lead = lowest(s.hand[NECROCAMPE]) - lowest(s.hand[KING])
        s.outcome = BY_LOWEST_LEGION
    winner = KING if lead > 0 else NECROCAMPE
    s.returns[winner] = 1.0
    s.returns[1 - winner] = -1.0
    s.over = 1
    s.options = 0
    s.may_pass = 0
