"""Agents that are Python classes of the user's own: ``python:class=package.module.MyAgent``."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tolsim.agents.ask import mishap
from tolsim.agents.options import Option, Value
from tolsim.core.errors import TolsimError, suggestion

if TYPE_CHECKING:
    from tolsim.agents.agent import Agent

OPTIONS = (
    Option("class", str, None, "package.module.MyAgent, installed or in the working directory"),
)


def check(given: Mapping[str, Value]) -> None:
    """Refuse a class that cannot be found or has no ``act``."""
    if "class" not in given:
        raise TolsimError("agent 'python' needs its class: python:class=package.module.MyAgent")
    find(str(given["class"]))


def find(path: str) -> type[Any]:
    """Import a class by its dotted path.

    Raises
    ------
    TolsimError
        If there is no such module or class, or it has no method ``act``.
    """
    module_name, _, name = path.rpartition(".")
    if not module_name:
        raise TolsimError(f"agent class {path!r} lacks its module: python:class=module.{path}")
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise TolsimError(f"agent class {path!r} cannot be imported: {error}") from None
    except Exception as error:  # whatever the user's own module raises
        raise TolsimError(f"agent class {path!r} cannot be imported: {mishap(error)}") from error
    if not hasattr(module, name):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        nearest = suggestion(name, classes)
        raise TolsimError(f"module {module_name!r} has no class {name!r}{nearest}")
    found = getattr(module, name)
    if not isinstance(found, type) or not callable(getattr(found, "act", None)):
        raise TolsimError(f"agent class {path!r} is no class with a method act(view)")
    return found


def player(agent: Agent) -> Any:
    """Make an object of the class.

    Raises
    ------
    TolsimError
        If its constructor fails.
    """
    path = str(agent.options["class"])
    found = find(path)
    try:
        return found()
    except Exception as error:  # whatever the user's own class raises
        raise TolsimError(f"agent 'python:class={path}' cannot be made: {mishap(error)}") from error


def named(instance: object) -> dict[str, Value]:
    """Options under which an object's class is written down."""
    kind = type(instance)
    return {"class": f"{kind.__module__}.{kind.__qualname__}"}
