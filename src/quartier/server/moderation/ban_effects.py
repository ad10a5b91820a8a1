"""Effects of a ban: the banned player's waiting tables are cancelled, and their seats at others freed."""

from __future__ import annotations

from contextlib import suppress

from quartier.server.commands import waiting_room
from quartier.server.commands.authorization import Caller
from quartier.server.errors import DomainError
from quartier.server.storage.moderation import bans
from quartier.server.storage.secrets import person_id
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Transaction


def clear(transaction: Transaction, who: dict[str, str]) -> None:
    """In the transaction of the ban: cancel tables that they have opened and that wait, and let them get up elsewhere."""
    for table_id in bans.open_tables(transaction.connection, who):
        with suppress(DomainError):
            waiting_room.remove_banned(transaction, table_id, lambda cached: _caller_of(cached.row, who))


def account_behind(transaction: Transaction, table_id: str, person: str) -> dict[str, str]:
    """Who is to be banned that has said something at a table: the account, where one sits there that is this person."""
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
    """What is theirs at a table: the account's, or the browser's, or all that was opened from an address."""
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
