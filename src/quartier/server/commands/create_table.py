"""Opening tables."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

import sqlalchemy as sa

import quartier
from quartier.core.fairness.provably_fair import new_key
from quartier.core.game.position import Event
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.server.commands import player_names, word_filter
from quartier.server.commands.authorization import NOBODY
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_be_a_person, must_be_ratable
from quartier.server.commands.table_options import TableOptions
from quartier.server.domain.events import Join
from quartier.server.domain.table import Table, TableSetup, empty
from quartier.server.errors import TooManyRequests
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import (
    hashed,
    new_id,
    new_secret,
    visitor_mark,
)
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

A_GAME_OF_BOTS = 60
"""Seconds after which it is worth asking again whether a game of bots is over."""


@dataclass(frozen=True)
class NewTable:
    """A new table, with what only its creator learns. `secrets` and `invites` by seat."""

    table: Table
    creator_secret: str
    secrets: dict[int, str]
    invites: dict[int, str]


def open_table(
    store: TableStore,
    wish: TableOptions,
    visitor: str,
    person: str | None = None,
    account: str | None = None,
    program: str | None = None,
) -> NewTable:
    """Make a table; with no friend to wait for, the game begins at once. Raises DomainError for anything wrong.

    `visitor` says who asks, as far as that is known: bots alone keep our processors busy for one table at a time. `person`
    is the browser that asks, if it can be told. Whoever is signed in to an account needs no secrets.
    `program`: one asks, and sits down, as in `SeatRow`.
    """
    wish.must_be_allowed(store.database.settings.lobby)
    setup = setup_of(wish)
    must_be_a_person(setup, program)
    must_be_ratable(setup, [seat.kind for seat in wish.seats], account)
    unwanted = word_filter.read(store.database.settings)
    said = {
        seat: player_names.clean(wish.name, unwanted, program is not None)
        for seat, wish in enumerate(wish.seats)
        if wish.kind == "me"
    }
    if wish.access == "public":
        for name in said.values():
            player_names.must_be_no_bots(name)
    joining = player_names.all_unlike(said)
    own = {seat: None if account else new_secret() for seat in joining}
    secrets = {seat: secret for seat, secret in own.items() if secret is not None}
    invites = {seat: new_secret() for seat, wish in enumerate(wish.seats) if wish.kind == "friend"}
    creator_secret = next(iter(secrets.values()), None) or new_secret()
    seats = seat_rows(setup, own, invites, person, account, program)

    def opened(transaction: Transaction) -> Table:
        if all(setup.bots):
            _must_be_the_only_one(transaction.connection, mark_of(transaction, visitor))
        return begin(transaction, setup, hashed(creator_secret), seats, joining, visitor, owner=account)

    table = store.writer.do(Job(opened, alone=True))
    return NewTable(table, creator_secret, secrets, invites)


def setup_of(wish: TableOptions) -> TableSetup:
    """What is fixed of a new table. Raises DomainError for what the title cannot do."""
    options, bots = wish.all_options(), tuple(seat.level(wish.title) for seat in wish.seats)
    setup = TableSetup(
        new_id(),
        wish.title,
        options,
        bots,
        today(),
        wish.board,
        wish.automatic,
        wish.gives_hints,
        access=wish.access,
    )
    key = new_key() if wish.provable else None
    return replace(setup, rules=newest(wish.title), draw_key=key, time=wish.control, rated=wish.rated)


def newest(title: str) -> int:
    """The version of the rules under which new tables begin."""
    return quartier.load(title).version


def seat_rows(
    setup: TableSetup,
    secrets: Mapping[int, str | None],
    invites: dict[int, str],
    person: str | None = None,
    account: str | None = None,
    program: str | None = None,
) -> list[SeatRow]:
    """A row for each seat; of a secret its hash only. `person` has the seats of the secrets, None for an account; there sits
    a `program`, if it is one.
    """
    hashes = {seat: hashed(secret) for seat, secret in secrets.items() if secret is not None}
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


def _must_be_the_only_one(connection: sa.Connection, mark: str) -> None:
    running = table_rows.running_bot_table(connection, mark)
    if running is not None:
        text = N_(
            "Bots are already playing for you at /table/{id}. Open another such table when that game is over."
        )
        raise TooManyRequests("bots_alone", text, A_GAME_OF_BOTS, id=running)


def play_on(
    store: TableStore,
    state: State,
    seat: int,
    name: str,
    rivals: list[str],
    visitor: str,
    account: str | None = None,
) -> NewTable:
    """A new table whose log begins with the past of `state`; one person at `seat`, bots of these levels elsewhere."""
    secrets = {} if account else {seat: new_secret()}
    creator_secret = secrets.get(seat) or new_secret()
    bots = tuple(None if number == seat else level for number, level in enumerate(rivals))
    board = state.board.name or None
    options = dict(state.options)
    setup = TableSetup(new_id(), state.game.name, options, bots, today(), board, True, True, state.rules)
    seats, joining = (
        seat_rows(setup, {seat: secrets.get(seat)}, {}, None, account),
        {seat: player_names.clean(name, word_filter.read(store.database.settings))},
    )

    def opened(transaction: Transaction) -> Table:
        return begin(
            transaction, setup, hashed(creator_secret), seats, joining, visitor, state.events, account
        )

    return NewTable(store.writer.do(Job(opened, alone=True)), creator_secret, secrets, {})


def begin(
    transaction: Transaction,
    setup: TableSetup,
    creator_hash: str,
    seats: list[SeatRow],
    joining: dict[int, str],
    visitor: str,
    past: Sequence[Event] = (),
    owner: str | None = None,
) -> Table:
    """Store a new table: the people who sit there already by name, and the game's past, if it has one.

    Where bots play, `visitor` is marked: they think as much for each visitor as for the others. (Where bots come later,
    whoever moves then is: `command.execute`.) `owner`: the account that sees the invitations, beside whoever has the
    creator's secret.
    """
    draft = PendingChange(empty(setup), NOBODY, f"open:{uuid4()}")
    for seat, name in joining.items():
        draft.say(seat, Join(name))
    draft.repeat(past)
    draft.settle()
    mark = mark_of(transaction, visitor) if any(setup.bots) and not draft.table.over else None
    transaction.create(draft.table, creator_hash, seats, draft.rows, mark, owner)
    return draft.table


def mark_of(transaction: Transaction, visitor: str) -> str:
    """What stands for a visitor in this database."""
    return visitor_mark(table_rows.visitors_salt(transaction.connection), visitor)


def today() -> str:
    """The date of a table that is opened now."""
    return table_rows.day(time.time())
