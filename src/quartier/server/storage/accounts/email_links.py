"""All SQL for what accounts have to do with mail: addresses, links in letters, and letters that are still to be sent."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import email_queue, mail_address, mail_link


@dataclass(frozen=True)
class Letter:
    """A letter with links that somebody has asked for: to confirm the address of an account, or, of none, to sign in."""

    id: int
    account: str | None
    address: str
    lang: str
    created_at: float
    due_at: float
    tries: int


@dataclass(frozen=True)
class Link:
    """A link in a letter. `address`: that it confirms; None: it signs in."""

    token_hash: str
    account: str
    address: str | None
    until: float


_LETTER = [email_queue.c[field.name] for field in fields(Letter)]
_LINK = [mail_link.c[field.name] for field in fields(Link)]


# ----- letters -----


def waiting(connection: sa.Connection) -> int:
    """How many letters are still to be sent."""
    return connection.scalar(sa.select(sa.func.count()).select_from(email_queue)) or 0


def ask(connection: sa.Connection, account: str | None, address: str, lang: str, now: float) -> None:
    """A letter is to be sent."""
    values = {"account": account, "address": address, "lang": lang}
    connection.execute(email_queue.insert().values(created_at=now, due_at=now, tries=0, **values))


def due(connection: sa.Connection, now: float, most: int) -> list[Letter]:
    query = sa.select(*_LETTER).where(email_queue.c.due_at <= now).order_by(email_queue.c.due_at).limit(most)
    return [Letter(*row) for row in connection.execute(query)]


def take(connection: sa.Connection, row: Letter, until: float) -> bool:
    """Begin to send; False if another process has begun. If this one dies meanwhile it is due again at `until`."""
    where = (email_queue.c.id == row.id) & (email_queue.c.due_at == row.due_at)
    values = {"due_at": until, "tries": row.tries + 1}
    return connection.execute(email_queue.update().where(where).values(values)).rowcount == 1


def postpone(connection: sa.Connection, id_: int, due_at: float) -> None:
    connection.execute(email_queue.update().where(email_queue.c.id == id_).values(due_at=due_at))


def done(connection: sa.Connection, id_: int) -> None:
    """Sent, or given up."""
    connection.execute(email_queue.delete().where(email_queue.c.id == id_))


# ----- links -----


def accounts_at(connection: sa.Connection, normalized: str) -> list[str]:
    """The accounts that have confirmed an address."""
    return list(
        connection.scalars(sa.select(mail_address.c.account).where(mail_address.c.normalized == normalized))
    )


def add_link(connection: sa.Connection, row: Link, now: float, most: int) -> None:
    """A new link; the oldest of the same kind that the account has are worth nothing any more, and all that have ended."""
    connection.execute(mail_link.delete().where(mail_link.c.until < now))
    kind = mail_link.c.address.is_(None) if row.address is None else mail_link.c.address.is_not(None)
    query = sa.select(mail_link.c.token_hash).where(mail_link.c.account == row.account, kind)
    old = list(connection.scalars(query.order_by(mail_link.c.until.desc())))[most - 1 :]
    connection.execute(mail_link.delete().where(mail_link.c.token_hash.in_(old)))
    connection.execute(mail_link.insert().values(vars(row)))


def use_link(connection: sa.Connection, token_hash: str, now: float) -> Link | None:
    """Use a link up; None where there is none, or it has ended."""
    where = (mail_link.c.token_hash == token_hash) & (mail_link.c.until >= now)
    row = connection.execute(sa.select(*_LINK).where(where)).one_or_none()
    if row is None or connection.execute(mail_link.delete().where(where)).rowcount != 1:
        return None
    return Link(*row)


# ----- addresses -----


def keep_address(connection: sa.Connection, account: str, address: str) -> None:
    """Letters reach an account there from now on."""
    drop_address(connection, account)
    values = {"account": account, "address": address, "normalized": address.lower()}
    connection.execute(mail_address.insert().values(values))


def drop_address(connection: sa.Connection, account: str) -> None:
    """Letters reach the account nowhere, and no link in one opens it."""
    connection.execute(mail_address.delete().where(mail_address.c.account == account))
    connection.execute(mail_link.delete().where(mail_link.c.account == account))
