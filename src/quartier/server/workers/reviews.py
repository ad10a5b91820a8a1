"""Reviews of finished games: worked out once by a process beside the server, then kept with the game."""

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

log = structlog.get_logger("quartier.reviews")
PATIENCE = 120.0
"""Seconds between two signs of progress after which a review is given up."""
NONE: Final = "none"
RUNNING: Final = "running"
FAILED: Final = "failed"
READY: Final = "ready"


@dataclass(frozen=True)
class Progress:
    """How far a review is: nobody asked for it, `part` (0 to 1) of it is done, it failed, or it lies in `data`."""

    status: Literal["none", "running", "failed", "ready"]
    part: float = 0.0
    data: dict[str, Any] | None = None


class Reviews:
    """Makes reviews one after the other, and finds those that were made."""

    MOST = 256
    """Games of which it is known that a review is in the making, or that it failed."""

    def __init__(self, tables: TableStore, settings: Settings) -> None:
        self._tables = tables
        self._queue = JobQueue("reviews", settings.review_total, settings.worker_memory)
        self._lock = threading.Lock()
        self._made: LruCache[str, Progress] = LruCache(self.MOST)
        """Those in the making, and those that failed since the server started."""

    def look(self, game_id: str) -> Progress:
        """How far the review of a game is."""
        made = self._made.get(game_id)
        # Looked up last: a review that has just been stored must not be missed.
        with self._tables.database.read() as connection:
            data = table_rows.find_review(connection, game_id)
        return made or Progress(NONE) if data is None else Progress(READY, 1.0, data)

    def begin(self, game_id: str, state: State, visitor: str) -> Progress:
        """Have a finished game reviewed for a visitor, unless it is or was. Raises TooManyRequests."""
        known = self.look(game_id)
        if known.status == READY or not self._reserve(game_id):
            return known
        job = ReviewJob(state.game.name, state.record())
        coming = self._queue.submit(job, PATIENCE, lambda: False, self._teller(game_id), visitor)
        if coming is None:
            self._made.drop(game_id)
            text = N_("Many games are being reviewed right now. Try again in a few minutes.")
            raise TooManyRequests("busy", text, PATIENCE)
        coming.add_done_callback(lambda done: self._finish(game_id, done))
        return Progress(RUNNING)

    def _reserve(self, game_id: str) -> bool:
        """Note that a review is in the making; False if it already is."""
        with self._lock:
            made = self._made.get(game_id)
            if made is not None and made.status == RUNNING:
                return False
            self._made.put(game_id, Progress(RUNNING))
            return True

    def _teller(self, game_id: str) -> Callable[[float], None]:
        def tell(part: float) -> None:
            self._made.put(game_id, Progress(RUNNING, part))

        return tell

    def _finish(self, game_id: str, done: Future[dict[str, Any] | None]) -> None:
        """Whatever came of it, it is not in the making any more: whoever asks again has a failed one made again."""
        try:
            kept = self._keep(game_id, done)
        except Exception as error:  # the database is away, say
            log.warning("review_failed", game=game_id, exc_info=error)
            kept = False
        if kept:
            self._made.drop(game_id)
        else:
            self._made.put(game_id, Progress(FAILED))

    def _keep(self, game_id: str, done: Future[dict[str, Any] | None]) -> bool:
        """Store the review; False if none was made."""
        data = None if done.cancelled() else done.result()
        if data is None:
            log.warning("review_failed", game=game_id)
            return False
        keep = Job(lambda writing: table_rows.add_review(writing.connection, game_id, data), alone=True)
        self._tables.writer.do(keep)
        return True

    def close(self) -> None:
        """End all work now."""
        self._queue.close()
