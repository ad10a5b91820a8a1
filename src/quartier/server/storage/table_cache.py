"""Cache of tables in memory: replayed once, then extended by each command.

The cache is never authoritative. A command checks under the database's lock whether it is up to date
(`transaction`), a query reads the version first (`TableStore.load`). Only clients that are woken by a change
get cached tables unchecked, unless these were invalidated: each table has the logical time at which it was
last known to be current, and the time of its last invalidation.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.errors import Quarantined
from quartier.server.lru_cache import LruCache
from quartier.server.storage import table_rows
from quartier.server.storage.integrity import CorruptLog, extend_verified, verify
from quartier.server.storage.table_rows import TableRow

MAX_CACHED_TABLES = 512
"""Maximum number of cached tables."""
Mark = tuple[int, str]
"""The event at which a log was found not to match its digest, and the reason."""


@dataclass(frozen=True)
class CachedTable:
    """A table and its row, as they were at logical time `at` of this process, or later."""

    row: TableRow
    table: Table
    at: int


class TableCache:
    """Tables by id. Thread-safe; entries are never changed, only replaced by later ones."""

    def __init__(self) -> None:
        self._tables: LruCache[str, CachedTable] = LruCache(MAX_CACHED_TABLES)
        self._damaged: LruCache[tuple[str, int], Mark] = LruCache(MAX_CACHED_TABLES)
        """By table and version the errors found by this process: a damaged log is replayed only once."""
        self._moments = count(1)
        self._invalidated_at: LruCache[str, int] = LruCache(MAX_CACHED_TABLES)
        self._all_invalidated_at = 0

    def now(self) -> int:
        """Return a logical time. Take it before reading the database, or after a commit."""
        return next(self._moments)

    def get(self, table_id: str) -> CachedTable | None:
        """Return the cached table, which another process may have changed since."""
        return self._tables.get(table_id)

    def get_fresh(self, table_id: str) -> CachedTable | None:
        """Return the cached table, unless it may be stale."""
        cached = self._tables.get(table_id)
        invalidated_at = max(self._invalidated_at.get(table_id) or 0, self._all_invalidated_at)
        return cached if cached is not None and cached.at > invalidated_at else None

    def keep(self, cached: CachedTable) -> None:
        """Cache a table, unless a later version is cached."""
        key = cached.table.version, cached.at
        self._tables.put(cached.row.setup.id, cached, lambda other: (other.table.version, other.at) < key)

    def clear(self) -> None:
        """Drop all tables: they are loaded again when they are needed."""
        self._tables.clear()

    def forget(self, table_id: str) -> None:
        """Drop a table that was deleted."""
        self._tables.drop(table_id)
        self.invalidate(table_id)

    def invalidate(self, table_id: str) -> None:
        """Mark a table as possibly changed by another process."""
        self._invalidated_at.put(table_id, self.now(), lambda _: True)

    def invalidate_all(self) -> None:
        """Mark all tables as possibly changed by another process."""
        self._all_invalidated_at = self.now()

    def load(self, connection: sa.Connection, row: TableRow, at: int) -> CachedTable:
        """Return the table at `row.version`, for a row that was read after time `at`. Raises Quarantined."""
        key = row.setup.id, row.version
        damage = self._damaged.get(key)
        if damage is not None:
            raise Quarantined(*damage)
        try:
            cached = CachedTable(row, self._current(connection, row), at)
        except CorruptLog as wrong:
            mark = wrong.event, wrong.reason
            self._damaged.put(key, mark)
            raise Quarantined(*mark) from wrong
        self.keep(cached)
        return cached

    def _current(self, connection: sa.Connection, row: TableRow) -> Table:
        """Return the table at `row.version`: the cached one with later events, else a full replay."""
        cached = self._tables.get(row.setup.id)
        same = (
            cached is not None and cached.row.edition == row.edition and cached.table.version <= row.version
        )
        table = cached.table if cached is not None and same else None
        if table is not None and table.version == row.version:
            return table
        rows = table_rows.rows_since(connection, row.setup.id, 0 if table is None else table.version)
        return verify(row, rows) if table is None else extend_verified(table, rows)

    def is_damaged(self, table_id: str, version: int) -> bool:
        """Return whether this version is known to be damaged."""
        return self._damaged.get((table_id, version)) is not None
