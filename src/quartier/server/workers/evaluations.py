"""Live evaluations of a running game for spectators: of a position some moves ago, from public knowledge.

Players don't get it, and while the result counts no one does: a player might watch from another browser, and
no delay is safe if the next moves are planned long before.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from quartier.core.text.languages import N_
from quartier.server.commands.authorization import Caller
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.workers.jobs import EvaluationJob, concealed_view
from quartier.server.workers.queue import JobQueue

DELAY: Final = 3
"""Moves of seats between the evaluated position and the present one."""
RETRY_SECONDS: Final = 5


def allows(table: Table) -> bool:
    """Return whether spectators may see an evaluation: of a running game with a winner whose result doesn't count."""
    setup = table.setup
    counts = setup.rated or setup.tournament is not None or setup.day_key is not None
    return table.seats > 1 and table.has_begun and not table.over and not counts


def must_allow(table: Table, caller: Caller) -> None:
    """Raise DomainError unless the caller may see an evaluation."""
    if caller.seats:
        raise DomainError(403, "plays", N_("Only spectators can see the bots’ evaluation."))
    if not allows(table):
        text = N_("There’s no evaluation here: the game isn’t in progress, or its result counts.")
        raise DomainError(422, "no_evaluation", text)


def evaluated_event(table: Table) -> int | None:
    """Return the index of the move before which the position is evaluated; None while too few have been played."""
    moves = [index for index, entry in enumerate(table.live) if table.entries[entry].row.actor != "*"]
    return moves[-DELAY] if len(moves) >= DELAY else None


@dataclass(frozen=True)
class _Requested:
    """An evaluation that is being computed, or is ready. `seq`: that of the move after the position."""

    seq: int
    coming: Future[list[float] | None]

    @property
    def has_failed(self) -> bool:
        return self.coming.done() and (self.coming.cancelled() or self.coming.result() is None)


class Evaluations:
    """Computes evaluations on request, one at a time for a table, in the process of the hints."""

    MAX_KEPT = 256

    def __init__(self, queue: JobQueue, settings: Settings) -> None:
        self._queue = queue
        self._deadline = settings.bot_deadline
        self._lock = threading.Lock()
        self._latest: LruCache[str, _Requested] = LruCache(self.MAX_KEPT)

    def ask(self, table: Table, visitor: str) -> Future[list[float] | None] | None:
        """Return the future values by seat; of an older position while that is being computed; None: too early."""
        event = evaluated_event(table)
        if event is None:
            return None
        with self._lock:
            latest, seq = self._latest.get(table.setup.id), table.entries[table.live[event]].row.seq
            if (
                latest is not None
                and not latest.has_failed
                and (latest.seq == seq or not latest.coming.done())
            ):
                return latest.coming
            requested = _Requested(seq, self._submit(table, event, visitor))
            self._latest.put(table.setup.id, requested)
            return requested.coming

    def _submit(self, table: Table, event: int, visitor: str) -> Future[list[float] | None]:
        position, mover = table.state.at(event), int(table.entries[table.live[event]].row.actor)
        job = EvaluationJob(table.setup.title, mover, concealed_view(position, None))
        coming = self._queue.submit(job, self._deadline, lambda: False, owner=visitor)
        if coming is None:
            text = N_("The bots are busy right now. Try again in a moment.")
            raise TooManyRequests("busy", text, RETRY_SECONDS)
        return coming


def result_of(coming: Future[list[float] | None]) -> list[float]:
    """Return the values by seat. Raises DomainError if the search has failed."""
    values = None if coming.cancelled() else coming.result()
    if values is None:
        raise DomainError(503, "no_evaluation", N_("The bots couldn’t evaluate the position. Try again."))
    return values
