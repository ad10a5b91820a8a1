"""Evaluations that decide a tournament's unfinished games: more thorough than for spectators, and always the same."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from quartier.server.domain.table import Table
from quartier.server.domain.tournaments.results import Verdict
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.workers.jobs import ADJUDICATION_BUDGET, EvaluationJob, concealed_view
from quartier.server.workers.queue import JobQueue

MAX_ATTEMPTS: Final = 3
"""Failed evaluations of a position after which there is none."""


@dataclass(frozen=True)
class _Requested:
    coming: Future[list[float] | None]
    attempts: int

    @property
    def result(self) -> list[float] | None:
        return None if self.coming.cancelled() else self.coming.result()


class Adjudicator:
    """Evaluates positions in the process of the hints, each once."""

    MAX_KEPT = 256

    def __init__(self, queue: JobQueue, settings: Settings) -> None:
        self._queue = queue
        self._deadline = settings.bot_deadline
        self._requested: LruCache[tuple[str, int], _Requested] = LruCache(self.MAX_KEPT)

    def evaluate(self, position: Table) -> Verdict | None:
        """Return the verdict on a position; None while it is being computed, or waits for room in the queue."""
        key = position.setup.id, position.version
        requested = self._requested.get(key)
        if requested is not None and not requested.coming.done():
            return None
        attempts = 0 if requested is None else requested.attempts
        if requested is not None and (requested.result is not None or attempts >= MAX_ATTEMPTS):
            return Verdict(requested.result)
        self._submit(position, key, attempts + 1)
        return None

    def _submit(self, position: Table, key: tuple[str, int], attempts: int) -> None:
        coming = self._queue.submit(_job(position), self._deadline, lambda: False, owner="tournaments")
        if coming is not None:
            self._requested.put(key, _Requested(coming, attempts))


def _job(position: Table) -> EvaluationJob:
    setup, seat = position.setup, min(position.to_act())
    return EvaluationJob(
        setup.title, seat, concealed_view(position.state, None), ADJUDICATION_BUDGET, seed=position.version
    )
