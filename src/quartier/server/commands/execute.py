"""The one way in which a table changes.

A command is a job for the writer (`storage.writer`): its table is locked; a known client_move_id gets its first answer,
if it is the same command; a wrong version is refused with the missed events; the engine validates; the event and the
chance events after it are added; commit, together with whoever came at the same time. Only then anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quartier.core.text.languages import N_
from quartier.server.commands.authorization import Caller, Credentials, authenticate
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating import finish
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, IllegalMoveError, no_seat
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


@dataclass(frozen=True)
class CommandContext:
    """Who commands, on which version of the table (None: on any), under which id (unique per seat)."""

    keys: Credentials
    seat: int
    version: int | None
    client_move_id: str
    visitor: str = ""
    """From where, as far as that is known: for them a bot thinks that comes later."""

    @property
    def key(self) -> str:
        """The id as it is stored: another seat's same id is another one."""
        return f"{self.seat}:{self.client_move_id}"


@dataclass(frozen=True)
class Answer:
    """What a command did, now or when it was first carried out: events `first` to `last` of `table`."""

    table: Table
    caller: Caller
    first: int
    last: int


Mutation = Callable[[PendingChange], None]
IsSameCommand = Callable[[Row], bool]
"""Whether a command's first event may be this one: so a repeated command is told from another one under the same id."""


def execute(
    store: TableStore,
    table_id: str,
    ticket: CommandContext,
    act: Mutation,
    begins: IsSameCommand,
    simultaneous: bool = False,
) -> Job[Answer]:
    """The job of carrying out `act`, which `begins` so, for the ticket's seat. It raises DomainError; then nothing was changed.

    `simultaneous`: also on a version that only others who act at the same time have changed since.
    """

    arrived = store.clock.now()

    def carried_out(transaction: Transaction) -> Answer:
        caller, held = admitted(store, transaction, table_id, ticket)
        known = repeated(held.table, ticket.key, begins)
        if known is not None:
            return Answer(held.table, caller, *known)
        table, late = held.table, ticket.version not in (None, held.table.version)
        if late and not (simultaneous and table.unaffected(ticket.seat, ticket.version or 0)):
            raise StaleVersion(table, ticket)
        try:
            draft = append(transaction, held, caller, ticket.key, act, arrived)
        except IllegalMoveError as forbidden:
            if late:  # what the others did has made it illegal
                raise StaleVersion(table, ticket) from forbidden
            raise
        if ticket.visitor and held.head.visitor is None and draft.table.due_bot() is not None:
            transaction.set_bot_visitor(table_id, ticket.visitor)
        return Answer(draft.table, caller, table.version + 1, draft.table.version)

    return Job(carried_out, table_id)


def admitted(
    store: TableStore, transaction: Transaction, table_id: str, ticket: CommandContext
) -> tuple[Caller, CachedTable]:
    """The caller, whose sign of life this is, and the table. Raises DomainError 403 if the seat is another's."""
    held = transaction.table(table_id)
    if ticket.seat not in authenticate(held.head, ticket.keys).seats:
        held = transaction.looked_up(
            table_id
        )  # another process may have given the seat's person a new secret
    return require_seat(store, held.head, ticket.keys, ticket.seat), held


def require_seat(store: TableStore, head: TableRow, keys: Credentials, seat: int) -> Caller:
    """The caller, who holds the seat: a sign of life. Raises DomainError 403 if it is another's."""
    caller = authenticate(head, keys)
    if seat not in caller.seats:
        raise no_seat()
    store.hub.last_seen.note(head.setup.id, caller.seats)
    return caller


def repeated(table: Table, key: str, begins: IsSameCommand) -> tuple[int, int] | None:
    """First and last event of the command that was carried out under this id before, None if there was none.

    Raises DomainError 422 if it was another one.
    """
    known = table.carried_out(key)
    if known is not None and not begins(table.entries[known[0] - 1].row):
        text = N_("This client_move_id was used for something else. Make a new one for each command.")
        raise DomainError(422, "reused_id", text)
    return known


def append(
    transaction: Transaction,
    held: CachedTable,
    caller: Caller,
    key: str,
    act: Mutation,
    arrived: float | None = None,
) -> PendingChange:
    """Let `act` add its events to a copy of the table, and leave them to the transaction.

    `arrived`: when the server heard of the command, for the clocks; None: just now.
    """
    draft = PendingChange(held.table, caller, key)
    act(draft)
    if draft.table.over and not held.table.over:
        rated = finish.keep(transaction.connection, draft.table, transaction.now)
        if rated is not None:
            draft.say("*", rated)
    transaction.append(held, draft.table, draft.rows, arrived)
    return draft


class StaleVersion(DomainError):
    """409: the caller's version is not the present one; `table` holds the events that it missed."""

    def __init__(self, table: Table, ticket: CommandContext) -> None:
        text = N_("The table has moved on since then. Look at what happened, then decide again.")
        super().__init__(409, "stale", text)
        self.table = table
        self.ticket = ticket
