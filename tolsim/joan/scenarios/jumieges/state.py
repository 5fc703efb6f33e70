"""State record of the scenario: the engine's, and what only it has."""

from __future__ import annotations

import numpy as np

from tolsim.joan.scenarios.jumieges.names import (
    LOSSES,
    MEANS,
    NUMBER_RELICS,
    NUMBER_SITES,
    OWNERS,
    SEATS,
)
from tolsim.joan.scenarios.jumieges.roster import SCENARIO
from tolsim.joan.state import joan_state, padded

AREAS = len(SCENARIO.board.areas)

STATE = joan_state(
    players=len(SEATS),
    owners=len(OWNERS),
    units=len(SCENARIO.slots),
    areas=AREAS,
    links=SCENARIO.links(),
    fields=[
        ("token_relic", np.int64, (NUMBER_SITES,)),  # Relic under each token; hidden face down
        ("token_status", np.int64, (NUMBER_SITES,)),
        ("relic_holder", np.int64, (NUMBER_RELICS,)),  # unit, or ON_GROUND, LOST
        ("tokens_revealed", np.int64),
        ("church_damage", np.int64),
        ("lava", np.int64),  # bits of areas
        ("lava_placed", np.int64),  # tiles
        ("wounds_inflicted", np.int64),  # on the Leviathan by the player
        ("units_destroyed", np.int64),  # Unholy ones, by the player
        # The round
        ("order_area", np.int64),  # area on which the running order lies
        ("activations_done", np.int64),  # orders of this turn that were Activations
        ("roared", np.int64),  # by the Round card, this round
        ("unholy_acted", np.int64),  # bits of units, of the running turn or Roar
        ("by_leviathan", np.int64),  # what happens now is the Leviathan's doing
        ("hex_pointer", np.int64),  # where pushing back goes on around a hex
        ("ring_pointer", np.int8, (padded(AREAS, 1),)),  # and around each area
        # Telemetry
        ("roars", np.int64),
        ("eruptions", np.int64),
        ("xp_won", np.int64),  # as a Worthy Champion
        ("healed", np.int64),  # wounds that the Leviathan healed
        ("relics_taken", np.int64),
        ("holy_lost", np.int64, (len(LOSSES),)),  # by cause
        ("unholy_fallen", np.int64),  # times an Unholy unit fell to the player
        ("unholy_killed", np.int64, (len(MEANS),)),  # times by a Kill or the like, by means
        ("leviathan_wounds", np.int64, (len(MEANS),)),  # by means
    ],
)
