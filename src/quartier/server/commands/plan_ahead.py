"""Store the conditional moves of a seat. They are no event of the game: only their seat knows them."""

from __future__ import annotations

from quartier.server.commands.execute import CommandContext, StaleVersion, authorize, note_network
from quartier.server.domain.planned_moves import Lines, must_allow
from quartier.server.domain.table import Table
from quartier.server.storage import planned_moves
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def must_be_present(table: Table, context: CommandContext) -> None:
    """Raise StaleVersion unless a plan begins at the present position, and DomainError unless its seat may plan now."""
    if context.version != table.version:
        raise StaleVersion(table, context)
    must_allow(table, context.seat)


def store(tables: TableStore, table_id: str, context: CommandContext, lines: Lines) -> Job[None]:
    """Store the lines of a seat, checked at the context's version, instead of those it had."""

    def run(transaction: Transaction) -> None:
        _, cached = authorize(tables, transaction, table_id, context)
        must_be_present(cached.table, context)
        note_network(tables, transaction, table_id, context)
        planned_moves.replace(transaction.connection, table_id, context.seat, lines)

    return Job(run, table_id, exclusive=True)
