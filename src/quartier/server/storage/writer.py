"""The one writer of this process: a thread that takes whatever is waiting, and commits it together.

A commit waits for the disk, and one wait serves sixteen commands as well as one. While it lasts, the next group gathers.
A command is answered after the commit, never before; one that is refused harms nobody, because it leaves nothing behind. If
the database does not accept what a group says, its commands are tried one by one, so that only the one at fault fails.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from quartier.server.clock import Clock
from quartier.server.errors import DomainError
from quartier.server.pubsub.hub import Hub
from quartier.server.storage.database import Database, locked
from quartier.server.storage.table_cache import TableCache
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.storage.writer_connection import WriterConnection

log = structlog.get_logger("quartier.writer")
T = TypeVar("T")
LOOK = 0.2
"""Seconds between looks at whether another process has written to a SQLite file."""
PATIENCE = 10.0
"""Seconds in which what is waiting at the end is still written."""


@dataclass
class Outcome:
    """What came of a job: a value, or what it raised."""

    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True)
class Waiting:
    """A job and who waits for it: a thread, or somebody in an event loop."""

    job: Job[Any]
    future: Future[Any] | asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop | None
    since: float

    def settle(self, outcome: Outcome) -> None:
        """Tell them, unless they have given up waiting. In the loop, if it is one."""
        if self.future.done():
            return
        if outcome.error is not None:
            self.future.set_exception(outcome.error)
        else:
            self.future.set_result(outcome.value)


Settled = list[tuple[Waiting, Outcome]]


class Writer:
    """Carries out jobs in the order in which they came, in groups of at most `Settings.group`. Thread-safe."""

    def __init__(self, database: Database, memory: TableCache, hub: Hub, clock: Clock) -> None:
        self._database = database
        self._memory = memory
        self._hub = hub
        self._clock = clock
        self._most = database.settings.group
        self._wire = WriterConnection(database)
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._lock = threading.Lock()
        self._closed = False
        self._heeding: list[Callable[[], None]] = []

    def heed(self, listener: Callable[[], None]) -> None:
        """Call `listener()` whenever another process has written to a SQLite file, in the writer's thread."""
        self._heeding.append(listener)

    def start(self) -> None:
        """Begin to look what other processes write; the first job begins it, too."""
        with self._lock:
            if not self._thread.ident:
                self._thread.start()

    def do(self, job: Job[T]) -> T:
        """Carry out a job; returns after the commit. Raises what the job raises, or DomainError 503. For threads."""
        future: Future[T] = Future()
        self._submit(Waiting(job, future, None, time.monotonic()))
        return future.result()

    def later(self, job: Job[None]) -> None:
        """Carry out a job for which nobody waits: what becomes of it is nobody's affair."""
        with suppress(DomainError):
            self._submit(Waiting(job, Future(), None, time.monotonic()))

    async def done(self, job: Job[T]) -> T:
        """The same for whoever waits in an event loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._submit(Waiting(job, future, loop, time.monotonic()))
        return await future

    def _submit(self, waiting: Waiting) -> None:
        self.start()
        with self._lock:
            if self._closed:
                raise locked()
            self._queue.put(waiting)

    def close(self) -> None:
        """Write what is waiting, then end."""
        with self._lock:
            self._closed = True
            started = self._thread.ident is not None
        self._queue.put(None)
        if started:
            self._thread.join(PATIENCE)

    def is_own(self, backend: int) -> bool:
        """Whether a notification of PostgreSQL comes from this process."""
        return backend == self._wire.backend

    # ----- in the writer's thread -----

    def _run(self) -> None:
        looked = time.monotonic()
        while (gathered := self._gathered()) is not None:
            for group in _groups(gathered):
                self._serve(group)
            if time.monotonic() >= looked + LOOK:
                looked = time.monotonic()
                self._look()
        self._wire.close()

    def _gathered(self) -> list[Waiting] | None:
        """What is waiting, at most one group of it; nothing if nobody comes for a while, None at the end."""
        result: list[Waiting] = []
        with suppress(queue.Empty):
            while len(result) < self._most:
                waiting = self._queue.get(timeout=None if result else LOOK, block=not result)
                if waiting is None:
                    if not result:
                        return None
                    self._queue.put(None)
                    break
                result.append(waiting)
        return result

    def _serve(self, group: list[Waiting]) -> None:
        """Carry out a group, and tell everybody what came of it."""
        late = time.monotonic() - self._database.settings.lock_timeout
        self._tell([(waiting, Outcome(error=locked())) for waiting in group if waiting.since < late])
        group = [waiting for waiting in group if waiting.since >= late]
        try:
            if group:
                self._attempt(group)
        except Exception as error:  # our own mistake; whoever comes next is to find a writer
            log.exception("writer_failed")
            self._tell([(waiting, Outcome(error=error)) for waiting in group])

    def _attempt(self, group: list[Waiting]) -> None:
        try:
            with self._database.failures():
                told, changed = self._together(group)
        except DomainError as refused:  # the database takes nothing at all now
            told, changed = [(waiting, Outcome(error=refused)) for waiting in group], []
        except Exception as error:
            if len(group) > 1:  # one of them is at fault, the others are not to suffer
                for waiting in group:
                    self._attempt([waiting])
                return
            told, changed = [(group[0], Outcome(error=error))], []
        self._hub.publish(*changed)
        self._tell(told)

    def _together(self, group: list[Waiting]) -> tuple[Settled, list[str]]:
        """One transaction: what came of each job, and the ids of the tables that have changed."""
        ids = {waiting.job.table_id: None for waiting in group if waiting.job.table_id is not None}
        transaction: Transaction | None = None
        try:
            transaction = Transaction(self._memory, self._wire, self._clock, self._wire.begin(list(ids)))
            told = [(waiting, self._outcome(waiting.job, transaction)) for waiting in group]
            if _came_to_nothing(told, transaction):
                self._wire.roll_back()
                return told, []
            transaction.write()
            self._wire.commit()
        except Exception:
            self._wire.close()
            if transaction is not None:
                transaction.doubted()
            raise
        return told, transaction.committed()

    def _outcome(self, job: Job[Any], transaction: Transaction) -> Outcome:
        """What comes of a job. A failure of the database is everybody's, so it passes through."""
        try:
            return Outcome(job.act(transaction))
        except self._database.errors:
            raise
        except Exception as error:
            return Outcome(error=error)

    def _tell(self, told: Settled) -> None:
        """Answer: threads at once, everybody in an event loop by one call."""
        in_loops: dict[asyncio.AbstractEventLoop, Settled] = defaultdict(list)
        for waiting, outcome in told:
            if waiting.loop is None:
                waiting.settle(outcome)
            else:
                in_loops[waiting.loop].append((waiting, outcome))
        for loop, those in in_loops.items():
            with suppress(RuntimeError):  # the loop has ended, and nobody waits there
                loop.call_soon_threadsafe(_settle, those)

    def _look(self) -> None:
        """Notice what another process has written to a SQLite file; PostgreSQL tells us by itself (`notify`)."""
        with suppress(*self._database.errors):  # the next commit will say what is wrong
            if self._wire.changed_elsewhere():
                self._memory.doubt_all()
                for listener in self._heeding:
                    listener()
                self._hub.changed_elsewhere(*self._hub.watched())


def _groups(gathered: list[Waiting]) -> Iterator[list[Waiting]]:
    """In their order; a job that has to be alone is a group of its own."""
    group: list[Waiting] = []
    for waiting in gathered:
        if group and (waiting.job.alone or group[0].job.alone):
            yield group
            group = []
        group.append(waiting)
    if group:
        yield group


def _came_to_nothing(told: Settled, transaction: Transaction) -> bool:
    """Whether there is nothing to commit."""
    waiting, outcome = told[0]
    return outcome.error is not None if waiting.job.alone else transaction.empty


def _settle(told: Settled) -> None:
    for waiting, outcome in told:
        waiting.settle(outcome)
