"""SQL for the balance report that moderators have computed: there is at most one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from quartier.server.storage.schema import metadata

balance_report = sa.Table(
    "balance_report",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("status", sa.String(12), nullable=False),  # one of those below
    sa.Column("request", sa.JSON, nullable=False),  # the fields of the form
    sa.Column("seen_at", sa.Float, nullable=False),  # when the process that computes it last said so
    sa.Column("part", sa.Float, nullable=False),  # progress, from 0 to 1
    sa.Column("games", sa.Integer),  # the cost, once it is estimated
    sa.Column("seconds", sa.Float),
    sa.Column("pages", sa.JSON),  # the finished report as HTML by language
)
"""The last balance report, or the one in progress; a new one replaces it."""

ESTIMATING, ESTIMATED, RUNNING, READY = "estimating", "estimated", "running", "ready"
FAILED, CANCELLED, INTERRUPTED = "failed", "cancelled", "interrupted"
ACTIVE = (ESTIMATING, RUNNING)
"""Those in which a process works on it."""
SILENCE = 60.0
"""Seconds without a sign of life after which the process that computed it has ended."""


@dataclass(frozen=True)
class ReportRow:
    """A report without its pages."""

    id: str
    status: str
    request: dict[str, str]
    seen_at: float
    part: float
    games: int | None
    seconds: float | None


def find(connection: sa.Connection, now: float) -> ReportRow | None:
    """Return the report, as interrupted if its process has ended."""
    columns = [column for column in balance_report.c if column.name != "pages"]
    row = connection.execute(sa.select(*columns)).first()
    if row is None:
        return None
    values = row._asdict()
    if values["status"] in ACTIVE and now - values["seen_at"] > SILENCE:
        values["status"] = INTERRUPTED
    return ReportRow(**values)


def page(connection: sa.Connection, lang: str) -> str | None:
    """Return the finished report in a language, else in English; None if there is none."""
    pages = connection.scalar(sa.select(balance_report.c.pages).where(balance_report.c.status == READY))
    return pages and (pages.get(lang) or pages["en"])


def replace(connection: sa.Connection, report_id: str, request: dict[str, str], now: float) -> None:
    """Begin a report in place of the last one."""
    delete(connection)
    values = {"id": report_id, "status": ESTIMATING, "request": request, "seen_at": now, "part": 0.0}
    connection.execute(balance_report.insert().values(values))


def update(connection: sa.Connection, report_id: str, before: str, **values: Any) -> bool:
    """Change a report that has the status `before`; return False if it no longer has."""
    same = (balance_report.c.id == report_id) & (balance_report.c.status == before)
    return connection.execute(balance_report.update().where(same).values(values)).rowcount == 1


def delete(connection: sa.Connection) -> None:
    """Delete the report."""
    connection.execute(balance_report.delete())
