"""SQL for moderators, the codes that appoint one, and the log of their actions."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import account, host, host_action, host_link


@dataclass(frozen=True)
class ActingModerator:
    """The actor: a moderator's account; None: an administrator on the command line."""

    account: str | None = None


@dataclass(frozen=True)
class HostRow:
    """A moderator."""

    account: str
    name: str
    since: float


@dataclass(frozen=True)
class ActionRow:
    """An action of a moderator. `host` None: on the command line, or of a deleted account."""

    at: float
    host: str | None
    from_cli: bool
    action: str
    subject: str
    note: str


def is_host(connection: sa.Connection, account_id: str) -> bool:
    """Return whether an account is a moderator's."""
    return connection.scalar(sa.select(host.c.since).where(host.c.account == account_id)) is not None


def hosts(connection: sa.Connection) -> list[HostRow]:
    """Return all moderators, oldest first."""
    query = sa.select(host.c.account, account.c.name, host.c.since).join(account)
    return [HostRow(*row) for row in connection.execute(query.order_by(host.c.since))]


def add(connection: sa.Connection, account_id: str, now: float) -> None:
    """Make an account a moderator."""
    if not is_host(connection, account_id):
        connection.execute(host.insert().values(account=account_id, since=now))


def remove(connection: sa.Connection, account_id: str) -> bool:
    """Remove an account's moderator rights; False if it has none."""
    return connection.execute(host.delete().where(host.c.account == account_id)).rowcount == 1


def add_link(connection: sa.Connection, code_hash: str, until: float, now: float) -> None:
    """Store a code that appoints a moderator, and delete expired ones."""
    connection.execute(host_link.delete().where(host_link.c.until < now))
    connection.execute(host_link.insert().values(code_hash=code_hash, until=until))


def use_link(connection: sa.Connection, code_hash: str, now: float) -> bool:
    """Use up a code; False if there is none, or it has expired."""
    where = (host_link.c.code_hash == code_hash) & (host_link.c.until >= now)
    return connection.execute(host_link.delete().where(where)).rowcount == 1


def note(
    connection: sa.Connection, by: ActingModerator, now: float, action: str, subject: str = "", text: str = ""
) -> None:
    """Log an action of a moderator."""
    values = {"at": now, "host": by.account, "from_cli": by.account is None}
    connection.execute(host_action.insert().values(action=action, subject=subject, note=text, **values))


def actions(connection: sa.Connection, most: int) -> list[ActionRow]:
    """Return the last actions, latest first."""
    columns = [host_action.c[name] for name in ActionRow.__dataclass_fields__]
    query = sa.select(*columns).order_by(host_action.c.id.desc()).limit(most)
    return [ActionRow(*row) for row in connection.execute(query)]
