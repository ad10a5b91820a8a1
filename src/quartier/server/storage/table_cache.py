"""The tables that this process holds in memory: folded once, then brought forward by each command.

Memory is never the truth. A command finds out under the database's lock whether it is up to date (`transaction`), a
question asks for the version first (`store.load`). Only who is woken by a change may be shown what lies here without
asking, as long as nothing speaks against it: each table remembers when it was last known to be true, and doubt when it came.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.errors import Quarantined
from quartier.server.lru_cache import LruCache
from quartier.server.storage import table_rows
from quartier.server.storage.integrity import CorruptLog, extend, verify
from quartier.server.storage.table_rows import TableRow

MOST = 1024
"""Tables that are kept."""
Mark = tuple[int, str]
"""At which event a log was found not to lead where it led, and why."""


@dataclass(frozen=True)
class CachedTable:
    """A table and its row, as they were at moment `at` of this process's memory, or later."""

    head: TableRow
    table: Table
    at: int


class TableCache:
    """Tables by id. Thread-safe; what lies in it is never changed, only replaced by something later."""

    def __init__(self) -> None:
        self._tables: LruCache[str, CachedTable] = LruCache(MOST)
        self._damaged: LruCache[tuple[str, int], Mark] = LruCache(MOST)
        """By table and version what this process has found wrong: a damaged log is followed once."""
        self._moments = count(1)
        self._invalidated_at: LruCache[str, int] = LruCache(MOST)
        self._all_invalidated_at = 0

    def now(self) -> int:
        """A moment. Take it before the database is read, or after a commit: what was read is true from then on."""
        return next(self._moments)

    def get(self, table_id: str) -> CachedTable | None:
        """The table as it was last seen here; another process may have changed it since."""
        return self._tables.get(table_id)

    def get_fresh(self, table_id: str) -> CachedTable | None:
        """The table, if nothing is known that speaks against its being the present one."""
        held = self._tables.get(table_id)
        doubted = max(self._invalidated_at.get(table_id) or 0, self._all_invalidated_at)
        return held if held is not None and held.at > doubted else None

    def keep(self, held: CachedTable) -> None:
        """Remember a table, unless a later one is there already."""
        place = held.table.version, held.at
        self._tables.put(held.head.setup.id, held, lambda other: (other.table.version, other.at) < place)

    def forget(self, table_id: str) -> None:
        """There is no such table any more."""
        self._tables.drop(table_id)
        self.invalidate(table_id)

    def invalidate(self, table_id: str) -> None:
        """Another process may have changed the table."""
        self._invalidated_at.put(table_id, self.now(), lambda _: True)

    def invalidate_all(self) -> None:
        """Another process may have changed any table."""
        self._all_invalidated_at = self.now()

    def whole(self, connection: sa.Connection, head: TableRow, at: int) -> CachedTable:
        """The table at `head.version`, for a row that was read after moment `at`. Raises Quarantined."""
        place = head.setup.id, head.version
        known = self._damaged.get(place)
        if known is not None:
            raise Quarantined(*known)
        try:
            held = CachedTable(head, self._current(connection, head), at)
        except CorruptLog as wrong:
            mark = wrong.event, wrong.reason
            self._damaged.put(place, mark)
            raise Quarantined(*mark) from wrong
        self.keep(held)
        return held

    def _current(self, connection: sa.Connection, head: TableRow) -> Table:
        """The table at `head.version`: the one that lies here, brought forward by the events that it has not seen."""
        held = self._tables.get(head.setup.id)
        same = held is not None and held.head.edition == head.edition and held.table.version <= head.version
        table = held.table if held is not None and same else None
        if table is not None and table.version == head.version:
            return table
        rows = table_rows.rows_since(connection, head.setup.id, 0 if table is None else table.version)
        return verify(head, rows) if table is None else extend(table, rows)

    def is_damaged(self, table_id: str, version: int) -> bool:
        """Whether the log was found to be damaged."""
        return self._damaged.get((table_id, version)) is not None
