"""Lobby commands: sitting down at a public table, and matchmaking."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import quartier
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.commands import create_table, join_table, table_codes
from quartier.server.commands.execute import find_repeated
from quartier.server.commands.names import player_names, seat_names, word_filter
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.commands.tournaments import participate
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import (
    DomainError,
    LibraryError,
    Quarantined,
    no_table,
)
from quartier.server.storage import blocks, lobby
from quartier.server.storage.lobby import LobbyRow
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

ATTENDED_SECONDS = 600.0
"""Seconds for which a table is listed after the last of its people was seen."""
ATTENDED_SECONDS_OVER_DAYS = 14 * 24 * 3600.0
"""The same where people have days for a turn."""
DEFAULT_TIME = TimeOptions(base=900, increment=20, days=None, then="bot")
"""Among strangers nobody waits for ever."""


class JoinedSeat(NamedTuple):
    """A seat at a table; the secret is None for an account, and if the caller had the seat before."""

    table_id: str
    seat: int
    secret: str | None


def is_attended(store: TableStore, row: LobbyRow) -> bool:
    """Return whether a player of a public table was there lately."""
    last = max(row.since, row.last_seen_at, store.hub.last_seen_at(row.id))
    return store.clock.now() - last < (ATTENDED_SECONDS_OVER_DAYS if row.over_days else ATTENDED_SECONDS)


def must_have_lobby(store: TableStore) -> None:
    """Raise DomainError if the lobby is switched off."""
    if not store.database.settings.lobby:
        raise DomainError(404, "no_lobby", N_("This server has no lobby. Invite others with a link."))


def sit_down(
    store: TableStore,
    table_id: str,
    name: str,
    person: str,
    client_move_id: str,
    account: str | None = None,
) -> Job[JoinedSeat]:
    """Take a free seat at a public table, or the own seat at a table of a tournament."""
    name, key = player_names.clean(name, word_filter.read(store.database.settings)), f"join:{client_move_id}"

    def run(transaction: Transaction) -> JoinedSeat:
        cached = transaction.load_locked(table_id)
        if cached.table.setup.tournament is not None:
            return JoinedSeat(
                table_id, participate.sit_down(store, transaction, cached, account, key, person), None
            )
        must_have_lobby(store)
        if cached.table.setup.access != "public":
            raise no_table()
        seat_names.must_be_allowed(transaction.connection, cached.table.setup, name, account)
        existing = find_repeated(cached.table, key, lambda _: True)
        if existing is not None:
            seat = int(cached.table.entries[existing[0] - 1].row.actor)
            return JoinedSeat(
                table_id,
                seat,
                join_table.take_seat(store, transaction, cached, seat, name, None, person, account),
            )
        own = _own_seat(cached, person)
        if own is not None:
            return JoinedSeat(table_id, own, None)
        must_be_waiting(cached.table)
        if _is_blocked(transaction, cached, person):
            text = N_(
                "You can’t join this table: someone there has blocked you, or you’ve blocked them. Find "
                "another in the lobby."
            )
            raise DomainError(403, "apart", text)
        return _take_free_seat(store, transaction, cached, name, key, person, account)

    return Job(run, table_id, exclusive=True)


@dataclass(frozen=True)
class QuickMatchOptions:
    """The options of matchmaking. `seats` None: the fewest of the title; `time` "": a live clock."""

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
        time = TimeOptions.parse(self.time, "bot") if self.time else DEFAULT_TIME
        return TableOptions(self.title, {}, seats, hints=False, access="public", time=time)

    def fits(self, setup: TableSetup) -> bool:
        """Return whether a table matches these options."""
        if self.seats is not None and len(setup.bots) != self.seats:
            return False
        if not self.time:
            return setup.time is None or setup.time.live
        return setup.time is not None and replace(setup.time, bot=True) == self.table.control


def quick_match(
    store: TableStore,
    options: QuickMatchOptions,
    name: str,
    person: str,
    visitor: str,
    account: str | None = None,
) -> Job[JoinedSeat]:
    """Sit down at the public table of a title that has waited longest, else open one and wait."""
    must_have_lobby(store)
    name, secret = player_names.clean(name, word_filter.read(store.database.settings)), new_secret()
    setup = create_table.setup_of(options.table)

    def run(transaction: Transaction) -> JoinedSeat:
        connection = transaction.connection
        seat_names.must_be_allowed(connection, setup, name, account)
        lobby.lock_title(connection, options.title)
        for table_id, seat in lobby.own_seats(connection, options.title, person):
            cached = _load_sound(transaction, table_id)
            if cached is not None and options.fits(cached.table.setup):
                return JoinedSeat(table_id, seat, None)
        for row in lobby.list_tables(connection, "open", options.title):
            cached = _load_sound(transaction, row.id) if is_attended(store, row) else None
            if (
                cached is not None
                and options.fits(cached.table.setup)
                and _may_sit(transaction, cached, person)
            ):
                return _take_free_seat(
                    store, transaction, cached, name, f"join:{new_secret()}", person, account
                )
        invites = {seat: new_secret() for seat in range(1, len(setup.bots))}
        rows = create_table.seat_rows(setup, {0: None if account else secret}, invites, person, account)
        create_table.store_new_table(
            transaction, setup, hash_secret(secret), rows, {0: name}, visitor, owner=account
        )
        return JoinedSeat(setup.id, 0, None if account else secret)

    return Job(run, exclusive=True)


def _load_sound(transaction: Transaction, table_id: str) -> CachedTable | None:
    """Return the table; None if it is quarantined."""
    try:
        return transaction.load_locked(table_id)
    except Quarantined:
        return None


def _may_sit(transaction: Transaction, cached: CachedTable, person: str) -> bool:
    """Return whether a person can sit down at an ordinary table, with people who have not blocked them."""
    setup = cached.table.setup
    if (
        setup.hints
        or setup.rated
        or not cached.table.waiting
        or not table_codes.free_invites(cached.row, cached.table)
    ):
        return False
    shut = blocks.is_removed(transaction.connection, cached.row.setup.id, person)
    return not shut and not _is_blocked(transaction, cached, person)


def _is_blocked(transaction: Transaction, cached: CachedTable, person: str) -> bool:
    """Return whether a person has blocked a player at the table, or was blocked by one."""
    others = [row.person for row in cached.row.seats if row.person]
    return blocks.is_blocked_pair(transaction.connection, person, others)


def _take_free_seat(
    store: TableStore,
    transaction: Transaction,
    cached: CachedTable,
    name: str,
    key: str,
    person: str,
    account: str | None,
) -> JoinedSeat:
    free = set(table_codes.free_invites(cached.row, cached.table))
    seat = next((row.seat for row in cached.row.seats if row.invite in free), None)
    if seat is None:
        raise join_table.seat_taken()
    secret = join_table.take_seat(store, transaction, cached, seat, name, key, person, account)
    return JoinedSeat(cached.row.setup.id, seat, secret)


def _own_seat(cached: CachedTable, person: str) -> int | None:
    return next((row.seat for row in cached.row.seats if row.person == person), None)
