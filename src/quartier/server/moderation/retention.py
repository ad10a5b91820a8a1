"""What is kept for some time only: guests' finished games, and records that were opened here.

Every process asks now and then whether it is time; the database lets one of them do it, and if that one ends on the way, the
next one goes on an hour later. A few at each look, so that neither a move nor a clock waits for it.
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
from quartier.server.storage.moderation.hosts import By
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

T = TypeVar("T")
log = structlog.get_logger("quartier.keeper")
EVERY: Final = 3600.0
"""Seconds between looks."""
ASKED: Final = 60.0
"""Seconds between questions whether it is time."""
AT_ONCE: Final = 50
"""Games that are deleted together."""
OLD_AT_ONCE: Final = 2
"""Tables of an earlier release that are followed at once, to see whether they are over."""
DAY: Final = 24 * 3600.0


class Tidying:
    """From a thread, one at a time."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._asked = -ASKED
        self._before: float | None = None
        """While it is at work: what was over before then is deleted."""

    def look(self, now: float) -> None:
        """Delete some of what is to be deleted, if nobody else does."""
        if self._before is None and abs(now - self._asked) >= ASKED:
            self._asked = now
            self._before = self._begun(now)
        if self._before is not None and not self._some(self._before):
            self._before = None

    def _begun(self, now: float) -> float | None:
        """If it is time: before when what is to be deleted was over."""
        with self._tables.database.read() as connection:
            days = policy.decided(connection).retention_days
        if days is None or not self._do(
            lambda transaction: policy.may_tidy(transaction.connection, now, EVERY)
        ):
            return None
        return now - days * DAY

    def _some(self, before: float) -> bool:
        """Look at a few games; whether there are more of them."""
        with self._tables.database.read() as connection:
            undated = game_deletion.of_earlier_releases(connection, OLD_AT_ONCE)
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
        return self._tables.writer.do(Job(act, alone=True))


def _note_end(table_id: str, over: bool, transaction: Transaction) -> None:
    game_deletion.note_end(transaction.connection, table_id, over)


def _delete_some(transaction: Transaction, before: float) -> int:
    """Delete a few games that are too old; how many."""
    connection = transaction.connection
    tables = game_deletion.old_tables(connection, before, AT_ONCE)
    for table_id in tables:
        game_deletion.remove_table(connection, table_id)
        transaction.forget(table_id)
    records = game_deletion.old_records(connection, before, AT_ONCE)
    for record_id in records:
        game_deletion.remove_record(connection, record_id)
    reports.forget_closed(connection, before)
    result = len(tables) + len(records)
    if result:
        hosts.note(connection, By(), transaction.now, "tidy", str(result))
    return result
