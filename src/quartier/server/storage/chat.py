"""All SQL of what people say at a table, and of what the host is asked to read of it."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import chat_message, report

KEPT = 500
"""Words of a table that are kept, the last ones."""


@dataclass(frozen=True)
class Word:
    """Something that was said. `seat` None: by somebody who watches."""

    seq: int
    seat: int | None
    person: str
    """As in `SeatRow`."""
    name: str
    kind: str
    """"chat", or "reaction", whose text is its name."""
    text: str
    at: float


_COLUMNS = (
    chat_message.c.seq,
    chat_message.c.seat,
    chat_message.c.person,
    chat_message.c.name,
    chat_message.c.kind,
    chat_message.c.text,
    chat_message.c.at,
)


def add(connection: sa.Connection, table_id: str, said: Word) -> None:
    """Keep a word, and let go of the oldest ones."""
    connection.execute(chat_message.insert().values(game_id=table_id, **vars(said)))
    connection.execute(
        chat_message.delete().where(
            (chat_message.c.game_id == table_id) & (chat_message.c.seq <= said.seq - KEPT)
        )
    )


def since(connection: sa.Connection, table_id: str, seq: int) -> list[Word]:
    """What was said after word `seq`, in order."""
    where = (chat_message.c.game_id == table_id) & (chat_message.c.seq > seq)
    rows = connection.execute(sa.select(*_COLUMNS).where(where).order_by(chat_message.c.seq))
    return [Word(*row) for row in rows]


def find(connection: sa.Connection, table_id: str, seq: int) -> Word | None:
    """A word by its number."""
    where = (chat_message.c.game_id == table_id) & (chat_message.c.seq == seq)
    row = connection.execute(sa.select(*_COLUMNS).where(where)).one_or_none()
    return None if row is None else Word(*row)


def times(
    connection: sa.Connection, table_id: str, seat: int | None, person: str | None, after: float
) -> list[float]:
    """When a seat or a person has spoken at a table after that time, the last time first; without both those who watch."""
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
    """Who wants the hosts to read something: the person, and their name if they play at the table."""

    person: str
    name: str


def add_report(connection: sa.Connection, table_id: str, said: Word, reporter: Reporter, at: float) -> bool:
    """Keep a word for the hosts; False if the same person has asked for that before."""
    where = (
        (report.c.game_id == table_id) & (report.c.seq == said.seq) & (report.c.reporter == reporter.person)
    )
    if connection.scalar(sa.select(report.c.id).where(where)) is not None:
        return False
    values: dict[str, object] = {"seq": said.seq, "name": said.name, "text": said.text, "person": said.person}
    values |= {"reporter": reporter.person, "reporter_name": reporter.name}
    connection.execute(report.insert().values(game_id=table_id, at=at, **values))
    return True


def reports_since(connection: sa.Connection, reporter: str, after: float) -> int:
    """How often somebody has asked the host to read something since then."""
    where = (report.c.reporter == reporter) & (report.c.at > after)
    return int(connection.scalar(sa.select(sa.func.count()).select_from(report).where(where)) or 0)
