"""Seats change hands: from a device into an account, and from a link that has leaked to a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa

from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.commands.rating import finish
from quartier.server.errors import no_seat
from quartier.server.storage import daily
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def keep(
    table_id: str, keys: Credentials, arrive: Callable[[sa.Connection], None] = lambda connection: None
) -> Job[list[int]]:
    """Move the seats that the device has at a table into the account that it is signed in to. Returns the account's seats.
    `arrive`: what else of the device becomes the account's, in the same transaction.

    Their secrets open nothing any more: who ends a session has ended everything that it could play.
    """
    account = keys.account
    assert account is not None

    def kept(transaction: Transaction) -> list[int]:
        held = transaction.looked_up(table_id)
        here = authenticate(held.head, Credentials(keys.secrets))
        # Whoever has found the link to a seat of another account may play there, and no more.
        # A program's games are no account's.
        rows = [held.head.seats[seat] for seat in here.seats]
        moving = {row.seat for row in rows if row.account in (None, account) and row.program is None}
        for seat in sorted(moving):
            transaction.change_seat(table_id, seat, secret_hash=None, account=account)
        arrive(transaction.connection)
        if moving:
            finish.keep_anew(transaction.connection, held.table)
        if here.creator and held.head.owner in (None, account):
            transaction.transfer_ownership(table_id, hashed(new_secret()), account)
        if moving and held.table.setup.day_key is not None:
            daily.give_game(transaction.connection, table_id, hashed(deals_of(account)))
        return sorted(authenticate(transaction.table(table_id).head, Credentials(account=account)).seats)

    return Job(kept, table_id, alone=True)


def deals_of(account: str) -> str:
    """By what an account is known that plays the deal of a day. A cookie cannot be this, it has no colon."""
    return f"account:{account}"


class Renewed(NamedTuple):
    """A seat's new secret, and those of the caller's that open nothing any more."""

    secret: str
    worthless: frozenset[str]


def renew_link(store: TableStore, table_id: str, keys: Credentials, seat: int) -> Job[Renewed]:
    """A new secret for a seat, which its link carries to another device; who has the one of before has nothing.

    Raises DomainError 403 if the seat is another's.
    """
    secret = new_secret()

    def renewed(transaction: Transaction) -> Renewed:
        held = transaction.looked_up(table_id)
        if seat not in authenticate(held.head, keys).seats:
            raise no_seat()
        row = held.head.seats[seat]
        if row.account not in (
            None,
            keys.account,
        ):  # only by its link: whoever has found that shall not keep it
            raise no_seat()
        transaction.change_seat(table_id, seat, secret_hash=hashed(secret))
        if (
            row.secret_hash == held.head.creator_hash
        ):  # whoever opened the table came with the first seat's secret
            transaction.transfer_ownership(table_id, hashed(secret), held.head.owner)
        store.hub.last_seen.note(table_id, {seat})
        worthless = frozenset(each for each in keys.secrets if hashed(each) == row.secret_hash)
        return Renewed(secret, worthless)

    return Job(renewed, table_id, alone=True)
