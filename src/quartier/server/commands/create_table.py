"""Creating tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

import quartier
from quartier.core.fairness.provably_fair import new_key
from quartier.core.game.base_state import Event
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.join_table import take_seat
from quartier.server.commands.names import player_names, seat_names, word_filter
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_be_a_person, must_be_ratable
from quartier.server.commands.rating.seat_rating import seat_rating
from quartier.server.commands.table_options import TableOptions
from quartier.server.commands.waiting import absences, waiting_tables
from quartier.server.domain.events import Join
from quartier.server.domain.table import Table, empty
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import TooManyRequests, reused_id
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import (
    hash_secret,
    id_from_mark,
    new_id,
    new_secret,
    visitor_mark,
)
from quartier.server.storage.table_cache import CachedTable
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

BOT_GAME_RETRY_AFTER = 60
"""Seconds after which it is worth asking again whether a game of bots is over."""


@dataclass(frozen=True)
class NewTable:
    """A new table, with what only its creator gets. `secrets` and `invites` by seat."""

    table: Table
    creator_secret: str
    secrets: dict[int, str]
    invites: dict[int, str]


@dataclass(frozen=True)
class Creator:
    """Who opens a table."""

    secret_hash: str
    """The hash of the secret which shows the invitations."""
    visitor: str
    """For whom bots think there, in turn with other visitors (where bots come later, `execute` sets it)."""
    owner: str | None = None
    """The account that sees the invitations, too."""
    key: str | None = None
    """The idempotency key of the first event; None: a new one."""


@dataclass(frozen=True)
class Opener:
    """Who asks for a table."""

    visitor: str
    """Each visitor has one table of bots only at a time, and bots think for visitors in turn."""
    person: str | None = None
    """The browser that asks, if known."""
    account: str | None = None
    """The account that asks; it needs no secrets."""
    program: str | None = None
    """The API client that asks and sits down, as in `SeatRow`."""
    client_move_id: str | None = None
    """The idempotency key: a retry gets the same table with new secrets, for the first answer may have been lost."""


def open_table(store: TableStore, options: TableOptions, opener: Opener) -> NewTable:
    """Create a table; with no friend to wait for, the game begins at once. Raises DomainError."""
    person, account, program = opener.person, opener.account, opener.program
    options.must_be_allowed(store.database.settings.lobby)
    setup = setup_of(options)
    must_be_a_person(setup, program)
    must_be_ratable(setup, [seat.kind for seat in options.seats], account)
    unwanted = word_filter.read(store.database.settings)
    names = {
        seat: player_names.clean(options.name, unwanted, program is not None)
        for seat, options in enumerate(options.seats)
        if options.kind == "me"
    }
    own = {seat: None if account else new_secret() for seat in names}
    secrets = {seat: secret for seat, secret in own.items() if secret is not None}
    invites = {seat: new_secret() for seat, options in enumerate(options.seats) if options.kind == "friend"}
    creator_secret = next(iter(secrets.values()), None) or new_secret()
    seats = seat_rows(setup, own, invites, person, account, program)

    def create(transaction: Transaction, marked: TableSetup, key: str) -> NewTable:
        if all(setup.bots):
            _must_be_the_only_one(store, transaction, opener.visitor)
        for name in names.values():
            seat_names.must_be_allowed(transaction.connection, setup, name, account)
        if setup.access == "public" and person is not None:
            if setup.is_live:
                absences.must_not_cool_down(transaction, person)
                waiting_tables.leave_others(transaction, person)
            else:
                waiting_tables.must_not_wait_at_many(transaction, person, opener.visitor)
        creator = Creator(hash_secret(creator_secret), opener.visitor, account, key)
        table = store_new_table(transaction, marked, creator, seats, names)
        return NewTable(table, creator_secret, secrets, invites)

    return create_once(store, setup, names, opener, create)


def create_once(
    store: TableStore,
    setup: TableSetup,
    names: Mapping[int, str],
    opener: Opener,
    create: Callable[[Transaction, TableSetup, str], NewTable],
    past: Sequence[Event] = (),
) -> NewTable:
    """Create a table, or return the one that the same command has created, with new secrets.

    Args:
        store: The tables.
        setup: Of the table.
        names: The opener's own seats.
        opener: Who gets it.
        create: Stores a table of this setup, whose first event has this key.
        past: The events that it begins with.
    """
    wish = repr((_wishes(setup), sorted(names.items()), opener.account, opener.program, past))

    def run(transaction: Transaction) -> NewTable:
        marked, key = _identify(transaction, setup, wish, opener.client_move_id)
        existing = _find(transaction, marked, key, names, opener.account)
        if existing is None:
            return create(transaction, marked, key)
        return _give_again(store, transaction, existing, names, opener)

    return store.writer.run(Job(run, exclusive=True))


def _identify(
    transaction: Transaction, setup: TableSetup, wish: str, client_move_id: str | None
) -> tuple[TableSetup, str]:
    """Return a new table's setup and the key of its first event.

    For a `client_move_id` the table's id is always the same, and for the same `wish` the key is, too. Both follow from
    them only with a secret of the database, so a table's id doesn't reveal them.
    """
    if client_move_id is None:
        return setup, f"open:{uuid4()}"
    salt, command = table_rows.visitors_salt(transaction.connection), f"open:{client_move_id}"
    marked = replace(setup, id=id_from_mark(visitor_mark(salt, command)))
    return marked, f"open:{visitor_mark(salt, f'{command} {wish}')}"


def _find(
    transaction: Transaction, setup: TableSetup, key: str, names: Mapping[int, str], account: str | None
) -> CachedTable | None:
    """Return the table if this command has opened it before. Raises DomainError 422 if its id was used for another."""
    table_rows.lock_name(transaction.connection, f"open:{setup.id}")
    if table_rows.find_table(transaction.connection, setup.id) is None:
        return None
    cached = transaction.load_locked(setup.id)
    row, has_key = cached.row, cached.table.events_of_command(key) is not None
    # Where no one sits down there may be no event.
    is_same = has_key if names else _wishes(row.setup) == _wishes(setup)
    is_theirs = row.owner == account and all(row.seats[seat].invite is None for seat in names)
    if not (is_same and is_theirs):
        raise reused_id()
    return cached


def _wishes(setup: TableSetup) -> tuple[TableSetup, bool]:
    """Return what was wished of a setup: nothing that is random, set when it is stored, or new after an update."""
    wished = replace(setup, id="", day="", rules=0, ready_check=False, draw_key=None)
    return wished, setup.draw_key is not None


def _give_again(
    store: TableStore, transaction: Transaction, cached: CachedTable, names: Mapping[int, str], opener: Opener
) -> NewTable:
    """Return what the creator of a table got, with new secrets."""
    table_id, creator_secret, secrets = cached.row.setup.id, new_secret(), {}
    if opener.account is None and not names:
        transaction.transfer_ownership(table_id, hash_secret(creator_secret), None)
    for seat, name in names.items():
        table = transaction.table(table_id)
        secret = take_seat(store, transaction, table, seat, name, None, opener.person, opener.account)
        if secret is not None:
            secrets[seat] = secret
    invites = {row.seat: row.invite for row in cached.row.seats if row.invite is not None}
    return NewTable(cached.table, next(iter(secrets.values()), creator_secret), secrets, invites)


def setup_of(wish: TableOptions) -> TableSetup:
    """Return the setup of a new table, whose day is set when it is stored.

    Raises DomainError for what the title does not support.
    """
    options, bots = wish.all_options(), tuple(seat.level(wish.title) for seat in wish.seats)
    setup = TableSetup(
        new_id(),
        wish.title,
        options,
        bots,
        "",
        wish.board,
        wish.automatic,
        wish.gives_hints,
        access=wish.access,
    )
    key = new_key() if wish.provable else None
    return replace(setup, rules=newest_rules(wish.title), draw_key=key, time=wish.control, rated=wish.rated)


def newest_rules(title: str) -> int:
    """Return the version of the rules of new tables."""
    return quartier.load(title).version


def seat_rows(
    setup: TableSetup,
    secrets: Mapping[int, str | None],
    invites: dict[int, str],
    person: str | None = None,
    account: str | None = None,
    program: str | None = None,
) -> list[SeatRow]:
    """Return a row for each seat, with hashes of secrets.

    The seats of `secrets` are those of the person, account and API client; None instead of a secret for an account.
    """
    hashes = {seat: hash_secret(secret) for seat, secret in secrets.items() if secret is not None}
    return [
        SeatRow(
            seat,
            "human" if bot is None else "bot",
            bot,
            hashes.get(seat),
            invites.get(seat),
            person if seat in secrets else None,
            account if seat in secrets else None,
            program if seat in secrets else None,
        )
        for seat, bot in enumerate(setup.bots)
    ]


def _must_be_the_only_one(store: TableStore, transaction: Transaction, visitor: str) -> None:
    running = table_rows.running_bot_table(
        transaction.connection, waiting_tables.visitor_mark_of(transaction, visitor)
    )
    if running is not None:
        text = N_("You already have a bots-only game at {path}. Wait until it’s over before opening another.")
        # The writer's thread has no request, so the path is not `site_path`.
        path = f"{store.database.settings.root_path}/table/{running}"
        raise TooManyRequests("bots_alone", text, BOT_GAME_RETRY_AFTER, path=path)


def continue_from(
    store: TableStore, state: State, seat: int, name: str, bot_levels: list[str], opener: Opener
) -> NewTable:
    """Create a table whose log begins with the past of `state`; one person at `seat`, bots of these levels elsewhere."""
    account = opener.account
    secrets = {} if account else {seat: new_secret()}
    creator_secret = secrets.get(seat) or new_secret()
    bots = tuple(None if number == seat else level for number, level in enumerate(bot_levels))
    board = state.game.spec.boards.name_or_data(state.board)
    options = dict(state.options)
    setup = TableSetup(new_id(), state.game.name, options, bots, "", board, True, True, state.rules)
    seats, joining = (
        seat_rows(setup, {seat: secrets.get(seat)}, {}, None, account),
        {seat: player_names.clean(name, word_filter.read(store.database.settings))},
    )

    def create(transaction: Transaction, marked: TableSetup, key: str) -> NewTable:
        creator = Creator(hash_secret(creator_secret), opener.visitor, account, key)
        table = store_new_table(transaction, marked, creator, seats, joining, state.events)
        return NewTable(table, creator_secret, secrets, {})

    return create_once(store, setup, joining, opener, create, state.events)


def store_new_table(
    transaction: Transaction,
    setup: TableSetup,
    creator: Creator,
    seats: list[SeatRow],
    joining: dict[int, str],
    past: Sequence[Event] = (),
) -> Table:
    """Store a new table with the people who sit there already, by name, and the game's past, if it has one.

    Args:
        transaction: An exclusive one.
        setup: What does not change.
        creator: Who opens it.
        seats: Their rows.
        joining: Names of people who sit there already, by seat; they are made unique.
        past: Events to begin with.
    """
    day = table_rows.day(transaction.now)
    setup = replace(setup, day=day, ready_check=setup.needs_ready_check)
    change = PendingChange(empty(setup), SERVER, creator.key or f"open:{uuid4()}")
    joining = seat_names.unique_names(transaction.connection, setup, joining, seats)
    seats = [replace(row, **seat_rating(transaction.connection, setup, row.account)) for row in seats]
    for seat, name in joining.items():
        change.add_control(seat, Join(name, guest=seats[seat].of_guest))
    change.replay(past)
    change.resolve()
    is_counted = any(setup.bots) or (setup.access == "public" and not setup.is_live)
    mark = None
    if is_counted and not change.table.over:
        mark = waiting_tables.visitor_mark_of(transaction, creator.visitor)
    transaction.create(change.table, creator.secret_hash, seats, change.rows, mark, creator.owner)
    waiting_tables.note_arrival(transaction, change.table, joining)
    return change.table
