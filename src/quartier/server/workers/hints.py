"""Hints: the best moves of the seat to move, computed from what that seat knows by a worker process."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from quartier import bots
from quartier.core.engine.dice import Dice
from quartier.core.game.previews import previews
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.server.commands.execute import CommandContext, StaleVersion, require_seat
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_run
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.storage.table_store import TableStore
from quartier.server.workers.jobs import (
    GoodMove,
    HintJob,
    HintResult,
    RulesJob,
    concealed_view,
    own_recent,
)
from quartier.server.workers.outlook import Outlook
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEFORE_BOTS


@dataclass(frozen=True)
class PendingHint:
    """A hint that is being computed, is ready, or could not be had, for a seat at a version of its table."""

    table: Table
    seat: int
    coming: Future[HintResult | None]

    @cached_property
    def first_look(self) -> HintResult:
        """The moves for a player who has waited long enough: a busy worker process is no reason to get none."""
        return look_once(self.table.state.concealed(self.seat), self.seat)


class HintService:
    """Computes hints one at a time, at most one per seat."""

    MAX_PENDING = 256
    """Number of cached answers, so that asking again costs nothing."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self.patience = settings.hint_patience
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
        pending = PendingHint(table, seat, coming or _nothing())
        self._pending.put((table.setup.id, seat), pending)
        return pending

    def result_of(self, pending: PendingHint, context: CommandContext) -> HintResult:
        """Return a hint's moves, without a search if that isn't done. Raises StaleVersion if the table has moved on."""
        _, table = self._tables.load(pending.table.setup.id)
        if not table.is_unaffected(pending.seat, pending.table.version):
            raise StaleVersion(table, context)
        return _outcome(pending) or pending.first_look

    def close(self) -> None:
        """Cancel all work."""
        self.queue.close()


def _outcome(pending: PendingHint) -> HintResult | None:
    """Return the result of a search; None if it isn't done, or has no move."""
    is_there = pending.coming.done() and not pending.coming.cancelled()
    result = pending.coming.result() if is_there else None
    return result if result and result.moves else None


def _nothing() -> Future[HintResult | None]:
    """Return the future of a search that can't be queued."""
    result: Future[HintResult | None] = Future()
    result.set_result(None)
    return result


def look_once(view: State, seat: int) -> HintResult:
    """Return the best move by the title's evaluation one move ahead, and the one with the highest immediate gain."""
    actions = np.array(view.legal(seat), np.int64)
    points = previews(view, seat, actions).points
    best = bots.make("greedy", view.game).choose(view, seat, Dice())
    most = [view.write(int(actions[points.argmax()]))] if points.max() > 0 else []
    moves = [GoodMove(move, 0.0, reliable=False) for move in dict.fromkeys([best, *most])]
    return HintResult(moves, Outlook("quick"))


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
