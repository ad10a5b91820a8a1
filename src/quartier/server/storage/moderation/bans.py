"""SQL for bans."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import ban, game_table, seat


@dataclass(frozen=True)
class BanRow:
    """A ban of an account, a person as in `chat_message`, or an address. `until` None: permanent."""

    id: int
    account: str | None
    person: str | None
    address: str | None
    name: str
    reason: str
    since: float
    until: float | None


_COLUMNS = [ban.c[name] for name in BanRow.__dataclass_fields__]


def add(
    connection: sa.Connection,
    who: dict[str, str],
    name: str,
    reason: str,
    now: float,
    until: float | None,
) -> int:
    """Ban an account, person or address, replacing an earlier ban. `who`: one of `account`, `person`, `address`."""
    ((column, value),) = who.items()
    connection.execute(ban.delete().where(ban.c[column] == value))
    values = {"name": name, "reason": reason, "since": now, "until": until, **who}
    key = connection.execute(ban.insert().values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def lift(connection: sa.Connection, ban_id: int) -> bool:
    """Lift a ban; False if there is none."""
    return connection.execute(ban.delete().where(ban.c.id == ban_id)).rowcount == 1


def find(connection: sa.Connection, ban_id: int) -> BanRow | None:
    """Return a ban, active or expired."""
    row = connection.execute(sa.select(*_COLUMNS).where(ban.c.id == ban_id)).one_or_none()
    return None if row is None else BanRow(*row)


def active_bans(connection: sa.Connection, now: float) -> list[BanRow]:
    """Return all active bans, latest first."""
    where = ban.c.until.is_(None) | (ban.c.until > now)
    return [
        BanRow(*row)
        for row in connection.execute(sa.select(*_COLUMNS).where(where).order_by(ban.c.id.desc()))
    ]


def open_tables(connection: sa.Connection, who: dict[str, str]) -> list[str]:
    """Return the tables that may still wait for players and at which the banned person sits or that they opened.

    Not those of tournaments. `who`: as in `add`.
    """
    ((column, value),) = who.items()
    sitting = {"account": seat.c.account, "person": seat.c.person}.get(column)
    opened = {"account": game_table.c.owner, "address": game_table.c.visitor}.get(column)
    theirs = sa.false() if opened is None else opened == value
    if sitting is not None:
        theirs |= game_table.c.id.in_(sa.select(seat.c.game_id).where(sitting == value))
    free = (seat.c.kind == "human") & seat.c.secret_hash.is_(None) & seat.c.account.is_(None)
    may_wait = sa.exists().where(seat.c.game_id == game_table.c.id, free) | game_table.c.draw_key.is_not(None)
    running = (game_table.c.ended_at == 0.0) & game_table.c.tournament.is_(None) & may_wait
    # In the same order everywhere, so that two processes never deadlock.
    return list(
        connection.scalars(sa.select(game_table.c.id).where(theirs, running).order_by(game_table.c.id))
    )


def plays_against(connection: sa.Connection, account: str, who: dict[str, str]) -> bool:
    """Return whether an account has a seat in a game in progress with an account or person, as in `add`."""
    ((column, value),) = who.items()
    if column not in ("account", "person"):
        return False
    running = game_table.c.ended_at.is_(None) | (game_table.c.ended_at == 0.0)
    own = sa.select(seat.c.game_id).join(game_table).where(seat.c.account == account, running)
    return (
        connection.scalar(sa.select(sa.exists().where(seat.c[column] == value, seat.c.game_id.in_(own))))
        is True
    )


def has_seat(connection: sa.Connection, account: str, table_id: str) -> bool:
    """Return whether an account has a seat at a table."""
    sits = sa.exists().where(seat.c.game_id == table_id, seat.c.account == account)
    return connection.scalar(sa.select(sits)) is True
