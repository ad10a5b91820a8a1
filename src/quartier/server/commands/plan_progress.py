"""What the events of a table make of the plans of its seats."""

from __future__ import annotations

from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain import planned_moves
from quartier.server.domain.planned_moves import Step
from quartier.server.storage import planned_moves as storage
from quartier.server.storage.transaction import Transaction


def next_answer(transaction: Transaction, change: PendingChange) -> Step | None:
    """Update the plans at a table after a change, and return the planned move that is due now."""
    table, due = change.table, None
    if not planned_moves.allows(table):
        return None
    for seat, lines in storage.find(transaction.connection, table.setup.id).items():
        stays = not table.over and table.bot(seat) is None
        left = planned_moves.follow(lines, seat, table, change.rows) if stays else ()
        if left != lines:
            storage.replace(transaction.connection, table.setup.id, seat, left)
        if due is None and left and left[0][0].seat == seat and table.may_move(seat):
            due = left[0][0]
    return due


def drop(transaction: Transaction, change: PendingChange, seat: int) -> None:
    """Delete the plan of a seat: its answer has turned out to be illegal."""
    storage.replace(transaction.connection, change.table.setup.id, seat, ())
