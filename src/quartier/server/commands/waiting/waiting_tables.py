"""Live public tables that wait: who is there, one for each person, and an end for those that everyone has left.

A person counts as there while a page of theirs is open. Each process writes this of its own pages every few seconds
(`scheduler.waiting_pages`), so that all processes of a database know it, and it ends by itself with the process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import connection_prefix, is_loopback
from quartier.server.commands.waiting.waiting_room import cancel_table, is_host, leave_seat
from quartier.server.domain.events import Leave
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, Quarantined
from quartier.server.storage import table_rows
from quartier.server.storage.lobby import lobby
from quartier.server.storage.secrets import visitor_mark
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.transaction import Job, Transaction

PAGE_SECONDS: Final = 15.0
"""Seconds for which an open page counts without being renewed."""
ARRIVAL_SECONDS: Final = 5.0
"""Seconds for which a person who has just taken a seat, or asked for the table without a page, counts as there."""
LISTED_SECONDS: Final = 30.0
"""Seconds for which the lobby still lists a table that everyone has left."""
AWAY_SECONDS: Final = 60.0
"""Seconds after which a person who has left loses the seat, where others wait at the table."""
HOST_AWAY_SECONDS: Final = 120.0
"""The same for the host."""
CLOSED_SECONDS: Final = 600.0
"""Seconds after which a table that everyone has left is cancelled."""
MAX_TABLES_OVER_DAYS: Final = 5
"""Public tables with days for a turn at which a person can wait at the same time."""
MAX_DAYS_OF_ADDRESS: Final = 20
"""Those that can wait at the same time of all people at one internet connection."""


def visitor_mark_of(transaction: Transaction, visitor: str) -> str:
    """Return the pseudonym of a visitor in this database, the same for all addresses of an internet connection."""
    return visitor_mark(table_rows.visitors_salt(transaction.connection), connection_prefix(visitor))


def is_waiting(table: Table) -> bool:
    """Return whether people have to be present at a public table that waits."""
    return table.waiting and table.setup.access == "public" and table.setup.is_live


def absent(table: Table, pages: Mapping[int, float], now: float) -> set[int]:
    """Return the seated people who do not count as there. `pages`: until when they do, by seat."""
    return {seat for seat in table.names if pages.get(seat, 0.0) < now}


def note_arrival(transaction: Transaction, table: Table, seats: Iterable[int]) -> None:
    """Count people who take a seat at a public table as there, until their page is open."""
    if table.setup.access == "public":
        until = transaction.now + ARRIVAL_SECONDS
        lobby.hold_pages(transaction.connection, {(table.setup.id, seat): until for seat in seats})


def must_not_wait_at_many(transaction: Transaction, person: str, visitor: str) -> None:
    """Raise DomainError for a person who waits at several public tables over days: the lobby is for everyone.

    Also for one of many at a `visitor`'s address, for a new cookie makes another person.
    """
    mark = visitor_mark_of(transaction, visitor)
    if not is_loopback(visitor) and lobby.count_days_of(transaction.connection, mark) >= MAX_DAYS_OF_ADDRESS:
        text = N_(
            "{count} tables from your network are waiting in the lobby. Join one of them, or cancel one."
        )
        raise DomainError(409, "too_many_waiting", text, count=MAX_DAYS_OF_ADDRESS)
    if len(lobby.own_tables(transaction.connection, person)) >= MAX_TABLES_OVER_DAYS:
        text = N_("You’re waiting at {count} tables in the lobby. Cancel one of them first.")
        raise DomainError(409, "too_many_waiting", text, count=MAX_TABLES_OVER_DAYS)


def leave_others(transaction: Transaction, person: str, keep: str | None = None) -> None:
    """Leave the live public tables at which a person waits, except `keep`: everyone waits at one at a time."""
    lobby.lock(transaction.connection)
    for table_id in lobby.own_tables(transaction.connection, person):
        cached = load_sound(transaction, table_id)
        if cached is not None and table_id != keep and is_waiting(cached.table):
            _leave(transaction, cached, {row.seat for row in cached.row.seats if row.person == person})


def _leave(transaction: Transaction, cached: CachedTable, seats: AbstractSet[int]) -> None:
    """Free seats; a table at which no one else sits is cancelled."""
    if cached.table.names.keys() <= seats:
        cancel_table(transaction, cached)
        return
    for seat in sorted(seats & cached.table.names.keys()):
        cached = transaction.table(cached.row.setup.id)
        leave_seat(transaction, cached, seat, Leave(cached.table.names[seat], removed=False))


def load_sound(transaction: Transaction, table_id: str) -> CachedTable | None:
    """Return the table; None if it is quarantined."""
    try:
        return transaction.load_locked(table_id)
    except Quarantined:
        return None


def tidy(table_id: str) -> Job[None]:
    """Return a job that frees the seats of people who have left a waiting table, or cancels it if all have."""

    def run(transaction: Transaction) -> None:
        cached = load_sound(transaction, table_id)
        if cached is None or not is_waiting(cached.table) or cached.table.checks_ready:
            return
        table, now = cached.table, transaction.now
        pages = lobby.pages(transaction.connection, [table_id])[table_id]
        if not absent(table, pages, now - CLOSED_SECONDS) < table.names.keys():
            cancel_table(transaction, cached)
        elif absent(table, pages, now) < table.names.keys():
            recent = absent(table, pages, now) - absent(table, pages, now - HOST_AWAY_SECONDS)
            away = absent(table, pages, now - AWAY_SECONDS)
            _leave(transaction, cached, away - {seat for seat in recent if is_host(cached.row, seat)})

    return Job(run, table_id, exclusive=True)
