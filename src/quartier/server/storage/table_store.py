"""The tables of this server: loading them from the cache or the database, and writing to them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa
import structlog
from anyio import to_thread

from quartier.core.game.state import State
from quartier.server.clock import Clock
from quartier.server.domain.table import Table
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import (
    DomainError,
    Quarantined,
    hidden_by_host,
    no_table,
)
from quartier.server.lru_cache import LruCache
from quartier.server.pubsub.hub import Hub
from quartier.server.storage import table_rows
from quartier.server.storage.database import BROADCAST_CHANNEL, Database
from quartier.server.storage.integrity import CorruptLog, verify_record
from quartier.server.storage.table_cache import (
    MAX_CACHED_TABLES,
    CachedTable,
    Mark,
    TableCache,
)
from quartier.server.storage.table_rows import TableRow, UploadedRecord
from quartier.server.storage.transaction import Job, T, Transaction
from quartier.server.storage.writer import Writer

log = structlog.get_logger("quartier")
MAX_CACHED_RECORDS = 64
"""Maximum number of uploaded records in memory."""


class TableStore:
    """All tables. Thread-safe; several processes may share one database."""

    def __init__(self, database: Database, hub: Hub, clock: Clock) -> None:
        self.database = database
        self.hub = hub
        self.clock = clock
        self.cache = TableCache()
        self.writer = Writer(database, self.cache, hub, clock)
        self._damaged_records: LruCache[str, Mark] = LruCache(MAX_CACHED_TABLES)
        """By record the errors found by this process: records never change."""
        self._records: LruCache[str, tuple[UploadedRecord, State]] = LruCache(MAX_CACHED_RECORDS)
        """Recently used records, replayed to their ends."""

    def load(self, table_id: str) -> tuple[TableRow, Table]:
        """Return the present table. Raises DomainError 404, or Quarantined for a corrupt log, which is marked."""
        with self.database.read() as connection:
            at = self.cache.now()
            row = _require(table_rows.find_table(connection, table_id))
            result = self._try_load(connection, row, at)
        self._mark(row, result)
        if isinstance(result, Quarantined):
            raise result
        return row, result.table

    def get_current(self, table_id: str) -> tuple[TableRow, Table]:
        """Return the table after the last change known to this process, without the database if the cache is fresh.

        Raises as `load` does. `cache.get_fresh` tells in advance whether the database is needed.
        """
        cached = self.cache.get_fresh(table_id)
        return self.load(table_id) if cached is None else (cached.row, cached.table)

    def broadcast(self, text: str) -> None:
        """Send a text to the other processes of a PostgreSQL database; it isn't stored. Returns immediately."""
        if self.database.postgres:
            statement = sa.select(sa.func.pg_notify(BROADCAST_CHANNEL, text))
            self.writer.enqueue(
                Job(lambda writing: writing.connection.execute(statement).close(), exclusive=True)
            )

    async def run_async(self, job: Job[T]) -> T:
        """Run a job; returns after the commit. Raises what the job raises, or DomainError 503."""
        if job.table_id is not None and self.cache.get(job.table_id) is None:
            await to_thread.run_sync(self.load, job.table_id)  # replaying a long log is not the writer's work
        return await self.writer.run_async(job)

    def setup_of(self, table_id: str) -> TableSetup:
        """Return a table's setup without replaying its log. Raises DomainError 404, or Quarantined if it is marked."""
        with self.database.read() as connection:
            row = _require(table_rows.find_table(connection, table_id))
        if row.broken is not None or self.cache.is_damaged(table_id, row.version):
            self.load(table_id)
        return row.setup

    def record(self, record_id: str) -> tuple[UploadedRecord, State] | None:
        """Return an uploaded record and its last position. Raises Quarantined, or DomainError 403 if it is hidden."""
        followed = self._records.get(record_id)
        # A moderator may have deleted or hidden it, here or in another process.
        with self.database.read() as connection:
            hidden = table_rows.record_hidden(connection, record_id)
            if hidden is None:
                self._records.drop(record_id)
                return None
            if hidden:
                raise hidden_by_host()
            if followed is not None:
                return followed
            stored = table_rows.find_record(connection, record_id)
        if stored is None:
            return None
        damage = self._damaged_records.get(record_id)
        if damage is not None:
            raise Quarantined(*damage)
        try:
            followed = stored, verify_record(stored)
            self._records.put(record_id, followed)
            return followed
        except CorruptLog as wrong:
            mark = wrong.event, wrong.reason
            self._damaged_records.put(record_id, mark)
            if stored.broken is None:
                with suppress(DomainError):
                    self._write(lambda writing: table_rows.mark_record(writing.connection, record_id, mark))
            raise Quarantined(*mark) from wrong

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self.writer.run(Job(act, exclusive=True))

    def _try_load(self, connection: sa.Connection, row: TableRow, at: int) -> CachedTable | Quarantined:
        """Return the table at `row.version`, or the error of its log."""
        try:
            return self.cache.load(connection, row, at)
        except Quarantined as wrong:
            return wrong

    def _mark(self, row: TableRow, result: CachedTable | Quarantined) -> None:
        """Store that a table is corrupt, so that it is listed nowhere; or that it is intact again."""
        mark = (result.event, result.reason) if isinstance(result, Quarantined) else None
        if (mark is None) == (row.broken is None):
            return
        table_id = row.setup.id
        with suppress(DomainError):  # otherwise the next access marks it
            self._write(lambda writing: table_rows.mark_table(writing.connection, table_id, mark))
        log.warning("table_marked", table=table_id, at=mark and mark[0], reason=mark and mark[1])

    def changed_elsewhere(self, table_id: str) -> None:
        """Handle a change by another process: invalidate the table and wake its watchers."""
        self.cache.invalidate(table_id)
        self.hub.changed_elsewhere(table_id)

    def sync_versions(self, acked_versions: dict[str, int]) -> None:
        """Find tables that another process has changed without a notification.

        Args:
            acked_versions: By table that is watched here, the oldest version that a watcher has.
        """
        if not acked_versions:
            return
        with self.database.read() as connection:
            result = table_rows.versions(connection, list(acked_versions))
        for table_id, version in result.items():
            cached = self.cache.get(table_id)
            if acked_versions[table_id] < version or (cached is not None and cached.table.version < version):
                self.changed_elsewhere(table_id)

    # ----- known without a query -----

    def has_moved_on(self, table_id: str, version: int) -> bool:
        """Return whether there is a later version."""
        return self._later(table_id, version) is not None

    def is_outdated(self, table_id: str, version: int, seat: int) -> bool:
        """Return whether a bot's move for `seat`, computed at `version`, is out of date."""
        later = self._later(table_id, version)
        return later is not None and (later.bot(seat) is None or not later.is_unaffected(seat, version))

    def is_affected(self, table_id: str, version: int, seat: int) -> bool:
        """Return whether a person's decision has changed since `version`."""
        later = self._later(table_id, version)
        return later is not None and not later.is_unaffected(seat, version)

    def _later(self, table_id: str, version: int) -> Table | None:
        cached = self.cache.get(table_id)
        return cached.table if cached is not None and cached.table.version > version else None


def _require(row: TableRow | None) -> TableRow:
    if row is None:
        raise no_table()
    return row
