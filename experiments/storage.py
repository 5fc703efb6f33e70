"""A run's folder: written whole or not at all, by one process at a time, and never another run's.

``run.json`` says what the run is; finished blocks lie in ``parts/`` until all games are there;
then ``games.parquet`` holds them, sorted by game number.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from tolsim.core.errors import TolsimError
from tolsim.experiments.run import run_id
from tolsim.experiments.schema import RUN_KEY

MANIFEST = "run.json"
GAMES = "games.parquet"
PARTS = "parts"
LOCK = ".lock"
UNFINISHED = ".unfinished-"
"""How names of files begin that are still being written; a killed run may leave one behind."""
ROWS_A_GROUP = 65_536
COMPRESSION = "zstd"


@contextlib.contextmanager
def _explained(what: str, path: Path) -> Iterator[None]:
    """Turn what the operating system or Arrow says into one helpful line."""
    try:
        yield
    except OSError as error:
        raise TolsimError(f"cannot {what} {path}: {error.strerror or error}") from None
    except pa.ArrowException as error:
        reason = str(error).splitlines()[0]
        raise TolsimError(f"cannot {what} {path}, it is damaged or foreign: {reason}") from None


def write_atomically(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file under another name, make sure it is on the disk, then give it its name."""
    with _explained("write", path):
        handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
        _make_lasting(path.parent)


def _make_lasting(folder: Path) -> None:
    """Make sure that a new name is on the disk too, before anything it replaces is removed."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically, in UTF-8."""
    write_atomically(path, lambda file: file.write(text.encode()))


@dataclass(frozen=True)
class Part:
    """A file with consecutive games."""

    path: Path
    first: int
    count: int

    @property
    def stop(self) -> int:
        """Number after its last game."""
        return self.first + self.count


def write_part(folder: Path, first: int, table: pa.Table) -> None:
    """Add a finished block to a run's folder."""
    parts = folder / PARTS
    path = parts / f"{first:012d}-{len(table):09d}.parquet"
    write_atomically(path, lambda file: pq.write_table(table, file, compression=COMPRESSION))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read what a folder's run is.

    Raises
    ------
    TolsimError
        If it holds no run.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise TolsimError(f"{folder} holds no run: it has no {MANIFEST}")
    with _explained("read", path):
        text = path.read_text(encoding="utf-8")
    try:
        manifest: dict[str, Any] = json.loads(text)
        games, found = manifest["games"], run_id(manifest["parameters"])
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise ValueError
        if found != manifest["run"]:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise TolsimError(f"cannot read {path}, it is damaged, altered or foreign") from None
    return manifest


def find_parts(folder: Path, run: str) -> list[Part]:
    """Files with a run's games, by first game; they may overlap after a kill.

    Raises
    ------
    TolsimError
        If one is damaged, or belongs to another run.
    """
    paths = [folder / GAMES, *sorted((folder / PARTS).glob("*.parquet"))]
    parts = [_checked_part(path, run) for path in paths if path.is_file()]
    return sorted(parts, key=lambda part: (part.first, -part.count))


def _checked_part(path: Path, run: str) -> Part:
    with _explained("read", path), pq.ParquetFile(path) as file:
        metadata = file.schema_arrow.metadata or {}
        rows = file.metadata.num_rows
    if metadata.get(RUN_KEY) != run.encode():
        raise TolsimError(f"{path} is damaged or foreign: it holds no games of run {run}")
    first = 0 if path.name == GAMES else int(path.stem.split("-")[0])
    return Part(path, first, rows)


def missing(parts: Sequence[Part], games: int) -> list[tuple[int, int]]:
    """Ranges ``(first, stop)`` of game numbers that no part holds.

    >>> missing([Part(Path("a"), 0, 4), Part(Path("b"), 2, 4), Part(Path("c"), 8, 2)], 12)
    [(6, 8), (10, 12)]
    """
    gaps = []
    reached = 0
    for part in parts:
        if part.first > reached:
            gaps.append((reached, part.first))
        reached = max(reached, part.stop)
    if reached < games:
        gaps.append((reached, games))
    return gaps


def read_games(parts: Sequence[Part], columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """Read the games of sorted parts in order, each once, some tens of thousands at a time."""
    reached = 0
    for part in parts:
        first = part.first
        with _explained("read", part.path), pq.ParquetFile(part.path) as file:
            for batch in file.iter_batches(ROWS_A_GROUP, columns=columns):
                stop = first + len(batch)
                if stop > reached:
                    table = pa.Table.from_batches([batch])
                    yield table.slice(max(0, reached - first))
                    reached = stop
                first = stop


def merge_parts(folder: Path, run: str) -> None:
    """Put all parts into one file, sorted by game number, then remove them."""
    parts = find_parts(folder, run)
    if [part.path.name for part in parts] != [GAMES]:
        schema = common_schema([pq.read_schema(part.path) for part in parts])
        write_atomically(folder / GAMES, lambda file: _write_groups(file, parts, schema))
    for part in parts:
        if part.path.name != GAMES:
            part.path.unlink()
    with contextlib.suppress(OSError):  # another program's files may lie there
        (folder / PARTS).rmdir()


def common_schema(schemas: Sequence[pa.Schema]) -> pa.Schema:
    """Unite the schemas of parts: a column may be empty throughout one, and so lack a type there."""
    return pa.unify_schemas(schemas, promote_options="permissive")


def _write_groups(file: BinaryIO, parts: Sequence[Part], schema: pa.Schema) -> None:
    waiting: list[pa.Table] = []
    with pq.ParquetWriter(file, schema, compression=COMPRESSION) as writer:
        for table in read_games(parts):
            waiting.append(table.cast(schema))
            if sum(map(len, waiting)) >= ROWS_A_GROUP:
                writer.write_table(pa.concat_tables(waiting))
                waiting.clear()
        if waiting:
            writer.write_table(pa.concat_tables(waiting))


@contextlib.contextmanager
def opened(folder: Path, manifest: Mapping[str, Any]) -> Iterator[None]:
    """Open a folder for a run, new or begun before, and keep everybody else out.

    Parameters
    ----------
    folder
        Made if it is not there.
    manifest
        What is about to be played: ``run``, ``parameters``, ``games``, ``versions``, ``schema``.

    Raises
    ------
    TolsimError
        If it cannot be written, holds something else or another run, or is in use.
    """
    with _explained("write to", folder):
        _refuse_strangers(folder)
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("ab")
    with lock:
        _lock(lock, folder)
        before = read_manifest(folder) if (folder / MANIFEST).exists() else None
        if before is not None:
            _refuse_other_run(folder, before, manifest)
        with _explained("write to", folder):
            (folder / PARTS).mkdir(exist_ok=True)
            for left_over in folder.rglob(f"{UNFINISHED}*"):
                left_over.unlink()
        if before is None or before["games"] < manifest["games"]:
            write_text(folder / MANIFEST, json.dumps(manifest, indent=2) + "\n")
        yield


def _refuse_strangers(folder: Path) -> None:
    if not folder.exists() or (folder / MANIFEST).exists():
        return
    ours = {LOCK, PARTS}
    others = [path.name for path in folder.iterdir()]
    strangers = [name for name in others if name not in ours and not name.startswith(UNFINISHED)]
    if strangers:
        raise TolsimError(
            f"{folder} holds other files ({min(strangers)}, …) and no run; "
            "give a new or empty folder"
        )


def _lock(lock: Any, folder: Path) -> None:
    import fcntl

    try:
        # The system lets go of it when this process ends, however it ends.
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TolsimError(f"{folder} is in use by another run") from None


def _refuse_other_run(folder: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    if before.get("schema") != now["schema"]:
        raise TolsimError(f"{folder} was written by another version of tolsim; give a new folder")
    for key, value in now["parameters"].items():
        if before["parameters"].get(key) != value:
            raise TolsimError(
                f"{folder} holds another run: its {key} is {_shown(before['parameters'].get(key))}, "
                f"not {_shown(value)}; give a new folder"
            )
    if before["games"] > now["games"]:
        raise TolsimError(
            f"{folder} holds another run: its games is {before['games']}, not {now['games']}; "
            "more can be added, but not fewer kept"
        )


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return json.dumps(value) if isinstance(value, dict) else str(value)
