"""Whether what lies in a database is ours, and whole: found out at the start, before anything is written to it."""

from __future__ import annotations

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings
from quartier.server.storage.schema import event, game_table, metadata, record, revision


def must_be_ours(connection: sa.Connection, settings: Settings) -> None:
    """Raises StartupError where another program keeps its data: nothing of ours is added to it."""
    found = set(sa.inspect(connection).get_table_names())
    if game_table.name in found and revision.name in found:
        return
    # A database of PostgreSQL may be shared, as long as nobody uses our names; a file is one program's.
    others = found if connection.dialect.name == "sqlite" else found & set(metadata.tables)
    if others:
        raise foreign(settings)


def must_be_whole(connection: sa.Connection, settings: Settings) -> None:
    """Raises StartupError where tables or columns are missing, or SQLite finds its file damaged."""
    inspector = sa.inspect(connection)
    for table in metadata.sorted_tables:
        if not inspector.has_table(table.name):
            raise damaged(settings)
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        if not columns.issuperset(table.columns.keys()):
            raise damaged(settings)
    if connection.dialect.name == "sqlite" and connection.scalar(sa.text("PRAGMA quick_check(1)")) != "ok":
        raise damaged(settings)


def read_some(connection: sa.Connection) -> None:
    """Read what every page needs; the database's own errors pass through."""
    for table in (game_table, event, record):
        connection.execute(sa.select(table).limit(1)).all()


def foreign(settings: Settings) -> StartupError:
    """It belongs to another program."""
    if settings.database:
        text = N_("This database belongs to another program. Name another one with --database.")
        return StartupError("database_foreign", text)
    text = N_("{path} is not a Quartier data file. Name another one with --data.")
    return StartupError("database_foreign", text, path=_file(settings))


def damaged(settings: Settings) -> StartupError:
    """It was ours once, and parts of it are gone."""
    if settings.database:
        text = N_("The database is damaged: parts of it are missing. Restore a backup of it.")
        return StartupError("database_damaged", text)
    text = N_("{path} is damaged. Put your last backup in its place, or name another file with --data.")
    return StartupError("database_damaged", text, path=_file(settings))


def _file(settings: Settings) -> str:
    return str(sa.make_url(settings.url).database)
