"""SQL for chat messages, and for reports of them and of names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from quartier.server.storage.schema import chat_message, report

ReportKind = Literal["message", "name", "tournament"]
MAX_STORED_MESSAGES = 500
"""Number of the latest messages kept per table."""


@dataclass(frozen=True)
class ChatMessage:
    """A chat message. `seat` None: a spectator's."""

    seq: int
    seat: int | None
    person: str
    """As in `SeatRow`."""
    name: str
    kind: str
    """"chat", or "reaction" with its name as text."""
    text: str
    at: float
    client_move_id: str | None
    """By which the sender's device may send it again."""
    guest: bool
    """The sender had no account."""


_COLUMNS = (
    chat_message.c.seq,
    chat_message.c.seat,
    chat_message.c.person,
    chat_message.c.name,
    chat_message.c.kind,
    chat_message.c.text,
    chat_message.c.at,
    chat_message.c.client_move_id,
    chat_message.c.guest,
)


def add(connection: sa.Connection, table_id: str, message: ChatMessage) -> None:
    """Store a message, and delete the oldest ones of the table."""
    connection.execute(chat_message.insert().values(game_id=table_id, **vars(message)))
    connection.execute(
        chat_message.delete().where(
            (chat_message.c.game_id == table_id) & (chat_message.c.seq <= message.seq - MAX_STORED_MESSAGES)
        )
    )


def messages_since(connection: sa.Connection, table_id: str, seq: int) -> list[ChatMessage]:
    """Return the messages after number `seq`, in order."""
    where = (chat_message.c.game_id == table_id) & (chat_message.c.seq > seq)
    rows = connection.execute(sa.select(*_COLUMNS).where(where).order_by(chat_message.c.seq))
    return [ChatMessage(*row) for row in rows]


def find(connection: sa.Connection, table_id: str, seq: int) -> ChatMessage | None:
    """Return a message by its number."""
    where = (chat_message.c.game_id == table_id) & (chat_message.c.seq == seq)
    row = connection.execute(sa.select(*_COLUMNS).where(where)).one_or_none()
    return None if row is None else ChatMessage(*row)


def find_repeated(
    connection: sa.Connection, table_id: str, seat: int | None, person: str, client_move_id: str
) -> ChatMessage | None:
    """Return the message that a seat or, for a spectator, a person has sent with this id."""
    sender = chat_message.c.person == person if seat is None else chat_message.c.seat == seat
    same_id = chat_message.c.client_move_id == client_move_id
    where = (chat_message.c.game_id == table_id) & sender & same_id
    row = connection.execute(sa.select(*_COLUMNS).where(where)).first()
    return None if row is None else ChatMessage(*row)


def message_times(
    connection: sa.Connection, table_id: str, seat: int | None, person: str | None, after: float
) -> list[float]:
    """Return when a seat or person has sent messages after a time, latest first; without both: all spectators."""
    speaker = chat_message.c.seat.is_(None) if seat is None else chat_message.c.seat == seat
    if person is not None:
        speaker = (
            chat_message.c.person == person if seat is None else speaker | (chat_message.c.person == person)
        )
    where = (chat_message.c.game_id == table_id) & speaker & (chat_message.c.at > after)
    return list(
        connection.scalars(sa.select(chat_message.c.at).where(where).order_by(chat_message.c.at.desc()))
    )


@dataclass(frozen=True)
class Reporter:
    """The reporter of a message: the person, and their name if they play at the table."""

    person: str
    name: str


@dataclass(frozen=True)
class Report:
    """What is reported, as it is now."""

    game_id: str
    """The table or, for a "tournament", its id."""
    kind: ReportKind
    seq: int
    """The number of the message; of a name, minus one minus the seat's number."""
    name: str
    """The author, the player or the organiser."""
    text: str
    """The message or the name."""
    person: str
    """As in `SeatRow`."""


def add_report(connection: sa.Connection, new: Report, reporter: Reporter, at: float) -> bool:
    """Store a report; False if the same person has reported it before."""
    same = (report.c.game_id == new.game_id) & (report.c.seq == new.seq)
    where = same & (report.c.reporter == reporter.person)
    if connection.scalar(sa.select(report.c.id).where(where)) is not None:
        return False
    values = {**vars(new), "reporter": reporter.person, "reporter_name": reporter.name}
    connection.execute(report.insert().values(at=at, **values))
    return True


def reports_since(connection: sa.Connection, reporter: str, after: float) -> int:
    """Count the reports of a person after a time."""
    where = (report.c.reporter == reporter) & (report.c.at > after)
    return int(connection.scalar(sa.select(sa.func.count()).select_from(report).where(where)) or 0)
