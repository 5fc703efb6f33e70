"""Places in an engine's kernels where each of its games puts a rule of its own.

An engine that carries many games calls a hook; which kernel answers is settled, when the code is
compiled, by the type of the state record. So a game's rules stay in its own folder, the engine
names no game, and the call costs nothing: it is an ordinary call to the game's kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from tolsim.core.compile_cache import kernel
from tolsim.core.errors import TolsimError

Kernel = Callable[..., Any]


def hook(default: Kernel) -> Kernel:
    """Declare a hook; its own body is what games do that fill nothing in.

    The first argument of a hook is the state record.
    """
    if numba.config.DISABLE_JIT:
        return _python_hook(default)
    dispatcher: Any = kernel(default)
    bodies: dict[Any, Any] = {}
    own_template, own_overload = dispatcher.get_call_template, dispatcher.get_overload

    def template_of_the_game(args: Any, kws: Any) -> Any:
        body = bodies.get(args[0])
        return (own_template if body is None else body.get_call_template)(args, kws)

    def overload_of_the_game(args: Any) -> Any:
        body = bodies.get(args[0])
        return (own_overload if body is None else body.get_overload)(args)

    dispatcher.get_call_template = template_of_the_game
    dispatcher.get_overload = overload_of_the_game
    dispatcher.fill = lambda state, body: _fill(bodies, default, numba.from_dtype(state), body)
    result: Kernel = dispatcher
    return result


def _python_hook(default: Kernel) -> Kernel:
    bodies: dict[Any, Kernel] = {}

    def call(s: Any, *rest: Any) -> Any:
        return bodies.get(s.dtype, default)(s, *rest)

    call.__doc__ = default.__doc__
    call.__name__ = default.__name__
    call.fill = lambda state, body: _fill(bodies, default, state, body)  # type: ignore[attr-defined]
    return call


def _fill(bodies: dict[Any, Any], default: Kernel, state: Any, body: Any) -> None:
    if state in bodies and bodies[state] is not body:
        raise TolsimError(
            f"two games fill {default.__name__} with the same state record; a field of its own "
            "in each game's record tells them apart"
        )
    bodies[state] = body


def fills(place: Kernel, state: np.dtype[Any]) -> Callable[[Kernel], Kernel]:
    """Compile a kernel and let it answer a hook in the game with this state record."""

    def decorate(function: Kernel) -> Kernel:
        body = kernel(function)
        place.fill(state, body)  # type: ignore[attr-defined]
        return body

    return decorate
