"""Faces of the games for other libraries; they hold no rules.

Importing this package registers the games with Gymnasium, if it is installed. The shortest way,
since Gymnasium imports what stands before the colon:

>>> import gymnasium
>>> env = gymnasium.make("tolsim.envs:tolsim/abyss-v0", opponents="greedy")
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from tolsim.envs.registration import register

    register()
