"""The writer's connection, with prepared statements for the hot path of a move.

They are SQL texts for the driver, which prepares them once: SQLAlchemy would take longer over each than the
database. Rare statements use SQLAlchemy over the same connection (`core`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from quartier.server.storage.database import BEGIN_TO_WRITE, CHANNEL, Database


@dataclass(frozen=True)
class Statements:
    """The statements of a group of commands, in order."""

    begin: str
    versions: str
    """The rows of these tables, locked until the end; the ids as a JSON list."""
    advance: str
    """Updates a table after its events: version, digest, bot due, whether over and when; id and previous version."""
    add: str
    """Inserts an event."""
    queue_notifications: str
    """Queues a table for notifications, if a recipient sits there; its id twice."""
    notify: str = ""
    """Notifies other processes of these tables, at the moment of the commit."""


ADVANCE = """
UPDATE game_table SET version = ?, digest = ?, bot_due = ?, visitor = CASE WHEN ? THEN NULL ELSE visitor END,
    ended_at = ?
WHERE id = ? AND version = ?
"""
ADD = "INSERT INTO event (game_id, seq, actor, move, client_move_id, at) VALUES (?, ?, ?, ?, ?, ?)"
QUEUE_NOTIFICATION = """
INSERT INTO notification_queue (game_id) SELECT CAST(? AS VARCHAR(16)) WHERE EXISTS
(SELECT 1 FROM seat JOIN notification_preference ON listener = COALESCE(seat.account, seat.person) WHERE seat.game_id = ?)
ON CONFLICT (game_id) DO NOTHING
"""
SQLITE = Statements(
    BEGIN_TO_WRITE,
    "SELECT id, version FROM game_table WHERE id IN (SELECT value FROM json_each(?))",
    ADVANCE,
    ADD,
    QUEUE_NOTIFICATION,
)
POSTGRES = Statements(
    "BEGIN",
    # In the same order everywhere, so that two processes never deadlock.
    "SELECT id, version FROM game_table WHERE id IN (SELECT json_array_elements_text(%s)) ORDER BY id FOR UPDATE",
    ADVANCE.replace("?", "%s"),
    ADD.replace("?", "%s"),
    QUEUE_NOTIFICATION.replace("?", "%s"),
    f"SELECT pg_notify('{CHANNEL}', json_array_elements_text(%s))",
)


UNKNOWN_DATA_VERSION = -1


class WriterConnection:
    """The connection. Only the writer's thread uses it. Drivers' errors pass through; `Database.failures` converts them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = POSTGRES if database.postgres else SQLITE
        self._core: sa.Connection | None = None
        self._driver: Any = None
        self._last_data_version = UNKNOWN_DATA_VERSION
        """SQLite's data_version: it changes when another connection has written."""
        self.backend: int | None = None
        """PostgreSQL's backend id of the connection, for ignoring our own notifications."""

    @property
    def core(self) -> sa.Connection:
        """Return the connection for SQLAlchemy's statements in the current transaction."""
        assert self._core is not None
        return self._core

    def begin(self, table_ids: list[str]) -> dict[str, int]:
        """Begin a transaction. Returns the versions of the tables that exist, locked until its end."""
        if self._driver is not None:
            try:
                return self._begin(table_ids)
            except Exception:
                # PostgreSQL was restarted since the last commit: nothing was in progress, so start again.
                if not (self._database.postgres and self._driver.closed):
                    raise
                self.close()
        self._open()
        return self._begin(table_ids)

    def _begin(self, table_ids: list[str]) -> dict[str, int]:
        self._driver.execute(self._statements.begin)
        if not table_ids:
            return {}
        rows = self._driver.execute(self._statements.versions, (json.dumps(table_ids),))
        return dict(rows.fetchall())

    def _open(self) -> None:
        # We send BEGIN and COMMIT ourselves, and no pool replaces it: SQLite detects writes per connection.
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "quartier_begin": ""}
        self._core = self._database.engine.connect().execution_options(**options)
        self._core.detach()
        self._driver = self._core.connection.dbapi_connection
        if self._database.postgres:
            patience = int(self._database.settings.lock_timeout * 1000)
            self._driver.execute(f"SET lock_timeout = {patience}")
            self.backend = self._driver.info.backend_pid
        self._last_data_version = UNKNOWN_DATA_VERSION

    def advance(self, rows: list[tuple[Any, ...]]) -> int:
        """Update tables' rows; returns how many still had the expected version."""
        return self._many(self._statements.advance, rows)

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        """Insert events."""
        self._many(self._statements.add, rows)

    def queue_notifications(self, table_ids: list[str]) -> None:
        """Queue tables that have changed for notifications."""
        self._many(self._statements.queue_notifications, [(table_id, table_id) for table_id in table_ids])

    def notify(self, table_ids: Iterable[str]) -> None:
        """Notify other processes when the transaction commits."""
        if self._statements.notify:
            self._driver.execute(self._statements.notify, (json.dumps(list(table_ids)),))

    def _many(self, statement: str, rows: list[tuple[Any, ...]]) -> int:
        cursor = self._driver.cursor()
        cursor.executemany(statement, rows)
        return int(cursor.rowcount)

    def commit(self) -> None:
        self._driver.execute("COMMIT")
        if self.core.in_transaction():
            self.core.commit()

    def roll_back(self) -> None:
        """Undo everything since `begin`."""
        self._driver.execute("ROLLBACK")
        if self.core.in_transaction():
            self.core.rollback()

    def truncate_log(self) -> bool:
        """Truncate SQLite's write-ahead log, which keeps deleted data; return False while a reader still needs the log."""
        if self._database.postgres or self._driver is None:
            return True
        try:
            self._driver.execute("PRAGMA busy_timeout = 0").close()  # moves don't wait for readers
            (busy, _, _) = self._driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            patience = int(self._database.settings.lock_timeout * 1000)
            self._driver.execute(f"PRAGMA busy_timeout = {patience}").close()
        return not busy

    def changed_elsewhere(self) -> bool:
        """Return whether another process has written to the SQLite file since the last call."""
        if self._database.postgres:
            return False
        if self._driver is None:
            self._open()
        before, self._last_data_version = self._last_data_version, self._data_version()
        return before != self._last_data_version

    def _data_version(self) -> int:
        return int(self._driver.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the connection and drop its transaction; `begin` opens another one."""
        core, driver, self._core, self._driver = self._core, self._driver, None, None
        if core is None:
            return
        # It is closed because it may be broken. SQLite: a closed connection keeps its lock while something,
        # such as an error's traceback, holds one of its statements.
        for release in (driver.rollback, driver.close, core.invalidate, core.close):
            with suppress(Exception):
                release()
