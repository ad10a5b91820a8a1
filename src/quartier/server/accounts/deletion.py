"""Somebody wants to be forgotten: an account, or a guest at a table. The games stay for the others, under nobody's name.

First they give up what they play, which is a move like any other. Then one transaction forgets them everywhere: whatever
interrupts that, they are there with all that is theirs, or gone with all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

import sqlalchemy as sa
import structlog

from quartier.server.accounts.seat_transfer import deals_of
from quartier.server.accounts.sessions import Sessions
from quartier.server.commands import play, waiting_room
from quartier.server.commands.authorization import Caller, Credentials, authenticate
from quartier.server.commands.execute import CommandContext
from quartier.server.commands.tournaments import participate
from quartier.server.errors import DomainError, no_seat
from quartier.server.storage.moderation import bans, personal_data
from quartier.server.storage.schema import seat
from quartier.server.storage.secrets import hashed, new_secret, person_id
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier")


def delete_account(store: TableStore, sessions: Sessions, account_id: str) -> None:
    """Forget an account and whoever it was. From a thread."""
    nobody, keys = hashed(new_secret()), Credentials(account=account_id)
    with store.database.read() as connection:
        own = personal_data.seats_of(connection, account_id)
        tournaments = personal_data.tournaments_of(connection, account_id)
    for tournament_id in tournaments:
        with suppress(DomainError):  # set aside
            participate.withdraw(store, tournament_id, account_id)
    for table_id, seats in own.items():
        _give_up(store, table_id, keys, seats)

    def forgotten(writing: Transaction) -> None:
        connection, theirs = writing.connection, seat.c.account == account_id
        for table_id in bans.open_tables(connection, {"account": account_id}):
            _get_up(writing, table_id, keys, theirs, nobody)
        for table_id, seats in personal_data.seats_of(connection, account_id).items():
            names = personal_data.names_at(connection, table_id, seats)
            _forget(writing, table_id, names, theirs, nobody)
        personal_data.forget_person(connection, person_id(account_id), nobody)
        personal_data.forget_deals(connection, hashed(deals_of(account_id)), nobody)
        sessions.end_all_but(connection, account_id, None)
        personal_data.forget_account(connection, account_id)

    store.writer.do(Job(forgotten, alone=True))
    sessions.look_again(account_id)
    log.info("account_deleted")


def forget_guest(store: TableStore, table_id: str, keys: Credentials) -> list[int]:
    """Forget who had the seats that a device has at a table. From a thread. Raises DomainError 403 where it has none."""
    head, _ = store.load(table_id)
    opened = authenticate(head, Credentials(keys.secrets)).seats
    seats = sorted(number for number in opened if head.seats[number].account is None)
    if not seats:
        raise no_seat()
    theirs = seat.c.secret_hash.in_([hashed(secret) for secret in keys.secrets]) & seat.c.account.is_(None)
    guest, nobody = Credentials(keys.secrets), hashed(new_secret())
    _give_up(store, table_id, guest, seats)

    def forgotten(writing: Transaction) -> None:
        _get_up(writing, table_id, guest, theirs, nobody)

    store.writer.do(Job(forgotten, table_id, alone=True))
    return seats


def _give_up(store: TableStore, table_id: str, keys: Credentials, seats: list[int]) -> None:
    """Nobody waits for whoever goes: they give up where they play. That can be said again and changes nothing then."""
    with suppress(DomainError):  # set aside, or over
        _, table = store.load(table_id)
        for number in seats if table.begun else ():
            with suppress(DomainError):
                store.writer.do(play.resign(store, table_id, CommandContext(keys, number, None, uuid4().hex)))


def _get_up(
    writing: Transaction, table_id: str, keys: Credentials, theirs: sa.ColumnElement[bool], nobody: str
) -> None:
    """Leave a table that waits, which is cancelled where only they sat; who has sat there is forgotten at the same moment,
    because afterwards nothing tells any more that it was them.
    """

    def mine(held: CachedTable) -> Caller:
        caller = authenticate(held.head, keys)
        return replace(caller, creator=caller.creator and not set(held.table.names) - caller.seats)

    with suppress(DomainError):  # set aside
        held = writing.looked_up(table_id)
        names = personal_data.names_at(writing.connection, table_id, authenticate(held.head, keys).seats)
        waiting_room.leave_unnamed(writing, table_id, mine)
        _forget(writing, table_id, names, theirs, nobody)


def _forget(
    writing: Transaction,
    table_id: str,
    names: Mapping[int, str],
    theirs: sa.ColumnElement[bool],
    nobody: str,
) -> None:
    """Whoever has sat at a table under these names is nobody in particular."""
    writing.rewrite(
        table_id, lambda connection: personal_data.forget_seats(connection, table_id, names, theirs, nobody)
    )
