"""Somebody wants to be forgotten: an account, or a guest at a table. The games stay for the others, under nobody's name.

Table by table, each in a transaction of its own: whatever interrupts it, the same wish again does the rest.
"""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

import sqlalchemy as sa
import structlog

from quartier.server.accounts.seats import deals_of
from quartier.server.accounts.sessions import Sessions
from quartier.server.commands import play
from quartier.server.commands.caller import Keys, identify
from quartier.server.commands.command import Ticket
from quartier.server.commands.meeting import waiting
from quartier.server.commands.tournaments import playing
from quartier.server.refusals import Refused, no_seat
from quartier.server.storage.hosting import persons
from quartier.server.storage.schema import seat
from quartier.server.storage.store import TableStore
from quartier.server.storage.tokens import hashed, new_secret, person_of_account
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier")


def delete_account(store: TableStore, sessions: Sessions, account_id: str) -> None:
    """Forget an account and whoever it was. From a thread."""
    nobody = hashed(new_secret())
    with store.database.read() as connection:
        own = persons.seats_of(connection, account_id)
        tournaments = persons.tournaments_of(connection, account_id)
    for tournament_id in tournaments:
        with suppress(Refused):  # set aside
            playing.withdraw(store, tournament_id, account_id)
    for table_id, seats in own.items():
        theirs = seat.c.account == account_id
        _forget(store, table_id, Keys(account=account_id), seats, theirs, nobody)
    sessions.end_all(account_id)

    def forgotten(writing: Transaction) -> None:
        persons.forget_person(writing.connection, person_of_account(account_id), nobody)
        persons.forget_deals(writing.connection, hashed(deals_of(account_id)), nobody)
        persons.forget_account(writing.connection, account_id)

    store.writer.do(Job(forgotten, alone=True))
    log.info("account_deleted")


def forget_guest(store: TableStore, table_id: str, keys: Keys) -> list[int]:
    """Forget who had the seats that a device has at a table. From a thread. Raises Refused 403 where it has none."""
    head, _ = store.load(table_id)
    opened = identify(head, Keys(keys.secrets)).seats
    seats = sorted(number for number in opened if head.seats[number].account is None)
    if not seats:
        raise no_seat()
    theirs = seat.c.secret_hash.in_([hashed(secret) for secret in keys.secrets]) & seat.c.account.is_(None)
    _forget(store, table_id, Keys(keys.secrets), seats, theirs, hashed(new_secret()))
    return seats


def _forget(
    store: TableStore,
    table_id: str,
    keys: Keys,
    seats: list[int],
    theirs: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Let somebody leave a table, and forget who it was."""
    with store.database.read() as connection:
        names = persons.names_at(connection, table_id, seats)
    _leave(store, table_id, keys, seats)

    def forgotten(transaction: Transaction) -> None:
        transaction.rewrite(
            table_id,
            lambda connection: persons.forget_seats(connection, table_id, names, theirs, nobody),
        )

    store.writer.do(Job(forgotten, table_id, alone=True))


def _leave(store: TableStore, table_id: str, keys: Keys, seats: list[int]) -> None:
    """Nobody waits for whoever has gone: they get up from a table that waits, and give up where they play."""
    with suppress(Refused):  # set aside, or over
        head, table = store.load(table_id)
        if table.waiting and identify(head, keys).creator and not set(table.names) - set(seats):
            store.writer.do(waiting.cancel(table_id, keys))
            return
        for number in seats:
            with suppress(Refused):
                if table.waiting:
                    store.writer.do(waiting.remove(table_id, keys, number))
                else:
                    store.writer.do(play.resign(store, table_id, Ticket(keys, number, None, uuid4().hex)))
