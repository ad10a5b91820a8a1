"""All SQL of who is banned."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import ban


@dataclass(frozen=True)
class BanRow:
    """Somebody who may do nothing here: by account, by person as in `word`, or by address. `until` None: for ever."""

    id: int
    account: str | None
    person: str | None
    address: str | None
    name: str
    reason: str
    since: float
    until: float | None


def add(
    connection: sa.Connection,
    who: dict[str, str],
    name: str,
    reason: str,
    now: float,
    until: float | None,
) -> int:
    """Ban somebody; instead of what was said of them before. `who`: one of `account`, `person`, `address`."""
    ((column, value),) = who.items()
    connection.execute(ban.delete().where(ban.c[column] == value))
    values = {"name": name, "reason": reason, "since": now, "until": until, **who}
    key = connection.execute(ban.insert().values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def lift(connection: sa.Connection, ban_id: int) -> bool:
    """Somebody is banned no more; False where there is no such ban."""
    return connection.execute(ban.delete().where(ban.c.id == ban_id)).rowcount == 1


def banned(connection: sa.Connection, now: float) -> list[BanRow]:
    """All bans that hold, the latest first."""
    columns = [ban.c[name] for name in BanRow.__dataclass_fields__]
    where = ban.c.until.is_(None) | (ban.c.until > now)
    return [
        BanRow(*row) for row in connection.execute(sa.select(*columns).where(where).order_by(ban.c.id.desc()))
    ]
