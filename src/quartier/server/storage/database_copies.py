"""Copies of a database: a safety copy before a migration, and one for reading without touching the original."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError

OWNER_ONLY = 0o600
"""Permissions of a file with secrets."""
BATCH_ROWS = 5000
"""Rows copied per batch."""


def keep_copy(url: sa.URL, revision: str) -> Path | None:
    """Copy the file before a migration to one beside it, named by its revision. Raises StartupError.

    Returns None for PostgreSQL: there a migration is one transaction, and backups are made by `pg_dump`.
    """
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    file = Path(url.database)
    backup_file, partial = free_name(file, revision), file.with_name(f"{file.name}.copying")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(OWNER_ONLY)
        with closing(sqlite3.connect(file)) as source:
            source.execute("VACUUM INTO ?", (str(partial),))
        os.replace(partial, backup_file)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise StartupError("database_copy", _NO_COPY, path=backup_file, reason=error) from error
    return backup_file


def free_name(file: Path, mark: str) -> Path:
    """Return an unused name beside the file: games.db.0003, else games.db.0003-2 ..."""
    names = (f"{file.name}.{mark}" + (f"-{number}" if number > 1 else "") for number in range(1, 10_000))
    return next(path for path in map(file.with_name, names) if not path.exists())


def copy_database(source: sa.URL, target: Path) -> None:
    """Copy a database into a new SQLite file, in one snapshot, without writing to it. Raises StartupError.

    Whatever the original, the copy can be migrated and read like any other file.
    """
    if source.get_backend_name() == "sqlite":
        _copy_file(Path(source.database or ""), target)
    else:
        _copy_rows(source, target)


def _copy_file(file: Path, target: Path) -> None:
    if not file.is_file():
        raise StartupError("database_place", N_("File not found: {file}."), file=file)
    try:
        with (
            closing(sqlite3.connect(_readonly_uri(file), uri=True)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)
    except sqlite3.Error as error:
        raise StartupError("database_foreign", _UNREADABLE, path=file, reason=error) from error


def _readonly_uri(file: Path) -> str:
    """Return the URI with which SQLite opens a file without creating anything beside it.

    Without a write-ahead log no process has the file open; SQLite would create one even for a reader.
    """
    logged = file.with_name(f"{file.name}-wal").exists()
    return f"{file.resolve().as_uri()}?{'mode=ro' if logged else 'immutable=1'}"


@contextmanager
def open_readonly(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Open a connection that leaves no trace in or beside a file."""
    file = Path(engine.url.database or "")
    if engine.dialect.name != "sqlite" or not file.is_file():
        with engine.connect() as connection:
            yield connection
        return
    untouched = sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(_readonly_uri(file), uri=True))
    try:
        with untouched.connect() as connection:
            yield connection
    finally:
        untouched.dispose()


def _copy_rows(source: sa.URL, target: Path) -> None:
    original = sa.create_engine(source, connect_args={"connect_timeout": 5})
    copy = sa.create_engine(sa.URL.create("sqlite", database=str(target)))
    options: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    try:
        with original.connect().execution_options(**options) as reading, copy.begin() as writing:
            schema = sa.MetaData()
            schema.reflect(reading)
            for column in (column for table in schema.sorted_tables for column in table.columns):
                column.server_default = None  # differs in PostgreSQL, and every row has a value
            schema.create_all(writing)
            for table in schema.sorted_tables:
                rows = reading.execution_options(stream_results=True).execute(sa.select(table)).mappings()
                for part in rows.partitions(BATCH_ROWS):
                    writing.execute(table.insert(), [dict(row) for row in part])
    finally:
        original.dispose()
        copy.dispose()


_NO_COPY = N_("Couldn’t save a copy as {path} before migrating the data: {reason}.")
_UNREADABLE = N_("{path} isn’t a Quartier data file: {reason}.")
