"""A study's folder, local or at any address that fsspec knows.

``study.json`` says what the study is; ``games/cell=KEY/FIRST-COUNT.parquet`` hold the games of each
cell, a block a file, small ones joined when the cell is finished; ``cells.csv`` sums the cells up. A
block is written whole or not at all, by the one process that runs the study.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tolsim.core.errors import TolsimError
from tolsim.experiments.schema import RUN_KEY
from tolsim.experiments.storage import (
    COMPRESSION,
    ROWS_A_GROUP,
    UNFINISHED,
    Part,
    common_schema,
    write_atomically,
)

MANIFEST = "study.json"
GAMES = "games"
LOCK = ".lock"
LARGE = 16_384
"""Games from which a file stands by itself."""


class Store:
    """A study's folder.

    Parameters
    ----------
    address
        A path, or an address such as ``s3://bucket/study`` or ``memory://study``.

    Raises
    ------
    TolsimError
        If there is no such kind of address, or what it needs is not installed.
    """

    def __init__(self, address: str | Path) -> None:
        import fsspec

        self.address = str(address)
        try:
            self._files, self._root = fsspec.core.url_to_fs(self.address)
        except (ValueError, ImportError) as error:
            raise TolsimError(f"cannot use {self.address}: {error}") from None
        self.is_local = "file" in _kinds(self._files)

    # Files.

    def path(self, name: str) -> str:
        """Full path of a file in the folder."""
        return f"{self._root.rstrip('/')}/{name}"

    def write(self, name: str, content: bytes) -> None:
        """Write a file, whole or not at all.

        Raises
        ------
        TolsimError
            If it cannot be written.
        """
        path = self.path(name)
        with self._explained("write", name):
            if self.is_local:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                write_atomically(Path(path), lambda file: file.write(content))
            else:
                # Object stores show an object when all of it is there.
                self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
                self._files.pipe_file(path, content)

    def read(self, name: str) -> bytes | None:
        """Content of a file; None if there is no such file."""
        with self._explained("read", name):
            try:
                content: bytes = self._files.cat_file(self.path(name))
            except FileNotFoundError:
                return None
        return content

    @contextlib.contextmanager
    def _explained(self, what: str, name: str) -> Iterator[None]:
        try:
            yield
        except TolsimError:
            raise
        except FileNotFoundError:
            raise
        except pa.ArrowException as error:
            reason = str(error).splitlines()[0]
            raise TolsimError(
                f"cannot {what} {self.path(name)}, it is damaged or foreign: {reason}; remove the "
                "file and the same command plays its games again"
            ) from None
        except Exception as error:  # noqa: BLE001  # each kind of storage has errors of its own
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise TolsimError(f"cannot {what} {self.path(name)}: {reason}") from None

    # The manifest.

    def manifest(self) -> dict[str, Any] | None:
        """What the folder's study is; None if it holds none.

        Raises
        ------
        TolsimError
            If it is damaged.
        """
        content = self.read(MANIFEST)
        if content is None:
            return None
        try:
            found = json.loads(content)
            whole = isinstance(found, dict) and isinstance(found.get("cells"), list)
        except ValueError:
            whole = False
        if not whole:
            raise TolsimError(f"cannot read {self.path(MANIFEST)}, it is damaged") from None
        return dict(found)

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Say what the folder's study is."""
        self.write(MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())

    # Blocks of games.

    def parts(self) -> dict[str, list[Part]]:
        """Blocks of every cell, by key, in order of their games; they may overlap after a kill."""
        found: dict[str, list[Part]] = defaultdict(list)
        with self._explained("read", GAMES):
            try:
                paths = self._files.find(self.path(GAMES))
            except FileNotFoundError:
                paths = []
        for path in paths:
            folder, name = path.rsplit("/", 2)[1:]
            first, dash, count = name.removesuffix(".parquet").partition("-")
            if name.endswith(".parquet") and dash and first.isdigit() and count.isdigit():
                found[folder.removeprefix("cell=")].append(Part(Path(path), int(first), int(count)))
        for blocks in found.values():
            blocks.sort(key=lambda part: (part.first, -part.count))
        return dict(found)

    def write_block(self, key: str, first: int, count: int, content: bytes) -> Part:
        """Keep a block of a cell's games, as Parquet."""
        name = f"{GAMES}/cell={key}/{first:012d}-{count:09d}.parquet"
        self.write(name, content)
        return Part(Path(self.path(name)), first, count)

    def read_games(
        self,
        parts: Sequence[Part],
        columns: Sequence[str] | None = None,
        run: str | None = None,
        start: int = 0,
    ) -> Iterator[pa.Table]:
        """Read the games of a cell's sorted blocks in order, each once, from number ``start`` on.

        Raises
        ------
        TolsimError
            If a block is damaged, does not hold what its name says, or is of another run than
            ``run``.
        """
        reached = start
        for part in parts:
            if part.stop <= reached:
                continue
            name = str(part.path).removeprefix(self.path(""))
            table = self._read_block(name, columns, part.count, run)
            yield table.slice(max(0, reached - part.first))
            reached = part.stop

    def _read_block(
        self, name: str, columns: Sequence[str] | None, count: int, run: str | None
    ) -> pa.Table:
        with self._explained("read", name), self._files.open(self.path(name), "rb") as file:
            table = pq.read_table(file, columns=columns, partitioning=None)
        if len(table) != count:
            raise TolsimError(
                f"{self.path(name)} is damaged: it holds {len(table)} games, not {count}; remove "
                "it and the same command plays them again"
            )
        found = (table.schema.metadata or {}).get(RUN_KEY, b"").decode()
        if run is not None and found != run:
            raise TolsimError(
                f"{self.path(name)} was played under other rules or by other code (run {found}, "
                f"now {run}); give a new folder"
            )
        return table

    def merge(self, key: str, parts: Sequence[Part], run: str) -> list[Part]:
        """Join a cell's small or overlapping blocks into files of some ten thousand games.

        Large ones are left as they are. At no time is there more of a cell in memory than a file,
        and nothing is removed before all that takes its place is written.
        """
        joined, reached = [], 0
        for group in _groups(parts):
            as_it_is = len(group) == 1 and group[0].first >= reached
            joined.append(group[0] if as_it_is else self._join(key, group, reached, run))
            reached = group[-1].stop
        kept = {part.path for part in joined}
        for part in parts:
            if part.path not in kept:
                with self._explained("remove", str(part.path)):
                    self._files.rm_file(str(part.path))
        return joined

    def _join(self, key: str, parts: Sequence[Part], start: int, run: str) -> Part:
        tables = list(self.read_games(parts, run=run, start=start))
        schema = common_schema([table.schema for table in tables])
        joined = pa.concat_tables([table.cast(schema) for table in tables])
        return self.write_block(key, start, len(joined), parquet(joined))

    # One process at a time.

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Keep other processes of this machine out of a local folder, and sweep it.

        Elsewhere nothing keeps two runs of one study apart; both would write the same games.
        """
        if not self.is_local:
            yield
            return
        import fcntl

        with self._explained("write to", ""):
            root = Path(self._root)
            _refuse_strangers(root)
            root.mkdir(parents=True, exist_ok=True)
            lock = (root / LOCK).open("ab")
        with lock:
            try:
                # The system lets go of it when this process ends, however it ends.
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TolsimError(f"{self.address} is in use by another run") from None
            for left_over in root.rglob(f"{UNFINISHED}*"):
                left_over.unlink()
            yield


def _kinds(files: Any) -> Sequence[str]:
    return [files.protocol] if isinstance(files.protocol, str) else list(files.protocol)


def _refuse_strangers(root: Path) -> None:
    if not root.exists() or (root / MANIFEST).exists():
        return
    names = [each.name for each in root.iterdir()]
    others = [name for name in names if name != LOCK and not name.startswith(UNFINISHED)]
    if others:
        raise TolsimError(
            f"{root} holds other files ({min(others)}, …) and no study; give a new or empty folder"
        )


def _groups(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Cut sorted blocks into groups to be joined; what others cover wholly is left out.

    >>> places = [(0, 300), (0, 100), (100, 200), (300, 16384), (16684, 20000), (36684, 5)]
    >>> parts = [Part(Path(), first, count) for first, count in places]
    >>> [[(part.first, part.count) for part in group] for group in _groups(parts)]
    [[(0, 300), (300, 16384)], [(16684, 20000)], [(36684, 5)]]
    """
    group: list[Part] = []
    reached = 0
    for part in parts:
        if part.stop <= reached:
            continue
        group.append(part)
        reached = part.stop
        if reached - group[0].first >= LARGE:
            yield group
            group = []
    if group:
        yield group


def parquet(table: pa.Table) -> bytes:
    """Write a table as the bytes of a Parquet file."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression=COMPRESSION, row_group_size=ROWS_A_GROUP)
    return buffer.getvalue()
