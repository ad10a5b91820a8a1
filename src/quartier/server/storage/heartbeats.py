"""When a process at this database was last at work, and which of them carries out what time brings."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import heartbeat


@dataclass(frozen=True)
class Heartbeat:
    """The last beat of any process; the leader, and until when it remains so without another beat."""

    at: float
    leader: str | None
    leader_until: float


def last(connection: sa.Connection) -> Heartbeat:
    """The last beat, which nobody else changes before this transaction ends."""
    query = sa.select(heartbeat.c.at, heartbeat.c.leader, heartbeat.c.leader_until).with_for_update()
    return Heartbeat(*connection.execute(query).one())


def beat(connection: sa.Connection, now: Heartbeat) -> None:
    """Keep a later one."""
    connection.execute(heartbeat.update().values(at=now.at, leader=now.leader, leader_until=now.leader_until))


def begin(connection: sa.Connection) -> None:
    """For a new database: nobody has ever been at work."""
    connection.execute(heartbeat.insert().values(id=1, at=0.0, leader_until=0.0))
