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
POLL_SECONDS = 0.2
"""Seconds between looks at whether another process has written to a SQLite file."""
PATIENCE = 10.0
"""Seconds in which what is waiting at the end is still written."""


@dataclass
class Outcome:
    """What came of a job: a value, or what it raised."""

    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True)
class PendingJob:
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


Settled = list[tuple[PendingJob, Outcome]]


class Writer:
    """Carries out jobs in the order in which they came, in groups of at most `Settings.group`. Thread-safe."""

    def __init__(self, database: Database, memory: TableCache, hub: Hub, clock: Clock) -> None:
        self._database = database
        self._cache = memory
        self._hub = hub
        self._clock = clock
        self._most = database.settings.group
        self._connection = WriterConnection(database)
        self._queue: queue.SimpleQueue[PendingJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._lock = threading.Lock()
        self._closed = False
        self._change_listeners: list[Callable[[], None]] = []

    def on_external_change(self, listener: Callable[[], None]) -> None:
        """Call `listener()` whenever another process has written to a SQLite file, in the writer's thread."""
        self._change_listeners.append(listener)

    def start(self) -> None:
        """Begin to look what other processes write; the first job begins it, too."""
        with self._lock:
            if not self._thread.ident:
                self._thread.start()

    def do(self, job: Job[T]) -> T:
        """Carry out a job; returns after the commit. Raises what the job raises, or DomainError 503. For threads."""
        future: Future[T] = Future()
        self._submit(PendingJob(job, future, None, time.monotonic()))
        return future.result()

    def later(self, job: Job[None]) -> None:
        """Carry out a job for which nobody waits: what becomes of it is nobody's affair."""
        with suppress(DomainError):
            self._submit(PendingJob(job, Future(), None, time.monotonic()))

    async def done(self, job: Job[T]) -> T:
        """The same for whoever waits in an event loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._submit(PendingJob(job, future, loop, time.monotonic()))
        return await future

    def _submit(self, waiting: PendingJob) -> None:
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
        return backend == self._connection.backend

    # ----- in the writer's thread -----

    def _run(self) -> None:
        looked = time.monotonic()
        while (gathered := self._collect()) is not None:
            for group in _group_jobs(gathered):
                self._process(group)
            if time.monotonic() >= looked + POLL_SECONDS:
                looked = time.monotonic()
                self._check_external_changes()
        self._connection.close()

    def _collect(self) -> list[PendingJob] | None:
        """What is waiting, at most one group of it; nothing if nobody comes for a while, None at the end."""
        result: list[PendingJob] = []
        with suppress(queue.Empty):
            while len(result) < self._most:
                waiting = self._queue.get(timeout=None if result else POLL_SECONDS, block=not result)
                if waiting is None:
                    if not result:
                        return None
                    self._queue.put(None)
                    break
                result.append(waiting)
        return result

    def _process(self, group: list[PendingJob]) -> None:
        """Carry out a group, and tell everybody what came of it."""
        late = time.monotonic() - self._database.settings.lock_timeout
        self._settle_all([(waiting, Outcome(error=locked())) for waiting in group if waiting.since < late])
        group = [waiting for waiting in group if waiting.since >= late]
        try:
            if group:
                self._run_with_retry(group)
        except Exception as error:  # our own mistake; whoever comes next is to find a writer
            log.exception("writer_failed")
            self._settle_all([(waiting, Outcome(error=error)) for waiting in group])

    def _run_with_retry(self, group: list[PendingJob]) -> None:
        try:
            with self._database.failures():
                told, changed = self._run_group(group)
        except DomainError as refused:  # the database takes nothing at all now
            told, changed = [(waiting, Outcome(error=refused)) for waiting in group], []
        except Exception as error:
            if len(group) > 1:  # one of them is at fault, the others are not to suffer
                for waiting in group:
                    self._run_with_retry([waiting])
                return
            told, changed = [(group[0], Outcome(error=error))], []
        self._hub.publish(*changed)
        self._settle_all(told)

    def _run_group(self, group: list[PendingJob]) -> tuple[Settled, list[str]]:
        """One transaction: what came of each job, and the ids of the tables that have changed."""
        ids = {waiting.job.table_id: None for waiting in group if waiting.job.table_id is not None}
        transaction: Transaction | None = None
        try:
            transaction = Transaction(self._cache, self._connection, self._clock, self._connection.begin(list(ids)))
            told = [(waiting, self._outcome(waiting.job, transaction)) for waiting in group]
            if _is_empty(told, transaction):
                self._connection.roll_back()
                return told, []
            transaction.write()
            self._connection.commit()
        except Exception:
            self._connection.close()
            if transaction is not None:
                transaction.invalidate_changed()
            raise
        return told, transaction.after_commit()

    def _outcome(self, job: Job[Any], transaction: Transaction) -> Outcome:
        """What comes of a job. A failure of the database is everybody's, so it passes through."""
        try:
            return Outcome(job.work(transaction))
        except self._database.errors:
            raise
        except Exception as error:
            return Outcome(error=error)

    def _settle_all(self, told: Settled) -> None:
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

    def _check_external_changes(self) -> None:
        """Notice what another process has written to a SQLite file; PostgreSQL tells us by itself (`notify`)."""
        with suppress(*self._database.errors):  # the next commit will say what is wrong
            if self._connection.changed_elsewhere():
                self._cache.invalidate_all()
                for listener in self._change_listeners:
                    listener()
                self._hub.changed_elsewhere(*self._hub.watched())


def _group_jobs(gathered: list[PendingJob]) -> Iterator[list[PendingJob]]:
    """In their order; a job that has to be alone is a group of its own."""
    group: list[PendingJob] = []
    for waiting in gathered:
        if group and (waiting.job.alone or group[0].job.alone):
            yield group
            group = []
        group.append(waiting)
    if group:
        yield group


def _is_empty(told: Settled, transaction: Transaction) -> bool:
    """Whether there is nothing to commit."""
    waiting, outcome = told[0]
    return outcome.error is not None if waiting.job.alone else transaction.empty


def _settle(told: Settled) -> None:
    for waiting, outcome in told:
        waiting.settle(outcome)
