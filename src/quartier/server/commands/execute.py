"""Command handler: the only way in which a table changes.

A command is a job for the writer (`storage.writer`): its table is locked; a known client_move_id gets its first
answer, if it is the same command; a stale version is refused with the missed events; the engine validates; the event
and the chance events after it are added; commit, together with other commands. Watchers are notified only then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import connection_prefix, is_loopback
from quartier.server.commands import plan_progress
from quartier.server.commands.authorization import (
    SERVER,
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating import finish
from quartier.server.commands.waiting import absences
from quartier.server.domain.events import Row
from quartier.server.domain.planned_moves import COMMAND
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, IllegalMoveError, no_seat, reused_id
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import visitor_mark
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


@dataclass(frozen=True)
class CommandContext:
    """Who commands, on which version of the table (None: any), under which idempotency key (unique per seat)."""

    credentials: Credentials
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
    """The result of a command, now or when it was first executed: events `first` to `last` of `table`."""

    table: Table
    caller: Caller
    first: int
    last: int


Mutation = Callable[[PendingChange], None]
IsSameCommand = Callable[[Sequence[Row]], bool]
"""Whether events may be a command's: so a retry differs from another command with the same key."""


def execute(
    store: TableStore,
    table_id: str,
    context: CommandContext,
    mutate: Mutation,
    is_same_command: IsSameCommand,
    simultaneous: bool = False,
) -> Job[Answer]:
    """Return the job of a command.

    Args:
        store: The tables.
        table_id: The table's id.
        context: Who commands.
        mutate: Adds the command's events. If it raises DomainError, nothing is changed.
        is_same_command: Whether events may be this command's: so a retry is distinguished from another command with the
        same id.
        simultaneous: Accept a stale version if only others who act at the same time have changed it.
    """

    arrived = store.clock.now()

    def run(transaction: Transaction) -> Answer:
        caller, cached = authorize(store, transaction, table_id, context)
        existing = find_repeated(cached.table, context.key, is_same_command)
        if existing is not None:
            if (context.version or 0) >= existing[0]:  # meant for a position after it
                raise reused_id()
            return Answer(cached.table, caller, *existing)
        table, late = cached.table, context.version not in (None, cached.table.version)
        if late and not (simultaneous and table.is_unaffected(context.seat, context.version or 0)):
            raise StaleVersion(table, context)
        try:
            change = append(transaction, cached, caller, context.key, mutate, arrived)
        except IllegalMoveError as forbidden:
            if late:  # what the others did has made it illegal
                raise StaleVersion(table, context) from forbidden
            raise
        if context.visitor and cached.row.visitor is None and change.table.due_bot() is not None:
            transaction.set_bot_visitor(table_id, context.visitor)
        note_network(store, transaction, table_id, context)
        return Answer(change.table, caller, table.version + 1, change.table.version)

    return Job(run, table_id)


def note_network(store: TableStore, transaction: Transaction, table_id: str, context: CommandContext) -> None:
    """Note from which internet connection a seat of a running rated game plays: only a hash, until the end."""
    if store.database.settings.rate_shared_networks:
        return
    cached = transaction.table(table_id)
    is_noted = cached.row.seats[context.seat].network is not None
    if is_noted or not cached.table.setup.rated or not cached.table.has_begun or cached.table.over:
        return
    if context.visitor and not is_loopback(context.visitor):
        mark = visitor_mark(
            table_rows.visitors_salt(transaction.connection), connection_prefix(context.visitor)
        )
        transaction.change_seat(table_id, context.seat, network=mark)


def authorize(
    store: TableStore, transaction: Transaction, table_id: str, context: CommandContext
) -> tuple[Caller, CachedTable]:
    """Return the caller and the table. Raises DomainError 403 if the seat is another's."""
    cached = transaction.table(table_id)
    if context.seat not in authenticate(cached.row, context.credentials).seats:
        cached = transaction.load_locked(
            table_id
        )  # another process may have given the seat's person a new secret
    return require_seat(store, cached.row, context.credentials, context.seat), cached


def require_seat(store: TableStore, row: TableRow, credentials: Credentials, seat: int) -> Caller:
    """Return the caller and note that they are there. Raises DomainError 403 if the seat is another's."""
    caller = authenticate(row, credentials)
    if seat not in caller.seats:
        raise no_seat()
    store.hub.note_request(row.setup.id, caller.seats)
    return caller


def require_viewer(store: TableStore, row: TableRow, table: Table, credentials: Credentials) -> Caller:
    """Return the caller and note that they are there. Raises DomainError 403 if they may not see the table."""
    caller = authenticate(row, credentials)
    authorize_viewing(row, table, caller)
    store.hub.note_request(row.setup.id, caller.seats)
    return caller


def find_repeated(table: Table, key: str, is_same_command: IsSameCommand) -> tuple[int, int] | None:
    """Return first and last event of the command with this idempotency key, None if it is new.

    Raises DomainError 422 if the key was used for another command.
    """
    existing = table.events_of_command(key)
    if existing is not None:
        first, last = existing
        if not is_same_command([entry.row for entry in table.entries[first - 1 : last]]):
            raise reused_id()
    return existing


def append(
    transaction: Transaction,
    cached: CachedTable,
    caller: Caller,
    key: str,
    mutate: Mutation,
    arrived: float | None = None,
) -> PendingChange:
    """Let `mutate` add its events to a copy of the table, and leave them to the transaction.

    `arrived`: when the command arrived, for the clocks; None: now.
    """
    change = PendingChange(cached.table, caller, key)
    mutate(change)
    if change.table.over and not cached.table.over:
        ratings = finish.record_result(transaction.connection, change.table, transaction.now)
        if ratings is not None:
            change.add_control("*", ratings)
    absences.note_leavers(transaction, cached.row, change.table, change.rows)
    transaction.append(cached, change.table, change.rows, arrived)
    _play_planned(transaction, change)
    return change


def _play_planned(transaction: Transaction, change: PendingChange) -> None:
    """Play the answer that a seat has planned for this change: an event of the table like any other move."""
    answer, table = plan_progress.next_answer(transaction, change), change.table
    if answer is None:
        return

    def mutate(following: PendingChange) -> None:
        following.play(answer.seat, answer.move)
        following.resolve()

    key = f"{COMMAND}{answer.seat}:{table.version}"
    try:
        append(transaction, transaction.table(table.setup.id), SERVER, key, mutate)
    except IllegalMoveError:
        plan_progress.drop(transaction, change, answer.seat)


class StaleVersion(DomainError):
    """409: the caller's version is out of date; `table` holds the events that it missed."""

    def __init__(self, table: Table, context: CommandContext) -> None:
        text = N_("The position has changed. Check the latest moves and try again.")
        super().__init__(409, "stale", text)
        self.table = table
        self.ticket = context
