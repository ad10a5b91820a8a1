"""Provably fair chance: the nonce that each player adds before the first draw."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Nonce
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job


def add_nonce(store: TableStore, table_id: str, context: CommandContext, nonce: str) -> Job[Answer]:
    """Add the seat's nonce; with the last one the game begins. Raises DomainError 422 if none is missing."""

    def mutate(change: PendingChange) -> None:
        if context.seat not in change.table.missing_nonces():
            raise DomainError(
                422, "no_nonce", N_("This game doesn’t need a random number from your seat right now.")
            )
        change.add_control(context.seat, Nonce(nonce))
        change.resolve()

    # All may do so at the same time: none of them makes the others' stale.
    return execute(
        store,
        table_id,
        replace(context, version=None),
        mutate,
        lambda events: events[0].content == Nonce(nonce),
    )
