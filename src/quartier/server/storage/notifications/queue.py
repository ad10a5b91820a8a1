"""SQL for the notification queue: changed tables, what was sent last, and what is to be delivered."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import (
    last_notification,
    notification,
    notification_preference,
    notification_queue,
)
from quartier.server.storage.notifications.preferences import RECIPIENT, Channel
from quartier.server.storage.schema import seat, seat_clock

MAX_PENDING_PER_RECIPIENT = 200
"""Maximum number of a recipient's queued notifications."""


@dataclass(frozen=True)
class QueuedNotification:
    """A notification that is to be delivered by one channel."""

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


_NOTIFICATION_COLUMNS = [notification.c[field.name] for field in fields(QueuedNotification)]


def has_pending(connection: sa.Connection) -> bool:
    """Return whether any notification is due now or later."""
    rows = (
        sa.select(sa.literal(1)).select_from(table).limit(1) for table in (notification_queue, notification)
    )
    return any(connection.scalar(query) is not None for query in rows)


def changed_tables(connection: sa.Connection, most: int) -> list[str]:
    return list(connection.scalars(sa.select(notification_queue.c.game_id).limit(most)))


def clear_changed(connection: sa.Connection, table_id: str) -> None:
    """Remove a table from the queue of changed ones."""
    connection.execute(notification_queue.delete().where(notification_queue.c.game_id == table_id))


def running_low(connection: sa.Connection, before: float) -> list[str]:
    """Return the tables where a recipient's clock runs out before a time."""
    same_seat = (seat.c.game_id == seat_clock.c.game_id) & (seat.c.seat == seat_clock.c.seat)
    query = sa.select(seat_clock.c.game_id).join(seat, same_seat)
    query = query.join(notification_preference, notification_preference.c.listener == RECIPIENT)
    return list(connection.scalars(query.where(seat_clock.c.due_at < before).distinct()))


# ----- last notifications -----


def last_sent_marks(connection: sa.Connection, table_id: str) -> dict[tuple[str, str], str]:
    """Return the mark of the last notification by recipient and kind."""
    query = sa.select(last_notification.c.listener, last_notification.c.kind, last_notification.c.mark).where(
        last_notification.c.game_id == table_id
    )
    return {(row.listener, row.kind): row.mark for row in connection.execute(query)}


def mark_sent(connection: sa.Connection, recipient: str, table_id: str, kind: str, mark: str) -> None:
    """Store that a notification was created, once."""
    where = (
        (last_notification.c.listener == recipient)
        & (last_notification.c.game_id == table_id)
        & (last_notification.c.kind == kind)
    )
    connection.execute(last_notification.delete().where(where))
    connection.execute(
        last_notification.insert().values(listener=recipient, game_id=table_id, kind=kind, mark=mark)
    )


# ----- delivery queue -----


def add(connection: sa.Connection, row: dict[str, object], way: Channel, due_at: float) -> None:
    """Queue a notification, unless the recipient has too many. `row`: recipient, table, kind, mark and time."""
    count = (
        sa.select(sa.func.count()).select_from(notification).where(notification.c.listener == row["listener"])
    )
    if (connection.scalar(count) or 0) < MAX_PENDING_PER_RECIPIENT:
        values = {"way": way.name, "subscription": way.subscription, "due_at": due_at, "tries": 0}
        connection.execute(notification.insert().values(row | values))


def due(connection: sa.Connection, now: float, most: int) -> list[QueuedNotification]:
    """Return the notifications that are due, oldest first."""
    query = (
        sa.select(*_NOTIFICATION_COLUMNS)
        .where(notification.c.due_at <= now)
        .order_by(notification.c.due_at)
        .limit(most)
    )
    return [QueuedNotification(*row) for row in connection.execute(query)]


def by_mail(connection: sa.Connection, recipient: str) -> list[QueuedNotification]:
    """Return all notifications of the next email to an account, in order."""
    where = (notification.c.listener == recipient) & (notification.c.way == "mail")
    query = (
        sa.select(*_NOTIFICATION_COLUMNS).where(where).order_by(notification.c.created_at, notification.c.id)
    )
    return [QueuedNotification(*row) for row in connection.execute(query)]


def take(connection: sa.Connection, row: QueuedNotification, until: float) -> bool:
    """Claim a notification for delivery; False if another process has. If this process dies it is due again at `until`."""
    where = (notification.c.id == row.id) & (notification.c.due_at == row.due_at)
    values = {"due_at": until, "tries": row.tries + 1}
    return connection.execute(notification.update().where(where).values(values)).rowcount == 1


def postpone(connection: sa.Connection, id_: int, due_at: float, tries: int) -> None:
    connection.execute(
        notification.update().where(notification.c.id == id_).values(due_at=due_at, tries=tries)
    )


def postpone_mail(connection: sa.Connection, recipient: str, due_at: float) -> None:
    """Postpone the next email to an account."""
    where = (notification.c.listener == recipient) & (notification.c.way == "mail")
    connection.execute(notification.update().where(where).values(due_at=due_at))


def delete(connection: sa.Connection, ids: list[int]) -> None:
    """Remove notifications from the queue: they were delivered or given up."""
    connection.execute(notification.delete().where(notification.c.id.in_(ids)))


def drop(connection: sa.Connection, recipient: str, way: Channel) -> None:
    """Delete what is queued for a recipient's channel."""
    where = (notification.c.listener == recipient) & (notification.c.way == way.name)
    if way.subscription is not None:
        where &= notification.c.subscription == way.subscription
    connection.execute(notification.delete().where(where))
