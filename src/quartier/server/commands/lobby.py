"""Lobby commands: sitting down at a public table, and matchmaking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import sqlalchemy as sa

import quartier
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.commands import create_table, join_table, table_codes
from quartier.server.commands.execute import find_repeated
from quartier.server.commands.names import player_names, seat_names, word_filter
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.commands.tournaments import participate
from quartier.server.commands.waiting import absences, waiting_tables
from quartier.server.domain.events import Leave, NotReady
from quartier.server.domain.preconditions import must_be_waiting
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import DomainError, LibraryError, no_table
from quartier.server.storage import blocks
from quartier.server.storage.lobby import lobby
from quartier.server.storage.lobby.lobby import LobbyRow
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

ATTENDED_SECONDS = 600.0
"""Seconds for which a game in progress is listed after the last of its people was seen."""
ATTENDED_SECONDS_OVER_DAYS = 14 * 24 * 3600.0
"""The same where people have days for a turn."""
MAX_OWED_GAMES = 3
"""Public games that may wait for a person's first move while they join another."""
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
    return store.clock.now() - last < (ATTENDED_SECONDS if row.live else ATTENDED_SECONDS_OVER_DAYS)


def list_open(store: TableStore, connection: sa.Connection) -> list[LobbyRow]:
    """Return the public tables at which a seat is free, oldest first: live ones only while someone is there."""
    seen_since = store.clock.now() - waiting_tables.LISTED_SECONDS
    over_days = [row for row in lobby.list_days(connection) if is_attended(store, row)]
    return sorted(lobby.list_live(connection, seen_since) + over_days, key=lambda row: row.since)


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
        lobby.lock(transaction.connection)
        cached = transaction.load_locked(table_id)
        if cached.table.setup.tournament is not None:
            return JoinedSeat(
                table_id, participate.sit_down(store, transaction, cached, account, key, person), None
            )
        must_have_lobby(store)
        if cached.table.setup.access != "public":
            raise no_table()
        seat_names.must_be_allowed(transaction.connection, cached.table.setup, name, account)
        existing = find_repeated(
            cached.table, key, lambda events: join_table.is_join_as(events, name, cached.table.setup)
        )
        if existing is not None:
            return _sit_again(store, transaction, cached, existing[0], name, person, account)
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
        _must_play_first(transaction, person)
        if cached.table.setup.is_live:
            absences.must_not_cool_down(transaction, person)
            waiting_tables.leave_others(transaction, person, keep=table_id)
        return _take_free_seat(store, transaction, cached, name, key, person, account)

    return Job(run, table_id, exclusive=True)


def _sit_again(
    store: TableStore,
    transaction: Transaction,
    cached: CachedTable,
    version: int,
    name: str,
    person: str,
    account: str | None,
) -> JoinedSeat:
    """Return the seat that a person has taken with the event of this version, with a new secret.

    Raises DomainError 409 if they have left it since.
    """
    seat = int(cached.table.entries[version - 1].row.actor)
    if any(
        entry.row.actor == seat and isinstance(entry.row.content, Leave | NotReady)
        for entry in cached.table.since(version)
    ):
        raise join_table.seat_taken()
    secret = join_table.take_seat(store, transaction, cached, seat, name, None, person, account)
    return JoinedSeat(cached.row.setup.id, seat, secret)


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

    @property
    def is_live(self) -> bool:
        """Whether people have to be present."""
        return self.table.time is not None and self.table.time.days is None

    def fits(self, setup: TableSetup) -> bool:
        """Return whether a table is an ordinary one that matches these options."""
        if setup.hints or setup.rated or setup.title != self.title:
            return False
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
    may_open: Callable[[], object] = lambda: None,
    client_move_id: str | None = None,
) -> Job[JoinedSeat]:
    """Sit down at the public table that has waited longest and whose people are there, else open one and wait.

    Who waits alone and asks again is led to people who wait at a better table: an older one, or one with more of them. So
    two who wait apart meet, whatever kept them from it. A retry with the same `client_move_id` gets the same seat.

    Args:
        store: The tables.
        options: What is wanted.
        name: What the person is called.
        person: Who asks; their other live tables that wait are left.
        visitor: As in `create_table.Opener`.
        account: Their account.
        may_open: Called before a table is opened; raises what forbids it.
        client_move_id: The idempotency key.
    """
    must_have_lobby(store)
    name, secret = player_names.clean(name, word_filter.read(store.database.settings)), new_secret()
    setup, key = create_table.setup_of(options.table), f"join:{client_move_id or new_secret()}"

    def run(transaction: Transaction) -> JoinedSeat:
        seat_names.must_be_allowed(transaction.connection, setup, name, account)
        lobby.lock(transaction.connection)
        repeated = lobby.table_of_command(transaction.connection, key)
        if repeated is not None:
            cached = transaction.load_locked(repeated)
            table = cached.table
            existing = find_repeated(
                table,
                key,
                lambda events: options.fits(table.setup) and join_table.is_join_as(events, name, table.setup),
            )
            assert existing is not None
            return _sit_again(store, transaction, cached, existing[0], name, person, account)
        own = _own_match(transaction, options, person)
        match = _best_match(store, transaction, options, person, own)
        if own is not None and match is None:
            return JoinedSeat(own.row.setup.id, _require_own_seat(own, person), None)
        _must_play_first(transaction, person)
        if options.is_live:
            absences.must_not_cool_down(transaction, person)
            waiting_tables.leave_others(transaction, person)
        if match is not None:
            return _take_free_seat(store, transaction, match, name, key, person, account)
        if not options.is_live:
            waiting_tables.must_not_wait_at_many(transaction, person, visitor)
        may_open()
        invites = {seat: new_secret() for seat in range(1, len(setup.bots))}
        rows = create_table.seat_rows(setup, {0: None if account else secret}, invites, person, account)
        creator = create_table.Creator(hash_secret(secret), visitor, account, key)
        create_table.store_new_table(transaction, setup, creator, rows, {0: name})
        return JoinedSeat(setup.id, 0, None if account else secret)

    return Job(run, exclusive=True)


def _must_play_first(transaction: Transaction, person: str) -> None:
    """Raise DomainError if public games wait for a person's first move, so that no one takes seats only to leave them."""
    owed = 0
    for table_id in lobby.own_tables(transaction.connection, person, "running"):
        cached = waiting_tables.load_sound(transaction, table_id)
        seat = None if cached is None else _own_seat(cached, person)
        if cached is None or seat is None:
            continue
        owed += seat in cached.table.to_act() and not cached.table.move_count(seat)
    if owed >= MAX_OWED_GAMES:
        text = N_("{count} games are waiting for your first move. Make it there before you join another.")
        raise DomainError(409, "first_moves", text, count=owed)


def _own_match(transaction: Transaction, options: QuickMatchOptions, person: str) -> CachedTable | None:
    """Return the oldest table with these options at which the person waits already."""
    for table_id in lobby.own_tables(transaction.connection, person):
        cached = waiting_tables.load_sound(transaction, table_id)
        if cached is not None and options.fits(cached.table.setup):
            return cached
    return None


def _best_match(
    store: TableStore,
    transaction: Transaction,
    options: QuickMatchOptions,
    person: str,
    own: CachedTable | None,
) -> CachedTable | None:
    """Return the oldest table with these options that a person may join now; it has to be better than their `own`."""
    if own is not None and (len(own.table.names) > 1 or not options.is_live):
        return None
    now, connection = store.clock.now(), transaction.connection
    rows = (
        lobby.list_live(connection, now, options.title)
        if options.is_live
        else [row for row in lobby.list_days(connection, options.title) if is_attended(store, row)]
    )
    for row in rows:
        cached = waiting_tables.load_sound(transaction, row.id)
        if (
            cached is None
            or not options.fits(cached.table.setup)
            or not _may_sit(transaction, cached, person)
        ):
            continue
        is_better = own is None or _waits_longer(cached, own)
        if is_better and not (options.is_live and waiting_tables.absent(cached.table, row.pages, now)):
            return cached
    return None


def _waits_longer(table: CachedTable, own: CachedTable) -> bool:
    """Return whether more people wait at a table than at one's own, or as many and for longer."""
    order = [
        (-len(candidate.table.names), candidate.row.opened_at, candidate.row.setup.id)
        for candidate in (table, own)
    ]
    return order[0] < order[1]


def _may_sit(transaction: Transaction, cached: CachedTable, person: str) -> bool:
    """Return whether a person can sit down at a table, with people who have not blocked them."""
    if not cached.table.waiting or not table_codes.free_invites(cached.row, cached.table):
        return False
    if _own_seat(cached, person) is not None:
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


def _require_own_seat(cached: CachedTable, person: str) -> int:
    seat = _own_seat(cached, person)
    assert seat is not None
    return seat


def _own_seat(cached: CachedTable, person: str) -> int | None:
    return next((row.seat for row in cached.row.seats if row.person == person), None)
