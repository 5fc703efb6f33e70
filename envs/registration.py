"""The names under which ``gymnasium.make`` and ``gymnasium.make_vec`` know the games."""

from __future__ import annotations

import gymnasium

from tolsim.core.registry import GAMES


def environment_id(name: str) -> str:
    """Name of a game's environment.

    >>> environment_id("four_horsemen")
    'tolsim/four_horsemen-v0'
    """
    return f"tolsim/{name}-v0"


def register() -> None:
    """Register every game; one that is known already stays as it is."""
    for name in GAMES:
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="tolsim.envs.gym_single:LearnerEnv",
                vector_entry_point="tolsim.envs.gym_vector:make_vector",
                kwargs={"name": name},
            )
