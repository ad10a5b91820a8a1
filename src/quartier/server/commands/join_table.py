"""Joining a table: by an invitation, or on another device by the seat's secret."""

from __future__ import annotations

from collections.abc import Sequence

from quartier.core.text.languages import N_
from quartier.server.commands import table_codes
from quartier.server.commands.authorization import (
    SERVER,
    Caller,
    Credentials,
    authenticate,
)
from quartier.server.commands.execute import append, find_repeated
from quartier.server.commands.names import player_names, seat_names, word_filter
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_be_a_person, must_be_allowed_to_sit
from quartier.server.commands.rating.seat_rating import seat_rating
from quartier.server.commands.waiting import waiting_tables
from quartier.server.domain.events import Join, Row
from quartier.server.domain.preconditions import must_not_be_cancelled
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import DomainError, no_seat
from quartier.server.storage import blocks
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction


def join(
    store: TableStore,
    table_id: str,
    invite: str,
    name: str,
    client_move_id: str,
    person: str | None = None,
    account: str | None = None,
    program: str | None = None,
) -> Job[tuple[int, str | None]]:
    """Take the seat of an invitation. Returns the seat and its new secret, None for an account.

    `program`: an API client sits down, as in `SeatRow`. A retry with the same `client_move_id` gets a new secret for
    the same seat: the first answer may have been lost.
    """
    unwanted = word_filter.read(store.database.settings)
    name, key = player_names.clean(name, unwanted, program is not None), f"join:{client_move_id}"

    def run(transaction: Transaction) -> tuple[int, str | None]:
        cached = transaction.load_locked(table_id)  # another process may have withdrawn the invitation
        must_not_be_cancelled(cached.table)
        must_be_a_person(cached.table.setup, program)
        seat_names.must_be_allowed(transaction.connection, cached.table.setup, name, account)
        seat = _seat_of_invitation(cached.row, invite)
        existing = find_repeated(
            cached.table,
            key,
            lambda events: events[0].actor == seat and is_join_as(events, name, cached.table.setup),
        )
        if existing is None and (seat in cached.table.names or cached.table.setup.bots[seat] is not None):
            raise seat_taken()
        transaction.change_seat(table_id, seat, program=program)
        cached = transaction.table(table_id)
        key_once = None if existing else key
        return seat, take_seat(store, transaction, cached, seat, name, key_once, person, account)

    return Job(run, table_id, exclusive=True)


def take_seat(
    store: TableStore,
    transaction: Transaction,
    cached: CachedTable,
    seat: int,
    name: str,
    key: str | None,
    person: str | None,
    account: str | None,
) -> str | None:
    """Give a free seat to a person. Returns its new secret, None for an account.

    `key` None: they sit there already, and the host's rights go with their secret.
    """
    table_id, secret = cached.row.setup.id, None if account else new_secret()
    is_host = key is None and cached.row.seats[seat].secret_hash == cached.row.creator_hash
    if cached.row.seats[seat].account not in (None, account):
        raise seat_taken()
    must_be_allowed_to_sit(cached, seat, account)
    if person is not None and blocks.is_removed(transaction.connection, table_id, person):
        text = N_("You were removed from this table. Find another one in the lobby.")
        raise DomainError(403, "removed", text)
    if key is not None:
        unique_name = seat_names.unique_name(
            transaction.connection, cached.table.setup, name, account, cached.table.names.values()
        )
        joins = Join(unique_name, guest=account is None and cached.row.seats[seat].program is None)
        append(transaction, cached, SERVER, key, lambda change: _join(change, seat, joins))
    values = {
        "secret_hash": None if secret is None else hash_secret(secret),
        "person": person,
        "account": account,
    }
    rating = seat_rating(transaction.connection, cached.table.setup, account)
    transaction.change_seat(table_id, seat, **values, **rating)
    if is_host and secret is not None:
        transaction.transfer_ownership(table_id, hash_secret(secret), cached.row.owner)
    waiting_tables.note_arrival(transaction, cached.table, {seat})
    now = transaction.table(table_id)
    if now.row.code is not None and not table_codes.free_invites(now.row, now.table):
        transaction.retire_code(table_id)
    return secret


def play_by_program(table_id: str, seat: int, program: str) -> Job[None]:
    """Mark a seat as played by an API client. Raises DomainError 403 at a rated table."""

    def run(transaction: Transaction) -> None:
        must_be_a_person(transaction.load_locked(table_id).table.setup, program)
        transaction.change_seat(table_id, seat, program=program)

    return Job(run, table_id, exclusive=True)


def _join(change: PendingChange, seat: int, joins: Join) -> None:
    change.add_control(seat, joins)
    change.resolve()


def is_join_as(events: Sequence[Row], name: str, setup: TableSetup) -> bool:
    """Return whether events begin with someone who took a seat under a name, perhaps made unique."""
    joined = events[0].content
    return isinstance(joined, Join) and (setup.rated or player_names.is_made_from(joined.name, name))


def _seat_of_invitation(row: TableRow, invite: str) -> int:
    for seat_row in row.seats:
        if seat_row.invite is not None and seat_row.invite == invite:
            return seat_row.seat
    text = N_("This invitation isn’t valid here or has expired. Ask for a new link.")
    raise DomainError(403, "no_invitation", text)


def seat_taken() -> DomainError:
    """Return 409 for a seat that is taken."""
    text = N_("This seat is taken. Ask for a new invitation, or watch the game.")
    return DomainError(409, "seat_taken", text)


def claim(store: TableStore, table_id: str, secret: str) -> Caller:
    """Return what a secret opens, for another device. Raises DomainError 403 if nothing."""
    row, _ = store.load(table_id)
    caller = authenticate(row, Credentials((secret,)))
    if not caller.seats and not caller.creator:
        raise no_seat()
    store.hub.note_request(table_id, caller.seats)
    return caller
