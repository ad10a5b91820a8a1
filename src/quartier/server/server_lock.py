"""The lock of a server on its SQLite file: two servers with one file would each keep an old state of it in memory.

The lock is on a file beside the database: closing another handle of the database itself would drop SQLite's own locks. The
system releases it when the process ends, however it ends. Commands beside a server don't take it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings
from quartier.server.storage.database import address
from quartier.server.storage.database_copies import OWNER_ONLY

SUFFIX = ".lock"
MAX_NOTE_LENGTH = 200
"""Characters of a lock file that are shown."""
_WINDOWS_OFFSET = 1 << 20
"""Windows lets no one read a locked byte: the locked one is behind the text."""


def lock_file(settings: Settings) -> Path | None:
    """Return the lock file of a server's database, the same for every link to it; None for PostgreSQL."""
    url = address(settings)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    database = Path(url.database).resolve()
    return database.with_name(f"{database.name}{SUFFIX}")


@contextmanager
def locked_database(settings: Settings, server: str) -> Iterator[None]:
    """Hold the lock of a database; there is none for PostgreSQL, nor on a file system without locks.

    Args:
        settings: They name the database.
        server: The server's URL, for the message that another one gets.

    Raises:
        StartupError: Another server has the lock; the message names it.
    """
    file = lock_file(settings)
    handle = None if file is None else _open(file)
    if file is None or handle is None:
        yield
        return
    with handle:
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError) as error:
            other = handle.read(MAX_NOTE_LENGTH).strip()
            database = file.with_name(file.name.removesuffix(SUFFIX))
            raise StartupError("database_in_use", _IN_USE, path=database, server=other or "?") from error
        except OSError:
            yield
            return
        handle.truncate(0)
        handle.write(f"{server}, PID {os.getpid()}\n")
        handle.flush()
        yield


def _open(file: Path) -> TextIO | None:
    """Open a lock file; None where that fails: opening the database says better what is wrong with the folder."""
    try:
        return os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "r+", encoding="utf-8")
    except OSError:
        return None


def _lock(handle: TextIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        handle.seek(_WINDOWS_OFFSET)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            handle.seek(0)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_IN_USE = N_(
    "{path} is in use by another Quartier server ({server}). Stop it first, or choose another file with --data."
)
