"""All SQL for the clocks of seats."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields
from typing import Any

import sqlalchemy as sa

from quartier.server.domain.clocks import Clocks, SeatClock, refund_downtime
from quartier.server.storage.schema import game_table, seat_clock

_FIELDS = [seat_clock.c[field.name] for field in fields(SeatClock)]
_SEAT_KEY = (seat_clock.c.game_id == sa.bindparam("table")) & (seat_clock.c.seat == sa.bindparam("number"))


def find(connection: sa.Connection, table_id: str) -> Clocks:
    """The clocks of a table, by seat."""
    query = sa.select(*_FIELDS).where(seat_clock.c.game_id == table_id).order_by(seat_clock.c.seat)
    return tuple(SeatClock(*row) for row in connection.execute(query))


def add(connection: sa.Connection, table_id: str, clocks: Clocks) -> None:
    """Those of a new table."""
    rows = [{"game_id": table_id, "seat": number} | _values(clock) for number, clock in enumerate(clocks)]
    connection.execute(seat_clock.insert(), rows)


def keep(connection: sa.Connection, table_id: str, clocks: Clocks) -> None:
    """What has become of them. The table is locked."""
    rows = [{"table": table_id, "number": number} | _values(clock) for number, clock in enumerate(clocks)]
    columns: dict[str, sa.BindParameter[Any]] = {
        name: sa.bindparam(name) for name in rows[0].keys() - {"table", "number"}
    }
    connection.execute(seat_clock.update().where(_SEAT_KEY).values(columns), rows)


def _values(clock: SeatClock) -> dict[str, object]:
    return asdict(clock) | {"due_at": clock.due_at}


def due(connection: sa.Connection, now: float) -> list[str]:
    """The tables at which a clock has run out by now, those first that have waited longest; not those set aside."""
    first = sa.func.min(seat_clock.c.due_at)
    sound = game_table.c.broken.is_(None)
    query = sa.select(seat_clock.c.game_id).join(game_table).where(seat_clock.c.due_at <= now, sound)
    return list(connection.scalars(query.group_by(seat_clock.c.game_id).order_by(first)))


def any_runs(connection: sa.Connection) -> bool:
    """Whether anywhere a clock runs."""
    return connection.scalar(sa.select(sa.func.min(seat_clock.c.due_at))) is not None


def give_back(connection: sa.Connection, since: float, now: float) -> list[str]:
    """Let no clock have run from `since` until now; the ids of the tables with such clocks."""
    running = seat_clock.c.due_at.is_not(None)
    tables = sa.select(seat_clock.c.game_id).where(running)
    # In one order everywhere, as the writer does; SQLite has locked all of it.
    connection.execute(
        sa.select(game_table.c.id)
        .where(game_table.c.id.in_(tables))
        .order_by(game_table.c.id)
        .with_for_update()
    )
    query = sa.select(seat_clock.c.game_id, seat_clock.c.seat, *_FIELDS).where(running)
    later: dict[str, list[dict[str, object]]] = defaultdict(list)
    for table_id, number, *found in connection.execute(query):
        clock = refund_downtime(SeatClock(*found), since, now)
        moved = {"table": table_id, "number": number, "from": clock.since, "until": clock.due_at}
        later[table_id].append(moved)
    if later:
        values: dict[str, sa.BindParameter[Any]] = {
            "since": sa.bindparam("from"),
            "due_at": sa.bindparam("until"),
        }
        rows = [row for each in later.values() for row in each]
        connection.execute(seat_clock.update().where(_SEAT_KEY).values(values), rows)
    return list(later)
