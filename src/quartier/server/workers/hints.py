"""Hints: the best moves of the seat to move, computed from what that seat knows by a worker process."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass

from quartier.core.text.languages import N_
from quartier.server.commands.execute import CommandContext, StaleVersion, require_seat
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_run
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.storage.table_store import TableStore
from quartier.server.workers.jobs import HintJob, HintResult, RulesJob, concealed_view, own_recent
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEFORE_BOTS

RETRY_SECONDS = 5
"""Seconds after which the client should poll again for a hint."""


@dataclass(frozen=True)
class PendingHint:
    """A hint that is being computed, or is ready, for a seat at a version of its table."""

    table: Table
    seat: int
    coming: Future[HintResult | None]


class HintService:
    """Computes hints one at a time, at most one per seat."""

    MAX_PENDING = 256
    """Number of cached answers, so that asking again costs nothing."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self.queue = JobQueue("hints", settings.hint_total, settings.worker_memory, BEFORE_BOTS)
        self._lock = threading.Lock()
        self._pending: LruCache[tuple[str, int], PendingHint] = LruCache(self.MAX_PENDING)
        self._prepared: LruCache[str, bool] = LruCache(self.MAX_PENDING)

    def start(self) -> None:
        """Get ready for hints at every table that is opened or watched from here on."""
        self._tables.hub.on_change(self._prepare)

    def _prepare(self, table_id: str) -> None:
        """Load the rules of a table's title, once for each table, so that its first hint need not wait for them.

        Only compiled rules that the server itself plays: they are in the cache on disk.
        """
        cached = self._tables.cache.get(table_id)
        if cached is None or self._prepared.get(table_id):
            return
        setup, state = cached.table.setup, cached.table.state
        if setup.hints and state.game.is_compiled and not state.over:
            self._prepared.put(table_id, True)
            self.queue.submit(RulesJob(setup.title), self._settings.bot_deadline, lambda: False)

    def ask(self, table_id: str, context: CommandContext, visitor: str) -> PendingHint:
        """Return the hint for the ticket's seat at its version, pending or ready. Raises DomainError."""
        row, table = self._tables.load(table_id)
        seat = context.seat
        require_seat(self._tables, row, context.credentials, seat)
        _must_be_allowed(table, seat)
        if not table.is_unaffected(seat, context.version or 0):
            raise StaleVersion(table, context)
        with self._lock:
            return self._existing(table, seat) or self._seek(table, seat, visitor)

    def _existing(self, table: Table, seat: int) -> PendingHint | None:
        """Return the earlier request for the same decision, unless it failed."""
        pending = self._pending.get((table.setup.id, seat))
        if pending is None or self._tables.is_affected(table.setup.id, pending.table.version, seat):
            return None
        return None if pending.coming.done() and not _outcome(pending) else pending

    def _seek(self, table: Table, seat: int, visitor: str) -> PendingHint:
        def is_cancelled() -> bool:
            return self._tables.is_affected(table.setup.id, table.version, seat)

        job = HintJob(
            table.setup.title, seat, concealed_view(table.state, seat), own_recent(table.state.past, seat)
        )
        coming = self.queue.submit(job, self._settings.bot_deadline, is_cancelled, owner=visitor)
        if coming is None:
            raise TooManyRequests(
                "busy", N_("Too many hint requests right now. Try again in a moment."), RETRY_SECONDS
            )
        pending = PendingHint(table, seat, coming)
        self._pending.put((table.setup.id, seat), pending)
        return pending

    def result_of(self, pending: PendingHint, context: CommandContext) -> HintResult:
        """Return a hint's moves. Raises DomainError if there are none, usually because the table has moved on."""
        _, table = self._tables.load(pending.table.setup.id)
        if not table.is_unaffected(pending.seat, pending.table.version):
            raise StaleVersion(table, context)
        result = _outcome(pending)
        if not result:
            raise DomainError(422, "no_hint", N_("Couldn’t find a hint. Try again."))
        return result

    def close(self) -> None:
        """Cancel all work."""
        self.queue.close()


def _outcome(pending: PendingHint) -> HintResult | None:
    """Return the result of a finished search; None if it has no move."""
    result = None if pending.coming.cancelled() else pending.coming.result()
    return result if result and result.moves else None


def _must_be_allowed(table: Table, seat: int) -> None:
    if not table.setup.hints:
        raise DomainError(
            422,
            "no_hints",
            N_("Hints are off at this table. The table’s host decides this when opening it."),
        )
    must_run(table)
    must_be_played_by_a_person(table, seat)
    if not table.may_move(seat):
        raise DomainError(422, "not_your_turn", N_("It’s not your turn yet."))
