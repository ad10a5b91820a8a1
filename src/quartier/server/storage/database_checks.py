"""Checks at startup, before anything is written: is the database ours, and complete?"""

from __future__ import annotations

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings
from quartier.server.storage.schema import event, game_table, metadata, record, revision


def must_be_ours(connection: sa.Connection, settings: Settings) -> None:
    """Raise StartupError if the database belongs to another program."""
    names = set(sa.inspect(connection).get_table_names())
    if game_table.name in names and revision.name in names:
        return
    # A PostgreSQL database may be shared, as long as no one uses our names; a file belongs to one program.
    others = names if connection.dialect.name == "sqlite" else names & set(metadata.tables)
    if others:
        raise foreign_error(settings)


def must_be_whole(connection: sa.Connection, settings: Settings) -> None:
    """Raise StartupError if tables or columns are missing, or SQLite finds its file damaged."""
    inspector = sa.inspect(connection)
    for table in metadata.sorted_tables:
        if not inspector.has_table(table.name):
            raise damaged_error(settings)
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        if not columns.issuperset(table.columns.keys()):
            raise damaged_error(settings)
    if connection.dialect.name == "sqlite" and connection.scalar(sa.text("PRAGMA quick_check(1)")) != "ok":
        raise damaged_error(settings)


def read_some(connection: sa.Connection) -> None:
    """Read what every page needs; the database's own errors pass through."""
    for table in (game_table, event, record):
        connection.execute(sa.select(table).limit(1)).all()


def foreign_error(settings: Settings) -> StartupError:
    """Return the error for a database of another program."""
    if settings.database:
        text = N_("This database belongs to another program. Choose another with --database.")
        return StartupError("database_foreign", text)
    text = N_("{path} isn’t a Quartier data file. Choose another with --data.")
    return StartupError("database_foreign", text, path=_file(settings))


def damaged_error(settings: Settings) -> StartupError:
    """Return the error for a database with missing parts."""
    if settings.database:
        text = N_("The database is damaged: parts of it are missing. Restore a backup.")
        return StartupError("database_damaged", text)
    text = N_("{path} is damaged. Replace it with your last backup, or choose another file with --data.")
    return StartupError("database_damaged", text, path=_file(settings))


def _file(settings: Settings) -> str:
    return str(sa.make_url(settings.url).database)
