"""SQL for the lobby: which public tables wait for players or are being played, and who is there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from quartier.server.domain.table import Table
from quartier.server.storage.lobby.lobby_schema import absence, lobby
from quartier.server.storage.schema import event, game_table, seat
from quartier.server.storage.table_rows import lock_name

Stage = Literal["open", "running"]
MAX_LISTED_TABLES = 200
"""Number of the newest tables considered; the lobby shows far fewer."""
LOCK = "lobby"


@dataclass(frozen=True)
class LobbyRow:
    """A public table; `last_seen_at` is the stored time when one of its players was last there."""

    id: str
    title: str
    since: float
    last_seen_at: float
    live: bool
    """Players have no days for a turn, so they have to be present."""
    pages: Mapping[int, float]
    """By seat, until when its person counts as there (`hold_pages`)."""


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
        connection.execute(lobby.insert().values(since=at, live=table.setup.is_live, **values))


def stage_of(table: Table) -> Stage | None:
    """Return the stage of a table; None once it is over or cancelled."""
    if table.waiting:
        return "open"
    return "running" if table.has_begun and not table.over else None


def list_running(connection: sa.Connection) -> list[LobbyRow]:
    """Return the newest public tables that are being played, oldest first."""
    return _list(connection, lobby.c.stage == "running")


def list_days(connection: sa.Connection, title: str | None = None) -> list[LobbyRow]:
    """Return the newest public tables with days for a turn that wait for players, oldest first."""
    return _list(connection, _waiting(live=False, title=title))


def list_live(connection: sa.Connection, seen_since: float, title: str | None = None) -> list[LobbyRow]:
    """Return the newest other public tables that wait, oldest first, with a person who counted as there at a time or later.

    Tables without anyone are left out before the newest are chosen: however many there are, they hide no one.
    """
    here = sa.select(seat.c.game_id).where(seat.c.game_id == lobby.c.game_id, seat.c.page_until >= seen_since)
    return _list(connection, _waiting(live=True, title=title) & here.exists())


def list_abandoned(connection: sa.Connection, before: float) -> list[str]:
    """Return live public tables that wait since a time or longer, and at which no one was since then."""
    later = sa.select(seat.c.game_id).where(seat.c.game_id == lobby.c.game_id, seat.c.page_until > before)
    where = _waiting(live=True) & (lobby.c.since <= before) & ~later.exists()
    return list(connection.scalars(sa.select(lobby.c.game_id).where(where).limit(MAX_LISTED_TABLES)))


def any_live_waits(connection: sa.Connection) -> bool:
    """Return whether a live public table waits for players."""
    return (
        connection.execute(sa.select(lobby.c.game_id).where(_waiting(live=True)).limit(1)).first() is not None
    )


def _waiting(live: bool, title: str | None = None) -> sa.ColumnElement[bool]:
    where = (lobby.c.stage == "open") & lobby.c.live.is_(live)
    return where if title is None else where & (lobby.c.title == title)


def _list(connection: sa.Connection, where: sa.ColumnElement[bool]) -> list[LobbyRow]:
    last = sa.select(sa.func.max(seat.c.seen_at)).where(seat.c.game_id == lobby.c.game_id).scalar_subquery()
    columns = (lobby.c.game_id, lobby.c.title, lobby.c.since, sa.func.coalesce(last, 0.0), lobby.c.live)
    query = sa.select(*columns).join(game_table, game_table.c.id == lobby.c.game_id)
    newest = query.where(where, game_table.c.hidden.is_(False)).order_by(lobby.c.since.desc())
    rows = connection.execute(newest.limit(MAX_LISTED_TABLES)).all()
    until = pages(connection, [row.game_id for row in rows])
    return [
        LobbyRow(table_id, title, since, last_seen_at, live, until.get(table_id, {}))
        for table_id, title, since, last_seen_at, live in reversed(rows)
    ]


def lock(connection: sa.Connection) -> None:
    """Lock matchmaking until the transaction ends, so that two concurrent searchers find each other."""
    lock_name(connection, LOCK)


def own_tables(connection: sa.Connection, person: str, stage: Stage = "open") -> list[str]:
    """Return the public tables of a stage at which a person sits, oldest first."""
    query = sa.select(lobby.c.game_id).join(seat, seat.c.game_id == lobby.c.game_id)
    where = (lobby.c.stage == stage) & (seat.c.person == person)
    return list(
        connection.scalars(query.where(where).group_by(lobby.c.game_id).order_by(sa.func.min(lobby.c.since)))
    )


def count_days_of(connection: sa.Connection, visitor: str) -> int:
    """Count the public tables with days for a turn that wait and that a visitor opened, by their mark."""
    query = sa.select(sa.func.count()).select_from(lobby).join(game_table, game_table.c.id == lobby.c.game_id)
    return connection.scalar(query.where(_waiting(live=False), game_table.c.visitor == visitor)) or 0


def table_of_command(connection: sa.Connection, key: str) -> str | None:
    """Return the public table, not over yet, with a command of this idempotency key."""
    query = sa.select(lobby.c.game_id).join(event, event.c.game_id == lobby.c.game_id)
    return connection.scalar(query.where(event.c.client_move_id == key))


def hold_pages(connection: sa.Connection, until: Mapping[tuple[str, int], float]) -> None:
    """Store until when the people of these seats count as there, by table and seat."""
    # In the same order everywhere, so that two processes that write the same rows don't deadlock.
    rows = [{"table": table, "number": number, "until": at} for (table, number), at in sorted(until.items())]
    where = (seat.c.game_id == sa.bindparam("table")) & (seat.c.seat == sa.bindparam("number"))
    if rows:
        connection.execute(seat.update().where(where).values(page_until=sa.bindparam("until")), rows)


def pages(connection: sa.Connection, table_ids: Sequence[str]) -> dict[str, dict[int, float]]:
    """Return until when the people of these tables count as there, by table and seat."""
    query = sa.select(seat.c.game_id, seat.c.seat, seat.c.page_until)
    result: dict[str, dict[int, float]] = defaultdict(dict)
    for row in connection.execute(query.where(seat.c.game_id.in_(table_ids), seat.c.page_until.is_not(None))):
        result[row.game_id][row.seat] = row.page_until
    return result


def add_absence(connection: sa.Connection, person: str, at: float, forget_before: float) -> None:
    """Store that a person was absent, and delete what is older than a time."""
    connection.execute(absence.delete().where(absence.c.at < forget_before))
    if at not in absences(connection, person, at):
        connection.execute(absence.insert().values(person=person, at=at))


def absences(connection: sa.Connection, person: str, since: float) -> list[float]:
    """Return when a person was absent since a time."""
    query = sa.select(absence.c.at).where(absence.c.person == person, absence.c.at >= since)
    return list(connection.scalars(query))
