"""How kernels that only other kernels call are compiled: to an intermediate form, no further.

Numba makes machine code of every compiled function at once, with all that it calls inside. In a
deep tree of small rules the same code is then optimised and emitted again at every level; for
Legions: Abyss that was 26 s of the first compilation, against 12 s this way. Here a kernel stays
as it was written down, and the entry that calls it optimises and emits the whole once.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _NoEnvironment:
    """Stands in for the code generator where Numba would register a function's environment.

    An environment holds Python objects, of which kernels have none.
    """

    @staticmethod
    def set_env(name: str, environment: object) -> None:
        """Register nothing."""


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """A compiled kernel in intermediate form, ready to be linked into its callers."""

    @property
    def codegen(self) -> type[_NoEnvironment]:
        """What ``get_executable`` registers the environment with."""
        return _NoEnvironment

    def _optimize_final_module(self) -> None:
        """Leave that to the entry."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Tell that there is no machine code."""
        self._ensure_finalized()
        return 0


class KernelCompiler(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler, with kernels kept in a :class:`KernelLibrary`."""

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,  # noqa: A002  # Numba passes it by position under this name
    ) -> None:
        if library is None:
            library = KernelLibrary(targetctx.codegen(), "kernel")
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)
