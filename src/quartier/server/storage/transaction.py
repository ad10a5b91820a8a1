"""Unit of work: what the commands of one group read and change; nothing is visible before the commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from quartier.server.clock import Clock
from quartier.server.domain import clocks, ready_check
from quartier.server.domain.clock_turns import turns
from quartier.server.domain.clocks import Clocks
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table
from quartier.server.errors import no_table
from quartier.server.storage import clocks as timing
from quartier.server.storage import daily, table_rows
from quartier.server.storage.accounts import browser_seats
from quartier.server.storage.accounts.browser_seats import BrowserSecrets
from quartier.server.storage.database import database_locked
from quartier.server.storage.lobby import lobby
from quartier.server.storage.secrets import visitor_mark
from quartier.server.storage.table_cache import CachedTable, TableCache
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.tournaments import tournament_results as tournaments
from quartier.server.storage.writer_connection import WriterConnection

T = TypeVar("T")
MAX_BROWSERS = 64
"""Maximum number of browsers that hold seats of a table; beyond it, the oldest loses them."""


class Transaction:
    """The tables as changed by the commands so far. A failed command has changed nothing."""

    def __init__(
        self, cache: TableCache, connection: WriterConnection, clock: Clock, versions: dict[str, int]
    ) -> None:
        self._cache = cache
        self._connection = connection
        self._clock = clock
        self._versions = versions
        """The tables as stored, locked."""
        self._tables: dict[str, CachedTable] = {}
        self._changed: dict[str, None] = {}
        """Ids of the changed tables, in the order of their change."""
        self._rows: list[tuple[str, Row]] = []
        self._forgotten: list[str] = []
        self.erases = False
        """Whether it erases personal data: then the write-ahead log is truncated after the commit, too."""

    @property
    def connection(self) -> sa.Connection:
        """For a job with a transaction of its own (`Job.exclusive`)."""
        return self._connection.core

    @property
    def empty(self) -> bool:
        """Whether no table has changed."""
        return not self._changed

    @property
    def now(self) -> float:
        """The time of day."""
        return self._clock.now()

    def table(self, table_id: str) -> CachedTable:
        """Return the present table. Raises DomainError 404, or Quarantined."""
        cached = self._tables.get(table_id)
        if cached is None:
            cached = self._cache.get_fresh(table_id)  # seat credentials have no version
            if cached is None or not self._is_present(cached):
                return self.load_locked(table_id)
            self._tables[table_id] = cached
        return cached

    def _is_present(self, cached: CachedTable) -> bool:
        """Return whether a cached table is up to date. Clocks change without a new version."""
        setup = cached.row.setup
        return setup.time is None and cached.table.version == self._versions.get(setup.id)

    def load_locked(self, table_id: str) -> CachedTable:
        """Return the table as stored, with its seats, locked. Raises as `table` does."""
        if table_id in self._changed:
            return self._tables[table_id]
        at = self._cache.now()
        row = table_rows.find_table(self._connection.core, table_id, lock=True)
        if row is None:
            raise no_table()
        cached = self._cache.load(self._connection.core, row, at)
        self._tables[table_id], self._versions[table_id] = cached, row.version
        return cached

    def append(
        self, cached: CachedTable, table: Table, rows: list[Row], arrived: float | None = None
    ) -> None:
        """Append events to a table, which is `table` after them. `arrived`: when the command arrived; None: now."""
        ticking = self._later(cached.row.clocks, table, rows, arrived)
        row = replace(cached.row, version=table.version, digest=table.state.digest(), clocks=ticking)
        if table.setup.day_key is not None and table.over and not cached.table.over:
            daily.note_end(self._connection.core, table, self.now)
        if table.setup.tournament is not None and table.over and not cached.table.over:
            tournaments.note_end(self._connection.core, table)
        lobby.note(self._connection.core, cached.table, table, self.now)
        self._change(CachedTable(row, table, 0))
        self._note_check(cached.table, table)
        self._rows += [(row.setup.id, event) for event in rows]

    def _note_check(self, before: Table | None, table: Table) -> None:
        """Store when the ready check of a changed table ends."""
        stored = self._tables[table.setup.id].row.ready_by
        ready_by = ready_check.deadline(before, table, stored, self.now)
        if ready_by != stored:
            self._set(table.setup.id, ready_by=ready_by)

    def _later(self, ticking: Clocks, table: Table, rows: list[Row], arrived: float | None = None) -> Clocks:
        """Return the clocks after `rows`, the last events of the table."""
        control, now = table.setup.time, self.now
        if control is None:
            return ()
        return clocks.after(ticking, control, turns(table, rows), now if arrived is None else arrived, now)

    def set_clocks(self, cached: CachedTable, ticking: Clocks) -> None:
        """Change a table's clocks without an event."""
        self._change(replace(cached, row=replace(cached.row, clocks=ticking)))

    def create(
        self,
        table: Table,
        creator_hash: str,
        seats: list[SeatRow],
        rows: list[Row],
        visitor: str | None = None,
        owner: str | None = None,
    ) -> None:
        """Create a table with its first events, and with a code if a seat is open by invitation."""
        code = table_rows.free_code(self._connection.core) if any(seat.invite for seat in seats) else None
        opened_at = self.now
        table_rows.create(self._connection.core, table, creator_hash, seats, code, opened_at, visitor, owner)
        lobby.note(self._connection.core, None, table, opened_at)
        self._versions[table.setup.id] = table.version
        ticking = () if table.setup.time is None else clocks.new(table.setup.time, table.seats)
        if ticking:
            timing.add(self._connection.core, table.setup.id, ticking)
        row = table_rows.TableRow(
            setup=table.setup,
            version=table.version,
            digest=table.state.digest(),
            creator_hash=creator_hash,
            seats=tuple(seats),
            code=code,
            opened_at=opened_at,
            visitor=visitor,
            owner=owner,
            clocks=self._later(ticking, table, rows),
            account_names=table_rows.account_names(self._connection.core, seats),
        )
        self._change(CachedTable(row, table, 0))
        self._note_check(None, table)
        self._rows += [(table.setup.id, event) for event in rows]

    def change_seat(self, table_id: str, number: int, **values: str | int | None) -> None:
        """Change columns of a seat's row."""
        table_rows.change_seat(self._connection.core, table_id, number, values)
        cached = self._tables[table_id]
        seats = tuple(
            replace(seat, **values) if seat.seat == number else seat  # type: ignore[arg-type]
            for seat in cached.row.seats
        )
        called = (
            table_rows.account_names(self._connection.core, seats)
            if "account" in values
            else cached.row.account_names
        )
        self._change(replace(cached, row=replace(cached.row, seats=seats, account_names=called)))
        if "secret_hash" in values:
            self._drop_void_secrets(table_id)

    def hold_seats(self, table_id: str, browser: str, secret_hashes: Iterable[str]) -> None:
        """Let a browser hold secrets of a table. Those not valid there are ignored."""
        row = self._tables[table_id].row
        before = row.browser_secrets.get(browser, frozenset())
        new = (row.secret_hashes & set(secret_hashes)) - before
        if not new:
            return
        secrets = dict(row.browser_secrets)
        if browser not in secrets and len(secrets) >= MAX_BROWSERS:
            oldest = next(iter(secrets))
            browser_seats.drop_browser(self._connection.core, table_id, oldest)
            del secrets[oldest]
        browser_seats.add(self._connection.core, table_id, browser, new, self.now)
        self._set_browser_secrets(table_id, secrets | {browser: before | new})

    def _drop_void_secrets(self, table_id: str) -> None:
        """Remove invalid secrets from all browsers."""
        row = self._tables[table_id].row
        browser_seats.drop_void(self._connection.core, table_id)
        valid = {browser: own & row.secret_hashes for browser, own in row.browser_secrets.items()}
        self._set_browser_secrets(table_id, {browser: own for browser, own in valid.items() if own})

    def _set_browser_secrets(self, table_id: str, secrets: BrowserSecrets) -> None:
        cached = self._tables[table_id]
        self._change(replace(cached, row=replace(cached.row, browser_secrets=secrets)))

    def renew_code(self, table_id: str) -> None:
        """Replace the code of a table."""
        self._set(table_id, code=table_rows.free_code(self._connection.core))

    def transfer_ownership(self, table_id: str, creator_hash: str, owner: str | None) -> None:
        """Transfer the rights of a table's creator to the holder of a secret, and to an account."""
        self._set(table_id, creator_hash=creator_hash, owner=owner)
        self._drop_void_secrets(table_id)

    def retire_code(self, table_id: str) -> None:
        """Remove the code of a table."""
        self._set(table_id, code=None)

    def set_chat_disabled(self, table_id: str, disabled: bool) -> None:
        """Switch the chat of a table off or on."""
        self._set(table_id, chat_disabled=disabled)

    def set_message_count(self, table_id: str, last: int) -> None:
        """Store the number of the last chat message."""
        self._set(table_id, chat_seq=last)

    def set_bot_visitor(self, table_id: str, visitor: str) -> None:
        """Store the visitor for whom bots think at the table."""
        self._set(table_id, visitor=visitor_mark(table_rows.visitors_salt(self._connection.core), visitor))

    def rewrite(self, table_id: str, act: Callable[[sa.Connection], None]) -> None:
        """Let `act` rewrite the log without changing the game; all caches reload it."""
        act(self.connection)
        table_rows.bump_edition(self.connection, table_id)
        self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """Drop a table that was deleted or rewritten from all caches."""
        self._forgotten.append(table_id)

    def _set(self, table_id: str, **values: Any) -> None:
        table_rows.change_table(self._connection.core, table_id, values)
        cached = self._tables[table_id]
        self._change(replace(cached, row=replace(cached.row, **values)))

    def _change(self, cached: CachedTable) -> None:
        table_id = cached.row.setup.id
        self._tables[table_id] = cached
        self._changed[table_id] = None

    def write(self) -> None:
        """Write all changes. Raises DomainError 503 if another process has ignored the lock."""
        moved = [cached for cached in map(self._tables.__getitem__, self._changed) if self._has_moved(cached)]
        if moved and self._connection.advance([self._advance(cached) for cached in moved]) != len(moved):
            raise database_locked()
        if self._rows:
            now = self.now
            self._connection.add([_event(table_id, event, now) for table_id, event in self._rows])
        for table_id in self._changed:
            if ticking := self._tables[table_id].row.clocks:
                timing.keep(self._connection.core, table_id, ticking)
        if listening := [table_id for table_id in self._changed if self._has_listeners(table_id)]:
            self._connection.queue_notifications(listening)
        if self._changed or self._forgotten:
            self._connection.notify([*self._changed, *self._forgotten])

    def _has_listeners(self, table_id: str) -> bool:
        return any(seat.account or seat.person for seat in self._tables[table_id].row.seats)

    def _has_moved(self, cached: CachedTable) -> bool:
        return cached.table.version != self._versions[cached.row.setup.id]

    def _advance(self, cached: CachedTable) -> tuple[Any, ...]:
        """Return the values of a table's row after its new events."""
        row, table, before = cached.row, cached.table, self._versions[cached.row.setup.id]
        due = table.due_bot() is not None
        ended = table.over or table.cancelled
        return row.version, row.digest, due, ended, self.now if ended else 0.0, row.setup.id, before

    def after_commit(self) -> list[str]:
        """Update the cache after a commit. Returns the ids of the tables that have changed."""
        at = self._cache.now()
        for table_id in self._forgotten:
            self._cache.forget(table_id)
            self._changed.pop(table_id, None)
        for table_id in self._changed:
            self._cache.keep(replace(self._tables[table_id], at=at))
        return [*self._changed, *self._forgotten]

    def invalidate_changed(self) -> None:
        """Invalidate the changed tables after a failure: the stored state is unknown."""
        for table_id in self._changed:
            self._cache.invalidate(table_id)


@dataclass(frozen=True)
class Job(Generic[T]):
    """A unit of writing: a function of its transaction, and its table, if any."""

    work: Callable[[Transaction], T]
    table_id: str | None = None
    exclusive: bool = False
    """It manages the database transaction itself, so it shares it with no other job."""


def _event(table_id: str, event: Row, now: float) -> tuple[Any, ...]:
    return table_id, event.seq, str(event.actor), event.move, event.command, now
