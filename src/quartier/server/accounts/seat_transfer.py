"""Transfer of seats: to a browser, from a browser into an account, and from a leaked link to a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sqlalchemy as sa

from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.commands.rating import finish
from quartier.server.errors import no_seat
from quartier.server.storage import daily
from quartier.server.storage.accounts import browser_seats
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def hold_seats(table_id: str, browser: str, secrets: Iterable[str]) -> Job[None]:
    """Return a job that gives a browser the seats that these secrets open.

    Args:
        table_id: The table.
        browser: The hash of the browser's cookie.
        secrets: Secrets of seats, or of the table's creator; unknown ones are ignored.
    """
    hashes = {hash_secret(secret) for secret in secrets}

    def run(transaction: Transaction) -> None:
        transaction.load_locked(table_id)
        transaction.hold_seats(table_id, browser, hashes)

    return Job(run, table_id, exclusive=True)


def forget_browser(browser: str) -> Job[None]:
    """Return a job that takes all seats from a browser; other devices that hold them keep them."""

    def run(transaction: Transaction) -> None:
        connection = transaction.connection
        for table_id in browser_seats.tables_of(connection, browser):
            browser_seats.drop_browser(connection, table_id, browser)
            transaction.forget(table_id)

    return Job(run, exclusive=True)


def move_to_account(
    table_id: str,
    credentials: Credentials,
    on_transfer: Callable[[sa.Connection], None] = lambda connection: None,
) -> Job[list[int]]:
    """Return a job that moves a device's seats at a table into its account, and returns the account's seats.

    Their secrets stop working, so ending a session ends everything that it could play.

    Args:
        table_id: The table.
        credentials: The request's credentials, with an account.
        on_transfer: Moves other data of the device to the account, in the same transaction.
    """
    account = credentials.account
    assert account is not None

    def run(transaction: Transaction) -> list[int]:
        cached = transaction.load_locked(table_id)
        here = authenticate(cached.row, credentials.as_guest)
        # Whoever has found the link to a seat of another account may play there, and no more.
        # A program's games are no account's.
        rows = [cached.row.seats[seat] for seat in here.seats]
        moving = {row.seat for row in rows if row.account in (None, account) and row.program is None}
        for seat in sorted(moving):
            transaction.change_seat(table_id, seat, secret_hash=None, account=account)
        on_transfer(transaction.connection)
        if moving:
            finish.record_result_again(transaction.connection, cached.table)
        if here.creator and cached.row.owner in (None, account):
            transaction.transfer_ownership(table_id, hash_secret(new_secret()), account)
        if moving and cached.table.setup.day_key is not None:
            daily.give_game(transaction.connection, table_id, hash_secret(daily_identity(account)))
        return sorted(authenticate(transaction.table(table_id).row, Credentials(account=account)).seats)

    return Job(run, table_id, exclusive=True)


def daily_identity(account: str) -> str:
    """Return the identity by which an account plays the deal of a day. No cookie can equal it: it has a colon."""
    return f"account:{account}"


def renew_link(store: TableStore, table_id: str, credentials: Credentials, seat: int) -> Job[str]:
    """Return a job that gives a seat a new secret, for its link on another device; the old one stops working.

    Other browsers lose the seat; the caller's keeps it, if it has no account.

    Raises:
        DomainError: 403 if the seat is another's.
    """
    secret = new_secret()

    def run(transaction: Transaction) -> str:
        cached = transaction.load_locked(table_id)
        if seat not in authenticate(cached.row, credentials).seats:
            raise no_seat()
        row = cached.row.seats[seat]
        if row.account not in (
            None,
            credentials.account,
        ):  # reached by its link only: finding a link gives no right to keep the seat
            raise no_seat()
        transaction.change_seat(table_id, seat, secret_hash=hash_secret(secret))
        if row.secret_hash == cached.row.creator_hash:  # the creator's secret is that of the first seat
            transaction.transfer_ownership(table_id, hash_secret(secret), cached.row.owner)
        if credentials.browser is not None and credentials.account is None:
            transaction.hold_seats(table_id, credentials.browser, {hash_secret(secret)})
        store.hub.note_request(table_id, {seat})
        return secret

    return Job(run, table_id, exclusive=True)
