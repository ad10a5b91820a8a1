"""Public tables: sitting down at one, and playing with anyone who waits for the same game."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import quartier
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.commands import (
    create_table,
    join_table,
    player_names,
    table_codes,
    word_filter,
)
from quartier.server.commands.execute import repeated
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.commands.tournaments import participate
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.domain.table import TableSetup
from quartier.server.errors import (
    DomainError,
    LibraryError,
    Quarantined,
    no_table,
)
from quartier.server.storage import blocks, lobby
from quartier.server.storage.lobby import Listed
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

ATTENDED = 600.0
"""Seconds for which a table is listed after the last of its people was seen."""
ATTENDED_OVER_DAYS = 14 * 24 * 3600.0
"""The same where people have days for a turn."""
USUAL_TIME = TimeOptions(base=900, increment=20, days=None, then="bot")
"""Among strangers nobody waits for ever."""


class Place(NamedTuple):
    """A seat at a table; the secret is None for an account, and for whoever has sat there before."""

    table_id: str
    seat: int
    secret: str | None


def is_attended(store: TableStore, row: Listed) -> bool:
    """Whether there is somebody at a public table to play with, or to watch."""
    last = max(row.since, row.seen, store.hub.last_heard(row.id))
    return time.time() - last < (ATTENDED_OVER_DAYS if row.over_days else ATTENDED)


def must_have_lobby(store: TableStore) -> None:
    """Refused where the host wants no lobby."""
    if not store.database.settings.lobby:
        raise DomainError(404, "no_lobby", N_("There is no lobby here. Invite others by a link."))


def sit_down(
    store: TableStore,
    table_id: str,
    name: str,
    person: str,
    client_move_id: str,
    account: str | None = None,
) -> Job[Place]:
    """Take a free seat at a public table, or one's own at a table of a tournament."""
    name, key = player_names.clean(name, word_filter.read(store.database.settings)), f"join:{client_move_id}"

    def sat(transaction: Transaction) -> Place:
        held = transaction.looked_up(table_id)
        if held.table.setup.tournament is not None:
            return Place(table_id, participate.sit_down(store, transaction, held, account, key, person), None)
        must_have_lobby(store)
        if held.table.setup.access != "public":
            raise no_table()
        player_names.must_be_no_bots(name)
        known = repeated(held.table, key, lambda _: True)
        if known is not None:
            seat = int(held.table.entries[known[0] - 1].row.actor)
            return Place(
                table_id, seat, join_table.sit(store, transaction, held, seat, name, None, person, account)
            )
        own = _own_seat(held, person)
        if own is not None:
            return Place(table_id, own, None)
        must_be_waiting(held.table)
        if _are_apart(transaction, held, person):
            text = N_("You and somebody at this table do not play together. Find another one in the lobby.")
            raise DomainError(403, "apart", text)
        return _take(store, transaction, held, name, key, person, account)

    return Job(sat, table_id, alone=True)


@dataclass(frozen=True)
class QuickMatchOptions:
    """What somebody would like to play with anyone. `seats` None: as few as the title can; `time` "": a live clock."""

    title: str
    seats: int | None = None
    time: str = ""

    @property
    def table(self) -> TableOptions:
        """What is opened where nobody waits: as the rules are, with a clock."""
        try:
            fewest = quartier.load(self.title).seats[0]
        except UnknownTitle as unknown:
            raise LibraryError(422, "unknown_title", unknown) from unknown
        seats = [SeatOptions("me"), *[SeatOptions("friend")] * ((self.seats or max(fewest, 2)) - 1)]
        time = TimeOptions.said(self.time, "bot") if self.time else USUAL_TIME
        return TableOptions(self.title, {}, seats, hints=False, access="public", time=time)

    def fits(self, setup: TableSetup) -> bool:
        """Whether a table is what is wanted."""
        if self.seats is not None and len(setup.bots) != self.seats:
            return False
        if not self.time:
            return setup.time is None or setup.time.live
        return setup.time is not None and replace(setup.time, bot=True) == self.table.control


def play_anyone(
    store: TableStore,
    wish: QuickMatchOptions,
    name: str,
    person: str,
    visitor: str,
    account: str | None = None,
) -> Job[Place]:
    """Sit down at the public table of a title that has waited longest, else open one and wait."""
    must_have_lobby(store)
    name, secret = player_names.clean(name, word_filter.read(store.database.settings)), new_secret()
    player_names.must_be_no_bots(name)
    setup = create_table.setup_of(wish.table)

    def played(transaction: Transaction) -> Place:
        connection = transaction.connection
        lobby.alone(connection, wish.title)
        for table_id, seat in lobby.own_seats(connection, wish.title, person):
            held = _held(transaction, table_id)
            if held is not None and wish.fits(held.table.setup):
                return Place(table_id, seat, None)
        for row in lobby.listed(connection, "open", wish.title):
            held = _held(transaction, row.id) if is_attended(store, row) else None
            if held is not None and wish.fits(held.table.setup) and _may_sit(transaction, held, person):
                return _take(store, transaction, held, name, f"join:{new_secret()}", person, account)
        invites = {seat: new_secret() for seat in range(1, len(setup.bots))}
        rows = create_table.seat_rows(setup, {0: None if account else secret}, invites, person, account)
        create_table.begin(transaction, setup, hashed(secret), rows, {0: name}, visitor, owner=account)
        return Place(setup.id, 0, None if account else secret)

    return Job(played, alone=True)


def _held(transaction: Transaction, table_id: str) -> CachedTable | None:
    """The table; None if it is set aside."""
    try:
        return transaction.looked_up(table_id)
    except Quarantined:
        return None


def _may_sit(transaction: Transaction, held: CachedTable, person: str) -> bool:
    """Whether somebody can sit down there to play as usual, with people who want to meet them."""
    setup = held.table.setup
    if (
        setup.hints
        or setup.rated
        or not held.table.waiting
        or not table_codes.free_invites(held.head, held.table)
    ):
        return False
    shut = blocks.is_removed(transaction.connection, held.head.setup.id, person)
    return not shut and not _are_apart(transaction, held, person)


def _are_apart(transaction: Transaction, held: CachedTable, person: str) -> bool:
    """Whether somebody has blocked one who sits there, or the other way round."""
    others = [row.person for row in held.head.seats if row.person]
    return blocks.is_blocked_pair(transaction.connection, person, others)


def _take(
    store: TableStore,
    transaction: Transaction,
    held: CachedTable,
    name: str,
    key: str,
    person: str,
    account: str | None,
) -> Place:
    free = set(table_codes.free_invites(held.head, held.table))
    seat = next((row.seat for row in held.head.seats if row.invite in free), None)
    if seat is None:
        raise join_table.taken_already()
    secret = join_table.sit(store, transaction, held, seat, name, key, person, account)
    return Place(held.head.setup.id, seat, secret)


def _own_seat(held: CachedTable, person: str) -> int | None:
    return next((row.seat for row in held.head.seats if row.person == person), None)
