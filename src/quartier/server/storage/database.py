"""The database: opening, migrating, transactions, and user-facing errors when it fails.

SQLite runs in WAL mode with synchronous=FULL: NORMAL would keep every acknowledged move through `kill -9`,
but may lose the last ones in a power failure; the price is one fsync per group of commands (about a
millisecond on an SSD).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, StartupError
from quartier.server.settings import Settings
from quartier.server.storage import api_tokens as _programs  # noqa: F401
from quartier.server.storage import database_checks, database_copies, table_rows
from quartier.server.storage.lobby import lobby_schema as _lobby  # noqa: F401  # its table is part of `metadata`
from quartier.server.storage.moderation import balance_reports as _balance  # noqa: F401  # its table is part of `metadata`
from quartier.server.storage.notifications import notification_schema as _notices  # noqa: F401  # its tables are part of `metadata`
from quartier.server.storage.rating import rating_schema as _ratings  # noqa: F401  # likewise
from quartier.server.storage.schema import HEAD, metadata, revision

if TYPE_CHECKING:
    from alembic.config import Config

Report = Callable[[int, int], None]
MIGRATIONS = Path(__file__).parent / "migrations"
CHANNEL = "quartier"
"""PostgreSQL notification channel; the payload is a table's id."""
BROADCAST_CHANNEL = "quartier_said"
"""The channel for texts that are not stored (`TableStore.broadcast`)."""
BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
"""The statement that begins a writing transaction in SQLite."""
MIGRATION_LOCK = 0x51554152
"""PostgreSQL advisory lock: only one of several starting processes migrates."""


def ignore_progress(done: int, total: int) -> None:
    """Report no progress."""


class Database:
    """One engine and its transactions. Thread-safe."""

    def __init__(self, settings: Settings, named: Settings | None = None) -> None:
        """Open a database. `named`: the settings that error messages name, if `settings` are those of a copy."""
        self.settings = settings
        self._named = named or settings
        self.engine = _open(settings)
        self.postgres = self.engine.dialect.name == "postgresql"
        driver: Any = self.engine.dialect.dbapi
        self.errors: tuple[type[Exception], ...] = (DBAPIError, sa.exc.TimeoutError, driver.Error)
        """Exceptions for a failed database, of SQLAlchemy or the driver."""
        self._our_own = (sa.exc.IntegrityError, sa.exc.DataError, driver.IntegrityError, driver.DataError)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Open a read-only transaction: one snapshot, so that a table's row and its events are consistent."""
        with self.failures(), self._snapshot() as connection, connection.begin():
            yield connection

    def _snapshot(self) -> sa.Connection:
        """Return a connection that reads one snapshot: SQLite does by default, PostgreSQL with repeatable read."""
        connection = self.engine.connect()
        return (
            connection.execution_options(isolation_level="REPEATABLE READ") if self.postgres else connection
        )

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Open a transaction that writes, before the server runs; later only `storage.writer` does."""
        with self.failures(), self._open_to_write() as connection, connection.begin():
            yield connection

    def _open_to_write(self) -> sa.Connection:
        """Return a connection that takes SQLite's write lock at once: upgrading a read transaction may fail."""
        return self.engine.connect().execution_options(quartier_begin=BEGIN_TO_WRITE)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Convert database failures to DomainErrors. Constraint violations are our bugs and pass through."""
        try:
            yield
        except self._our_own:
            raise
        except self.errors as error:
            raise _runtime(error) from error

    def prepare(self, report: Report = ignore_progress, keep: bool = True) -> None:
        """Migrate the data to this release, after a copy if `keep`. Raises StartupError with one sentence.

        `report(done, total)` is called for each stored game that a migration replays.
        """
        try:
            self._begin_file()
            with database_copies.open_readonly(self.engine) as connection:
                database_checks.must_be_ours(connection, self._named)
            current = self._revision()
            if current is None:
                self._create()
            elif current != HEAD:
                if keep and current in known_revisions():
                    database_copies.keep_copy(self.engine.url, current)
                self.migrate(report)
            with self.engine.connect() as connection:
                database_checks.must_be_whole(connection, self._named)
        except DBAPIError as error:
            raise cannot_open(error, self._named) from error

    def _begin_file(self) -> None:
        """Create a new file readable by its owner only: it contains seat secrets."""
        name = self.engine.url.database
        if not self.postgres and name and name != ":memory:":
            with suppress(OSError):  # opening it gives a better error
                Path(name).touch(database_copies.OWNER_ONLY, exist_ok=True)

    def _create(self) -> None:
        """Create all tables of a new database at once, without migrations (a test compares both results)."""
        with self._migration_lock() as connection:
            metadata.create_all(connection)
            if self._revision_at(connection) is None:
                table_rows.populate(connection)
                connection.execute(revision.insert().values(version_num=HEAD))

    @contextmanager
    def _migration_lock(self) -> Iterator[sa.Connection]:
        """Open a writing transaction that only one of several starting processes can hold."""
        with self.write() as connection:
            if self.postgres:
                connection.execute(sa.text(f"select pg_advisory_xact_lock({MIGRATION_LOCK})"))
            yield connection

    def _revision(self) -> str | None:
        """Return the schema's revision, None if the database is new."""
        with self.engine.connect() as connection:
            return self._revision_at(connection)

    def _revision_at(self, connection: sa.Connection) -> str | None:
        if not sa.inspect(connection).has_table(revision.name):
            return None
        return connection.scalar(sa.select(revision.c.version_num))

    def migrate(self, report: Report = ignore_progress) -> None:
        """Run the migrations that are missing. Raises StartupError for a schema that this release does not know."""
        from alembic import command

        config = _alembic()
        with self._migration_lock() as connection:
            current = self._revision_at(connection)
            if current is not None and current not in known_revisions():
                raise unknown_revision(current)
            config.attributes.update(connection=connection, report=report)
            command.upgrade(config, "head")

    def must_be_current(self) -> None:
        """Raise StartupError unless the data is of this release, as commands beside a server require."""
        name = self.engine.url.database
        try:
            current = self._revision() if self.postgres or Path(name or "").exists() else None
        except DBAPIError as error:
            raise cannot_open(error, self._named) from error
        if current is not None and current not in known_revisions():
            raise unknown_revision(current)
        if current != HEAD:
            text = N_(
                "There’s no data from this version there. Start the server once, or use the same --data "
                "or --database as the server."
            )
            raise StartupError("no_data", text)

    def check(self) -> None:
        """Read stored games, for /health. Raises DomainError 503 if they cannot be read or have another schema."""
        with self.read() as connection:
            if self._revision_at(connection) != HEAD:
                raise unreachable()
            database_checks.read_some(connection)

    def close(self) -> None:
        self.engine.dispose()


def _alembic() -> Config:
    # Imported lazily: a start without migrations need not wait for Alembic.
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def known_revisions() -> set[str]:
    """Return all revisions that this release can migrate."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_alembic()).walk_revisions()}


def address(settings: Settings) -> sa.URL:
    """Return the database's URL. Raises StartupError if it is not one of SQLite or PostgreSQL."""
    try:
        url = sa.make_url(settings.url)
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise StartupError(
                "database_kind",
                N_("Quartier stores games in SQLite or PostgreSQL, not in {kind}."),
                kind=url.get_backend_name(),
            )
    except sa.exc.ArgumentError as error:
        raise StartupError(
            "database_url", N_("Invalid database URL. Example: postgresql://user@host/name")
        ) from error
    return url


def _open(settings: Settings) -> sa.Engine:
    url = address(settings)
    if url.get_backend_name() == "sqlite":
        return _open_sqlite(url, settings)
    return sa.create_engine(
        url, pool_pre_ping=True, hide_parameters=True, connect_args={"connect_timeout": 5}
    )


def _open_sqlite(url: sa.URL, settings: Settings) -> sa.Engine:
    if settings.data is None and not settings.database:
        _folder(Path(url.database or ""))
    engine = sa.create_engine(
        url,
        hide_parameters=True,  # errors are logged, but chat messages must not be
        connect_args={"timeout": settings.lock_timeout, "check_same_thread": False},
    )

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        say = connection.get_execution_options().get("quartier_begin", "BEGIN")
        if say:  # the writer has already sent it
            connection.exec_driver_sql(say)

    return engine


def _folder(file: Path) -> None:
    """Create the default data folder; one set by the operator must exist."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartupError(
            "database_place",
            N_("Can’t create the data folder {path}. Choose another file with --data."),
            path=file.parent,
        ) from error


def _runtime(error: Exception) -> DomainError:
    text = str(error).lower()
    if "locked" in text or "busy" in text or "lock timeout" in text:
        return database_locked()
    if "full" in text or "no space" in text:
        return DomainError(
            503,
            "database_full",
            N_("The server’s disk is full, so nothing was changed. Tell the person who runs this server."),
        )
    if "readonly" in text or "read-only" in text:
        return DomainError(
            503,
            "database_readonly",
            N_(
                "The server can’t write its data, so nothing was changed. Tell the person who runs this server."
            ),
        )
    return unreachable()


def unreachable() -> DomainError:
    return DomainError(
        503,
        "database",
        N_("The server can’t reach its data, so nothing was changed. Try again in a moment."),
    )


def database_locked() -> DomainError:
    return DomainError(
        503,
        "database_locked",
        N_("The server’s data is busy, so nothing was changed. Try again in a moment."),
    )


def unknown_revision(current: str | None) -> StartupError:
    """Return the error for data whose revision this release does not know."""
    if current is not None and current < HEAD:
        return StartupError(
            "database_unreleased",
            N_(
                "This data was written by a development version between two releases. Restore an earlier "
                "copy, or choose another file with --data."
            ),
        )
    return StartupError(
        "database_newer",
        N_(
            "This data was written by a newer version of Quartier. Update Quartier, or choose another "
            "file with --data."
        ),
    )


def cannot_open(error: DBAPIError, settings: Settings) -> StartupError:
    """Return the error for a database that cannot be opened, without its URL, which may contain a password."""
    text = str(error.orig).lower()
    path = "" if settings.database else str(sa.make_url(settings.url).database)
    if "not a database" in text:
        return database_checks.foreign_error(settings)
    if "malformed" in text:
        return database_checks.damaged_error(settings)
    if "locked" in text or "busy" in text:
        return StartupError(
            "database_locked",
            N_("{path} is locked by another program. Close it, then restart."),
            path=path,
        )
    if "full" in text:
        return StartupError(
            "database_full", N_("The disk with {path} is full. Free up space, then restart."), path=path
        )
    if "readonly" in text:
        return StartupError(
            "database_readonly",
            N_("Can’t write to {path}. Change its permissions or choose another file."),
            path=path,
        )
    if path and isinstance(error, OperationalError):
        return StartupError(
            "database_place",
            N_("Can’t open {path}. Check that its folder exists and is writable."),
            path=path,
        )
    return StartupError("database", N_("The database isn’t responding. Check its URL and that it’s running."))
