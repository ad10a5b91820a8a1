"""SQL for the clocks of seats."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields
from typing import Any, Final

import sqlalchemy as sa

from quartier.server.domain.clocks import Clocks, SeatClock, refund_downtime
from quartier.server.storage.schema import game_table, seat_clock

_FIELDS = [seat_clock.c[field.name] for field in fields(SeatClock)]
_STARTS: Final = ("since", "turn_since", "due_at")
"""What a refund of time moves."""
_SEAT_KEY = (seat_clock.c.game_id == sa.bindparam("table")) & (seat_clock.c.seat == sa.bindparam("number"))


def find(connection: sa.Connection, table_id: str) -> Clocks:
    """Return the clocks of a table, by seat."""
    query = sa.select(*_FIELDS).where(seat_clock.c.game_id == table_id).order_by(seat_clock.c.seat)
    return tuple(SeatClock(*row) for row in connection.execute(query))


def add(connection: sa.Connection, table_id: str, clocks: Clocks) -> None:
    """Add the clocks of a new table."""
    rows = [{"game_id": table_id, "seat": number} | _values(clock) for number, clock in enumerate(clocks)]
    connection.execute(seat_clock.insert(), rows)


def keep(connection: sa.Connection, table_id: str, clocks: Clocks) -> None:
    """Update the clocks of a table, which must be locked."""
    rows = [{"table": table_id, "number": number} | _values(clock) for number, clock in enumerate(clocks)]
    columns: dict[str, sa.BindParameter[Any]] = {
        name: sa.bindparam(name) for name in rows[0].keys() - {"table", "number"}
    }
    connection.execute(seat_clock.update().where(_SEAT_KEY).values(columns), rows)


def _values(clock: SeatClock) -> dict[str, object]:
    return asdict(clock) | {"due_at": clock.due_at}


def due(connection: sa.Connection, now: float) -> list[str]:
    """Return the tables with an expired clock, longest overdue first, without quarantined ones."""
    first = sa.func.min(seat_clock.c.due_at)
    sound = game_table.c.broken.is_(None)
    query = sa.select(seat_clock.c.game_id).join(game_table).where(seat_clock.c.due_at <= now, sound)
    return list(connection.scalars(query.group_by(seat_clock.c.game_id).order_by(first)))


def any_runs(connection: sa.Connection) -> bool:
    """Return whether any clock is running."""
    return connection.scalar(sa.select(sa.func.min(seat_clock.c.due_at))) is not None


def refund_time(connection: sa.Connection, since: float, now: float) -> list[str]:
    """Add the time from `since` until now back to all running clocks. Returns the ids of their tables."""
    running = seat_clock.c.due_at.is_not(None)
    tables = sa.select(seat_clock.c.game_id).where(running)
    # In the same order everywhere, as in the writer; SQLite locks the whole database anyway.
    connection.execute(
        sa.select(game_table.c.id)
        .where(game_table.c.id.in_(tables))
        .order_by(game_table.c.id)
        .with_for_update()
    )
    query = sa.select(seat_clock.c.game_id, seat_clock.c.seat, *_FIELDS).where(running)
    later: dict[str, list[dict[str, object]]] = defaultdict(list)
    for table_id, number, *clock_row in connection.execute(query):
        clock = refund_downtime(SeatClock(*clock_row), since, now)
        moved = {"table": table_id, "number": number, **{name: getattr(clock, name) for name in _STARTS}}
        later[table_id].append(moved)
    if later:
        values: dict[str, sa.BindParameter[Any]] = {name: sa.bindparam(name) for name in _STARTS}
        rows = [row for table_rows in later.values() for row in table_rows]
        connection.execute(seat_clock.update().where(_SEAT_KEY).values(values), rows)
    return list(later)
