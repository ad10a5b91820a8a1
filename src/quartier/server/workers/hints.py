"""Hints: the best moves of whoever is to move, worked out from what that seat knows, by a process beside the server."""

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
from quartier.server.workers.jobs import GoodMove, HintJob, known_to
from quartier.server.workers.queue import JobQueue

SOON = 5
"""Seconds after which it is worth asking again for a hint."""
GoodMoves = list[GoodMove]
"""In the order in which to show them."""


@dataclass(frozen=True)
class PendingHint:
    """A hint that is sought, or was found, for a seat at a version of its table."""

    table: Table
    seat: int
    coming: Future[GoodMoves | None]


class Adviser:
    """Seeks hints, one at a time; for each seat at most one."""

    MOST = 256
    """Answers that are kept, so that asking again costs nothing."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._queue = JobQueue("hints", settings.hint_total, settings.worker_memory)
        self._lock = threading.Lock()
        self._pending: LruCache[tuple[str, int], PendingHint] = LruCache(self.MOST)

    def ask(self, table_id: str, ticket: CommandContext, visitor: str) -> PendingHint:
        """The hint for the ticket's seat at its version, sought for the visitor, or found. Raises DomainError."""
        head, table = self._tables.load(table_id)
        seat = ticket.seat
        require_seat(self._tables, head, ticket.keys, seat)
        _must_be_allowed(table, seat)
        if not table.unaffected(seat, ticket.version or 0):
            raise StaleVersion(table, ticket)
        with self._lock:
            return self._known(table, seat) or self._seek(table, seat, visitor)

    def _known(self, table: Table, seat: int) -> PendingHint | None:
        """What was asked before for the same decision, unless it came to nothing."""
        known = self._pending.get((table.setup.id, seat))
        if known is None or self._tables.affected(table.setup.id, known.table.version, seat):
            return None
        return None if known.coming.done() and not _outcome(known) else known

    def _seek(self, table: Table, seat: int, visitor: str) -> PendingHint:
        def unwanted() -> bool:
            return self._tables.affected(table.setup.id, table.version, seat)

        job = HintJob(table.setup.title, seat, known_to(table.state, seat))
        coming = self._queue.submit(job, self._settings.bot_deadline, unwanted, owner=visitor)
        if coming is None:
            raise TooManyRequests(
                "busy", N_("Many are asking for hints right now. Try again in a moment."), SOON
            )
        pending = PendingHint(table, seat, coming)
        self._pending.put((table.setup.id, seat), pending)
        return pending

    def checked(self, pending: PendingHint, ticket: CommandContext) -> GoodMoves:
        """What was found. Raises DomainError if it came to nothing, above all because the table has moved on."""
        _, table = self._tables.load(pending.table.setup.id)
        if not table.unaffected(pending.seat, pending.table.version):
            raise StaleVersion(table, ticket)
        result = _outcome(pending)
        if not result:
            raise DomainError(422, "no_hint", N_("No hint was found this time. Try again."))
        return result

    def close(self) -> None:
        """End all work now."""
        self._queue.close()


def _outcome(pending: PendingHint) -> GoodMoves | None:
    """What a search that has ended found."""
    return None if pending.coming.cancelled() else pending.coming.result()


def _must_be_allowed(table: Table, seat: int) -> None:
    if not table.setup.hints:
        raise DomainError(
            422,
            "no_hints",
            N_("There are no hints at this table. Whoever opens a table decides whether it has any."),
        )
    must_run(table)
    must_be_played_by_a_person(table, seat)
    if not table.may_move(seat):
        raise DomainError(422, "not_your_turn", N_("It is not your turn. Wait for the others."))
