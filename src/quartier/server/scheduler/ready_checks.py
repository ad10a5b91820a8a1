"""Ready checks: notes who is there at tables that are about to begin, and ends a check after some seconds.

A page says by itself that its person is there. Each process notes the other clients whose streams are open here, or that
have sent a request, and any process ends a check that it knows of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from quartier.server.commands.waiting.waiting_room import end_check, missing_left, note_ready
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore

NO_SEATS: frozenset[int] = frozenset()


class ReadyChecks:
    """The checks that this process knows of."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._checked: set[str] = set()

    def watch(self, table_ids: Iterable[str]) -> None:
        """Follow those of some tables that have changed."""
        for table_id in table_ids:
            cached = self._tables.cache.get(table_id)
            if cached is not None and cached.table.checks_ready:
                self._checked.add(table_id)

    def look(self, now: float, requests: Mapping[str, AbstractSet[int]]) -> None:
        """Note who is there, and end the checks whose time is over. `requests`: seats that have sent one, by table."""
        for table_id in list(self._checked):
            cached = self._tables.cache.get(table_id)
            if cached is None or not cached.table.checks_ready:
                self._checked.discard(table_id)
                continue
            there = self._tables.hub.seats_attended(table_id) | requests.get(table_id, NO_SEATS)
            if there & cached.table.missing_ready():
                self._tables.writer.run(note_ready(table_id, there))
            elif now >= (cached.row.ready_by or 0.0) or self._has_left(cached, now):
                self._checked.discard(table_id)
                self._tables.writer.run(end_check(table_id))

    def _has_left(self, cached: CachedTable, now: float) -> bool:
        """Return whether someone whom a check waits for has no page open any more."""
        with self._tables.database.read() as connection:
            return bool(missing_left(connection, cached, now))
