"""All SQL of what is still to be told: tables that have changed, what was told of them last, and what is to be delivered."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import (
    last_notification,
    notification,
    notification_preference,
    notification_queue,
)
from quartier.server.storage.notifications.preferences import LISTENER, Way
from quartier.server.storage.schema import seat, seat_clock

MOST = 200
"""Notices of one listener that wait to be delivered."""


@dataclass(frozen=True)
class Notice:
    """Something that is to be told to somebody by one way."""

    id: int
    listener: str
    game_id: str
    kind: str
    mark: str
    way: str
    subscription: str | None
    created_at: float
    due_at: float
    tries: int


_NOTICE = [notification.c[field.name] for field in fields(Notice)]


def anything(connection: sa.Connection) -> bool:
    """Whether there is anything to be told, now or later."""
    rows = (
        sa.select(sa.literal(1)).select_from(each).limit(1) for each in (notification_queue, notification)
    )
    return any(connection.scalar(query) is not None for query in rows)


def changed_tables(connection: sa.Connection, most: int) -> list[str]:
    return list(connection.scalars(sa.select(notification_queue.c.game_id).limit(most)))


def looked_at(connection: sa.Connection, table_id: str) -> None:
    """A table is as those who wait for it know."""
    connection.execute(notification_queue.delete().where(notification_queue.c.game_id == table_id))


def running_low(connection: sa.Connection, before: float) -> list[str]:
    """The tables at which the clock of somebody who wants to be told runs out before a moment."""
    place = (seat.c.game_id == seat_clock.c.game_id) & (seat.c.seat == seat_clock.c.seat)
    query = sa.select(seat_clock.c.game_id).join(seat, place)
    query = query.join(notification_preference, notification_preference.c.listener == LISTENER)
    return list(connection.scalars(query.where(seat_clock.c.due_at < before).distinct()))


# ----- what was told -----


def told_at(connection: sa.Connection, table_id: str) -> dict[tuple[str, str], str]:
    """By listener and kind, the mark of what was told last."""
    query = sa.select(last_notification.c.listener, last_notification.c.kind, last_notification.c.mark).where(
        last_notification.c.game_id == table_id
    )
    return {(row.listener, row.kind): row.mark for row in connection.execute(query)}


def tell(connection: sa.Connection, listener: str, table_id: str, kind: str, mark: str) -> None:
    """Note that it is told, once."""
    where = (
        (last_notification.c.listener == listener)
        & (last_notification.c.game_id == table_id)
        & (last_notification.c.kind == kind)
    )
    connection.execute(last_notification.delete().where(where))
    connection.execute(
        last_notification.insert().values(listener=listener, game_id=table_id, kind=kind, mark=mark)
    )


# ----- what is to be delivered -----


def add(connection: sa.Connection, row: dict[str, object], way: Way, due_at: float) -> None:
    """To be delivered; not for who has very much waiting. `row`: listener, table, kind, mark and when it happened."""
    count = (
        sa.select(sa.func.count()).select_from(notification).where(notification.c.listener == row["listener"])
    )
    if (connection.scalar(count) or 0) < MOST:
        values = {"way": way.name, "subscription": way.subscription, "due_at": due_at, "tries": 0}
        connection.execute(notification.insert().values(row | values))


def due(connection: sa.Connection, now: float, most: int) -> list[Notice]:
    """What is to be delivered now, the oldest first."""
    query = (
        sa.select(*_NOTICE).where(notification.c.due_at <= now).order_by(notification.c.due_at).limit(most)
    )
    return [Notice(*row) for row in connection.execute(query)]


def by_mail(connection: sa.Connection, listener: str) -> list[Notice]:
    """Everything that the next letter to an account would tell, in the order in which it happened."""
    where = (notification.c.listener == listener) & (notification.c.way == "mail")
    query = sa.select(*_NOTICE).where(where).order_by(notification.c.created_at, notification.c.id)
    return [Notice(*row) for row in connection.execute(query)]


def take(connection: sa.Connection, row: Notice, until: float) -> bool:
    """Begin to deliver; False if another process has begun. If this one dies meanwhile it is due again at `until`."""
    where = (notification.c.id == row.id) & (notification.c.due_at == row.due_at)
    values = {"due_at": until, "tries": row.tries + 1}
    return connection.execute(notification.update().where(where).values(values)).rowcount == 1


def postpone(connection: sa.Connection, id_: int, due_at: float, tries: int) -> None:
    connection.execute(
        notification.update().where(notification.c.id == id_).values(due_at=due_at, tries=tries)
    )


def postpone_mail(connection: sa.Connection, listener: str, due_at: float) -> None:
    """The next letter to an account."""
    where = (notification.c.listener == listener) & (notification.c.way == "mail")
    connection.execute(notification.update().where(where).values(due_at=due_at))


def done(connection: sa.Connection, ids: list[int]) -> None:
    """Delivered, or given up."""
    connection.execute(notification.delete().where(notification.c.id.in_(ids)))


def drop(connection: sa.Connection, listener: str, way: Way) -> None:
    """A listener does not want to be told by this way any more."""
    where = (notification.c.listener == listener) & (notification.c.way == way.name)
    if way.subscription is not None:
        where &= notification.c.subscription == way.subscription
    connection.execute(notification.delete().where(where))
