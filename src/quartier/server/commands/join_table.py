"""Taking a seat: by an invitation, or on another device by the seat's secret."""

from __future__ import annotations

from quartier.core.text.languages import N_
from quartier.server.commands import player_names, table_codes, word_filter
from quartier.server.commands.authorization import (
    NOBODY,
    Caller,
    Credentials,
    authenticate,
)
from quartier.server.commands.execute import append, repeated
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import may_sit, must_be_a_person
from quartier.server.domain.events import Join
from quartier.server.domain.preconditions import must_not_be_cancelled
from quartier.server.errors import DomainError, no_seat
from quartier.server.storage import blocks
from quartier.server.storage.secrets import hashed, new_secret
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
    """Take the seat of an invitation. Returns the seat and its new secret, None where an account has it.

    `program`: a program sits down, as in `SeatRow`.

    The same `client_move_id` again gets another secret for the same seat: the first answer may have been lost on its way.
    """
    unwanted = word_filter.read(store.database.settings)
    name, key = player_names.clean(name, unwanted, program is not None), f"join:{client_move_id}"

    def taken(transaction: Transaction) -> tuple[int, str | None]:
        held = transaction.looked_up(table_id)  # another process may have withdrawn the invitation
        must_not_be_cancelled(held.table)
        must_be_a_person(held.table.setup, program)
        if held.table.setup.access == "public":
            player_names.must_be_no_bots(name)
        seat = _invited(held.head, invite)
        known = repeated(held.table, key, lambda first: first.actor == seat)
        if known is None and (seat in held.table.names or held.table.setup.bots[seat] is not None):
            raise taken_already()
        secret = sit(store, transaction, held, seat, name, None if known else key, person, account)
        transaction.change_seat(table_id, seat, program=program)
        return seat, secret

    return Job(taken, table_id, alone=True)


def sit(
    store: TableStore,
    transaction: Transaction,
    held: CachedTable,
    seat: int,
    name: str,
    key: str | None,
    person: str | None,
    account: str | None,
) -> str | None:
    """Give a free seat to somebody. Returns its new secret, None for an account. `key` None: they sit there already."""
    table_id, secret = held.head.setup.id, None if account else new_secret()
    if held.head.seats[seat].account not in (None, account):
        raise taken_already()
    may_sit(held, seat, account)
    if person is not None and blocks.is_removed(transaction.connection, table_id, person):
        text = N_("Whoever opened this table has removed you from it. Find another one in the lobby.")
        raise DomainError(403, "removed", text)
    store.hub.last_seen.note(table_id, {seat})
    if key is not None:
        called = player_names.unlike(name, held.table.names.values())
        append(transaction, held, NOBODY, key, lambda draft: _sit(draft, seat, called))
    secret_hash = None if secret is None else hashed(secret)
    transaction.change_seat(table_id, seat, secret_hash=secret_hash, person=person, account=account)
    now = transaction.table(table_id)
    if now.head.code is not None and not table_codes.free_invites(now.head, now.table):
        transaction.retire_code(table_id)
    return secret


def play_by_program(table_id: str, seat: int, program: str) -> Job[None]:
    """A seat that somebody has taken is shown as a program's from now on, for one plays it. Refused 403 at a rated table."""

    def played(transaction: Transaction) -> None:
        must_be_a_person(transaction.looked_up(table_id).table.setup, program)
        transaction.change_seat(table_id, seat, program=program)

    return Job(played, table_id, alone=True)


def _sit(draft: PendingChange, seat: int, name: str) -> None:
    draft.say(seat, Join(name))
    draft.settle()


def _invited(head: TableRow, invite: str) -> int:
    for row in head.seats:
        if row.invite is not None and row.invite == invite:
            return row.seat
    text = N_("This invitation is not valid here, or not any more. Ask whoever invited you for a new link.")
    raise DomainError(403, "no_invitation", text)


def taken_already() -> DomainError:
    """409 for whoever comes too late."""
    text = N_("This seat is already taken. Ask for a new invitation, or watch the game.")
    return DomainError(409, "seat_taken", text)


def claim(store: TableStore, table_id: str, secret: str) -> Caller:
    """What a secret opens, for another device. Raises DomainError 403 when it opens nothing."""
    head, _ = store.load(table_id)
    caller = authenticate(head, Credentials((secret,)))
    if not caller.seats and not caller.creator:
        raise no_seat()
    store.hub.last_seen.note(table_id, caller.seats)
    return caller
