"""Walks through games as OpenSpiel sees them."""

import random

import pyspiel

import tolsim

NAMES = [each["name"] for each in tolsim.games()]
SEED = 5


def played(game, deal, moves=None, seed=3):
    """State after some random moves, or at the end."""
    rng = random.Random(seed)
    state = game.new_deal(deal)
    while not state.is_terminal() and (moves is None or moves > 0):
        state.apply_action(rng.choice(state.legal_actions()))
        moves = None if moves is None else moves - 1
    return state


def walk(game, deal, seed=3):
    """Every state of one random game, the end among them; each is changed by going on."""
    rng = random.Random(seed)
    state = game.new_deal(deal)
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


def sampler(seed):
    return pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)


def to_kings_choice(game):
    """State in which the King chooses its Legion, the first question of that deal."""
    for deal in range(100):
        state = game.new_deal(deal)
        if "king: which Legion to play?" in str(state):
            return state
    raise AssertionError("no such deal")
