"""The queue before a worker process: one job after the other, and not too many."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import structlog

from quartier.server.thinking.job_kinds import Job
from quartier.server.thinking.processes import BEHIND_BOTS, Progress, Unwanted, WorkerProcess, silent

log = structlog.get_logger("quartier.jobs")


class JobQueue:
    """Jobs for one worker process, which is started with the first of them."""

    MOST = 32
    """Jobs in the queue; more are turned away."""

    def __init__(self, name: str) -> None:
        self._process = WorkerProcess(BEHIND_BOTS)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._stopping = threading.Event()
        self._waiting = threading.Semaphore(self.MOST)

    def submit(
        self, job: Job, deadline: float, unwanted: Unwanted, progress: Progress = silent
    ) -> Future[Any] | None:
        """The result to come, as `WorkerProcess.work_out` gives it, None also if that broke; None when the queue is full."""
        if not self._waiting.acquire(blocking=False):
            return None

        def useless() -> bool:
            return self._stopping.is_set() or unwanted()

        def work_out() -> Any:
            try:
                return None if useless() else self._process.work_out(job, deadline, useless, progress)
            except Exception:  # no process can be started, say: who waits is told that nothing was found
                log.exception("job_failed", title=job.title)
                return None

        try:
            coming = self._pool.submit(work_out)
        except RuntimeError:  # closed: the server is being stopped
            self._waiting.release()
            return None
        coming.add_done_callback(lambda _: self._waiting.release())
        return coming

    def close(self) -> None:
        """End all work now."""
        self._stopping.set()
        self._pool.shutdown(cancel_futures=True)
        self._process.stop()
