"""Compiled kernels, kept on disk under a digest of every source they could depend on.

Numba's own disk cache notices edits only in the file of the cached function, so a rule changed in
another file would go on being played the old way. Here each version of the sources has a folder of
its own, outside the installed package.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import types

from tolsim.core.kernel_compiler import EntryCompiler, KernelCompiler

PACKAGE = Path(__file__).resolve().parents[1]
DAY = 86_400.0
KEEP_DAYS = 14
KEEP_VERSIONS = 8
"""Versions of the sources that are kept, the current one among them."""


@cache
def source_digest(*folders: str) -> str:
    """Digest the rules' sources: every ``.py`` and ``.toml`` below the named sub-packages.

    Parameters
    ----------
    folders
        Sub-packages of ``tolsim``, such as ``"core"``; none means the whole package.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for folder in folders or (".",):
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in {".py", ".toml"}:
                digest.update(path.relative_to(PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _remove_old_versions(kernels: Path, current: Path) -> None:
    """Remove what has not been used for long, and all but the newest of what is left.

    What was used within a day stays in any case: another process may be using it.
    """
    now = time.time()
    others = [(now - folder.stat().st_mtime, folder) for folder in kernels.iterdir()]
    others = sorted(each for each in others if each[1] != current)
    for newer, (unused, folder) in enumerate(others, 1):
        if unused > KEEP_DAYS * DAY or (newer >= KEEP_VERSIONS and unused > DAY):
            shutil.rmtree(folder, ignore_errors=True)


def _say_once(text: str) -> None:
    # Worker processes, which have their name before they import anything, would only repeat it. A
    # Python warning would be an error for some callers.
    if multiprocessing.current_process().name == "MainProcess":
        print(f"tolsim: {text}", file=sys.stderr)


@cache
def cache_folder() -> Path:
    """Folder of the compiled kernels of this version of the sources, Numba and NumPy.

    ``TOLSIM_CACHE_DIR`` moves it; where nothing can be written, it lies in the temporary folder,
    and a line on stderr says so.
    """
    key = (
        f"{source_digest()} {numba.__version__} {np.__version__} {sys.version_info[:2]} "
        f"{numba.config.BOUNDSCHECK}"
    )
    name = hashlib.sha256(key.encode()).hexdigest()[:16]
    home = os.environ.get("TOLSIM_CACHE_DIR") or platformdirs.user_cache_dir("tolsim")
    folder = Path(home) / "kernels" / name
    if not _writable(folder):
        wanted = folder.parent
        folder = Path(tempfile.gettempdir()) / "tolsim-kernels" / name
        folder.mkdir(parents=True, exist_ok=True)
        _say_once(
            f"compiled kernels cannot be written to {wanted} (TOLSIM_CACHE_DIR sets the place); "
            f"they are kept in {folder.parent}"
        )
    with contextlib.suppress(OSError):
        os.utime(folder)  # used now, for other processes that remove old versions
        _remove_old_versions(folder.parent, folder)
    return folder


@contextlib.contextmanager
def _numba_writes_to(folder: Path) -> Iterator[None]:
    # Numba reads the setting when a function is decorated; a user's own functions keep theirs.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _compile(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    if numba.config.DISABLE_JIT:
        return function
    dispatcher: Callable[..., Any] = numba.njit(
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=KernelCompiler,
        **options,
    )(function)
    by_types = dispatcher.get_call_template  # type: ignore[attr-defined]  # Numba ships no types

    # Numba would compile a kernel anew for every literal that it is called with.
    def by_types_alone(args: Any, kws: Any) -> Any:
        return by_types(
            [types.unliteral(each) for each in args],
            {name: types.unliteral(each) for name, each in kws.items()},
        )

    dispatcher.get_call_template = by_types_alone  # type: ignore[attr-defined]
    return dispatcher


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that only other kernels call."""
    return _compile(function, forceinline=False)


def generic_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel that takes other kernels as arguments.

    It is always inlined: a kernel handed over to a call that stays would leave its address in the
    compiled code, which can then not be kept on disk.
    """
    return _compile(function, forceinline=True)


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls, and keep the result on disk.

    Kernels handed over as arguments keep the caller's own file small: an entry in a game's file
    calls a loop of :mod:`tolsim.core` with that game's kernels.
    """
    if numba.config.DISABLE_JIT:
        return function
    with _numba_writes_to(cache_folder()):
        dispatcher: Callable[..., Any] = numba.njit(
            nogil=True, error_model="numpy", cache=True, pipeline_class=EntryCompiler
        )(function)
    return dispatcher


def is_compiled(function: Callable[..., Any]) -> bool:
    """Tell whether an entry has a compiled form, in memory or on disk."""
    if numba.config.DISABLE_JIT or getattr(function, "signatures", None):
        return True
    module = function.__module__.rsplit(".", 1)[-1]
    # Another checkout of the same sources shares the cache folder, but has a place of its own in it.
    place = Path(function.stats.cache_path)  # type: ignore[attr-defined]
    return any(place.glob(f"{module}.{function.__name__}-*.nbi"))
