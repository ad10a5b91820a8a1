"""Rematch: the next table of the same people, once all of them want it."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.fairness.provably_fair import new_key
from quartier.server.commands import create_table
from quartier.server.commands.execute import (
    CommandContext,
    append,
    authorize,
    find_repeated,
)
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import AskRematch, Rematch
from quartier.server.domain.preconditions import must_be_over
from quartier.server.domain.table import Table
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_rows import SeatRow, TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def agree(store: TableStore, table_id: str, context: CommandContext, visitor: str) -> Job[str | None]:
    """Agree to a rematch, with all seats of this device. Returns the new table's id once everyone has agreed.

    `visitor`: for whom the bots of the new table think if this was the last yes.
    """

    def run(transaction: Transaction) -> str | None:
        caller, cached = authorize(store, transaction, table_id, context)
        table = cached.table
        must_be_over(table)
        existing = find_repeated(table, context.key, lambda events: events[0].content == AskRematch())
        if existing or table.next_id is not None or caller.seats <= table.rematch:
            return table.next_id
        table = append(transaction, cached, caller, context.key, _agree).table
        if table.next_id is not None:
            _open(transaction, cached.row, table, table.next_id, visitor)
        return table.next_id

    return Job(run, table_id, exclusive=True)


def _agree(change: PendingChange) -> None:
    for seat in sorted(change.caller.seats - change.table.rematch):
        change.add_control(seat, AskRematch())
    if change.table.people <= change.table.rematch:
        change.add_control("*", Rematch(new_id()))


def _open(transaction: Transaction, row: TableRow, old: Table, new: str, visitor: str) -> None:
    """Create the next table of the same people: each keeps seat and secret, so that colours stay.

    Chance decides in every game who starts, so no seat has an advantage.
    """
    bots = tuple(None if seat in old.rematch else old.bot(seat) for seat in range(old.seats))
    rules = create_table.newest_rules(old.setup.title)
    key = None if old.setup.draw_key is None else new_key()
    setup = replace(
        old.setup,
        id=new,
        bots=bots,
        rules=rules,
        day_key=None,
        deal=None,
        draw_key=key,
        tournament=None,
        time=None if old.setup.time is None else replace(old.setup.time, total=0),
    )
    seats = [_seat(was, bots[was.seat]) for was in row.seats]
    joining = {seat: name for seat, name in old.names.items() if bots[seat] is None}
    creator = create_table.Creator(row.creator_hash, visitor, row.owner)
    create_table.store_new_table(transaction, setup, creator, seats, joining)
    for browser, secret_hashes in row.browser_secrets.items():
        transaction.hold_seats(new, browser, secret_hashes)


def _seat(was: SeatRow, bot: str | None) -> SeatRow:
    """Return the row of a seat: a person keeps the secret; who was replaced by a bot leaves."""
    if bot is None:
        return replace(was, invite=None, network=None)
    return SeatRow(was.seat, "bot", bot, None, None)
