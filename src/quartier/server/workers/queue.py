"""Job queue of one worker process: bounded, and fair between visitors."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog

from quartier.server.workers.fair_queue import FairQueue
from quartier.server.workers.jobs import Job
from quartier.server.workers.worker_pool import (
    IsCancelled,
    Progress,
    WorkerProcess,
    silent,
)

log = structlog.get_logger("quartier.jobs")


@dataclass(frozen=True)
class _Waiting:
    """A queued job, and the future of its result."""

    job: Job
    deadline: float
    is_cancelled: IsCancelled
    progress: Progress
    coming: Future[Any]


class JobQueue:
    """Bounded, fair queue of jobs for one worker process, which starts with the first job."""

    MAX_JOBS = 32
    """Maximum number of jobs in the queue; more are rejected."""
    MAX_PER_OWNER = 8
    """Maximum number of a visitor's jobs in the queue."""

    def __init__(
        self,
        name: str,
        total: float,
        most_memory: int,
        niceness: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`total`: timeout of a job in seconds from when its rules are loaded; `most_memory`: bytes for its process;
        `niceness`: Unix niceness of the process.
        """
        self._total = total
        self._clock = clock
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._stopping = threading.Event()
        self._process = WorkerProcess(niceness, most_memory, self._stopping.is_set)
        self._lock = threading.Lock()
        self._jobs: FairQueue[_Waiting] = FairQueue()

    def submit(
        self,
        job: Job,
        deadline: float,
        is_cancelled: IsCancelled,
        progress: Progress = silent,
        owner: str = "",
    ) -> Future[Any] | None:
        """Return the future of `WorkerProcess.work_out`'s result (None after a failure); None if the queue is full.

        `owner`: the visitor.
        """
        waiting = _Waiting(job, deadline, is_cancelled, progress, Future())
        with self._lock:
            outdated = self._jobs.drop(lambda earlier: earlier.is_cancelled())
        _cancel(outdated)
        with self._lock:
            if len(self._jobs) >= self.MAX_JOBS or self._jobs.waiting(owner) >= self.MAX_PER_OWNER:
                return None
            try:
                self._pool.submit(self._serve)
            except RuntimeError:  # closed: the server is stopping
                return None
            self._jobs.add(owner, waiting)
        return waiting.coming

    def _serve(self) -> None:
        """Run the next job, in the pool's one thread."""
        with self._lock:
            if not self._jobs:  # closed meanwhile, or outdated
                return
            owner, waiting = self._jobs.take()
        if not waiting.coming.set_running_or_notify_cancel():  # cancelled
            return
        began = self._clock()
        result = self._work_out(waiting)
        with self._lock:
            self._jobs.charge(owner, self._clock() - began)
        waiting.coming.set_result(result)

    def _work_out(self, waiting: _Waiting) -> Any:
        end = math.inf

        def report(part: float) -> None:
            nonlocal end
            end = min(end, self._clock() + self._total)
            waiting.progress(part)

        def is_useless() -> bool:
            return self._clock() > end or self._stopping.is_set() or waiting.is_cancelled()

        try:
            if is_useless():
                return None
            return self._process.work_out(waiting.job, waiting.deadline, is_useless, report)
        except Exception:  # no process can be started, for example: the result is None
            log.exception("job_failed", title=waiting.job.title)
            return None

    def close(self) -> None:
        """Cancel all work."""
        self._stopping.set()
        with self._lock:
            left = self._jobs.drop(lambda _: True)
        _cancel(left)
        self._pool.shutdown(cancel_futures=True)
        self._process.stop()


def _cancel(jobs: Iterable[_Waiting]) -> None:
    """Resolve the futures of jobs that nobody needs any more."""
    for waiting in jobs:
        with suppress(Exception):  # a callback failed
            waiting.coming.cancel()
