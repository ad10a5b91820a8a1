"""Reviews of finished games: computed once by a worker process, then stored with the game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, Literal

import structlog

from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.server.errors import TooManyRequests
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.storage import table_rows
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job
from quartier.server.workers.jobs import ReviewJob
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEHIND_BOTS

log = structlog.get_logger("quartier.reviews")
PROGRESS_TIMEOUT = 120.0
"""Seconds without progress after which a review is given up."""
NONE: Final = "none"
RUNNING: Final = "running"
FAILED: Final = "failed"
READY: Final = "ready"


@dataclass(frozen=True)
class Progress:
    """Progress of a review: not requested, running (`part` from 0 to 1), failed, or ready with `data`."""

    status: Literal["none", "running", "failed", "ready"]
    part: float = 0.0
    data: dict[str, Any] | None = None


class Reviews:
    """Computes reviews one after the other, and loads stored ones."""

    MAX_TRACKED = 256
    """Maximum number of games whose review is known to be running or to have failed."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self._queue = JobQueue("reviews", settings.review_total, settings.worker_memory, BEHIND_BOTS)
        self._lock = threading.Lock()
        self._in_progress: LruCache[str, Progress] = LruCache(self.MAX_TRACKED)
        """Running reviews, and those that failed since the server started."""

    def look(self, game_id: str) -> Progress:
        """Return the progress of a game's review."""
        progress = self._in_progress.get(game_id)
        # Checked last: a review that has just been stored must not be missed.
        with self._tables.database.read() as connection:
            data = table_rows.find_review(connection, game_id)
        return progress or Progress(NONE) if data is None else Progress(READY, 1.0, data)

    def begin(self, game_id: str, state: State, visitor: str) -> Progress:
        """Start the review of a finished game, unless it runs or is ready. Raises TooManyRequests."""
        progress = self.look(game_id)
        if progress.status == READY or not self._reserve(game_id):
            return progress
        job = ReviewJob(state.game.name, state.record())
        coming = self._queue.submit(
            job, PROGRESS_TIMEOUT, lambda: False, self._progress_callback(game_id), visitor
        )
        if coming is None:
            self._in_progress.drop(game_id)
            text = N_("Too many games are being analysed right now. Try again in a few minutes.")
            raise TooManyRequests("busy", text, PROGRESS_TIMEOUT)
        coming.add_done_callback(lambda done: self._finish(game_id, done))
        return Progress(RUNNING)

    def _reserve(self, game_id: str) -> bool:
        """Mark a review as running; return False if it already is."""
        with self._lock:
            progress = self._in_progress.get(game_id)
            if progress is not None and progress.status == RUNNING:
                return False
            self._in_progress.put(game_id, Progress(RUNNING))
            return True

    def _progress_callback(self, game_id: str) -> Callable[[float], None]:
        def report(part: float) -> None:
            self._in_progress.put(game_id, Progress(RUNNING, part))

        return report

    def _finish(self, game_id: str, done: Future[dict[str, Any] | None]) -> None:
        """Record the outcome; a failed review can be requested again."""
        try:
            stored = self._keep(game_id, done)
        except Exception as error:  # the database is unavailable, for example
            log.warning("review_failed", game=game_id, exc_info=error)
            stored = False
        if stored:
            self._in_progress.drop(game_id)
        else:
            self._in_progress.put(game_id, Progress(FAILED))

    def _keep(self, game_id: str, done: Future[dict[str, Any] | None]) -> bool:
        """Store the review; return False if there is none."""
        data = None if done.cancelled() else done.result()
        if data is None:
            log.warning("review_failed", game=game_id)
            return False
        keep = Job(lambda writing: table_rows.add_review(writing.connection, game_id, data), exclusive=True)
        self._tables.writer.run(keep)
        return True

    def close(self) -> None:
        """Cancel all work."""
        self._queue.close()
