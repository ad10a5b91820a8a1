"""Pages at live public tables that wait: each process renews for all others who is there, and the leader frees the seats of
people who have left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

import sqlalchemy as sa

from quartier.server.commands.waiting.waiting_tables import (
    ARRIVAL_SECONDS,
    AWAY_SECONDS,
    CLOSED_SECONDS,
    PAGE_SECONDS,
    absent,
    is_waiting,
    tidy,
)
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage.lobby import lobby
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job

RENEW_SECONDS: Final = 5.0
"""Seconds between two renewals of an open page, and between two looks at tables that people have left."""
RELOADING: Final = 2.0
"""Seconds in which a page that has gone may come back."""
NO_SEATS: frozenset[int] = frozenset()


class WaitingPages:
    """The pages of this process at waiting tables."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._watched: set[str] = set()
        self._leases: dict[tuple[str, int], float] = {}
        """Until when this process has said that a seat's page counts, by table and seat."""

    def watch(self, table_ids: Iterable[str]) -> None:
        """Follow those of some tables that wait."""
        for table_id in table_ids:
            cached = self._tables.cache.get(table_id)
            if cached is not None and is_waiting(cached.table):
                self._watched.add(table_id)

    def look(self, now: float, requests: Mapping[str, AbstractSet[int]]) -> None:
        """Store who is there. `requests`: seats that have sent one, by table."""
        until: dict[tuple[str, int], float] = {}
        for table_id in list(self._watched):
            table = self._load(table_id)
            if table is None or not is_waiting(table):
                self._forget(table_id)
            else:
                until |= self._changes(table, now, requests.get(table_id, NO_SEATS))
        if until:
            self._tables.writer.run(
                Job(lambda transaction: lobby.hold_pages(transaction.connection, until), exclusive=True)
            )

    def _load(self, table_id: str) -> Table | None:
        try:
            return self._tables.get_current(table_id)[1]
        except DomainError:
            return None

    def _forget(self, table_id: str) -> None:
        self._watched.discard(table_id)
        self._leases = {key: at for key, at in self._leases.items() if key[0] != table_id}

    def _changes(self, table: Table, now: float, requests: AbstractSet[int]) -> dict[tuple[str, int], float]:
        """Return what has to be stored of the pages at a table."""
        table_id, online = table.setup.id, self._tables.hub.seats_online(table.setup.id)
        result: dict[tuple[str, int], float] = {}
        for seat in table.names:
            key = table_id, seat
            if seat in online:
                if self._leases.get(key, 0.0) <= now + PAGE_SECONDS - RENEW_SECONDS:
                    result[key] = self._leases[key] = now + PAGE_SECONDS
            elif seat in requests:
                result[key] = now + ARRIVAL_SECONDS
                self._leases.pop(key, None)
            elif self._leases.pop(key, None) is not None:  # the last page has gone
                result[key] = now + RELOADING
        return result


class WaitingTables:
    """A scheduled task: tables that people have left do not wait for ever."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._looked_at = 0.0

    def waits(self, connection: sa.Connection) -> bool:
        """Return whether a live public table waits."""
        return lobby.any_live_waits(connection)

    def look(self, now: float, is_leader: bool) -> None:
        """Free seats and cancel tables."""
        if not is_leader or abs(now - self._looked_at) < RENEW_SECONDS:
            return
        self._looked_at = now
        for table_id in self._due(now):
            self._tables.writer.run(tidy(table_id))

    def _due(self, now: float) -> list[str]:
        """Return the tables at which someone has been away for too long."""
        with self._tables.database.read() as connection:
            abandoned = lobby.list_abandoned(connection, now - CLOSED_SECONDS)
            attended = lobby.list_live(connection, now)
        return abandoned + [row.id for row in attended if self._has_absent(row, now)]

    def _has_absent(self, row: lobby.LobbyRow, now: float) -> bool:
        try:
            _, table = self._tables.get_current(row.id)
        except DomainError:
            return False
        return bool(absent(table, row.pages, now - AWAY_SECONDS))
