"""SQL for notification preferences and channels."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import (
    last_notification,
    mail_address,
    muted_table,
    notification,
    notification_preference,
    push_subscription,
)
from quartier.server.storage.schema import seat


@dataclass(frozen=True)
class NotificationPreferences:
    """The preferences of a recipient, apart from their browsers."""

    listener: str
    mail: bool = False
    mailed_at: float | None = None
    webhook: str | None = None
    lang: str = "en"
    seen_at: float | None = None


@dataclass(frozen=True)
class Subscription:
    """A browser with push notifications."""

    id: str
    listener: str
    endpoint: str
    p256dh: str
    auth: str
    session: str
    device: str
    created_at: float


RECIPIENT: Final = sa.func.coalesce(seat.c.account, seat.c.person)
"""The recipient of the notifications of a seat."""
_PREFERENCE_COLUMNS = [notification_preference.c[field.name] for field in fields(NotificationPreferences)]
_SUBSCRIPTION_COLUMNS = [push_subscription.c[field.name] for field in fields(Subscription)]


def of(connection: sa.Connection, recipient: str) -> NotificationPreferences | None:
    row = connection.execute(
        sa.select(*_PREFERENCE_COLUMNS).where(notification_preference.c.listener == recipient)
    ).one_or_none()
    return None if row is None else NotificationPreferences(*row)


def upsert(connection: sa.Connection, recipient: str, **values: object) -> None:
    """Set some preferences of a recipient; the first time with `lang`."""
    if of(connection, recipient) is None:
        connection.execute(notification_preference.insert().values(listener=recipient, **values))
    else:
        connection.execute(
            notification_preference.update()
            .where(notification_preference.c.listener == recipient)
            .values(values)
        )


def forget_idle(connection: sa.Connection, recipient: str) -> None:
    """Delete the preferences of a recipient who has no channel."""
    stored = of(connection, recipient)
    if stored and not (stored.mail or stored.webhook or subscriptions(connection, recipient)):
        connection.execute(
            notification_preference.delete().where(notification_preference.c.listener == recipient)
        )


def update_last_seen(connection: sa.Connection, at: dict[str, float]) -> None:
    """Store when a page of these recipients was last visible, for those with preferences."""
    recipient: sa.BindParameter[str] = sa.bindparam("who")
    when: sa.BindParameter[float] = sa.bindparam("at", type_=sa.Float)
    later = notification_preference.c.seen_at.is_(None) | (notification_preference.c.seen_at < when)
    rows = [{"who": who, "at": moment} for who, moment in sorted(at.items())]
    connection.execute(
        notification_preference.update()
        .where(notification_preference.c.listener == recipient, later)
        .values(seen_at=when),
        rows,
    )


def with_preferences(connection: sa.Connection, recipients: list[str]) -> set[str]:
    """Return those of the recipients who have notifications on."""
    return set(
        connection.scalars(
            sa.select(notification_preference.c.listener).where(
                notification_preference.c.listener.in_(recipients)
            )
        )
    )


def address(connection: sa.Connection, account: str) -> str | None:
    """Return the confirmed email address of an account."""
    return connection.scalar(sa.select(mail_address.c.address).where(mail_address.c.account == account))


# ----- browsers -----

GUEST: Final = ""
"""In place of a session."""


def subscriptions(connection: sa.Connection, recipient: str) -> list[Subscription]:
    """Return the browsers of a recipient, oldest first."""
    where = push_subscription.c.listener == recipient
    query = sa.select(*_SUBSCRIPTION_COLUMNS).where(where).order_by(push_subscription.c.created_at)
    return [Subscription(*row) for row in connection.execute(query)]


def subscription(connection: sa.Connection, id_: str) -> Subscription | None:
    row = connection.execute(
        sa.select(*_SUBSCRIPTION_COLUMNS).where(push_subscription.c.id == id_)
    ).one_or_none()
    return None if row is None else Subscription(*row)


def subscribe(connection: sa.Connection, row: Subscription) -> None:
    """Subscribe a browser for one recipient, in place of an earlier one."""
    unsubscribe(connection, row.id)
    connection.execute(push_subscription.insert().values(vars(row)))


def unsubscribe(connection: sa.Connection, id_: str, recipient: str | None = None) -> None:
    """Delete a subscription. `recipient`: only if it is theirs."""
    query = push_subscription.delete().where(push_subscription.c.id == id_)
    connection.execute(query if recipient is None else query.where(push_subscription.c.listener == recipient))


def adopt(connection: sa.Connection, browser: str, account: str, session: str) -> None:
    """Transfer a guest's subscriptions and notifications to an account, until its session ends."""
    stored = of(connection, browser)
    if stored is None:
        return
    if of(connection, account) is None:
        upsert(connection, account, lang=stored.lang)
    own = {"listener": account}
    theirs = push_subscription.c.listener == browser
    connection.execute(push_subscription.update().where(theirs).values(own | {"session": session}))
    own_keys = sa.select(last_notification.c.game_id, last_notification.c.kind).where(
        last_notification.c.listener == browser
    )
    same = sa.tuple_(last_notification.c.game_id, last_notification.c.kind).in_(own_keys) & (
        last_notification.c.listener == account
    )
    connection.execute(last_notification.delete().where(same))
    for table in (last_notification, notification):
        connection.execute(table.update().where(table.c.listener == browser).values(own))
    connection.execute(notification_preference.delete().where(notification_preference.c.listener == browser))


def forget(connection: sa.Connection, recipient: str) -> None:
    """Delete all preferences and notifications of a recipient."""
    for table in (push_subscription, last_notification, notification, notification_preference):
        connection.execute(table.delete().where(table.c.listener == recipient))


def forget_guests(connection: sa.Connection, before: float) -> None:
    """Delete guests whose pages were not visible, and who have not subscribed, since a time."""
    active = sa.select(notification_preference.c.listener).where(notification_preference.c.seen_at >= before)
    old = (push_subscription.c.created_at < before) & push_subscription.c.listener.not_in(active)
    guests = sa.select(push_subscription.c.listener).where(old, push_subscription.c.session == GUEST)
    for recipient in connection.scalars(guests).all():
        forget(connection, recipient)


# ----- at a table -----


@dataclass(frozen=True)
class Channel:
    """A channel of a recipient: "push" to a browser, "mail" or "webhook"."""

    name: str
    subscription: str | None = None


def channels(connection: sa.Connection, recipient: str) -> list[Channel]:
    """Return all channels of a recipient."""
    stored = of(connection, recipient)
    if stored is None:
        return []
    result = [Channel("push", subscription.id) for subscription in subscriptions(connection, recipient)]
    if stored.webhook:
        result.append(Channel("webhook"))
    if stored.mail and address(connection, recipient) is not None:
        result.append(Channel("mail"))
    return result


def recipients(connection: sa.Connection, table_id: str) -> set[str]:
    """Return who sits at a table, has notifications on, and has not muted the table."""
    muted = sa.exists().where(
        muted_table.c.account == notification_preference.c.listener, muted_table.c.game_id == table_id
    )
    query = sa.select(notification_preference.c.listener).join(
        seat, notification_preference.c.listener == RECIPIENT
    )
    return set(connection.scalars(query.where(seat.c.game_id == table_id, ~muted)))


def muted_tables(connection: sa.Connection, account: str) -> set[str]:
    """Return the tables that an account has muted."""
    return set(connection.scalars(sa.select(muted_table.c.game_id).where(muted_table.c.account == account)))


def set_muted(connection: sa.Connection, account: str, table_id: str, muted: bool) -> None:
    """Mute a table for an account, or unmute it."""
    where = (muted_table.c.account == account) & (muted_table.c.game_id == table_id)
    connection.execute(muted_table.delete().where(where))
    if muted:
        connection.execute(muted_table.insert().values(account=account, game_id=table_id))
