"""Leaks in Legions: Abyss, with twins built by hand from what the rules let a player know.

These twins owe nothing to the game's own ``redeal``, so they also hold it to what it should redraw.
"""

import numpy as np
import pytest

import tolsim
from tests.conformance.games import make_game, open_positions, positions, same
from tests.conformance.leaks import LeakError, audit
from tolsim.abyss.state import (
    ALL_LEGIONS,
    AT_COMMAND,
    AT_NECROCAMPE_CHOICE,
    HEROES,
    KING,
    LEGIONS,
    LOCATIONS,
    NECROCAMPE,
    NOBODY,
    RESERVE,
)

# Each changes what can be known.
RULES = {
    "default": {},
    "hidden routs": {"routed.identity": "hidden"},
    "simultaneous Stratagems": {"stratagem.start_of_turn": "simultaneous"},
    "refill seen": {"stratagem.choose_refill": "seen"},
}


@pytest.fixture(scope="module", params=RULES)
def abyss(request):
    return make_game("abyss", overrides=RULES[request.param])


def members(bits):
    return [i for i in range(int(bits).bit_length()) if int(bits) >> i & 1]


def a_set(numbers):
    return sum(1 << int(number) for number in numbers)


def sees_choice(s, seat):
    """Both Legions laid down are seen once revealed; a commanded one by who commanded it."""
    return bool(s["revealed"]) or (seat == NECROCAMPE and bool(s["commanded"]))


def held_out_of_sight(s, seat):
    """Legions in the other's hand, and the one it has laid face down."""
    other = 1 - seat
    held = set(members(s["hand"][other]))
    if s["committed"][other] and not sees_choice(s, seat):
        held.add(int(s["committed"][other]))
    return held


def known_legions(s, seat, routed_public=True):
    """Legions whose place the seat knows."""
    other = 1 - seat
    known = set(members(s["hand"][seat] | s["row_up"] | s["removed"]))
    for location in range(LOCATIONS):
        known |= set(members(s["up"][0, location] | s["up"][1, location]))
        known |= set(members(s["routed"][seat, location]))
        theirs = set(members(s["routed"][other, location]))
        known |= theirs if routed_public else theirs & set(members(s["known_routed"][seat]))
    for hero in range(HEROES):
        known |= set(members(s["under"][hero]))
    known.add(int(s["committed"][seat]))
    if sees_choice(s, seat):
        known.add(int(s["committed"][other]))
    if s["down_known"][seat]:
        known.add(int(s["row_down"]))
    known |= held_out_of_sight(s, seat) & set(members(s["known"][seat]))
    return known - {0}


def permute_legions(s, seat, random, routed_public):
    """Deal the Legions that the seat has not seen anew to hand, row, deck (and hidden routs)."""
    other = 1 - seat
    unseen = sorted(set(range(1, LEGIONS + 1)) - known_legions(s, seat, routed_public))
    random.shuffle(unseen)
    if not routed_public:
        for location in range(LOCATIONS):
            lying = set(members(s["routed"][other, location]))
            kept = lying & set(members(s["known_routed"][seat]))
            drawn = {unseen.pop() for _ in range(len(lying) - len(kept))}
            s["routed"][other, location] = a_set(kept | drawn)
    held = held_out_of_sight(s, seat)
    kept = held & set(members(s["known"][seat]))
    held = sorted(kept | {unseen.pop() for _ in range(len(held) - len(kept))})
    if s["committed"][other] and not sees_choice(s, seat):
        s["committed"][other] = held.pop(random.integers(len(held)))
    s["hand"][other] = a_set(held)
    if s["row_down"] and not s["down_known"][seat]:
        s["row_down"] = unseen.pop()
    assert len(unseen) == len(members(s["deck"]))
    s["deck"] = a_set(unseen)


def permute_hero_deck(s, seat, random):
    places = [i for i in range(s["hero_deck_size"]) if not int(s["hero_known"][seat]) >> i & 1]
    s["hero_deck"][places] = random.permutation(s["hero_deck"][places])


def permute_stratagem(game, s, seat, random):
    """Change the other's Stratagem while it is unused, and a reservation not yet shown."""
    other = 1 - seat
    if s["stratagem_used"][other]:
        return
    s["stratagem"][other] = random.integers(3)
    together = game.ruleset.value("stratagem.start_of_turn") == "simultaneous"
    if other == KING and together and s["stage"] == AT_COMMAND:
        may_reserve = s["stratagem"][KING] == RESERVE
        choices = [NOBODY, *members(s["row_heroes"])] if may_reserve else [NOBODY]
        s["reserving"] = random.choice(choices)


def twin_of(game, state, seat, random):
    """A position [1] that the seat cannot tell from this one."""
    twin = state.copy()
    s = twin[0]
    permute_legions(s, seat, random, game.ruleset.value("routed.identity") == "public")
    permute_hero_deck(s, seat, random)
    permute_stratagem(game, s, seat, random)
    s["rng"] = random.integers(1, 2**63, 2).astype(np.uint64) | np.uint64(1)
    assert legions_in_play(s) == legions_in_play(state[0]) == ALL_LEGIONS
    return twin


def legions_in_play(s):
    """Sum of all places, which is every Legion only if each lies in one of them."""
    places = [s["deck"], *s["hand"], s["row_up"], s["removed"], *s["under"]]
    places += [*s["up"].ravel(), *s["routed"].ravel()]
    face_down = [s["row_down"], *s["committed"]]
    return sum(int(place) for place in places) + sum(1 << int(n) for n in face_down if n)


def each_alone(states):
    return [states[i : i + 1] for i in range(len(states))]


@pytest.mark.parametrize("agent", ["uniform", "greedy", "mcts:iterations=20"])
def test_twins_built_by_hand_look_the_same(abyss, agent):
    random = np.random.default_rng(7)
    for state in each_alone(positions(abyss, 71, 1, agent)):
        for seat in (KING, NECROCAMPE):
            twins = [twin_of(abyss, state, seat, random) for _ in range(4)]
            audit(abyss, state, np.concatenate(twins).view(abyss.state_dtype), seat)


def test_a_redeal_forgets_everything_hidden(abyss):
    """Twins are redealt to the same position, whatever lay hidden in them."""
    random = np.random.default_rng(8)
    for state in each_alone(open_positions(abyss, 72, 20)):
        seat = int(state["to_move"][0])
        twin = twin_of(abyss, state, seat, random)
        assert same(abyss.redeal(twin, [seat], [5]), abyss.redeal(state, [seat], [5]))


def test_a_redeal_keeps_everything_known(abyss):
    """Redealt, the seat knows the same Legions and Heroes in the same places."""
    public = abyss.ruleset.value("routed.identity") == "public"
    for number, state in enumerate(each_alone(positions(abyss, 73, 10))):
        s = state[0]
        for seat in (KING, NECROCAMPE):
            redrawn = abyss.redeal(state, [seat], [number])
            r = redrawn[0]
            assert legions_in_play(r) == ALL_LEGIONS
            assert known_legions(r, seat, public) == known_legions(s, seat, public)
            assert sorted(r["hero_deck"]) == sorted(s["hero_deck"])
            known = members(s["hero_known"][seat])
            assert r["hero_deck"][known].tolist() == s["hero_deck"][known].tolist()
            changed = {name for name in s.dtype.names if not np.array_equal(s[name], r[name])}
            assert changed <= {
                "rng", "moves", "deck", "hand", "row_down", "committed", "hero_deck", "stratagem",
                "reserving", "options", *(() if public else ("routed",)),
            }  # fmt: skip


def test_the_second_choice_does_not_see_the_first():
    """The Necrocampe chooses alike whichever of its Legions the King has laid face down."""
    game = make_game("abyss")
    met = open_positions(game, 74, 30)
    waiting = met[(met["stage"] == AT_NECROCAMPE_CHOICE) & (met["commanded"] == 0)]
    assert len(waiting) > 100
    for state in each_alone(waiting[::5]):
        s = state[0]
        held = int(s["hand"][KING]) | 1 << int(s["committed"][KING])
        twins = np.repeat(state, len(members(held)))
        for twin, laid_down in zip(twins, members(held), strict=True):
            twin["committed"][KING] = laid_down
            twin["hand"][KING] = held & ~(1 << laid_down)
        audit(game, state, twins, NECROCAMPE)


def test_a_commanded_legion_is_seen_by_who_commanded_it():
    """So the audit's twins are not alike merely because nothing is ever shown."""
    game = make_game("abyss")
    met = open_positions(game, 75, 60)
    state = met[(met["stage"] == AT_NECROCAMPE_CHOICE) & (met["commanded"] == 1)][:1]
    twin = state.copy()
    held = int(twin["hand"][0, KING]) | 1 << int(twin["committed"][0, KING])
    twin["committed"][0, KING] = members(twin["hand"][0, KING])[0]
    twin["hand"][0, KING] = held & ~(1 << int(twin["committed"][0, KING]))
    with pytest.raises(LeakError, match="observation differs"):
        audit(game, state, twin, NECROCAMPE)


def chi_square(counts, expected):
    return float(((counts - expected) ** 2 / expected).sum())


def acceptable(cells):
    """Five standard deviations above the mean of a chi-square with so many degrees of freedom."""
    return cells + 5 * np.sqrt(2 * cells)


def hidden_places(s, seat):
    """Where the Legions lie that a seat has not seen, place by place."""
    other = 1 - seat
    known = known_legions(s, seat)
    laid_down = [int(s["committed"][other])]
    places = {
        "hand": members(s["hand"][other]),
        "laid down": [] if sees_choice(s, seat) else laid_down,
        "row": [int(s["row_down"])],
        "deck": members(s["deck"]),
    }
    return {place: [n for n in there if n and n not in known] for place, there in places.items()}


@pytest.mark.parametrize("seat", [KING, NECROCAMPE])
def test_every_unseen_legion_turns_up_in_every_hidden_place_equally_often(seat):
    game = make_game("abyss")
    draws = 3000
    met = open_positions(game, 76, 3)
    for state in (met[0:1], met[1:2], met[len(met) // 5 :][:1], met[len(met) // 2 :][:1]):
        unseen = sorted(set(range(1, LEGIONS + 1)) - known_legions(state[0], seat))
        twins = game.redeal(np.repeat(state, draws), [seat] * draws, range(draws))
        counts = {place: np.zeros(LEGIONS + 1) for place in hidden_places(state[0], seat)}
        sizes = dict.fromkeys(counts, 0)
        for twin in twins:
            for place, there in hidden_places(twin, seat).items():
                counts[place][there] += 1
                sizes[place] += len(there)
        for place, found in counts.items():
            if not sizes[place]:
                continue
            assert found.sum() == found[unseen].sum()
            expected = sizes[place] / len(unseen)
            assert chi_square(found[unseen], expected) < acceptable(len(unseen) - 1), place


def test_every_unknown_hero_turns_up_in_every_unknown_place_equally_often():
    game = make_game("abyss")
    draws = 4000
    met = open_positions(game, 77, 20)
    partly = met[(met["hero_known"][:, KING] != 0) & (met["hero_deck_size"] >= 5)][:1]
    for state in (met[:1], partly):
        s = state[0]
        size = int(s["hero_deck_size"])
        places = [i for i in range(size) if not int(s["hero_known"][KING]) >> i & 1]
        twins = game.redeal(np.repeat(state, draws), [KING] * draws, range(draws))
        decks = twins["hero_deck"][:, places]
        heroes = np.unique(decks)
        assert heroes.tolist() == sorted(s["hero_deck"][places])
        counts = np.array([(decks == hero).sum(axis=0) for hero in heroes])
        cells = (len(places) - 1) ** 2
        assert chi_square(counts, draws / len(places)) < acceptable(cells)


def test_every_stratagem_the_other_may_hold_turns_up_equally_often():
    game = make_game("abyss")
    state = game.reset(78, 1)
    draws = 3000
    for seat in (KING, NECROCAMPE):
        state["to_move"] = seat
        twins = game.redeal(np.repeat(state, draws), [seat] * draws, range(draws))
        counts = np.bincount(twins["stratagem"][:, 1 - seat], minlength=3)
        assert chi_square(counts, draws / 3) < acceptable(2)
        used = state.copy()
        used["stratagem_used"] = 1
        twins = game.redeal(np.repeat(used, 50), [seat] * 50, range(50))
        assert (twins["stratagem"] == used["stratagem"]).all()


class LeakyDeck(tolsim.Game):
    """Tells what lies in the deck: one number too many."""

    def observe(self, states, players=None):
        return np.column_stack([super().observe(states, players), states["deck"]])


def test_the_audit_finds_leaks():
    honest = make_game("abyss")
    leaky = LeakyDeck(honest.definition, honest.ruleset)
    state = honest.reset(79, 1)
    twin = twin_of(honest, state, KING, np.random.default_rng(1))
    audit(honest, state, twin, KING)
    with pytest.raises(LeakError, match="observation differs"):
        audit(leaky, state, twin, KING)


@pytest.mark.parametrize("field", ["row_up", "hand", "hero_known"])
def test_the_audit_sees_what_may_be_seen(field):
    """A change of something visible is told apart, or the audit would prove nothing."""
    game = make_game("abyss")
    state = game.reset(80, 1)
    twin = state.copy()
    if field == "row_up":
        twin["row_up"], twin["deck"] = swapped(twin["row_up"][0], twin["deck"][0])
    elif field == "hand":
        twin["hand"][0, KING], twin["deck"] = swapped(twin["hand"][0, KING], twin["deck"][0])
    else:
        twin["hero_known"][0, KING] = 1
    with pytest.raises(LeakError):
        audit(game, state, twin, KING)


def swapped(left, right):
    """Two sets whose lowest members have changed places."""
    mine, theirs = (int(bits) & -int(bits) for bits in (left, right))
    return int(left) ^ mine ^ theirs, int(right) ^ mine ^ theirs
