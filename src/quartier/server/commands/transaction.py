"""The tables of this process: loading them, and the one way in which they change, a command.

A command is one transaction: lock the table; a known client_move_id gets its first answer; a wrong version is
refused with the missed events; the engine validates; the event and the chance events after it are appended;
commit. Only then others are told.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from quartier.core.engine.dice import Dice
from quartier.core.play.position import Event
from quartier.core.text.errors import IllegalMove
from quartier.core.text.languages import N_
from quartier.server.http.caller import Caller, identify
from quartier.server.live.hub import Hub
from quartier.server.refusals import Forbidden, Refused, no_seat, no_table
from quartier.server.storage import repository
from quartier.server.storage.database import CHANNEL, Database
from quartier.server.storage.repository import Head
from quartier.server.table import automatic
from quartier.server.table.events import Control, Row
from quartier.server.table.fold import Table, advanced, apply, fold, note_played


class Draft:
    """A copy of a table, and the events that a command adds to it."""

    def __init__(self, table: Table, caller: Caller) -> None:
        self.table = advanced(table, [])
        self.caller = caller
        self.rows: list[Row] = []

    def say(self, actor: str | int, control: Control) -> None:
        """Add a control event."""
        row = self._row(actor, control.write())
        apply(self.table, row)
        self.rows.append(row)

    def play(self, seat: int, move: str) -> None:
        """Add a player's move. Raises Forbidden; "!" is no move here, because the engine knows none."""
        try:
            self.table.state.play(seat, move)
        except IllegalMove as illegal:
            raise Forbidden(self.table.setup.title, illegal) from illegal
        self._played(seat, self.table.state.events[-1].move)

    def repeat(self, events: Sequence[Event]) -> None:
        """Add the events of another game, as they stand in its record."""
        for event in events:
            self.table.state.play(event.actor, event.move)
            self._played(event.actor, event.move)

    def settle(self) -> None:
        """Everything that is no decision: chance and, if the table wants it so, moves without an alternative."""
        self._draw()
        for _ in range(automatic.MOST if self.table.setup.automatic else 0):
            due = automatic.due(self.table.state) if self.table.to_act() else None
            if due is None:
                return
            self.play(*due)
            self._draw()

    def _draw(self) -> None:
        """All due chance events, from the operating system's entropy: nobody can foresee or repeat them."""
        dice = Dice()
        while "*" in self.table.to_act():
            event = self.table.state.draw(dice)
            self._played(event.actor, event.move)

    def _played(self, actor: str | int, move: str) -> None:
        row = self._row(actor, move)
        note_played(self.table, row)
        self.rows.append(row)

    def _row(self, actor: str | int, move: str) -> Row:
        return Row(self.table.version + 1, actor, move)


@dataclass(frozen=True)
class Answer:
    """What a command did: events `first` to `last` of `table`. `repeated`: it had been carried out before."""

    table: Table
    caller: Caller
    first: int
    last: int
    repeated: bool = False


@dataclass(frozen=True)
class Ticket:
    """Who commands, on which version of the table (None: on any), under which id (unique per seat)."""

    secrets: list[str]
    seat: int
    version: int | None
    client_move_id: str


Act = Callable[[Draft], None]


class TableService:
    """All tables. Thread-safe; several processes may share one database."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self.database = database
        self.hub = hub
        self._cache = Cache()

    def load(self, table_id: str) -> tuple[Head, Table]:
        """The present table. Raises Refused 404."""
        with self.database.read() as connection:
            head = repository.head(connection, table_id)
            if head is None:
                raise no_table()
            return head, self._current(connection, head)

    def title_of(self, table_id: str) -> str:
        """The title played at a table. Raises Refused 404."""
        with self.database.read() as connection:
            head = repository.head(connection, table_id)
        if head is None:
            raise no_table()
        return head.setup.title

    def command(self, table_id: str, ticket: Ticket, act: Act, simultaneous: bool = False) -> Answer:
        """Carry out `act` for the ticket's seat. Raises Refused; then nothing was changed.

        `simultaneous`: also on a version that only others who act at the same time have changed since.
        """
        with self.database.write() as connection:
            head, table = self.locked(connection, table_id)
            caller = identify(head, ticket.secrets)
            if ticket.seat not in caller.seats:
                raise no_seat()
            self.hub.last_seen.note(table_id, caller.seats)
            key = f"{ticket.seat}:{ticket.client_move_id}"
            known = repository.command_rows(connection, table_id, key)
            if known is not None:
                return Answer(table, caller, *known, repeated=True)
            late = ticket.version is not None and ticket.version != table.version
            if late and not (simultaneous and table.unaffected(ticket.seat, ticket.version or 0)):
                raise Stale(table, ticket)
            try:
                draft = self.append(connection, table, caller, key, act)
            except Forbidden as forbidden:
                if late:  # what the others did has made it illegal
                    raise Stale(table, ticket) from forbidden
                raise
        self.committed(draft.table)
        return Answer(draft.table, caller, table.version + 1, draft.table.version)

    def away_for(self, table_id: str, seat: int) -> float:
        """For how many seconds nothing has been seen or heard of a seat's person; 0 while a stream is open."""
        if seat in self.hub.seats_online(table_id):
            return 0.0
        with self.database.read() as connection:
            told = repository.last_command_at(connection, table_id, seat)
        return max(0.0, time.time() - max(told, self.hub.last_seen.at(table_id, seat)))

    def bot_move(self, table_id: str, version: int, seat: int, move: str) -> bool:
        """A bot's move that was thought for `version`; False when the game has moved on meanwhile."""
        with self.database.write() as connection:
            _, table = self.locked(connection, table_id)
            if table.bot(seat) is None or not table.unaffected(seat, version):
                return False
            nobody = Caller(frozenset(), creator=False)
            key = f"bot:{seat}:{version}"
            draft = self.append(connection, table, nobody, key, lambda draft: _play(draft, seat, move))
        self.committed(draft.table)
        return True

    def hint(self, connection: sa.Connection, table_id: str) -> None:
        """Tell other processes, at the moment of the commit: PostgreSQL delivers a notification then and only then."""
        if self.database.postgres:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))

    def committed(self, table: Table) -> None:
        """After a commit: remember the table and wake everybody who watches it."""
        self._cache.put(table)
        self.hub.publish(table.setup.id)

    def moved_on(self, table_id: str, version: int) -> bool:
        """Whether this process knows of a later version; asks no database."""
        cached = self._cache.get(table_id)
        return cached is not None and cached.version > version

    def outdated(self, table_id: str, version: int, seat: int) -> bool:
        """Whether this process knows that a move of `seat`, thought for `version`, comes too late; asks no database."""
        cached = self._cache.get(table_id)
        if cached is None or cached.version <= version:
            return False
        return cached.bot(seat) is None or not cached.unaffected(seat, version)

    def affected(self, table_id: str, version: int, seat: int) -> bool:
        """Whether this process knows that a person's decision has changed since `version`; asks no database."""
        cached = self._cache.get(table_id)
        return cached is not None and cached.version > version and not cached.unaffected(seat, version)

    def locked(self, connection: sa.Connection, table_id: str) -> tuple[Head, Table]:
        """The present table, for a transaction that will write to it. Raises Refused 404."""
        head = repository.head(connection, table_id, lock=True)
        if head is None:
            raise no_table()
        return head, self._current(connection, head)

    def append(self, connection: sa.Connection, table: Table, caller: Caller, key: str, act: Act) -> Draft:
        """Let `act` add its events to a copy of the table, and store them; `committed` is still to be called."""
        draft = Draft(table, caller)
        act(draft)
        repository.append(connection, draft.table, draft.rows, key)
        self.hint(connection, table.setup.id)
        return draft

    def _current(self, connection: sa.Connection, head: Head) -> Table:
        """The table at `head.version`: from the cache, brought forward by the events that it has not seen."""
        cached = self._cache.get(head.setup.id)
        if cached is not None and cached.version == head.version:
            return cached
        usable = cached is not None and cached.version < head.version
        rows = repository.rows_since(connection, head.setup.id, cached.version if usable else 0)
        table = advanced(cached, rows) if usable else fold(head.setup, rows)
        self._cache.put(table)
        return table


def _play(draft: Draft, seat: int, move: str) -> None:
    draft.play(seat, move)
    draft.settle()


def reused_id() -> Refused:
    """422 for an id under which something else was carried out."""
    text = N_("This client_move_id was used for something else. Make a new one for each command.")
    return Refused(422, "reused_id", text)


class Stale(Refused):
    """409: the caller's version is not the present one; `table` holds the events that it missed."""

    def __init__(self, table: Table, ticket: Ticket) -> None:
        text = N_("The table has moved on since. Look at what happened, then decide again.")
        super().__init__(409, "stale", text)
        self.table = table
        self.ticket = ticket


class Cache:
    """The last used folded tables. What it holds is always checked against the version in the database."""

    MOST = 512

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, table_id: str) -> Table | None:
        with self._lock:
            if table_id in self._tables:
                self._tables.move_to_end(table_id)
            return self._tables.get(table_id)

    def put(self, table: Table) -> None:
        """Keep the table, unless a later one is already there."""
        with self._lock:
            held = self._tables.get(table.setup.id)
            if held is None or held.version < table.version:
                self._tables[table.setup.id] = table
            self._tables.move_to_end(table.setup.id)
            while len(self._tables) > self.MOST:
                self._tables.popitem(last=False)
