"""SQL for tables, seats, events and records, apart from the writer's hot path (`writer_connection`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import sqlalchemy as sa

from quartier.server.domain.clocks import Clocks, TimeControl
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table
from quartier.server.domain.table_setup import Challenge, TableSetup
from quartier.server.storage import clocks, heartbeats
from quartier.server.storage.accounts import browser_seats
from quartier.server.storage.accounts.browser_seats import BrowserSecrets
from quartier.server.storage.schema import (
    DAYS,
    VISITORS,
    account,
    event,
    game_table,
    record,
    review,
    seat,
    secret,
    server_policy,
)
from quartier.server.storage.secrets import new_code, new_secret, visitor_mark


@dataclass(frozen=True)
class SeatRow:
    """The authorisation of a seat: the holder of a secret or an account; an invitation while it is open."""

    seat: int
    kind: str
    bot: str | None
    secret_hash: str | None
    invite: str | None
    person: str | None = None
    """The person there, as `tokens.hashed` of the browser's cookie."""
    account: str | None = None
    """The account that owns the seat, in addition to the holder of the secret."""
    program: str | None = None
    """The API client there: its id, or `WITHOUT_TOKEN`; None for people and for our own bots."""
    rating: int | None = None
    """At a rated table, the account's rating when it took the seat."""
    provisional: bool = False
    """That rating was provisional."""
    network: str | None = None
    """In a running rated game, from which network its person plays, as in `secrets.visitor_mark`."""

    @property
    def of_guest(self) -> bool:
        """Whether a person without an account sits there, if anyone does."""
        return self.kind == "human" and self.account is None and self.program is None


@dataclass(frozen=True)
class TableRow:
    """A table without its events. `version` is the seq of the last one."""

    setup: TableSetup
    version: int
    digest: str
    creator_hash: str
    seats: tuple[SeatRow, ...]
    broken: tuple[int, str] | None = None
    """The event at which the log was found not to match `digest`, and the reason."""
    code: str | None = None
    """The code of a free seat; None once there is none, or after `CODE_SECONDS`."""
    opened_at: float = 0.0
    chat_disabled: bool = False
    """The table's creator has switched the chat off."""
    visitor: str | None = None
    """The visitor for whom the table's bots think, as in `tokens.visitor_mark`, while it is played."""
    owner: str | None = None
    """The account that opened it."""
    chat_seq: int = 0
    """The number of the last chat message."""
    clocks: Clocks = ()
    """By seat, at a table with clocks."""
    hidden: bool = False
    """Hidden by a moderator from all but its players."""
    edition: int = 0
    """How often its log was rewritten."""
    account_names: Mapping[int, str] = field(default_factory=dict)
    """The names of the accounts that own seats, by seat."""
    browser_secrets: BrowserSecrets = field(default_factory=dict)
    """The secrets that browsers hold."""
    ready_by: float | None = None
    """The end of the ready check, while there is one."""

    @property
    def secret_hashes(self) -> frozenset[str]:
        """The hashes of the valid secrets: of seats, and of the creator."""
        return frozenset({self.creator_hash, *(seat.secret_hash for seat in self.seats if seat.secret_hash)})


CODE_SECONDS = 24 * 3600.0
"""Seconds after which a code expires: so few codes are valid at a time that guessing is hopeless."""


@dataclass(frozen=True)
class UploadedRecord:
    """An uploaded record."""

    id: str
    title: str
    text: str
    digest: str
    broken: tuple[int, str] | None = None
    """As in TableRow."""
    hidden: bool = False
    """Hidden by a moderator."""


_SEAT_ROW = [seat.c[field.name] for field in fields(SeatRow)]
_BOT_DUE = game_table.c.bot_due & game_table.c.broken.is_(None)


def find_table(connection: sa.Connection, table_id: str, lock: bool = False) -> TableRow | None:
    """Return a table's row with its seats; with `lock`, locked until the transaction ends."""
    query = sa.select(game_table).where(game_table.c.id == table_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    query = sa.select(*_SEAT_ROW).where(seat.c.game_id == table_id).order_by(seat.c.seat)
    seats = tuple(SeatRow(*seat_row) for seat_row in connection.execute(query))
    bots = tuple(seat_row.bot for seat_row in seats)
    opened = day(row.created_at)
    setup = TableSetup(
        row.id,
        row.title,
        row.options,
        bots,
        opened,
        row.board if row.board_data is None else row.board_data,
        row.automatic,
        row.hints,
        row.rules,
        row.day_key,
        row.access,
        row.draw_key,
        None if row.time is None else TimeControl(**row.time),
        row.rated,
        row.tournament,
        None if row.deal is None else tuple(row.deal),
        None
        if row.challenge_of is None
        else Challenge(row.challenge_of, row.challenger, row.challenge_score),
        row.ready_check,
    )
    code = row.code if row.created_at > time.time() - CODE_SECONDS else None
    return TableRow(
        setup,
        row.version,
        row.digest,
        row.creator_hash,
        seats,
        _mark(row),
        code,
        row.created_at,
        row.chat_disabled,
        row.visitor,
        row.owner,
        row.chat_seq,
        () if setup.time is None else clocks.find(connection, table_id),
        row.hidden,
        row.edition,
        account_names(connection, seats),
        browser_seats.find(connection, table_id),
        row.ready_by,
    )


def _board_columns(board: str | dict[str, Any] | None) -> dict[str, Any]:
    return {"board_data": board} if isinstance(board, dict) else {"board": board}


def _challenge_columns(challenge: Challenge | None) -> dict[str, str | int]:
    if challenge is None:
        return {}
    return {
        "challenge_of": challenge.game,
        "challenger": challenge.name,
        "challenge_score": challenge.score,
    }


def account_names(connection: sa.Connection, seats: Iterable[SeatRow]) -> dict[int, str]:
    """Return the names of the accounts that have these seats, by seat."""
    accounts = {row.seat: row.account for row in seats if row.account is not None}
    if not accounts:
        return {}
    query = sa.select(account.c.id, account.c.name).where(account.c.id.in_(set(accounts.values())))
    names = {row.id: row.name for row in connection.execute(query)}
    return {number: names[whose] for number, whose in accounts.items() if whose in names}


def table_of_code(connection: sa.Connection, code: str) -> str | None:
    """Return the table with this code."""
    where = (game_table.c.code == code) & (game_table.c.created_at > time.time() - CODE_SECONDS)
    return connection.scalar(sa.select(game_table.c.id).where(where))


def free_code(connection: sa.Connection) -> str:
    """Return an unused code, taking an expired one from its table."""
    while True:
        code = new_code()
        if table_of_code(connection, code) is None:
            connection.execute(game_table.update().where(game_table.c.code == code).values(code=None))
            return code


def versions(connection: sa.Connection, table_ids: list[str]) -> dict[str, int]:
    """Return the versions of the tables that exist."""
    query = sa.select(game_table.c.id, game_table.c.version).where(game_table.c.id.in_(table_ids))
    return {row.id: row.version for row in connection.execute(query)}


def moved_at(connection: sa.Connection, table_id: str) -> float:
    """Return the time of the table's last event, in seconds since 1970."""
    return float(
        connection.scalar(sa.select(sa.func.max(event.c.at)).where(event.c.game_id == table_id)) or 0.0
    )


def last_seq(connection: sa.Connection, table_id: str, until: float) -> int:
    """Return the number of a table's last event up to a time in seconds since 1970; 0: there is none."""
    query = sa.select(sa.func.max(event.c.seq)).where(event.c.game_id == table_id, event.c.at <= until)
    return connection.scalar(query) or 0


def rows_since(connection: sa.Connection, table_id: str, seq: int) -> list[Row]:
    """Return the events after `seq`, in order."""
    columns = (event.c.seq, event.c.actor, event.c.move, event.c.client_move_id)
    query = sa.select(*columns).where(event.c.game_id == table_id, event.c.seq > seq).order_by(event.c.seq)
    return [Row(seq, _actor(actor), *rest) for seq, actor, *rest in connection.execute(query)]


def has_played(connection: sa.Connection, title: str, account_id: str, apart_from: str) -> bool:
    """Return whether an account has made a move at a table of a title, apart from one table."""
    moved = (
        sa.exists()
        .where(event.c.game_id == seat.c.game_id, event.c.actor == sa.cast(seat.c.seat, sa.String))
        .where(~event.c.move.startswith("!"))
    )
    own = (seat.c.account == account_id) & (seat.c.game_id != apart_from)
    query = sa.select(seat.c.game_id).join(game_table).where(own, game_table.c.title == title, moved).limit(1)
    return connection.execute(query).first() is not None


def last_seen_at(connection: sa.Connection, table_id: str) -> dict[int, float]:
    """Return when each seat was last seen, as stored: a command, `update_last_seen`, or the table's creation.

    In seconds since 1970.
    """
    where = (event.c.game_id == table_id) & event.c.client_move_id.is_not(None)
    last = sa.select(event.c.actor, sa.func.max(event.c.at)).where(where).group_by(event.c.actor)
    commanded = {row[0]: float(row[1]) for row in connection.execute(last)}
    query = sa.select(seat.c.seat, seat.c.seen_at, game_table.c.created_at).join(game_table)
    seat_row = connection.execute(query.where(seat.c.game_id == table_id))
    return {
        row.seat: max(commanded.get(str(row.seat), 0.0), row.seen_at or 0.0, row.created_at)
        for row in seat_row
    }


def update_last_seen(connection: sa.Connection, times: dict[tuple[str, int], float]) -> None:
    """Store when these seats were last seen, by table and seat, unless a later time is stored."""
    # In the same order everywhere, so that two processes that write the same rows don't deadlock.
    rows = [{"table": table, "number": number, "at": at} for (table, number), at in sorted(times.items())]
    at: sa.BindParameter[float] = sa.bindparam("at")
    where = (seat.c.game_id == sa.bindparam("table")) & (seat.c.seat == sa.bindparam("number"))
    later = seat.c.seen_at.is_(None) | (seat.c.seen_at < at)
    connection.execute(seat.update().where(where, later).values(seen_at=at), rows)


def create(
    connection: sa.Connection,
    table: Table,
    creator_hash: str,
    seats: list[SeatRow],
    code: str | None,
    opened_at: float,
    visitor: str | None,
    owner: str | None = None,
) -> None:
    """Insert a new table with its seats; the transaction adds the first events."""
    connection.execute(
        game_table.insert().values(
            id=table.setup.id,
            title=table.setup.title,
            options=table.setup.options,
            **_board_columns(table.setup.board),
            automatic=table.setup.automatic,
            hints=table.setup.hints,
            rules=table.setup.rules,
            day_key=table.setup.day_key,
            access=table.setup.access,
            time=None if table.setup.time is None else table.setup.time.to_json(),
            tournament=table.setup.tournament,
            created_at=opened_at,
            draw_key=table.setup.draw_key,
            rated=table.setup.rated,
            ready_check=table.setup.ready_check,
            deal=table.setup.deal,
            **_challenge_columns(table.setup.challenge),
            creator_hash=creator_hash,
            version=table.version,
            digest=table.state.digest(),
            bot_due=table.due_bot() is not None,
            code=code,
            visitor=visitor,
            owner=owner,
            ended_at=0.0,
        )
    )
    connection.execute(seat.insert(), [{"game_id": table.setup.id} | vars(row) for row in seats])


def change_seat(connection: sa.Connection, table_id: str, number: int, values: dict[str, Any]) -> None:
    """Update columns of a seat."""
    where = (seat.c.game_id == table_id) & (seat.c.seat == number)
    connection.execute(seat.update().where(where).values(values))


def change_table(connection: sa.Connection, table_id: str, values: dict[str, Any]) -> None:
    """Update columns of a table."""
    connection.execute(game_table.update().where(game_table.c.id == table_id).values(values))


def bump_edition(connection: sa.Connection, table_id: str) -> None:
    """Mark a log as rewritten, so that no cached table is extended by it."""
    change_table(connection, table_id, {"edition": game_table.c.edition + 1})


def tables_with_due_bots(connection: sa.Connection) -> list[tuple[str, str | None]]:
    """Return the tables where a bot is to move, with the visitor for whom they think; no quarantined ones."""
    query = sa.select(game_table.c.id, game_table.c.visitor).where(_BOT_DUE)
    return [(row.id, row.visitor) for row in connection.execute(query)]


def all_tables(connection: sa.Connection) -> list[str]:
    return list(connection.scalars(sa.select(game_table.c.id).order_by(game_table.c.created_at)))


def lock_name(connection: sa.Connection, name: str) -> None:
    """Lock a name until the transaction ends, against the other processes of the database."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(name))))


def running_bot_table(connection: sa.Connection, mark: str) -> str | None:
    """Return the unfinished table that a visitor opened with bots only; locked, to prevent a second one."""
    lock_name(connection, mark)
    person = sa.exists().where(seat.c.game_id == game_table.c.id, seat.c.kind == "human")
    where = _BOT_DUE & (game_table.c.visitor == mark) & ~person
    return connection.scalar(sa.select(game_table.c.id).where(where))


def visitors_salt(connection: sa.Connection) -> str:
    """Return the salt with which all processes of this database hash visitors."""
    return str(connection.execute(sa.select(secret.c.value).where(secret.c.name == VISITORS)).scalar_one())


def database_id(connection: sa.Connection) -> str:
    """Return the public id of this database: 8 hex digits, the same in its copies."""
    return visitor_mark(visitors_salt(connection), "database id")[:8]


def get_or_create_secret(connection: sa.Connection, name: str, new: Callable[[], str]) -> str:
    """Return a secret of this database, created by `new` the first time. For the writer's transaction."""
    result = connection.scalar(sa.select(secret.c.value).where(secret.c.name == name))
    if result is None:
        result = new()
        connection.execute(secret.insert().values(name=name, value=result))
    return result


def populate(connection: sa.Connection) -> None:
    """Insert the first rows of a new database."""
    heartbeats.begin(connection)
    connection.execute(server_policy.insert().values(id=1, invite_only=False, cleaned_at=0.0))
    for name in (VISITORS, DAYS):
        connection.execute(secret.insert().values(name=name, value=new_secret()))


def add_record(connection: sa.Connection, stored: UploadedRecord) -> None:
    accounts = {"id": stored.id, "title": stored.title, "text": stored.text, "digest": stored.digest}
    connection.execute(record.insert().values(created_at=time.time(), **accounts))


def find_record(connection: sa.Connection, record_id: str) -> UploadedRecord | None:
    row = connection.execute(sa.select(record).where(record.c.id == record_id)).one_or_none()
    return (
        None
        if row is None
        else UploadedRecord(row.id, row.title, row.text, row.digest, _mark(row), row.hidden)
    )


def record_hidden(connection: sa.Connection, record_id: str) -> bool | None:
    """Return whether a moderator has hidden a record; None if there is none."""
    return connection.scalar(sa.select(record.c.hidden).where(record.c.id == record_id))


def all_records(connection: sa.Connection) -> list[str]:
    return list(connection.scalars(sa.select(record.c.id).order_by(record.c.created_at)))


def add_review(connection: sa.Connection, game_id: str, data: dict[str, Any]) -> None:
    """Store the review of a game, unless another process was first."""
    if find_review(connection, game_id) is None:
        connection.execute(review.insert().values(game_id=game_id, data=data, created_at=time.time()))


def find_review(connection: sa.Connection, game_id: str) -> dict[str, Any] | None:
    return connection.scalar(sa.select(review.c.data).where(review.c.game_id == game_id))


def mark_table(connection: sa.Connection, table_id: str, seat_row: tuple[int, str] | None) -> None:
    """Store at which event and why a table's log is corrupt; None: it is intact.

    Bots don't play there then, so the visitor is irrelevant.
    """
    values = _damage_values(seat_row) | {"visitor": None}
    connection.execute(game_table.update().where(game_table.c.id == table_id).values(values))


def mark_record(connection: sa.Connection, record_id: str, seat_row: tuple[int, str] | None) -> None:
    """Store at which event and why a record is corrupt."""
    connection.execute(record.update().where(record.c.id == record_id).values(_damage_values(seat_row)))


def _damage_values(seat_row: tuple[int, str] | None) -> dict[str, Any]:
    event, reason = seat_row or (None, None)
    return {"broken": reason, "broken_at": event}


def _mark(row: Any) -> tuple[int, str] | None:
    return None if row.broken is None else (row.broken_at, row.broken)


def day(at: float) -> str:
    """Return the UTC date of a time in seconds since 1970, as records write it."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _actor(text: str) -> str | int:
    return text if text == "*" else int(text)
