"""SQL for heartbeats: when a process last ran, and which process is the leader."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import heartbeat


@dataclass(frozen=True)
class Heartbeat:
    """The last heartbeat of any process; the leader, and when its lease ends without another one."""

    at: float
    leader: str | None
    leader_until: float


def last(connection: sa.Connection) -> Heartbeat:
    """Return the last heartbeat, locked until this transaction ends."""
    query = sa.select(heartbeat.c.at, heartbeat.c.leader, heartbeat.c.leader_until).with_for_update()
    return Heartbeat(*connection.execute(query).one())


def store(connection: sa.Connection, now: Heartbeat) -> None:
    """Store a later heartbeat."""
    connection.execute(heartbeat.update().values(at=now.at, leader=now.leader, leader_until=now.leader_until))


def begin(connection: sa.Connection) -> None:
    """Add the first row to a new database."""
    connection.execute(heartbeat.insert().values(id=1, at=0.0, leader_until=0.0))


def probe(connection: sa.Connection) -> None:
    """Write and delete a row, so that the commit shows whether the database accepts writes."""
    connection.execute(heartbeat.insert().values(id=0, at=0.0, leader_until=0.0))
    connection.execute(heartbeat.delete().where(heartbeat.c.id == 0))
