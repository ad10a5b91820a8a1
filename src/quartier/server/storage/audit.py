"""Audit: replay every stored game with this release and compare the digests of positions.

It works on a copy, which is migrated first if necessary.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from quartier.server.settings import Settings
from quartier.server.storage import database_copies, table_rows
from quartier.server.storage.database import Database, Report, address, cannot_open, ignore_progress
from quartier.server.storage.integrity import CorruptLog, verify, verify_record


@dataclass(frozen=True)
class CorruptGame:
    """A table or record (`kind`) that does not replay to its digest. `event`: where, 0 before the first."""

    kind: str
    title: str
    id: str
    event: int
    reason: str


@dataclass
class AuditReport:
    """How many games and events were replayed, and which games are corrupt."""

    tables: int = 0
    records: int = 0
    events: int = 0
    broken: list[CorruptGame] = field(default_factory=list)


def audit(
    settings: Settings, migrating: Report = ignore_progress, replaying: Report = ignore_progress
) -> AuditReport:
    """Replay every table and every uploaded record, read-only. Raises StartupError if the data cannot be opened.

    `migrating` and `replaying` are called with the numbers of games done and in total.
    """
    with tempfile.TemporaryDirectory(prefix="quartier-audit-") as folder:
        copy = Path(folder) / "copy.db"
        try:
            database_copies.copy_database(address(settings), copy)
        except DBAPIError as error:
            raise cannot_open(error, settings) from error
        database = Database(replace(settings, data=copy, database=""), settings)
        try:
            database.prepare(migrating, keep=False)
            with database.read() as connection:
                return _replay_all(connection, replaying)
        finally:
            database.close()


def _replay_all(connection: sa.Connection, report: Report) -> AuditReport:
    findings = AuditReport()
    tables, records = table_rows.all_tables(connection), table_rows.all_records(connection)
    total = len(tables) + len(records)
    for done, table_id in enumerate(tables):
        report(done, total)
        _check_table(findings, connection, table_id)
    for done, record_id in enumerate(records, len(tables)):
        report(done, total)
        _check_record(findings, connection, record_id)
    report(total, total)
    return findings


def _check_table(findings: AuditReport, connection: sa.Connection, table_id: str) -> None:
    row = table_rows.find_table(connection, table_id)
    assert row is not None
    findings.tables += 1
    findings.events += row.version
    try:
        verify(row, table_rows.rows_since(connection, table_id, 0))
    except CorruptLog as wrong:
        findings.broken.append(CorruptGame("table", row.setup.title, table_id, wrong.event, wrong.reason))


def _check_record(findings: AuditReport, connection: sa.Connection, record_id: str) -> None:
    stored = table_rows.find_record(connection, record_id)
    assert stored is not None
    findings.records += 1
    try:
        findings.events += len(verify_record(stored).past)
    except CorruptLog as wrong:
        findings.broken.append(CorruptGame("record", stored.title, record_id, wrong.event, wrong.reason))
