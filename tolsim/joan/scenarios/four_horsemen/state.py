"""State record of the scenario: the engine's, and what only it has."""

from __future__ import annotations

import numpy as np

from tolsim.joan.scenarios.four_horsemen.roster import SCENARIO
from tolsim.joan.state import joan_state

STATE = joan_state(
    players=2,
    owners=2,
    units=len(SCENARIO.slots),
    areas=len(SCENARIO.board.areas),
    links=SCENARIO.links(),
    fields=[
        ("vp_civilians", np.int64),  # Victory Points for destroyed Civilians
        ("vp_final", np.int64),  # and of the final scoring
        ("horsemen_used", np.int64),  # bits
        ("pentacles_used", np.int64),  # bits
        ("last_pentacle", np.int64),  # of the round before, -1: none
        ("patrick_used", np.int64),
        ("prayers", np.int64),  # Civilians who have prayed in the church in the running window
        ("prayed_by", np.int64),  # who they are, bits
        ("prayers_spent", np.int64),  # of those, for effects
        ("prayers_answered", np.int64),  # for which an effect has been offered
        ("effects_taken", np.int64),  # in the running window
        ("angel_taken", np.int64),  # an Angel among them
        ("church_gains", np.int64, (2,)),  # XP and Legend gained by them
        ("angel_attack", np.int64),  # the victims of this attack are an Angel's
        ("mercy", np.int64),  # Saint Patrick is among the attacked
        # Telemetry
        ("prayers_said", np.int64),
        ("angels_summoned", np.int64),
        ("civilians_lost", np.int64, (3,)),  # by cause
        ("returns_to", np.int64, (4,)),  # units come back by pentacle
        ("entry_round", np.int64, (4,)),  # round in which each Horseman came
        ("entry_pentacle", np.int64, (4,)),  # where
    ],
)
