"""Kernels of the scenario that play reaches too rarely for statistics, for tests."""

from tolsim.core.compile_cache import entry
from tolsim.joan.gigantic import ALL_AREAS
from tolsim.joan.scenarios.jumieges import behaviour, special_rules  # noqa: F401  # fill the hooks
from tolsim.joan.scenarios.jumieges.leviathan_attacks import throw_gigantic


@entry
def count_gigantic_dice(states, p, throws, out):
    """Throw Gigantic attacks of the Leviathan in the first row; add up Kills, Disrupteds, Tramples."""
    s = states[0]
    for _ in range(throws):
        throw_gigantic(s, p[0], 0, ALL_AREAS)
        for column in range(4):
            out[column] += s.results[column]
