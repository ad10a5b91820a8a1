"""Waiting room: bots at the free seats, the ready check, leaving, and what a table's creator may do before the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from math import ceil

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import (
    SERVER,
    Caller,
    Credentials,
    authenticate,
)
from quartier.server.commands.execute import (
    Answer,
    CommandContext,
    Mutation,
    append,
    execute,
    find_repeated,
)
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_be_measured
from quartier.server.commands.waiting import absences
from quartier.server.domain import ready_check
from quartier.server.domain.events import (
    AskBots,
    Cancel,
    FillWithBot,
    Leave,
    NotReady,
    Ready,
    Row,
)
from quartier.server.domain.preconditions import must_be_free, must_be_waiting, must_not_be_cancelled
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage import blocks
from quartier.server.storage.lobby import lobby
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PRESENT_SECONDS = 60.0
"""Who was seen so many seconds ago is there: each process tells the others twice in that time."""
LEFT_SECONDS = 5.0
"""Seconds without a page after which a ready check no longer waits for a person."""


def with_bots(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Agree to fill the free seats with bots; when everyone present has agreed, the game begins. From a thread."""
    last_seen_at = bot_takeover.last_seen(store, table_id)
    opened_at = store.load(table_id)[0].opened_at

    def mutate(change: PendingChange) -> None:
        must_be_waiting(change.table)
        must_be_free(change.table)
        _must_have_waited(store, opened_at)
        for seat in sorted((change.caller.seats & set(change.table.names)) - change.table.for_bots):
            change.add_control(seat, AskBots())
        there = {
            seat
            for seat in change.table.names
            if bot_takeover.away_for(store, table_id, seat, last_seen_at.get(seat, 0.0)) < PRESENT_SECONDS
        }
        if there <= change.table.for_bots:
            _fill(change)

    # Several agree at the same time: none of them makes the others' stale.
    context = replace(context, version=None)
    return execute(
        store, table_id, context, mutate, lambda events: isinstance(events[0].content, AskBots | FillWithBot)
    )


def _must_have_waited(store: TableStore, opened_at: float) -> None:
    left = opened_at + store.database.settings.bots_after - store.clock.now()
    if left > 0:
        text = N_("Wait a little longer for other players. Bots can take the open seats in {seconds} s.")
        raise DomainError(422, "too_early", text, seconds=ceil(left))


def _fill(change: PendingChange) -> None:
    level = bot_takeover.level(change.table)
    must_be_measured(change.table.setup, level)
    for seat in range(change.table.seats):
        if seat not in change.table.names and change.table.bot(seat) is None:
            change.add_control(seat, FillWithBot(level))
    change.resolve()


# ----- the ready check: a live game among strangers begins when all of its people are there -----


def be_ready(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Say that the seat's person is there, from a client without an open stream."""

    def mutate(change: PendingChange) -> None:
        must_not_be_cancelled(change.table)
        if not change.table.all_joined:
            raise DomainError(422, "no_check", N_("No one is asking whether you’re ready right now."))
        if context.seat in change.table.missing_ready():  # else the server has noticed it already
            _add_ready(change, {context.seat})

    # All may do so at the same time: none of them makes the others' stale.
    return execute(
        store, table_id, replace(context, version=None), mutate, lambda events: events[0].content == Ready()
    )


def note_ready(table_id: str, seats: AbstractSet[int]) -> Job[None]:
    """Note that the people of some seats are there."""

    def run(transaction: Transaction) -> None:
        cached = transaction.load_locked(table_id)
        there = seats & cached.table.missing_ready() if cached.table.checks_ready else set()
        if there:
            key = f"ready:{cached.table.version}"
            append(transaction, cached, SERVER, key, lambda change: _add_ready(change, there))

    return Job(run, table_id)


def _add_ready(change: PendingChange, seats: AbstractSet[int]) -> None:
    for seat in sorted(seats):
        change.add_control(seat, Ready())
    change.resolve()


def end_check(table_id: str) -> Job[None]:
    """Free the seats of people who are not ready in time, or have left; a table that no one is left at is cancelled.

    They can't sit down there again, or one who is never ready could keep others waiting for ever. Only the host can.
    """

    def run(transaction: Transaction) -> None:
        cached = transaction.load_locked(table_id)
        if not cached.table.checks_ready:
            return
        if transaction.now >= (cached.row.ready_by or 0.0):
            late: AbstractSet[int] = cached.table.missing_ready()
        else:
            late = missing_left(transaction.connection, cached, transaction.now)
        for seat in sorted(late):
            _lose_seat(transaction, transaction.load_locked(table_id), seat)
        cached = transaction.load_locked(table_id)
        if not cached.table.names and cached.table.setup.tournament is None:
            cancel_table(transaction, cached)

    return Job(run, table_id, exclusive=True)


def missing_left(connection: sa.Connection, cached: CachedTable, now: float) -> AbstractSet[int]:
    """Return the seats whose people a ready check waits for in vain: they have no page open."""
    table = cached.table
    if table.setup.tournament is not None or ready_check.is_rematch(table):
        return set()
    pages = lobby.pages(connection, [table.setup.id])[table.setup.id]
    return {seat for seat in table.missing_ready() if pages.get(seat, 0.0) < now - LEFT_SECONDS}


def _lose_seat(transaction: Transaction, cached: CachedTable, seat: int) -> None:
    """Free the seat of a person who is not ready."""
    table_id, person = cached.row.setup.id, cached.row.seats[seat].person
    if person is not None and cached.table.setup.tournament is None:
        if not ready_check.is_rematch(cached.table):
            absences.note(transaction, person)
        if not is_host(cached.row, seat):
            blocks.add_removal(transaction.connection, table_id, person)
    leave_seat(transaction, cached, seat, NotReady(cached.table.names[seat]))


# ----- leaving, and what the table's creator may do -----


def remove(
    table_id: str, credentials: Credentials, seat: int, client_move_id: str | None = None
) -> Job[Table]:
    """Leave the seat; the person who opened the table may remove others, who cannot come back.

    Someone who has become the host because the first one was away can't: the first one may come back. A retry with the
    same `client_move_id` removes no one who has sat down since.
    """
    key = None if client_move_id is None else f"remove:{client_move_id}"

    def is_same_command(events: Sequence[Row]) -> bool:
        return isinstance(events[0].content, Leave) and events[0].actor == seat

    def run(transaction: Transaction) -> Table:
        cached = transaction.load_locked(table_id)
        if key is not None and find_repeated(cached.table, key, is_same_command):
            return cached.table
        cached, caller = _load_waiting(transaction, table_id, credentials)
        if not caller.creator and seat not in caller.seats:
            raise _not_yours()
        if seat not in cached.table.names:
            raise DomainError(422, "nobody_there", N_("That seat is empty."))
        own = seat in caller.seats
        if not own and _is_heir(cached, caller):
            text = N_(
                "Only the person who opened the table can remove others. You can leave and open your own."
            )
            raise DomainError(403, "heir", text)
        person = cached.row.seats[seat].person
        if person is not None and not own:
            blocks.add_removal(transaction.connection, table_id, person)
        return leave_seat(transaction, cached, seat, Leave(cached.table.names[seat], removed=not own), key)

    return Job(run, table_id, exclusive=True)


def leave_seat(
    transaction: Transaction,
    cached: CachedTable,
    seat: int,
    event: Leave | NotReady,
    key: str | None = None,
) -> Table:
    """Free a seat before the beginning. At a public table, the host's rights are passed on with the seat."""
    table_id = cached.row.setup.id
    _append(transaction, cached, lambda change: change.add_control(seat, event), key)
    if cached.table.setup.tournament is None:  # else the place stays theirs: they only get up for now
        nobodys = {"secret_hash": None, "person": None, "account": None, "program": None, "rating": None}
        transaction.change_seat(table_id, seat, **nobodys, invite=new_secret())
        transaction.renew_code(table_id)
    if cached.table.setup.access == "public" and is_host(cached.row, seat):
        _pass_on(transaction, transaction.table(table_id))
    return transaction.table(table_id).table


def _is_heir(cached: CachedTable, caller: Caller) -> bool:
    """Return whether the host's rights were passed on to a caller who sits at the table."""
    own = caller.seats & cached.table.names.keys()
    return (
        cached.table.setup.access == "public"
        and bool(own)
        and not own & ready_check.opening_seats(cached.table)
    )


def is_host(row: TableRow, seat: int) -> bool:
    """Return whether the table was opened from a seat."""
    holder = row.seats[seat]
    return holder.secret_hash == row.creator_hash or (
        holder.account is not None and holder.account == row.owner
    )


def _pass_on(transaction: Transaction, cached: CachedTable) -> None:
    """Give the host's rights to the first person who is left."""
    heir = next((cached.row.seats[seat] for seat in sorted(cached.table.names)), None)
    if heir is not None:
        creator_hash = heir.secret_hash or hash_secret(new_secret())
        transaction.transfer_ownership(cached.row.setup.id, creator_hash, heir.account)


def remove_banned(transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]) -> None:
    """Remove a banned person from a waiting table; it is cancelled if it is theirs."""
    for cached, seat in _sitting(transaction, table_id, theirs):
        leave_seat(transaction, cached, seat, Leave(cached.table.names[seat], removed=True))


def leave_anonymously(
    transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]
) -> None:
    """Remove a person who is to be forgotten from a waiting table, without their name in the event."""
    for cached, seat in _sitting(transaction, table_id, theirs):
        leave_seat(transaction, cached, seat, Leave("", removed=False))


def _sitting(
    transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]
) -> Iterator[tuple[CachedTable, int]]:
    """Yield the table and each seat that the caller must leave; cancels the table if it is theirs."""
    cached = transaction.load_locked(table_id)
    if not cached.table.waiting:
        return
    caller = theirs(cached)
    if caller.creator:
        cancel_table(transaction, cached)
        return
    for seat in sorted(caller.seats & set(cached.table.names)):
        yield transaction.table(table_id), seat


def withdraw(table_id: str, credentials: Credentials, seat: int, invite: str | None = None) -> Job[Table]:
    """Replace the invitation to a free seat, and the code; nothing if the seat's invitation isn't `invite` any more."""

    def run(transaction: Transaction) -> Table:
        cached = _require_creator(transaction, table_id, credentials)
        if seat >= cached.table.seats or cached.row.seats[seat].invite is None or seat in cached.table.names:
            raise DomainError(422, "no_free_seat", N_("This seat is taken, so it has no invitation."))
        if invite not in (None, cached.row.seats[seat].invite):
            return cached.table
        transaction.change_seat(table_id, seat, invite=new_secret())
        transaction.renew_code(table_id)
        return cached.table

    return Job(run, table_id, exclusive=True)


def cancel(table_id: str, credentials: Credentials) -> Job[Table]:
    """Cancel a table before its game begins. One that is cancelled already stays so."""

    def run(transaction: Transaction) -> Table:
        cached = transaction.load_locked(table_id)
        if cached.table.cancelled and authenticate(cached.row, credentials).creator:
            return cached.table
        return cancel_table(transaction, _require_creator(transaction, table_id, credentials))

    return Job(run, table_id, exclusive=True)


def cancel_table(transaction: Transaction, cached: CachedTable) -> Table:
    """Cancel a table that waits."""
    table_id = cached.row.setup.id
    _append(transaction, cached, lambda change: change.add_control("*", Cancel()))
    if cached.row.code is not None:
        transaction.retire_code(table_id)
    return transaction.table(table_id).table


def _append(transaction: Transaction, cached: CachedTable, mutate: Mutation, key: str | None = None) -> None:
    append(transaction, cached, SERVER, key or f"waiting:{cached.table.version}", mutate)


def _require_creator(transaction: Transaction, table_id: str, credentials: Credentials) -> CachedTable:
    cached, caller = _load_waiting(transaction, table_id, credentials)
    if not caller.creator:
        raise _not_yours()
    return cached


def _load_waiting(
    transaction: Transaction, table_id: str, credentials: Credentials
) -> tuple[CachedTable, Caller]:
    cached = transaction.load_locked(table_id)
    must_be_waiting(cached.table)
    return cached, authenticate(cached.row, credentials)


def _not_yours() -> DomainError:
    return DomainError(403, "not_opener", N_("Only the table’s host can do this."))
