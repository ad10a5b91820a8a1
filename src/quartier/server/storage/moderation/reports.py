"""SQL for reports of chat messages, names and tournaments."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.chat import ReportKind
from quartier.server.storage.schema import report, tournament


@dataclass(frozen=True)
class ReportRow:
    """What was reported, as in `chat.Report`. `person` wrote it, `reporter` reported it: both as in `chat_message`."""

    id: int
    game_id: str
    seq: int
    name: str
    text: str
    person: str
    reporter: str
    reporter_name: str
    """Empty: a spectator."""
    at: float
    kind: ReportKind


_SAME_THING = (report.c.game_id, report.c.kind, report.c.seq, report.c.text)
_COLUMNS = [report.c[name] for name in ReportRow.__dataclass_fields__]


def open_reports(connection: sa.Connection, most: int) -> list[tuple[ReportRow, int]]:
    """Return the first open report of each thing, and how many there are of it, oldest first."""
    number, first = sa.func.count(), sa.func.min(report.c.id)
    grouped = (
        sa.select(first.label("first"), number.label("number"))
        .where(report.c.closed_at.is_(None))
        .group_by(*_SAME_THING)
        .order_by(first)
        .limit(most)
        .subquery()
    )
    query = sa.select(*_COLUMNS, grouped.c.number).join(grouped, grouped.c.first == report.c.id)
    return [(ReportRow(*row[:-1]), row[-1]) for row in connection.execute(query.order_by(report.c.id))]


def find(connection: sa.Connection, report_id: int) -> ReportRow | None:
    row = connection.execute(sa.select(*_COLUMNS).where(report.c.id == report_id)).one_or_none()
    return None if row is None else ReportRow(*row)


def close(connection: sa.Connection, closed: ReportRow, now: float) -> bool:
    """Close all reports of the same thing; False if they were closed already."""
    same = [column == getattr(closed, column.name) for column in _SAME_THING]
    where = sa.and_(report.c.closed_at.is_(None), *same)
    return connection.execute(report.update().where(where).values(closed_at=now)).rowcount > 0


def forget_closed(connection: sa.Connection, before: float) -> None:
    """Delete reports that were closed before a time."""
    connection.execute(report.delete().where(report.c.closed_at < before))


def unlist_tournament(connection: sa.Connection, tournament_id: str) -> None:
    """Take a tournament off the list; those who have its link still find it."""
    connection.execute(tournament.update().where(tournament.c.id == tournament_id).values(public=False))
