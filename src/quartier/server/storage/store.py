"""The tables of this process: what the database holds of them, folded once and kept."""

from __future__ import annotations

import sqlalchemy as sa

from quartier.server.live.hub import Hub
from quartier.server.refusals import no_table
from quartier.server.storage import repository
from quartier.server.storage.cache import LruCache
from quartier.server.storage.database import CHANNEL, Database
from quartier.server.storage.repository import Head
from quartier.server.table.fold import Table, advanced, fold

MOST = 512
"""Folded tables that are kept."""


class TableStore:
    """All tables. Thread-safe; several processes may share one database.

    What the cache holds is checked against the version in the database, except where a method says that it is not.
    """

    def __init__(self, database: Database, hub: Hub) -> None:
        self.database = database
        self.hub = hub
        self._cache: LruCache[str, Table] = LruCache(MOST)

    def load(self, table_id: str) -> tuple[Head, Table]:
        """The present table. Raises Refused 404."""
        with self.database.read() as connection:
            head = _found(repository.head(connection, table_id))
            return head, self._current(connection, head)

    def title_of(self, table_id: str) -> str:
        """The title played at a table. Raises Refused 404."""
        with self.database.read() as connection:
            return _found(repository.head(connection, table_id)).setup.title

    def locked(self, connection: sa.Connection, table_id: str) -> tuple[Head, Table]:
        """The present table, for a transaction that will write to it. Raises Refused 404."""
        head = _found(repository.head(connection, table_id, lock=True))
        return head, self._current(connection, head)

    def _current(self, connection: sa.Connection, head: Head) -> Table:
        """The table at `head.version`: from the cache, brought forward by the events that it has not seen."""
        cached = self._cache.get(head.setup.id)
        if cached is not None and cached.version == head.version:
            return cached
        usable = cached is not None and cached.version < head.version
        rows = repository.rows_since(connection, head.setup.id, cached.version if cached and usable else 0)
        table = advanced(cached, rows) if cached and usable else fold(head.setup, rows)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._cache.put(table.setup.id, table, lambda held: held.version < table.version)

    def notify(self, connection: sa.Connection, table_id: str) -> None:
        """Tell other processes, at the moment of the commit: PostgreSQL delivers a notification then and only then."""
        if self.database.postgres:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))

    def committed(self, table: Table) -> None:
        """After a commit: remember the table and wake everybody who watches it."""
        self._keep(table)
        self.hub.publish(table.setup.id)

    # ----- what this process knows without asking the database -----

    def moved_on(self, table_id: str, version: int) -> bool:
        """Whether there is a later version."""
        return self._later(table_id, version) is not None

    def outdated(self, table_id: str, version: int, seat: int) -> bool:
        """Whether a bot's move for `seat`, thought for `version`, comes too late."""
        later = self._later(table_id, version)
        return later is not None and (later.bot(seat) is None or not later.unaffected(seat, version))

    def affected(self, table_id: str, version: int, seat: int) -> bool:
        """Whether a person's decision has changed since `version`."""
        later = self._later(table_id, version)
        return later is not None and not later.unaffected(seat, version)

    def _later(self, table_id: str, version: int) -> Table | None:
        cached = self._cache.get(table_id)
        return cached if cached is not None and cached.version > version else None


def _found(head: Head | None) -> Head:
    if head is None:
        raise no_table()
    return head
