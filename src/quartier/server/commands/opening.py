"""Opening tables and taking seats: everything that hands out a secret."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

import quartier
from quartier.core.play.boards import BadBoard
from quartier.core.play.position import Event
from quartier.core.play.state import State
from quartier.core.text.errors import BadOption, UnknownTitle, nearest
from quartier.core.text.languages import N_
from quartier.server.commands import names
from quartier.server.commands.transaction import Draft, TableService, reused_id
from quartier.server.http.caller import Caller, identify
from quartier.server.refusals import Passed, Refused, no_seat
from quartier.server.storage import repository
from quartier.server.storage.repository import Head, SeatRow
from quartier.server.storage.tokens import hashed, new_id, new_secret, visitor_mark
from quartier.server.table.events import Join
from quartier.server.table.fold import Setup, Table, empty
from quartier.server.thinking import levels

NOBODY = Caller(frozenset(), creator=False)


@dataclass(frozen=True)
class SeatWish:
    """One seat of a new table: "me" (this browser), "friend" (by invitation) or "bot"."""

    kind: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Opened:
    """A new table, with what only its creator learns. `secrets` and `invites` by seat."""

    table: Table
    creator_secret: str
    secrets: dict[int, str]
    invites: dict[int, str]


@dataclass(frozen=True)
class TableWish:
    """A new table: what is played, and who sits there. `board` None: the standard one."""

    title: str
    options: dict[str, Any]
    seats: list[SeatWish]
    board: str | None = None
    automatic: bool = True
    hints: bool | None = None
    """None: where nobody plays against somebody on another device."""

    @property
    def gives_hints(self) -> bool:
        """Whether seats may ask for good moves."""
        alone = all(seat.kind != "friend" for seat in self.seats)
        return alone if self.hints is None else self.hints


def open_table(tables: TableService, wish: TableWish, visitor: str) -> Opened:
    """Make a table; with no friend to wait for, the game begins at once. Raises Refused for anything wrong.

    `visitor` says who asks, as far as that is known: bots alone keep our processors busy for one table at a time.
    """
    wishes = wish.seats
    setup = Setup(
        new_id(),
        wish.title,
        _checked_options(wish),
        tuple(_bot_level(seat) for seat in wishes),
        _today(),
        wish.board,
        wish.automatic,
        wish.gives_hints,
    )
    joining = {seat: names.clean(wish.name) for seat, wish in enumerate(wishes) if wish.kind == "me"}
    secrets = {seat: new_secret() for seat in joining}
    invites = {seat: new_secret() for seat, wish in enumerate(wishes) if wish.kind == "friend"}
    creator_secret = next(iter(secrets.values()), None) or new_secret()
    seats = [
        SeatRow(
            seat, "human" if bot is None else "bot", bot, _hash_or_none(secrets.get(seat)), invites.get(seat)
        )
        for seat, bot in enumerate(setup.bots)
    ]
    bots_alone = all(setup.bots)
    creator_hash = visitor_mark(visitor) if bots_alone else hashed(creator_secret)
    with tables.database.write() as connection:
        if bots_alone:
            _must_be_the_only_one(connection, creator_hash)
        table = _begin(connection, setup, creator_hash, seats, joining)
    tables.committed(table)
    return Opened(table, creator_secret, secrets, invites)


def _must_be_the_only_one(connection: sa.Connection, mark: str) -> None:
    running = repository.running_alone(connection, mark)
    if running is not None:
        text = N_(
            "Bots already play among themselves for you at /table/{id}. Another such table comes after it."
        )
        raise Refused(429, "bots_alone", text, id=running)


def play_on(tables: TableService, state: State, seat: int, name: str, rivals: list[str]) -> Opened:
    """A new table whose log begins with the past of `state`; one person at `seat`, bots of these levels elsewhere."""
    secret = new_secret()
    bots = tuple(None if number == seat else level for number, level in enumerate(rivals))
    board = state.board.name if state.game.boards else None
    options = dict(state.options)
    setup = Setup(new_id(), state.game.name, options, bots, _today(), board, automatic=True, hints=True)
    seats = [
        SeatRow(number, "bot", bot, None, None)
        if bot
        else SeatRow(number, "human", None, hashed(secret), None)
        for number, bot in enumerate(bots)
    ]
    joining = {seat: names.clean(name)}
    with tables.database.write() as connection:
        table = _begin(connection, setup, hashed(secret), seats, joining, state.events)
    tables.committed(table)
    return Opened(table, secret, {seat: secret}, {})


def rematch(connection: sa.Connection, head: Head, old: Table) -> Table:
    """The next table of the same people with the seats rotated by one; each keeps the secret, so nobody need join again."""
    count = old.seats
    before = [(seat + 1) % count for seat in range(count)]
    """`before[seat]`: where the player of the new seat sat."""
    assert old.next_id is not None
    bots = tuple(None if was in old.rematch else old.bot(was) for was in before)
    setup = replace(old.setup, id=old.next_id, bots=bots, day=_today())
    seats = [_kept_seat(head.seats[was], seat, bots[seat]) for seat, was in enumerate(before)]
    joining = {seat: old.names[was] for seat, was in enumerate(before) if bots[seat] is None}
    return _begin(connection, setup, head.creator_hash, seats, joining)


def _kept_seat(was: SeatRow, seat: int, bot: str | None) -> SeatRow:
    """The row of a rematch's seat: a person keeps the secret; who was replaced by a bot and did not come back leaves."""
    if bot is None:
        return replace(was, seat=seat, invite=None)
    return SeatRow(seat, "bot", bot, None, None)


def _begin(
    connection: sa.Connection,
    setup: Setup,
    creator_hash: str,
    seats: list[SeatRow],
    joining: dict[int, str],
    past: Sequence[Event] = (),
) -> Table:
    draft = Draft(empty(setup), NOBODY)
    for seat, name in joining.items():
        draft.say(seat, Join(name))
    draft.repeat(past)
    draft.settle()
    repository.create(connection, draft.table, creator_hash, seats, draft.rows, f"open:{uuid4()}")
    return draft.table


def join(tables: TableService, table_id: str, invite: str, name: str, client_move_id: str) -> tuple[int, str]:
    """Take the seat of an invitation. Returns the seat and its new secret.

    The same `client_move_id` again gets another secret for the same seat: the first answer may have been lost on its way.
    """
    name = names.clean(name)
    secret = new_secret()
    with tables.database.write() as connection:
        head, table = tables.locked(connection, table_id)
        seat = _invited(head, invite)
        key = f"join:{client_move_id}"
        known = repository.command_rows(connection, table_id, key)
        repeated = known is not None and table.entries[known[0] - 1].row.actor == seat
        if known is not None and not repeated:
            raise reused_id()
        if seat in table.names and not repeated:
            raise Refused(
                409,
                "seat_taken",
                N_("This seat is already taken. Ask for a new invitation, or watch the game."),
            )
        repository.take_seat(connection, table_id, seat, hashed(secret))
        tables.hub.last_seen.note(table_id, {seat})
        if not repeated:
            table = tables.append(connection, table, NOBODY, key, lambda draft: _sit(draft, seat, name)).table
    tables.committed(table)
    return seat, secret


def _sit(draft: Draft, seat: int, name: str) -> None:
    draft.say(seat, Join(name))
    draft.settle()


def _invited(head: Head, invite: str) -> int:
    for row in head.seats:
        if row.invite is not None and row.invite == invite:
            return row.seat
    raise Refused(403, "no_invitation", N_("This invitation does not fit the table. Ask for the link again."))


def claim(tables: TableService, table_id: str, secret: str) -> Caller:
    """What a secret opens, for another device. Raises Refused 403 when it opens nothing."""
    head, _ = tables.load(table_id)
    caller = identify(head, [secret])
    if not caller.seats and not caller.creator:
        raise no_seat()
    tables.hub.last_seen.note(table_id, caller.seats)
    return caller


def _checked_options(wish: TableWish) -> dict[str, Any]:
    """All options with their values, as the game understands them."""
    try:
        game = quartier.load(wish.title)
        state = game.new(seats=len(wish.seats), chance="manual", board=wish.board, **wish.options)
        return dict(state.options)
    except UnknownTitle as unknown:
        raise Passed(422, "unknown_title", unknown) from unknown
    except BadBoard as bad:
        raise Passed(422, "bad_board", bad) from bad
    except BadOption as bad:
        raise Passed(422, "bad_option", bad) from bad


def _bot_level(wish: SeatWish) -> str | None:
    return None if wish.kind != "bot" else checked_level(wish.bot)


def checked_level(name: str) -> str:
    """A bot's level. Raises Refused with the nearest one."""
    if name in levels.KNOWN:
        return name
    near = nearest(name, list(levels.KNOWN)) or levels.DEFAULT
    text = N_("There is no bot “{name}”. Did you mean {near}?")
    raise Refused(422, "unknown_bot", text, name=name[:40], near=near)


def _today() -> str:
    return repository.day(time.time())


def _hash_or_none(secret: str | None) -> str | None:
    return None if secret is None else hashed(secret)
