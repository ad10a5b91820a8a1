"""The tables of this server: what the database holds of them, and the way to write to it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa
import structlog
from anyio import to_thread

from quartier.core.game.state import State
from quartier.server.clock import Clock
from quartier.server.domain.table import Table, TableSetup
from quartier.server.errors import (
    DomainError,
    Quarantined,
    hidden_by_host,
    no_table,
)
from quartier.server.lru_cache import LruCache
from quartier.server.pubsub.hub import Hub
from quartier.server.storage import table_rows
from quartier.server.storage.database import SAID, Database
from quartier.server.storage.integrity import CorruptLog, verify_record
from quartier.server.storage.table_cache import (
    MOST,
    CachedTable,
    Mark,
    TableCache,
)
from quartier.server.storage.table_rows import TableRow, UploadedRecord
from quartier.server.storage.transaction import Job, T, Transaction
from quartier.server.storage.writer import Writer

log = structlog.get_logger("quartier")
MAX_CACHED_RECORDS = 64
"""Uploaded records that are kept in memory."""


class TableStore:
    """All tables. Thread-safe; several processes may share one database."""

    def __init__(self, database: Database, hub: Hub, clock: Clock) -> None:
        self.database = database
        self.hub = hub
        self.clock = clock
        self.memory = TableCache()
        self.writer = Writer(database, self.memory, hub, clock)
        self._damaged_records: LruCache[str, Mark] = LruCache(MOST)
        """By record what this process has found wrong: none ever changes."""
        self._records: LruCache[str, tuple[UploadedRecord, State]] = LruCache(MAX_CACHED_RECORDS)
        """The records that were looked at last, followed to their ends."""

    def load(self, table_id: str) -> tuple[TableRow, Table]:
        """The present table. Raises DomainError 404, or Quarantined for a log that does not lead where it led, which is marked."""
        with self.database.read() as connection:
            at = self.memory.now()
            head = _found(table_rows.head(connection, table_id))
            found = self._try_load(connection, head, at)
        self._mark(head, found)
        if isinstance(found, Quarantined):
            raise found
        return head, found.table

    def present(self, table_id: str) -> tuple[TableRow, Table]:
        """The table as the last change that this process knows of has left it: for whoever is woken by changes.

        Raises as `load` does, which is asked where memory is in doubt. `memory.sure` says whether it is, without waiting.
        """
        held = self.memory.get_fresh(table_id)
        return self.load(table_id) if held is None else (held.head, held.table)

    def say(self, text: str) -> None:
        """Tell the other processes at a PostgreSQL database something that is kept nowhere; returns at once."""
        if self.database.postgres:
            said = sa.select(sa.func.pg_notify(SAID, text))
            self.writer.later(Job(lambda writing: writing.connection.execute(said).close(), alone=True))

    async def done(self, job: Job[T]) -> T:
        """Carry out a job; returns after the commit. Raises what the job raises, or DomainError 503."""
        if job.table_id is not None and self.memory.get(job.table_id) is None:
            await to_thread.run_sync(self.load, job.table_id)  # following a long log is not the writer's work
        return await self.writer.done(job)

    def setup_of(self, table_id: str) -> TableSetup:
        """What is fixed of a table, whose log is not followed. Raises DomainError 404, or Quarantined if that is known."""
        with self.database.read() as connection:
            head = _found(table_rows.head(connection, table_id))
        if head.broken is not None or self.memory.is_damaged(table_id, head.version):
            self.load(table_id)
        return head.setup

    def record(self, record_id: str) -> tuple[UploadedRecord, State] | None:
        """An uploaded record and the position at its end. Raises Quarantined, or DomainError 403 where it is hidden."""
        followed = self._records.get(record_id)
        # A host may have deleted or hidden it, here or in another process.
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
        known = self._damaged_records.get(record_id)
        if known is not None:
            raise Quarantined(*known)
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
        self.writer.do(Job(act, alone=True))

    def _try_load(self, connection: sa.Connection, head: TableRow, at: int) -> CachedTable | Quarantined:
        """The table at `head.version`, or what is wrong with its log."""
        try:
            return self.memory.whole(connection, head, at)
        except Quarantined as wrong:
            return wrong

    def _mark(self, head: TableRow, found: CachedTable | Quarantined) -> None:
        """Keep what was found with the table, so that nobody is led to a damaged one; or that it is sound again."""
        mark = (found.event, found.reason) if isinstance(found, Quarantined) else None
        if (mark is None) == (head.broken is None):
            return
        table_id = head.setup.id
        with suppress(DomainError):  # else the next look marks it
            self._write(lambda writing: table_rows.mark_table(writing.connection, table_id, mark))
        log.warning("table_marked", table=table_id, at=mark and mark[0], reason=mark and mark[1])

    def changed_elsewhere(self, table_id: str) -> None:
        """Another process has changed the table: look at the database again, and let everybody look who watches it."""
        self.memory.invalidate(table_id)
        self.hub.changed_elsewhere(table_id)

    def look_at(self, told: dict[str, int]) -> None:
        """Find out which tables another process has changed without our hearing of it.

        `told`: by the id of each table that is watched here, the version that all who watch it were told.
        """
        if not told:
            return
        with self.database.read() as connection:
            found = table_rows.versions(connection, list(told))
        for table_id, version in found.items():
            held = self.memory.get(table_id)
            if told[table_id] < version or (held is not None and held.table.version < version):
                self.changed_elsewhere(table_id)

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
        held = self.memory.get(table_id)
        return held.table if held is not None and held.table.version > version else None


def _found(head: TableRow | None) -> TableRow:
    if head is None:
        raise no_table()
    return head
