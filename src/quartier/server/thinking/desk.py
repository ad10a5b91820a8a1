"""What the workers are to do next, and which of them does it."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple


class Task(NamedTuple):
    """A table whose bot is to move, or a title whose rules are to be loaded."""

    table_id: str = ""
    title: str = ""


class Desk:
    """Tables whose bots are due, and titles to make ready.

    Of the idle workers the first takes the next table: its process has loaded most rules. Only the first one makes titles
    ready, when no table waits, so that the rules lie in memory once and not in every process.
    """

    FIRST = 0

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: deque[str] = deque()
        self._titles: deque[str] = deque()
        self._idle: set[int] = set()
        self._closed = False

    def due(self, table_id: str) -> None:
        """A bot at this table is to move."""
        with self._changed:
            self._tables.append(table_id)
            self._changed.notify_all()

    def ready(self, title: str) -> None:
        """The rules of this title lie in the cache: they can be loaded before somebody waits for them."""
        with self._changed:
            self._titles.append(title)
            self._changed.notify_all()

    def close(self) -> None:
        """Whoever waits for work, or asks for it, goes home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, worker: int) -> Task | None:
        """What a worker does next, once there is something for it; None: it goes home."""
        with self._changed:
            self._idle.add(worker)
            self._changed.wait_for(lambda: self._closed or self._has_work_for(worker))
            self._idle.remove(worker)
            self._changed.notify_all()  # the next one may be the first of the idle ones now
            if self._closed:
                return None
            return (
                Task(table_id=self._tables.popleft()) if self._tables else Task(title=self._titles.popleft())
            )

    def _has_work_for(self, worker: int) -> bool:
        mine = worker == self.FIRST and bool(self._titles)
        return mine or (bool(self._tables) and worker == min(self._idle))
