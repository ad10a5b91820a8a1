"""Effects of a ban: the banned player's waiting tables are cancelled, and their seats at others freed."""

from __future__ import annotations

from contextlib import suppress

from quartier.server.commands.authorization import Caller
from quartier.server.commands.waiting import waiting_room
from quartier.server.errors import DomainError
from quartier.server.storage.moderation import bans
from quartier.server.storage.secrets import person_id
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Transaction


def clear(transaction: Transaction, who: dict[str, str]) -> None:
    """Cancel waiting tables that the banned player has opened, and free their other seats; in the ban's transaction."""
    for table_id in bans.open_tables(transaction.connection, who):
        with suppress(DomainError):
            waiting_room.remove_banned(transaction, table_id, lambda cached: _caller_of(cached.row, who))


def account_behind(transaction: Transaction, table_id: str, person: str) -> dict[str, str]:
    """Return who to ban for a chat message: the account of a seat, if this person plays one there, else the person."""
    with suppress(DomainError):  # the table is gone
        seats = transaction.load_locked(table_id).row.seats
        accounts = [
            seat_row.account
            for seat_row in seats
            if seat_row.account and person_id(seat_row.account) == person
        ]
        return {"account": accounts[0]} if accounts else {"person": person}
    return {"person": person}


def _caller_of(row: TableRow, who: dict[str, str]) -> Caller:
    """Return what the banned player has at a table: the account's, the browser's, or what was opened from an address."""
    account, person, mark = who.get("account"), who.get("person"), who.get("address")
    own = [
        seat_row
        for seat_row in row.seats
        if (account is not None and seat_row.account == account)
        or (person is not None and seat_row.person == person)
    ]
    opened = (account is not None and row.owner == account) or (mark is not None and row.visitor == mark)
    opened = opened or row.creator_hash in [seat_row.secret_hash for seat_row in own]
    return Caller(frozenset(seat_row.seat for seat_row in own), opened)
