"""Deleting games, with everything that refers to them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from quartier.server.storage import schema
from quartier.server.storage.accounts.browser_seats import browser_seat
from quartier.server.storage.lobby import lobby_schema
from quartier.server.storage.notifications import notification_schema as notices
from quartier.server.storage.rating.rating_schema import game_result
from quartier.server.storage.schema import (
    chat_message,
    event,
    game_table,
    record,
    report,
    review,
    seat,
    tournament_match,
)

WITH_A_TABLE: Final[tuple[sa.Table, ...]] = (
    schema.event,
    schema.seat,
    browser_seat,
    schema.seat_clock,
    lobby_schema.lobby,
    schema.table_kick,
    schema.planned_moves,
    schema.chat_message,
    schema.chat_block,
    schema.daily_game,
    schema.review,
    game_result,
    notices.muted_table,
    notices.notification_queue,
    notices.last_notification,
    notices.notification,
)
"""The tables whose rows are deleted with a game table, by `game_id`.

Reports remain until a moderator has closed them. A test compares this with the schema.
"""


def remove_table(connection: sa.Connection, table_id: str) -> bool:
    """Delete a table; False if there is none. A tournament keeps its result, and no longer waits for one."""
    waiting = (tournament_match.c.game_id == table_id) & tournament_match.c.outcome.is_(None)
    connection.execute(tournament_match.update().where(waiting).values(outcome="void", unprocessed=True))
    for table in WITH_A_TABLE:
        connection.execute(table.delete().where(table.c.game_id == table_id))
    connection.execute(
        report.delete().where((report.c.game_id == table_id) & report.c.closed_at.is_not(None))
    )
    return connection.execute(game_table.delete().where(game_table.c.id == table_id)).rowcount == 1


def hide_table(connection: sa.Connection, table_id: str, hidden: bool) -> bool:
    """Hide a table from all but its players, or show it again; False if there is none."""
    where = game_table.c.id == table_id
    return connection.execute(game_table.update().where(where).values(hidden=hidden)).rowcount == 1


def remove_word(connection: sa.Connection, table_id: str, seq: int) -> None:
    """Delete a chat message; clients that have it keep it."""
    connection.execute(
        chat_message.delete().where((chat_message.c.game_id == table_id) & (chat_message.c.seq == seq))
    )


def remove_record(connection: sa.Connection, record_id: str) -> bool:
    """Delete an uploaded record and its review; False if there is none."""
    connection.execute(review.delete().where(review.c.game_id == record_id))
    return connection.execute(record.delete().where(record.c.id == record_id)).rowcount == 1


def hide_record(connection: sa.Connection, record_id: str, hidden: bool) -> bool:
    """Hide an uploaded record, or show it again; False if there is none."""
    return (
        connection.execute(record.update().where(record.c.id == record_id).values(hidden=hidden)).rowcount
        == 1
    )


# ----- retention -----


def _of_guests() -> sa.ColumnElement[bool]:
    """Select tables that no account plays at or owns."""
    has_account = sa.exists().where(seat.c.game_id == game_table.c.id, seat.c.account.is_not(None))
    return ~has_account & game_table.c.owner.is_(None)


def old_tables(connection: sa.Connection, before: float, most: int) -> list[str]:
    """Return guests' tables that ended before a time."""
    where = (game_table.c.ended_at > 0.0) & (game_table.c.ended_at < before) & _of_guests()
    return list(connection.scalars(sa.select(game_table.c.id).where(where).limit(most)))


def old_records(connection: sa.Connection, before: float, most: int) -> list[str]:
    """Return records that were uploaded before a time."""
    return list(connection.scalars(sa.select(record.c.id).where(record.c.created_at < before).limit(most)))


def of_earlier_releases(connection: sa.Connection, most: int) -> list[str]:
    """Return tables whose end time is unknown."""
    return list(
        connection.scalars(sa.select(game_table.c.id).where(game_table.c.ended_at.is_(None)).limit(most))
    )


def note_end(connection: sa.Connection, table_id: str, over: bool) -> None:
    """Store for such a table whether it is over, and since when: the time of its last event."""
    last = sa.select(sa.func.max(event.c.at)).where(event.c.game_id == table_id).scalar_subquery()
    where = (game_table.c.id == table_id) & game_table.c.ended_at.is_(None)
    connection.execute(game_table.update().where(where).values(ended_at=last if over else 0.0))
