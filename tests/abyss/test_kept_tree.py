"""A search that keeps its tree between decisions learns nothing that its owner cannot see."""

import numpy as np

from tolsim.abyss.state import AT_KING_CHOICE, AT_NECROCAMPE_CHOICE, AT_REFILL, NECROCAMPE
from tolsim.agents import parse

from .kernel_entries import note

TURN = 2
"""The choice looked at comes in this turn; the tree is grown in the one before."""


def choose(game, states, agents, tree, rng):
    """Search on from what the kept tree holds: the choice, and how often each was tried."""
    before = set(range(int(tree.work["used"][0])))
    action = game.search(states, agents, 150, tree, rng)
    return action, tree.nodes["visits"][0].sum(axis=0).tolist(), len(before)


def necrocampe_choice(game, deal, hidden):
    """Play to the second turn; the King lays the ``hidden``-th of its Legions; the other's choice."""
    agents = np.array([parse("mcts:iterations=150,cutoff=0,reuse=true").record(game)])
    tree = game.new_tree(agents)
    tree.slots[:] = -1
    rng = np.array([9, 1], np.uint64)
    random = np.random.default_rng(deal)
    states = game.reset(3, [deal])
    states["stratagem_used"] = 1  # the turn's own questions only
    game.resume(states)
    while True:
        s = states[0]
        legal = game.legal_actions(states)[0]
        last = s.stage == AT_KING_CHOICE and s.turn == TURN
        if last:
            action = int(legal[hidden])
        elif s.to_move == NECROCAMPE and s.stage in (AT_REFILL, AT_NECROCAMPE_CHOICE):
            action = choose(game, states, agents, tree, rng)[0]
        else:
            action = int(random.choice(legal))
        note(states, game.parameters, action, NECROCAMPE, tree.work["root_history"][0])
        game.step(states, [action])
        if last:
            return choose(game, states, agents, tree, rng)


def test_a_kept_tree_does_not_tell_what_the_king_has_laid_face_down(abyss):
    for deal in range(8):
        found = [necrocampe_choice(abyss, deal, hidden) for hidden in range(3)]
        assert found[0] == found[1] == found[2], deal
