"""Job dispatcher: which bot job runs next, and on which worker."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple

from quartier.server.workers.fair_queue import FairQueue

EXPECTED = 1.0
"""Assumed seconds of a bot's job until it ends: meanwhile its visitor's other tables yield to others."""


class Task(NamedTuple):
    """A table whose bot is to move, or a title whose rules are to be loaded."""

    table_id: str = ""
    title: str = ""
    owner: str = ""
    """The visitor for whom the bot thinks."""


class Dispatcher:
    """Dispatches bot moves and rules to load to workers.

    Tables with people come first; among them each visitor gets an equal share of bot time. Of the idle
    workers the first takes the next table: its process has loaded most rules. Only the first one preloads
    titles, when no table waits, so that the rules are in memory once rather than in every process.
    """

    FIRST = 0

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: FairQueue[str] = FairQueue()
        self._without_people: FairQueue[str] = FairQueue()
        self._titles: deque[str] = deque()
        self._idle: set[int] = set()
        self._closed = False

    def due(self, table_id: str, owner: str, people: bool) -> None:
        """Enqueue a table whose bot is to move. `owner`: the visitor it plays for; `people`: whether someone plays there."""
        with self._changed:
            (self._tables if people else self._without_people).add(owner, table_id)
            self._changed.notify_all()

    def ready(self, title: str) -> None:
        """Enqueue a title whose compiled rules are in the cache, to load them before the first bot needs them."""
        with self._changed:
            self._titles.append(title)
            self._changed.notify_all()

    def close(self) -> None:
        """Let all workers exit."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, worker: int) -> Task | None:
        """Wait for and return a worker's next task; None to end."""
        with self._changed:
            self._idle.add(worker)
            self._changed.wait_for(lambda: self._closed or self._has_work_for(worker))
            self._idle.remove(worker)
            self._changed.notify_all()  # the next one may now be the first idle one
            return None if self._closed else self._next()

    def finish(self, task: Task, seconds: float) -> None:
        """Charge a task's owner for the seconds that it has taken."""
        with self._changed:
            self._charge(task.owner, seconds - EXPECTED)

    def _next(self) -> Task:
        for waiting in (self._tables, self._without_people):
            if waiting:
                owner, table_id = waiting.take()
                self._charge(owner, EXPECTED)
                return Task(table_id=table_id, owner=owner)
        return Task(title=self._titles.popleft())

    def _charge(self, owner: str, seconds: float) -> None:
        for queue in (self._tables, self._without_people):
            queue.charge(owner, seconds)

    def _has_work_for(self, worker: int) -> bool:
        mine = worker == self.FIRST and bool(self._titles)
        waiting = bool(self._tables) or bool(self._without_people)
        return mine or (waiting and worker == min(self._idle))
