"""No seat is told, drawn or advised anything that it cannot know; and the audit can fail."""

import numpy as np
import pytest

import tolsim
from tests.conformance.games import make_game, open_positions, positions, same
from tests.conformance.leaks import LeakError, audit, redealt

TWINS = 5
MOST_POSITIONS = 100


@pytest.mark.parametrize("agent", ["uniform", "greedy", "mcts:iterations=20"])
def test_redealt_positions_look_the_same(game, agent):
    audit_game(game, agent)


def test_redealt_positions_look_the_same_under_every_variant(variant):
    audit_game(variant, "uniform")


def audit_game(game, agent):
    """Audit the positions of a game, through the eyes of every seat; of a long game, some evenly."""
    for state in each_alone(some_evenly(positions(game, 61, 1, agent))):
        for seat in range(game.num_players):
            audit(game, state, redealt(game, state, seat, TWINS), seat)


@pytest.mark.parametrize("agent", ["uniform", "greedy"])
def test_a_redeal_depends_on_nothing_hidden(variant, agent):
    """A redeal of a redeal is the redeal of the first; so search cannot read what it redraws."""
    states = open_positions(variant, 62, 5, agent)
    seats = states["to_move"]
    numbers = np.arange(len(states))
    direct = variant.redeal(states, seats, numbers)
    for other in range(1, 6):
        twins = variant.redeal(states, seats, numbers + other * 10_000)
        assert same(variant.redeal(twins, seats, numbers), direct)


def test_redeals_draw_the_chance_to_come_anew(game):
    states = positions(game, 63, 2)
    for seat in range(game.num_players):
        seats = [seat] * len(states)
        redrawn = game.redeal(states, seats, range(len(states)))
        assert not (redrawn["rng"] == states["rng"]).all(axis=1).any()
        assert same(redrawn, game.redeal(states, seats, range(len(states))))


def test_redeals_vary_what_is_hidden(game):
    """Where a game hides something, its first position has many twins for every seat."""
    if "hidden information" not in game.definition.kind:
        pytest.skip("nothing is hidden")
    state = game.reset(64, 1)
    for seat in range(game.num_players):
        twins = redealt(game, state, seat, 60)
        twins["rng"] = 0
        assert len({game.state_text(twin) for twin in twins}) > 1


def test_redealt_positions_play_on(variant):
    """They are positions like any other: every legal action of the seat's applies."""
    states = open_positions(variant, 65, 3)
    for seat in range(variant.num_players):
        twins = variant.redeal(states, [seat] * len(states), range(len(states)))
        assert (variant.legal_mask(twins).sum(axis=1) >= 2).all()
        mine = states["to_move"] == seat
        assert np.array_equal(variant.legal_mask(twins[mine]), variant.legal_mask(states[mine]))
        rows, actions = np.nonzero(variant.legal_mask(twins))
        after = twins[rows]
        variant.step(after, actions)
        assert (after["moves"] == twins["moves"][rows] + 1).all()


def some_evenly(states):
    return states[:: 1 + len(states) // MOST_POSITIONS]


def each_alone(states):
    return [states[i : i + 1] for i in range(len(states))]


# Stand-ins that leak the second player's card, each in one place.


class LeakyObservation(tolsim.Game):
    def observe(self, states, players=None):
        return np.column_stack([super().observe(states, players), states["cards"][:, 1]])


class LeakyDrawing(tolsim.Game):
    def render(self, state, seat=None):
        return super().render(state, None)


class LeakyMask(tolsim.Game):
    def legal_mask(self, states):
        return super().legal_mask(states) * (states["cards"][:, 1:] != 0)


class LeakyGreedy(tolsim.Game):
    """Its heuristic bets on the other's card."""

    def advance(self, states, agents, seating, streams, log, tree=None):
        log[0, states["moves"][0]] = states["cards"][0, 1]


class LeakySearch(tolsim.Game):
    """Searches without the redeal, as if the cards lay open."""

    def search(self, states, agents, iterations, tree, rng):
        return int(states["cards"][0, 1] > states["cards"][0, 0])


@pytest.mark.parametrize(
    ("leaky", "what"),
    [
        (LeakyObservation, "observation"),
        (LeakyDrawing, "drawing"),
        (LeakyMask, "mask"),
        (LeakyGreedy, "greedy"),
        (LeakySearch, "search"),
    ],
)
def test_the_audit_finds_leaks(leaky, what):
    honest = make_game("kuhn")
    game = leaky(honest.definition, honest.ruleset)
    state = honest.reset(1, 1)
    state["cards"] = [1, 2]
    twins = redealt(honest, state, 0, 20)
    audit(honest, state, twins, 0)
    with pytest.raises(LeakError, match=f"{what} differs"):
        audit(game, state, twins, 0)
