"""All SQL of who wants to be told what happens at their tables, and by which ways."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.notices.tables import mail_address, notice_wish, push_subscription, quiet_table
from quartier.server.storage.schema import seat


@dataclass(frozen=True)
class Wish:
    """What an account wants, beside what its browsers show."""

    account: str
    mail: bool = False
    mailed_at: float | None = None
    webhook: str | None = None
    lang: str = "en"
    seen_at: float | None = None


@dataclass(frozen=True)
class Subscription:
    """A browser that shows notifications."""

    id: str
    account: str
    endpoint: str
    p256dh: str
    auth: str
    session: str
    device: str
    created_at: float


_WISH = [notice_wish.c[each.name] for each in fields(Wish)]
_SUBSCRIPTION = [push_subscription.c[each.name] for each in fields(Subscription)]


def of(connection: sa.Connection, account: str) -> Wish | None:
    row = connection.execute(sa.select(*_WISH).where(notice_wish.c.account == account)).one_or_none()
    return None if row is None else Wish(*row)


def keep(connection: sa.Connection, account: str, **values: object) -> None:
    """Set some of what an account wants; `lang` is named with the first of it."""
    if of(connection, account) is None:
        connection.execute(notice_wish.insert().values(account=account, **values))
    else:
        connection.execute(notice_wish.update().where(notice_wish.c.account == account).values(values))


def forget_idle(connection: sa.Connection, account: str) -> None:
    """Who wants nothing any more is not looked for."""
    wish = of(connection, account)
    if wish and not (wish.mail or wish.webhook or subscriptions(connection, account)):
        connection.execute(notice_wish.delete().where(notice_wish.c.account == account))


def seen(connection: sa.Connection, at: dict[str, float]) -> None:
    """When a page of these accounts was last to be seen; of those who want to be told something."""
    account: sa.BindParameter[str] = sa.bindparam("who")
    when: sa.BindParameter[float] = sa.bindparam("at", type_=sa.Float)
    later = notice_wish.c.seen_at.is_(None) | (notice_wish.c.seen_at < when)
    rows = [{"who": who, "at": moment} for who, moment in sorted(at.items())]
    connection.execute(
        notice_wish.update().where(notice_wish.c.account == account, later).values(seen_at=when), rows
    )


def wishing(connection: sa.Connection, accounts: list[str]) -> set[str]:
    """Those of the accounts that want to be told something."""
    return set(
        connection.scalars(sa.select(notice_wish.c.account).where(notice_wish.c.account.in_(accounts)))
    )


def address(connection: sa.Connection, account: str) -> str | None:
    """Where letters reach an account."""
    return connection.scalar(sa.select(mail_address.c.address).where(mail_address.c.account == account))


# ----- browsers -----


def subscriptions(connection: sa.Connection, account: str) -> list[Subscription]:
    """The browsers of an account, the oldest first."""
    where = push_subscription.c.account == account
    query = sa.select(*_SUBSCRIPTION).where(where).order_by(push_subscription.c.created_at)
    return [Subscription(*row) for row in connection.execute(query)]


def subscription(connection: sa.Connection, id_: str) -> Subscription | None:
    row = connection.execute(sa.select(*_SUBSCRIPTION).where(push_subscription.c.id == id_)).one_or_none()
    return None if row is None else Subscription(*row)


def subscribe(connection: sa.Connection, row: Subscription) -> None:
    """A browser shows the notifications of one account: of who has said so last."""
    unsubscribe(connection, row.id)
    connection.execute(push_subscription.insert().values(vars(row)))


def unsubscribe(connection: sa.Connection, id_: str, account: str | None = None) -> None:
    """`account`: only if it is this one's."""
    query = push_subscription.delete().where(push_subscription.c.id == id_)
    connection.execute(query if account is None else query.where(push_subscription.c.account == account))


# ----- at a table -----


@dataclass(frozen=True)
class Way:
    """How an account is told: "push" to a browser, "mail" or "webhook"."""

    name: str
    subscription: str | None = None


def ways(connection: sa.Connection, account: str) -> list[Way]:
    """All that an account wants."""
    wish = of(connection, account)
    if wish is None:
        return []
    found = [Way("push", each.id) for each in subscriptions(connection, account)]
    if wish.webhook:
        found.append(Way("webhook"))
    if wish.mail and address(connection, account) is not None:
        found.append(Way("mail"))
    return found


def listeners(connection: sa.Connection, table_id: str) -> set[str]:
    """The accounts that sit at a table, want to be told something, and also of this table."""
    quiet = sa.exists().where(
        quiet_table.c.account == notice_wish.c.account, quiet_table.c.game_id == table_id
    )
    query = sa.select(notice_wish.c.account).join(seat, seat.c.account == notice_wish.c.account)
    return set(connection.scalars(query.where(seat.c.game_id == table_id, ~quiet)))


def quiet_tables(connection: sa.Connection, account: str) -> set[str]:
    """The tables of which an account wants to be told nothing."""
    return set(connection.scalars(sa.select(quiet_table.c.game_id).where(quiet_table.c.account == account)))


def set_quiet(connection: sa.Connection, account: str, table_id: str, quiet: bool) -> None:
    """Whether an account wants to be told nothing of a table."""
    where = (quiet_table.c.account == account) & (quiet_table.c.game_id == table_id)
    connection.execute(quiet_table.delete().where(where))
    if quiet:
        connection.execute(quiet_table.insert().values(account=account, game_id=table_id))
