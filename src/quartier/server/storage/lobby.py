"""SQL for the lobby: which public tables wait for players or are being played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.storage.schema import game_table, lobby, seat

Stage = Literal["open", "running"]
MAX_LISTED_TABLES = 200
"""Number of the newest tables considered; the lobby shows far fewer."""


@dataclass(frozen=True)
class LobbyRow:
    """A public table; `last_seen_at` is the stored time when one of its players was last there."""

    id: str
    title: str
    since: float
    last_seen_at: float
    over_days: bool
    """Players have days for a turn, so no one need be present."""


def note(connection: sa.Connection, before: Table | None, table: Table, at: float) -> None:
    """Update the lobby after a change of a table; `before`: the table as it was. Only public tables are listed."""
    if table.setup.access != "public":
        return
    was, now = before and stage_of(before), stage_of(table)
    if was == now:
        return
    connection.execute(lobby.delete().where(lobby.c.game_id == table.setup.id))
    if now is not None:
        values = {"game_id": table.setup.id, "title": table.setup.title, "stage": now}
        connection.execute(lobby.insert().values(since=at, **values))


def stage_of(table: Table) -> Stage | None:
    """Return the stage of a table; None once it is over or cancelled."""
    if table.waiting:
        return "open"
    return "running" if table.has_begun and not table.over else None


def list_tables(connection: sa.Connection, stage: Stage, title: str | None = None) -> list[LobbyRow]:
    """Return the newest public tables of a stage, oldest first."""
    last = sa.select(sa.func.max(seat.c.seen_at)).where(seat.c.game_id == lobby.c.game_id).scalar_subquery()
    columns = (lobby.c.game_id, lobby.c.title, lobby.c.since, sa.func.coalesce(last, 0.0), game_table.c.time)
    query = sa.select(*columns).join(game_table, game_table.c.id == lobby.c.game_id)
    where = (lobby.c.stage == stage) & game_table.c.hidden.is_(False)
    if title is not None:
        where &= lobby.c.title == title
    rows = connection.execute(
        query.where(where).order_by(lobby.c.since.desc()).limit(MAX_LISTED_TABLES)
    ).all()
    return [
        LobbyRow(table_id, title, since, last_seen_at, bool(control and control["days"]))
        for table_id, title, since, last_seen_at, control in reversed(rows)
    ]


def lock_title(connection: sa.Connection, title: str) -> None:
    """Lock matchmaking of a title until the transaction ends, so that two concurrent searchers find each other."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(f"lobby {title}"))))


def own_seats(connection: sa.Connection, title: str, person: str) -> list[tuple[str, int]]:
    """Return the waiting public tables of a title at which a person sits, with their seats."""
    query = sa.select(seat.c.game_id, seat.c.seat).join(lobby, seat.c.game_id == lobby.c.game_id)
    where = (lobby.c.stage == "open") & (lobby.c.title == title) & (seat.c.person == person)
    return [(row.game_id, row.seat) for row in connection.execute(query.where(where).order_by(lobby.c.since))]
