"""When a process at this database was last at work, and which of them carries out what time brings."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import heartbeat


@dataclass(frozen=True)
class Heartbeat:
    """The last beat of any process; the one that was chosen, and until when it stays so without another beat."""

    at: float
    chosen: str | None
    until: float


def last(connection: sa.Connection) -> Heartbeat:
    """The last beat, which nobody else changes before this transaction ends."""
    query = sa.select(heartbeat.c.at, heartbeat.c.chosen, heartbeat.c.until).with_for_update()
    return Heartbeat(*connection.execute(query).one())


def beat(connection: sa.Connection, now: Heartbeat) -> None:
    """Keep a later one."""
    connection.execute(heartbeat.update().values(at=now.at, chosen=now.chosen, until=now.until))


def begin(connection: sa.Connection) -> None:
    """For a new database: nobody has ever been at work."""
    connection.execute(heartbeat.insert().values(id=1, at=0.0, until=0.0))
