"""SQL for conditional moves."""

from __future__ import annotations

import sqlalchemy as sa

from quartier.server.domain.planned_moves import Lines, Step
from quartier.server.storage.schema import planned_moves


def find(connection: sa.Connection, table_id: str) -> dict[int, Lines]:
    """Return the lines of a table, by the seat that has planned them."""
    query = sa.select(planned_moves.c.seat, planned_moves.c.lines).where(planned_moves.c.game_id == table_id)
    return {
        seat: tuple(tuple(Step(*step) for step in line) for line in lines)
        for seat, lines in connection.execute(query.order_by(planned_moves.c.seat))
    }


def replace(connection: sa.Connection, table_id: str, seat: int, lines: Lines) -> None:
    """Replace the lines of a seat; the table must be locked."""
    own = (planned_moves.c.game_id == table_id) & (planned_moves.c.seat == seat)
    connection.execute(planned_moves.delete().where(own))
    if lines:
        stored = [[list(step) for step in line] for line in lines]
        connection.execute(planned_moves.insert().values(game_id=table_id, seat=seat, lines=stored))
