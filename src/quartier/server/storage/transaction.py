"""What the commands of one group find, and what they leave: nothing of it is true before the commit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from quartier.server.clock import Clock
from quartier.server.refusals import no_table
from quartier.server.storage import daily, repository
from quartier.server.storage.database import locked
from quartier.server.storage.meeting import lobby
from quartier.server.storage.memory import Held, Memory
from quartier.server.storage.repository import SeatRow
from quartier.server.storage.timing import clocks as timing
from quartier.server.storage.tokens import visitor_mark
from quartier.server.storage.tournaments import results as tournaments
from quartier.server.storage.wire import Wire
from quartier.server.table import clocks
from quartier.server.table.clocks import Clocks
from quartier.server.table.events import Row
from quartier.server.table.fold import Table
from quartier.server.table.turns import turns

T = TypeVar("T")


class Transaction:
    """The tables as the commands so far have left them. A command that raises has left nothing."""

    def __init__(self, memory: Memory, wire: Wire, clock: Clock, versions: dict[str, int]) -> None:
        self._memory = memory
        self._wire = wire
        self._clock = clock
        self._versions = versions
        """Of the tables as they lie in the database, locked."""
        self._seen: dict[str, Held] = {}
        self._changed: dict[str, None] = {}
        """Ids of the tables that are to be kept and told of, in the order of their change."""
        self._rows: list[tuple[str, Row]] = []
        self._forgotten: list[str] = []

    @property
    def connection(self) -> sa.Connection:
        """For a job that is alone in its transaction (`Job.alone`)."""
        return self._wire.core

    @property
    def empty(self) -> bool:
        """Whether no table has changed."""
        return not self._changed

    @property
    def now(self) -> float:
        """The time of day."""
        return self._clock.now()

    def table(self, table_id: str) -> Held:
        """The present table. Raises Refused 404, or SetAside."""
        held = self._seen.get(table_id)
        if held is None:
            held = self._memory.sure(table_id)  # who may play a seat has no version
            if held is None or not self._is_present(held):
                return self.looked_up(table_id)
            self._seen[table_id] = held
        return held

    def _is_present(self, held: Held) -> bool:
        """Whether what lies in memory is what lies in the database. Clocks change without a new version."""
        setup = held.head.setup
        return setup.time is None and held.table.version == self._versions.get(setup.id)

    def looked_up(self, table_id: str) -> Held:
        """The table as the database has it, its seats too: an event tells of everything else. Raises as `table` does."""
        if table_id in self._changed:
            return self._seen[table_id]
        at = self._memory.now()
        head = repository.head(self._wire.core, table_id, lock=True)
        if head is None:
            raise no_table()
        held = self._memory.whole(self._wire.core, head, at)
        self._seen[table_id], self._versions[table_id] = held, head.version
        return held

    def append(self, held: Held, table: Table, rows: list[Row], arrived: float | None = None) -> None:
        """Add events to a table, which is `table` after them. `arrived`: when the server heard of the command; None: now."""
        ticking = self._later(held.head.clocks, table, rows, arrived)
        head = replace(held.head, version=table.version, digest=table.state.digest(), clocks=ticking)
        if table.setup.day_key is not None and table.over and not held.table.over:
            daily.note_end(self._wire.core, table)
        if table.setup.tournament is not None and table.over and not held.table.over:
            tournaments.note_end(self._wire.core, table)
        lobby.note(self._wire.core, held.table, table)
        self._change(Held(head, table, 0))
        self._rows += [(head.setup.id, row) for row in rows]

    def _later(self, ticking: Clocks, table: Table, rows: list[Row], arrived: float | None = None) -> Clocks:
        """The clocks after `rows`, the last events of the table."""
        control, now = table.setup.time, self.now
        if control is None:
            return ()
        return clocks.after(ticking, control, turns(table, rows), now if arrived is None else arrived, now)

    def set_clocks(self, held: Held, ticking: Clocks) -> None:
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
        code = repository.free_code(self._wire.core) if any(seat.invite for seat in seats) else None
        opened_at = time.time()
        repository.create(self._wire.core, table, creator_hash, seats, code, opened_at, visitor, owner)
        lobby.note(self._wire.core, None, table)
        self._versions[table.setup.id] = table.version
        ticking = () if table.setup.time is None else clocks.new(table.setup.time, table.seats)
        if ticking:
            timing.add(self._wire.core, table.setup.id, ticking)
        head = repository.Head(
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
            called=repository.called(self._wire.core, seats),
        )
        self._change(Held(head, table, 0))
        self._rows += [(table.setup.id, row) for row in rows]

    def change_seat(self, table_id: str, number: int, **values: str | None) -> None:
        """Somebody takes or leaves a seat, or another one is invited to it: `values` of its row."""
        repository.change_seat(self._wire.core, table_id, number, values)
        held = self._seen[table_id]
        seats = tuple(
            replace(seat, **values) if seat.seat == number else seat  # type: ignore[arg-type]
            for seat in held.head.seats
        )
        called = repository.called(self._wire.core, seats) if "account" in values else held.head.called
        self._change(replace(held, head=replace(held.head, seats=seats, called=called)))

    def give_code(self, table_id: str) -> None:
        """Another code leads to the table's free seats from now on."""
        self._set(table_id, code=repository.free_code(self._wire.core))

    def give_table(self, table_id: str, creator_hash: str, owner: str | None) -> None:
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

    def think_for(self, table_id: str, visitor: str) -> None:
        """It is for this visitor that bots think at the table."""
        self._set(table_id, visitor=visitor_mark(repository.visitors_salt(self._wire.core), visitor))

    def rewrite(self, table_id: str, act: Callable[[sa.Connection], None]) -> None:
        """Let `act` change what the log says, though not what happened: who holds the table in memory reads it anew."""
        act(self.connection)
        repository.note_rewriting(self.connection, table_id)
        self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """The table was deleted, or rewritten: others are told, and nobody remembers it."""
        self._forgotten.append(table_id)

    def _set(self, table_id: str, **values: Any) -> None:
        repository.change_table(self._wire.core, table_id, values)
        held = self._seen[table_id]
        self._change(replace(held, head=replace(held.head, **values)))

    def _change(self, held: Held) -> None:
        table_id = held.head.setup.id
        self._seen[table_id] = held
        self._changed[table_id] = None

    def write(self) -> None:
        """Say all this to the database. Raises Refused 503 if another process has not kept to the lock."""
        moved = [held for held in map(self._seen.__getitem__, self._changed) if self._has_moved(held)]
        if moved and self._wire.advance([self._advance(held) for held in moved]) != len(moved):
            raise locked()
        if self._rows:
            now = time.time()
            self._wire.add([_event(table_id, row, now) for table_id, row in self._rows])
        for table_id in self._changed:
            if ticking := self._seen[table_id].head.clocks:
                timing.keep(self._wire.core, table_id, ticking)
        if told := [table_id for table_id in self._changed if self._has_listeners(table_id)]:
            self._wire.to_tell(told)
        if self._changed or self._forgotten:
            self._wire.notify([*self._changed, *self._forgotten])

    def _has_listeners(self, table_id: str) -> bool:
        return any(seat.account or seat.person for seat in self._seen[table_id].head.seats)

    def _has_moved(self, held: Held) -> bool:
        return held.table.version != self._versions[held.head.setup.id]

    def _advance(self, held: Held) -> tuple[Any, ...]:
        """What the table's row says of its events; for whom bots think does not matter after its end."""
        head, table, before = held.head, held.table, self._versions[held.head.setup.id]
        due = table.due_bot() is not None
        ended = table.over or table.cancelled
        return head.version, head.digest, due, ended, self.now if ended else 0.0, head.setup.id, before

    def committed(self) -> list[str]:
        """After the commit: remember the tables; the ids of those that have changed."""
        at = self._memory.now()
        for table_id in self._forgotten:
            self._memory.forget(table_id)
            self._changed.pop(table_id, None)
        for table_id in self._changed:
            self._memory.keep(replace(self._seen[table_id], at=at))
        return [*self._changed, *self._forgotten]

    def doubted(self) -> None:
        """After a failure: what lies in the memory of these tables may not be what lies in the database."""
        for table_id in self._changed:
            self._memory.doubt(table_id)


@dataclass(frozen=True)
class Job(Generic[T]):
    """A piece of writing: what it does in its transaction, and the table that it is about, if it is one."""

    act: Callable[[Transaction], T]
    table_id: str | None = None
    alone: bool = False
    """It says something to the database itself, so it shares its transaction with nobody."""


def _event(table_id: str, row: Row, now: float) -> tuple[Any, ...]:
    return table_id, row.seq, str(row.actor), row.move, row.command, now
