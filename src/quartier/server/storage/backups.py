"""Backups: all data as one SQLite file, created while the server runs and restored while it doesn't.

A backup of PostgreSQL has the same format and can be restored into an empty PostgreSQL database, so games can
be moved between the two.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings
from quartier.server.storage import database_checks, database_copies
from quartier.server.storage.database import (
    Database,
    address,
    cannot_open,
    known_revisions,
    unknown_revision,
)
from quartier.server.storage.schema import game_table, metadata, record, revision


@dataclass(frozen=True)
class Contents:
    """The contents of a backup."""

    tables: int
    records: int
    bytes: int


def backup(settings: Settings, target: Path) -> Contents:
    """Copy one snapshot of everything into a new file, atomically. Raises StartupError."""
    if target.exists():
        raise StartupError("backup_taken", _TARGET_EXISTS, path=target)
    with _staged_file(target, settings) as partial:
        database_copies.copy_database(address(settings), partial)
        result = _inspect(partial, settings)
        os.replace(partial, target)
    return result


def restore(settings: Settings, source: Path) -> tuple[Contents, Path | None]:
    """Replace the stored data with a backup. Returns the path at which a replaced file is kept.

    Raises StartupError, without changing anything, while a server is running, for an invalid backup, and for
    a PostgreSQL database with games in it.
    """
    if not source.is_file():
        raise StartupError("database_place", N_("File not found: {file}."), file=source)
    contents = _inspect(source, Settings(data=source, lang=settings.lang))
    url = address(settings)
    if url.get_backend_name() == "sqlite":
        return contents, _put_file(source, Path(url.database or ""), settings)
    _fill(source, settings, settings)
    return contents, None


def _inspect(file: Path, named: Settings) -> Contents:
    """Count the contents of a backup file. Raises StartupError if it is foreign, damaged, or of a later release."""
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)))
    try:
        with database_copies.open_readonly(engine) as connection:
            database_checks.must_be_ours(connection, named)
            if connection.scalar(sa.text("PRAGMA quick_check(1)")) != "ok":
                raise database_checks.damaged_error(named)
            stored = connection.scalar(sa.select(revision.c.version_num))
            if stored not in known_revisions():
                raise unknown_revision(stored)
            tables, records = (
                connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
                for table in (game_table, record)
            )
    except DBAPIError as error:
        raise cannot_open(error, named) from error
    finally:
        engine.dispose()
    return Contents(tables, records, file.stat().st_size)


@contextmanager
def _staged_file(target: Path, settings: Settings) -> Iterator[Path]:
    """Open a temporary file beside the target, which is deleted afterwards. Errors become StartupErrors."""
    partial = target.with_name(f"{target.name}.copying")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(database_copies.OWNER_ONLY)
        yield partial
    except OSError as error:
        raise StartupError("backup", _FAILED, path=target, reason=error.strerror or error) from error
    except DBAPIError as error:
        raise cannot_open(error, settings) from error
    finally:
        partial.unlink(missing_ok=True)


# ----- restoring -----


def _put_file(source: Path, file: Path, settings: Settings) -> Path | None:
    if file.exists():
        _must_be_idle(file)
    with _staged_file(file, settings) as partial:
        _fill(source, replace(settings, data=partial, database=""), settings)
        backup_file = _back_up_current(file) if file.exists() else None
        os.replace(partial, file)
    return backup_file


def _must_be_idle(file: Path) -> None:
    """Raise StartupError while a process has the file open. Otherwise checkpoint the write-ahead log into it."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as connection:
            # WAL mode cannot be left while others have the file open; a file that is no database has none.
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.OperationalError as error:
        raise StartupError("restore_running", _RUNNING, path=file) from error
    except sqlite3.DatabaseError:
        return


def _back_up_current(file: Path) -> Path:
    """Give the file that is about to be replaced a second name."""
    backup_file = database_copies.free_name(file, "before-restore")
    try:
        os.link(file, backup_file)
    except OSError:  # not every file system has links
        shutil.copy2(file, backup_file)
    backup_file.chmod(database_copies.OWNER_ONLY)
    return backup_file


def _fill(source: Path, target: Settings, named: Settings) -> None:
    """Copy all rows in one transaction into an empty database, after migrating a copy to this release."""
    with tempfile.TemporaryDirectory(prefix="quartier-restore-") as folder:
        copy = Path(folder) / "copy.db"
        database_copies.copy_database(sa.URL.create("sqlite", database=str(source)), copy)
        old, new = Database(replace(named, data=copy, database=""), named), Database(target, named)
        try:
            old.prepare(keep=False)
            new.prepare()
            with old.read() as reading, new.write() as writing:
                _must_be_empty(writing)
                _copy_rows(reading, writing)
        finally:
            old.close()
            new.close()


def _must_be_empty(connection: sa.Connection) -> None:
    for table in (game_table, record):
        if connection.execute(sa.select(table).limit(1)).first() is not None:
            raise StartupError("restore_full", _NOT_EMPTY)


def _copy_rows(reading: sa.Connection, writing: sa.Connection) -> None:
    for table in metadata.sorted_tables:
        if table is revision:
            continue
        writing.execute(table.delete())  # a new database's secrets are not those of the restored games
        for part in reading.execute(sa.select(table)).mappings().partitions(database_copies.BATCH_ROWS):
            writing.execute(table.insert(), [dict(row) for row in part])
        _reset_sequence(writing, table)


def _reset_sequence(connection: sa.Connection, table: sa.Table) -> None:
    """Set PostgreSQL's sequence of a table to the number after the last row; SQLite needs nothing."""
    column = table.autoincrement_column
    if column is None or column.autoincrement is not True or connection.dialect.name != "postgresql":
        return
    last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
    sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
    connection.execute(sa.select(sa.func.setval(sequence, last, False)))


_TARGET_EXISTS = N_("{path} already exists. Choose another file: backups never overwrite anything.")
_FAILED = N_("Can’t write {path}: {reason}.")
_RUNNING = N_("{path} is in use. Stop the server first, then restore.")
_NOT_EMPTY = N_("This database already contains games. Restore into an empty one.")
