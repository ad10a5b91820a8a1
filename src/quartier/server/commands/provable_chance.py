"""Provable chance: what each player adds to it before the first draw."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Nonce
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job


def add_nonce(store: TableStore, table_id: str, ticket: CommandContext, nonce: str) -> Job[Answer]:
    """Add the seat's own number; with the last one the game begins. Raises DomainError 422 where none is wanted."""

    def act(draft: PendingChange) -> None:
        if ticket.seat not in draft.table.without_nonce():
            raise DomainError(
                422, "no_nonce", N_("Your seat has nothing to add to the chance of this game now.")
            )
        draft.say(ticket.seat, Nonce(nonce))
        draft.settle()

    # All may do so at the same time: none of them makes the others' stale.
    return execute(
        store, table_id, replace(ticket, version=None), act, lambda first: first.said == Nonce(nonce)
    )
