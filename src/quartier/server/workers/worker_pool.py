"""Worker processes for bots, hints and reviews.

Of running games they receive concealed positions only, so a bot can't see what its seat may not know.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import structlog

from quartier.server import logs
from quartier.server.workers.jobs import Job, JobContext
from quartier.server.workers.process_memory import resident

if TYPE_CHECKING:
    from quartier.core.game.game import Game

log = structlog.get_logger("quartier.workers")
SPAWN = multiprocessing.get_context("spawn")
"""Never fork a process with threads."""
READY = "ready"
STOP = "stop"
PROGRESS, DONE = "progress", "done"
START_SECONDS = 600.0
"""Seconds for a process to start, and to load or compile what a job needs: four minutes on two busy cores."""
GRACE = 1.0
"""Seconds in which a cancelled job must stop."""
ENDLESS = 1 << 62
"""No memory limit."""
LOOK = 0.05
"""Seconds between two checks whether the game has moved on."""
BEFORE_BOTS = 3
"""Unix niceness of hints: someone waits for one, and its search is short."""
BEHIND_ANSWERS = 5
"""Unix niceness: a thinking bot must not delay responses to people."""
BEHIND_BOTS = 12
"""Unix niceness of jobs that no one waits for: reviews of games."""

IsCancelled = Callable[[], bool]
Progress = Callable[[float], None]
"""Called with the completed fraction: 0 when the rules are loaded, up to 1."""


def silent(_: float) -> None:
    """Ignore the progress."""


class WorkerProcess:
    """One worker process, started when needed, killed if its job does not stop in time or it has grown too large."""

    def __init__(
        self,
        niceness: int = BEHIND_ANSWERS,
        most_memory: int = ENDLESS,
        closing: Callable[[], bool] = lambda: False,
    ) -> None:
        """`most_memory`: bytes. A process above it is killed after its job; one above 1.5 times as much, during the job.

        `closing`: whether the server is stopping, so that nothing is waited for.
        """
        self._niceness = niceness
        self._most_memory = most_memory
        self._closing = closing
        self._process: Any = None
        self._pipe: Connection | None = None
        self.killed = False
        """Whether the last job killed the process: it did not stop in time, or crashed it."""

    @property
    def alive(self) -> bool:
        """Whether there is a process, with everything that it has loaded."""
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Make sure that a process is ready; gives up when the server is stopping."""
        if self.alive:
            return
        self.stop()
        self._pipe, end = SPAWN.Pipe()
        arguments = (end, self._niceness)
        self._process = SPAWN.Process(
            target=_answer_jobs, args=arguments, daemon=True, name="quartier-worker"
        )
        self._process.start()
        end.close()
        if self._receive(START_SECONDS, self._closing) != READY:
            self.stop()

    def work_out(
        self, job: Job, deadline: float, is_cancelled: IsCancelled, progress: Progress = silent
    ) -> Any:
        """Return the job's result; None if it failed, was cancelled, or made no progress for `deadline` seconds.

        The time begins when the rules are loaded: a process is killed for slow thinking only, otherwise on a
        busy machine it would be killed and restarted for every move. A cancellation does not end loading
        either: it benefits all later jobs.
        """
        self.killed = False
        self.start()
        if self._pipe is None:
            return None
        try:
            self._pipe.send(job)
        except OSError:  # it has died since its last answer
            self.stop()
            return None
        loaded = self._receive(START_SECONDS, self._closing) == READY
        kind, result = None, None
        if loaded:
            progress(0.0)
            kind, result = self._result(deadline, is_cancelled, progress)
        if kind != DONE and not (loaded and self._ended_itself()):
            self.killed = True
            self.stop()
        elif self._memory() > self._most_memory:
            log.info("worker_replaced", title=job.title, megabytes=self._memory() >> 20)
            self.stop()
        return result

    def _result(
        self, deadline: float, is_cancelled: IsCancelled, progress: Progress
    ) -> tuple[str | None, Any]:
        """Return how the job ends: (DONE, its result), or (None, None)."""
        while True:
            message = self._receive(deadline, is_cancelled)
            if message is None:
                return None, None
            kind, payload = message
            if kind != PROGRESS:
                return kind, payload
            progress(payload)

    def _ended_itself(self) -> bool:
        """Ask the job to stop; return whether it did."""
        assert self._pipe is not None
        with suppress(OSError):
            self._pipe.send(STOP)
            return self._result(GRACE, self._closing, silent)[0] == DONE
        return False

    def _receive(self, seconds: float, is_cancelled: IsCancelled) -> Any:
        """Return the process's next message; None after a timeout, its death, or a cancellation."""
        assert self._pipe is not None
        end = time.monotonic() + seconds
        with suppress(EOFError, OSError):
            while time.monotonic() < end and not is_cancelled() and not self._is_out_of_bounds():
                if self._pipe.poll(LOOK):
                    return self._pipe.recv()
        return None

    def _is_out_of_bounds(self) -> bool:
        """Return whether the process takes so much memory that its job must be killed."""
        return self._memory() > 1.5 * self._most_memory

    def _memory(self) -> int:
        return 0 if self._process is None else resident(self._process.pid)

    def stop(self) -> None:
        """Kill the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _answer_jobs(pipe: Connection, niceness: int) -> None:
    """Run jobs in the worker process until the server has ended."""
    stand_back(niceness)
    from quartier import bots  # noqa: F401 (loaded before we say that we are ready)

    with suppress(EOFError, ConnectionError):
        pipe.send(READY)
        while True:
            job = pipe.recv()
            if job != STOP:  # a STOP that crossed the result on its way is obsolete
                _serve(pipe, job)


def stand_back(niceness: int) -> None:
    """Prepare a process of the server.

    It leaves Ctrl+C, which goes to the whole group, to the server, gets lower priority, uses the same
    logging, and ends with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.configure()
    threading.Thread(target=_end_with_server, name="end-with-server", daemon=True).start()
    give_way(niceness)


def _end_with_server() -> None:
    """End this process when the server has ended, even by kill -9: silently, and in the middle of its work."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def give_way(niceness: int) -> None:
    """Lower the priority of this process, if the system supports it; Windows does not."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def _serve(pipe: Connection, job: Job) -> None:
    """Send READY when the rules are loaded, then the progress, then the result; None if the job failed."""
    context = JobContext(progress=lambda part: pipe.send((PROGRESS, part)), stop=pipe.poll)
    try:
        game = _load(job)
        pipe.send(READY)
        result = job.work(game, context)
    except (EOFError, ConnectionError):
        raise
    except Exception:
        result = None
    pipe.send((DONE, result))


def _load(job: Job) -> Game:
    import quartier

    game = quartier.load(job.title)
    if job.needs_compiled:
        load_compiled(game)
    return game


def load_compiled(game: Game) -> None:
    """Load the compiled rules and the search, or compile them for the cache."""
    from quartier import bots

    bots.compile_for(game)
