"""Ready checks: notes who is there at tables that are about to begin, and ends a check after some seconds.

Each process notes the people whose pages are open here, and any process ends a check that it knows of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from quartier.server.commands.waiting_room import READY_SECONDS, end_check, note_ready
from quartier.server.storage.table_store import TableStore

NO_SEATS: frozenset[int] = frozenset()


class ReadyChecks:
    """The checks that this process knows of."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._since: dict[str, float] = {}
        """When each of them was first seen, by table."""

    def watch(self, table_ids: Iterable[str], now: float) -> None:
        """Follow those of some tables that have changed."""
        for table_id in table_ids:
            cached = self._tables.cache.get(table_id)
            if cached is not None and cached.table.checks_ready:
                self._since.setdefault(table_id, now)

    def look(self, now: float, requests: Mapping[str, AbstractSet[int]]) -> None:
        """Note who is there, and end the checks whose time is over. `requests`: seats that have sent one, by table."""
        for table_id, since in list(self._since.items()):
            cached = self._tables.cache.get(table_id)
            if cached is None or not cached.table.checks_ready:
                del self._since[table_id]
                continue
            there = self._tables.hub.seats_online(table_id) | requests.get(table_id, NO_SEATS)
            if there & cached.table.missing_ready():
                self._tables.writer.run(note_ready(table_id, there))
            elif now - since >= READY_SECONDS:
                del self._since[table_id]
                self._tables.writer.run(end_check(table_id))
