"""The Roar: enemies are pushed back, Unholy units act and come back."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.joan import events
from tolsim.joan.events import tell
from tolsim.joan.scenarios.jumieges.names import AT_ROAR, ROARS
from tolsim.joan.scenarios.jumieges.push_back import push_by_roar
from tolsim.joan.scenarios.jumieges.undying import return_undying
from tolsim.joan.scenarios.jumieges.unholy_units import begin_unholy
from tolsim.joan.state import argument, on_board, pop, push, set_argument


@kernel
def begin_roar(s, p):
    """Let the Leviathan roar."""
    if on_board(s, p.leviathan):
        push(s, AT_ROAR, 0, 0, 0)


@kernel
def roar_by_card(s, p):
    """Roar as the Round card says, once a round."""
    if s.roared == 0 and s.round_card == p.roar_card:
        s.roared = 1
        begin_roar(s, p)


@kernel
def pose_roar(s, p):
    """Take the Roar's next step."""
    step = argument(s, 1)
    set_argument(s, 1, step + 1)
    if step == 0:
        s.roars += 1
        tell(s, events.SCENARIO_EVENT, ROARS, 0, 0)
        push_by_roar(s, p)
    elif step == 1:
        begin_unholy(s, p, False)
    else:
        pop(s)
        return_undying(s, p)
