"""All SQL of who wants to be told what happens at their tables, and by which ways."""

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
class Wish:
    """What a listener wants, beside what their browsers show."""

    listener: str
    mail: bool = False
    mailed_at: float | None = None
    webhook: str | None = None
    lang: str = "en"
    seen_at: float | None = None


@dataclass(frozen=True)
class Subscription:
    """A browser that shows notifications."""

    id: str
    listener: str
    endpoint: str
    p256dh: str
    auth: str
    session: str
    device: str
    created_at: float


LISTENER: Final = sa.func.coalesce(seat.c.account, seat.c.person)
"""Who is told what happens at a seat."""
_WISH = [notification_preference.c[field.name] for field in fields(Wish)]
_SUBSCRIPTION = [push_subscription.c[field.name] for field in fields(Subscription)]


def of(connection: sa.Connection, listener: str) -> Wish | None:
    row = connection.execute(
        sa.select(*_WISH).where(notification_preference.c.listener == listener)
    ).one_or_none()
    return None if row is None else Wish(*row)


def keep(connection: sa.Connection, listener: str, **values: object) -> None:
    """Set some of what a listener wants; `lang` is named with the first of it."""
    if of(connection, listener) is None:
        connection.execute(notification_preference.insert().values(listener=listener, **values))
    else:
        connection.execute(
            notification_preference.update()
            .where(notification_preference.c.listener == listener)
            .values(values)
        )


def forget_idle(connection: sa.Connection, listener: str) -> None:
    """Who wants nothing any more is not looked for."""
    wish = of(connection, listener)
    if wish and not (wish.mail or wish.webhook or subscriptions(connection, listener)):
        connection.execute(
            notification_preference.delete().where(notification_preference.c.listener == listener)
        )


def seen(connection: sa.Connection, at: dict[str, float]) -> None:
    """When a page of these listeners was last to be seen; of those who want to be told something."""
    listener: sa.BindParameter[str] = sa.bindparam("who")
    when: sa.BindParameter[float] = sa.bindparam("at", type_=sa.Float)
    later = notification_preference.c.seen_at.is_(None) | (notification_preference.c.seen_at < when)
    rows = [{"who": who, "at": moment} for who, moment in sorted(at.items())]
    connection.execute(
        notification_preference.update()
        .where(notification_preference.c.listener == listener, later)
        .values(seen_at=when),
        rows,
    )


def wishing(connection: sa.Connection, listeners: list[str]) -> set[str]:
    """Those of them that want to be told something."""
    return set(
        connection.scalars(
            sa.select(notification_preference.c.listener).where(
                notification_preference.c.listener.in_(listeners)
            )
        )
    )


def address(connection: sa.Connection, account: str) -> str | None:
    """Where letters reach an account."""
    return connection.scalar(sa.select(mail_address.c.address).where(mail_address.c.account == account))


# ----- browsers -----

GUEST: Final = ""
"""In the place of a session."""


def subscriptions(connection: sa.Connection, listener: str) -> list[Subscription]:
    """The browsers of a listener, the oldest first."""
    where = push_subscription.c.listener == listener
    query = sa.select(*_SUBSCRIPTION).where(where).order_by(push_subscription.c.created_at)
    return [Subscription(*row) for row in connection.execute(query)]


def subscription(connection: sa.Connection, id_: str) -> Subscription | None:
    row = connection.execute(sa.select(*_SUBSCRIPTION).where(push_subscription.c.id == id_)).one_or_none()
    return None if row is None else Subscription(*row)


def subscribe(connection: sa.Connection, row: Subscription) -> None:
    """A browser shows the notifications of one listener: of who has said so last."""
    unsubscribe(connection, row.id)
    connection.execute(push_subscription.insert().values(vars(row)))


def unsubscribe(connection: sa.Connection, id_: str, listener: str | None = None) -> None:
    """`listener`: only if it is theirs."""
    query = push_subscription.delete().where(push_subscription.c.id == id_)
    connection.execute(query if listener is None else query.where(push_subscription.c.listener == listener))


def adopt(connection: sa.Connection, browser: str, account: str, session: str) -> None:
    """A guest has become an account: what their browser shows and was told is the account's, until its session ends."""
    wish = of(connection, browser)
    if wish is None:
        return
    if of(connection, account) is None:
        keep(connection, account, lang=wish.lang)
    own = {"listener": account}
    theirs = push_subscription.c.listener == browser
    connection.execute(push_subscription.update().where(theirs).values(own | {"session": session}))
    known = sa.select(last_notification.c.game_id, last_notification.c.kind).where(
        last_notification.c.listener == browser
    )
    same = sa.tuple_(last_notification.c.game_id, last_notification.c.kind).in_(known) & (
        last_notification.c.listener == account
    )
    connection.execute(last_notification.delete().where(same))
    for table in (last_notification, notification):
        connection.execute(table.update().where(table.c.listener == browser).values(own))
    connection.execute(notification_preference.delete().where(notification_preference.c.listener == browser))


def forget(connection: sa.Connection, listener: str) -> None:
    """Somebody wants to be told nothing any more, and nothing is kept of what they were told."""
    for table in (push_subscription, last_notification, notification, notification_preference):
        connection.execute(table.delete().where(table.c.listener == listener))


def forget_guests(connection: sa.Connection, before: float) -> None:
    """Browsers without an account whose pages were not seen since, nor subscribed."""
    seen = sa.select(notification_preference.c.listener).where(notification_preference.c.seen_at >= before)
    old = (push_subscription.c.created_at < before) & push_subscription.c.listener.not_in(seen)
    guests = sa.select(push_subscription.c.listener).where(old, push_subscription.c.session == GUEST)
    for listener in connection.scalars(guests).all():
        forget(connection, listener)


# ----- at a table -----


@dataclass(frozen=True)
class Way:
    """How a listener is told: "push" to a browser, "mail" or "webhook"."""

    name: str
    subscription: str | None = None


def ways(connection: sa.Connection, listener: str) -> list[Way]:
    """All that a listener wants."""
    wish = of(connection, listener)
    if wish is None:
        return []
    result = [Way("push", subscription.id) for subscription in subscriptions(connection, listener)]
    if wish.webhook:
        result.append(Way("webhook"))
    if wish.mail and address(connection, listener) is not None:
        result.append(Way("mail"))
    return result


def listeners(connection: sa.Connection, table_id: str) -> set[str]:
    """Who sits at a table, wants to be told something, and also of this table."""
    quiet = sa.exists().where(
        muted_table.c.account == notification_preference.c.listener, muted_table.c.game_id == table_id
    )
    query = sa.select(notification_preference.c.listener).join(
        seat, notification_preference.c.listener == LISTENER
    )
    return set(connection.scalars(query.where(seat.c.game_id == table_id, ~quiet)))


def quiet_tables(connection: sa.Connection, account: str) -> set[str]:
    """The tables of which an account wants to be told nothing."""
    return set(connection.scalars(sa.select(muted_table.c.game_id).where(muted_table.c.account == account)))


def set_quiet(connection: sa.Connection, account: str, table_id: str, quiet: bool) -> None:
    """Whether an account wants to be told nothing of a table."""
    where = (muted_table.c.account == account) & (muted_table.c.game_id == table_id)
    connection.execute(muted_table.delete().where(where))
    if quiet:
        connection.execute(muted_table.insert().values(account=account, game_id=table_id))
