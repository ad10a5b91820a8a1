"""Ready check: a live game among strangers begins when all of its people are there. Who isn't loses the seat."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands import waiting_room
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.execute import Answer, CommandContext, append, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import NotReady, Ready
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def be_ready(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Say that the seat's person is there, from a client without an open stream."""

    def mutate(change: PendingChange) -> None:
        must_be_waiting(change.table)
        if not change.table.checks_ready or context.seat not in change.table.missing_ready():
            raise DomainError(422, "no_check", N_("No one is asking whether you’re ready right now."))
        _add_ready(change, {context.seat})

    # All may do so at the same time: none of them makes the others' stale.
    return execute(
        store, table_id, replace(context, version=None), mutate, lambda first: first.content == Ready()
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
    """Free the seats of people who are not ready; a table that no one is left at is cancelled."""

    def run(transaction: Transaction) -> None:
        cached = transaction.load_locked(table_id)
        if not cached.table.checks_ready:
            return
        for seat in sorted(cached.table.missing_ready()):
            cached = transaction.load_locked(table_id)
            waiting_room.leave_seat(transaction, cached, seat, NotReady(cached.table.names[seat]))
        cached = transaction.load_locked(table_id)
        if not cached.table.names and cached.table.setup.tournament is None:
            waiting_room.cancel_table(transaction, cached)

    return Job(run, table_id, exclusive=True)
