"""Backups: everything that is stored, as one SQLite file, taken while the server runs and put back while it does not.

What lies in PostgreSQL is kept in such a file, too, and such a file can be put into an empty PostgreSQL database: so games
move from one to the other.
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
    OWNER_ONLY,
    Database,
    address,
    cannot_open,
    known_revisions,
    unknown,
)
from quartier.server.storage.schema import game_table, metadata, record, revision


@dataclass(frozen=True)
class Contents:
    """What lies in a backup."""

    tables: int
    records: int
    bytes: int


def backup(settings: Settings, target: Path) -> Contents:
    """Copy everything at one moment into a new file, which is whole or not there. Raises StartupError."""
    if target.exists():
        raise StartupError("backup_taken", _TAKEN, path=target)
    with _beside(target, settings) as begun:
        database_copies.look_at(address(settings), begun)
        result = _looked_into(begun, settings)
        os.replace(begun, target)
    return result


def restore(settings: Settings, source: Path) -> tuple[Contents, Path | None]:
    """Put a backup in the place of what is stored now. Returns where the file that lay there is kept, if there was one.

    Raises StartupError, and nothing has changed, while a server is at work there, for what is no sound backup, and for a
    PostgreSQL database with games in it.
    """
    if not source.is_file():
        raise StartupError("database_place", N_("There is no file {file}."), file=source)
    found = _looked_into(source, Settings(data=source, lang=settings.lang))
    url = address(settings)
    if url.get_backend_name() == "sqlite":
        return found, _put_file(source, Path(url.database or ""), settings)
    _fill(source, settings, settings)
    return found, None


def _looked_into(file: Path, named: Settings) -> Contents:
    """What a file holds. Raises StartupError where it is not ours, damaged, or of a later release."""
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)))
    try:
        with database_copies.reading(engine) as connection:
            database_checks.must_be_ours(connection, named)
            if connection.scalar(sa.text("PRAGMA quick_check(1)")) != "ok":
                raise database_checks.damaged(named)
            stored = connection.scalar(sa.select(revision.c.version_num))
            if stored not in known_revisions():
                raise unknown(stored)
            tables, records = (
                connection.scalar(sa.select(sa.func.count()).select_from(each)) or 0
                for each in (game_table, record)
            )
    except DBAPIError as error:
        raise cannot_open(error, named) from error
    finally:
        engine.dispose()
    return Contents(tables, records, file.stat().st_size)


@contextmanager
def _beside(target: Path, settings: Settings) -> Iterator[Path]:
    """A file that is begun beside another, and gone afterwards. What fails there is said in a sentence."""
    begun = target.with_name(f"{target.name}.copying")
    try:
        begun.unlink(missing_ok=True)
        begun.touch(OWNER_ONLY)
        yield begun
    except OSError as error:
        raise StartupError("backup", _FAILED, path=target, reason=error.strerror or error) from error
    except DBAPIError as error:
        raise cannot_open(error, settings) from error
    finally:
        begun.unlink(missing_ok=True)


# ----- back into a database -----


def _put_file(source: Path, file: Path, settings: Settings) -> Path | None:
    if file.exists():
        _must_be_idle(file)
    with _beside(file, settings) as begun:
        _fill(source, replace(settings, data=begun, database=""), settings)
        kept = _kept_too(file) if file.exists() else None
        os.replace(begun, file)
    return kept


def _must_be_idle(file: Path) -> None:
    """Raises StartupError while anybody has the file open. Its write-ahead log goes into it: it is whole by itself then."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as connection:
            # Nobody leaves that mode while others are there; a file that is no database has none to leave.
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.OperationalError as error:
        raise StartupError("restore_running", _RUNNING, path=file) from error
    except sqlite3.DatabaseError:
        return


def _kept_too(file: Path) -> Path:
    """Give the file that is to be replaced another name, too."""
    kept = database_copies.free(file, "before-restore")
    try:
        os.link(file, kept)
    except OSError:  # not every file system has links
        shutil.copy2(file, kept)
    return kept


def _fill(source: Path, target: Settings, named: Settings) -> None:
    """All rows in one transaction, into a database that has none; they are brought to this release's form first."""
    with tempfile.TemporaryDirectory(prefix="quartier-restore-") as folder:
        copy = Path(folder) / "copy.db"
        database_copies.look_at(sa.URL.create("sqlite", database=str(source)), copy)
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
        writing.execute(table.delete())  # the secrets of a new database are not those of its games
        for part in reading.execute(sa.select(table)).mappings().partitions(database_copies.ROWS):
            writing.execute(table.insert(), [dict(row) for row in part])
        _count_on(writing, table)


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """PostgreSQL numbers rows by itself: from the number after the last. SQLite looks for the last one."""
    column = table.autoincrement_column
    if column is None or column.autoincrement is not True or connection.dialect.name != "postgresql":
        return
    last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
    sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
    connection.execute(sa.select(sa.func.setval(sequence, last, False)))


_TAKEN = N_("{path} exists already. Name another file: no backup is written over anything.")
_FAILED = N_("{path} could not be written: {reason}.")
_RUNNING = N_("{path} is in use. Stop the server first, then restore.")
_NOT_EMPTY = N_("This database holds games already. Restore into an empty one.")
