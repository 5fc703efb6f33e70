"""How kernels and entries are compiled.

Kernels that only other kernels call are compiled to an intermediate form, no further.

Numba makes machine code of every compiled function at once, with all that it calls inside. In a
deep tree of small rules the same code is then optimised and emitted again at every level; for
Legions: Abyss that was 26 s of the first compilation, against 12 s this way. Here a kernel stays
as it was written down, and the entry that calls it optimises and emits the whole once.
"""

from __future__ import annotations

from typing import Any

from numba.core import config
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


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """Machine code of an entry and all it calls, straight-line code made into vector instructions.

    Numba leaves that out by default; observations, written plane by plane, take half the time so.
    """

    def _optimize_final_module(self) -> None:
        before = config.SLP_VECTORIZE
        config.SLP_VECTORIZE = 1
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


class _CompilerInto(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler, which puts the code into a library of our own making."""

    library_class: type[JITCodeLibrary]

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
            library = self.library_class(targetctx.codegen(), self.library_class.__name__)
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)


class KernelCompiler(_CompilerInto):
    """Compiles kernels that only other kernels call."""

    library_class = KernelLibrary


class EntryCompiler(_CompilerInto):
    """Compiles functions that Python calls."""

    library_class = EntryLibrary
