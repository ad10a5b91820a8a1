"""Deletion of an account, or of a guest's data at a table. The games stay for the other players, without the name.

Running games are resigned first, like any other move. Then one transaction erases everything, so an interruption leaves
either all of the data or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

import sqlalchemy as sa
import structlog

from quartier.server.accounts.seat_transfer import daily_identity
from quartier.server.accounts.sessions import Sessions
from quartier.server.commands import play
from quartier.server.commands.authorization import Caller, Credentials, authenticate
from quartier.server.commands.execute import CommandContext
from quartier.server.commands.tournaments import participate
from quartier.server.commands.waiting import waiting_room
from quartier.server.errors import DomainError, no_seat
from quartier.server.storage.accounts import browser_seats
from quartier.server.storage.moderation import bans, personal_data
from quartier.server.storage.schema import seat
from quartier.server.storage.secrets import hash_secret, new_secret, person_id
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier")


def delete_account(store: TableStore, sessions: Sessions, account_id: str) -> None:
    """Delete an account: resign its games, then erase its data. Call from a thread."""
    nobody, credentials = hash_secret(new_secret()), Credentials(account=account_id)
    with store.database.read() as connection:
        own = personal_data.seats_of(connection, account_id)
        tournaments = personal_data.tournaments_of(connection, account_id)
    for tournament_id in tournaments:
        with suppress(DomainError):  # set aside
            participate.withdraw(store, tournament_id, account_id)
    for table_id, seats in own.items():
        _resign_all(store, table_id, credentials, seats)

    def run(writing: Transaction) -> None:
        connection, own_seats = writing.connection, seat.c.account == account_id
        writing.erases = True
        for table_id in bans.open_tables(connection, {"account": account_id}):
            _leave_and_forget(writing, table_id, credentials, own_seats, nobody)
        for table_id, seats in personal_data.seats_of(connection, account_id).items():
            names = personal_data.names_at(connection, table_id, seats)
            _forget(writing, table_id, names, own_seats, nobody)
        personal_data.forget_person(connection, person_id(account_id), nobody)
        personal_data.forget_deals(connection, hash_secret(daily_identity(account_id)), nobody)
        sessions.end_all_but(connection, account_id, None)
        personal_data.forget_account(connection, account_id)

    store.writer.run(Job(run, exclusive=True))
    sessions.invalidate(account_id)
    log.info("account_deleted")


def forget_guest(store: TableStore, table_id: str, credentials: Credentials) -> list[int]:
    """Erase who played the seats that a device has at a table. Call from a thread. Raises DomainError 403 if it has none."""
    row, _ = store.load(table_id)
    guest = credentials.as_guest
    opened = authenticate(row, guest).seats
    seats = sorted(number for number in opened if row.seats[number].account is None)
    if not seats:
        raise no_seat()
    own_seats = seat.c.secret_hash.in_(guest.secret_hashes(row)) & seat.c.account.is_(None)
    nobody = hash_secret(new_secret())
    _resign_all(store, table_id, guest, seats)

    def run(writing: Transaction) -> None:
        writing.erases = True
        _leave_and_forget(writing, table_id, guest, own_seats, nobody)
        if guest.browser is not None:
            browser_seats.drop_browser(writing.connection, table_id, guest.browser)

    store.writer.run(Job(run, table_id, exclusive=True))
    return seats


def _resign_all(store: TableStore, table_id: str, credentials: Credentials, seats: list[int]) -> None:
    """Resign all running games of the seats. Idempotent."""
    with suppress(DomainError):  # set aside, or over
        _, table = store.load(table_id)
        for number in seats if table.has_begun else ():
            with suppress(DomainError):
                store.writer.run(
                    play.resign(store, table_id, CommandContext(credentials, number, None, uuid4().hex))
                )


def _leave_and_forget(
    writing: Transaction,
    table_id: str,
    credentials: Credentials,
    own_seats: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Leave a waiting table, which is cancelled if no one else sits there, and erase who sat there in the same transaction:
    afterwards nothing tells any more who it was.
    """

    def caller_of(cached: CachedTable) -> Caller:
        caller = authenticate(cached.row, credentials)
        return replace(caller, creator=caller.creator and not set(cached.table.names) - caller.seats)

    with suppress(DomainError):  # set aside
        cached = writing.load_locked(table_id)
        names = personal_data.names_at(
            writing.connection, table_id, authenticate(cached.row, credentials).seats
        )
        waiting_room.leave_anonymously(writing, table_id, caller_of)
        _forget(writing, table_id, names, own_seats, nobody)


def _forget(
    writing: Transaction,
    table_id: str,
    names: Mapping[int, str],
    own_seats: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Remove these names from a table."""
    writing.rewrite(
        table_id,
        lambda connection: personal_data.forget_seats(connection, table_id, names, own_seats, nobody),
    )
