"""Data retention: delete guests' finished games and uploaded records after a set number of days.

Every process checks now and then; the database lets one of them run at a time, and if that one dies, another continues an
hour later. Games are deleted in small batches, so neither moves nor clocks wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import structlog

from quartier.server.errors import DomainError
from quartier.server.storage.moderation import (
    game_deletion,
    hosts,
    policy,
    reports,
)
from quartier.server.storage.moderation.hosts import ActingModerator
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

T = TypeVar("T")
log = structlog.get_logger("quartier.keeper")
RUN_INTERVAL: Final = 3600.0
"""Seconds between looks."""
CHECK_INTERVAL: Final = 60.0
"""Seconds between questions whether it is time."""
BATCH_SIZE: Final = 50
"""Games that are deleted together."""
OLD_BATCH_SIZE: Final = 2
"""Tables of an earlier release that are followed at once, to see whether they are over."""
DAY: Final = 24 * 3600.0


class Retention:
    """Deletes old games in batches. Call from a thread, one at a time."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._checked_at = -CHECK_INTERVAL
        self._before: float | None = None
        """While it is at work: what was over before then is deleted."""

    def look(self, now: float) -> None:
        """Delete a batch, if it is time and no other process does."""
        if self._before is None and abs(now - self._checked_at) >= CHECK_INTERVAL:
            self._checked_at = now
            self._before = self._start(now)
        if self._before is not None and not self._delete_batch(self._before):
            self._before = None

    def _start(self, now: float) -> float | None:
        """Return the time before which games are too old, if it is time to run."""
        with self._tables.database.read() as connection:
            days = policy.current(connection).retention_days
        if days is None or not self._do(
            lambda transaction: policy.claim_cleanup(transaction.connection, now, RUN_INTERVAL)
        ):
            return None
        return now - days * DAY

    def _delete_batch(self, before: float) -> bool:
        """Delete a few games; return whether there may be more."""
        with self._tables.database.read() as connection:
            undated = game_deletion.of_earlier_releases(connection, OLD_BATCH_SIZE)
        for table_id in undated:
            self._do(partial(_note_end, table_id, self._is_over(table_id)))
        deleted = self._do(lambda transaction: _delete_some(transaction, before))
        if deleted:
            log.info("tidied", deleted=deleted)
        return bool(undated or deleted)

    def _is_over(self, table_id: str) -> bool:
        try:
            _, table = self._tables.load(table_id)
        except DomainError:  # set aside: it is kept as it is
            return False
        return table.over or table.cancelled

    def _do(self, act: Callable[[Transaction], T]) -> T:
        return self._tables.writer.run(Job(act, exclusive=True))


def _note_end(table_id: str, over: bool, transaction: Transaction) -> None:
    game_deletion.note_end(transaction.connection, table_id, over)


def _delete_some(transaction: Transaction, before: float) -> int:
    """Delete a few games that are too old; return how many."""
    connection = transaction.connection
    tables = game_deletion.old_tables(connection, before, BATCH_SIZE)
    for table_id in tables:
        game_deletion.remove_table(connection, table_id)
        transaction.forget(table_id)
    records = game_deletion.old_records(connection, before, BATCH_SIZE)
    for record_id in records:
        game_deletion.remove_record(connection, record_id)
    reports.forget_closed(connection, before)
    result = len(tables) + len(records)
    if result:
        transaction.erases = True
        hosts.note(connection, ActingModerator(), transaction.now, "tidy", str(result))
    return result
