"""A ban takes away what somebody has open: nobody waits at a table for whoever cannot come."""

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
            waiting_room.clear(transaction, table_id, lambda held: _theirs(held.head, who))


def account_behind(transaction: Transaction, table_id: str, person: str) -> dict[str, str]:
    """Who is to be banned that has said something at a table: the account, where one sits there that is this person."""
    with suppress(DomainError):  # the table is gone
        seats = transaction.looked_up(table_id).head.seats
        accounts = [row.account for row in seats if row.account and person_id(row.account) == person]
        return {"account": accounts[0]} if accounts else {"person": person}
    return {"person": person}


def _theirs(head: TableRow, who: dict[str, str]) -> Caller:
    """What is theirs at a table: the account's, or the browser's, or all that was opened from an address."""
    account, person, mark = who.get("account"), who.get("person"), who.get("address")
    own = [
        row
        for row in head.seats
        if (account is not None and row.account == account) or (person is not None and row.person == person)
    ]
    opened = (account is not None and head.owner == account) or (mark is not None and head.visitor == mark)
    opened = opened or head.creator_hash in [row.secret_hash for row in own]
    return Caller(frozenset(row.seat for row in own), opened)
