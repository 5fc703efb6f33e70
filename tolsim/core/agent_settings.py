"""How the agents that play inside compiled loops are written down: one record each."""

from __future__ import annotations

import numpy as np

EXTERNAL = 0  # decides in Python; a compiled loop stops at its turn
UNIFORM = 1
GREEDY = 2
SEARCH = 3
POLICY = 4  # a network's choice

AGENT_DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("kind", np.int8),
                ("playout", np.int8),  # UNIFORM or GREEDY
                ("reuse", np.uint8),  # keep the tree between decisions of a game
                ("iterations", np.int32),
                ("cutoff", np.int32),  # decisions of a playout before ``evaluate``; -1: to the end
                ("exploration", np.float64),
                ("prior", np.float64),  # weight in the tree of the heuristic's choice; 0: none
                ("hidden", np.int64),  # width of its network's hidden layers; 0: no network
                ("network", np.int64),  # where its network begins in the weights of all
                ("temperature", np.float64),  # of a policy's draw; 0: the likeliest action
                ("low", np.float64),  # range of the game's returns
                ("high", np.float64),
            ],
            align=True,
        ),
    )
)
