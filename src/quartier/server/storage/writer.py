"""The single writer of this process: a thread that takes all queued jobs and commits them together (group commit).

A commit waits for the disk, and one wait serves sixteen commands as well as one. Meanwhile the next group
accumulates. A command is answered only after the commit; a failed one doesn't affect the others, because it
leaves no changes. If the database rejects a group, its commands are retried one by one, so that only the one
at fault fails.
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
from quartier.server.storage import heartbeats
from quartier.server.storage.database import Database, database_locked
from quartier.server.storage.table_cache import TableCache
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.storage.writer_connection import WriterConnection

log = structlog.get_logger("quartier.writer")
T = TypeVar("T")
POLL_SECONDS = 0.2
"""Seconds between checks for other processes' writes to a SQLite file."""
SHUTDOWN_TIMEOUT = 10.0
"""Seconds at shutdown to write what is queued."""
STATUS_SECONDS = 10.0
"""How long a commit counts as proof that the database accepts writes: the minimum interval of health-check writes."""


@dataclass
class Outcome:
    """The result of a job: a value, or the error it raised."""

    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True)
class PendingJob:
    """A queued job and its future, for a thread or an event loop."""

    job: Job[Any]
    future: Future[Any] | asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop | None
    since: float

    def settle(self, outcome: Outcome) -> None:
        """Set the result, unless it was cancelled. In the event loop, if it is an asyncio future."""
        if self.future.done():
            return
        if outcome.error is not None:
            self.future.set_exception(outcome.error)
        else:
            self.future.set_result(outcome.value)


Settled = list[tuple[PendingJob, Outcome]]


class WriteStatus:
    """Whether the database accepts writes: the outcome of the last commit, set by the writer's thread, read by any."""

    def __init__(self) -> None:
        self._noted_at = float("-inf")
        self._error: DomainError | None = None

    @property
    def is_known(self) -> bool:
        """Whether the last outcome is recent enough."""
        return time.monotonic() < self._noted_at + STATUS_SECONDS

    def note(self, error: DomainError | None = None) -> None:
        """Record an outcome. A recent failure remains: a small commit may fit on a disk that is too full for others."""
        if error is None and self._error is not None and self.is_known:
            return
        self._noted_at, self._error = time.monotonic(), error

    def check(self) -> None:
        """Raise the error of the last commit, if it failed."""
        if self._error is not None:
            raise self._error


class Writer:
    """Runs jobs in order, in groups of at most `Settings.group`. Thread-safe."""

    def __init__(self, database: Database, cache: TableCache, hub: Hub, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._hub = hub
        self._clock = clock
        self._most = database.settings.group
        self._connection = WriterConnection(database)
        self._queue: queue.SimpleQueue[PendingJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._lock = threading.Lock()
        self._status = WriteStatus()
        self._closed = False
        self._change_listeners: list[Callable[[], None]] = []
        self._log_keeps_erased = False
        """Whether SQLite's write-ahead log still contains erased data."""

    def on_external_change(self, listener: Callable[[], None]) -> None:
        """Call `listener()` in the writer's thread when another process has written to a SQLite file."""
        self._change_listeners.append(listener)

    def start(self) -> None:
        """Start watching for other processes' writes; the first job does so, too."""
        with self._lock:
            if not self._thread.ident:
                self._thread.start()

    def run(self, job: Job[T]) -> T:
        """Run a job from a thread; returns after the commit. Raises what the job raises, or DomainError 503."""
        future: Future[T] = Future()
        self._submit(PendingJob(job, future, None, time.monotonic()))
        return future.result()

    def enqueue(self, job: Job[None]) -> None:
        """Queue a job without waiting for its result."""
        with suppress(DomainError):
            self._submit(PendingJob(job, Future(), None, time.monotonic()))

    async def run_async(self, job: Job[T]) -> T:
        """Run a job from an event loop, as `run` does."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._submit(PendingJob(job, future, loop, time.monotonic()))
        return await future

    def _submit(self, pending: PendingJob) -> None:
        self.start()
        with self._lock:
            if self._closed:
                raise database_locked()
            self._queue.put(pending)

    def close(self) -> None:
        """Write what is queued, then end."""
        with self._lock:
            self._closed = True
            started = self._thread.ident is not None
        self._queue.put(None)
        if started:
            self._thread.join(SHUTDOWN_TIMEOUT)

    def check(self) -> None:
        """Raise DomainError 503 if the database accepts no writes. Tries one only if none was committed recently."""
        if not self._status.is_known:
            self.run(Job(lambda transaction: heartbeats.probe(transaction.connection), exclusive=True))
        self._status.check()

    def is_own(self, backend: int) -> bool:
        """Return whether a PostgreSQL notification comes from this process."""
        return backend == self._connection.backend

    # ----- in the writer's thread -----

    def _run(self) -> None:
        looked = time.monotonic()
        while (gathered := self._collect()) is not None:
            for group in _group_jobs(gathered):
                self._process(group)
            self._truncate_log()
            if time.monotonic() >= looked + POLL_SECONDS:
                looked = time.monotonic()
                self._check_external_changes()
        self._connection.close()

    def _collect(self) -> list[PendingJob] | None:
        """Return the queued jobs, at most one group; empty after a timeout, None at the end."""
        result: list[PendingJob] = []
        with suppress(queue.Empty):
            while len(result) < self._most:
                pending = self._queue.get(timeout=None if result else POLL_SECONDS, block=not result)
                if pending is None:
                    if not result:
                        return None
                    self._queue.put(None)
                    break
                result.append(pending)
        return result

    def _process(self, group: list[PendingJob]) -> None:
        """Run a group and settle its jobs."""
        late = time.monotonic() - self._database.settings.lock_timeout
        self._settle_all(
            [(pending, Outcome(error=database_locked())) for pending in group if pending.since < late]
        )
        group = [pending for pending in group if pending.since >= late]
        try:
            if group:
                self._run_with_retry(group)
        except Exception as error:  # our own bug; the writer must survive it
            log.exception("writer_failed")
            self._settle_all([(pending, Outcome(error=error)) for pending in group])

    def _run_with_retry(self, group: list[PendingJob]) -> None:
        try:
            with self._database.failures():
                outcomes, changed = self._run_group(group)
        except DomainError as refused:  # the database accepts nothing at the moment
            self._status.note(refused)
            outcomes, changed = [(pending, Outcome(error=refused)) for pending in group], []
        except Exception as error:
            if len(group) > 1:  # one of them is at fault; the others must not fail with it
                for pending in group:
                    self._run_with_retry([pending])
                return
            outcomes, changed = [(group[0], Outcome(error=error))], []
        self._hub.publish(*changed)
        self._settle_all(outcomes)

    def _run_group(self, group: list[PendingJob]) -> tuple[Settled, list[str]]:
        """Run jobs in one transaction. Returns their outcomes and the ids of the changed tables."""
        ids = {pending.job.table_id: None for pending in group if pending.job.table_id is not None}
        transaction: Transaction | None = None
        try:
            transaction = Transaction(
                self._cache, self._connection, self._clock, self._connection.begin(list(ids))
            )
            outcomes = [(pending, self._outcome(pending.job, transaction)) for pending in group]
            if _is_empty(outcomes, transaction):
                self._connection.roll_back()
                return outcomes, []
            transaction.write()
            self._connection.commit()
            self._status.note()
            self._log_keeps_erased |= transaction.erases
            self._truncate_log()
        except Exception:
            self._connection.close()
            if transaction is not None:
                transaction.invalidate_changed()
            raise
        return outcomes, transaction.after_commit()

    def _outcome(self, job: Job[Any], transaction: Transaction) -> Outcome:
        """Run a job and return its outcome. Failures of the database affect the whole group and pass through."""
        try:
            return Outcome(job.work(transaction))
        except self._database.errors:
            raise
        except Exception as error:
            return Outcome(error=error)

    def _truncate_log(self) -> None:
        """Truncate the write-ahead log after an erasure, as soon as no reader needs it."""
        if self._log_keeps_erased:
            with suppress(*self._database.errors):  # retried
                self._log_keeps_erased = not self._connection.truncate_log()

    def _settle_all(self, outcomes: Settled) -> None:
        """Settle jobs: those of threads directly, those of an event loop by one call."""
        in_loops: dict[asyncio.AbstractEventLoop, Settled] = defaultdict(list)
        for pending, outcome in outcomes:
            if pending.loop is None:
                pending.settle(outcome)
            else:
                in_loops[pending.loop].append((pending, outcome))
        for loop, those in in_loops.items():
            with suppress(RuntimeError):  # the loop has ended, so nothing waits there
                loop.call_soon_threadsafe(_settle, those)

    def _check_external_changes(self) -> None:
        """Detect other processes' writes to a SQLite file; PostgreSQL notifies us (`listen_notify`)."""
        with suppress(*self._database.errors):  # the next commit will report the error
            if self._connection.changed_elsewhere():
                self._cache.invalidate_all()
                for listener in self._change_listeners:
                    listener()
                self._hub.changed_elsewhere(*self._hub.watched_tables())


def _group_jobs(gathered: list[PendingJob]) -> Iterator[list[PendingJob]]:
    """Yield jobs in order, exclusive ones in a group of their own."""
    group: list[PendingJob] = []
    for pending in gathered:
        if group and (pending.job.exclusive or group[0].job.exclusive):
            yield group
            group = []
        group.append(pending)
    if group:
        yield group


def _is_empty(outcomes: Settled, transaction: Transaction) -> bool:
    """Return whether there is nothing to commit."""
    pending, outcome = outcomes[0]
    return outcome.error is not None if pending.job.exclusive else transaction.empty


def _settle(outcomes: Settled) -> None:
    for pending, outcome in outcomes:
        pending.settle(outcome)
