"""What the workers are to do next, and which of them does it."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple

from quartier.server.workers.fair_queue import Fair

EXPECTED = 1.0
"""Seconds that a bot is thought to take, until it is known: while it thinks, its visitor's other tables wait for others."""


class Task(NamedTuple):
    """A table whose bot is to move, or a title whose rules are to be loaded."""

    table_id: str = ""
    title: str = ""
    owner: str = ""
    """For whom the bot thinks."""


class Desk:
    """Tables whose bots are due, and titles to make ready.

    Tables with people come first; among them bots think as long for each visitor as for the others. Of the idle workers the
    first takes the next table: its process has loaded most rules. Only the first one makes titles ready, when no table
    waits, so that the rules lie in memory once and not in every process.
    """

    FIRST = 0

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: Fair[str] = Fair()
        self._without_people: Fair[str] = Fair()
        self._titles: deque[str] = deque()
        self._idle: set[int] = set()
        self._closed = False

    def due(self, table_id: str, owner: str, people: bool) -> None:
        """A bot at this table is to move. `owner`: the visitor for whom; `people`: somebody plays there."""
        with self._changed:
            (self._tables if people else self._without_people).add(owner, table_id)
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
            return None if self._closed else self._next()

    def done(self, task: Task, seconds: float) -> None:
        """A worker has thought for so long."""
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
        for each in (self._tables, self._without_people):
            each.charge(owner, seconds)

    def _has_work_for(self, worker: int) -> bool:
        mine = worker == self.FIRST and bool(self._titles)
        waiting = bool(self._tables) or bool(self._without_people)
        return mine or (waiting and worker == min(self._idle))
