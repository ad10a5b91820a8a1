"""What the commands of one group find, and what they leave: nothing of it is true before the commit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from quartier.server.clock import Clock
from quartier.server.domain import clocks
from quartier.server.domain.clock_turns import turns
from quartier.server.domain.clocks import Clocks
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table
from quartier.server.errors import no_table
from quartier.server.storage import clocks as timing
from quartier.server.storage import daily, lobby, table_rows
from quartier.server.storage.database import locked
from quartier.server.storage.secrets import visitor_mark
from quartier.server.storage.table_cache import CachedTable, TableCache
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.tournaments import tournament_results as tournaments
from quartier.server.storage.writer_connection import WriterConnection

T = TypeVar("T")


class Transaction:
    """The tables as the commands so far have left them. A command that raises has left nothing."""

    def __init__(
        self, memory: TableCache, connection: WriterConnection, clock: Clock, versions: dict[str, int]
    ) -> None:
        self._cache = memory
        self._connection = connection
        self._clock = clock
        self._versions = versions
        """Of the tables as they lie in the database, locked."""
        self._tables: dict[str, CachedTable] = {}
        self._changed: dict[str, None] = {}
        """Ids of the tables that are to be kept and told of, in the order of their change."""
        self._rows: list[tuple[str, Row]] = []
        self._forgotten: list[str] = []

    @property
    def connection(self) -> sa.Connection:
        """For a job that is alone in its transaction (`Job.alone`)."""
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
        """The present table. Raises DomainError 404, or Quarantined."""
        held = self._tables.get(table_id)
        if held is None:
            held = self._cache.get_fresh(table_id)  # who may play a seat has no version
            if held is None or not self._is_present(held):
                return self.looked_up(table_id)
            self._tables[table_id] = held
        return held

    def _is_present(self, held: CachedTable) -> bool:
        """Whether what lies in memory is what lies in the database. Clocks change without a new version."""
        setup = held.head.setup
        return setup.time is None and held.table.version == self._versions.get(setup.id)

    def looked_up(self, table_id: str) -> CachedTable:
        """The table as the database has it, its seats too: an event tells of everything else. Raises as `table` does."""
        if table_id in self._changed:
            return self._tables[table_id]
        at = self._cache.now()
        head = table_rows.head(self._connection.core, table_id, lock=True)
        if head is None:
            raise no_table()
        held = self._cache.whole(self._connection.core, head, at)
        self._tables[table_id], self._versions[table_id] = held, head.version
        return held

    def append(self, held: CachedTable, table: Table, rows: list[Row], arrived: float | None = None) -> None:
        """Add events to a table, which is `table` after them. `arrived`: when the server heard of the command; None: now."""
        ticking = self._later(held.head.clocks, table, rows, arrived)
        head = replace(held.head, version=table.version, digest=table.state.digest(), clocks=ticking)
        if table.setup.day_key is not None and table.over and not held.table.over:
            daily.note_end(self._connection.core, table)
        if table.setup.tournament is not None and table.over and not held.table.over:
            tournaments.note_end(self._connection.core, table)
        lobby.note(self._connection.core, held.table, table)
        self._change(CachedTable(head, table, 0))
        self._rows += [(head.setup.id, row) for row in rows]

    def _later(self, ticking: Clocks, table: Table, rows: list[Row], arrived: float | None = None) -> Clocks:
        """The clocks after `rows`, the last events of the table."""
        control, now = table.setup.time, self.now
        if control is None:
            return ()
        return clocks.after(ticking, control, turns(table, rows), now if arrived is None else arrived, now)

    def set_clocks(self, held: CachedTable, ticking: Clocks) -> None:
        """Another state of a table's clocks, which no event has brought."""
        self._change(replace(held, head=replace(held.head, clocks=ticking)))

    def create(
        self,
        table: Table,
        creator_hash: str,
        seats: list[SeatRow],
        rows: list[Row],
        visitor: str | None = None,
        owner: str | None = None,
    ) -> None:
        """A new table with its first events; with a code if a seat waits for whoever is invited."""
        code = table_rows.free_code(self._connection.core) if any(seat.invite for seat in seats) else None
        opened_at = time.time()
        table_rows.create(self._connection.core, table, creator_hash, seats, code, opened_at, visitor, owner)
        lobby.note(self._connection.core, None, table)
        self._versions[table.setup.id] = table.version
        ticking = () if table.setup.time is None else clocks.new(table.setup.time, table.seats)
        if ticking:
            timing.add(self._connection.core, table.setup.id, ticking)
        head = table_rows.TableRow(
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
            called=table_rows.called(self._connection.core, seats),
        )
        self._change(CachedTable(head, table, 0))
        self._rows += [(table.setup.id, row) for row in rows]

    def change_seat(self, table_id: str, number: int, **values: str | None) -> None:
        """Somebody takes or leaves a seat, or another one is invited to it: `values` of its row."""
        table_rows.change_seat(self._connection.core, table_id, number, values)
        held = self._tables[table_id]
        seats = tuple(
            replace(seat, **values) if seat.seat == number else seat  # type: ignore[arg-type]
            for seat in held.head.seats
        )
        called = table_rows.called(self._connection.core, seats) if "account" in values else held.head.called
        self._change(replace(held, head=replace(held.head, seats=seats, called=called)))

    def renew_code(self, table_id: str) -> None:
        """Another code leads to the table's free seats from now on."""
        self._set(table_id, code=table_rows.free_code(self._connection.core))

    def transfer_ownership(self, table_id: str, creator_hash: str, owner: str | None) -> None:
        """Show the invitations to whoever holds this secret, and to an account; to nobody else."""
        self._set(table_id, creator_hash=creator_hash, owner=owner)

    def retire_code(self, table_id: str) -> None:
        """All seats are taken, or none is to be."""
        self._set(table_id, code=None)

    def hush(self, table_id: str, hushed: bool) -> None:
        """Nobody chats at the table, or everybody may."""
        self._set(table_id, chat_disabled=hushed)

    def count_words(self, table_id: str, last: int) -> None:
        """Something was said at the table, the word of this number."""
        self._set(table_id, chat_seq=last)

    def set_bot_visitor(self, table_id: str, visitor: str) -> None:
        """It is for this visitor that bots think at the table."""
        self._set(table_id, visitor=visitor_mark(table_rows.visitors_salt(self._connection.core), visitor))

    def rewrite(self, table_id: str, act: Callable[[sa.Connection], None]) -> None:
        """Let `act` change what the log says, though not what happened: who holds the table in memory reads it anew."""
        act(self.connection)
        table_rows.bump_edition(self.connection, table_id)
        self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """The table was deleted, or rewritten: others are told, and nobody remembers it."""
        self._forgotten.append(table_id)

    def _set(self, table_id: str, **values: Any) -> None:
        table_rows.change_table(self._connection.core, table_id, values)
        held = self._tables[table_id]
        self._change(replace(held, head=replace(held.head, **values)))

    def _change(self, held: CachedTable) -> None:
        table_id = held.head.setup.id
        self._tables[table_id] = held
        self._changed[table_id] = None

    def write(self) -> None:
        """Say all this to the database. Raises DomainError 503 if another process has not kept to the lock."""
        moved = [held for held in map(self._tables.__getitem__, self._changed) if self._has_moved(held)]
        if moved and self._connection.advance([self._advance(held) for held in moved]) != len(moved):
            raise locked()
        if self._rows:
            now = time.time()
            self._connection.add([_event(table_id, row, now) for table_id, row in self._rows])
        for table_id in self._changed:
            if ticking := self._tables[table_id].head.clocks:
                timing.keep(self._connection.core, table_id, ticking)
        if told := [table_id for table_id in self._changed if self._has_listeners(table_id)]:
            self._connection.queue_notifications(told)
        if self._changed or self._forgotten:
            self._connection.notify([*self._changed, *self._forgotten])

    def _has_listeners(self, table_id: str) -> bool:
        return any(seat.account or seat.person for seat in self._tables[table_id].head.seats)

    def _has_moved(self, held: CachedTable) -> bool:
        return held.table.version != self._versions[held.head.setup.id]

    def _advance(self, held: CachedTable) -> tuple[Any, ...]:
        """What the table's row says of its events; for whom bots think does not matter after its end."""
        head, table, before = held.head, held.table, self._versions[held.head.setup.id]
        due = table.due_bot() is not None
        ended = table.over or table.cancelled
        return head.version, head.digest, due, ended, self.now if ended else 0.0, head.setup.id, before

    def after_commit(self) -> list[str]:
        """After the commit: remember the tables; the ids of those that have changed."""
        at = self._cache.now()
        for table_id in self._forgotten:
            self._cache.forget(table_id)
            self._changed.pop(table_id, None)
        for table_id in self._changed:
            self._cache.keep(replace(self._tables[table_id], at=at))
        return [*self._changed, *self._forgotten]

    def invalidate_changed(self) -> None:
        """After a failure: what lies in the memory of these tables may not be what lies in the database."""
        for table_id in self._changed:
            self._cache.invalidate(table_id)


@dataclass(frozen=True)
class Job(Generic[T]):
    """A piece of writing: what it does in its transaction, and the table that it is about, if it is one."""

    work: Callable[[Transaction], T]
    table_id: str | None = None
    alone: bool = False
    """It says something to the database itself, so it shares its transaction with nobody."""


def _event(table_id: str, row: Row, now: float) -> tuple[Any, ...]:
    return table_id, row.seq, str(row.actor), row.move, row.command, now
