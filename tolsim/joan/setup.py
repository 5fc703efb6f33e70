"""The beginning of a game: board, armies and tokens where the scenario's data puts them."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.random_streams import start_stream
from tolsim.joan.areas import put
from tolsim.joan.council import COUNCIL_CARDS, shuffle_round_cards
from tolsim.joan.flow import run_on
from tolsim.joan.hooks import set_up
from tolsim.joan.state import AT_ROUND, NOBODY, RESERVE, push


@kernel
def clear(s):
    """Begin with nothing."""
    s.returns[:] = 0.0
    s.moves = 0
    s.outcome = 0
    s.to_move = 0
    s.over = 0
    s.area_first[:] = -1
    s.activated[:] = 0
    s.unit_area[:] = RESERVE
    s.unit_next[:] = -1
    s.unit_profile[:] = 0
    s.unit_home[:] = -1
    s.unit_owner[:] = NOBODY
    s.unit_hp[:] = 0
    s.unit_marks[:] = 0
    s.orders[:] = 0
    s.turn = 0
    s.phase = 0
    s.owner_in_turn = NOBODY
    s.round_card = 0
    s.council_seen[:] = 0
    s.council_seen_count = 0
    s.council_offer[:] = 0
    s.orders_done = 0
    s.doom_changed = 0
    clear_attack(s)
    s.depth = 0
    s.stack[:] = 0
    s.option_count = 0
    s.options[:] = 0
    s.event_count = 0
    s.events[:] = 0


@kernel
def clear_attack(s):
    """No attack is under way."""
    s.attack_from = -1
    s.target = -1
    s.attack_kind = 0
    s.attacker = 0
    s.defender = NOBODY
    s.attack_follows = 0
    s.results[:] = 0
    s.strikes[:] = 0
    s.allocated = 0
    s.unit_in_hand = NOBODY
    s.cause = 0
    s.killed_in_attack = 0
    s.killed_mark = 0
    s.reroll_used = 0
    s.boosted = 0
    s.dice_count[:] = 0
    s.die_colour[:] = 0
    s.die_face[:] = 0
    s.die_unit[:] = 0


@kernel
def reset(s, p, seed):
    """Set a game up and run to its first choice."""
    clear(s)
    start_stream(s.rng, seed, 0)
    s.links[:] = p.link_open
    s.tokens[:] = p.start_tokens
    s.turn_order[:] = p.turn_order
    for unit in range(p.units):
        s.unit_profile[unit] = p.start_profile[unit]
        s.unit_owner[unit] = p.start_owner[unit]
        s.unit_home[unit] = p.start_home[unit]
        s.unit_hp[unit] = p.profile_hp[p.start_profile[unit]]
        if p.start_area[unit] >= 0:
            put(s, unit, p.start_area[unit])
    shuffle_round_cards(s, p)
    for kind in range(6):
        s.council_unseen[kind] = COUNCIL_CARDS[kind]
    push(s, AT_ROUND, 0, 0, 0)
    set_up(s, p)
    run_on(s, p)
