"""Before a game begins: bots at the free seats, leaving, and what whoever opened the table may do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil

from quartier.core.text.languages import N_
from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import (
    NOBODY,
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
)
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_be_measured
from quartier.server.domain.events import (
    AskBots,
    Cancel,
    FillWithBot,
    Leave,
)
from quartier.server.domain.preconditions import must_be_free, must_be_waiting
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage import blocks
from quartier.server.storage.secrets import new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PRESENT = 60.0
"""Who was seen so many seconds ago is there: each process tells the others twice in that time."""


def with_bots(store: TableStore, table_id: str, ticket: CommandContext) -> Job[Answer]:
    """Agree to play with bots at the free seats now; when everybody agrees who is there, the game begins. From a thread."""
    seen = bot_takeover.last_seen(store, table_id)
    opened_at = store.load(table_id)[0].opened_at

    def act(draft: PendingChange) -> None:
        must_be_waiting(draft.table)
        must_be_free(draft.table)
        _must_have_waited(store, opened_at)
        for seat in sorted((draft.caller.seats & set(draft.table.names)) - draft.table.for_bots):
            draft.say(seat, AskBots())
        there = {
            seat
            for seat in draft.table.names
            if bot_takeover.away_for(store, table_id, seat, seen.get(seat, 0.0)) < PRESENT
        }
        if there <= draft.table.for_bots:
            _fill(draft)

    # Several agree at the same time: none of them makes the others' stale.
    ticket = replace(ticket, version=None)
    return execute(store, table_id, ticket, act, lambda first: isinstance(first.said, AskBots | FillWithBot))


def _must_have_waited(store: TableStore, opened_at: float) -> None:
    left = opened_at + store.database.settings.bots_after - time.time()
    if left > 0:
        text = N_("Wait a little longer for people: bots can take the free seats in {seconds} s.")
        raise DomainError(422, "too_early", text, seconds=ceil(left))


def _fill(draft: PendingChange) -> None:
    level = bot_takeover.level(draft.table)
    must_be_measured(draft.table.setup, level)
    for seat in range(draft.table.seats):
        if seat not in draft.table.names and draft.table.bot(seat) is None:
            draft.say(seat, FillWithBot(level))
    draft.settle()


def remove(table_id: str, keys: Credentials, seat: int) -> Job[Table]:
    """Whoever sits there gets up again, or is made to by who opened the table, and then cannot come back."""

    def removed(transaction: Transaction) -> Table:
        held, caller = _waiting(transaction, table_id, keys)
        if not caller.creator and seat not in caller.seats:
            raise _not_yours()
        if seat not in held.table.names:
            raise DomainError(422, "nobody_there", N_("Nobody sits there."))
        own = seat in caller.seats
        person = held.head.seats[seat].person
        if person is not None and not own:
            blocks.shut(transaction.connection, table_id, person)
        return _got_up(transaction, held, seat, removed=not own)

    return Job(removed, table_id, alone=True)


def _got_up(
    transaction: Transaction, held: CachedTable, seat: int, removed: bool, name: str | None = None
) -> Table:
    table_id = held.head.setup.id
    name = held.table.names[seat] if name is None else name
    _say(transaction, held, lambda draft: draft.say(seat, Leave(name, removed)))
    if held.table.setup.tournament is None:  # else the place stays theirs: they only get up for now
        nobodys = {"secret_hash": None, "person": None, "account": None, "program": None}
        transaction.change_seat(table_id, seat, **nobodys, invite=new_secret())
        transaction.renew_code(table_id)
    return transaction.table(table_id).table


def clear(transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]) -> None:
    """Somebody is shut out: a table that waits is cancelled if it is `theirs`, else they are made to get up from it."""
    for held, seat in _sitting(transaction, table_id, theirs):
        _got_up(transaction, held, seat, removed=True)


def leave_unnamed(transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]) -> None:
    """The same for somebody who wants to be forgotten: no event says who has got up."""
    for held, seat in _sitting(transaction, table_id, theirs):
        _got_up(transaction, held, seat, removed=False, name="")


def _sitting(
    transaction: Transaction, table_id: str, theirs: Callable[[CachedTable], Caller]
) -> Iterator[tuple[CachedTable, int]]:
    """The table, as it is then, and each seat from which they are to get up; if the table is theirs it is cancelled."""
    held = transaction.looked_up(table_id)
    if not held.table.waiting:
        return
    caller = theirs(held)
    if caller.creator:
        _call_off(transaction, held)
        return
    for seat in sorted(caller.seats & set(held.table.names)):
        yield transaction.table(table_id), seat


def withdraw(table_id: str, keys: Credentials, seat: int) -> Job[Table]:
    """The invitation to a free seat, and the code, open nothing any more; others take their place."""

    def withdrawn(transaction: Transaction) -> Table:
        held = _of_opener(transaction, table_id, keys)
        if seat >= held.table.seats or held.head.seats[seat].invite is None or seat in held.table.names:
            raise DomainError(
                422, "no_free_seat", N_("This seat is not free, so there is no invitation to it.")
            )
        transaction.change_seat(table_id, seat, invite=new_secret())
        transaction.renew_code(table_id)
        return held.table

    return Job(withdrawn, table_id, alone=True)


def cancel(table_id: str, keys: Credentials) -> Job[Table]:
    """There will be no game at the table, and nobody sits down there any more."""

    def cancelled(transaction: Transaction) -> Table:
        return _call_off(transaction, _of_opener(transaction, table_id, keys))

    return Job(cancelled, table_id, alone=True)


def _call_off(transaction: Transaction, held: CachedTable) -> Table:
    table_id = held.head.setup.id
    _say(transaction, held, lambda draft: draft.say("*", Cancel()))
    if held.head.code is not None:
        transaction.retire_code(table_id)
    return transaction.table(table_id).table


def _say(transaction: Transaction, held: CachedTable, act: Mutation) -> None:
    append(transaction, held, NOBODY, f"waiting:{held.table.version}", act)


def _of_opener(transaction: Transaction, table_id: str, keys: Credentials) -> CachedTable:
    held, caller = _waiting(transaction, table_id, keys)
    if not caller.creator:
        raise _not_yours()
    return held


def _waiting(transaction: Transaction, table_id: str, keys: Credentials) -> tuple[CachedTable, Caller]:
    held = transaction.looked_up(table_id)
    must_be_waiting(held.table)
    return held, authenticate(held.head, keys)


def _not_yours() -> DomainError:
    return DomainError(403, "not_opener", N_("Only whoever opened this table can do this."))
