"""The promise that every stored game can still be played by this release: replay all, compare the positions' hashes."""

from __future__ import annotations

from dataclasses import dataclass, field

import quartier
from quartier.core.text.errors import QuartierError
from quartier.server.settings import Settings
from quartier.server.storage import repository
from quartier.server.storage.database import Database
from quartier.server.table.fold import fold


@dataclass
class Report:
    """How many games were replayed, and those that no longer lead where they led: (id, what differs)."""

    tables: int = 0
    records: int = 0
    broken: list[tuple[str, str]] = field(default_factory=list)


def replay_all(settings: Settings) -> Report:
    """Replay every table and every uploaded record. Changes nothing. Raises CannotStart when the data cannot be opened."""
    database = Database(settings)
    try:
        database.prepare()
        return _audited(database)
    finally:
        database.close()


def _audited(database: Database) -> Report:
    report = Report()
    with database.read() as connection:
        table_ids, record_ids = repository.all_tables(connection), repository.all_records(connection)
    for table_id in table_ids:
        report.tables += 1
        _note(report, table_id, _table_digests(database, table_id))
    for record_id in record_ids:
        report.records += 1
        _note(report, record_id, _record_digests(database, record_id))
    return report


def _note(report: Report, game_id: str, found: tuple[str, str] | str) -> None:
    if isinstance(found, str):
        report.broken.append((game_id, found))
    elif found[0] != found[1]:
        report.broken.append((game_id, f"digest {found[1][:12]} instead of {found[0][:12]}"))


def _table_digests(database: Database, table_id: str) -> tuple[str, str] | str:
    """The stored digest and the replayed one, or why the log does not replay."""
    with database.read() as connection:
        head = repository.head(connection, table_id)
        rows = repository.rows_since(connection, table_id, 0)
    assert head is not None
    try:
        table = fold(head.setup, rows)
    except QuartierError as error:
        return error.text("en")
    if table.version != head.version:
        return f"{table.version} events instead of {head.version}"
    return head.digest, table.state.digest()


def _record_digests(database: Database, record_id: str) -> tuple[str, str] | str:
    with database.read() as connection:
        stored = repository.find_record(connection, record_id)
    assert stored is not None
    try:
        return stored.digest, quartier.replay(stored.text).digest()
    except QuartierError as error:
        return error.text("en")
