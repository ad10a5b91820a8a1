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


_COLUMNS = [report.c[name] for name in ReportRow.__dataclass_fields__]


def open_reports(connection: sa.Connection, most: int) -> list[ReportRow]:
    """Return the open reports, oldest first."""
    query = sa.select(*_COLUMNS).where(report.c.closed_at.is_(None)).order_by(report.c.id).limit(most)
    return [ReportRow(*row) for row in connection.execute(query)]


def find(connection: sa.Connection, report_id: int) -> ReportRow | None:
    row = connection.execute(sa.select(*_COLUMNS).where(report.c.id == report_id)).one_or_none()
    return None if row is None else ReportRow(*row)


def close(connection: sa.Connection, report_id: int, now: float) -> bool:
    """Close a report; False if it was closed already, or there is none."""
    where = (report.c.id == report_id) & report.c.closed_at.is_(None)
    return connection.execute(report.update().where(where).values(closed_at=now)).rowcount == 1


def forget_closed(connection: sa.Connection, before: float) -> None:
    """Delete reports that were closed before a time."""
    connection.execute(report.delete().where(report.c.closed_at < before))


def unlist_tournament(connection: sa.Connection, tournament_id: str) -> None:
    """Take a tournament off the list; those who have its link still find it."""
    connection.execute(tournament.update().where(tournament.c.id == tournament_id).values(public=False))
