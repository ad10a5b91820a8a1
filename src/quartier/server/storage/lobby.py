"""All SQL of the lobby: which public tables wait for people or are being played."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.storage.schema import game_table, lobby, seat

Stage = Literal["open", "running"]
MOST = 200
"""Rows that are looked at, the newest ones: whoever looks after them shows far fewer."""


@dataclass(frozen=True)
class Listed:
    """A public table; `seen` is when a person of it was last heard of, as far as it is stored."""

    id: str
    title: str
    since: float
    seen: float
    over_days: bool
    """People have days for a turn, so nobody need be there now."""


def note(connection: sa.Connection, before: Table | None, table: Table) -> None:
    """Keep the lobby as the table is now; `before` it was so. Tables that are not public have never been there."""
    if table.setup.access != "public":
        return
    was, now = before and stage_of(before), stage_of(table)
    if was == now:
        return
    connection.execute(lobby.delete().where(lobby.c.game_id == table.setup.id))
    if now is not None:
        values = {"game_id": table.setup.id, "title": table.setup.title, "stage": now}
        connection.execute(lobby.insert().values(since=time.time(), **values))


def stage_of(table: Table) -> Stage | None:
    """Where a table is; None once it is over or cancelled."""
    if table.waiting:
        return "open"
    return "running" if table.begun and not table.over else None


def listed(connection: sa.Connection, stage: Stage, title: str | None = None) -> list[Listed]:
    """The last public tables at a stage, the oldest of them first."""
    last = sa.select(sa.func.max(seat.c.seen_at)).where(seat.c.game_id == lobby.c.game_id).scalar_subquery()
    columns = (lobby.c.game_id, lobby.c.title, lobby.c.since, sa.func.coalesce(last, 0.0), game_table.c.time)
    query = sa.select(*columns).join(game_table, game_table.c.id == lobby.c.game_id)
    where = (lobby.c.stage == stage) & game_table.c.hidden.is_(False)
    if title is not None:
        where &= lobby.c.title == title
    rows = connection.execute(query.where(where).order_by(lobby.c.since.desc()).limit(MOST)).all()
    return [
        Listed(table_id, called, since, seen, bool(control and control["days"]))
        for table_id, called, since, seen, control in reversed(rows)
    ]


def alone(connection: sa.Connection, title: str) -> None:
    """Nobody else looks for a table of this title until the transaction ends: two who wait for each other meet."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(f"lobby {title}"))))


def own_seats(connection: sa.Connection, title: str, person: str) -> list[tuple[str, int]]:
    """The public tables of a title at which somebody waits already, and their seats."""
    query = sa.select(seat.c.game_id, seat.c.seat).join(lobby, seat.c.game_id == lobby.c.game_id)
    where = (lobby.c.stage == "open") & (lobby.c.title == title) & (seat.c.person == person)
    return [(row.game_id, row.seat) for row in connection.execute(query.where(where).order_by(lobby.c.since))]
