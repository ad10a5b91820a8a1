"""The tables of this process: what the database holds of them, folded once and kept."""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy as sa
import structlog

from quartier.core.play.state import State
from quartier.server.live.hub import Hub
from quartier.server.refusals import Refused, SetAside, no_table
from quartier.server.storage import repository
from quartier.server.storage.cache import LruCache
from quartier.server.storage.database import CHANNEL, Database
from quartier.server.storage.proof import Unfollowable, continued, proven, proven_record
from quartier.server.storage.repository import Head, UploadedRecord
from quartier.server.table.fold import Table

log = structlog.get_logger("quartier")
MOST = 512
"""Folded tables that are kept."""
Mark = tuple[int, str]
"""At which event a log was found not to lead where it led, and why."""


class TableStore:
    """All tables. Thread-safe; several processes may share one database.

    What the cache holds is checked against the version in the database, except where a method says that it is not.
    """

    def __init__(self, database: Database, hub: Hub) -> None:
        self.database = database
        self.hub = hub
        self._cache: LruCache[str, Table] = LruCache(MOST)
        self._damaged: LruCache[tuple[str, int], Mark] = LruCache(MOST)
        """By table and version what this process has found wrong: a damaged log is followed once."""
        self._damaged_records: LruCache[str, Mark] = LruCache(MOST)
        """The same by record: none ever changes."""

    def load(self, table_id: str) -> tuple[Head, Table]:
        """The present table. Raises Refused 404, or SetAside for a log that does not lead where it led, which is marked."""
        with self.database.read() as connection:
            head = _found(repository.head(connection, table_id))
            table = self._whole(connection, head)
        self._mark(head, table)
        if isinstance(table, SetAside):
            raise table
        return head, table

    def title_of(self, table_id: str) -> str:
        """The title played at a table, whose log is not followed. Raises Refused 404, or SetAside if that is known."""
        with self.database.read() as connection:
            head = _found(repository.head(connection, table_id))
        if head.broken is not None or self._damaged.get((table_id, head.version)) is not None:
            self.load(table_id)
        return head.setup.title

    def record(self, record_id: str) -> tuple[UploadedRecord, State] | None:
        """An uploaded record and the position at its end. Raises SetAside as `load` does."""
        with self.database.read() as connection:
            stored = repository.find_record(connection, record_id)
        if stored is None:
            return None
        known = self._damaged_records.get(record_id)
        if known is not None:
            raise SetAside(*known)
        try:
            return stored, proven_record(stored)
        except Unfollowable as wrong:
            mark = wrong.event, wrong.reason
            self._damaged_records.put(record_id, mark)
            if stored.broken is None:
                with suppress(Refused), self.database.write() as connection:
                    repository.mark_record(connection, record_id, mark)
            raise SetAside(*mark) from wrong

    def locked(self, connection: sa.Connection, table_id: str) -> tuple[Head, Table]:
        """The present table, for a transaction that will write to it. Raises Refused 404, or SetAside."""
        head = _found(repository.head(connection, table_id, lock=True))
        table = self._whole(connection, head)
        if isinstance(table, SetAside):
            raise table
        return head, table

    def _mark(self, head: Head, found: Table | SetAside) -> None:
        """Keep what was found with the table, so that nobody is led to a damaged one; or that it is sound again."""
        mark = (found.event, found.reason) if isinstance(found, SetAside) else None
        if (mark is None) == (head.broken is None):
            return
        with suppress(Refused), self.database.write() as connection:  # else the next look marks it
            repository.mark_table(connection, head.setup.id, mark)
        log.warning("table_marked", table=head.setup.id, at=mark and mark[0], reason=mark and mark[1])

    def _whole(self, connection: sa.Connection, head: Head) -> Table | SetAside:
        """The table at `head.version`, or what is wrong with its log."""
        place = head.setup.id, head.version
        known = self._damaged.get(place)
        if known is not None:
            return SetAside(*known)
        try:
            return self._current(connection, head)
        except Unfollowable as wrong:
            mark = wrong.event, wrong.reason
            self._damaged.put(place, mark)
            return SetAside(*mark)

    def _current(self, connection: sa.Connection, head: Head) -> Table:
        """The table at `head.version`: from the cache, brought forward by the events that it has not seen."""
        cached = self._cache.get(head.setup.id)
        if cached is not None and cached.version == head.version:
            return cached
        usable = cached is not None and cached.version < head.version
        rows = repository.rows_since(connection, head.setup.id, cached.version if cached and usable else 0)
        table = continued(cached, rows) if cached and usable else proven(head, rows)
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
