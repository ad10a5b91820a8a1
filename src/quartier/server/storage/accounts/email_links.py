"""SQL for email addresses, links in emails, and the queue of emails with links."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import email_queue, mail_address, mail_link


@dataclass(frozen=True)
class QueuedEmail:
    """A queued email with a link: to confirm the address of `account`, or, if None, to sign in."""

    id: int
    account: str | None
    address: str
    lang: str
    created_at: float
    due_at: float
    tries: int


@dataclass(frozen=True)
class Link:
    """A link in an email. `address`: the one that it confirms; None: it signs in."""

    token_hash: str
    account: str
    address: str | None
    until: float


_LETTER = [email_queue.c[field.name] for field in fields(QueuedEmail)]
_LINK = [mail_link.c[field.name] for field in fields(Link)]


# ----- emails -----


def waiting(connection: sa.Connection) -> int:
    """Count the emails that are still to be sent."""
    return connection.scalar(sa.select(sa.func.count()).select_from(email_queue)) or 0


def ask(connection: sa.Connection, account: str | None, address: str, lang: str, now: float) -> None:
    """Queue an email."""
    values = {"account": account, "address": address, "lang": lang}
    connection.execute(email_queue.insert().values(created_at=now, due_at=now, tries=0, **values))


def due(connection: sa.Connection, now: float, most: int) -> list[QueuedEmail]:
    query = sa.select(*_LETTER).where(email_queue.c.due_at <= now).order_by(email_queue.c.due_at).limit(most)
    return [QueuedEmail(*row) for row in connection.execute(query)]


def take(connection: sa.Connection, row: QueuedEmail, until: float) -> bool:
    """Claim an email for sending; False if another process has. If this process dies it is due again at `until`."""
    where = (email_queue.c.id == row.id) & (email_queue.c.due_at == row.due_at)
    values = {"due_at": until, "tries": row.tries + 1}
    return connection.execute(email_queue.update().where(where).values(values)).rowcount == 1


def postpone(connection: sa.Connection, id_: int, due_at: float) -> None:
    connection.execute(email_queue.update().where(email_queue.c.id == id_).values(due_at=due_at))


def delete(connection: sa.Connection, id_: int) -> None:
    """Remove an email from the queue: it was sent or given up."""
    connection.execute(email_queue.delete().where(email_queue.c.id == id_))


# ----- links -----


def accounts_at(connection: sa.Connection, normalized: str) -> list[str]:
    """Return the accounts that have confirmed an address."""
    return list(
        connection.scalars(sa.select(mail_address.c.account).where(mail_address.c.normalized == normalized))
    )


def add_link(connection: sa.Connection, row: Link, now: float, most: int) -> None:
    """Add a link. Deletes expired ones, and the oldest of the same kind beyond `most` of the account."""
    connection.execute(mail_link.delete().where(mail_link.c.until < now))
    kind = mail_link.c.address.is_(None) if row.address is None else mail_link.c.address.is_not(None)
    query = sa.select(mail_link.c.token_hash).where(mail_link.c.account == row.account, kind)
    old = list(connection.scalars(query.order_by(mail_link.c.until.desc())))[most - 1 :]
    connection.execute(mail_link.delete().where(mail_link.c.token_hash.in_(old)))
    connection.execute(mail_link.insert().values(vars(row)))


def use_link(connection: sa.Connection, token_hash: str, now: float) -> Link | None:
    """Use up a link; None if there is none, or it has expired."""
    where = (mail_link.c.token_hash == token_hash) & (mail_link.c.until >= now)
    row = connection.execute(sa.select(*_LINK).where(where)).one_or_none()
    if row is None or connection.execute(mail_link.delete().where(where)).rowcount != 1:
        return None
    return Link(*row)


# ----- addresses -----


def keep_address(connection: sa.Connection, account: str, address: str) -> None:
    """Set the confirmed address of an account."""
    drop_address(connection, account)
    values = {"account": account, "address": address, "normalized": address.lower()}
    connection.execute(mail_address.insert().values(values))


def drop_address(connection: sa.Connection, account: str) -> None:
    """Delete the address of an account, and its links."""
    connection.execute(mail_address.delete().where(mail_address.c.account == account))
    connection.execute(mail_link.delete().where(mail_link.c.account == account))
