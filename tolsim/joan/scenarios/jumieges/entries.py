"""Compiled entries of Jumièges Abbey: the generic loops, specialised to its state record."""

from __future__ import annotations

from tolsim.core import learning_loops, loops, vector_loops
from tolsim.core.compile_cache import entry
from tolsim.joan.actions import legal as legal_actions
from tolsim.joan.evaluation import evaluate as evaluate_state
from tolsim.joan.flow import run_on
from tolsim.joan.flow import step as step_state
from tolsim.joan.greedy import greedy
from tolsim.joan.knowledge import redeal as redeal_state
from tolsim.joan.knowledge import seen
from tolsim.joan.observation import observe as observe_state
from tolsim.joan.scenarios.jumieges import (
    behaviour,  # noqa: F401  # fills the choices of the sides under behaviour rules
    judgement,  # noqa: F401  # fills hooks for heuristic play
    losses,  # noqa: F401  # fills the hooks of units that fall
    observation,  # noqa: F401  # fills a hook
    special_rules,  # noqa: F401  # fills the others
)
from tolsim.joan.setup import reset as reset_state


@entry
def reset(states, p, seed, deals):
    """See :func:`tolsim.core.loops.reset_rows`."""
    loops.reset_rows(states, p, seed, deals, reset_state)


@entry
def start_agents(streams, seed, games):
    """See :func:`tolsim.core.loops.start_agent_streams`."""
    loops.start_agent_streams(streams, seed, games)


@entry
def resume(states, p):
    """See :func:`tolsim.core.loops.resume_rows`."""
    loops.resume_rows(states, p, run_on)


@entry
def legal(states, p, masks, actions):
    """See :func:`tolsim.core.loops.mask_rows`."""
    loops.mask_rows(states, p, masks, actions, legal_actions)


@entry
def step(states, p, chosen, status, actions):
    """See :func:`tolsim.core.loops.step_rows`."""
    loops.step_rows(states, p, chosen, status, actions, legal_actions, step_state)


@entry
def observe(states, p, players, out):
    """See :func:`tolsim.core.loops.observe_rows`."""
    loops.observe_rows(states, p, players, out, observe_state)


@entry
def redeal(states, p, players, seeds):
    """See :func:`tolsim.core.loops.redeal_rows`."""
    loops.redeal_rows(states, p, players, seeds, redeal_state)


@entry
def evaluate(states, p, out):
    """See :func:`tolsim.core.loops.evaluate_rows`."""
    loops.evaluate_rows(states, p, out, evaluate_state)


@entry
def step_mask_observe(states, p, chosen, status, masks, observations, actions):
    """See :func:`tolsim.core.loops.step_mask_observe_rows`."""
    loops.step_mask_observe_rows(
        states, p, chosen, status, masks, observations, actions,
        legal_actions, step_state, observe_state,
    )  # fmt: skip


@entry
def step_and_list(states, p, action, actions):
    """See :func:`tolsim.core.loops.step_and_list_row`."""
    return loops.step_and_list_row(states, p, action, actions, legal_actions, step_state)


@entry
def turn(states, p, chosen, status, rows, agents, networks, reset_mode):
    """See :func:`tolsim.core.vector_loops.turn_rows`."""
    vector_loops.turn_rows(
        states, p, chosen, status, rows, agents, networks, reset_mode,
        reset_state, legal_actions, step_state, greedy, observe_state,
    )  # fmt: skip


@entry
def collect(states, p, rows, record, agents, networks):
    """See :func:`tolsim.core.learning_loops.collect_rows`."""
    learning_loops.collect_rows(
        states, p, rows, record, agents, networks,
        reset_state, legal_actions, step_state, greedy, observe_state,
    )  # fmt: skip


@entry
def teach(states, p, rows, record, agents, networks, tree):
    """See :func:`tolsim.core.learning_loops.teach_rows`."""
    learning_loops.teach_rows(
        states, p, rows, record, agents, networks, tree,
        reset_state, legal_actions, step_state, redeal_state, seen, greedy, evaluate_state,
        observe_state,
    )  # fmt: skip


@entry
def search(states, p, agents, networks, iterations, tree, rng):
    """See :func:`tolsim.core.loops.search_row`."""
    return loops.search_row(
        states, p, agents, networks, iterations, tree, rng,
        legal_actions, step_state, redeal_state, seen, greedy, evaluate_state, observe_state,
    )  # fmt: skip


@entry
def advance(states, p, agents, networks, seating, streams, log, tree):
    """See :func:`tolsim.core.loops.advance_rows`."""
    loops.advance_rows(
        states, p, agents, networks, seating, streams, log, tree,
        legal_actions, step_state, redeal_state, seen, greedy, evaluate_state, observe_state,
    )  # fmt: skip


@entry
def sight(states, p, action, player):
    """Label of what a player sees of an action in the first row."""
    return seen(states[0], p[0], action, player)
